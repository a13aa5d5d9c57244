// SPDX-License-Identifier: Apache-2.0
//! What is advised is the best of what is listed, and everything that could be done is listed with what it takes or why not.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_host_model::tune::{Advice, Cost, Question, measure, tune};
use forebay_host_model::{Completion, FlowParams, Load, Pattern, Profile, Scenario};

const RUNS: u64 = 4;

fn ask(profile: Profile, tasks: u32, card: FlowParams) -> Advice {
    let scenario = Scenario::published(Pattern::Alternate, Completion::Poll, 1, 1);
    let profile = profile.with_tasks(tasks);
    tune(&Question { scenario: Scenario { pairs: 1 << 16, profile, card, ..scenario }, runs: RUNS })
        .unwrap()
}

fn times(advice: &Advice, pattern: Pattern) -> Vec<f64> {
    let of = advice.alternatives.iter().filter(|one| one.way.pattern == pattern);
    of.filter_map(|one| match &one.cost {
        Cost::Takes(times) => Some(times.mean_ms),
        _ => None,
    })
    .collect()
}

#[test]
fn the_choice_is_the_best_and_costs_what_a_run_of_it_does() {
    for profile in Profile::all() {
        for tasks in [0, 8] {
            let scenario = Scenario {
                pairs: 1 << 16,
                profile: profile.clone().with_tasks(tasks),
                ..Scenario::published(Pattern::Alternate, Completion::Poll, 1, 1024)
            };
            let advice = tune(&Question { scenario: scenario.clone(), runs: RUNS }).unwrap();
            let mut best = f64::INFINITY;
            let mut chosen = None;
            for one in &advice.alternatives {
                let way = one.way;
                let (pattern, completion, chunk) = (way.pattern, way.completion, way.chunk);
                let alone = Scenario { pattern, completion, chunk, ..scenario.clone() };
                match &one.cost {
                    Cost::Takes(times) => {
                        alone.is_free().unwrap();
                        assert_eq!(*times, measure(&alone, RUNS).unwrap(), "{way}");
                        best = best.min(times.mean_ms);
                        if way == advice.choice {
                            chosen = Some(*times);
                        }
                    }
                    Cost::NotFree(why) => {
                        assert_eq!(alone.is_free().unwrap_err().to_string(), *why, "{way}");
                    }
                    Cost::NotPossible(_) => assert!(profile.no_lists.is_some(), "{way}"),
                }
            }
            let chosen = chosen.unwrap_or_else(|| panic!("{} is not in the table", advice.choice));
            assert!(
                chosen.mean_ms <= best * 1.005,
                "{}: {} for {best}",
                profile.name,
                chosen.mean_ms
            );
            assert!(advice.why.contains(&advice.choice.to_string()), "{}", advice.why);
        }
    }
}

#[test]
fn where_times_tie_the_reason_is_what_a_processor_has_to_do() {
    let link = forebay_bus::LinkParams::default();
    let mut tied = 0;
    let questions = [
        (Profile::in_process(), FlowParams::forebay(&link, 20)),
        (Profile::forebay(), FlowParams::forebay(&link, 20)),
        (Profile::stock_xdma(), FlowParams::f1_shell()),
        (Profile::in_process(), FlowParams::f1_shell()),
    ];
    for ((profile, card), tasks) in questions.iter().flat_map(|one| [(one, 0), (one, 8)]) {
        let advice = ask(profile.clone(), tasks, card.clone());
        let all = advice.alternatives.iter().filter_map(|one| match one.cost {
            Cost::Takes(times) => Some((one.way, times)),
            _ => None,
        });
        let all: Vec<_> = all.collect();
        let chosen = all.iter().find(|(way, _)| *way == advice.choice).unwrap().1;
        let other = all.iter().find(|(way, _)| way.pattern != advice.choice.pattern).unwrap();
        let as_fast = all.iter().filter(|(_, times)| times.mean_ms <= all[0].1.mean_ms * 1.005);
        assert!(as_fast.clone().all(|(_, times)| times.host_ms >= chosen.host_ms));
        let why = &advice.why;
        if as_fast.count() > 1 && advice.choice.pattern != Pattern::OneList {
            assert!(why.contains("no way that is as fast takes less of a processor"), "{why}");
            assert!(!why.contains("hidden"), "{why}");
        }
        let host_ms =
            format!("as fast, {} takes {:.2} ms of a processor", other.0, other.1.host_ms);
        let is_tied = other.1.mean_ms <= all[0].1.mean_ms * 1.005;
        assert_eq!(why.contains(&host_ms), is_tied, "{why}");
        assert_eq!(why.contains("the best otherwise"), !is_tied, "{why}");
        tied += u32::from(is_tied);
    }
    assert!((1..8).contains(&tied), "{tied}");
}

#[test]
fn a_host_that_takes_lists_is_told_to_send_one_and_to_sleep() {
    for tasks in [0, 8] {
        let advice = ask(Profile::in_process(), tasks, FlowParams::f1_shell());
        assert_eq!(advice.choice.pattern, Pattern::OneList, "{}", advice.why);
        assert_eq!(advice.choice.completion, Completion::Interrupt, "{}", advice.why);
        let without = ask(Profile::stock_xdma(), tasks, FlowParams::f1_shell());
        assert_ne!(without.choice.pattern, Pattern::OneList);
        assert!(without.why.contains("forebay-in-process"), "{}", without.why);
        let [list, calls] =
            [&advice, &without].map(|advice| times(advice, advice.choice.pattern)[0]);
        assert!(list < calls, "{list} for {calls}");
    }
}

#[test]
fn what_may_never_end_is_listed_with_the_reason_and_never_chosen() {
    let advice = ask(Profile::forebay(), 0, FlowParams::f1_shell());
    let reasons: Vec<_> = advice
        .alternatives
        .iter()
        .filter_map(|one| match &one.cost {
            Cost::NotFree(why) => Some((one.way.pattern, why.as_str())),
            _ => None,
        })
        .collect();
    let of = |pattern| reasons.iter().find(|(other, _)| *other == pattern).unwrap().1;
    assert!(of(Pattern::ScalarsThenPoints).starts_with("deadlock: "));
    assert!(of(Pattern::Alternate).contains("the largest safe chunk is 1024 elements"));
    assert!(of(Pattern::TwoThreads).starts_with("deadlock in some orders"));
    // With room asked for first two threads hold up nobody.
    let link = forebay_bus::LinkParams::default();
    let ours = ask(Profile::forebay(), 0, FlowParams::forebay(&link, 20));
    assert!(!times(&ours, Pattern::TwoThreads).is_empty());
}

#[test]
fn questions_without_an_answer_are_refused_with_the_value_and_the_next_step() {
    let good = Question {
        scenario: Scenario::published(Pattern::Alternate, Completion::Poll, 1, 1024),
        runs: 1,
    };
    let refusal = |question: &Question| tune(question).unwrap_err().to_string();
    let mut bad = good.clone();
    bad.scenario.profile.load = Load { processors: 0, ..Load::idle() };
    assert_eq!(refusal(&bad), "processors is 0; give 65536 at most, 1 processor at least");
    assert_eq!(refusal(&Question { runs: 0, ..good.clone() }), "runs is 0; give 1 to 10000");
    let mut bad = good.clone();
    bad.scenario.pairs = 0;
    assert!(refusal(&bad).starts_with("pairs is 0; give"));
    let mut bad = good;
    bad.scenario.card.depth = [0, 1024];
    assert!(refusal(&bad).starts_with("depth is 0; give"));
}
