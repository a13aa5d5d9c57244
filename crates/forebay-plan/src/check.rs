// SPDX-License-Identifier: Apache-2.0
//! The arithmetic: how far each stream may be ahead of the others.
//!
//! A stream has sent at most what its FIFO holds and the complete steps have taken. A step is complete when every
//! stream has sent what it takes of it. Both only grow with what is sent, so where entries wait for room without holding up
//! others it is all the same who goes first: whoever can go on does, and the end is the only one there is.

use crate::plan::{Order, Path, Plan, Stream};
use crate::verdict::{Interleaving, Stand, Want};

/// What the arithmetic says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Free,
    /// However the threads are scheduled.
    Always(Stand),
    Sometimes(Stand, Interleaving),
}

/// What has been sent, in entries.
#[derive(Clone, Debug)]
struct Sent<'a> {
    streams: &'a [Stream],
    entries: Vec<u64>,
}

impl<'a> Sent<'a> {
    fn none(streams: &'a [Stream]) -> Self {
        Self { streams, entries: vec![0; streams.len()] }
    }

    /// Steps that are complete when all of this has arrived. A stream of which no whole step finds room keeps the first one from
    /// being complete.
    fn steps(&self) -> u64 {
        if self.unfit().is_some() {
            return 0;
        }
        let steps = self.streams.iter().zip(&self.entries).map(|(of, sent)| sent / of.take);
        steps.min().unwrap_or(0)
    }

    fn unfit(&self) -> Option<usize> {
        self.streams.iter().position(|of| of.reach() < of.take)
    }

    /// Most that the stream can have sent.
    fn limit(&self, stream: usize) -> u64 {
        let of = &self.streams[stream];
        of.reach() + of.take * self.steps()
    }

    fn exceeds(&self, stream: usize) -> bool {
        self.entries[stream] > self.limit(stream)
    }

    /// How things stand when the stream cannot go on in its thread's transfer `transfer`, before which it had sent `before` entries.
    fn stand(&self, stream: usize, (thread, transfer, before): (usize, u64, u64)) -> Stand {
        let steps = self.steps();
        let entries_of_it = self.limit(stream) - before;
        let lagging = (0..self.streams.len())
            .min_by_key(|other| self.entries[*other] / self.streams[*other].take);
        let starving = self.unfit().or(lagging).unwrap_or(0);
        let of = &self.streams[starving];
        let want = if of.reach() < of.take {
            Want::Room { holds: of.reach(), takes: of.take }
        } else {
            Want::Entries { has: self.entries[starving] - of.take * steps, takes: of.take }
        };
        let full = &self.streams[stream];
        Stand {
            full: stream,
            holds: full.reach(),
            starving,
            want,
            thread,
            transfer,
            offset: entries_of_it * full.entry_bytes,
        }
    }
}

/// Chunks of every stream, the last one shorter.
#[derive(Clone, Copy, Debug)]
struct Rounds {
    elements: u64,
    chunk: u64,
}

impl Rounds {
    const fn count(self) -> u64 {
        self.elements.div_ceil(self.chunk)
    }

    /// Entries of a stream in the first so many rounds.
    const fn entries(self, of: &Stream, rounds: u64) -> u64 {
        let whole = self.elements / self.chunk;
        if rounds <= whole {
            return rounds * of.entries(self.chunk);
        }
        whole * of.entries(self.chunk) + of.entries(self.elements % self.chunk)
    }
}

/// Looks through a sound plan; none if the budget of pieces does not suffice for that.
pub(crate) fn find(plan: &Plan, budget: &mut u64) -> Option<Found> {
    let streams = &plan.streams;
    match &plan.order {
        Order::OneByOne { elements } => {
            let rounds = Rounds { elements: *elements, chunk: *elements };
            one_thread(streams, round_robin(streams.len(), rounds), budget)
        }
        Order::Alternate { elements, chunk } => {
            let rounds = Rounds { elements: *elements, chunk: *chunk };
            one_thread(streams, round_robin(streams.len(), rounds), budget)
        }
        Order::List(pieces) => {
            one_thread(streams, pieces.iter().map(|piece| (piece.stream, piece.elements)), budget)
        }
        Order::Threads { elements, chunk, barrier } => {
            let rounds = Rounds { elements: *elements, chunk: *chunk };
            threads(streams, rounds, *barrier, plan.path, budget)
        }
    }
}

/// (stream, elements) of a chunk of each in turn.
fn round_robin(streams: usize, rounds: Rounds) -> impl Iterator<Item = (usize, u64)> {
    (0..rounds.count()).flat_map(move |round| {
        let elements = rounds.chunk.min(rounds.elements - round * rounds.chunk);
        (0..streams).map(move |stream| (stream, elements))
    })
}

fn one_thread(
    streams: &[Stream],
    pieces: impl Iterator<Item = (usize, u64)>,
    budget: &mut u64,
) -> Option<Found> {
    let mut sent = Sent::none(streams);
    for (transfer, (stream, elements)) in (0..).zip(pieces) {
        *budget = budget.checked_sub(1)?;
        let before = sent.entries[stream];
        sent.entries[stream] += streams[stream].entries(elements);
        if sent.exceeds(stream) {
            return Some(Found::Always(sent.stand(stream, (0, transfer, before))));
        }
    }
    Some(Found::Free)
}

fn threads(
    streams: &[Stream],
    rounds: Rounds,
    barrier: bool,
    path: Path,
    budget: &mut u64,
) -> Option<Found> {
    // Without a barrier nothing parts the rounds.
    let count = rounds.count();
    let spans = if barrier { count } else { 1 };
    let ends = |span: u64| if barrier { span } else { span * count };
    let (mut before, mut after) = (Sent::none(streams), Sent::none(streams));
    let mut sometimes = None;
    for span in 0..spans {
        *budget = budget.checked_sub(streams.len() as u64)?;
        for (stream, of) in streams.iter().enumerate() {
            before.entries[stream] = after.entries[stream];
            after.entries[stream] = rounds.entries(of, ends(span + 1));
        }
        // All threads go on wherever there is room.
        if let Some(stream) = (0..streams.len()).find(|stream| after.exceeds(*stream)) {
            return Some(Found::Always(stand_in(&after, stream, rounds)));
        }
        // One goes on and the others do not.
        if path == Path::Shared && sometimes.is_none() {
            for stream in 0..streams.len() {
                let waits = before.entries[stream];
                before.entries[stream] = after.entries[stream];
                if before.exceeds(stream) {
                    let interleaving = Interleaving { rounds: ends(span), alone: stream };
                    sometimes = Some((stand_in(&before, stream, rounds), interleaving));
                    break;
                }
                before.entries[stream] = waits;
            }
        }
    }
    Some(sometimes.map_or(Found::Free, |(stand, how)| Found::Sometimes(stand, how)))
}

/// How things stand when a stream with its own thread has sent all that finds room.
fn stand_in(sent: &Sent<'_>, stream: usize, rounds: Rounds) -> Stand {
    let of = &sent.streams[stream];
    let whole = rounds.elements / rounds.chunk;
    let transfer = (sent.limit(stream) / of.entries(rounds.chunk)).min(whole);
    sent.stand(stream, (stream, transfer, rounds.entries(of, transfer)))
}
