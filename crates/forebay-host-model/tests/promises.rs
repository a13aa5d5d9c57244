// SPDX-License-Identifier: Apache-2.0
//! What holds for every run, whatever its parameters.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail their test")]

use forebay_host_model::{
    Completion, Cost, Distribution, FlowCard, FlowParams, HostModelError, Load, Outcome,
    PAGE_BYTES, Pattern, Piece, Profile, Progress, Scenario, Target, Time, TimedCard, Transfer,
    Wait, WritePath,
};
use forebay_plan::Verdict;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const STREAMING: [Pattern; 4] =
    [Pattern::Alternate, Pattern::TwoThreadsBarrier, Pattern::TwoThreads, Pattern::OneList];

/// Steps that a card takes for a piece at most.
const STEPS: u64 = 8;

/// A small scenario drawn from a seed.
fn drawn(seed: u64) -> Scenario {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let depth = [256, 512, 1024, 4096][rng.random_range(0..4)];
    let profile = match rng.random_range(0..3) {
        0 => Profile::stock_xdma(),
        1 => Profile::forebay(),
        _ => Profile { lead: Some(rng.random_range(1..400)), ..Profile::list_call() },
    };
    let load = Load::of([0, 0, 8, 12][rng.random_range(0..4)]);
    let write_path = if rng.random() { WritePath::Shared } else { WritePath::Reserved };
    let pair = Time::from_ns(rng.random_range(1..300));
    Scenario {
        pattern: STREAMING[rng.random_range(0..4)],
        completion: if rng.random() { Completion::Interrupt } else { Completion::Poll },
        aligned: rng.random(),
        chunk: rng.random_range(16..=depth),
        pairs: rng.random_range(1..20_000),
        profile: Profile { load, ..profile },
        card: FlowParams {
            depth: [depth, rng.random_range(64..=depth)],
            pair,
            write_path,
            ..FlowParams::f1_shell()
        },
        seed,
        worked: rng.random(),
        trace: false,
    }
}

fn run(scenario: &Scenario) -> Outcome {
    scenario.run().unwrap_or_else(|error| panic!("{scenario:?}: {error}"))
}

#[test]
fn bytes_elements_and_time_are_conserved() {
    let mut ended = 0;
    for seed in 0..2_000 {
        let scenario = Scenario { trace: true, ..drawn(seed) };
        let outcome = run(&scenario);
        for account in &outcome.accounts {
            assert_eq!(account.total(), outcome.total, "{scenario:?}");
        }
        assert_eq!(outcome.core.ps() / scenario.card.pair.ps(), outcome.work.pairs);
        assert!(outcome.core <= outcome.total);
        let trace = outcome.trace.as_ref().expect("asked for");
        let pieces = 2 * scenario.pairs.div_ceil(scenario.chunk);
        assert!(trace.len() as u64 <= STEPS * pieces, "{} for {pieces}: {scenario:?}", trace.len());
        for sample in trace {
            for stream in 0..2 {
                assert!(sample.elements[stream] <= scenario.card.depth[stream]);
            }
        }
        let Ok(total) = outcome.completed() else { continue };
        ended += 1;
        assert_eq!(outcome.work.bytes, [32, 64].map(|size| size * scenario.pairs), "{scenario:?}");
        let last = trace.last().expect("something moved");
        let held = outcome.work.pairs + last.elements[0];
        assert!(held.abs_diff(scenario.pairs) <= 1, "{held} of {}", scenario.pairs);
        assert!(total >= last.at);
    }
    assert!(ended > 1_500, "{ended} of 2000");
}

#[test]
fn the_same_seed_gives_the_same_picoseconds_and_another_one_others() {
    let jitter: Distribution = "lognormal(10 us, 0.5)".parse().unwrap();
    for pattern in [Pattern::Alternate, Pattern::TwoThreadsBarrier] {
        let mut scenario = Scenario {
            pairs: 1 << 16,
            ..Scenario::published(pattern, Completion::Interrupt, 512, 1024)
        };
        scenario.profile.load = Load::of(9);
        scenario.profile.costs =
            scenario.profile.costs.with(Cost::WakeUpIdle, jitter).expect("a law");
        let first = run(&scenario);
        assert_eq!(first, run(&scenario));
        scenario.seed = 1;
        assert_ne!(first.total, run(&scenario).total);
    }
}

