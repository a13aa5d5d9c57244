// SPDX-License-Identifier: Apache-2.0
//! The loop: one thread owns model and socket.

use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

use forebay_bus::Card;
use forebay_trace::Recorder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::connection::{Connection, Message, Received};
use crate::function::Function;
use crate::stop::StopSign;
use crate::{ServeError, Summary};

/// Requests answered in a row before a busy card gets its turn.
const REQUESTS_PER_TURN: usize = 32;

/// Why serving a client ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client has gone.
    ClientGone,
    /// Somebody asked this server to stop.
    Stopped,
}

/// A card that is served, to one client at a time.
pub struct Server {
    function: Function,
}

impl Server {
    /// Makes a server of a card in its power-on state. A card that is recorded comes with its recorder, which is told what
    /// the card does not see; without one, give the default.
    ///
    /// # Errors
    /// [`ServeError::Card`] when it is not a card this program knows, [`ServeError::Signals`] when the system does not let
    /// clients be told of messages.
    pub fn new(card: Box<dyn Card>, recorder: Recorder) -> Result<Self, ServeError> {
        Ok(Self { function: Function::new(card, recorder)? })
    }

    /// Counts so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.function.summary()
    }

    /// Serves a client until it goes, or until `stop` becomes readable. The card is reset when it has gone.
    ///
    /// # Errors
    /// [`ServeError::Card`] when the card broke, else what the client's socket or its sense said; in the latter case
    /// the card is ready for the next one.
    pub fn serve(
        &mut self,
        client: UnixStream,
        stop: BorrowedFd<'_>,
    ) -> Result<Ending, ServeError> {
        let mut connection = Connection::new(client)?;
        self.function.client_here();
        let ending = self.run(&mut connection, StopSign(stop));
        match &ending {
            Ok(Ending::Stopped) | Err(ServeError::Card(_)) => {}
            _ => self.function.client_gone()?,
        }
        ending
    }

    fn run(
        &mut self,
        connection: &mut Connection,
        stop: StopSign<'_>,
    ) -> Result<Ending, ServeError> {
        loop {
            let ready = wait(connection, stop, self.function.is_busy())?;
            if ready.stop {
                return Ok(Ending::Stopped);
            }
            if ready.write {
                connection.flush()?;
            }
            if ready.read
                && let Some(ending) = self.answer(connection, stop)?
            {
                return Ok(ending);
            }
            if self.function.is_busy() {
                self.function.advance()?;
            }
        }
    }

    /// Answers what has come, up to a turn's worth; gives the end if it has come.
    fn answer(
        &mut self,
        connection: &mut Connection,
        stop: StopSign<'_>,
    ) -> Result<Option<Ending>, ServeError> {
        for _ in 0..REQUESTS_PER_TURN {
            match connection.receive()? {
                Received::Nothing => return Ok(None),
                Received::Closed => return Ok(Some(Ending::ClientGone)),
                Received::Message(message) => self.message(connection, message, stop)?,
            }
            // One message may take as long as a card that does not answer, a turn many times that.
            if stop.is_up() {
                return Ok(Some(Ending::Stopped));
            }
            if connection.is_full() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn message(
        &mut self,
        connection: &mut Connection,
        message: Message,
        stop: StopSign<'_>,
    ) -> Result<(), ServeError> {
        let header = message.header;
        // This server asks for nothing, so an answer answers nothing.
        if !header.is_request() {
            return Ok(());
        }
        let outcome = self.function.handle(message, stop)?;
        if header.wants_reply() {
            connection.send(&header.reply(outcome.as_deref().map_err(|errno| *errno)))?;
        }
        Ok(())
    }
}

/// What can be done now.
struct Ready {
    read: bool,
    write: bool,
    stop: bool,
}

/// Looks at the sockets; waits for them if there is nothing else to do.
fn wait(connection: &Connection, stop: StopSign<'_>, busy: bool) -> Result<Ready, ServeError> {
    const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };
    const LOOK_AGAIN: Timespec = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
    // Nobody tells when descriptors have been closed.
    let piled = connection.is_piled();
    let mut wanted = PollFlags::empty();
    wanted.set(PollFlags::IN, !connection.is_full());
    wanted.set(PollFlags::OUT, connection.has_unsent());
    let mut fds = [
        PollFd::from_borrowed_fd(stop.0, PollFlags::IN),
        PollFd::from_borrowed_fd(connection.as_fd(), wanted),
    ];
    let watched = if piled { &mut fds[..1] } else { &mut fds[..] };
    let patience = if busy { Some(&AT_ONCE) } else { piled.then_some(&LOOK_AGAIN) };
    loop {
        match poll(watched, patience) {
            Err(Errno::INTR) => {}
            Err(errno) => return Err(ServeError::Client(errno.into())),
            Ok(_) => break,
        }
    }
    let client = fds[1].revents();
    let gone = client.intersects(PollFlags::HUP | PollFlags::ERR);
    Ok(Ready {
        // What came before the end is still to be read; and one that waits for its descriptors is looked at.
        read: client.contains(PollFlags::IN) || gone || piled,
        write: client.contains(PollFlags::OUT),
        stop: !fds[0].revents().is_empty(),
    })
}
