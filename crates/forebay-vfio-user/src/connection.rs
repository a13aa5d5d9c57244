// SPDX-License-Identifier: Apache-2.0
//! One client's socket: whole messages in, with their file descriptors, and answers out, never blocking.
//!
//! A message is read in two calls, header then payload, each limited to what belongs to it: so a descriptor that
//! comes along always belongs to the message being read. A payload beyond the limit is drained without being
//! kept, so that the stream stays in step.

use std::io::IoSliceMut;
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendFlags, recvmsg, send,
};

use crate::ServeError;
use crate::descriptors::{ClientFd, Closer, MAX_SENT_FDS, MAX_WAITING};
use crate::wire::{HEADER_BYTES, Header, MAX_FDS, MAX_PAYLOAD_BYTES};

/// Answers that may wait for a client that does not read; beyond, it is not served any more until it does.
const MAX_UNSENT_BYTES: usize = 4 << 20;
/// Reads in a row for one message. How many it takes its sender decides, who may cut it into single bytes and never end it: what is
/// left is read after a look at everything else.
const READS_IN_A_ROW: usize = 64;
/// How long a client is not read while too many of its descriptors wait to be closed. What is closed at all is closed long
/// before, however much else the machine has to do.
const CLOSING_PATIENCE: Duration = Duration::from_secs(1);
/// Bytes thrown away in one call while draining.
const DRAIN_BYTES: usize = 64 << 10;

/// A whole message.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) header: Header,
    /// What came, or why it could not be taken.
    pub(crate) payload: Result<Vec<u8>, Errno>,
    pub(crate) fds: Vec<ClientFd>,
}

/// What [`Connection::receive`] found.
#[derive(Debug)]
pub(crate) enum Received {
    Message(Message),
    /// No whole message for now.
    Nothing,
    /// The client has gone.
    Closed,
}

/// How far the message under way has come.
struct Incoming {
    header: [u8; HEADER_BYTES],
    /// Bytes of the header that are there.
    have: usize,
    payload: Vec<u8>,
    /// Bytes of the payload that are there, drained ones included.
    taken: usize,
    fds: Vec<ClientFd>,
    too_many_fds: bool,
}

impl Incoming {
    fn new() -> Self {
        Self {
            header: [0; HEADER_BYTES],
            have: 0,
            payload: Vec::new(),
            taken: 0,
            fds: Vec::new(),
            too_many_fds: false,
        }
    }
}

/// A client.
pub(crate) struct Connection {
    /// Closed by the closer's thread behind all else: what nobody has taken out of it may hold descriptors, whose closing waits.
    stream: Arc<UnixStream>,
    incoming: Incoming,
    /// Answers not yet sent, from `sent` on.
    unsent: Vec<u8>,
    sent: usize,
    closer: Rc<Closer>,
    /// Since when too many descriptors wait to be closed.
    piled_since: Option<Instant>,
}

impl Connection {
    /// Takes over a connected socket.
    pub(crate) fn new(stream: UnixStream) -> Result<Self, ServeError> {
        stream.set_nonblocking(true).map_err(ServeError::Client)?;
        let stream = Arc::new(stream);
        let closer = Rc::new(Closer::new(Arc::clone(&stream)));
        let incoming = Incoming::new();
        Ok(Self { stream, incoming, unsent: Vec::new(), sent: 0, closer, piled_since: None })
    }

    /// Whether answers wait for the client to read.
    pub(crate) fn has_unsent(&self) -> bool {
        self.sent < self.unsent.len()
    }

    /// Whether so many answers wait that no further request is to be taken.
    pub(crate) fn is_full(&self) -> bool {
        self.unsent.len() - self.sent > MAX_UNSENT_BYTES
    }

    /// Whether so many of the client's descriptors wait to be closed that nothing is read before fewer do.
    pub(crate) fn is_piled(&self) -> bool {
        self.closer.waiting() > MAX_WAITING
    }

