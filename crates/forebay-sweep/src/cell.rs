// SPDX-License-Identifier: Apache-2.0
//! One setting of a sweep.

use forebay_host_model::{Completion, Cost, Distribution, Pattern, Scenario};
use serde::Serialize;

use crate::digest::digest;

/// One setting, and the runs that are made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name, unlike that of any other cell of its plan.
    pub name: String,
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

impl Cell {
    /// A cell that has the name of its settings.
    #[must_use]
    pub fn new(scenario: Scenario, runs: u64) -> Self {
        let name = format!("{}-{}", Self::family_of(&scenario), Self::member_of(&scenario));
        Self { name, scenario, runs }
    }

    /// What the cells of one plot have in common.
    fn family_of(scenario: &Scenario) -> String {
        let tasks = scenario.profile.load.tasks;
        let load = if tasks == 0 { "idle".into() } else { format!("tasks{tasks}") };
        let fifo = scenario.card.depth[0];
        format!("{}-fifo{fifo}-{load}", word(scenario.pattern).replace('_', "-"))
    }

    /// In what they differ.
    fn member_of(scenario: &Scenario) -> String {
        let aligned = if scenario.aligned { "aligned" } else { "unaligned" };
        format!("{}-{aligned}-chunk{}", word(scenario.completion), scenario.chunk)
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
            _ => 2 * pairs.div_ceil(chunk.max(1)),
        }
    }

    /// A name for all that its result depends on.
    #[must_use]
    pub fn key(&self, model: &str) -> String {
        let Self { scenario, runs, .. } = self;
        digest(format!("{model} {runs} {scenario:?}").as_bytes())
    }

    /// It sends by one thread in turns: what the published runs did.
    pub(crate) fn alternates(&self, loaded: bool, depth: u64) -> bool {
        let Scenario { pattern, profile, card, .. } = &self.scenario;
        *pattern == Pattern::Alternate
            && (profile.load.tasks > 0) == loaded
            && card.depth == [depth; 2]
    }

    /// How its calls hear of the end.
    pub(crate) const fn completion(&self) -> Completion {
        self.scenario.completion
    }
}
