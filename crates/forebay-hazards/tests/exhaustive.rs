// SPDX-License-Identifier: Apache-2.0
//! Small programs under every order there is: what is reported is what some order breaks, and nothing else.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use common::*;
use forebay_hazards::{Act, Kind, Program};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A write or a signal, as bytes (address, access); a load as what it saw.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Seen {
    Write(Vec<(u64, usize)>),
    Signal,
    Load(usize, Vec<Option<usize>>),
    End,
}

const PORT: u64 = 1;
const CONTROL: u64 = 2;
const DOORBELL: u64 = 3;
const UNCACHED: u64 = 4;

const fn page(address: u64) -> u64 {
    address / 4096
}

/// A moment of a program.
#[derive(Clone, Default)]
struct Moment {
    next: usize,
    /// What is in the buffers, by line.
    held: BTreeMap<u64, BTreeMap<u64, usize>>,
    /// Store fences that are not over, and what is stored and told behind them.
    waiting: VecDeque<usize>,
    memory: BTreeMap<u64, usize>,
    seen: Vec<Seen>,
}

impl Moment {
    fn arrive(&mut self, bytes: Vec<(u64, usize)>) {
        self.memory.extend(bytes.iter().copied());
        self.seen.push(Seen::Write(bytes));
    }

    /// A line leaves, whole or in eights. It holds two of those at most or is full, so there are two orders.
    fn leave(&mut self, line: u64, in_eights: bool, backwards: bool) {
        let bytes: Vec<_> = self.held.remove(&line).unwrap().into_iter().collect();
        if !in_eights || bytes.len() == 64 {
            return self.arrive(bytes);
        }
        let mut parts: Vec<_> = bytes.chunk_by(|a, b| a.0 / 8 == b.0 / 8).collect();
        assert!(parts.len() <= 2, "{parts:?}");
        if backwards {
            parts.reverse();
        }
        parts.into_iter().for_each(|part| self.arrive(part.to_vec()));
    }

    /// Does a store, a store fence or a signal, if it may be done now.
    fn does(&mut self, act: &Act, origin: usize, x86: bool) -> bool {
        match act {
            Act::Store { address, bytes } if page(*address) == UNCACHED => {
                if x86 && !self.held.is_empty() {
                    return false;
                }
                self.arrive((*address..).take(bytes.len()).map(|at| (at, origin)).collect());
            }
            Act::Store { address, bytes } => {
                let held = self.held.entry(address / 64).or_default();
                if held.len() == 64 {
                    return false;
                }
                held.extend((*address..).take(bytes.len()).map(|at| (at, origin)));
            }
            Act::Fence => return self.held.is_empty(),
            Act::Signal => self.seen.push(Seen::Signal),
            Act::Load { .. } | Act::FullFence => unreachable!("they do not wait"),
        }
        true
    }
}

/// Every order of what leaves when, on x86 or beyond.
fn explore(accesses: &[Act], moment: Moment, x86: bool, outcomes: &mut BTreeSet<Vec<Seen>>) {
    for line in moment.held.keys() {
        for (in_eights, backwards) in [(false, false), (true, false), (true, true)] {
            let mut after = moment.clone();
            after.leave(*line, in_eights, backwards);
            explore(accesses, after, x86, outcomes);
        }
    }
    // What waits goes on, in its order.
    if let Some(origin) = moment.waiting.front().copied() {
        let mut after = moment.clone();
        after.waiting.pop_front();
        if after.does(&accesses[origin], origin, x86) {
            explore(accesses, after, x86, outcomes);
        }
    }
    let mut after = moment;
    let Some(act) = accesses.get(after.next) else {
        // What is left goes in some order; that there is something is all that counts.
        if !after.waiting.is_empty() {
            return;
        }
        if !after.seen.contains(&Seen::End) {
            after.seen.push(Seen::End);
            if !after.held.is_empty() {
                explore(accesses, after, x86, outcomes);
                return;
            }
        }
        if after.held.is_empty() {
            outcomes.insert(after.seen);
        }
        return;
    };
    let origin = after.next;
    after.next += 1;
    let done = match act {
        Act::Load { address, bytes } => {
            let seen = (*address..*address + *bytes).map(|at| after.memory.get(&at).copied());
            let seen = Seen::Load(origin, seen.collect());
            after.seen.push(seen);
            true
        }
        Act::FullFence => after.waiting.is_empty() && after.held.is_empty(),
        Act::Store { address, .. } if page(*address) == UNCACHED => {
            after.waiting.is_empty() && after.does(act, origin, x86)
        }
        Act::Fence => {
            after.waiting.push_back(origin);
            true
        }
        Act::Store { .. } | Act::Signal if !after.waiting.is_empty() => {
            after.waiting.push_back(origin);
            true
        }
        Act::Store { .. } | Act::Signal => after.does(act, origin, x86),
    };
    if done {
        explore(accesses, after, x86, outcomes);
    }
}

