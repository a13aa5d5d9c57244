// SPDX-License-Identifier: Apache-2.0
//! Parameters of the modelled PCIe link, and what they allow at best.
//!
//! Everything here is a model with named parameters; figures that rest on it say "modelled". Sizes follow the
//! PCI Express Base Specification 3.0: a memory request with a 64-bit address is a 4-DW header, a completion a
//! 3-DW header; framing, sequence number and LCRC add 8 bytes to each (STP 4, LCRC 4; the end token went with
//! 8b/10b).

use std::ops::RangeInclusive;

use forebay_regs::card::CLOCK_KHZ;

use crate::CardError;

/// Longest way to host memory and back: four milliseconds of a card at 250 MHz.
const MOST_ROUND_TRIP_CYCLES: u32 = 1 << 20;
/// The largest store a host makes: a line. A link must be able to carry it.
const STORE_BYTES: u32 = 64;
/// Packets and read requests as PCI Express has them.
const PACKET_BYTES: RangeInclusive<u32> = 128..=4096;

/// The most that [`lateness`] draws, in card cycles.
const LATEST_CYCLES: u64 = 1023;

/// By how many cycles event number `event` comes late, drawn evenly from 0 to 1,023 by `seed`: how an access on the bus is
/// held up, by whoever holds it up.
#[must_use]
pub const fn lateness(seed: u64, event: u64) -> u64 {
    // The finaliser of SplitMix64: every bit of its input changes half of its output.
    let mut bits = seed.wrapping_add(event.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (bits ^ bits >> 31) & LATEST_CYCLES
}

/// Signalling generation of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PcieGen {
    /// 2.5 GT/s, 8b/10b.
    Gen1,
    /// 5 GT/s, 8b/10b.
    Gen2,
    /// 8 GT/s, 128b/130b.
    Gen3,
    /// 16 GT/s, 128b/130b.
    Gen4,
    /// 32 GT/s, 128b/130b.
    Gen5,
}

impl PcieGen {
    /// Payload-carrying bytes per second and lane after line coding, exact as a fraction (numerator, denominator).
    #[must_use]
    pub const fn bytes_per_second(self) -> (u64, u64) {
        match self {
            Self::Gen1 => (2_500_000_000 * 8, 10 * 8),
            Self::Gen2 => (5_000_000_000 * 8, 10 * 8),
            Self::Gen3 => (8_000_000_000 * 128, 130 * 8),
            Self::Gen4 => (16_000_000_000 * 128, 130 * 8),
            Self::Gen5 => (32_000_000_000 * 128, 130 * 8),
        }
    }
}

/// Which way data moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Host to card: the card reads host memory, data comes as completions.
    HostToCard,
    /// Card to host: posted writes.
    CardToHost,
}

/// The link at the card's edge. Figures are those of one that [`LinkParams::check`] has found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkParams {
    /// Signalling generation.
    pub generation: PcieGen,
    /// Number of lanes.
    pub lanes: u32,
    /// Largest TLP payload in bytes (MPS).
    pub max_payload: u32,
    /// Largest read request in bytes (MRRS).
    pub max_read_request: u32,
    /// Card cycles from a read request leaving the card until its first completion arrives on an idle link. Half of it is
    /// the way up and half the way down, of whatever takes it: for a read of a register by the host it is the same.
    pub round_trip_cycles: u32,
    /// Bytes on the wire beside the payload for a memory request or posted write.
    pub request_overhead: u32,
    /// Bytes on the wire beside the payload for a completion.
    pub completion_overhead: u32,
    /// Read requests that may be outstanding at once (completion credit and tags).
    pub read_credits: u32,
    /// Posted payload bytes that may wait for the wire before the card is held off.
    pub posted_credit_bytes: u32,
    /// Posted payload bytes of the host that the card has room for, in whole units of 16 bytes a store as PCI Express counts
    /// them. A store takes its room from when it leaves until the host has heard that the card has taken it.
    pub store_credit_bytes: u32,
    /// Seed of the order in which reads come back; 0: in the order in which they were asked for. With a seed the data of
    /// each request come up to 1,023 cycles late, drawn anew for each.
    pub shuffle_seed: u64,
    /// Card clock in hertz; turns the link's seconds into card cycles.
    pub clock_hz: u64,
}

