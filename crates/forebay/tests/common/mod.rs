// SPDX-License-Identifier: Apache-2.0
//! What the tests share: one body runs over every kind of card.

use forebay::{Device, OpenOptions};

/// Kinds of card that every test runs on.
pub(crate) const BODIES: [&str; 2] = ["fast", "rtl"];

/// Opens `variant` on a kind of card, with a stall limit that keeps tests short.
pub(crate) fn open(body: &str, variant: &str) -> Device {
    let options = OpenOptions { stall_cycles: 20_000, ..OpenOptions::default() };
    Device::open_with(&format!("{body}:{variant}"), &options).unwrap()
}

/// Bytes that differ from place to place.
pub(crate) fn pattern(len: usize, seed: u64) -> Vec<u8> {
    use rand::{RngExt, SeedableRng};
    let mut bytes = vec![0; len];
    rand_chacha::ChaCha8Rng::seed_from_u64(seed).fill(&mut bytes[..]);
    bytes
}
