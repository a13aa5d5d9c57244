// SPDX-License-Identifier: Apache-2.0
//! The order of transfers on one channel: queued ones run in a thread of their own, others in their caller's.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::port::Pulled;
use super::wakeup::Wakeup;
use crate::transport::{Memory, Moved, Outcome, Part};
use crate::{ChannelId, ForebayError};

/// What actually moves data; blocks until it is moved or has failed.
pub(super) trait Mover: Send + Sync + 'static {
    fn channel(&self) -> ChannelId;
    fn write(&self, bytes: &[u8], card: u64) -> Result<(), ForebayError>;
    /// Writes pieces, each to its place, by one call; false if that cannot be, and then nothing was done.
    fn write_list(&self, _: &[(&[u8], u64)]) -> Result<bool, ForebayError> {
        Ok(false)
    }
    fn read(&self, bytes: &mut [u8], card: u64) -> Result<Pulled, ForebayError>;
    /// The card's time.
    fn now(&self) -> Result<u64, ForebayError>;
    /// Resets of the card so far, where somebody tells.
    fn resets(&self) -> Option<u32>;
}

/// A channel in use. Dropping it gives up what waits and ends with the call under way, which the driver's time-out
/// bounds.
pub(super) struct Channel {
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

struct Shared {
    mover: Box<dyn Mover>,
    wakeup: Arc<Wakeup>,
    turns: Mutex<Turns>,
    changed: Condvar,
}

/// Who is next, and what has ended.
#[derive(Default)]
struct Turns {
    next_id: u64,
    line: VecDeque<Turn>,
    /// The first in line is being served.
    busy: bool,
    ended: HashMap<u64, Outcome>,
    closing: bool,
}

impl Turns {
    /// Who is being served.
    fn served(&self) -> Option<u64> {
        self.line.front().filter(|_| self.busy).map(|turn| turn.id)
    }

    /// Takes everybody out of the line who is not being served.
    fn cancel_waiting(&mut self, channel: ChannelId) {
        self.cancel(channel, self.line.len());
    }

    /// Takes those of a chain out of the line that are its first.
    fn cancel_chain(&mut self, channel: ChannelId, chain: u64) {
        let same = self.line.iter().take_while(|turn| turn.chain == Some(chain));
        self.cancel(channel, same.count());
    }

    /// Takes those before `end` out of the line who are not being served.
    fn cancel(&mut self, channel: ChannelId, end: usize) {
        for turn in self.line.drain(usize::from(self.busy)..end) {
            // A caller sees for itself that it is not in the line any more.
            if let Work::Queued { .. } = turn.work {
                let result = Err(ForebayError::Cancelled { channel, bytes: 0 });
                self.ended.insert(turn.id, Outcome { result, buffer: None });
            }
        }
    }
}

struct Turn {
    id: u64,
    work: Work,
    chain: Option<u64>,
}

enum Work {
    /// For the worker.
    Queued { memory: Memory, parts: Vec<Part> },
    /// The worker has it.
    Taken,
    /// The worker has it, and nobody wants to know the end.
    Forgotten,
    /// A caller waits for its turn.
    Caller,
}

impl Channel {
    /// Starts the worker.
    pub(super) fn start(mover: Box<dyn Mover>, wakeup: Arc<Wakeup>) -> Result<Self, ForebayError> {
        let name = format!("forebay {}", mover.channel());
        let turns = Mutex::default();
        let shared = Arc::new(Shared { mover, wakeup, turns, changed: Condvar::new() });
        let worker = Arc::clone(&shared);
        let worker =
            thread::Builder::new().name(name).spawn(move || worker.work()).map_err(|source| {
                ForebayError::System { what: "starting a channel's thread", source }
            })?;
        Ok(Self { shared, worker: Some(worker) })
    }

    /// Queues a transfer; of a chain, where it is one of those.
    pub(super) fn submit_in(&self, chain: Option<u64>, memory: Memory, parts: Vec<Part>) -> u64 {
        self.shared.line_up(Work::Queued { memory, parts }, chain)
    }

    #[cfg(test)]
    fn submit(&self, memory: Memory, parts: Vec<Part>) -> u64 {
        self.submit_in(None, memory, parts)
    }

