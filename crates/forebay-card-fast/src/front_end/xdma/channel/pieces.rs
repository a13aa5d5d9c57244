// SPDX-License-Identifier: Apache-2.0
//! The bytes of a run, moved when the mover's timing says so: a burst at a time where they go to memory, else as they come.

use forebay_regs::desc;

use super::mover::Mover;
use super::under_way::{Finishing, Run};
use crate::byte_stream::BEAT_BYTES;
use crate::dma::facts;
use crate::fabric::Fabric;
use crate::movers::{self, Current, Hitch};

/// What has been moved of the descriptor at hand.
pub(super) struct Piece {
    /// As it was before.
    pub(super) before: Current,
    pub(super) bytes: u64,
}

/// How a channel moves.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// The address of the card stands still.
    pub(super) fixed: bool,
    /// Number of its stream.
    pub(super) stream: usize,
}

impl Run {
    /// Moves a piece of the descriptor at hand, if it is time.
    pub(super) fn piece(
        &mut self,
        fabric: &mut Fabric,
        manner: Manner,
    ) -> Result<Option<Piece>, Hitch> {
        let Some(current) = self.under_way.front().copied() else { return Ok(None) };
        let now = fabric.now;
        if current.len == 0 {
            return Ok(Some(self.over(current, 0, false, Some(now + facts::CARD_ANSWER))));
        }
        let (moved, ended, at) = match &mut self.mover {
            Mover::HostToCard(from, to) => {
                let (card, beat) = movers::card_place(current.dst, current.moved, manner.fixed);
                let most = if manner.fixed { beat } else { to_burst(card) };
                let bytes = most.min(current.len - current.moved);
                if !to.is_chosen() {
                    if to.choice(&mut from.outs, bytes).is_none_or(|from| from > now) {
                        return Ok(None);
                    }
                    // A burst is not chosen before there is room for it.
                    if (fabric.card_room(card, size(bytes)) as u64) < bytes {
                        fabric.wait_room(card);
                        return Err(Hitch::Blocked);
                    }
                    to.choose(card, size(bytes), fabric);
                }
                if to.begins(&fabric.wires).is_none_or(|begins| begins > now) {
                    return Ok(None);
                }
                let answered = to.write(fabric);
                movers::promised_to_card(fabric, current, manner.fixed, bytes)?;
                from.outs.take(bytes);
                from.held -= bytes;
                (bytes, false, Some(answered))
            }
            Mover::HostToStream(from, ahead) => {
                let Some((there, _)) = from.outs.front().filter(|(_, at)| *at <= now) else {
                    return Ok(None);
                };
                let (bytes, _) =
                    movers::host_to_stream(fabric, current, manner.stream, there, ahead)?;
                from.outs.take(bytes);
                from.held -= bytes;
                (bytes, false, Some(now + facts::STREAM_ANSWER))
            }
            Mover::CardToHost(from, to) => {
                let host = current.dst.wrapping_add(current.moved);
                let bytes = to_burst(host).min(current.len - current.moved);
                let closed = from.outs.through(bytes).filter(|closed| *closed <= now);
                let Some(closed) = closed else { return Ok(None) };
                let mut part = current;
                while part.moved < current.moved + bytes {
                    let most = current.moved + bytes - part.moved;
                    part.moved += movers::card_to_host(fabric, part, manner.fixed, most)?.0;
                }
                from.outs.take(bytes);
                to.push(closed, host, bytes, part.moved == current.len);
                (bytes, false, None)
            }
            Mover::StreamToHost(take, to) => {
                let room = (facts::HOST_BEATS * BEAT_BYTES as u64).saturating_sub(take.held);
                if take.free > now || room == 0 {
                    return Ok(None);
                }
                let host = current.dst.wrapping_add(current.moved);
                let most = to_burst(host).min(room);
                let (bytes, ended) = movers::stream_to_host(fabric, current, manner.stream, most)?;
                let beats = bytes.div_ceil(BEAT_BYTES as u64).max(1);
                // What has come at once has come a beat a cycle.
                take.free = take.free.max(now - facts::AT_ONCE.min(beats - 1).min(now)) + beats;
                (take.open, take.held) = (take.open + bytes, take.held + bytes);
                let over = ended || current.moved + bytes == current.len;
                take.has_request = !over;
                let at = host.wrapping_add(bytes).wrapping_sub(take.open);
                if take.open > 0
                    && (over || host.wrapping_add(bytes).is_multiple_of(facts::BURST_BYTES))
                {
                    to.push(take.free - 1 + facts::STREAM_OUT, at, take.open, over);
                    take.open = 0;
                } else if over {
                    self.halts |= desc::control::STOP_AT_EOP.is_set(current.control);
                    // A packet that ends with no byte more has nothing to wait for but what is before it.
                    return Ok(Some(self.over(
                        current,
                        bytes,
                        true,
                        Some(now + facts::STREAM_OUT),
                    )));
                }
                (bytes, ended, None)
            }
        };
        // A run that is for a packet takes nothing behind its end.
        self.halts |= ended && desc::control::STOP_AT_EOP.is_set(current.control);
        let over = ended || current.moved + moved == current.len;
        if over {
            return Ok(Some(self.over(current, moved, ended, at)));
        }
        if let Some(front) = self.under_way.front_mut() {
            front.moved += moved;
        }
        Ok(Some(Piece { before: current, bytes: moved }))
    }

    /// The descriptor at hand has been moved, as far as it is.
    fn over(&mut self, before: Current, bytes: u64, ended: bool, at: Option<u64>) -> Piece {
        self.under_way.pop_front();
        let current = Current { moved: before.moved + bytes, ..before };
        let (result, in_hand, told) = (None, false, None);
        self.finishing.push_back(Finishing { current, ended, at, result, in_hand, told });
        Piece { before, bytes }
    }

    /// When the next piece is due, if that is known.
    pub(super) fn next_piece(&mut self, fabric: &Fabric, manner: Manner) -> Option<u64> {
        let current = self.under_way.front()?;
        let at = match &mut self.mover {
            Mover::HostToCard(from, to) => {
                let (card, beat) = movers::card_place(current.dst, current.moved, manner.fixed);
                let most = if manner.fixed { beat } else { to_burst(card) };
                let bytes = most.min(current.len - current.moved);
                to.next(&mut from.outs, bytes, &fabric.wires)
            }
            Mover::HostToStream(from, _) => from.outs.front().map(|(_, at)| at),
            Mover::CardToHost(from, _) => {
                let host = current.dst.wrapping_add(current.moved);
                from.outs.through(to_burst(host).min(current.len - current.moved))
            }
            _ => None,
        };
        at.filter(|at| *at > fabric.now)
    }
}

/// Bytes up to the next multiple that no burst crosses.
const fn to_burst(addr: u64) -> u64 {
    facts::BURST_BYTES - addr % facts::BURST_BYTES
}

/// Bytes of a burst.
#[expect(clippy::cast_possible_truncation, reason = "at most 1024")]
const fn size(bytes: u64) -> usize {
    bytes as usize
}
