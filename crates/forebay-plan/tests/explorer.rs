// SPDX-License-Identifier: Apache-2.0
//! The planner against every schedule of small plans. The explorer moves single entries and knows none of the planner's arithmetic.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::collections::{HashSet, VecDeque};

use forebay_plan::{Order, Path, Piece, Plan, Remedy, Stand, Stream, Verdict};

/// Bytes of an entry here.
const ENTRY: u64 = 4;

/// Where a thread is: its piece, and what of that has been sent and has arrived.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Thread {
    piece: usize,
    sent: u64,
    arrived: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    /// Whose entries are on the shared way, and for which stream.
    way: VecDeque<(usize, usize)>,
    fifo: Vec<u64>,
    /// What the datapath has taken of a step that is not complete.
    taken: Vec<u64>,
}

/// A plan as single entries that move.
struct World {
    /// Of each thread, (stream, bytes) of its pieces.
    programs: Vec<Vec<(usize, u64)>>,
    barrier: bool,
    /// Entries that the shared way holds; none if each entry waits for room before it is sent.
    way: Option<usize>,
    depth: Vec<u64>,
    take: Vec<u64>,
    /// The datapath takes entries of a step as they come, and not all at once.
    as_they_come: bool,
}

/// The entries that a piece comes in.
fn beats(bytes: u64) -> u64 {
    let (mut left, mut beats) = (bytes, 0);
    while left > 0 {
        left -= left.min(ENTRY);
        beats += 1;
    }
    beats
}

impl World {
    fn of(plan: &Plan, way: usize, as_they_come: bool) -> Self {
        let bytes = |stream: usize, elements| elements * plan.streams[stream].element_bytes;
        let streams = 0..plan.streams.len();
        let chunks = |stream, elements: u64, chunk: u64| {
            let mut left = elements;
            let mut pieces = Vec::new();
            while left > 0 {
                pieces.push((stream, bytes(stream, left.min(chunk))));
                left -= left.min(chunk);
            }
            pieces
        };
        let programs = match &plan.order {
            Order::OneByOne { elements } => {
                vec![streams.flat_map(|stream| chunks(stream, *elements, *elements)).collect()]
            }
            Order::Alternate { elements, chunk } => {
                let each: Vec<_> =
                    streams.map(|stream| chunks(stream, *elements, *chunk)).collect();
                let rounds = 0..each[0].len();
                vec![rounds.flat_map(|round| each.iter().map(move |of| of[round])).collect()]
            }
            Order::Threads { elements, chunk, .. } => {
                streams.map(|stream| chunks(stream, *elements, *chunk)).collect()
            }
            Order::List(pieces) => {
                let piece = |of: &Piece| (of.stream, bytes(of.stream, of.elements));
                vec![pieces.iter().map(piece).collect()]
            }
        };
        Self {
            programs,
            barrier: matches!(plan.order, Order::Threads { barrier: true, .. }),
            way: (plan.path == Path::Shared).then_some(way),
            depth: plan.streams.iter().map(|of| of.depth).collect(),
            take: plan.streams.iter().map(|of| of.take).collect(),
            as_they_come,
        }
    }

    fn begin(&self) -> State {
        State {
            threads: vec![Thread::default(); self.programs.len()],
            way: VecDeque::new(),
            fifo: vec![0; self.depth.len()],
            taken: vec![0; self.depth.len()],
        }
    }

    fn arrive(&self, state: &mut State, thread: usize, stream: usize) {
        state.fifo[stream] += 1;
        let at = &mut state.threads[thread];
        at.arrived += 1;
        if at.arrived == beats(self.programs[thread][at.piece].1) {
            *at = Thread { piece: at.piece + 1, ..Thread::default() };
        }
    }

    /// Every state that may come next.
    fn next(&self, state: &State) -> Vec<State> {
        let mut all = Vec::new();
        let mut push = |change: &dyn Fn(&mut State)| {
            let mut next = state.clone();
            change(&mut next);
            all.push(next);
        };
        for (thread, at) in state.threads.iter().enumerate() {
            let Some((stream, bytes)) = self.programs[thread].get(at.piece).copied() else {
                continue;
            };
            let waits = self.barrier && state.threads.iter().any(|other| other.piece < at.piece);
            if waits || at.sent == beats(bytes) {
                continue;
            }
            match self.way {
                Some(room) if state.way.len() < room => push(&|next| {
                    next.threads[thread].sent += 1;
                    next.way.push_back((thread, stream));
                }),
                None if state.fifo[stream] < self.depth[stream] => push(&|next| {
                    next.threads[thread].sent += 1;
                    self.arrive(next, thread, stream);
                }),
                _ => {}
            }
        }
        if let Some((thread, stream)) = state.way.front().copied()
            && state.fifo[stream] < self.depth[stream]
        {
            push(&|next| {
                next.way.pop_front();
                self.arrive(next, thread, stream);
            });
        }
        let streams = 0..self.take.len();
        if self.as_they_come {
            for stream in streams {
                if state.fifo[stream] > 0 && state.taken[stream] < self.take[stream] {
                    push(&|next| {
                        next.fifo[stream] -= 1;
                        next.taken[stream] += 1;
                        if next.taken == self.take {
                            next.taken.fill(0);
                        }
                    });
                }
            }
        } else if streams.clone().all(|stream| state.fifo[stream] >= self.take[stream]) {
            push(&|next| {
                streams.clone().for_each(|stream| next.fifo[stream] -= self.take[stream]);
            });
        }
        all
    }

