// SPDX-License-Identifier: Apache-2.0
//! One line for many transfers (decision 0021): what each of them costs the program, and the card. Modelled.

use forebay_bus::LinkParams;
use forebay_host_model::Cost;

use super::pcie::{Extent, microseconds, price, read_bytes};
use super::way::{Bus, Way};

/// Descriptors that the card reads together at most, and bytes of one.
const PIECE: u32 = 8;
const ITEM_BYTES: u64 = 32;
/// Cycles from one descriptor at the card's door to the next.
const DOOR_CYCLES: u32 = 6;

/// Microseconds of a program for each transfer of a list of so many: its descriptor written to memory, and its share of the line, which goes over the bus in
/// that way.
#[must_use]
pub fn batch_microseconds(bus: &Bus, way: Way, items: u32) -> f64 {
    price(Cost::BuildDescriptor, Extent::Default) + bus.microseconds(way) / f64::from(items)
}

/// Microseconds from the line to the last descriptor of a list at the door, for each of them, with places for all: a read for each piece, one after the other.
#[must_use]
pub fn door_microseconds(link: &LinkParams, items: u32) -> f64 {
    let pieces = items.div_ceil(PIECE);
    let last = items - (pieces - 1) * PIECE;
    let read = |descriptors: u32| read_bytes(link, u64::from(descriptors) * ITEM_BYTES);
    let bytes = u64::from(pieces - 1) * read(PIECE) + read(last);
    let cycles = pieces * link.round_trip_cycles + items * DOOR_CYCLES;
    microseconds(link, cycles, bytes) / f64::from(items)
}
