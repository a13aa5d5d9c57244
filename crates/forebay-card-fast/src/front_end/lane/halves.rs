// SPDX-License-Identifier: Apache-2.0
//! Reading and writing half of a mover between two memories.

use crate::byte_stream::BEAT_BYTES;
use crate::dma::{Asker, FromCard, FromHost, ToCard, ToHost, facts};
use crate::fabric::Fabric;
use crate::movers::{self, Current, Hitch};

/// Both halves.
#[derive(Debug)]
pub(super) enum Halves {
    Within(FromHost, ToHost),
    Down(FromHost, ToCard),
    Up(FromCard, ToHost),
}

impl Halves {
    pub(super) fn new(asker: Asker, (src_card, dst_card): (bool, bool)) -> Self {
        let from_host =
            |beats: u64| FromHost::new(asker, facts::BEAT_IN, beats * BEAT_BYTES as u64);
        match (src_card, dst_card) {
            (true, _) => Self::Up(FromCard::default(), ToHost::new(asker.channel)),
            (_, true) => Self::Down(from_host(facts::CARD_BEATS), ToCard::new(asker.channel)),
            _ => Self::Within(from_host(facts::HOST_BEATS), ToHost::new(asker.channel)),
        }
    }

    /// Whether source and destination are on the card.
    pub(super) const fn spaces(&self) -> (bool, bool) {
        match self {
            Self::Within(..) => (false, false),
            Self::Down(..) => (false, true),
            Self::Up(..) => (true, false),
        }
    }

    /// Moves the next burst of a request, if it is time; when it is answered as its last one, if that is known by then.
    pub(super) fn burst(
        &mut self,
        fabric: &mut Fabric,
        at: Current,
        bytes: u64,
    ) -> Result<Option<Option<u64>>, Hitch> {
        let (now, target) = (fabric.now, at.dst.wrapping_add(at.moved));
        let ends = at.moved + bytes == at.len;
        let up = matches!(self, Self::Up(..));
        let (outs, to) = match self {
            Self::Down(from, to) => return down(from, to, fabric, at, bytes),
            Self::Within(from, to) => (&mut from.outs, to),
            Self::Up(from, to) => (&mut from.outs, to),
        };
        let Some(closed) = outs.through(bytes).filter(|closed| *closed <= now) else {
            return Ok(None);
        };
        let mut part = Current { len: at.moved + bytes, ..at };
        while part.moved < part.len {
            let (moved, _) = if up {
                movers::card_to_host(fabric, part, false, u64::MAX)?
            } else {
                movers::host_to_host(fabric, part)?
            };
            part.moved += moved;
        }
        outs.take(bytes);
        to.push(closed, target, bytes, ends);
        Ok(Some(None))
    }
}

/// The same to the card: a burst is not chosen before there is room for it.
fn down(
    from: &mut FromHost,
    to: &mut ToCard,
    fabric: &mut Fabric,
    at: Current,
    bytes: u64,
) -> Result<Option<Option<u64>>, Hitch> {
    let (now, target) = (fabric.now, at.dst.wrapping_add(at.moved));
    let size = usize::try_from(bytes).unwrap_or(usize::MAX);
    if !to.is_chosen() {
        if to.choice(&mut from.outs, bytes).is_none_or(|from| from > now) {
            return Ok(None);
        }
        if fabric.card_room(target, size) < size {
            fabric.wait_room(target);
            return Err(Hitch::Blocked);
        }
        to.choose(target, size, fabric);
    }
    if to.begins(&fabric.wires).is_none_or(|begins| begins > now) {
        return Ok(None);
    }
    let answered = to.write(fabric);
    movers::promised_to_card(fabric, at, false, bytes)?;
    from.outs.take(bytes);
    from.held -= bytes;
    Ok(Some(Some(answered)))
}

/// Bytes of the next burst of a request: none crosses a multiple of its longest.
pub(super) const fn burst(at: &Current) -> u64 {
    let target = at.dst.wrapping_add(at.moved);
    let (to_end, left) = (facts::BURST_BYTES - target % facts::BURST_BYTES, at.len - at.moved);
    if to_end < left { to_end } else { left }
}
