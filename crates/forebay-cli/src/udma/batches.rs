// SPDX-License-Identifier: Apache-2.0
//! What a transfer costs that is one of a list which a portal's line starts.

use forebay::LinkParams;
use forebay_udma_model::cost::{Bus, Way, batch_microseconds, door_microseconds};
use forebay_udma_model::scheme::Name;
use serde::Serialize;

/// Lengths of lists that are shown.
const LENGTHS: [u32; 4] = [1, 8, 64, 128];

/// Of a list of so many, for each of them.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Batch {
    descriptors: u32,
    /// Of the program: its descriptor, and its share of the line in one store, or in pieces.
    program_us: f64,
    program_in_pieces_us: f64,
    /// Of the card, from the line to the last one at its door.
    door_us: f64,
}

/// Those that are shown.
pub(super) fn batches(bus: &Bus) -> Vec<Batch> {
    let of = |descriptors| Batch {
        descriptors,
        program_us: batch_microseconds(bus, Way::PortalWhole, descriptors),
        program_in_pieces_us: batch_microseconds(bus, Way::Scheme(Name::Portal), descriptors),
        door_us: door_microseconds(&LinkParams::gen3_x16(), descriptors),
    };
    LENGTHS.map(of).to_vec()
}

/// A line for each.
pub(super) fn text(batches: &[Batch]) -> String {
    let lines = batches.iter().map(|batch| {
        let Batch { descriptors, program_us, program_in_pieces_us, door_us } = batch;
        format!(
            "A list of {descriptors}, for each transfer: {program_us:.3} us of the program on PCIe ({program_in_pieces_us:.3} in pieces), at the card's door \
             after {door_us:.3} us.\n"
        )
    });
    lines.collect()
}
