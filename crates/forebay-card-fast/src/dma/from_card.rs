// SPDX-License-Identifier: Apache-2.0
//! Reading half of a channel from card memory to the host.

use super::{Outs, Wires, beats, facts, tail};

/// Bytes that a channel has asked the card for or holds.
const MOST_HELD: u64 = (facts::HOST_BEATS + facts::CARD_READ_BEATS) * 64;

/// A request of which not all has been read.
#[derive(Clone, Copy, Debug)]
struct Request {
    addr: u64,
    left: u64,
    from: u64,
    /// Beats behind its last one.
    tail: u64,
}

/// Reading half.
#[derive(Debug, Default)]
pub(crate) struct FromCard {
    request: Option<Request>,
    out_free: u64,
    /// What has passed.
    pub(crate) outs: Outs,
    /// Bytes that have been read and not been written.
    pub(crate) held: u64,
}

impl FromCard {
    /// Whether a request may be handed over.
    pub(crate) const fn is_free(&self) -> bool {
        self.request.is_none()
    }

    /// Takes a request of some bytes, which go there.
    pub(crate) fn hand_over(&mut self, now: u64, addr: u64, bytes: u64, to: u64) {
        let (from, tail) = (now + facts::HAND_OVER, tail(addr, bytes, to));
        self.request = Some(Request { addr, left: bytes, from, tail });
    }

    /// Reads no more.
    pub(crate) fn cancel(&mut self) {
        self.request = None;
    }

    /// Does what is due; whether anything was.
    pub(crate) fn tick(&mut self, now: u64, wires: &mut Wires) -> bool {
        let Some(Request { addr, left, from, tail }) = self.request else { return false };
        let bytes = left.min(facts::BURST_BYTES - addr % facts::BURST_BYTES);
        let beats = beats(addr, bytes);
        if from > now || self.held + bytes > MOST_HELD {
            return false;
        }
        let read = wires.card_read_free.max(now);
        wires.card_read_free = read + beats;
        let first = self.out_free.max(read + facts::CARD_READ);
        self.out_free = first + beats + if bytes == left { tail } else { 0 };
        self.outs.pass(bytes, self.out_free - 1);
        self.held += bytes;
        let request =
            Request { addr: addr.wrapping_add(bytes), left: left - bytes, from: now + 1, tail };
        self.request = Some(request).filter(|request| request.left > 0);
        true
    }

    /// When something is due next; of what waits for others nothing is known.
    pub(crate) fn next(&self, now: u64) -> Option<u64> {
        let Request { addr, left, from, .. } = self.request?;
        let bytes = left.min(facts::BURST_BYTES - addr % facts::BURST_BYTES);
        let fits = self.held + bytes <= MOST_HELD;
        fits.then(|| from.max(now + 1))
    }
}