    fn is_over(&self, state: &State) -> bool {
        let mut threads = state.threads.iter().zip(&self.programs);
        threads.all(|(at, program)| at.piece == program.len())
    }

    /// The states in which nothing moves any more, and how many states there are.
    fn explore(&self) -> (Vec<State>, usize) {
        let begin = self.begin();
        let mut seen = HashSet::from([begin.clone()]);
        let (mut open, mut ends) = (vec![begin], Vec::new());
        while let Some(state) = open.pop() {
            let next = self.next(&state);
            if next.is_empty() {
                ends.push(state);
                continue;
            }
            open.extend(next.into_iter().filter(|next| seen.insert(next.clone())));
        }
        (ends, seen.len())
    }

    /// The verdict's account is of that state.
    fn is_at(&self, state: &State, stand: &Stand) -> bool {
        let at = &state.threads[stand.thread];
        (at.piece as u64, at.arrived * ENTRY) == (stand.transfer, stand.offset)
            && state.fifo[stand.full] == self.depth[stand.full]
            && state.fifo[stand.full] + state.taken[stand.full] == stand.holds
            && self.programs[stand.thread][at.piece].0 == stand.full
            && state.fifo[stand.starving] + state.taken[stand.starving] < self.take[stand.starving]
    }
}

#[derive(Debug, Default)]
struct Tally {
    plans: usize,
    states: usize,
    free: usize,
    deadlock: usize,
    possible: usize,
}

impl Tally {
    fn check(&mut self, plan: &Plan, as_they_come: bool) {
        let verdict = plan.check().unwrap();
        let ways = if plan.path == Path::Shared { 1..=2 } else { 1..=1 };
        for way in ways {
            let world = World::of(plan, way, as_they_come);
            let (ends, states) = world.explore();
            let stuck: Vec<_> = ends.iter().filter(|end| !world.is_over(end)).collect();
            self.plans += 1;
            self.states += states;
            match &verdict {
                Verdict::Free => {
                    assert_eq!(stuck.len(), 0, "{plan:?} {way} {as_they_come}");
                    self.free += 1;
                }
                Verdict::Deadlock { stand, .. } => {
                    assert_eq!(stuck.len(), ends.len(), "{plan:?} {way} {as_they_come}: {verdict}");
                    let at = stuck.iter().any(|end| world.is_at(end, stand));
                    assert!(at, "{plan:?} {way}: {verdict:?}: {stuck:?}");
                    self.deadlock += 1;
                }
                Verdict::Possible { stand, interleaving, .. } => {
                    let some = !stuck.is_empty() && stuck.len() < ends.len();
                    assert!(some, "{plan:?} {way} {as_they_come}: {verdict}: {stuck:?}");
                    let as_told = |end: &&&State| {
                        let mut others = end.threads.iter().enumerate();
                        world.is_at(end, stand)
                            && others.all(|(thread, at)| {
                                thread == interleaving.alone
                                    || (at.piece as u64, at.arrived) == (interleaving.rounds, 0)
                            })
                    };
                    assert!(
                        stuck.iter().any(|end| as_told(&end)),
                        "{plan:?}: {verdict:?}: {stuck:?}"
                    );
                    self.possible += 1;
                }
            }
        }
    }
}

/// Every order of so many elements in every chunk.
fn orders(elements: u64) -> Vec<Order> {
    let mut orders = vec![Order::OneByOne { elements }];
    for chunk in 1..=elements {
        orders.push(Order::Alternate { elements, chunk });
        orders.push(Order::Threads { elements, chunk, barrier: false });
        orders.push(Order::Threads { elements, chunk, barrier: true });
    }
    orders
}

fn stream(element_bytes: u64, depth: u64, take: u64, as_they_come: bool) -> Stream {
    let ahead = if as_they_come { take } else { 0 };
    Stream { element_bytes, entry_bytes: ENTRY, depth, ahead, take }
}

