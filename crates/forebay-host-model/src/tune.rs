// SPDX-License-Identifier: Apache-2.0
//! Which way of sending two streams to choose for a card and a host, what each would take, and why.

mod reason;

use serde::{Serialize, Serializer};

use crate::{Account, Completion, HostModelError, Outcome, Pattern, Profile, Scenario, Time, Wait};

/// Ways of sending that are compared.
const PATTERNS: [Pattern; 5] = [
    Pattern::OneList,
    Pattern::Alternate,
    Pattern::TwoThreadsBarrier,
    Pattern::TwoThreads,
    Pattern::ScalarsThenPoints,
];
/// Chunks, as parts of the smaller FIFO.
const PARTS: [u64; 4] = [8, 4, 2, 1];
/// Two ways whose means are that close are as good as each other, in parts of the shorter: the model is no more exact than that.
const AS_GOOD: f64 = 0.005;
/// Runs of an alternative at most: a minute or so for all of them.
const MOST_RUNS: u64 = 10_000;

/// What was asked: everything of a scenario but the way of sending.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Pairs, host, card. Its pattern, completion and chunk do not count.
    pub scenario: Scenario,
    /// Runs of each alternative where anything is drawn.
    pub runs: u64,
}

/// A way of sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Who sends what when.
    pub pattern: Pattern,
    /// How the end is heard of.
    pub completion: Completion,
    /// Elements of a chunk.
    pub chunk: u64,
}

/// Times of several runs, in milliseconds: from the start of the call until the core has done all of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Times {
    /// Runs.
    pub runs: u64,
    /// The least.
    pub least_ms: f64,
    /// Half of the runs took no longer.
    pub median_ms: f64,
    /// The mean.
    pub mean_ms: f64,
    /// 95 of 100 took no longer.
    pub p95_ms: f64,
    /// The most.
    pub most_ms: f64,
    /// Until the call had returned, the mean.
    pub call_ms: f64,
    /// Processor time of all threads, the mean.
    pub host_ms: f64,
    /// What the core itself needs.
    pub core_ms: f64,
    /// The mean over that.
    pub over_core: f64,
    /// The most over that.
    pub worst_over_core: f64,
    /// Starts of an engine, the mean.
    pub starts: f64,
}

/// What a way would take, or why it is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// So long.
    Takes(Times),
    /// It may never end.
    NotFree(String),
    /// The host's software cannot.
    NotPossible(&'static str),
}

/// A way, and what it would take.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// The way.
    #[serde(flatten)]
    pub way: Way,
    /// What it would take.
    #[serde(serialize_with = "flat")]
    pub cost: Cost,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// Of the alternatives, the one to choose.
    pub choice: Way,
    /// Why, in a sentence.
    pub why: String,
    /// All of them, the best first; behind those that end, those that may not, and those that are not possible.
    pub alternatives: Vec<Alternative>,
}

fn flat<S: Serializer>(cost: &Cost, serializer: S) -> Result<S::Ok, S::Error> {
    cost.serialize(serializer)
}

/// Runs it so often; once where nothing is drawn.
///
/// # Errors
/// [`HostModelError::Deadlock`], and what is wrong with the scenario.
pub fn measure(scenario: &Scenario, runs: u64) -> Result<Times, HostModelError> {
    if !(1..=MOST_RUNS).contains(&runs) {
        let (value, wanted) = (runs.to_string(), "1 to 10000");
        return Err(HostModelError::Parameter { parameter: "runs", value, wanted });
    }
    let runs = if scenario.profile.load.tasks == 0 && scenario.profile.costs.are_fixed() {
        1
    } else {
        runs
    };
    let outcomes = (0..runs).map(|run| {
        let seed = scenario.seed.wrapping_add(run);
        let outcome = Scenario { seed, ..scenario.clone() }.run()?;
        outcome.completed()?;
        Ok(outcome)
    });
    let outcomes = outcomes.collect::<Result<Vec<Outcome>, HostModelError>>()?;
    let mut all: Vec<_> = outcomes.iter().map(|outcome| outcome.computed.ms()).collect();
    all.sort_by(f64::total_cmp);
    let mean = |of: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / runs as f64;
    let core_ms = (scenario.card.pair * scenario.pairs).ms();
    let at = |hundredths: usize| all[(all.len() - 1) * hundredths / 100];
    let mean_ms = all.iter().sum::<f64>() / runs as f64;
    Ok(Times {
        runs,
        least_ms: at(0),
        median_ms: at(50),
        mean_ms,
        p95_ms: at(95),
        most_ms: at(100),
        call_ms: mean(&|outcome| outcome.total.ms()),
        host_ms: mean(&|outcome| {
            outcome.accounts.iter().map(|account| busy(account, scenario.completion).ms()).sum()
        }),
        core_ms,
        over_core: mean_ms / core_ms,
        worst_over_core: at(100) / core_ms,
        starts: mean(&|outcome| outcome.starts as f64),
    })
}

