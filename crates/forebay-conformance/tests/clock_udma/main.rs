// SPDX-License-Identifier: Apache-2.0
//! The native card's cycles of user-level DMA are those of the RTL: the same programs go to both, behind the same link, and the cycles from the first access to the
//! message of the last end are compared, with all that was moved and counted.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

#[path = "../common/off.rs"]
mod off;
mod program;
mod rig;
mod samples;

use off::Off;
use rig::Rig;
use samples::Sample;

/// Runs each sample on both cards. Everything must be the same, but for the cycles, which may be a little off.
fn compare(what: &str, samples: Vec<Sample>) {
    let mut off = Off::default();
    for (name, program) in samples {
        let [fast, rtl] = ["fast", "rtl"].map(|body| Rig::open(body).run(&program));
        assert!(fast.memory == rtl.memory, "{name}: other bytes");
        assert_eq!(fast.counts, rtl.counts, "{name}");
        off.note(name, fast.cycles, rtl.cycles);
    }
    off.judge(what);
}

#[test]
fn one_by_one_by_every_scheme() {
    compare("user-level, one by one", samples::one_by_one());
}

#[test]
fn lines_ahead_of_their_ends() {
    compare("user-level, lines", samples::lines());
}

#[test]
fn lists() {
    compare("user-level, lists", samples::lists());
}

#[test]
fn several_contexts() {
    compare("user-level, contexts", samples::contexts());
}
