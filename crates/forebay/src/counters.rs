// SPDX-License-Identifier: Apache-2.0
//! Every counter of the card, by name: those of the platform, and events of plugs, which are in pages of their own.

use forebay_regs::Blocks;
use forebay_regs::plug::{self, event};
use forebay_regs::user::{self, counter, feature};

use crate::ForebayError;
use crate::features::{Feature, event_name};
use crate::identity::Identity;
use crate::registers::Registers;

/// Index of a counter in the status block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter(u32);

impl Counter {
    /// The counter with that number in the status block ([`forebay_regs::user::counter::index`]). One that a card does not
    /// have reads 0.
    #[must_use]
    pub const fn numbered(index: u32) -> Self {
        Self(index)
    }

    /// All counters of the platform with their names.
    pub fn all() -> impl Iterator<Item = (Self, &'static str)> {
        counter::index::ALL.iter().map(|(index, name)| (Self(*index), *name))
    }
}

/// One counter's name and value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct CounterValue {
    /// Name as in the register description; of an event, behind the name of its feature.
    pub name: String,
    /// Count since reset or the last clear; saturates at 2^48 - 1.
    pub value: u64,
}

/// Reads a counter; with `clear` through the twin that clears on read.
pub(crate) fn read_counter(
    registers: &mut dyn Registers,
    counter: Counter,
    clear: bool,
) -> Result<u64, ForebayError> {
    let block = if clear { user::COUNTER_CLEAR } else { user::COUNTER };
    debug_assert_eq!(counter::LO + 4, counter::HI);
    // Behind the last one is something else, also what a reading clears.
    if counter.0 >= block.count() {
        return Ok(0);
    }
    registers.read_pair(block.at(counter.0) + counter::LO)
}

/// What a page reads that does not answer; no count gets so far.
const NO_ANSWER: u64 = u64::MAX;

/// How many events of a feature can be read: as many as it says, and as its page has places for.
pub(crate) fn events_of(feature: &Feature) -> u32 {
    let behind = |block: Blocks| feature.page.bytes.saturating_sub(block.base()) / block.stride();
    let places = behind(plug::EVENT).min(behind(plug::EVENT_CLEAR)).min(plug::EVENT.count());
    feature.events.min(places)
}

/// Reads an event of a feature; with `clear` through the twin that clears on read. `page` is where the feature's registers are.
pub(crate) fn read_event(
    registers: &mut dyn Registers,
    (feature, page): (&Feature, u32),
    index: u32,
    clear: bool,
) -> Result<u64, ForebayError> {
    let block = if clear { plug::EVENT_CLEAR } else { plug::EVENT };
    debug_assert_eq!(event::LO + 4, event::HI);
    match registers.read_pair(page + block.at(index) + event::LO)? {
        NO_ANSWER => {
            let (plug, header) = (feature.to_string(), feature.header);
            Err(ForebayError::NoAnswer { plug, header })
        }
        count => Ok(count),
    }
}

/// Reads every event of a feature, if this library knows it and it has some where they can be read.
pub(crate) fn read_events(
    registers: &mut dyn Registers,
    identity: &Identity,
    feature: &Feature,
    clear: bool,
) -> Result<Vec<CounterValue>, ForebayError> {
    let Some(page) = identity.user_offset(feature).filter(|_| feature.is_known()) else {
        return Ok(Vec::new());
    };
    (0..events_of(feature))
        .map(|index| {
            let value = read_event(registers, (feature, page), index, clear)?;
            Ok(CounterValue { name: name_of(feature, index), value })
        })
        .collect()
}

fn name_of(feature: &Feature, index: u32) -> String {
    let own = event_name(feature.class, feature.kind, index);
    own.map_or_else(|| format!("{feature}_event{index}"), |name| format!("{feature}_{name}"))
}

/// What every front end and datapath says of its progress: unchanged while none of them gets on.
pub(crate) fn fingerprint(
    registers: &mut dyn Registers,
    identity: &Identity,
) -> Result<Vec<u32>, ForebayError> {
    identity.plugs().map(|plug| registers.read(plug.word(feature::PROGRESS))).collect()
}
