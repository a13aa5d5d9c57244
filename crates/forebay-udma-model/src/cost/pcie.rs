// SPDX-License-Identifier: Apache-2.0
//! The same on PCI Express, where a store is posted and a load takes a round trip. Modelled.

use forebay_bus::{Direction, LinkParams};
use forebay_host_model::{Cost, Spec};

use super::way::{Bus, Way};

/// Which end of what others have seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The least.
    Low,
    /// The host model's default.
    Default,
    /// The most.
    High,
}

/// The price of something, in microseconds.
pub(super) fn price(cost: Cost, extent: Extent) -> f64 {
    let Spec { default, low, high, .. } = Cost::SPECS[cost as usize];
    match extent {
        Extent::Low => low.us(),
        Extent::Default => default.us(),
        Extent::High => high.us(),
    }
}

/// By the host model's prices, each at this end. An uncached access of x86 waits for those before it by itself: there is no barrier.
#[must_use]
pub fn pcie(read: Extent, write: Extent, call: Extent) -> Bus {
    Bus {
        store: price(Cost::PostedWrite, write),
        load: price(Cost::ReadRoundTrip, read),
        barrier: 0.0,
        trap: price(Cost::SystemCall, call),
    }
}

/// By the link model: a read is a round trip and its packets on the wire. What a processor takes for a store and for a call is the host
/// model's.
#[must_use]
pub fn link_bus(link: &LinkParams) -> Bus {
    const WORD: u64 = 4;
    let load = microseconds(link, link.round_trip_cycles, read_bytes(link, WORD));
    Bus { load, ..pcie(Extent::Default, Extent::Default, Extent::Default) }
}

/// Bytes on the wire of a read of so many: its request and what comes.
pub(super) fn read_bytes(link: &LinkParams, bytes: u64) -> u64 {
    let request = link.wire_bytes(Direction::CardToHost, 0) + u64::from(link.request_overhead);
    request + link.wire_bytes(Direction::HostToCard, bytes)
}

/// Cycles and bytes on the wire, in microseconds.
pub(super) fn microseconds(link: &LinkParams, cycles: u32, bytes: u64) -> f64 {
    let (wire_bytes, wire_cycles) = link.wire_bytes_per_cycle();
    #[expect(clippy::cast_precision_loss, reason = "sizes and clocks are far below 2^52")]
    let (wire, clock) =
        (bytes as f64 * wire_cycles as f64 / wire_bytes as f64, link.clock_hz as f64);
    (f64::from(cycles) + wire) / clock * 1e6
}

/// The same of the link of this project's cards.
#[must_use]
pub fn gen3_x16() -> Bus {
    link_bus(&LinkParams::gen3_x16())
}

/// A price at which two ways cost the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Of a read; below it the one with more reads is cheaper.
    pub read_microseconds: f64,
}

/// The price of a read at which both ways cost the same, all else as it is; none where they read as often.
#[must_use]
pub fn crossing(bus: &Bus, one: Way, two: Way) -> Option<Crossing> {
    let reads = f64::from(one.count().loads) - f64::from(two.count().loads);
    let free = Bus { load: 0.0, ..*bus };
    let rest = free.microseconds(two) - free.microseconds(one);
    (reads != 0.0).then(|| Crossing { read_microseconds: rest / reads })
}
