// SPDX-License-Identifier: Apache-2.0
//! What a card modelled as flows is made of, for the cards that are modelled.

use forebay_bus::{Direction, LinkParams};
use serde::Serialize;

use crate::card::{Piece, STREAMS};
use crate::{HostModelError, Time};

/// Bytes of a page of host memory, and of the descriptor that a driver makes for one.
pub const PAGE_BYTES: u64 = 4096;
/// Bytes of a beat of a card's buses.
const BEAT_BYTES: u64 = 64;
/// Longest chunk, deepest FIFO, slowest core: amounts of a run then stay far below 2^63 picoseconds.
const MOST_ELEMENTS: u64 = 1 << 26;
const MOST_PAIR: Time = Time::from_us(100);

/// A cycle of this project's card: 250 MHz.
pub(crate) const CYCLE: Time = Time::from_ns(4);
/// Cycles of this project's engine on the way to the first data of a transfer, beside the store that starts it and two round trips
/// (descriptor, data): start of the run, fetch, splitting, and the first burst of 16 beats.
const ENGINE_CYCLES: u64 = 60;
/// From the last data until the message has left, for whose way the link model takes no time.
const MESSAGE_CYCLES: u64 = 9;
/// What the engine moves of what the link allows one way, in thousandths: 57.9 of 58.4 bytes a cycle.
const ENGINE_SHARE: u64 = 990;
/// What a descriptor takes at least where those of 64 bytes follow each other in memory: 64 are under way over some 320 cycles.
const DESCRIPTOR_CYCLES: u64 = 5;
/// Descriptors that this project's engine has fetched ahead at most: its queue of 64, and as many under way.
const FETCHES_AHEAD: u64 = 128;
/// What passes between two descriptors in a row, by 64 of 512 bytes.
const GAP_CYCLES: u64 = 1;
/// Entries of 64 bytes in the stream FIFOs of its builds.
const ENTRIES: u64 = 1024;

/// How the data of several channels get to the FIFOs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WritePath {
    /// Over one bus, in turns and in order: a beat that is not taken holds up all of them. The card vendor's engine.
    Shared,
    /// A burst is sent when there is room for all of it, so that nobody holds up others. The engine of this project.
    Reserved,
}

/// Parameters of a card modelled as flows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FlowParams {
    /// Payload that all channels together move in a second.
    pub link_bytes_per_second: u64,
    /// From when the write that starts a transfer leaves the host until the first of its data is at its FIFO.
    pub first_data: Time,
    /// From when the last data are at their FIFO until the host can see it.
    pub completion: Time,
    /// Each descriptor takes that long at least.
    pub descriptor: Time,
    /// What passes between the last data of a descriptor and the first of the next.
    pub gap: Time,
    /// What a descriptor takes longer whose first byte is in the middle of a beat of 64 bytes.
    pub split_beat: Time,
    /// Elements in the FIFO of each stream.
    pub depth: [u64; STREAMS],
    /// Elements of each stream that fit between the place where ways part and its FIFO, or that the core takes ahead.
    pub ahead: [u64; STREAMS],
    /// Bytes of an element of each stream.
    pub element_bytes: [u64; STREAMS],
    /// What the core takes for a pair.
    pub pair: Time,
    /// How data get to the FIFOs.
    pub write_path: WritePath,
    /// Descriptors that an engine has fetched ahead at most: what is linked behind fewer comes too late.
    pub fetches_ahead: u64,
}

impl FlowParams {
    /// The shell of AWS F1 with the card vendor's DMA engine and the core of the published runs, whose time per pair is fitted.
    ///
    /// 12.48 GB/s: the engine's own counters, Gen3 x16 (driver readme). A round trip is 1.33 us, as a read of a register
    /// (`aws/aws-fpga` issue 711); to the first data it takes half of one for the store, one for the descriptor and one for the
    /// data, and half of one for the message. 0.1 us a descriptor and a beat of 4 ns are assumed.
    #[must_use]
    pub const fn f1_shell() -> Self {
        Self {
            link_bytes_per_second: 12_480_000_000,
            first_data: Time::from_ns(3_325),
            completion: Time::from_ns(665),
            descriptor: Time::from_ns(100),
            gap: Time::ZERO,
            split_beat: Time::from_ns(4),
            depth: [1024; STREAMS],
            ahead: [0; STREAMS],
            element_bytes: [32, 64],
            pair: FITTED_PAIR,
            write_path: WritePath::Shared,
            // Assumed as ours: nothing here links lists for it.
            fetches_ahead: FETCHES_AHEAD,
        }
    }

    /// The same engine given descriptors by a register of the card's, so that it fetches none (Coyote).
    #[must_use]
    pub const fn bypassed() -> Self {
        Self { first_data: Time::from_ns(1_995), ..Self::f1_shell() }
    }

