// SPDX-License-Identifier: Apache-2.0
//! A client in the test's own process: speaks the protocol by its description, not with the server's code.

#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

pub(crate) mod dma;
pub(crate) mod linger;
pub(crate) mod qemu;
pub(crate) mod stuck;
pub(crate) mod trace;

use std::fs::File;
use std::io::{IoSlice, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use forebay_bus::{Card, LinkParams};
use forebay_trace::Recorder;
use forebay_vfio_user::{Ending, ServeError, Server, Summary};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};

/// Longest that anything in a test may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) const VERSION: u16 = 1;
pub(crate) const DMA_MAP: u16 = 2;
pub(crate) const DMA_UNMAP: u16 = 3;
pub(crate) const GET_INFO: u16 = 4;
pub(crate) const GET_REGION_INFO: u16 = 5;
pub(crate) const GET_IRQ_INFO: u16 = 7;
pub(crate) const SET_IRQS: u16 = 8;
pub(crate) const REGION_READ: u16 = 9;
pub(crate) const REGION_WRITE: u16 = 10;
pub(crate) const RESET: u16 = 13;
pub(crate) const REGION_WRITE_MULTI: u16 = 15;

pub(crate) const BAR_USER: u32 = 0;
pub(crate) const BAR_DMA: u32 = 2;
pub(crate) const BAR_APERTURE: u32 = 4;
pub(crate) const CONFIG: u32 = 7;

pub(crate) const NO_REPLY: u32 = 1 << 4;
const REPLY_AND_ERROR: u32 = 0x21;

pub(crate) const ENODEV: u32 = 19;
pub(crate) const EINVAL: u32 = 22;
pub(crate) const EEXIST: u32 = 17;
pub(crate) const EMSGSIZE: u32 = 90;
pub(crate) const ENOTSUP: u32 = 95;

/// Guest RAM of the tests: where, and how much.
pub(crate) const RAM: u64 = 0x10_0000;
pub(crate) const RAM_BYTES: u64 = 0x40_0000;

pub(crate) fn fast() -> Box<dyn Card> {
    forebay_sim::open("fast:loopback", LinkParams::default(), None).unwrap()
}

/// A card with its parts elsewhere.
pub(crate) fn shell() -> Box<dyn Card> {
    forebay_sim::open("fast:loopback-shell", LinkParams::default(), None).unwrap()
}

pub(crate) fn rtl() -> Box<dyn Card> {
    forebay_sim::open("rtl:loopback", LinkParams::default(), None).unwrap()
}

pub(crate) fn rtl_shell() -> Box<dyn Card> {
    forebay_sim::open("rtl:loopback-shell", LinkParams::default(), None).unwrap()
}

/// A served card and a connected client.
pub(crate) struct Session {
    pub(crate) client: Client,
    stop: UnixStream,
    thread: JoinHandle<(Server, Result<Ending, ServeError>)>,
    /// Ends with the server.
    serving: Receiver<()>,
}

impl Session {
    /// Serves a fresh card.
    pub(crate) fn new(card: Box<dyn Card>) -> Self {
        Self::recorded(card, Recorder::default())
    }

    /// Serves a card that is recorded.
    pub(crate) fn recorded(card: Box<dyn Card>, recorder: Recorder) -> Self {
        Self::with(Server::new(card, recorder).unwrap())
    }

    /// Serves another client with the same server.
    pub(crate) fn with(server: Server) -> Self {
        Self::start(server, UnixStream::pair().unwrap(), |_| ())
    }

    /// Serves a fresh card to a client that has spoken before. Nobody but the server has what it sent then and closed.
    pub(crate) fn after(card: Box<dyn Card>, speak: impl FnOnce(&mut Client)) -> Self {
        let server = Server::new(card, Recorder::default()).unwrap();
        Self::start(server, UnixStream::pair().unwrap(), speak)
    }

    /// The same until `wake` can be read.
    pub(crate) fn stopped_by(
        card: Box<dyn Card>,
        wake: UnixStream,
        speak: impl FnOnce(&mut Client),
    ) -> Self {
        let (stop, _) = UnixStream::pair().unwrap();
        Self::start(Server::new(card, Recorder::default()).unwrap(), (stop, wake), speak)
    }

