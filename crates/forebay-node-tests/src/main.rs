// SPDX-License-Identifier: Apache-2.0
//! The host library's promises, kept on a card behind the kernel driver: the counterpart of `crates/forebay-conformance`,
//! which has simulated cards in its own process. Runs in the virtual machine (`guest/`), prints TAP.
//!
//! `host_library [DEVICE] [quick]`; which checks it makes depends on the card.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test program: what is unwrapped in vain has failed the check, and TAP goes to standard output"
)]

mod bad_input;
mod msm;
mod streams;
mod tap;
mod transfers;

use std::process::ExitCode;
use std::time::Duration;

use forebay::{Completion, Device, OpenOptions};

use crate::tap::Tap;

/// Where and how much.
struct Plan {
    device: String,
    quick: bool,
}

impl Plan {
    fn from_arguments() -> Self {
        let mut plan = Self { device: "/dev/forebay0".into(), quick: false };
        for word in std::env::args().skip(1) {
            if word == "quick" {
                plan.quick = true;
            } else {
                plan.device = word;
            }
        }
        plan
    }

    fn open(&self) -> Device {
        Device::open(&self.device).unwrap()
    }

    /// A device whose transfers are given up soon, as seen from a simulated card: for those that cannot end.
    fn open_impatient(&self) -> Device {
        let completion = Some(Completion { spin: None, timeout: Duration::from_secs(2) });
        Device::open_with(&self.device, &OpenOptions { completion, ..OpenOptions::default() })
            .unwrap()
    }

    /// A device that spins before it sleeps.
    fn open_spinning(&self) -> Device {
        let spin = Some(Duration::from_millis(50));
        let completion = Some(Completion { spin, timeout: Duration::from_secs(60) });
        Device::open_with(&self.device, &OpenOptions { completion, ..OpenOptions::default() })
            .unwrap()
    }
}

fn main() -> ExitCode {
    let plan = Plan::from_arguments();
    let mut tap = Tap::default();
    let datapath =
        tap.value("the card is found and says what it is", || plan.open().identity().datapath.name);
    match datapath.flatten() {
        Some("loopback") => {
            transfers::run(&plan, &mut tap);
            streams::run(&plan, &mut tap);
            bad_input::run(&plan, &mut tap);
        }
        Some("msm") => msm::run(&plan, &mut tap),
        _ => {}
    }
    tap.end()
}

/// Bytes that differ from place to place.
fn pattern(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        // xorshift64: any generator would do.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..len).map(|_| next()).collect()
}