    /// Waits for the end of a queued transfer.
    pub(super) fn wait(&self, id: u64) -> Result<Outcome, ForebayError> {
        let shared = &self.shared;
        let mut turns = shared.lock();
        loop {
            if let Some(outcome) = turns.ended.remove(&id) {
                return Ok(outcome);
            }
            if !turns.line.iter().any(|turn| turn.id == id) {
                return Err(ForebayError::Cancelled { channel: shared.mover.channel(), bytes: 0 });
            }
            turns = shared.wait(turns);
        }
    }

    /// Whether a queued transfer has ended.
    pub(super) fn has_ended(&self, id: u64) -> bool {
        let turns = self.shared.lock();
        turns.ended.contains_key(&id) || !turns.line.iter().any(|turn| turn.id == id)
    }

    /// Gives up a queued transfer. One that the driver already has runs to its end, and its memory with it.
    pub(super) fn forget(&self, id: u64) {
        let mut turns = self.shared.lock();
        if turns.ended.remove(&id).is_some() {
            return;
        }
        match turns.line.iter().position(|turn| turn.id == id) {
            Some(0) if turns.busy => turns.line[0].work = Work::Forgotten,
            Some(place) => drop(turns.line.remove(place)),
            None => {}
        }
        self.shared.changed.notify_all();
    }

    /// Takes every transfer that the driver does not have yet out of the line.
    pub(super) fn cancel_waiting(&self) {
        self.shared.lock().cancel_waiting(self.shared.mover.channel());
        self.shared.changed.notify_all();
    }

    /// Waits for the call under way, if there is one; for none of those that come meanwhile.
    pub(super) fn wait_served(&self) {
        let served = self.shared.lock().served();
        self.shared.wait_past(served);
    }

    /// Moves borrowed bytes to the card in the caller's thread, when its turn has come.
    pub(super) fn push(&self, bytes: &[u8], card: u64) -> Result<Moved, ForebayError> {
        self.shared.in_turn(|mover| {
            mover.write(bytes, card)?;
            let finished_at = mover.now()?;
            Ok(Moved { bytes: bytes.len() as u64, eop: false, finished_at })
        })
    }