    fn start(
        mut server: Server,
        (stop, wake): (UnixStream, UnixStream),
        speak: impl FnOnce(&mut Client),
    ) -> Self {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut client = Client::new(ours);
        speak(&mut client);
        let (serves, serving) = channel();
        let thread = std::thread::spawn(move || {
            let ending = server.serve(theirs, wake.as_fd());
            drop(serves);
            (server, ending)
        });
        Self { client, stop, thread, serving }
    }

    /// Waits for the server, but not for one that somebody holds up.
    fn over(
        thread: JoinHandle<(Server, Result<Ending, ServeError>)>,
        serving: &Receiver<()>,
    ) -> (Server, Result<Ending, ServeError>) {
        assert_eq!(serving.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
        thread.join().unwrap()
    }

    /// With the version agreed on, RAM mapped, memory and bus master on.
    pub(crate) fn ready(card: Box<dyn Card>) -> (Self, File) {
        let mut session = Self::new(card);
        let ram = session.client.set_up();
        (session, ram)
    }

    /// Closes the client; what the server says to it.
    pub(crate) fn close(self) -> (Server, Result<Ending, ServeError>) {
        drop(self.client);
        Self::over(self.thread, &self.serving)
    }

    /// Closes the client, which must have been served without complaint.
    pub(crate) fn finish(self) -> Summary {
        let (server, ending) = self.close();
        assert_eq!(ending.unwrap(), Ending::ClientGone);
        server.summary()
    }

    /// Asks the server to stop while the client is there.
    pub(crate) fn stop(mut self) -> Ending {
        self.stop.write_all(b"x").unwrap();
        self.wait().unwrap()
    }

    /// Waits for a server that ends by itself.
    pub(crate) fn wait(self) -> Result<Ending, ServeError> {
        Self::over(self.thread, &self.serving).1
    }
}

/// The other end.
pub(crate) struct Client {
    pub(crate) stream: UnixStream,
    next_id: u16,
    /// BAR that begins with the block of DMA registers.
    pub(crate) dma_bar: u32,
}

impl Client {
    pub(crate) fn new(stream: UnixStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self { stream, next_id: 100, dma_bar: BAR_DMA }
    }