impl LinkParams {
    /// The default: Gen3 x16, MPS 256, MRRS 512, one microsecond round trip, 250 MHz card.
    #[must_use]
    pub const fn gen3_x16() -> Self {
        Self {
            generation: PcieGen::Gen3,
            lanes: 16,
            max_payload: 256,
            max_read_request: 512,
            round_trip_cycles: 250,
            request_overhead: 24,
            completion_overhead: 20,
            read_credits: 64,
            posted_credit_bytes: 4 * 1024,
            store_credit_bytes: 4 * 1024,
            shuffle_seed: 0,
            clock_hz: CLOCK_KHZ as u64 * 1000,
        }
    }

    /// A link that is never the limit: for tests of the engine alone.
    #[must_use]
    pub const fn ideal() -> Self {
        Self {
            generation: PcieGen::Gen5,
            lanes: 16,
            max_payload: 4096,
            max_read_request: 4096,
            round_trip_cycles: 1,
            request_overhead: 0,
            completion_overhead: 0,
            read_credits: 1024,
            posted_credit_bytes: 1 << 20,
            store_credit_bytes: 1 << 20,
            shuffle_seed: 0,
            clock_hz: CLOCK_KHZ as u64 * 1000,
        }
    }

    /// Whether a card can work behind such a link: no size of 0, nothing that never moves, nothing that overflows.
    ///
    /// # Errors
    /// [`CardError::Link`] with the first parameter that makes no sense.
    pub fn check(&self) -> Result<(), CardError> {
        let sizes =
            [("max_payload", self.max_payload), ("max_read_request", self.max_read_request)];
        for (parameter, bytes) in sizes {
            if !PACKET_BYTES.contains(&bytes) || !bytes.is_power_of_two() {
                let wanted = "a power of two from 128 to 4096";
                return Err(CardError::Link { parameter, value: bytes.into(), wanted });
            }
        }
        let overhead = (0..=PACKET_BYTES.end().to_owned(), "0 to 4096");
        let ranges = [
            ("lanes", self.lanes, 1..=32, "1 to 32"),
            ("round_trip_cycles", self.round_trip_cycles, 0..=MOST_ROUND_TRIP_CYCLES, "0 to 2^20"),
            ("request_overhead", self.request_overhead, overhead.0.clone(), overhead.1),
            ("completion_overhead", self.completion_overhead, overhead.0, overhead.1),
            ("read_credits", self.read_credits, 1..=u32::MAX, "1 or more"),
            ("posted_credit_bytes", self.posted_credit_bytes, 1..=1 << 30, "1 to 2^30"),
            ("store_credit_bytes", self.store_credit_bytes, STORE_BYTES..=1 << 30, "64 to 2^30"),
        ];
        for (parameter, value, range, wanted) in ranges {
            if !range.contains(&value) {
                return Err(CardError::Link { parameter, value: value.into(), wanted });
            }
        }
        if !(1_000_000..=10_000_000_000).contains(&self.clock_hz) {
            let (value, wanted) = (self.clock_hz, "10^6 to 10^10");
            return Err(CardError::Link { parameter: "clock_hz", value, wanted });
        }
        Ok(())
    }

    /// Wire bytes per card cycle, exact as a fraction (numerator, denominator).
    #[must_use]
    pub const fn wire_bytes_per_cycle(&self) -> (u64, u64) {
        let (num, den) = self.generation.bytes_per_second();
        (num * self.lanes as u64, den * self.clock_hz)
    }

    /// Card cycles from when a store of `payload` bytes leaves the host until it is at the card, on an idle link: half a
    /// round trip, and what it takes on the wire. A cycle that has begun counts.
    #[must_use]
    pub fn store_cycles(&self, payload: u32) -> u64 {
        let (num, den) = self.wire_bytes_per_cycle();
        let (num, den) = (u128::from(num), u128::from(den));
        let bytes = u128::from(payload) + u128::from(self.request_overhead);
        let halves = u128::from(self.round_trip_cycles) * num + 2 * bytes * den;
        u64::try_from(halves.div_ceil(2 * num)).unwrap_or(u64::MAX)
    }

    /// Bytes that `payload` bytes occupy on the wire in the direction they travel.
    #[must_use]
    pub const fn wire_bytes(&self, direction: Direction, payload: u64) -> u64 {
        let overhead = match direction {
            Direction::HostToCard => self.completion_overhead,
            Direction::CardToHost => self.request_overhead,
        };
        let headers = payload.div_ceil(self.max_payload as u64).saturating_mul(overhead as u64);
        payload.saturating_add(headers)
    }

