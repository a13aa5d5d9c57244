// SPDX-License-Identifier: Apache-2.0
//! Every way of sending two streams, by interrupt and polled, aligned or not, in chunks of 128 to 4,096 elements, with two depths of
//! FIFO, idle and loaded: a line of JSON each. `cargo run --release -p forebay-host-model --example grid -- [RUNS]`, 200 runs of what
//! is drawn unless said otherwise. What it took is said at the end, to the error output.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use forebay_host_model::{
    Account, Completion, FITTED_TASKS, HostModelError, Load, Pattern, Scenario,
};

const PATTERNS: [Pattern; 4] = [
    Pattern::ScalarsThenPoints,
    Pattern::Alternate,
    Pattern::TwoThreadsBarrier,
    Pattern::TwoThreads,
];

fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    for pattern in PATTERNS {
        for depth in [1024, 4096] {
            for chunk in [128, 256, 512, 1024, 2048, 4096] {
                for completion in [Completion::Interrupt, Completion::Poll] {
                    for (aligned, tasks) in
                        [(false, 0), (true, 0), (false, FITTED_TASKS), (true, FITTED_TASKS)]
                    {
                        let mut scenario = Scenario::published(pattern, completion, chunk, depth);
                        scenario.aligned = aligned;
                        scenario.profile.load = Load::of(tasks);
                        all.push(scenario);
                    }
                }
            }
        }
    }
    all
}

/// A line of JSON, and the calls that were modelled for it.
fn line(scenario: &Scenario, runs: u64) -> Result<(String, u64), HostModelError> {
    let tasks = scenario.profile.load.tasks;
    let runs = if tasks == 0 { 1 } else { runs };
    let (mut calls, mut times, mut last) = (0, Vec::new(), None);
    for seed in 0..runs {
        let outcome = Scenario { seed, ..scenario.clone() }.run()?;
        calls += outcome.starts;
        if outcome.deadlock.is_none() {
            times.push(outcome.total.ms());
        }
        last = Some(outcome);
    }
    let mean = (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64);
    let accounts: Option<&Vec<Account>> = last.as_ref().map(|outcome| &outcome.accounts);
    let value = serde_json::json!({
        "pattern": scenario.pattern, "completion": scenario.completion, "aligned": scenario.aligned,
        "chunk": scenario.chunk, "fifo": scenario.card.depth[0], "tasks": tasks, "runs": runs,
        "deadlocks": runs - times.len() as u64, "mean_ms": mean, "last_run_ms": accounts,
        "why": last.as_ref().and_then(|outcome| outcome.deadlock.as_ref()).map(|one| &one.why),
    });
    Ok((value.to_string(), calls))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs = std::env::args().nth(1).map_or(Ok(200), |runs| runs.parse())?;
    let (all, next, calls, began) =
        (scenarios(), AtomicUsize::new(0), AtomicU64::new(0), Instant::now());
    let work = || -> Result<(), HostModelError> {
        while let Some(scenario) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (line, of_line) = line(scenario, runs)?;
            calls.fetch_add(of_line, Ordering::Relaxed);
            println!("{line}");
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let [one, two] = [(); 2].map(|()| scope.spawn(work));
        [one, two].into_iter().try_for_each(|thread| thread.join().unwrap_or(Ok(())))
    })?;
    let (calls, seconds) = (calls.into_inner(), began.elapsed().as_secs_f64());
    eprintln!(
        "{} settings, {calls} calls in {seconds:.1} s: {:.2} us a call",
        all.len(),
        seconds * 1e6 / calls as f64
    );
    Ok(())
}