/// What an outcome has that differs from what was meant.
fn broken(meant: &[Seen], came: &[Seen]) -> BTreeSet<Kind> {
    let mut kinds = BTreeSet::new();
    let acts = |all: &[Seen]| -> Vec<Seen> {
        all.iter()
            .filter(|one| matches!(one, Seen::Write(bytes) if page(bytes[0].0) >= CONTROL))
            .cloned()
            .collect()
    };
    let fifo = |all: &[Seen]| -> Vec<usize> {
        let to = all.iter().filter_map(|one| match one {
            Seen::Write(bytes) if page(bytes[0].0) == PORT => Some(bytes.iter().map(|byte| byte.1)),
            _ => None,
        });
        to.flatten().collect()
    };
    let (was, is) = (acts(meant), acts(came));
    if was != is {
        let sorted = |mut all: Vec<Seen>| {
            all.sort();
            all
        };
        kinds.insert(if sorted(was) == sorted(is) { Kind::Order } else { Kind::Count });
    }
    let (was, is) = (fifo(meant), fifo(came));
    if was != is {
        kinds.insert(if was.len() == is.len() { Kind::Order } else { Kind::Eaten });
    }
    let is_look = |one: &Seen| match one {
        Seen::Write(bytes) => page(bytes[0].0) >= DOORBELL,
        Seen::Signal => true,
        Seen::Load(..) | Seen::End => false,
    };
    // All that memory and FIFO have at each look.
    let looks = |all: &[Seen]| -> Vec<(Seen, BTreeMap<u64, usize>, usize)> {
        let end = all.iter().position(|one| *one == Seen::End).unwrap();
        let at = (0..end).filter(|at| is_look(&all[*at]));
        at.map(|at| {
            let before = &all[..at];
            let mut memory = BTreeMap::new();
            for one in before {
                if let Seen::Write(bytes) = one {
                    memory.extend(bytes.iter().filter(|byte| page(byte.0) == 0).copied());
                }
            }
            (all[at].clone(), memory, fifo(before).len())
        })
        .collect()
    };
    for (was, is) in looks(meant).iter().zip(&looks(came)) {
        if was.0 != is.0 {
            break;
        }
        if was != is {
            kinds.insert(Kind::Unready);
        }
    }
    let loads = |all: &[Seen]| -> Vec<Seen> {
        all.iter().filter(|one| matches!(one, Seen::Load(..))).cloned().collect()
    };
    if loads(meant) != loads(came) {
        kinds.insert(Kind::Stale);
    }
    if came.last() != Some(&Seen::End) {
        kinds.insert(Kind::Pending);
    }
    kinds
}

/// What some order breaks.
fn every_kind(program: &Program, x86: bool) -> Vec<Kind> {
    let acts: Vec<_> = program.accesses().iter().map(|access| access.act.clone()).collect();
    let mut meant = Moment::default();
    for (origin, act) in acts.iter().enumerate() {
        match act {
            Act::Store { address, bytes } => {
                meant.arrive((*address..).take(bytes.len()).map(|at| (at, origin)).collect());
            }
            Act::Load { address, bytes } => {
                let seen = (*address..*address + *bytes).map(|at| meant.memory.get(&at).copied());
                let seen = Seen::Load(origin, seen.collect());
                meant.seen.push(seen);
            }
            Act::Fence | Act::FullFence => {}
            Act::Signal => meant.seen.push(Seen::Signal),
        }
    }
    meant.seen.push(Seen::End);
    let mut outcomes = BTreeSet::new();
    explore(&acts, Moment::default(), x86, &mut outcomes);
    let all: BTreeSet<_> = outcomes.iter().flat_map(|came| broken(&meant.seen, came)).collect();
    all.into_iter().collect()
}

/// Range, slot of a line and a half, what is done there.
fn accesses() -> impl Strategy<Value = Vec<(u8, usize, u64, usize)>> {
    let one = (0..12_u8, 0..5_usize, 0..3_u64, prop_oneof![Just(4_usize), Just(8), Just(64)]);
    prop::collection::vec(one, 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(10), failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_is_reported_is_what_some_order_breaks(accesses in accesses()) {
        let names = ["memory", "port", "control", "doorbell", "uncached-doorbell"];
        let program = Program::record(map(), |io| {
            for (act, range, slot, bytes) in accesses {
                let offset = if bytes == 64 { 64 * (slot % 2) } else { [0, 8, 64][usize::try_from(slot).unwrap()] };
                match act {
                    0..=5 => io.store(names[range], offset, &vec![1; bytes])?,
                    6 | 7 => io.load("memory", offset, &mut [0; 8])?,
                    8 | 9 => io.fence()?,
                    10 => io.full_fence()?,
                    _ => io.signal()?,
                }
            }
            Ok(())
        }).unwrap();
        let (x86, beyond) = kinds(&program, 1000);
        prop_assert_eq!(&x86, &every_kind(&program, true), "on x86");
        let mut all = [x86, beyond].concat();
        all.sort_unstable();
        prop_assert_eq!(all, every_kind(&program, false), "anywhere");
    }

    #[test]
    fn a_program_that_fences_after_each_store_is_free(
        stores in prop::collection::vec((0..5_usize, 0..512_u64, 1..9_usize), 0..60),
    ) {
        let names = ["memory", "port", "control", "doorbell", "uncached-doorbell"];
        let program = Program::record(map(), |io| {
            for (range, slot, bytes) in stores {
                io.store(names[range], 8 * slot, &vec![1; bytes])?;
                io.full_fence()?;
                io.load("memory", 8 * slot, &mut [0; 8])?;
                io.signal()?;
            }
            Ok(())
        }).unwrap();
        let report = program.judge(50).unwrap();
        prop_assert!(report.is_free(), "{}", report);
    }
}