    /// Largest payload rate the link model allows, in bytes per card cycle, for a long transfer.
    #[expect(clippy::cast_precision_loss, reason = "a ratio for people; sizes are far below 2^52")]
    #[must_use]
    pub fn limit_bytes_per_cycle(&self, direction: Direction) -> f64 {
        let (num, den) = self.wire_bytes_per_cycle();
        let payload = u64::from(self.max_payload);
        let share = payload as f64 / self.wire_bytes(direction, payload) as f64;
        (num as f64 / den as f64) * share
    }
}

impl Default for LinkParams {
    fn default() -> Self {
        Self::gen3_x16()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gen3_x16_carries_63_wire_bytes_per_cycle() {
        let (num, den) = LinkParams::gen3_x16().wire_bytes_per_cycle();
        // 8 GT/s * 16 * 128/130 / 8 = 15.754 GB/s; 250 MHz.
        assert_eq!(num / den, 63);
    }

    /// The parameter that is refused.
    fn refused(change: impl FnOnce(&mut LinkParams)) -> String {
        let mut link = LinkParams::gen3_x16();
        change(&mut link);
        match link.check() {
            Err(CardError::Link { parameter, .. }) => parameter.into(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_link_behind_which_no_card_can_work_is_refused_by_the_name_of_its_parameter() {
        for link in [LinkParams::gen3_x16(), LinkParams::ideal()] {
            link.check().unwrap();
        }
        for size in [0, 64, 192, 8192, u32::MAX] {
            assert_eq!(refused(|link| link.max_payload = size), "max_payload", "{size}");
            assert_eq!(refused(|link| link.max_read_request = size), "max_read_request", "{size}");
        }
        assert_eq!(refused(|link| link.lanes = 0), "lanes");
        assert_eq!(refused(|link| link.lanes = u32::MAX), "lanes");
        assert_eq!(refused(|link| link.round_trip_cycles = u32::MAX), "round_trip_cycles");
        assert_eq!(refused(|link| link.request_overhead = u32::MAX), "request_overhead");
        assert_eq!(refused(|link| link.completion_overhead = u32::MAX), "completion_overhead");
        assert_eq!(refused(|link| link.read_credits = 0), "read_credits");
        assert_eq!(refused(|link| link.posted_credit_bytes = 0), "posted_credit_bytes");
        assert_eq!(refused(|link| link.store_credit_bytes = 63), "store_credit_bytes");
        for clock in [0, 1, u64::MAX] {
            assert_eq!(refused(|link| link.clock_hz = clock), "clock_hz", "{clock}");
        }
        let text =
            LinkParams { lanes: 0, ..LinkParams::gen3_x16() }.check().unwrap_err().to_string();
        assert_eq!(text, "link parameter lanes is 0; give 1 to 32");
    }

    #[test]
    fn a_store_takes_half_a_round_trip_and_its_time_on_the_wire() {
        let link = LinkParams::gen3_x16();
        // 28 and 88 bytes are 0.44 and 1.4 cycles at 63 bytes a cycle.
        assert_eq!((link.store_cycles(4), link.store_cycles(64)), (126, 127));
        let odd = LinkParams { round_trip_cycles: 251, ..link };
        assert_eq!((odd.store_cycles(4), odd.store_cycles(64)), (126, 127));
        assert_eq!(LinkParams { round_trip_cycles: 1 << 20, ..odd }.store_cycles(4), (1 << 19) + 1);
        assert_eq!(LinkParams { round_trip_cycles: 0, ..LinkParams::ideal() }.store_cycles(4), 1);
    }

    #[test]
    fn what_no_packet_carries_takes_its_time_and_overflows_nothing() {
        let link = LinkParams::gen3_x16();
        // 2^32 + 23 bytes at 63.015 bytes a cycle, and half a round trip.
        assert_eq!(link.store_cycles(u32::MAX), 68_157_566);
        for direction in [Direction::HostToCard, Direction::CardToHost] {
            assert_eq!(link.wire_bytes(direction, u64::MAX), u64::MAX);
            assert_eq!(link.wire_bytes(direction, 0), 0);
        }
    }

    #[test]
    fn every_started_payload_costs_a_header() {
        let link = LinkParams::gen3_x16();
        assert_eq!(link.wire_bytes(Direction::CardToHost, 1), 25);
        assert_eq!(link.wire_bytes(Direction::CardToHost, 257), 257 + 48);
        assert_eq!(link.wire_bytes(Direction::HostToCard, 512), 512 + 40);
    }
}
