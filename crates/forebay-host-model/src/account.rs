// SPDX-License-Identifier: Apache-2.0
//! Where a thread's time has gone. The parts add up to all of it.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::{Cost, Time};

/// What a thread spends time on beside the things that have a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// The card works on its transfer, or cannot.
    Card,
    /// Other tasks have the processor.
    Preempted,
    /// The other thread has not come to the barrier.
    Barrier,
    /// It has ended, and the other thread has not.
    Ended,
}

const COSTS: usize = Cost::ALL.len();
const WAITS: [(Wait, &str); 4] = [
    (Wait::Card, "card"),
    (Wait::Preempted, "preempted"),
    (Wait::Barrier, "barrier_wait"),
    (Wait::Ended, "ended"),
];

/// The time of one thread by what it was spent on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    costs: [Time; COSTS],
    waits: [Time; WAITS.len()],
}

impl Account {
    /// Books time on something that has a price.
    pub fn spend(&mut self, cost: Cost, time: Time) {
        self.costs[cost as usize] += time;
    }

    /// Books time that was waited.
    pub fn wait(&mut self, wait: Wait, time: Time) {
        self.waits[wait as usize] += time;
    }

    /// Time spent on something that has a price.
    #[must_use]
    pub const fn spent(&self, cost: Cost) -> Time {
        self.costs[cost as usize]
    }

    /// Time waited.
    #[must_use]
    pub const fn waited(&self, wait: Wait) -> Time {
        self.waits[wait as usize]
    }

    /// All of it.
    #[must_use]
    pub fn total(&self) -> Time {
        self.costs.iter().chain(&self.waits).copied().sum()
    }

    /// Every part by its name.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, Time)> + '_ {
        let costs = Cost::ALL.into_iter().map(|cost| (cost.name(), self.spent(cost)));
        costs.chain(WAITS.into_iter().map(|(wait, name)| (name, self.waited(wait))))
    }
}

/// The parts that are not nothing, in milliseconds.
impl Serialize for Account {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = self.parts().filter(|(_, time)| *time > Time::ZERO);
        serializer
            .collect_map(parts.map(|(name, time)| (name, time.ms())).collect::<BTreeMap<_, _>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names_of_their_own_and_add_up() {
        let mut account = Account::default();
        for (n, cost) in (1..).zip(Cost::ALL) {
            account.spend(cost, Time::from_us(n));
        }
        for (n, (wait, _)) in (100..).zip(WAITS) {
            account.wait(wait, Time::from_us(n));
        }
        let parts: BTreeMap<_, _> = account.parts().collect();
        assert_eq!(parts.len(), COSTS + WAITS.len());
        assert_eq!(parts.values().copied().sum::<Time>(), account.total());
        assert_eq!(account.waited(Wait::Ended), Time::from_us(103));
    }
}