/// What a thread had of a processor. Who polls has it while he waits for the card.
fn busy(account: &Account, completion: Completion) -> Time {
    let idle = [Wait::Preempted, Wait::Barrier, Wait::Ended, Wait::Card];
    let waits = match completion {
        Completion::Interrupt => &idle[..],
        Completion::Poll => &idle[..3],
    };
    account.total() - waits.iter().map(|wait| account.waited(*wait)).sum()
}

/// Looks at every way.
///
/// # Errors
/// [`HostModelError::Parameter`] for a host, card or number of runs that cannot be; [`HostModelError::NotFree`] where no way ends.
pub fn tune(question: &Question) -> Result<Advice, HostModelError> {
    let mut alternatives = Vec::new();
    for way in ways(&question.scenario) {
        let scenario = with(&question.scenario, way);
        scenario.check()?;
        let no_lists = scenario.profile.no_lists.filter(|_| way.pattern == Pattern::OneList);
        let cost = match (no_lists, scenario.is_free()) {
            (Some(why), _) => Cost::NotPossible(why),
            (None, Ok(())) => Cost::Takes(measure(&scenario, question.runs)?),
            (None, Err(HostModelError::NotFree(verdict))) => Cost::NotFree(verdict.to_string()),
            (None, Err(error)) => return Err(error),
        };
        alternatives.push(Alternative { way, cost });
    }
    alternatives.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
    let (choice, times) = choose(&alternatives).ok_or_else(|| none_ends(&question.scenario))?;
    let why = reason::why(&alternatives, choice, &times, &question.scenario);
    Ok(Advice { choice, why, alternatives })
}

/// With equal chunks no larger than a FIFO one always ends, so this is for cards that a check has refused.
fn none_ends(scenario: &Scenario) -> HostModelError {
    let value = format!("{:?}", scenario.card.depth);
    HostModelError::Parameter {
        parameter: "depth",
        value,
        wanted: "FIFOs with room for an element",
    }
}

fn ways(scenario: &Scenario) -> Vec<Way> {
    let depth = scenario.card.elements(0).min(scenario.card.elements(1));
    let mut chunks: Vec<_> = PARTS.iter().map(|part| (depth / part).max(1)).collect();
    chunks.push(2 * depth);
    chunks.dedup();
    let mut all = Vec::new();
    for pattern in PATTERNS {
        let chunks = if pattern == Pattern::ScalarsThenPoints { &chunks[..1] } else { &chunks[..] };
        for chunk in chunks {
            for completion in [Completion::Interrupt, Completion::Poll] {
                all.push(Way { pattern, completion, chunk: *chunk });
            }
        }
    }
    all
}

fn with(scenario: &Scenario, Way { pattern, completion, chunk }: Way) -> Scenario {
    Scenario { pattern, completion, chunk, ..scenario.clone() }
}

fn rank(of: &Alternative) -> f64 {
    match &of.cost {
        Cost::Takes(times) => times.mean_ms,
        Cost::NotFree(_) => f64::MAX,
        Cost::NotPossible(_) => f64::INFINITY,
    }
}

/// Of those that are as good as the best, which is the first, the one that takes least of the processors.
fn choose(alternatives: &[Alternative]) -> Option<(Way, Times)> {
    let (_, best) = ended(alternatives).next()?;
    ended(alternatives)
        .filter(|(_, times)| as_good(times, &best))
        .min_by(|(_, a), (_, b)| a.host_ms.total_cmp(&b.host_ms))
}

/// Those that end, the best first.
fn ended(alternatives: &[Alternative]) -> impl Iterator<Item = (Way, Times)> + '_ {
    alternatives.iter().filter_map(|one| match one.cost {
        Cost::Takes(times) => Some((one.way, times)),
        _ => None,
    })
}

/// As good as the best, as far as the model is exact.
fn as_good(times: &Times, best: &Times) -> bool {
    times.mean_ms <= best.mean_ms * (1.0 + AS_GOOD)
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let completion = match self.completion {
            Completion::Interrupt => "asleep",
            Completion::Poll => "polling",
        };
        let Self { pattern, chunk, .. } = self;
        match pattern {
            Pattern::ScalarsThenPoints => write!(f, "{pattern}, {completion}"),
            _ => write!(f, "{pattern}, {completion}, chunks of {chunk}"),
        }
    }
}

impl Profile {
    /// The same host with so many other tasks that never sleep.
    #[must_use]
    pub fn with_tasks(mut self, tasks: u32) -> Self {
        self.load.tasks = tasks;
        self
    }
}