    /// Lets a client go whose descriptors have been too many for too long.
    fn judge_piled(&mut self) -> Result<bool, ServeError> {
        if !self.is_piled() {
            self.piled_since = None;
            return Ok(false);
        }
        if self.piled_since.get_or_insert_with(Instant::now).elapsed() < CLOSING_PATIENCE {
            return Ok(true);
        }
        Err(ServeError::Descriptors { waiting: self.closer.waiting() })
    }

    /// Takes the next message if all of it has come. However many parts it has, this comes back before long.
    pub(crate) fn receive(&mut self) -> Result<Received, ServeError> {
        for _ in 0..READS_IN_A_ROW {
            if self.judge_piled()? {
                return Ok(Received::Nothing);
            }
            let got = match self.payload_bytes()? {
                None => self.receive_header()?,
                Some((_, bytes)) => self.receive_payload(bytes)?,
            };
            match got {
                Some(0) => return Ok(Received::Closed),
                Some(_) => {}
                None => return Ok(Received::Nothing),
            }
            if let Some((header, bytes)) = self.payload_bytes()?
                && self.incoming.taken == bytes
            {
                return Ok(Received::Message(self.finish(header, bytes)));
            }
        }
        Ok(Received::Nothing)
    }

    /// The header, once it is there, and how much comes behind it.
    fn payload_bytes(&self) -> Result<Option<(Header, usize)>, ServeError> {
        if self.incoming.have < HEADER_BYTES {
            return Ok(None);
        }
        let header = Header::parse(&self.incoming.header);
        let bytes = header.payload_bytes().ok_or(ServeError::Desync { size: header.size })?;
        Ok(Some((header, bytes)))
    }

    fn finish(&mut self, header: Header, bytes: usize) -> Message {
        let Incoming { payload, fds, too_many_fds, .. } =
            std::mem::replace(&mut self.incoming, Incoming::new());
        let payload = if too_many_fds {
            Err(Errno::INVAL)
        } else if bytes > MAX_PAYLOAD_BYTES {
            Err(Errno::MSGSIZE)
        } else {
            Ok(payload)
        };
        Message { header, payload, fds }
    }

    fn receive_header(&mut self) -> Result<Option<usize>, ServeError> {
        let Incoming { header, have, .. } = &mut self.incoming;
        let got = receive(self.stream.as_fd(), &mut header[*have..])?;
        Ok(got.map(|got| {
            self.incoming.have += got.bytes;
            self.incoming.keep(got, &self.closer)
        }))
    }

    fn receive_payload(&mut self, bytes: usize) -> Result<Option<usize>, ServeError> {
        let incoming = &mut self.incoming;
        let got = if bytes > MAX_PAYLOAD_BYTES {
            let mut drain = vec![0; DRAIN_BYTES.min(bytes - incoming.taken)];
            receive(self.stream.as_fd(), &mut drain)?
        } else {
            incoming.payload.resize(bytes, 0);
            receive(self.stream.as_fd(), &mut incoming.payload[incoming.taken..])?
        };
        Ok(got.map(|got| {
            self.incoming.taken += got.bytes;
            self.incoming.keep(got, &self.closer)
        }))
    }

    /// Queues an answer and sends what the client takes now.
    pub(crate) fn send(&mut self, message: &[u8]) -> Result<(), ServeError> {
        // A client that always leaves a little unread must not make this grow with all that it was ever sent.
        if self.sent > self.unsent.len() / 2 {
            self.unsent.drain(..std::mem::take(&mut self.sent));
        }
        self.unsent.extend_from_slice(message);
        self.flush()
    }

    /// Sends what the client takes now.
    pub(crate) fn flush(&mut self) -> Result<(), ServeError> {
        while self.has_unsent() {
            let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
            match send(&*self.stream, &self.unsent[self.sent..], flags) {
                Ok(bytes) => self.sent += bytes,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(()),
                // Nobody will read it; that the client has gone shows at the next read.
                Err(Errno::PIPE | Errno::CONNRESET) => break,
                Err(errno) => return Err(ServeError::Client(errno.into())),
            }
        }
        self.unsent.clear();
        self.sent = 0;
        Ok(())
    }
}

