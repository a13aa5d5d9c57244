// SPDX-License-Identifier: Apache-2.0
//! Plays a session against a server and holds it to the model.

use std::fs::File;
use std::io::Write;
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use forebay_bus::Card;
use forebay_vfio_user::{Ending, ServeError};
use rustix::event::{EventfdFlags, eventfd};
use rustix::pipe::pipe;

use crate::answers::Device;
use crate::common::dma::{C2H, H2C, Run};
use crate::common::*;
use crate::model::{Model, Unmapped};
use crate::step::{EVENTFD_KINDS, IRQ_KINDS, Step, UNTOUCHED};

/// The device control register in configuration space; its highest bit starts a function level reset.
const DEVICE_CONTROL: u64 = 0x68;
/// Longest that one answer may take.
const ANSWER: Duration = Duration::from_secs(20);

/// How a step went, for the count.
pub(crate) type Outcome = String;

/// A hostile session and then a client that behaves, with the same server.
pub(crate) fn play(
    (card, device): (Box<dyn Card>, &'static Device),
    steps: &[Step],
    count: &mut dyn FnMut(&Step, Outcome),
) {
    let mut session = Session::new(card);
    session.client.dma_bar = device.dma_bar;
    session.client.stream.set_read_timeout(Some(ANSWER)).unwrap();
    let mut player = Player {
        device,
        model: Model::new(),
        agreed: false,
        asleep: false,
        cut: None,
        vectors: Vec::new(),
        began: false,
    };
    player.vectors.resize_with(device.vectors as usize, || None);
    for step in steps {
        let outcome = player.step(&mut session.client, step);
        count(step, outcome);
    }
    let cut = player.cut;
    let _ = session.client.stream.shutdown(Shutdown::Both);
    let (server, ending) = session.close();
    match ending {
        Ok(Ending::ClientGone) => assert!(cut.is_none_or(|size| size >= 16), "out of step unseen"),
        Err(ServeError::Desync { size }) => assert_eq!(Some(size), cut),
        other => panic!("the server ended with {other:?}"),
    }
    player.model.look();
    player.model.clear();
    player.model.look();
    let mut session = Session::with(server);
    session.client.stream.set_read_timeout(Some(ANSWER)).unwrap();
    session.client.dma_bar = device.dma_bar;
    behave(&mut session.client, device, steps.len());
    session.finish();
    player.model.look();
}

/// What a driver would do: it must work whatever was done before.
fn behave(client: &mut Client, device: &Device, salt: usize) {
    let ram = client.set_up();
    for (region, offset, word) in device.words {
        assert_eq!(client.read(*region, *offset, 4).unwrap(), word, "{offset:#x} of {region}");
    }
    let bytes = 5000 + u32::try_from(salt).unwrap() * 7;
    let data: Vec<u8> = (0..bytes as usize).map(|n| (n * 31 + salt).to_le_bytes()[0]).collect();
    let (there, back) = (RAM + 0x1_0003, RAM + 0x2_0001);
    ram.write_all_at(&data, there - RAM).unwrap();
    for (channel, host, vector) in [(H2C, there, 0), (C2H, back, 1)] {
        let event = client.listen(vector);
        let run = Run { channel, host, card: 0x40, bytes };
        run.start_with_vector(client, &ram, vector);
        assert_eq!(events(&event), 1);
        assert_eq!(run.status(client), 0x6);
    }
    let mut all = vec![0; usize::try_from(RAM_BYTES).unwrap()];
    ram.read_exact_at(&mut all, 0).unwrap();
    let at = usize::try_from(back - RAM).unwrap();
    assert!(all[at..at + data.len()] == data, "the data came back changed");
    // All else is as it was: zero but for the descriptor and the source.
    all[at..at + data.len()].fill(0);
    let at = usize::try_from(there - RAM).unwrap();
    all[at..at + data.len()].fill(0);
    all[..32].fill(0);
    assert!(all.iter().all(|byte| *byte == 0), "memory beside the data was written");
}

struct Player {
    device: &'static Device,
    model: Model,
    agreed: bool,
    /// The card is in D3hot.
    asleep: bool,
    /// The size in the header of a message that was cut.
    cut: Option<u32>,
    /// Eventfds that the server was given and took.
    vectors: Vec<Option<OwnedFd>>,
    /// The step before began a transfer.
    began: bool,
}

fn said(reply: &Result<Vec<u8>, u32>) -> Outcome {
    reply.as_ref().map_or_else(|errno| format!("errno {errno}"), |_| "ok".into())
}

impl Player {
    fn step(&mut self, client: &mut Client, step: &Step) -> Outcome {
        let outcome = self.play(client, step);
        self.began = matches!(step, Step::Run { .. });
        outcome
    }

    /// What a request of this shape must be answered: nobody is served before the version is agreed on.
    fn expected<T>(&self, outcome: Result<T, u32>) -> Result<T, u32> {
        outcome.and_then(|outcome| if self.agreed { Ok(outcome) } else { Err(EINVAL) })
    }

    fn play(&mut self, client: &mut Client, step: &Step) -> Outcome {
        match step {
            Step::Version { major, caps } => self.version(client, *major, caps),
            Step::Map { .. } => self.map(client, step),
            Step::Unmap { addr, size, flags } => self.unmap(client, (*addr, *size, *flags)),
            Step::Read { region, offset, count } => self.read(client, (*region, *offset, *count)),
            Step::Write { region, offset, data, posted } => {
                self.write(client, (*region, *offset), data, *posted)
            }
            Step::Multi { promised, writes } => self.multi(client, *promised, writes),
            Step::Irqs { .. } => self.irqs(client, step),
            Step::Info { command, argsz, index } => {
                let reply = client.ask(*command, &words(&[*argsz, 0, *index, 0, 0, 0, 0, 0]));
                assert_eq!(
                    reply,
                    self.expected(self.device.info(*command, *argsz, *index)),
                    "{step:?}"
                );
                said(&reply)
            }
            Step::Run { to_host, host, card, bytes } => {
                self.run(client, *to_host, (*host, *card, *bytes))
            }
            Step::BusMaster { on } => {
                self.write(client, (CONFIG, 4), &[if *on { 6 } else { 2 }, 0], false)
            }
            Step::Reset { function: false } => {
                let reply = client.ask(RESET, &[]);
                assert_eq!(reply, self.expected(Ok(Vec::new())));
                self.model.aperture.clear();
                self.sync(client);
                self.named_if_in_a_transfer(said(&reply))
            }
            Step::Reset { function: true } => {
                let outcome = self.write(client, (CONFIG, DEVICE_CONTROL), &[0, 0x80], false);
                self.named_if_in_a_transfer(outcome)
            }
            Step::Resize { file, pages } => {
                let mapped = self.model.is_mapped(*file);
                self.model.resize(*file, *pages);
                if mapped { "under a map".into() } else { "done".into() }
            }
            Step::Raw { command, flags, payload, pieces } => {
                self.raw(client, (*command, *flags), payload, *pieces)
            }
            Step::Cut { command, size, bytes } => {
                let mut message = [1_u16.to_le_bytes(), command.to_le_bytes()].concat();
                message.extend(words(&[*size, 0, 0]));
                // No more than the one message, if that.
                message.resize((*bytes).min((*size).max(16) as usize), 0);
                // A size that is none ends the session as soon as the header is there.
                self.cut = (*bytes >= 16).then_some(*size).filter(|size| *size < 16);
                let _ = client.stream.write_all(&message);
                "sent".into()
            }
        }
    }

    fn version(&mut self, client: &mut Client, major: u16, caps: &str) -> Outcome {
        let mut payload = [major.to_le_bytes(), 1_u16.to_le_bytes()].concat();
        payload.extend_from_slice(caps.as_bytes());
        payload.push(0);
        let reply = client.ask(VERSION, &payload);
        let refused = if major == 0 { EINVAL } else { ENOTSUP };
        match &reply {
            Ok(answer) => {
                assert!(major == 0 && caps != "{", "{reply:?}");
                assert!(answer.starts_with(&[0, 0, 1, 0, b'{']) && answer.ends_with(b"}\0"));
            }
            Err(errno) => assert!(*errno == refused && (major != 0 || caps == "{"), "{reply:?}"),
        }
        self.agreed |= reply.is_ok();
        said(&reply)
    }

    fn map(&mut self, client: &mut Client, step: &Step) -> Outcome {
        let Step::Map { addr, size, offset, flags, file, fds } = step else { unreachable!() };
        let mut payload = words(&[32, *flags]);
        for field in [offset, addr, size] {
            payload.extend_from_slice(&field.to_le_bytes());
        }
        let (reader, _writer) = pipe().unwrap();
        // The number behind the last file stands for something that cannot be mapped.
        let own = self.model.files.get(*file).map_or(reader.as_fd(), AsFd::as_fd);
        let reply = client.ask_with(DMA_MAP, &payload, &vec![own; *fds]);
        let file = (*fds > 0).then_some(*file);
        let expected = if self.agreed && *fds <= 16 {
            self.model.map((*addr, *size), *offset, *flags, file)
        } else {
            Err(EINVAL)
        };
        assert_eq!(reply, expected.map(|()| Vec::new()), "{step:?}");
        said(&reply)
    }

    fn unmap(&mut self, client: &mut Client, (addr, size, flags): (u64, u64, u32)) -> Outcome {
        let mut payload = words(&[24, flags]);
        payload.extend_from_slice(&addr.to_le_bytes());
        payload.extend_from_slice(&size.to_le_bytes());
        let reply = client.ask(DMA_UNMAP, &payload);
        // The flags are looked at first.
        let before = if flags == 1 { Err(ENOTSUP) } else { Err(EINVAL) };
        let Unmapped { removed, overlap } = if self.agreed {
            self.model.unmap(addr, size, flags)
        } else {
            Unmapped { removed: before, overlap: "nothing agreed on" }
        };
        let echo = removed.map(|removed| {
            let mut echo = words(&[24, flags]);
            echo.extend([addr, removed].map(u64::to_le_bytes).concat());
            echo
        });
        assert_eq!(reply, echo, "{size:#x} at {addr:#x}, flags {flags}");
        // What came until the answer was right; nothing may come after it.
        self.model.look();
        overlap.into()
    }

    /// Whether an access must be taken.
    fn access(&self, region: u32, offset: u64, count: u32) -> Result<(), u32> {
        if count > 4096 {
            return Err(EMSGSIZE);
        }
        let end = offset.checked_add(count.into());
        let taken = match region {
            CONFIG => end.is_some_and(|end| end <= 4096),
            bar => end.is_some_and(|end| end <= self.device.bar_bytes(bar)) && count > 0,
        };
        self.expected(if taken { Ok(()) } else { Err(EINVAL) })
    }

    /// Holds the answer to an access to what it must be: the fields of the question, behind them `data` bytes.
    fn judge_access(
        &self,
        reply: &Result<Vec<u8>, u32>,
        (region, offset, count): (u32, u64, u32),
        data: u32,
    ) {
        let answered =
            reply.as_ref().map(|reply| (&reply[..16], reply.len())).map_err(|errno| *errno);
        let fields = access(region, offset, count);
        let expected =
            self.access(region, offset, count).map(|()| (&fields[..], 16 + data as usize));
        assert_eq!(answered, expected, "{count} bytes at {offset:#x} of {region}");
    }

    fn read(&self, client: &mut Client, (region, offset, count): (u32, u64, u32)) -> Outcome {
        let reply = client.ask(REGION_READ, &access(region, offset, count));
        self.judge_access(&reply, (region, offset, count), count);
        if let Ok(answer) = &reply {
            let data = &answer[16..];
            if self.asleep && region != CONFIG {
                assert!(data.iter().all(|byte| *byte == 0xff), "{region} answered in D3hot");
                return "asleep".into();
            }
            if region == BAR_APERTURE {
                for (at, byte) in self.model.known(offset, count) {
                    assert_eq!(
                        data[at], byte,
                        "byte {at} of {count} at {offset:#x} of the aperture"
                    );
                }
            }
            // The first words say what this is, always.
            let first =
                self.device.words.iter().find(|(space, at, _)| (*space, *at) == (region, offset));
            if let Some((.., word)) = first {
                let length = data.len().min(4);
                assert_eq!(data[..length], word[..length]);
            }
        }
        said(&reply)
    }

    /// A write that was taken. The aperture keeps it if the card was there, and forgets all with a function level reset.
    fn written(&mut self, region: u32, offset: u64, data: &[u8]) {
        if region == CONFIG {
            let high = (offset..).zip(data).find(|(at, _)| *at == DEVICE_CONTROL + 1);
            if high.is_some_and(|(_, byte)| byte & 0x80 != 0) {
                self.model.aperture.clear();
            }
        }
        if region == BAR_APERTURE && !self.asleep {
            let bytes = (offset..).zip(data.iter().copied());
            self.model.aperture.extend(bytes.filter(|(at, _)| UNTOUCHED.contains(at)));
        }
    }

    fn multi(&mut self, client: &mut Client, promised: u64, writes: &[(u32, u64, u32)]) -> Outcome {
        let data = |n: usize| {
            (0x0123_4567_89ab_cdef_u64.rotate_left(u32::try_from(n).unwrap())).to_le_bytes()
        };
        let mut payload = promised.to_le_bytes().to_vec();
        for (n, (region, offset, bytes)) in writes.iter().enumerate() {
            payload.extend(access(*region, *offset, *bytes));
            payload.extend(data(n));
        }
        let reply = client.ask(REGION_WRITE_MULTI, &payload);
        let shape = if promised > 256 {
            Err(EMSGSIZE)
        } else if promised != writes.len() as u64 || writes.iter().any(|(.., bytes)| *bytes > 8) {
            Err(EINVAL)
        } else {
            Ok(())
        };
        // One after another, up to the first that is refused.
        let expected = self.expected(shape).and_then(|()| {
            for (n, (region, offset, bytes)) in writes.iter().enumerate() {
                self.access(*region, *offset, *bytes)?;
                self.written(*region, *offset, &data(n)[..*bytes as usize]);
            }
            Ok(promised.to_le_bytes().to_vec())
        });
        assert_eq!(reply, expected, "{promised} writes of {writes:?}");
        // All of it is there, and nothing else has changed.
        if self.agreed {
            for offset in UNTOUCHED.step_by(64) {
                if self.model.known(offset, 64).next().is_some() {
                    self.read(client, (BAR_APERTURE, offset, 64));
                }
            }
        }
        said(&reply)
    }

    fn irqs(&mut self, client: &mut Client, step: &Step) -> Outcome {
        let Step::Irqs { flags, index, start, count, fds, kind } = step else { unreachable!() };
        // Each vector has its own: of one that two share, a message of the second may be counted with the first.
        let counters =
            |flags| -> Vec<OwnedFd> { (0..*fds).map(|_| eventfd(0, flags).unwrap()).collect() };
        let (empty, full) = (counters(EventfdFlags::NONBLOCK), counters(EventfdFlags::empty()));
        for counter in &full {
            rustix::io::write(counter, &(u64::MAX - 1).to_ne_bytes()).unwrap();
        }
        let (reader, writer) = pipe().unwrap();
        let (socket, _) = UnixStream::pair().unwrap();
        let (null, memory) = (File::open("/dev/null").unwrap(), memory(0x1000));
        let others: [BorrowedFd<'_>; IRQ_KINDS - EVENTFD_KINDS] =
            [reader.as_fd(), writer.as_fd(), socket.as_fd(), null.as_fd(), memory.as_fd()];
        let mut payload = words(&[20, *flags, *index, *start, *count]);
        payload.resize(payload.len() + *count as usize, 1);
        let sent: Vec<BorrowedFd<'_>> = match *kind {
            0 => empty.iter().map(AsFd::as_fd).collect(),
            1 => full.iter().map(AsFd::as_fd).collect(),
            other => vec![others[other - EVENTFD_KINDS]; *fds],
        };
        let reply = client.ask_with(SET_IRQS, &payload, &sent);
        let are_eventfds = *kind < EVENTFD_KINDS;
        let taken = self.device.irqs_taken(*flags, *index, (*start, *count), (*fds, are_eventfds));
        let expected = self.expected(taken);
        assert_eq!(reply, expected.map(|()| Vec::new()), "{step:?}");
        let range = *start as usize..(*start + *count) as usize;
        if reply.is_ok() && *index == 2 {
            match (*flags, *fds) {
                (0x21, _) if *count == 0 => self.vectors.fill_with(|| None),
                (0x24, 0) => self.vectors[range].fill_with(|| None),
                (0x24, _) => {
                    for (vector, fd) in self.vectors[range].iter_mut().zip(&sent) {
                        *vector = Some(fd.try_clone_to_owned().unwrap());
                    }
                }
                _ => {
                    for event in self.vectors[range].iter().flatten() {
                        assert!(events(event) > 0, "{step:?}: not triggered");
                    }
                }
            }
        }
        match &reply {
            Ok(_) => format!("ok, flags {flags:#x}"),
            Err(errno) if are_eventfds => format!("errno {errno}"),
            Err(errno) => format!("no eventfd, errno {errno}"),
        }
    }

    /// Names what was done while a transfer had just begun.
    fn named_if_in_a_transfer(&self, outcome: Outcome) -> Outcome {
        if self.began { format!("{outcome}, into a transfer") } else { outcome }
    }

    fn write(
        &mut self,
        client: &mut Client,
        (region, offset): (u32, u64),
        data: &[u8],
        posted: bool,
    ) -> Outcome {
        let count = u32::try_from(data.len()).unwrap();
        let payload = [&access(region, offset, count)[..], data].concat();
        let outcome = if posted {
            client.send(REGION_WRITE, NO_REPLY, &payload, &[]);
            "sent".into()
        } else {
            let reply = client.ask(REGION_WRITE, &payload);
            self.judge_access(&reply, (region, offset, count), 0);
            said(&reply)
        };
        if self.access(region, offset, count).is_ok() {
            self.written(region, offset, data);
        }
        if region == CONFIG {
            self.sync(client);
        }
        outcome
    }

    /// Waits until the server has done all so far, and asks whether the card may reach memory.
    fn sync(&mut self, client: &mut Client) {
        let command = client.ask(REGION_READ, &access(CONFIG, 4, 2));
        let power = client.ask(REGION_READ, &access(CONFIG, 0x44, 1));
        self.asleep = power.is_ok_and(|reply| reply[16] & 3 != 0);
        let master = command.is_ok_and(|reply| reply[16] & 4 != 0);
        self.model.set_bus_master(master && !self.asleep);
        self.model.look();
    }

    fn run(
        &mut self,
        client: &mut Client,
        to_host: bool,
        (host, card, bytes): (u64, u64, u32),
    ) -> Outcome {
        let run = Run { channel: if to_host { C2H } else { H2C }, host, card, bytes };
        let page = self.model.readable_page();
        if let Some((_, file, offset)) = page {
            self.model.write(file, offset, &run.descriptor());
        }
        run.program(client, page.map_or(RAM, |(addr, ..)| addr), 0);
        if page.is_some() { "with a descriptor".into() } else { "without memory".into() }
    }

    fn raw(
        &mut self,
        client: &mut Client,
        (command, flags): (u16, u32),
        payload: &[u8],
        pieces: usize,
    ) -> Outcome {
        let size = u32::try_from(16 + payload.len()).unwrap();
        let mut message = [0xabcd_u16.to_le_bytes(), command.to_le_bytes()].concat();
        message.extend(words(&[size, flags, 0]));
        message.extend_from_slice(payload);
        for piece in message.chunks(message.len().div_ceil(pieces)) {
            client.stream.write_all(piece).unwrap();
        }
        let outcome = if flags & 0x1f == 0 {
            let (id, reply) = client.receive();
            assert_eq!(id, 0xabcd);
            said(&reply)
        } else {
            "sent".into()
        };
        // Whatever it did: nothing of it is modelled, so it must have been refused or harmless.
        if self.agreed {
            self.sync(client);
        }
        outcome
    }
}
