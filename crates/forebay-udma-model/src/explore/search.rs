// SPDX-License-Identifier: Apache-2.0
//! Breadth first through every order of moves.

use std::collections::{BTreeMap, HashMap};

use super::judge::Property;
use super::world::{Came, Event, Move, Setting, World};
use crate::{Op, Scheme};

/// A process that is alone and has not ended after so many accesses never does: it has long come round to where it was.
const ALONE: usize = 64;

/// A shortest run that breaks a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Which one.
    pub property: Property,
    /// Accesses of the attacker.
    pub foreign: u8,
    /// What happened.
    pub moves: Vec<Move>,
    /// What can be seen of it, the kernel's accesses among that.
    pub events: Vec<Event>,
}

impl Attack {
    /// Accesses of processes.
    #[must_use]
    pub fn accesses(&self) -> usize {
        let kernels = |op| matches!(op, Op::Hook | Op::Who);
        let counts =
            |event: &&Event| matches!(event, Event::Access { access, .. } if !kernels(access.op));
        self.events.iter().filter(counts).count()
    }
}

/// Everything that was found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// By property and by how many accesses of the attacker, the shortest each.
    attacks: BTreeMap<(Property, u8), Attack>,
    /// Different worlds that were seen.
    pub worlds: usize,
    /// Moves that were made in them: every one that there is, in each.
    pub moves: usize,
}

impl Findings {
    /// The attacks on a property of which none is both shorter and does with no more accesses of the attacker; fewest of these first.
    #[must_use]
    pub fn of(&self, property: Property) -> Vec<&Attack> {
        let mut best: Vec<&Attack> = Vec::new();
        for attack in self.attacks.range((property, 0)..=(property, u8::MAX)).map(|(_, it)| it) {
            if best.last().is_none_or(|last| attack.moves.len() < last.moves.len()) {
                best.push(attack);
            }
        }
        best
    }

    /// The properties that can be broken.
    #[must_use]
    pub fn broken(&self) -> Vec<Property> {
        Property::ALL.into_iter().filter(|property| !self.of(*property).is_empty()).collect()
    }
}

/// Every order of moves of this setting.
#[must_use]
pub fn explore<S: Scheme>(setting: &Setting<S>) -> Findings {
    let mut findings = Findings::default();
    let first = World::new(setting);
    let mut known = HashMap::from([(first.clone(), 0_usize)]);
    // Worlds in the order in which they were found, with the move that led there.
    let mut queue = vec![(first, None)];
    let mut next = 0;
    while next < queue.len() {
        let here = queue[next].0.clone();
        for made in here.moves(setting) {
            findings.moves += 1;
            let mut world = here.clone();
            let Came { mut broken, .. } = world.make(setting, made);
            let is_new = !known.contains_key(&world);
            if is_new && !setting.ends && !world.ends_alone(setting, ALONE) {
                broken.push(Property::L1);
            }
            for property in broken {
                findings.attacks.entry((property, world.foreign)).or_insert_with(|| {
                    let mut moves = vec![made];
                    let mut at = next;
                    while let Some((parent, made)) = queue[at].1 {
                        moves.push(made);
                        at = parent;
                    }
                    moves.reverse();
                    let events = replay(setting, &moves).1;
                    Attack { property, foreign: world.foreign, moves, events }
                });
            }
            if is_new {
                known.insert(world.clone(), queue.len());
                queue.push((world, Some((next, made))));
            }
        }
        next += 1;
    }
    findings.worlds = queue.len();
    findings
}

/// Makes these moves; what they break, each with the number of the move, and what can be seen.
#[must_use]
pub fn replay<S: Scheme>(
    setting: &Setting<S>,
    moves: &[Move],
) -> (Vec<(usize, Property)>, Vec<Event>) {
    let (mut world, mut broken, mut events) = (World::new(setting), Vec::new(), Vec::new());
    for (number, made) in moves.iter().enumerate() {
        let came = world.make(setting, *made);
        broken.extend(came.broken.into_iter().map(|property| (number, property)));
        events.extend(came.events);
        if !setting.ends && !world.ends_alone(setting, ALONE) {
            broken.push((number, Property::L1));
        }
    }
    (broken, events)
}