/// Idle, with one thread: where nothing is drawn and nobody can overtake. Two threads on one write path take turns, and a delay of
/// one may help the other.
fn steady(seed: u64) -> Scenario {
    let mut scenario = drawn(seed);
    scenario.profile.load = Load::idle();
    if scenario.pattern.threads() > 1 {
        scenario.pattern = Pattern::Alternate;
    }
    scenario
}

#[test]
fn a_dearer_cost_never_makes_an_idle_run_shorter() {
    for seed in 0..150 {
        let scenario = steady(seed);
        let before = run(&scenario).completed().unwrap();
        for cost in Cost::ALL {
            let price = scenario.profile.costs.get(cost).mean();
            let dearer = Time::from_ps(price.ps() + price.ps() / 2);
            let mut dear = scenario.clone();
            dear.profile.costs = dear.profile.costs.with(cost, dearer).unwrap();
            let after = run(&dear).completed().unwrap();
            // Steps of the card end at whole picoseconds.
            assert!(after + Time::from_ns(1) >= before, "{}: {scenario:?}", cost.name());
        }
    }
}

#[test]
fn a_deeper_fifo_is_never_slower() {
    for seed in 0..400 {
        let scenario = steady(seed);
        let mut before = run(&scenario).completed().unwrap();
        for factor in [2, 4, 16] {
            let depth = scenario.card.depth.map(|depth| depth * factor);
            let deeper = Scenario {
                card: FlowParams { depth, ..scenario.card.clone() },
                ..scenario.clone()
            };
            let after = run(&deeper).completed().unwrap();
            assert!(after <= before + Time::from_ns(1), "{factor}: {scenario:?}");
            before = after;
        }
    }
}

/// Sends pieces in order over one channel; whether all of them arrived.
fn ends(card: &FlowParams, pieces: &[(usize, u64)]) -> bool {
    let mut card = FlowCard::new(card).unwrap();
    for (stream, elements) in pieces {
        let piece = Piece {
            target: Target::Stream(*stream),
            elements: *elements,
            bytes: elements * [32, 64][*stream],
            offset: 0,
            descriptors: 1,
        };
        card.start(Time::ZERO, Transfer::of(0, piece)).unwrap();
        if card.advance(Time::NEVER).unwrap() == Progress::Stuck {
            let why = card.explain();
            assert_eq!(why.full, Some(*stream));
            assert!(why.why.contains(&format!("the FIFO of stream {stream} is full")), "{why}");
            return false;
        }
    }
    true
}

#[test]
fn one_order_deadlocks_exactly_where_one_stream_leads_by_more_than_its_fifo_holds() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut seen = [0; 2];
    for _ in 0..20_000 {
        let card = FlowParams {
            depth: [rng.random_range(1..40), rng.random_range(1..40)],
            ahead: [rng.random_range(0..4), rng.random_range(0..4)],
            pair: Time::from_ns(rng.random_range(1..100)),
            ..FlowParams::f1_shell()
        };
        let pieces: Vec<_> = (0..rng.random_range(1..20))
            .map(|_| (rng.random_range(0..2), rng.random_range(1..12)))
            .collect();
        let (mut sent, mut lead) = ([0_u64; 2], [0; 2]);
        for (stream, elements) in &pieces {
            sent[*stream] += elements;
            for stream in 0..2 {
                lead[stream] = lead[stream].max(sent[stream].saturating_sub(sent[1 - stream]));
            }
        }
        let free = (0..2).all(|stream| lead[stream] <= card.elements(stream));
        assert_eq!(ends(&card, &pieces), free, "{card:?} {pieces:?}");
        seen[usize::from(free)] += 1;
    }
    assert!(seen.iter().all(|cases| *cases > 4_000), "{seen:?}");
}

/// Every way of sending on both paths, with chunks and FIFOs around each other's sizes, idle and loaded.
fn grid() -> Vec<Scenario> {
    let mut all = Vec::new();
    let patterns = STREAMING.into_iter().chain([Pattern::ScalarsThenPoints]);
    for pattern in patterns {
        for write_path in [WritePath::Shared, WritePath::Reserved] {
            for (depth, ahead) in [([64, 64], [0, 0]), ([64, 100], [3, 0]), ([100, 64], [0, 7])] {
                for chunk in [1, 63, 64, 65, 67, 68, 71, 72, 100, 101, 128] {
                    for pairs in [1, 64, 65, 68, 130, 1000] {
                        for load in [Load::idle(), Load::of(12)] {
                            let scenario = Scenario::published(pattern, Completion::Poll, chunk, 1);
                            let profile = Profile { load, ..scenario.profile.clone() };
                            let f1 = FlowParams::f1_shell();
                            let card = FlowParams { depth, ahead, write_path, ..f1 };
                            all.push(Scenario { pairs, profile, card, ..scenario });
                        }
                    }
                }
            }
        }
    }
    all
}

