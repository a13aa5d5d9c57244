// SPDX-License-Identifier: Apache-2.0
//! A scenario on a simulated card, from power-on to its end.

use forebay_bus::Body;
use forebay_host_model::{Outcome, Scenario};

use crate::{DeviceCard, Setup, TimedCardError};

/// Runs a scenario on a card of that kind. A run that never ends is an outcome, not an error.
///
/// # Errors
/// [`TimedCardError::Refused`] for a scenario that no build can play, and what the card and the library can end in.
pub fn play(scenario: &Scenario, body: Body) -> Result<Outcome, TimedCardError> {
    let setup = Setup::of(scenario)?;
    let mut card = DeviceCard::open(setup.card(body)?, &setup)?;
    let outcome = scenario.run_on(&mut card)?;
    card.settle(outcome)
}