impl Drop for Connection {
    /// The client learns of it now, whenever the socket is closed.
    fn drop(&mut self) {
        // One that has gone knows.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

/// What one call brought.
struct Got {
    bytes: usize,
    fds: Vec<OwnedFd>,
    too_many_fds: bool,
}

impl Incoming {
    fn keep(&mut self, got: Got, closer: &Rc<Closer>) -> usize {
        self.fds.extend(got.fds.into_iter().map(|fd| ClientFd::new(fd, closer)));
        self.too_many_fds |= got.too_many_fds || self.fds.len() > MAX_FDS;
        self.fds.truncate(MAX_FDS);
        got.bytes
    }
}

/// Reads once. `None`: nothing there. The end of the stream, or a client that was killed, is 0 bytes.
fn receive(socket: BorrowedFd<'_>, into: &mut [u8]) -> Result<Option<Got>, ServeError> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_SENT_FDS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
    let received = loop {
        match recvmsg(socket, &mut [IoSliceMut::new(into)], &mut control, flags) {
            Err(Errno::INTR) => {}
            other => break other,
        }
    };
    let received = match received {
        Ok(received) => received,
        Err(Errno::AGAIN) => return Ok(None),
        Err(Errno::CONNRESET) => {
            return Ok(Some(Got { bytes: 0, fds: Vec::new(), too_many_fds: false }));
        }
        Err(errno) => return Err(ServeError::Client(errno.into())),
    };
    let too_many_fds = received.flags.contains(ReturnFlags::CTRUNC);
    let mut fds = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            fds.extend(rights);
        }
    }
    Ok(Some(Got { bytes: received.bytes, fds, too_many_fds }))
}

#[cfg(test)]
mod tests {
    use std::io::{IoSlice, Read, Write};

    use rustix::event::{EventfdFlags, eventfd};
    use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, sendmsg};

    use super::*;

    #[test]
    fn a_message_of_any_number_of_parts_is_taken_by_and_by() {
        const BYTES: usize = 3 * READS_IN_A_ROW;
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut connection = Connection::new(ours).unwrap();
        let size = u32::try_from(HEADER_BYTES + BYTES).unwrap();
        theirs.write_all(&[99 << 16, size, 0, 0].map(u32::to_le_bytes).concat()).unwrap();
        // What comes with a descriptor is not read in one call with what comes behind it.
        let event = eventfd(0, EventfdFlags::empty()).unwrap();
        for part in 0..BYTES {
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut control = SendAncillaryBuffer::new(&mut space);
            let fds = [event.as_fd()];
            assert!(control.push(SendAncillaryMessage::ScmRights(&fds)));
            let byte = [u8::try_from(part % 251).unwrap()];
            sendmsg(&theirs, &[IoSlice::new(&byte)], &mut control, SendFlags::empty()).unwrap();
        }
        let mut looks = 0;
        let message = loop {
            looks += 1;
            match connection.receive().unwrap() {
                Received::Message(message) => break message,
                Received::Nothing => assert!(looks < BYTES, "it stays incomplete"),
                Received::Closed => panic!("nobody has closed it"),
            }
        };
        assert_eq!(looks, 4, "header and {BYTES} parts, {READS_IN_A_ROW} in a row");
        assert_eq!(message.header.size, size);
        assert_eq!(message.payload, Err(Errno::INVAL), "too many descriptors");
    }

    #[test]
    fn what_was_sent_is_not_kept() {
        const ANSWER: usize = 4096;
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut connection = Connection::new(ours).unwrap();
        let mut sent = 0_u64;
        let mut answer = |connection: &mut Connection| {
            connection.send(&[u8::try_from(sent % 251).unwrap(); ANSWER]).unwrap();
            sent += 1;
        };
        // More than the socket takes waits here all the time.
        while connection.unsent.len() < 64 * ANSWER {
            answer(&mut connection);
        }
        let mut read = [0; ANSWER];
        for place in 0..10_000_u64 {
            theirs.read_exact(&mut read).unwrap();
            assert!(read.iter().all(|byte| u64::from(*byte) == place % 251), "answer {place}");
            answer(&mut connection);
            assert!(connection.has_unsent());
            assert!(connection.unsent.len() <= 512 * ANSWER, "{} bytes", connection.unsent.len());
        }
    }
}