/// Runs of what may end or not.
const ORDERS: u64 = 8;

#[test]
fn the_planner_and_the_flows_agree_on_what_ends() {
    // Free, never ends, may end and does, may end and does not.
    let mut seen = [0; 4];
    let drawn = (0..2_000).map(|seed| {
        let mut scenario = drawn(seed);
        scenario.chunk += seed % 3 * 200;
        scenario
    });
    for scenario in grid().into_iter().chain(drawn) {
        let ended = |seed| run(&Scenario { seed, ..scenario.clone() }).deadlock.is_none();
        let verdict = scenario.plan().unwrap().check().unwrap();
        assert_eq!(scenario.is_free().is_ok(), verdict == Verdict::Free, "{scenario:?}");
        match verdict {
            Verdict::Free => {
                assert!(ended(scenario.seed), "{scenario:?}");
                seen[0] += 1;
            }
            Verdict::Deadlock { stand, .. } => {
                let outcome = run(&scenario);
                let deadlock = outcome.deadlock.unwrap_or_else(|| panic!("{scenario:?}"));
                assert_eq!(deadlock.full, Some(stand.full), "{scenario:?}");
                assert_eq!(deadlock.held[stand.full], stand.holds, "{scenario:?}");
                seen[1] += 1;
            }
            Verdict::Possible { .. } => {
                let ends = (0..ORDERS).filter(|seed| ended(*seed)).count() as u64;
                seen[2] += ends;
                seen[3] += ORDERS - ends;
            }
        }
    }
    assert!(seen.iter().all(|cases| *cases > 200), "{seen:?}");
}

#[test]
fn all_scalars_first_is_recorded_as_a_deadlock_with_its_reason() {
    for pairs in [1024, 1025, 1 << 20] {
        let scenario = Scenario {
            pairs,
            ..Scenario::published(Pattern::ScalarsThenPoints, Completion::Interrupt, 1024, 1024)
        };
        let outcome = run(&scenario);
        assert_eq!(outcome.deadlock.is_some(), pairs > 1024);
        let Some(deadlock) = outcome.deadlock else { continue };
        assert_eq!((deadlock.full, deadlock.held), (Some(0), [1024, 0]));
        assert!(deadlock.why.contains("an element of stream 1, which the host has not sent"));
        assert_eq!(outcome.work.bytes, [1024 * 32, 0]);
        assert_eq!(outcome.core, Time::ZERO);
    }
}

#[test]
fn two_threads_without_a_barrier_deadlock_under_load_on_a_shared_path_only() {
    let stuck = |write_path| {
        let mut scenario = Scenario::published(Pattern::TwoThreads, Completion::Poll, 512, 1024);
        scenario.card.write_path = write_path;
        scenario.profile.load = Load::of(8);
        let runs = (0..20).map(|seed| run(&Scenario { seed, ..scenario.clone() }));
        let stuck: Vec<_> = runs.filter_map(|outcome| outcome.deadlock).collect();
        for deadlock in &stuck {
            assert!(deadlock.why.contains("behind that piece on the write path"), "{deadlock}");
        }
        stuck.len()
    };
    assert!(stuck(WritePath::Shared) > 10);
    assert_eq!(stuck(WritePath::Reserved), 0);
}

#[test]
fn bad_parameters_are_refused_with_the_value_and_the_next_step() {
    let good = Scenario::published(Pattern::Alternate, Completion::Poll, 512, 1024);
    let no_link = FlowParams { link_bytes_per_second: 0, ..good.card.clone() };
    for (bad, said) in [
        (Scenario { chunk: 0, ..good.clone() }, "chunk is 0; give"),
        (Scenario { pairs: 0, ..good.clone() }, "pairs is 0; give"),
        (Scenario { pattern: Pattern::Memory(5), ..good.clone() }, "threads is 5; give"),
        (Scenario { card: no_link, ..good.clone() }, "link_bytes_per_second is 0; give"),
    ] {
        let error = bad.run().unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }
    let error = Scenario { chunk: 2048, ..good }.is_free().unwrap_err().to_string();
    assert!(error.contains("the largest safe chunk is 1024 elements"), "{error}");
}

