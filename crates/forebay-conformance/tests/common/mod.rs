// SPDX-License-Identifier: Apache-2.0
//! What the tests share: one body of a test runs on every kind of card.

#![allow(dead_code, unused_macros, unused_imports, reason = "every test file uses its part of it")]
#![allow(clippy::unwrap_used, reason = "a card that cannot be opened has failed the test")]

pub(crate) mod channel;
pub(crate) mod handle;
pub(crate) mod spoiled;
pub(crate) mod wrong;

use forebay::Device;
use forebay_bus::{Card, HostMemory, LinkParams};

/// Kinds of card that every test runs on. A card whose library is missing fails its tests with the message that says
/// how to build it.
pub(crate) const BODIES: [&str; 2] = ["fast", "rtl"];

/// Stall limit of the tests: long against every pause of a card that works, short against a test.
pub(crate) const STALL_CYCLES: u64 = 20_000;

/// A card that was just made.
pub(crate) fn card(body: &str, variant: &str) -> Box<dyn Card> {
    forebay_sim::open(&format!("{body}:{variant}"), LinkParams::default(), None).unwrap()
}

/// Opens `variant` on a kind of card, with a stall limit that keeps tests short; the full MSM cards need more, they
/// empty their buckets for up to 156 thousand cycles before the first run.
pub(crate) fn open(body: &str, variant: &str) -> Device {
    let stall_cycles =
        if matches!(variant, "msm" | "msm1") { 10 * STALL_CYCLES } else { STALL_CYCLES };
    Device::from_card(card(body, variant), stall_cycles).unwrap()
}

/// As [`open`], with the host memory that the card sees, to reach behind the library's back.
pub(crate) fn open_with_memory(body: &str, variant: &str) -> (Device, HostMemory) {
    let card = card(body, variant);
    let memory = card.host().clone();
    (Device::from_card(card, STALL_CYCLES).unwrap(), memory)
}

/// Bytes that differ from place to place.
pub(crate) fn pattern(len: usize, seed: u64) -> Vec<u8> {
    use rand::{RngExt, SeedableRng};
    let mut bytes = vec![0; len];
    rand_chacha::ChaCha8Rng::seed_from_u64(seed).fill(&mut bytes[..]);
    bytes
}

/// Makes one test per kind of card out of each function named; it is called with the kind.
macro_rules! on_every_card {
    ($($name:ident),* $(,)?) => {
        mod fast {
            $(#[test] fn $name() { super::$name("fast"); })*
        }
        mod rtl {
            $(#[test] fn $name() { super::$name("rtl"); })*
        }
    };
}
pub(crate) use on_every_card;