    /// Sends a message and gives its id.
    pub(crate) fn send(
        &mut self,
        command: u16,
        flags: u32,
        payload: &[u8],
        fds: &[BorrowedFd<'_>],
    ) -> u16 {
        let message = self.message(command, flags, payload);
        self.send_raw(&message, fds);
        self.next_id
    }

    /// A whole message with the next id.
    pub(crate) fn message(&mut self, command: u16, flags: u32, payload: &[u8]) -> Vec<u8> {
        self.next_id += 1;
        let size = u32::try_from(16 + payload.len()).unwrap();
        let mut message = self.next_id.to_le_bytes().to_vec();
        message.extend_from_slice(&command.to_le_bytes());
        message.extend(words(&[size, flags, 0]));
        message.extend_from_slice(payload);
        message
    }

    /// A request to which a descriptor belongs that the server has alone: it waits for the end of the message until this one
    /// is closed here.
    pub(crate) fn hand_over(&mut self, command: u16, flags: u32, fd: OwnedFd) {
        let message = self.message(command, flags, &[]);
        let (begin, end) = message.split_at(8);
        self.send_raw(begin, &[fd.as_fd()]);
        drop(fd);
        self.send_raw(end, &[]);
    }

    pub(crate) fn send_raw(&mut self, message: &[u8], fds: &[BorrowedFd<'_>]) {
        self.try_send(message, fds).unwrap();
    }

    /// Sends what may not be taken any more.
    pub(crate) fn try_send(
        &mut self,
        message: &[u8],
        fds: &[BorrowedFd<'_>],
    ) -> std::io::Result<()> {
        let mut space = vec![MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(64))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !fds.is_empty() {
            assert!(control.push(SendAncillaryMessage::ScmRights(fds)));
        }
        let slices = [IoSlice::new(message)];
        let sent = sendmsg(&self.stream, &slices, &mut control, SendFlags::NOSIGNAL)?;
        self.stream.write_all(&message[sent..])
    }

    /// Whether the socket takes another message before long.
    pub(crate) fn takes_more(&self) -> bool {
        let mut fds = [PollFd::new(&self.stream, PollFlags::OUT)];
        let while_longer = Timespec { tv_sec: 0, tv_nsec: 300_000_000 };
        poll(&mut fds, Some(&while_longer)).unwrap() == 1
    }

    /// Receives a message: id, and payload or error.
    pub(crate) fn receive(&mut self) -> (u16, Result<Vec<u8>, u32>) {
        let mut header = [0; 16];
        self.stream.read_exact(&mut header).unwrap();
        let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().unwrap());
        let mut payload = vec![0; word(4) as usize - 16];
        self.stream.read_exact(&mut payload).unwrap();
        let id = u16::from_le_bytes([header[0], header[1]]);
        match word(8) {
            1 => {
                assert_eq!(word(12), 0);
                (id, Ok(payload))
            }
            REPLY_AND_ERROR => {
                assert!(payload.is_empty());
                (id, Err(word(12)))
            }
            flags => panic!("reply with flags {flags:#x}"),
        }
    }

    /// Asks and waits for the answer.
    pub(crate) fn ask(&mut self, command: u16, payload: &[u8]) -> Result<Vec<u8>, u32> {
        self.ask_with(command, payload, &[])
    }

    pub(crate) fn ask_with(
        &mut self,
        command: u16,
        payload: &[u8],
        fds: &[BorrowedFd<'_>],
    ) -> Result<Vec<u8>, u32> {
        let id = self.send(command, 0, payload, fds);
        let (answered, outcome) = self.receive();
        assert_eq!(answered, id);
        outcome
    }

    /// Asks for several things in one piece: meanwhile the card works on only for as long as register reads take.
    pub(crate) fn ask_at_once<const N: usize>(
        &mut self,
        requests: [(u16, &[u8]); N],
    ) -> [Result<Vec<u8>, u32>; N] {
        let all: Vec<u8> =
            requests.iter().flat_map(|(command, data)| self.message(*command, 0, data)).collect();
        self.send_raw(&all, &[]);
        requests.map(|_| self.receive().1)
    }

    pub(crate) fn agree(&mut self) -> String {
        let caps = br#"{"capabilities":{"max_msg_fds":16,"write_multiple":true}}"#;
        let mut payload = vec![0, 0, 1, 0];
        payload.extend_from_slice(caps);
        payload.push(0);
        let reply = self.ask(VERSION, &payload).unwrap();
        assert_eq!((&reply[..4], reply.last()), (&[0, 0, 1, 0][..], Some(&0)));
        String::from_utf8(reply[4..reply.len() - 1].to_vec()).unwrap()
    }

    pub(crate) fn set_up(&mut self) -> File {
        self.agree();
        let ram = memory(RAM_BYTES);
        self.map(RAM, RAM_BYTES, 0, Some(ram.as_fd())).unwrap();
        self.write(CONFIG, 4, &[6, 0]).unwrap();
        ram
    }

    pub(crate) fn map(
        &mut self,
        addr: u64,
        size: u64,
        offset: u64,
        fd: Option<BorrowedFd<'_>>,
    ) -> Result<Vec<u8>, u32> {
        let mut payload = words(&[32, 3]);
        for field in [offset, addr, size] {
            payload.extend_from_slice(&field.to_le_bytes());
        }
        let fds: Vec<_> = fd.into_iter().collect();
        self.ask_with(DMA_MAP, &payload, &fds)
    }

    pub(crate) fn unmap(&mut self, addr: u64, size: u64) -> Result<Vec<u8>, u32> {
        self.unmap_with(0, addr, size)
    }

    /// Everything the client has mapped.
    pub(crate) fn unmap_all(&mut self) -> Result<Vec<u8>, u32> {
        self.unmap_with(2, 0, 0)
    }

    fn unmap_with(&mut self, flags: u32, addr: u64, size: u64) -> Result<Vec<u8>, u32> {
        let payload = unmap(flags, addr, size);
        let reply = self.ask(DMA_UNMAP, &payload)?;
        // All fields come back as they were, but for the size: that is how much was mapped there.
        assert_eq!((reply.len(), &reply[..16]), (24, &payload[..16]));
        Ok(reply)
    }

    /// Sets interrupts of kind MSI-X; `flags` are VFIO's.
    pub(crate) fn set_irqs(
        &mut self,
        flags: u32,
        start: u32,
        count: u32,
        fds: &[BorrowedFd<'_>],
    ) -> Result<Vec<u8>, u32> {
        self.ask_with(SET_IRQS, &words(&[20, flags, 2, start, count]), fds)
    }

    /// Gives a vector an eventfd.
    pub(crate) fn listen(&mut self, vector: u32) -> OwnedFd {
        let event = eventfd(0, EventfdFlags::NONBLOCK).unwrap();
        self.set_irqs(0x24, vector, 1, &[event.as_fd()]).unwrap();
        event
    }

    pub(crate) fn read(&mut self, region: u32, offset: u64, count: u32) -> Result<Vec<u8>, u32> {
        let reply = self.ask(REGION_READ, &access(region, offset, count))?;
        assert_eq!(reply[..16], access(region, offset, count));
        assert_eq!(reply.len(), 16 + count as usize);
        Ok(reply[16..].to_vec())
    }

    pub(crate) fn write(&mut self, region: u32, offset: u64, data: &[u8]) -> Result<Vec<u8>, u32> {
        let fields = access(region, offset, u32::try_from(data.len()).unwrap());
        let reply = self.ask(REGION_WRITE, &[&fields[..], data].concat())?;
        assert_eq!(reply, fields);
        Ok(reply)
    }

    /// A write that wants no answer, as QEMU writes to memory.
    pub(crate) fn post(&mut self, region: u32, offset: u64, data: &[u8]) {
        let fields = access(region, offset, u32::try_from(data.len()).unwrap());
        self.send(REGION_WRITE, NO_REPLY, &[&fields[..], data].concat(), &[]);
    }

    pub(crate) fn read32(&mut self, region: u32, offset: u32) -> u32 {
        let bytes = self.read(region, offset.into(), 4).unwrap();
        u32::from_le_bytes(bytes.try_into().unwrap())
    }

    pub(crate) fn post32(&mut self, region: u32, offset: u32, value: u32) {
        self.post(region, offset.into(), &value.to_le_bytes());
    }

    pub(crate) fn read_dma(&mut self, register: u32) -> u32 {
        self.read32(self.dma_bar, register)
    }

    pub(crate) fn post_dma(&mut self, register: u32, value: u32) {
        self.post32(self.dma_bar, register, value);
    }
}

pub(crate) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub(crate) fn access(region: u32, offset: u64, count: u32) -> Vec<u8> {
    let mut payload = offset.to_le_bytes().to_vec();
    payload.extend(words(&[region, count]));
    payload
}

pub(crate) fn unmap(flags: u32, addr: u64, size: u64) -> Vec<u8> {
    let mut payload = words(&[24, flags]);
    payload.extend_from_slice(&addr.to_le_bytes());
    payload.extend_from_slice(&size.to_le_bytes());
    payload
}

/// Memory that can be mapped by others and keeps its length, as QEMU makes it.
pub(crate) fn memory(bytes: u64) -> File {
    let file = loose_memory(bytes);
    fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL).unwrap();
    file
}

/// The same, but whoever has it can shorten it.
pub(crate) fn loose_memory(bytes: u64) -> File {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let file = File::from(memfd_create("ram", flags).unwrap());
    file.set_len(bytes).unwrap();
    file
}

/// Waits for an eventfd and gives its count.
pub(crate) fn events(event: &OwnedFd) -> u64 {
    let mut fds = [PollFd::new(event, PollFlags::IN)];
    let patience = Timespec { tv_sec: 60, tv_nsec: 0 };
    assert_eq!(poll(&mut fds, Some(&patience)).unwrap(), 1, "no message came");
    events_now(event)
}

/// The count of an eventfd, 0 if nothing came.
pub(crate) fn events_now(event: &OwnedFd) -> u64 {
    let mut count = [0; 8];
    match rustix::io::read(event, &mut count) {
        Ok(_) => u64::from_ne_bytes(count),
        Err(rustix::io::Errno::AGAIN) => 0,
        Err(errno) => panic!("{errno}"),
    }
}
