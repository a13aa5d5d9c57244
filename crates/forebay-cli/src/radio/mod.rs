// SPDX-License-Identifier: Apache-2.0
//! What commands that capture and send have in common: their card, its time, and how they are stopped.

mod clock;
mod stop;

use std::time::Duration;

use forebay::{Device, OpenOptions};

pub(crate) use self::clock::{Clock, whole};
pub(crate) use self::stop::stop_on_signals;
use crate::card_name;
use crate::error::CliError;

/// Variant of a card that is named by its body alone.
const VARIANT: &str = "radio";
/// How long something is waited for until there is a look whether to stop; of a card in this process it is time of the card, which passes more slowly.
const LOOK: Duration = Duration::from_millis(50);
const LOOK_IN_PROCESS: Duration = Duration::from_micros(50);
/// Parts of a second in which a burst begins that was not told when: long enough for a host to tell it. A card in this process lets no time pass meanwhile.
const SOON: u64 = 10;
const SOON_IN_PROCESS: u64 = 10_000;

/// A card, and how it is waited for.
pub(crate) struct Radio {
    pub device: Device,
    /// How long something is waited for at once.
    pub look: Duration,
    /// Cycles of its clock in which a burst begins that was not told when.
    pub soon: u64,
}

impl Radio {
    pub(crate) fn open(card: &str) -> Result<Self, CliError> {
        let spec = card_name::spec(card, VARIANT);
        let options = OpenOptions { patience: card_name::patience(), ..OpenOptions::default() };
        let device = Device::open_with(&spec, &options)?;
        let (look, soon) = if card_name::is_node(&spec) {
            (LOOK, SOON)
        } else {
            (LOOK_IN_PROCESS, SOON_IN_PROCESS)
        };
        let soon = device.identity().clock_hz() / soon;
        Ok(Self { device, look, soon })
    }
}
