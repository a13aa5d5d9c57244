// SPDX-License-Identifier: Apache-2.0
//! Plays a session against a server and holds it to the model.

use std::fs::File;
use std::io::Write;
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt;
use std::time::Duration;

use forebay_card::Card;
use forebay_vfio_user::{Ending, ServeError};
use rustix::event::{EventfdFlags, eventfd};
use rustix::pipe::pipe;

use crate::common::dma::{C2H, H2C, Run};
use crate::common::*;
use crate::model::Model;
use crate::step::Step;

/// Longest that one answer may take.
const ANSWER: Duration = Duration::from_secs(20);

/// How a step went, for the count.
pub(crate) type Outcome = String;

/// A hostile session and then a client that behaves, with the same server.
pub(crate) fn play(card: Box<dyn Card>, steps: &[Step], count: &mut dyn FnMut(&Step, Outcome)) {
    let mut session = Session::new(card);
    session.client.stream.set_read_timeout(Some(ANSWER)).unwrap();
    let mut player = Player { model: Model::new(), agreed: false, cut: None };
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
    behave(&mut session.client, steps.len());
    session.finish();
    player.model.look();
}

/// What a driver would do: it must work whatever was done before.
fn behave(client: &mut Client, salt: usize) {
    let ram = client.set_up();
    assert_eq!(client.read32(BAR_USER, 0), 0x5941_4246);
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
    model: Model,
    agreed: bool,
    /// The size in the header of a message that was cut.
    cut: Option<u32>,
}

fn said(reply: &Result<Vec<u8>, u32>) -> Outcome {
    reply.as_ref().map_or_else(|errno| format!("errno {errno}"), |_| "ok".into())
}

impl Player {
    fn step(&mut self, client: &mut Client, step: &Step) -> Outcome {
        match step {
            Step::Version { major, caps } => self.version(client, *major, caps),
            Step::Map { .. } => self.map(client, step),
            Step::Unmap { addr, size, flags } => self.unmap(client, (*addr, *size, *flags)),
            Step::Read { region, offset, count } => {
                let reply = client.ask(REGION_READ, &access(*region, *offset, *count));
                self.judge_access(&reply, *region, *offset, *count);
                said(&reply)
            }
            Step::Write { region, offset, data, posted } => {
                self.write(client, (*region, *offset), data, *posted)
            }
            Step::Multi { promised, writes } => {
                let mut payload = promised.to_le_bytes().to_vec();
                for (region, offset, bytes) in writes {
                    payload.extend(access(*region, *offset, *bytes));
                    payload.extend([0x5a; 8]);
                }
                said(&client.ask(REGION_WRITE_MULTI, &payload))
            }
            Step::Irqs { .. } => irqs(client, step),
            Step::Info { command, argsz, index } => {
                said(&client.ask(*command, &words(&[*argsz, 0, *index, 0, 0, 0, 0, 0])))
            }
            Step::Run { to_host, host, card, bytes } => {
                self.run(client, *to_host, (*host, *card, *bytes))
            }
            Step::BusMaster { on } => {
                self.write(client, (CONFIG, 4), &[if *on { 6 } else { 2 }, 0], false)
            }
            Step::Reset { function: false } => {
                let reply = client.ask(RESET, &[]);
                self.sync(client);
                said(&reply)
            }
            Step::Reset { function: true } => self.write(client, (CONFIG, 0x68), &[0, 0x80], false),
            Step::Resize { file, pages } => {
                self.model.resize(*file, *pages);
                "done".into()
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
        assert_eq!(reply.is_ok(), major == 0 && caps != "{", "{reply:?}");
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
        let expected =
            self.agreed && *fds <= 16 && self.model.map((*addr, *size), *offset, *flags, file);
        assert_eq!(reply.is_ok(), expected, "{step:?}: {reply:?}");
        said(&reply)
    }

    fn unmap(&mut self, client: &mut Client, (addr, size, flags): (u64, u64, u32)) -> Outcome {
        let mut payload = words(&[24, flags]);
        payload.extend_from_slice(&addr.to_le_bytes());
        payload.extend_from_slice(&size.to_le_bytes());
        let reply = client.ask(DMA_UNMAP, &payload);
        let removed = self.agreed.then(|| self.model.unmap(addr, size, flags)).flatten();
        let told =
            reply.as_ref().ok().map(|echo| u64::from_le_bytes(echo[16..].try_into().unwrap()));
        assert_eq!(told, removed, "{size:#x} at {addr:#x}, flags {flags}: {reply:?}");
        // What came until the answer was right; nothing may come after it.
        self.model.look();
        said(&reply)
    }

    fn judge_access(&self, reply: &Result<Vec<u8>, u32>, region: u32, offset: u64, count: u32) {
        let size = match region {
            BAR_USER => 64_u64 << 20,
            BAR_DMA => 64 << 10,
            BAR_WINDOW => 1 << 30,
            // What configuration space takes is the business of its own tests.
            CONFIG => return,
            _ => 0,
        };
        let inside = offset.checked_add(count.into()).is_some_and(|end| end <= size);
        let expected = self.agreed && inside && (1..=64).contains(&count);
        assert_eq!(reply.is_ok(), expected, "{count} bytes at {offset:#x} of {region}: {reply:?}");
        if let Ok(reply) = reply {
            assert_eq!(reply[..16], access(region, offset, count));
        }
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
            self.judge_access(&reply, region, offset, count);
            said(&reply)
        };
        if region == CONFIG {
            self.sync(client);
        }
        outcome
    }

    /// Waits until the server has done all so far, and asks whether the card may reach memory.
    fn sync(&mut self, client: &mut Client) {
        let command = client.ask(REGION_READ, &access(CONFIG, 4, 2));
        self.model.set_bus_master(command.is_ok_and(|reply| reply[16] & 4 != 0));
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

fn irqs(client: &mut Client, step: &Step) -> Outcome {
    let Step::Irqs { flags, index, start, count, fds, kind } = step else { unreachable!() };
    let event = eventfd(0, EventfdFlags::NONBLOCK).unwrap();
    let (reader, _) = pipe().unwrap();
    let null = File::open("/dev/null").unwrap();
    let kinds: [BorrowedFd<'_>; 3] = [event.as_fd(), reader.as_fd(), null.as_fd()];
    let mut payload = words(&[20, *flags, *index, *start, *count]);
    payload.resize(payload.len() + *count as usize, 1);
    said(&client.ask_with(SET_IRQS, &payload, &vec![kinds[*kind]; *fds]))
}