#[test]
fn a_transfer_that_there_is_no_place_for_is_refused() {
    let piece =
        Piece { target: Target::Stream(0), elements: 8, bytes: 256, offset: 0, descriptors: 1 };
    let good = Transfer::of(0, piece);
    let of = |piece| Transfer { first: piece, ..good };
    for (bad, said) in [
        (Transfer { channel: 4, ..good }, "channel is 4"),
        (Transfer { rounds: 0, ..good }, "rounds is 0"),
        (of(Piece { target: Target::Stream(2), ..piece }), "stream is 2"),
        (of(Piece { bytes: 0, elements: 0, ..piece }), "bytes of a piece is 0"),
        (of(Piece { bytes: u64::MAX, ..piece }), "bytes of a piece is 18446744073709551615"),
    ] {
        let mut card = FlowCard::new(&FlowParams::f1_shell()).unwrap();
        let error = card.start(Time::ZERO, bad).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }
    let mut card = FlowCard::new(&FlowParams::f1_shell()).unwrap();
    card.start(Time::ZERO, good).unwrap();
    let again = card.start(Time::ZERO, good).unwrap_err();
    assert_eq!(again, HostModelError::ChannelBusy { channel: 0 });
    let other = card.start(Time::ZERO, Transfer { channel: 1, ..good }).unwrap_err();
    assert_eq!(other, HostModelError::StreamBusy { stream: 0, channel: 1, other: 0 });
}

#[test]
fn a_submission_of_one_list_pays_for_its_call_once() {
    let mut scenario = Scenario {
        aligned: true,
        pairs: 1 << 16,
        ..Scenario::published(Pattern::OneList, Completion::Interrupt, 512, 1024)
    };
    scenario.profile = Profile::forebay();
    let outcome = run(&scenario);
    let account = &outcome.accounts[0];
    assert_eq!(account.spent(Cost::SystemCall), Time::from_ns(300));
    let pages = (1 << 16) * 96 / PAGE_BYTES;
    assert_eq!(account.spent(Cost::PinPage), Time::from_ns(350) * pages);
    assert!(account.waited(Wait::Card) > outcome.core - Time::from_us(400));
}

/// A list that is written on while the card works, with a host that is early, late, and pre-empted.
#[test]
fn a_list_that_is_written_on_is_sent_whole_and_never_later_than_in_parts() {
    let (mut starts, mut early) = (0, 0);
    for (lead, pair_ns, tasks) in [(256, 114, 0), (256, 114, 12), (24, 114, 12), (256, 2, 0)] {
        for seed in 0..50 {
            let mut scenario = Scenario {
                seed,
                pairs: 100_000,
                worked: true,
                ..Scenario::published(Pattern::OneList, Completion::Interrupt, 512, 1024)
            };
            scenario.card.pair = Time::from_ns(pair_ns);
            scenario.profile = Profile::list_call();
            scenario.profile.load = Load::of(tasks);
            scenario.profile.lead = Some(lead);
            let outcome = run(&scenario);
            assert_eq!(outcome.work.bytes, [32, 64].map(|size| size * scenario.pairs));
            assert_eq!(outcome.accounts[0].total(), outcome.total);
            assert!(outcome.computed >= outcome.core, "{scenario:?}");
            let account = &outcome.accounts[0];
            assert_eq!(
                account.spent(Cost::PinPage).ps() * 3,
                account.spent(Cost::UnpinPage).ps() * 7
            );
            starts += u64::from(outcome.starts > 1);
            early += u64::from(outcome.starts == 1);
            if tasks == 0 && pair_ns > 100 {
                scenario.profile.lead = None;
                let parts = run(&scenario);
                assert!(outcome.computed < parts.computed, "{scenario:?}");
            }
        }
    }
    assert!(starts > 20 && early > 20, "{starts} were late and {early} early");
}

/// 2^20 pairs at FIFOs of 1024, one thread, through the library with a card of its own.
#[test]
fn a_list_takes_as_long_as_the_core_idle_and_loaded() {
    for tasks in [0, 8, 9, 15, 24] {
        for (worked, completion) in [
            (false, Completion::Interrupt),
            (true, Completion::Interrupt),
            (true, Completion::Poll),
        ] {
            for seed in 0..200 {
                let mut scenario = Scenario::published(Pattern::OneList, completion, 512, 1024);
                scenario.profile = Profile { load: Load::of(tasks), ..Profile::in_process() };
                (scenario.seed, scenario.worked) = (seed, worked);
                let outcome = run(&scenario);
                let core = scenario.card.pair * scenario.pairs;
                let over = outcome.computed.ms() / core.ms();
                assert!(over <= 1.01, "{tasks} tasks, {completion:?}, seed {seed}: {over}");
            }
        }
    }
}
