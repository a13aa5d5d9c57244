// SPDX-License-Identifier: Apache-2.0
//! The same host on the native card and on the RTL, behind the real library.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_bus::{Body, LinkParams};
use forebay_host_model::{
    Account, Completion, FlowParams, Outcome, Pattern, Profile, Scenario, Time, WritePath,
};
use forebay_timed_card::{TimedCardError, play};

const BODIES: [Body; 2] = [Body::Fast, Body::Rtl];

fn scenario(pattern: Pattern, profile: Profile, chunk: u64) -> Scenario {
    Scenario {
        pairs: 4096,
        profile,
        card: FlowParams::forebay(&LinkParams::default(), 16),
        ..Scenario::published(pattern, Completion::Interrupt, chunk, 1)
    }
}

/// On both bodies, and twice on the native one.
fn both(scenario: &Scenario) -> [Outcome; 2] {
    let [fast, rtl] = BODIES.map(|body| play(scenario, body).unwrap());
    assert_eq!(play(scenario, Body::Fast).unwrap(), fast, "the same again");
    [fast, rtl]
}

#[test]
fn every_pattern_takes_as_long_on_both_bodies_and_moves_as_much() {
    let shared = FlowParams {
        write_path: WritePath::Shared,
        ..FlowParams::forebay(&LinkParams::default(), 4)
    };
    let all = [
        scenario(Pattern::Alternate, Profile::stock_xdma(), 512),
        scenario(Pattern::Alternate, Profile::forebay(), 1024),
        Scenario {
            completion: Completion::Poll,
            aligned: false,
            ..scenario(Pattern::Alternate, Profile::in_process(), 256)
        },
        scenario(Pattern::TwoThreads, Profile::forebay(), 1024),
        scenario(Pattern::TwoThreadsBarrier, Profile::stock_xdma().with_tasks(8), 512),
        Scenario {
            card: shared,
            ..scenario(Pattern::TwoThreadsBarrier, Profile::in_process(), 512)
        },
        // 512 descriptors, of which 256 are added while the card works.
        scenario(Pattern::OneList, Profile::in_process(), 16),
        scenario(Pattern::OneList, Profile::user_doorbell(), 512),
        Scenario { pairs: 1 << 17, ..scenario(Pattern::Memory(2), Profile::forebay(), 16_384) },
    ];
    for scenario in &all {
        let [fast, rtl] = both(scenario);
        let name = format!("{:?}, {}, {}", scenario.pattern, scenario.profile.name, scenario.chunk);
        let error = fast.total.us() / rtl.total.us() - 1.0;
        println!("{name}: {} for {}, {:.3} %", fast.total, rtl.total, error * 100.0);
        assert!(error.abs() < 0.02, "{name}: {} for {}", fast.total, rtl.total);
        let computed = fast.computed.us() - rtl.computed.us();
        assert!(computed.abs() <= 0.02 * rtl.total.us(), "{name}: {fast:?} {rtl:?}");
        assert_eq!((fast.work, fast.starts), (rtl.work, rtl.starts), "{name}");
        assert_eq!(fast.deadlock, None, "{name}");
        // As on flows: the host is the same, and all of it arrives.
        let flows = scenario.run().unwrap();
        assert_eq!(fast.work.bytes, flows.work.bytes, "{name}");
        assert_eq!(fast.work.memory_bytes, flows.work.memory_bytes, "{name}");
        // Where a list had come to its end before it was added to, the library starts it again by itself.
        if scenario.pattern != Pattern::OneList {
            assert_eq!(fast.starts, flows.starts, "{name}");
        }
        if fast.work.memory_bytes == 0 {
            let core = scenario.card.pair * scenario.pairs;
            assert_eq!((fast.work.pairs, fast.core), (scenario.pairs, core), "{name}");
            assert!(fast.computed >= core, "{name}");
        }
        let all = fast.accounts.iter().map(Account::total);
        assert!(all.clone().all(|total| total == fast.total), "{name}: {:?}", fast.accounts);
    }
}

#[test]
fn a_run_that_never_ends_is_a_deadlock_with_the_librarys_explanation() {
    let shared = FlowParams {
        write_path: WritePath::Shared,
        ..FlowParams::forebay(&LinkParams::default(), 16)
    };
    let all = [
        (scenario(Pattern::ScalarsThenPoints, Profile::forebay(), 512), "does not come"),
        (scenario(Pattern::Alternate, Profile::forebay(), 4096), "does not come"),
        (
            Scenario { card: shared, ..scenario(Pattern::TwoThreads, Profile::forebay(), 4096) },
            "so that no time helps",
        ),
    ];
    for (scenario, why) in &all {
        assert!(scenario.is_free().is_err());
        for outcome in both(scenario) {
            let deadlock = outcome.deadlock.unwrap();
            println!("{deadlock}");
            assert!(deadlock.full.is_some(), "{deadlock}");
            assert!(deadlock.why.contains("waits for room in stream port"), "{deadlock}");
            assert!(deadlock.why.contains(why), "{deadlock}");
            assert!(deadlock.at > Time::ZERO && outcome.total >= deadlock.at);
            let held = deadlock.held[deadlock.full.unwrap()];
            assert!(held > 0 && held <= 2048, "{deadlock:?}");
            assert!(outcome.work.pairs < scenario.pairs);
        }
    }
}

#[test]
fn what_no_build_can_play_is_refused_by_its_parameter() {
    let good = scenario(Pattern::Alternate, Profile::forebay(), 512);
    let card = |change: fn(FlowParams) -> FlowParams| Scenario {
        card: change(good.card.clone()),
        ..good.clone()
    };
    let all = [
        (card(|_| FlowParams::f1_shell()), "card", "forebay"),
        (card(|card| FlowParams { depth: [1024; 2], ..card }), "depth", "2048 and 1024"),
        (card(|card| FlowParams { element_bytes: [32, 144], ..card }), "depth", "2048 and 455"),
        (card(|card| FlowParams { pair: Time::from_ns(3), ..card }), "pair", "4 ns"),
        (Scenario { pattern: Pattern::Memory(3), ..good.clone() }, "pattern", "2 channels"),
        (Scenario { chunk: 511, ..good.clone() }, "chunk", "multiple of 2"),
        (Scenario { pairs: 4095, ..good.clone() }, "pairs", "multiple of 2"),
        (Scenario { aligned: false, ..good.clone() }, "aligned", "longer descriptors"),
        (
            Scenario { pattern: Pattern::Memory(2), chunk: 1 << 26, ..good.clone() },
            "chunk",
            "33554432 at most",
        ),
    ];
    for (bad, parameter, wanted) in all {
        match play(&bad, Body::Fast).unwrap_err() {
            TimedCardError::Refused(refused) => {
                assert_eq!(refused.parameter, parameter, "{refused}");
                assert!(refused.wanted.contains(wanted), "{refused}");
            }
            other => panic!("{other}"),
        }
    }
    assert!(play(&good, Body::Fast).is_ok());
}