    /// The card of this project, RTL behind that link, with streams of 32 and 64 bytes and a core that takes a pair in so many cycles.
    ///
    /// Checked against the RTL in `tests/bodies.rs`.
    #[must_use]
    pub fn forebay(link: &LinkParams, pair_cycles: u64) -> Self {
        let (num, den) = link.generation.bytes_per_second();
        let wire = link.wire_bytes(Direction::HostToCard, link.max_payload.into());
        let lanes = u64::from(link.lanes);
        let payload = num / den * lanes * u64::from(link.max_payload) / wire;
        let first = link.store_cycles(4) + 2 * u64::from(link.round_trip_cycles) + ENGINE_CYCLES;
        Self {
            link_bytes_per_second: payload * ENGINE_SHARE / 1000,
            first_data: CYCLE * first,
            completion: CYCLE * MESSAGE_CYCLES,
            descriptor: CYCLE * DESCRIPTOR_CYCLES,
            gap: CYCLE * GAP_CYCLES,
            split_beat: CYCLE,
            // An entry is two scalars, or a point.
            depth: [2 * ENTRIES, ENTRIES],
            ahead: [0; STREAMS],
            element_bytes: [32, 64],
            pair: CYCLE * pair_cycles,
            write_path: WritePath::Reserved,
            fetches_ahead: FETCHES_AHEAD,
        }
    }

    /// The native card of this project, which has the RTL's cycles; a pair takes its core one.
    #[must_use]
    pub fn native() -> Self {
        Self::forebay(&LinkParams::gen3_x16(), 1)
    }

    /// Elements that a stream holds before it is full.
    #[must_use]
    pub const fn elements(&self, stream: usize) -> u64 {
        self.depth[stream].saturating_add(self.ahead[stream])
    }

    /// Whether there can be such a card.
    ///
    /// # Errors
    /// [`HostModelError::Parameter`].
    pub fn check(&self) -> Result<(), HostModelError> {
        let refuse = |parameter, value: String, wanted| {
            Err(HostModelError::Parameter { parameter, value, wanted })
        };
        if self.link_bytes_per_second == 0 {
            return refuse("link_bytes_per_second", "0".into(), "1 or more");
        }
        if self.pair == Time::ZERO || self.pair > MOST_PAIR {
            return refuse("pair", self.pair.to_string(), "a time from 1 ps to 100 us");
        }
        for stream in 0..STREAMS {
            if !(1..=MOST_ELEMENTS).contains(&self.elements(stream)) {
                let value = self.elements(stream).to_string();
                return refuse("depth", value, "1 to 2^26 elements");
            }
            if !(1..=PAGE_BYTES).contains(&self.element_bytes[stream]) {
                let value = self.element_bytes[stream].to_string();
                return refuse("element_bytes", value, "1 to 4096");
            }
        }
        Ok(())
    }

    /// Bytes a picosecond of the link.
    pub(crate) fn link_per_ps(&self) -> f64 {
        self.link_bytes_per_second as f64 / 1e12
    }

    /// Bytes a picosecond that a piece goes at most.
    pub(crate) fn most(&self, piece: &Piece) -> f64 {
        let is_split = u64::from(!piece.offset.is_multiple_of(BEAT_BYTES));
        let each = is_split * self.split_beat.ps() + self.gap.ps();
        let bytes = piece.bytes as f64;
        let wire = bytes / self.link_per_ps() + (each * piece.descriptors) as f64;
        let descriptors = (self.descriptor.ps() * piece.descriptors) as f64;
        bytes / wire.max(descriptors)
    }
}

/// Fitted, one of two parameters that are: what the core of the published runs takes for a pair.
pub const FITTED_PAIR: Time = Time::from_ns(114);
/// Fitted, the other one: tasks that kept the machine of the published runs busy.
pub const FITTED_TASKS: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_cannot_be_is_refused_by_the_name_of_its_parameter() {
        let good = FlowParams::f1_shell();
        good.check().unwrap();
        for (bad, parameter) in [
            (FlowParams { link_bytes_per_second: 0, ..good.clone() }, "link_bytes_per_second is 0"),
            (FlowParams { pair: Time::ZERO, ..good.clone() }, "pair is 0 ps"),
            (FlowParams { depth: [1024, 0], ..good.clone() }, "depth is 0"),
            (FlowParams { depth: [u64::MAX, 1], ahead: [9, 0], ..good.clone() }, "depth is"),
            (FlowParams { element_bytes: [0, 64], ..good.clone() }, "element_bytes is 0"),
        ] {
            let error = bad.check().unwrap_err().to_string();
            assert!(error.starts_with(parameter) && error.contains("; give "), "{error}");
        }
    }
}
