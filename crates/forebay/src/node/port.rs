// SPDX-License-Identifier: Apache-2.0
//! One open channel node: blocking calls, partial counts, and why a call failed.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use forebay_regs::user::{self as regs, last_bad};
use rustix::io::Errno;

use super::abi::{self, LastError, cause};
use super::calls::{Calls, NodeFile};
use super::failure::{self, Call};
use super::family::{Family, Nodes};
use super::stalls::Declared;
use super::user::User;
use crate::dma_engine::bits_of;
use crate::identity::Identity;
use crate::next_step::{Maker, next_step};
use crate::registers::Registers;
use crate::{ChannelId, EngineCause, ForebayError, Stall};

/// No call of Linux moves more.
const LINUX_MAX_BYTES: usize = 0x7fff_f000;

/// An open channel node. One call at a time: the driver keeps the reason of a file's last failure only.
pub(super) struct Port {
    pub channel: ChannelId,
    stream: bool,
    calls: Box<dyn Calls>,
    path: PathBuf,
    /// Bytes that one call moves at most.
    max_bytes: usize,
    known: Known,
    user: Arc<User>,
    identity: Identity,
    declared: Arc<Declared>,
}

/// What the module has told of a file's failures and of its packets: what it says is news once.
#[derive(Debug, Default)]
struct Known {
    failures: AtomicU64,
    packets: AtomicU64,
}

/// What a read brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pulled {
    pub bytes: u64,
    pub eop: bool,
}

impl Port {
    /// Opens the node of a channel, looks whether it is the channel meant, and says how its transfers are waited for.
    pub(super) fn open(
        nodes: &Nodes,
        channel: ChannelId,
        stream: bool,
        user: Arc<User>,
        (identity, completion): (Identity, Option<abi::Completion>),
        declared: Arc<Declared>,
    ) -> Result<Self, ForebayError> {
        let (file, path) = nodes.open_channel(channel, stream)?;
        let family = nodes.family;
        let mut max_bytes = LINUX_MAX_BYTES;
        if family == Family::Forebay {
            let asked = Call { what: "FOREBAY_IOC_INFO", at: 0, bytes: 0, done: 0 };
            let info =
                abi::info(&file).map_err(|error| failure::call(&path, asked, error.into()))?;
            if info.abi != abi::ABI {
                return Err(ForebayError::NodeAbi { path, seen: info.abi, known: abi::ABI });
            }
            max_bytes = usize::try_from(info.max_bytes).unwrap_or(usize::MAX).clamp(1, max_bytes);
        }
        if let Some(completion) = completion {
            let asked = Call { what: "FOREBAY_IOC_SET_COMPLETION", at: 0, bytes: 0, done: 0 };
            abi::set_completion(&file, completion)
                .map_err(|error| failure::call(&path, asked, error.into()))?;
        }
        let (calls, known) = (Box::new(NodeFile { family, file }), Known::default());
        Ok(Self { channel, stream, calls, path, max_bytes, known, user, identity, declared })
    }

    /// Writes all of `bytes`; on a stream as one packet.
    pub(super) fn write(&self, bytes: &[u8], card: u64) -> Result<(), ForebayError> {
        let (channel, max) = (self.channel, self.max_bytes);
        if self.stream && bytes.len() > max {
            return Err(ForebayError::PacketTooLong { channel, bytes: bytes.len(), max });
        }
        let total = bytes.len() as u64;
        let resets = self.resets();
        let mut rest = bytes;
        while !rest.is_empty() {
            let done = total - rest.len() as u64;
            let call = Call { what: "write", at: card.wrapping_add(done), bytes: total, done };
            let asked = rest.len().min(max);
            let count = self
                .call(call, asked, || self.calls.write_at(&rest[..asked], self.offset(call.at)))?;
            rest = &rest[count..];
            if self.stream && !rest.is_empty() {
                return Err(self.short(Call { done: count as u64, ..call }));
            }
            if call.done > 0 {
                self.not_reset(resets)?;
            }
        }
        Ok(())
    }

    /// Writes all pieces, each to its place, by as few calls as the driver takes; false if it takes no lists.
    pub(super) fn write_list(&self, pieces: &[(&[u8], u64)]) -> Result<bool, ForebayError> {
        if self.stream {
            return Ok(false);
        }
        let mut rest: Vec<_> = pieces.iter().copied().filter(|(of, _)| !of.is_empty()).collect();
        let bytes = pieces.iter().map(|(of, _)| of.len() as u64).sum();
        let resets = self.resets();
        let mut done = 0;
        while let Some((_, at)) = rest.first().copied() {
            let batch = &rest[..rest.len().min(abi::MAX_PIECES)];
            let asked = batch.iter().map(|(of, _)| of.len()).sum();
            let call = Call { what: "list of writes", at, bytes, done };
            let mut takes_lists = true;
            let count = self.call(call, asked, || {
                self.calls.write_list(batch).unwrap_or_else(|| {
                    takes_lists = false;
                    Ok(asked)
                })
            })?;
            if !takes_lists {
                return Ok(false);
            }
            done += count as u64;
            drop_front(&mut rest, count);
            if call.done > 0 {
                self.not_reset(resets)?;
            }
        }
        Ok(true)
    }

