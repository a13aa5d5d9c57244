// SPDX-License-Identifier: Apache-2.0
//! The native card's cycles are those of the RTL, whatever moves: the same host programs go to both, behind the same link, and the
//! cycles from the first start to the last message are compared, with all that was moved.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod channel;
#[path = "../common/off.rs"]
mod off;
#[path = "../common/plan.rs"]
mod plan;
mod rig;
mod samples;

use forebay_bus::{Bar, CardExt, LinkParams};
use forebay_regs::user;
use forebay_regs::xdma::H2C;
use off::Off;
use samples::Sample;

/// Runs each sample on both cards. Everything must be the same, but for the cycles, which may be a little off.
fn compare(what: &str, samples: Vec<Sample>) {
    let mut off = Off::default();
    for (name, program) in samples {
        let (fast, rtl) = (rig::run("fast", &program), rig::run("rtl", &program));
        assert!(!program.is_exact || fast.data == rtl.data, "{name}: other bytes");
        assert_eq!(fast.completed, rtl.completed, "{name}");
        off.note(name, fast.cycles, rtl.cycles);
    }
    off.judge(what);
}

#[test]
fn single_transfers() {
    compare("single transfers", samples::single());
}

#[test]
fn lists_of_descriptors() {
    compare("lists", samples::lists());
}

#[test]
fn lists_of_all_sizes() {
    compare("all sizes", samples::mixed());
}

#[test]
fn channels_together() {
    compare("channels together", samples::together());
}

#[test]
fn streams_through_the_loopback() {
    compare("loopback", samples::loopback());
}

#[test]
fn packets_of_all_sizes() {
    compare("all packets", samples::mixed_packets());
}

#[test]
fn streams_into_a_sink() {
    compare("sink", samples::into_sink());
}

#[test]
fn multiplications() {
    let mut samples: Vec<_> =
        [64, 1000, 4096].map(|count| samples::multiplication("msm-toy", count)).into();
    samples.push(samples::multiplication("msm1-toy", 500));
    samples.push(samples::multiplication("msm", 1000));
    compare("multiplications", samples);
}

#[test]
fn an_access_takes_the_same_time() {
    for (bar, at) in [(Bar::User, user::STATUS.base()), (Bar::Dma, H2C.at(0)), (Bar::Aperture, 0)] {
        let [fast, rtl] = ["fast", "rtl"].map(|body| {
            let name = format!("{body}:loopback");
            let mut card = forebay_sim::open(&name, LinkParams::default(), None).unwrap();
            [0, 3].map(|stores| {
                let before = card.now();
                for _ in 0..stores {
                    card.write32(bar, at, 0).unwrap();
                }
                card.read32(bar, at).unwrap();
                card.now() - before
            })
        });
        let off = fast.iter().zip(rtl).map(|(fast, rtl)| fast.abs_diff(rtl)).max();
        assert!(off <= Some(1), "{bar:?}: {fast:?} cycles, RTL {rtl:?}");
    }
}