/// Elements of half an entry, a whole one and one and a half; FIFOs of one to three entries; steps of one or two.
fn pairs(as_they_come: bool) -> impl Iterator<Item = Vec<Stream>> {
    let sizes = [(2, 4), (4, 4), (4, 2), (6, 4), (2, 6), (4, 8)];
    let takes = [(1, 1), (1, 2), (2, 1), (2, 2)];
    let depths = (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b)));
    depths.flat_map(move |depth| {
        sizes.into_iter().flat_map(move |size| {
            takes.map(|take| {
                vec![
                    stream(size.0, depth.0, take.0, as_they_come),
                    stream(size.1, depth.1, take.1, as_they_come),
                ]
            })
        })
    })
}

#[test]
fn two_streams_deadlock_exactly_in_the_schedules_in_which_the_planner_says_so() {
    let mut tally = Tally::default();
    for as_they_come in [false, true] {
        for streams in pairs(as_they_come) {
            for order in (1..=4).flat_map(orders) {
                for path in [Path::Shared, Path::Reserved] {
                    let plan = Plan { streams: streams.clone(), order: order.clone(), path };
                    tally.check(&plan, as_they_come);
                }
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.plans > 20_000, "{tally:?}");
    assert!(
        [tally.free, tally.deadlock, tally.possible].iter().all(|cases| *cases > 2_000),
        "{tally:?}"
    );
}

#[test]
fn three_streams_do_too() {
    let mut tally = Tally::default();
    for bits in 0..64_u64 {
        let bit = |at: u64| 1 + (bits >> at & 1);
        for as_they_come in [false, true] {
            let streams: Vec<_> =
                (0..3).map(|at| stream(4, bit(at), bit(at + 3), as_they_come)).collect();
            for order in (1..=2).flat_map(orders) {
                for path in [Path::Shared, Path::Reserved] {
                    let plan = Plan { streams: streams.clone(), order: order.clone(), path };
                    tally.check(&plan, as_they_come);
                }
            }
        }
    }
    println!("{tally:?}");
    assert!(
        [tally.free, tally.deadlock, tally.possible].iter().all(|cases| *cases > 100),
        "{tally:?}"
    );
}

#[test]
fn any_order_of_pieces_does_too() {
    let mut tally = Tally::default();
    let pieces =
        [(0, 1), (0, 2), (1, 1), (1, 2)].map(|(stream, elements)| Piece { stream, elements });
    let mut lists = vec![Vec::new()];
    for from in 0.. {
        let Some(list) = lists.get(from).cloned().filter(|list| list.len() < 5) else { break };
        lists.extend(pieces.map(|piece| [&list[..], &[piece]].concat()));
    }
    for (streams, as_they_come) in [(1, 1), (1, 3), (2, 2), (3, 2)].into_iter().flat_map(|depth| {
        [false, true].map(|as_they_come| {
            (
                vec![stream(2, depth.0, 1, as_they_come), stream(4, depth.1, 2, as_they_come)],
                as_they_come,
            )
        })
    }) {
        for list in &lists {
            let order = Order::List(list.clone());
            tally
                .check(&Plan { streams: streams.clone(), order, path: Path::Shared }, as_they_come);
        }
    }
    println!("{tally:?}");
    assert!([tally.free, tally.deadlock].iter().all(|cases| *cases > 1_000), "{tally:?}");
    assert_eq!(tally.possible, 0, "one thread has one order");
}

#[test]
fn the_chunk_that_is_named_is_safe_and_no_larger_one_is() {
    let mut named = [0; 2];
    for as_they_come in [false, true] {
        for streams in pairs(as_they_come) {
            for (order, path) in (1..=6)
                .flat_map(orders)
                .flat_map(|order| [Path::Shared, Path::Reserved].map(|path| (order.clone(), path)))
            {
                let plan = Plan { streams: streams.clone(), order, path };
                let (Verdict::Deadlock { remedy, .. } | Verdict::Possible { remedy, .. }) =
                    plan.check().unwrap()
                else {
                    continue;
                };
                let with = |chunk| match (&plan.order, path) {
                    (Order::OneByOne { elements } | Order::Alternate { elements, .. }, _) => {
                        (Order::Alternate { elements: *elements, chunk }, *elements)
                    }
                    (Order::Threads { elements, barrier, .. }, _) => {
                        let barrier = *barrier || path == Path::Shared;
                        (Order::Threads { elements: *elements, chunk, barrier }, *elements)
                    }
                    (Order::List(_), _) => unreachable!("none here"),
                };
                let (_, elements) = with(1);
                let is_safe = |chunk: &u64| {
                    let tried = Plan { order: with(*chunk).0, ..plan.clone() };
                    tried.check().unwrap() == Verdict::Free
                };
                let largest = (1..=elements).rev().find(is_safe);
                let told = remedy.map(|remedy| match remedy {
                    Remedy::Chunk { chunk }
                    | Remedy::Alternate { chunk }
                    | Remedy::Barrier { chunk } => chunk,
                });
                assert_eq!(told, largest, "{plan:?}");
                named[usize::from(told.is_some())] += 1;
            }
        }
    }
    assert!(named.iter().all(|cases| *cases > 1_000), "{named:?}");
}
