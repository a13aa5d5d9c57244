// SPDX-License-Identifier: Apache-2.0
//! The mover of a channel as far as its timing goes: both of its halves, of the four kinds that there are.

use super::Dir;
use crate::dma::{Arrival, Asker, FromCard, FromHost, Sent, ToCard, ToHost, Wires, earlier, facts};
use crate::fabric::Fabric;
use crate::movers::Current;

/// Bytes of a beat.
const BEAT: u64 = 64;

/// Bytes in front of a stream: what has come at once.
const STREAM_BYTES: u64 = 512;

/// What takes from a stream.
#[derive(Debug, Default)]
pub(super) struct Take {
    /// The first cycle in which it may take.
    pub(super) free: u64,
    /// Bytes of the burst that is not closed.
    pub(super) open: u64,
    /// Bytes taken that have not left.
    pub(super) held: u64,
    /// It has a request of which not all has come.
    pub(super) has_request: bool,
}

/// A mover.
#[derive(Debug)]
pub(super) enum Mover {
    HostToCard(FromHost, ToCard),
    /// With bytes that have been read and not been given to the stream.
    HostToStream(FromHost, Vec<u8>),
    CardToHost(FromCard, ToHost),
    StreamToHost(Take, ToHost),
}

impl Mover {
    /// That of a channel, whose run reads as `asker`.
    pub(super) fn new(dir: Dir, stream: bool, asker: Asker) -> Self {
        match (dir, stream) {
            (Dir::H2c, false) => {
                let held = facts::CARD_BEATS * BEAT;
                let from = FromHost::new(asker, facts::BEAT_IN, held);
                Self::HostToCard(from, ToCard::new(asker.channel))
            }
            (Dir::H2c, true) => {
                let from = FromHost::new(asker, facts::STREAM_IN, STREAM_BYTES);
                Self::HostToStream(from, Vec::new())
            }
            (Dir::C2h, false) => Self::CardToHost(FromCard::default(), ToHost::new(asker.channel)),
            (Dir::C2h, true) => Self::StreamToHost(Take::default(), ToHost::new(asker.channel)),
        }
    }

    /// Whether a descriptor may be handed over.
    pub(super) const fn is_free(&self) -> bool {
        match self {
            Self::HostToCard(from, _) | Self::HostToStream(from, _) => from.is_free(),
            Self::CardToHost(from, _) => from.is_free(),
            Self::StreamToHost(take, _) => !take.has_request,
        }
    }

    /// Takes a descriptor.
    pub(super) fn hand_over(&mut self, now: u64, current: &Current) {
        match self {
            _ if current.len == 0 => {}
            Self::HostToCard(from, _) => {
                from.hand_over(now, current.src, current.len, current.dst);
            }
            // A packet begins a beat; a descriptor that goes on with one is taken to do so as well.
            Self::HostToStream(from, _) => from.hand_over(now, current.src, current.len, 0),
            Self::CardToHost(from, _) => {
                from.hand_over(now, current.src, current.len, current.dst);
            }
            Self::StreamToHost(take, _) => {
                take.has_request = true;
                take.free = take.free.max(now + facts::HAND_OVER);
            }
        }
    }

    /// What has come of its reads.
    pub(super) fn arrive(&mut self, arrival: &Arrival) {
        if let Self::HostToCard(from, _) | Self::HostToStream(from, _) = self {
            from.arrive(arrival);
        }
    }

    /// Does what is due.
    pub(super) fn tick(&mut self, now: u64, wires: &mut Wires) -> Sent {
        match self {
            Self::HostToCard(from, _) | Self::HostToStream(from, _) => {
                Sent { any: from.tick(now, wires), ..Sent::default() }
            }
            Self::CardToHost(from, to) => {
                let mut sent = to.tick(now, wires);
                from.held -= sent.bytes;
                sent.any |= from.tick(now, wires);
                sent
            }
            Self::StreamToHost(take, to) => {
                let sent = to.tick(now, wires);
                take.held -= sent.bytes;
                sent
            }
        }
    }

    /// When something is due next; of what waits for others nothing is known.
    pub(super) fn next(&self, now: u64, wires: &Wires) -> Option<u64> {
        match self {
            Self::HostToCard(from, _) | Self::HostToStream(from, _) => from.next(now, wires),
            Self::CardToHost(from, to) => earlier(from.next(now), to.next(now, wires)),
            Self::StreamToHost(take, to) => {
                let free = Some(take.free).filter(|free| take.has_request && *free > now);
                earlier(free, to.next(now, wires))
            }
        }
    }

    /// Reads and takes nothing more. What has been asked for still comes, and what has been taken still leaves.
    pub(super) fn cancel(&mut self, fabric: &mut Fabric) {
        self.give_up(fabric);
        match self {
            Self::HostToCard(from, _) | Self::HostToStream(from, _) => from.cancel(),
            Self::CardToHost(from, _) => from.cancel(),
            Self::StreamToHost(take, _) => take.has_request = false,
        }
    }

    /// Begins no burst to the card that has not begun.
    pub(super) fn give_up(&mut self, fabric: &mut Fabric) {
        if let Self::HostToCard(_, to) = self {
            to.give_up(fabric);
        }
    }

    /// Nothing of it is on a bus.
    pub(super) fn is_idle(&self, now: u64) -> bool {
        match self {
            Self::HostToCard(from, _) | Self::HostToStream(from, _) => from.is_idle(),
            Self::CardToHost(_, to) | Self::StreamToHost(_, to) => to.is_idle(now),
        }
    }

    /// The run is over.
    pub(super) fn clear(&mut self, fabric: &mut Fabric) {
        self.give_up(fabric);
        if let Self::CardToHost(_, to) | Self::StreamToHost(_, to) = self {
            to.clear(fabric.now, &mut fabric.wires);
        }
    }
}