    /// Fills `bytes`; on a stream until a packet ends.
    pub(super) fn read(&self, bytes: &mut [u8], card: u64) -> Result<Pulled, ForebayError> {
        let total = bytes.len() as u64;
        let resets = self.resets();
        let mut done = 0;
        while done < bytes.len() {
            let at = card.wrapping_add(done as u64);
            let call = Call { what: "read", at, bytes: total, done: done as u64 };
            let asked = (bytes.len() - done).min(self.max_bytes);
            let rest = &mut bytes[done..done + asked];
            let count = self.call(call, asked, || self.calls.read_at(rest, self.offset(at)))?;
            done += count;
            if call.done > 0 {
                self.not_reset(resets)?;
            }
            let call = Call { done: done as u64, ..call };
            if self.stream && self.packet_ends(call, count < asked)? {
                return Ok(Pulled { bytes: call.done, eop: true });
            }
        }
        Ok(Pulled { bytes: total, eop: false })
    }

    /// Whether a packet has ended with the call of a stream that has just brought bytes, fewer than asked for or not.
    fn packet_ends(&self, call: Call, short: bool) -> Result<bool, ForebayError> {
        if self.calls.packets().is_some_and(|ended| self.known.is_another_packet(ended)) {
            return Ok(true);
        }
        if !short {
            return Ok(false);
        }
        // The driver gave up in the middle of a packet, and then it has a reason; or it tells nothing of packets.
        match self.reason() {
            Some(error) if interrupted(&error) => Ok(false),
            Some(error) => Err(self.explained(call, &error)),
            None => Ok(true),
        }
    }

    /// Resets of the card so far, where the driver tells.
    pub(super) fn resets(&self) -> Option<u32> {
        self.calls.resets()
    }

    /// What earlier calls of a transfer have moved is still there: a reset between two calls fails neither of them.
    fn not_reset(&self, before: Option<u32>) -> Result<(), ForebayError> {
        if self.resets() == before {
            return Ok(());
        }
        Err(ForebayError::Cancelled { channel: self.channel, bytes: 0 })
    }

    /// The card's time.
    pub(super) fn now(&self) -> Result<u64, ForebayError> {
        self.user.now()
    }

    const fn receives(&self) -> bool {
        self.stream && matches!(self.channel, ChannelId::C2h(_))
    }

    /// On a stream the offset has no meaning, and one that grows past what a file may have would be refused.
    const fn offset(&self, card: u64) -> u64 {
        if self.stream { 0 } else { card }
    }

    /// One call, again if a signal came before anything was done. A count that is short on a memory-mapped channel has
    /// a reason, which the driver keeps. None at all is the end of a packet on a stream to the host, whose bytes earlier
    /// calls have brought, and nothing that should be anywhere else.
    fn call(
        &self,
        call: Call,
        asked: usize,
        mut act: impl FnMut() -> io::Result<usize>,
    ) -> Result<usize, ForebayError> {
        loop {
            match act() {
                Err(error) => {
                    let reason = self.reason();
                    if error.kind() != io::ErrorKind::Interrupted {
                        return Err(self.failed(call, error, reason));
                    }
                }
                Ok(0) if !self.receives() => {
                    return Err(self.failed(call, io::ErrorKind::UnexpectedEof.into(), None));
                }
                Ok(count) if count < asked && !self.stream => {
                    let done = call.done + count as u64;
                    return match self.reason() {
                        Some(error) if interrupted(&error) => Ok(count),
                        Some(error) => Err(self.explained(Call { done, ..call }, &error)),
                        None => Ok(count),
                    };
                }
                Ok(count) => return Ok(count),
            }
        }
    }

    /// What the module says about the call that has just ended, if it failed.
    fn reason(&self) -> Option<LastError> {
        let error = self.calls.last_error()?;
        self.known.is_news(&error).then_some(error)
    }

    /// A packet of which the driver took only a part.
    fn short(&self, call: Call) -> ForebayError {
        match self.reason() {
            Some(error) => self.explained(call, &error),
            None => failure::call(&self.path, call, io::ErrorKind::WriteZero.into()),
        }
    }

