// SPDX-License-Identifier: Apache-2.0
//! One setting of a sweep.

use forebay_host_model::{Completion, Cost, Distribution, Outcome, Pattern, Scenario, Time};
use forebay_timed_card::TimedCardError;
use serde::Serialize;

use crate::digest::digest;
use crate::{Body, SweepError};

/// One setting, and the runs that are made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What is swept, where a plan has several of these; empty for the first.
    pub subject: String,
    /// Its name, unlike that of any other cell of its plan.
    pub name: String,
    /// What the card is made of that it is run on.
    pub body: Body,
    /// What its times come from beside the model; empty where that is all.
    pub version: String,
    /// What is run. Its seed is that of the first run; the others follow.
    pub scenario: Scenario,
    /// How often.
    pub runs: u64,
}

/// A unit variant's name, as the model writes it.
pub(crate) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        other => format!("{other:?}"),
    }
}

/// A pattern's name.
pub(crate) fn pattern_word(pattern: Pattern) -> String {
    match pattern {
        Pattern::Memory(channels) => format!("memory_{channels}"),
        other => word(other),
    }
}

impl Cell {
    /// A cell that has the name of its settings.
    #[must_use]
    pub fn new(scenario: Scenario, runs: u64) -> Self {
        Self::of("", scenario, runs)
    }

    /// The same of one of several subjects.
    #[must_use]
    pub fn of(subject: &str, scenario: Scenario, runs: u64) -> Self {
        let family = Self::family_of(subject, &scenario);
        let name = format!("{family}-{}", Self::member_of(&scenario));
        let (body, version) = (Body::Flow, String::new());
        Self { subject: subject.into(), name, body, version, scenario, runs }
    }

    /// The same on a card of that kind.
    ///
    /// # Errors
    /// [`TimedCardError::Refused`] where no build of the card can play it, and what looking for the RTL can end in.
    pub fn on(self, body: Body) -> Result<Self, TimedCardError> {
        let version = body.version(&self.scenario)?;
        Ok(Self { body, version, ..self })
    }

    /// Makes one of its runs.
    pub(crate) fn run(&self, run: u64, trace: bool) -> Result<Outcome, SweepError> {
        let seed = self.scenario.seed.wrapping_add(run);
        let scenario = Scenario { seed, trace, ..self.scenario.clone() };
        let failed = |source| SweepError::Model { cell: self.name.clone(), source };
        self.body.run(&scenario).map_err(failed)
    }

    /// What the cells of one plot have in common.
    fn family_of(subject: &str, scenario: &Scenario) -> String {
        let tasks = scenario.profile.load.tasks;
        let load = if tasks == 0 { "idle".into() } else { format!("tasks{tasks}") };
        let pattern = pattern_word(scenario.pattern).replace('_', "-");
        let subject = if subject.is_empty() { String::new() } else { format!("{subject}-") };
        match scenario.pattern {
            Pattern::Memory(_) => format!("{subject}{pattern}-{load}"),
            _ => format!("{subject}{pattern}-fifo{}-{load}", scenario.card.depth[0]),
        }
    }

    /// In what they differ.
    fn member_of(scenario: &Scenario) -> String {
        let completion = word(scenario.completion);
        let aligned = if scenario.aligned { "aligned" } else { "unaligned" };
        match scenario.pattern {
            Pattern::Memory(_) => format!("{completion}-{aligned}-{}B", scenario.chunk),
            _ => format!("{completion}-{aligned}-chunk{}", scenario.chunk),
        }
    }

    /// Bytes that a run has moved when it has ended.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let Scenario { pattern, pairs, card, .. } = &self.scenario;
        let each = match pattern {
            Pattern::Memory(channels) => u64::from(*channels),
            _ => card.element_bytes.iter().sum(),
        };
        pairs.saturating_mul(each)
    }

    /// What the core takes for all pairs, where there is one.
    #[must_use]
    pub fn core(&self) -> Option<Time> {
        let Scenario { pattern, pairs, card, .. } = &self.scenario;
        (!matches!(pattern, Pattern::Memory(_))).then(|| card.pair * *pairs)
    }

    /// The plot it is in.
    #[must_use]
    pub fn family(&self) -> String {
        let member = format!("-{}", Self::member_of(&self.scenario));
        self.name.replacen(&member, "", 1)
    }

    /// Runs that can differ. Where nothing is drawn one stands for all.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        let profile = &self.scenario.profile;
        let fixed = |cost| matches!(profile.costs.get(cost), Distribution::Fixed(_));
        if profile.load.tasks == 0 && Cost::ALL.into_iter().all(fixed) {
            self.runs.min(1)
        } else {
            self.runs
        }
    }

    /// Calls that a run has if it ends: what it takes to model it.
    #[must_use]
    pub fn calls(&self) -> u64 {
        let Scenario { pairs, chunk, .. } = self.scenario;
        match self.scenario.pattern {
            Pattern::ScalarsThenPoints | Pattern::OneList => 2,
            Pattern::Memory(channels) => u64::from(channels) * pairs.div_ceil(chunk.max(1)),
            _ => 2 * pairs.div_ceil(chunk.max(1)),
        }
    }

    /// A name for all that its result depends on.
    #[must_use]
    pub fn key(&self, model: &str) -> String {
        let Self { version, scenario, runs, .. } = self;
        digest(format!("{model} {version}{runs} {scenario:?}").as_bytes())
    }

    /// It sends by one thread in turns: what the published runs did.
    pub(crate) fn alternates(&self, loaded: bool, depth: u64) -> bool {
        let Scenario { pattern, profile, card, .. } = &self.scenario;
        self.subject.is_empty()
            && self.body == Body::Flow
            && *pattern == Pattern::Alternate
            && (profile.load.tasks > 0) == loaded
            && card.depth == [depth; 2]
    }

    /// How its calls hear of the end.
    pub(crate) const fn completion(&self) -> Completion {
        self.scenario.completion
    }
}
