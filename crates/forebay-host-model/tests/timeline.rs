// SPDX-License-Identifier: Apache-2.0
//! The time-line of a run says the same as its account, and costs the run nothing.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_host_model::{
    Activity, Completion, Outcome, Pattern, Profile, Scenario, Span, Time, Wait,
};

/// Few elements in every pattern, both ways of hearing of the end, idle and loaded.
fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    for pattern in Pattern::STREAMS.map(|(_, pattern)| pattern) {
        for completion in [Completion::Interrupt, Completion::Poll] {
            for tasks in [0, 12] {
                for profile in [Profile::stock_xdma(), Profile::in_process(), Profile::list_call()]
                {
                    let published = Scenario::published(pattern, completion, 512, 1024);
                    let profile = profile.with_tasks(tasks);
                    all.push(Scenario { pairs: 400_000, profile, seed: 7, ..published });
                }
            }
        }
    }
    all
}

fn traced(scenario: &Scenario) -> Outcome {
    Scenario { trace: true, ..scenario.clone() }.run().unwrap()
}

fn sum(spans: &[Span]) -> Time {
    spans.iter().map(|span| span.to - span.from).sum()
}

#[test]
fn a_run_that_is_watched_is_the_same_run() {
    for scenario in scenarios() {
        let plain = scenario.run().unwrap();
        assert_eq!((&plain.trace, &plain.timelines), (&None, &None));
        let traced = traced(&scenario);
        assert_eq!(plain, Outcome { trace: None, timelines: None, ..traced }, "{scenario:?}");
    }
}

#[test]
fn what_a_thread_does_follows_without_a_gap_until_it_has_ended() {
    for scenario in scenarios() {
        let outcome = traced(&scenario);
        let timelines = outcome.timelines.as_ref().unwrap();
        assert_eq!(timelines.len(), outcome.accounts.len());
        for (timeline, account) in timelines.iter().zip(&outcome.accounts) {
            let mut at = Time::ZERO;
            for span in &timeline.host {
                assert_eq!(span.from, at, "{scenario:?}");
                assert!(span.from < span.to, "{span:?}: {scenario:?}");
                at = span.to;
            }
            assert_eq!(at + account.waited(Wait::Ended), outcome.total, "{scenario:?}");
        }
    }
}

#[test]
fn what_others_had_lies_within_and_is_what_the_account_says() {
    let mut lost = 0;
    for scenario in scenarios() {
        let outcome = traced(&scenario);
        for (timeline, account) in outcome.timelines.iter().flatten().zip(&outcome.accounts) {
            let within = |gap: &Span| {
                timeline.host.iter().any(|span| span.from <= gap.from && gap.to <= span.to)
            };
            assert!(timeline.preempted.iter().all(within), "{scenario:?}");
            assert!(timeline.preempted.iter().all(|gap| gap.what == Activity::Preempted));
            lost += timeline.preempted.len();
            // A thread that polls may lose the processor and miss nothing; a worker has a processor of its own.
            if scenario.completion == Completion::Interrupt && scenario.profile.worker.is_none() {
                assert_eq!(
                    sum(&timeline.preempted),
                    account.waited(Wait::Preempted),
                    "{scenario:?}"
                );
            }
        }
    }
    assert!(lost > 20, "{lost}");
}

#[test]
fn a_channel_has_a_transfer_for_each_start_and_one_that_never_ends_reaches_the_end() {
    let mut stuck = 0;
    for scenario in scenarios() {
        let outcome = traced(&scenario);
        let channels: Vec<_> =
            outcome.timelines.iter().flatten().map(|timeline| &timeline.channel).collect();
        let transfers: usize = channels.iter().map(|channel| channel.len()).sum();
        assert_eq!(transfers as u64, outcome.starts, "{scenario:?}");
        for channel in &channels {
            assert!(channel.is_sorted_by(|before, after| before.to <= after.from), "{scenario:?}");
        }
        if let Some(deadlock) = outcome.deadlock {
            stuck += 1;
            let last =
                channels.iter().filter_map(|channel| channel.last()).map(|span| span.to).max();
            assert_eq!(last, Some(outcome.total.max(deadlock.at)), "{scenario:?}");
        }
    }
    assert!(stuck > 0);
}