    fn failed(&self, call: Call, source: io::Error, reason: Option<LastError>) -> ForebayError {
        match Errno::from_io_error(&source) {
            Some(Errno::TIMEDOUT) => self.timeout(call, reason.as_ref()),
            Some(Errno::DEADLK) => match reason {
                Some(error) => self.deadlock(call, &error),
                None => self.timeout(call, None),
            },
            Some(Errno::CANCELED) => {
                ForebayError::Cancelled { channel: self.channel, bytes: call.done }
            }
            Some(Errno::IO) => match reason {
                Some(error) => self.explained(call, &error),
                None => failure::call(&self.path, call, source),
            },
            _ => failure::call(&self.path, call, source),
        }
    }

    /// The error that the module's reason stands for.
    fn explained(&self, call: Call, error: &LastError) -> ForebayError {
        let cause = match error.cause {
            cause::TIMEOUT => return self.timeout(call, Some(error)),
            cause::DEADLOCK => return self.deadlock(call, error),
            cause::ABORTED | cause::RESET => {
                return ForebayError::Cancelled { channel: self.channel, bytes: call.done };
            }
            cause::GONE => return ForebayError::CardGone { path: self.path.clone() },
            cause::DESC_FETCH => EngineCause::DescriptorFetch,
            cause::BAD_MAGIC => EngineCause::BadMagic,
            cause::LENGTH => EngineCause::InvalidLength,
            cause::READ => EngineCause::Read,
            cause::WRITE => EngineCause::Write,
            _ => EngineCause::Stopped,
        };
        let mut registers = self.user.lock();
        // The addresses are an addition to what is known; without them the error is still the one to report.
        let mut bad = |offset| registers.read_pair(regs::LAST_BAD.base() + offset).unwrap_or(0);
        ForebayError::Engine {
            channel: self.channel,
            cause,
            descriptor: error.descriptor,
            host_addr: None,
            card_addr: error.card_addr,
            status: error.status,
            bad_host_addr: bad(last_bad::HOST_LO),
            bad_card_addr: bad(last_bad::CARD_LO),
            next: next_step(self.channel, cause, bits_of(cause, error.status), Maker::Driver),
        }
    }

    /// Who waited for whom when the driver gave a transfer up. A driver that does not tell has stopped the channel, so that nothing waits
    /// for room any more; the FIFOs and the datapath are as they were.
    fn stall(&self, error: Option<&LastError>) -> Result<Stall, ForebayError> {
        let told = self.calls.last_stall().zip(error);
        if let Some((told, _)) = told.filter(|(told, error)| told.seq == error.seq) {
            return Ok(self.declared.told(&self.identity, &told));
        }
        let gave_up = error.map(|error| (self.channel, error));
        self.declared.stall(&self.user, &self.identity, gave_up)
    }

    fn timeout(&self, call: Call, error: Option<&LastError>) -> ForebayError {
        let stall = self.stall(error);
        let hint = stall.map_or_else(|error| error.to_string(), |stall| stall.to_string());
        let Call { bytes, done, .. } = call;
        ForebayError::Timeout { channel: self.channel, done, total: bytes, hint }
    }

    /// The driver has given the call up since what it waits for is queued behind it.
    fn deadlock(&self, call: Call, error: &LastError) -> ForebayError {
        let (channel, done, bytes) = (self.channel, error.descriptor, call.done);
        match self.stall(Some(error)) {
            Ok(stall) => {
                let at = stall.blocked.iter().find(|at| at.channel == channel);
                let total = at.and_then(|at| at.total).unwrap_or(done + 1);
                ForebayError::Deadlock { channel, done, total, bytes, stall: Box::new(stall) }
            }
            Err(error) => error,
        }
    }
}

impl Known {
    /// Whether the file has failed since it was last asked.
    fn is_news(&self, error: &LastError) -> bool {
        self.failures.swap(error.seq, Ordering::Relaxed) != error.seq
    }

    /// Whether a packet has ended since the file was last asked.
    fn is_another_packet(&self, ended: u64) -> bool {
        self.packets.swap(ended, Ordering::Relaxed) != ended
    }
}

/// Takes so many bytes off the beginning.
fn drop_front(pieces: &mut Vec<(&[u8], u64)>, mut bytes: usize) {
    let whole = |(of, _): &&(&[u8], u64)| {
        let fits = of.len() <= bytes;
        bytes -= if fits { of.len() } else { 0 };
        fits
    };
    let count = pieces.iter().take_while(whole).count();
    pieces.drain(..count);
    if let Some((of, at)) = pieces.first_mut() {
        *of = &of[bytes..];
        *at += bytes as u64;
    }
}

/// A signal of the program cut the call short: nothing is wrong with the rest.
const fn interrupted(error: &LastError) -> bool {
    error.cause == cause::ABORTED
}

#[cfg(test)]
#[path = "port_tests.rs"]
mod tests;
