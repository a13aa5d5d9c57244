// SPDX-License-Identifier: Apache-2.0
//! What a cell's card is made of.

use forebay_bus::Body as CardBody;
use forebay_host_model::{HostModelError, Outcome, Scenario};
use forebay_plan::Plan;
use forebay_timed_card::{Setup, TimedCardError, play};
use serde::Serialize;

use crate::digest::digest;

/// The sources of all that a simulated card's times come from, beside those of the model.
const SOURCES: &str = env!("FOREBAY_BODIES");

/// What a cell's card is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// The model of it as flows, whatever card that is.
    Flow,
    /// The native card behind the host library.
    Fast,
    /// The RTL behind the host library.
    Rtl,
}

impl Body {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 3] =
        [("flow", Self::Flow), ("fast", Self::Fast), ("rtl", Self::Rtl)];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flow => "flow",
            Self::Fast => "fast",
            Self::Rtl => "rtl",
        }
    }

    /// The simulated card; none where it is a model.
    const fn of_card(self) -> Option<CardBody> {
        match self {
            Self::Flow => None,
            Self::Fast => Some(CardBody::Fast),
            Self::Rtl => Some(CardBody::Rtl),
        }
    }

    /// Whether that scenario can be played on it, and a name for what its times come from beside the model: empty where that is all.
    ///
    /// # Errors
    /// [`TimedCardError::Refused`], and what looking for the RTL can end in.
    pub(crate) fn version(self, scenario: &Scenario) -> Result<String, TimedCardError> {
        let Some(body) = self.of_card() else { return Ok(String::new()) };
        let setup = Setup::of(scenario)?;
        let mut of = format!("{} {SOURCES}", setup.card_name(body));
        if let Some(path) = setup.library(body)? {
            let library =
                std::fs::read(&path).map_err(|source| TimedCardError::Library { path, source })?;
            of += &digest(&library);
        }
        Ok(digest(of.as_bytes()))
    }

    /// What the planner has to know of that scenario on it; none where no stream is sent, or it cannot be played.
    pub(crate) fn plan(self, scenario: &Scenario) -> Option<Plan> {
        match self.of_card() {
            None => scenario.plan(),
            Some(_) => Setup::of(scenario).ok()?.plan(scenario),
        }
    }

    /// Plays it.
    pub(crate) fn run(self, scenario: &Scenario) -> Result<Outcome, HostModelError> {
        match self.of_card() {
            None => scenario.run(),
            Some(body) => play(scenario, body).map_err(|error| match error {
                TimedCardError::Model(error) => error,
                other => HostModelError::Body { why: other.to_string() },
            }),
        }
    }
}
