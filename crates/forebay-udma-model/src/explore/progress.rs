// SPDX-License-Identifier: Apache-2.0
//! Whether those who use a scheme can keep each other from their ends for ever, with nobody waiting for anybody.

use std::collections::HashMap;

use super::world::{Event, Move, Setting, World};
use crate::Scheme;

/// A run that has come round to where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Livelock {
    /// What happens until then.
    pub before: Vec<Event>,
    /// What happens again and again.
    pub round: Vec<Event>,
}

type Edge = (Move, usize);
/// The world from which one was first found, and by which move.
type Parent = Option<(usize, Move)>;

/// A shortest round in which every process that is still at it makes an access, one of them begins again, and none comes to its end; none
/// where there is no such round.
///
/// A scheme without one lets everybody get on, whatever the others do and however many processors there are.
#[must_use]
pub fn livelock<S: Scheme>(setting: &Setting<S>) -> Option<Livelock> {
    let (edges, parents) = graph(setting);
    let processes = setting.processes.len();
    let everybody = (1_usize << processes) - 1;
    let rounds = (0..edges.len()).filter_map(|start| round(&edges, start, processes, everybody));
    let (start, round) = rounds.min_by_key(|(_, moves)| moves.len())?;
    let mut before = Vec::new();
    let mut at = start;
    while let Some((parent, made)) = parents[at] {
        before.push(made);
        at = parent;
    }
    before.reverse();
    let mut world = World::new(setting);
    let mut play = |moves: &[Move]| -> Vec<Event> {
        moves.iter().flat_map(|made| world.make(setting, *made).events).collect()
    };
    Some(Livelock { before: play(&before), round: play(&round) })
}

/// Every world without a process at its end, its moves, and how it was first found.
fn graph<S: Scheme>(setting: &Setting<S>) -> (Vec<Vec<Edge>>, Vec<Parent>) {
    let first = World::new(setting);
    let mut known = HashMap::from([(first.clone(), 0_usize)]);
    let (mut worlds, mut parents, mut edges) = (vec![first], vec![None], Vec::new());
    let mut next = 0;
    while next < worlds.len() {
        let here = worlds[next].clone();
        let mut ways = Vec::new();
        for made in here.moves(setting) {
            let mut world = here.clone();
            world.make(setting, made);
            if world.has_ended() {
                continue;
            }
            let number = *known.entry(world.clone()).or_insert_with(|| {
                worlds.push(world);
                parents.push(Some((next, made)));
                worlds.len() - 1
            });
            ways.push((made, number));
        }
        edges.push(ways);
        next += 1;
    }
    (edges, parents)
}

/// The shortest way from a world back to it in which everybody has made an access.
fn round(
    edges: &[Vec<Edge>],
    start: usize,
    processes: usize,
    everybody: usize,
) -> Option<(usize, Vec<Move>)> {
    // A world and who has made an access since.
    let mut known = HashMap::from([((start, 0_usize), None)]);
    let mut queue = vec![(start, 0_usize)];
    let mut next = 0;
    while next < queue.len() {
        let (world, moved) = queue[next];
        for &(made, to) in &edges[world] {
            let moved_now = match made {
                Move::Next(number) if number < processes => moved | 1 << number,
                _ => moved,
            };
            let state = (to, moved_now);
            if state == (start, everybody) {
                let mut moves = vec![made];
                let mut at = (world, moved);
                while let Some(Some((before, made))) = known.get(&at) {
                    moves.push(*made);
                    at = *before;
                }
                moves.reverse();
                return Some((start, moves));
            }
            known.entry(state).or_insert_with(|| {
                queue.push(state);
                Some(((world, moved), made))
            });
        }
        next += 1;
    }
    None
}
