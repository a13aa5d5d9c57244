// SPDX-License-Identifier: Apache-2.0
//! The better way against the published steps: both streams as one list that is written on while the card works, at FIFOs of 1,024
//! elements and with one thread of the host.

use serde::Serialize;

use crate::tune::{Times, Way, measure};
use crate::validate::{ROWS, RUNS, Setting, predict};
use crate::{
    Completion, Costs, FITTED_PAIR, FITTED_TASKS, HostModelError, Load, Pattern, Profile, Scenario,
};

/// Elements of the FIFOs, and of a chunk.
const DEPTH: u64 = 1024;
const CHUNK: u64 = 512;
/// Other tasks on eight processors: none, as many as the published runs are taken to have had, and three for each.
const TASKS: [u32; 3] = [0, FITTED_TASKS, 24];
/// Runs by which what happens rarely is counted.
const TAIL_RUNS: u64 = 20_000;
/// From the start of the call until the core has done everything, over the core's own time: what is promised.
pub const PROMISED: f64 = 1.01;

/// A host that sends it, and what that takes.
#[derive(Clone, Debug, Serialize)]
pub struct Sent {
    /// The host's software.
    pub profile: &'static str,
    /// Somebody has that software.
    pub exists: bool,
    /// What the way is.
    #[serde(flatten)]
    pub way: Way,
    /// Other tasks.
    pub tasks: u32,
    /// The calling thread has worked until the call; else it has slept in the call before, or polls and is anywhere in its turns.
    pub worked: bool,
    /// Every price is drawn from an exponential law of its mean; else it is that mean.
    pub drawn: bool,
    /// What it takes.
    #[serde(flatten)]
    pub times: Times,
    /// No run took longer than promised.
    pub holds: bool,
}

/// How often a call of the library is pre-empted before it has started the engine, of many runs of a caller that has worked and sleeps.
#[derive(Clone, Debug, Serialize)]
pub struct Tail {
    /// Other tasks.
    pub tasks: u32,
    /// Runs.
    pub runs: u64,
    /// Those that took longer than promised.
    pub longer: u64,
    /// The longest over the core's time.
    pub worst_over_core: f64,
}

/// A published step, and how many times as long it takes as the list.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What it is.
    pub name: &'static str,
    /// As published.
    pub published_ms: f64,
    /// As modelled on a loaded machine.
    pub modelled_ms: f64,
    /// As modelled on an idle one.
    pub idle_ms: f64,
    /// The published time over that of the list.
    pub times_published: f64,
    /// The modelled one over that of the list on such a machine.
    pub times_modelled: f64,
    /// The same, idle.
    pub times_idle: f64,
}

/// All of it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Pairs.
    pub pairs: u64,
    /// Elements of each FIFO.
    pub depth: u64,
    /// What no run may exceed.
    pub promised: f64,
    /// By host, load, and what the thread did before.
    pub sent: Vec<Sent>,
    /// What happens rarely.
    pub tails: Vec<Tail>,
    /// The steps of others.
    pub steps: Vec<Step>,
}

/// Who sends the list, and when.
#[derive(Clone, Copy)]
struct Case {
    completion: Completion,
    tasks: u32,
    worked: bool,
    drawn: bool,
}

impl Case {
    fn scenario(self, mut profile: Profile) -> Scenario {
        let Self { completion, tasks, worked, drawn } = self;
        if drawn {
            profile.costs = profile.costs.exponential();
        }
        Scenario {
            profile: profile.with_tasks(tasks),
            worked,
            ..Scenario::published(Pattern::OneList, completion, CHUNK, DEPTH)
        }
    }
}

/// Runs everything.
///
/// # Errors
/// See [`measure`].
pub fn better_way() -> Result<Report, HostModelError> {
    let mut sent = Vec::new();
    for (profile, exists) in [(Profile::in_process(), true), (Profile::list_call(), false)] {
        for tasks in TASKS {
            for (completion, worked, drawn) in [
                (Completion::Interrupt, false, false),
                (Completion::Interrupt, true, false),
                (Completion::Interrupt, true, true),
                (Completion::Poll, true, false),
                (Completion::Poll, false, false),
            ] {
                let case = Case { completion, tasks, worked, drawn };
                let times = measure(&case.scenario(profile.clone()), RUNS)?;
                let holds = times.worst_over_core <= PROMISED;
                let way = Way { pattern: Pattern::OneList, completion, chunk: CHUNK };
                let profile = profile.name;
                sent.push(Sent { profile, exists, way, tasks, worked, drawn, times, holds });
            }
        }
    }
    let pairs = Scenario::published(Pattern::OneList, Completion::Interrupt, CHUNK, DEPTH).pairs;
    let tails = TASKS[1..].iter().map(|tasks| tail(*tasks)).collect::<Result<_, _>>()?;
    Ok(Report { pairs, depth: DEPTH, promised: PROMISED, sent, tails, steps: steps()? })
}

fn tail(tasks: u32) -> Result<Tail, HostModelError> {
    let case = Case { completion: Completion::Interrupt, tasks, worked: true, drawn: false };
    let scenario = case.scenario(Profile::in_process());
    let mut tail = Tail { tasks, runs: TAIL_RUNS, longer: 0, worst_over_core: 0.0 };
    for seed in 0..TAIL_RUNS {
        let times = measure(&Scenario { seed, ..scenario.clone() }, 1)?;
        tail.longer += u64::from(times.over_core > PROMISED);
        tail.worst_over_core = tail.worst_over_core.max(times.over_core);
    }
    Ok(tail)
}

/// The published steps, which are timed until the last call has returned, against the library with a card of its own whose caller has
/// worked and sleeps.
fn steps() -> Result<Vec<Step>, HostModelError> {
    let ours = |tasks| {
        let case = Case { completion: Completion::Interrupt, tasks, worked: true, drawn: false };
        measure(&case.scenario(Profile::in_process()), RUNS).map(|times| times.mean_ms)
    };
    let setting =
        |tasks| Setting { pair: FITTED_PAIR, load: Load::of(tasks), costs: Costs::default() };
    let (idle, loaded) = (ours(0)?, ours(FITTED_TASKS)?);
    ROWS.iter()
        .map(|row| {
            let modelled_ms = predict(row, &setting(FITTED_TASKS), RUNS)?.ms;
            let idle_ms = predict(row, &setting(0), 1)?.ms;
            Ok(Step {
                name: row.name,
                published_ms: row.published,
                modelled_ms,
                idle_ms,
                times_published: row.published / loaded,
                times_modelled: modelled_ms / loaded,
                times_idle: idle_ms / idle,
            })
        })
        .collect()
}
