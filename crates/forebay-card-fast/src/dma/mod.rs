// SPDX-License-Identifier: Apache-2.0
//! When bytes move: the timing of `rtl/dma` and of the link, a burst at a time. Nothing here touches a byte.
//!
//! [`Wires`] are what all channels share; a [`Fetch`], a [`FromHost`], a [`FromCard`], a [`ToCard`] and a [`ToHost`] are parts of a
//! channel, as `fby_xdma_fetch`, `fby_dma_src` and `fby_dma_dst` are. Each is told the cycle, does what is due, and says when it has
//! something to do next. All latencies are in `facts`.

pub(crate) mod facts;
mod fetch;
mod from_card;
mod from_host;
mod outs;
mod to_card;
mod to_host;
mod turns;
mod wires;
#[cfg(test)]
mod wires_tests;
mod words;

pub(crate) use fetch::{Fetch, Fetched};
pub(crate) use from_card::FromCard;
pub(crate) use from_host::FromHost;
pub(crate) use outs::Outs;
pub(crate) use to_card::ToCard;
pub(crate) use to_host::{Sent, ToHost};
pub(crate) use wires::{Arrival, Asker, Wires};
pub(crate) use words::WORDS;

use crate::byte_stream::BEAT_BYTES;

/// Beats that `bytes` from `addr` on touch.
pub(crate) const fn beats(addr: u64, bytes: u64) -> u64 {
    (addr % BEAT_BYTES as u64 + bytes).div_ceil(BEAT_BYTES as u64)
}

/// Beats that the bytes of a request take behind its last one from there, because that one goes to two beats (`fby_dma_align`).
pub(crate) const fn tail(src: u64, bytes: u64, dst: u64) -> u64 {
    const BEAT: u64 = BEAT_BYTES as u64;
    let in_beat = (src.wrapping_add(bytes).wrapping_sub(1)) % BEAT + 1;
    let last = if bytes < in_beat { bytes } else { in_beat };
    let lane = dst.wrapping_add(bytes - last) % BEAT;
    (lane + last > BEAT) as u64
}

/// The earlier of two times, where there is one.
pub(crate) fn earlier(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