    /// Fills borrowed memory from the card in the caller's thread, when its turn has come.
    pub(super) fn pull(&self, bytes: &mut [u8], card: u64) -> Result<Moved, ForebayError> {
        self.shared.in_turn(|mover| {
            let Pulled { bytes, eop } = mover.read(bytes, card)?;
            Ok(Moved { bytes, eop, finished_at: mover.now()? })
        })
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        let mut turns = self.shared.lock();
        turns.closing = true;
        drop(turns);
        self.shared.changed.notify_all();
        if let Some(worker) = self.worker.take() {
            // A worker that panicked has said so; there is nothing to clean up after it.
            let _ = worker.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, turns: MutexGuard<'a, Turns>) -> MutexGuard<'a, Turns> {
        self.changed.wait(turns).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until somebody else is being served, or nobody.
    fn wait_past(&self, served: Option<u64>) {
        let mut turns = self.lock();
        while served.is_some() && turns.served() == served {
            turns = self.wait(turns);
        }
    }

    fn line_up(&self, work: Work, chain: Option<u64>) -> u64 {
        let mut turns = self.lock();
        let id = turns.next_id;
        turns.next_id += 1;
        turns.line.push_back(Turn { id, work, chain });
        self.changed.notify_all();
        id
    }

    fn in_turn(
        &self,
        act: impl FnOnce(&dyn Mover) -> Result<Moved, ForebayError>,
    ) -> Result<Moved, ForebayError> {
        let id = self.line_up(Work::Caller, None);
        let mut turns = self.lock();
        while turns.busy || turns.line.front().is_none_or(|turn| turn.id != id) {
            if !turns.line.iter().any(|turn| turn.id == id) {
                return Err(ForebayError::Cancelled { channel: self.mover.channel(), bytes: 0 });
            }
            turns = self.wait(turns);
        }
        turns.busy = true;
        drop(turns);
        let result = act(&*self.mover);
        self.end_turn(was_given_up(&result), None);
        result
    }

    /// The first in line has been served. If it was given up in the middle, what waits behind it would go on where it
    /// should not, and is cancelled; if it failed, so is its chain.
    fn end_turn(&self, given_up: bool, outcome: Option<Outcome>) {
        let mut turns = self.lock();
        turns.busy = false;
        if let Some(turn) = turns.line.pop_front() {
            let failed = outcome.as_ref().is_some_and(|outcome| outcome.result.is_err());
            if let (true, Some(chain)) = (failed, turn.chain) {
                turns.cancel_chain(self.mover.channel(), chain);
            }
            if let (Work::Taken, Some(outcome)) = (turn.work, outcome) {
                turns.ended.insert(turn.id, outcome);
            }
        }
        if given_up {
            turns.cancel_waiting(self.mover.channel());
        }
        self.changed.notify_all();
        drop(turns);
        self.wakeup.notify();
    }

    /// The worker: serves queued transfers in order until the channel is closed.
    fn work(&self) {
        while let Some((memory, parts)) = self.next() {
            let outcome = self.serve(memory, &parts);
            self.end_turn(was_given_up(&outcome.result), Some(outcome));
        }
    }

    /// The next queued transfer when it is its turn; none when the channel closes.
    fn next(&self) -> Option<(Memory, Vec<Part>)> {
        let mut turns = self.lock();
        loop {
            if turns.closing {
                return None;
            }
            if !turns.busy
                && let Some(turn) = turns.line.front_mut()
                && let Work::Queued { .. } = turn.work
                && let Work::Queued { memory, parts } =
                    std::mem::replace(&mut turn.work, Work::Taken)
            {
                turns.busy = true;
                return Some((memory, parts));
            }
            turns = self.wait(turns);
        }
    }

    fn serve(&self, mut memory: Memory, parts: &[Part]) -> Outcome {
        let result = self.move_parts(&mut memory, parts);
        let buffer = match memory {
            Memory::Owned(buffer) => Some(buffer),
            Memory::Shared(_) => None,
        };
        Outcome { result, buffer }
    }

    fn move_parts(&self, memory: &mut Memory, parts: &[Part]) -> Result<Moved, ForebayError> {
        let mut moved = Moved { bytes: 0, eop: false, finished_at: 0 };
        let resets = self.mover.resets();
        let asked: usize = parts.iter().map(|part| part.range.len()).sum();
        let behind = |before: u64, error| of_transfer(before, asked as u64, error);
        let mut rest = parts;
        if let Memory::Shared(buffers) = memory
            && parts.len() > 1
        {
            let pieces: Vec<_> =
                parts.iter().map(|of| (&buffers[of.buffer][of.range.clone()], of.card)).collect();
            let listed = self.mover.write_list(&pieces);
            if listed.map_err(|error| behind(0, error))? {
                moved.bytes = asked as u64;
                rest = &[];
            }
        }
        for Part { buffer, range, card, .. } in rest {
            match memory {
                Memory::Shared(buffers) => {
                    let written = self.mover.write(&buffers[*buffer][range.clone()], *card);
                    written.map_err(|error| behind(moved.bytes, error))?;
                    moved.bytes += range.len() as u64;
                }
                Memory::Owned(buffer) => {
                    let pulled = self.mover.read(&mut buffer[range.clone()], *card);
                    let pulled = pulled.map_err(|error| behind(moved.bytes, error))?;
                    moved.bytes += pulled.bytes;
                    moved.eop |= pulled.eop;
                }
            }
        }
        // A reset between two parts fails neither of them, and takes away what the first has moved.
        if parts.len() > 1 && self.mover.resets() != resets {
            return Err(ForebayError::Cancelled { channel: self.mover.channel(), bytes: 0 });
        }
        moved.finished_at = self.mover.now()?;
        Ok(moved)
    }
}

const fn was_given_up(result: &Result<Moved, ForebayError>) -> bool {
    matches!(result, Err(ForebayError::Timeout { .. } | ForebayError::Deadlock { .. }))
}

/// The error of a part as that of its transfer, of which the parts before have moved `before` bytes of `total`.
fn of_transfer(before: u64, total: u64, error: ForebayError) -> ForebayError {
    match error {
        ForebayError::Cancelled { channel, bytes } => {
            ForebayError::Cancelled { channel, bytes: before + bytes }
        }
        ForebayError::Timeout { channel, done, hint, .. } => {
            ForebayError::Timeout { channel, done: before + done, total, hint }
        }
        ForebayError::Deadlock { channel, done, total, bytes, stall } => {
            ForebayError::Deadlock { channel, done, total, bytes: before + bytes, stall }
        }
        other => other,
    }
}

#[cfg(test)]
#[path = "channel_tests.rs"]
mod tests;
