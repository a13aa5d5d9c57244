// SPDX-License-Identifier: Apache-2.0
//! The same of two threads with a channel each, on a card whose channels share a path and on one whose do not: what is free ends whoever
//! goes first, and what may deadlock does so in the interleaving that the planner names.

use std::ops::Range;

use forebay::{ChannelId, ForebayError, Lacking, Outlook, Transfer};
use forebay_plan::{Order, Path, Remedy, Stand, Verdict};

use super::{Bench, CASES, Case};
use crate::common::{self, wrong};

/// More reads of memory than a FIFO fills in, or all of a round arrives.
const LOOKS: usize = 400;

/// Who goes first in a round: the thread of a stream, until it is done or finds no room; or none.
type First = Option<usize>;

/// What two threads send: chunks, and a barrier behind each or none.
#[derive(Clone, Copy, Debug)]
struct Threads {
    chunk: u64,
    barrier: bool,
}

impl Threads {
    fn order(self, case: Case) -> Order {
        let Self { chunk, barrier } = self;
        Order::Threads { elements: case.elements, chunk, barrier }
    }

    /// What the threads send between two barriers.
    fn rounds(self, case: Case) -> Vec<Range<u64>> {
        let round = if self.barrier { self.chunk } else { case.elements };
        let starts = (0..case.elements).step_by(usize::try_from(round).unwrap());
        starts.map(|from| from..case.elements.min(from + round)).collect()
    }

    /// The chunks of a stream in a round.
    fn pieces(self, stream: usize, round: &Range<u64>) -> Vec<(usize, u64, u64)> {
        let starts = round.clone().step_by(usize::try_from(self.chunk).unwrap());
        starts.map(|from| (stream, from, round.end.min(from + self.chunk))).collect()
    }
}

impl Bench {
    /// Begins a run of all the steps that there are in what two threads send.
    fn start_for(&self, threads: Threads) -> u64 {
        let rounds = threads.rounds(self.case);
        let entries = [0, 1].map(|stream| {
            let pieces = rounds.iter().flat_map(|round| threads.pieces(stream, round));
            pieces.map(|(_, from, to)| self.case.entries(stream, to - from)).sum::<u64>()
        });
        let steps = (entries[0] / self.case.take[0]).min(entries[1] / self.case.take[1]);
        self.start(steps);
        steps
    }

    /// Lets time pass until a thread has nothing to send, or finds no room.
    fn until_it_stands(&self, stream: usize) {
        let mut back = vec![0; 1 << 14];
        for _ in 0..LOOKS {
            let stall = self.device.stall().unwrap();
            let at = stall.blocked.iter().find(|at| at.channel == channel(stream));
            if at.is_none_or(|at| at.port.is_some()) {
                return;
            }
            self.device.c2h(0).unwrap().read_exact_at(&mut back, 0).unwrap();
        }
        unreachable!("thread {stream} goes on and on");
    }

    /// A round of both threads; the bytes that arrive.
    fn round(
        &self,
        threads: Threads,
        round: &Range<u64>,
        first: First,
    ) -> Result<u64, ForebayError> {
        let send = |stream: usize| -> Transfer {
            let sent = self.submit(stream, threads.pieces(stream, round));
            if first == Some(stream) {
                self.until_it_stands(stream);
            }
            sent
        };
        let before = first.unwrap_or(0);
        let sent = [before, 1 - before].map(send);
        let [one, other] = sent.map(Transfer::wait);
        match (one, other) {
            (Ok(one), Ok(other)) => Ok(one.bytes + other.bytes),
            (Err(error @ ForebayError::Deadlock { .. }), Err(ForebayError::Cancelled { .. })) => {
                Err(error)
            }
            other => unreachable!("{other:?}"),
        }
    }

    /// Everything, round by round; the bytes that arrive.
    fn play(&self, threads: Threads, first: First) -> Result<u64, ForebayError> {
        let steps = self.start_for(threads);
        let rounds = threads.rounds(self.case);
        let bytes =
            rounds.iter().map(|round| self.round(threads, round, first)).sum::<Result<_, _>>()?;
        self.is_over(steps);
        Ok(bytes)
    }
}

fn channel(stream: usize) -> ChannelId {
    ChannelId::H2c(u32::try_from(stream).unwrap())
}

/// It stands where the planner says.
fn stands(
    bench: &Bench,
    error: ForebayError,
    stand: &Stand,
    before: u64,
    what: &str,
) -> Option<Remedy> {
    let ForebayError::Deadlock { stall, .. } = error else { unreachable!("{what}: {error:?}") };
    let Stand { full, holds, starving, transfer, .. } = *stand;
    let ports = (stall.full().unwrap().port, stall.starving().unwrap().port);
    assert_eq!((ports.0 as usize, ports.1 as usize), (full, starving), "{what}: {stall}");
    assert_eq!(stall.outlook, Outlook::Deadlock(Lacking::Port(ports.1)), "{what}");
    let at = stall.blocked.iter().find(|at| at.channel == channel(full)).unwrap();
    assert_eq!((at.descriptor, at.port), (transfer - before, Some(ports.0)), "{what}: {stall}");
    // As of one thread: the RTL's last burst does not go in in part.
    let (held, holds) = (u64::from(stall.fifos[full].held), holds - bench.case.take[full]);
    assert!(held <= holds && holds - held < 16, "{what}: {held} of {holds}");
    stall.safe.map(|safe| safe.remedy)
}

/// What `forebay-plan` says of the threads is what happens.
fn comes_true(body: &str, build: &str, case: Case, threads: Threads) -> Verdict {
    let bench = Bench::of(body, build, case);
    let what = format!("{body}:{build}: {case:?}, {threads:?}");
    let path = bench.device.identity().write_path();
    let verdict = case.plan_over(path, threads.order(case)).check().unwrap();
    match &verdict {
        Verdict::Free => {
            let all: u64 = case.element_bytes.iter().map(|bytes| bytes * case.elements).sum();
            for first in [Some(0), Some(1), None] {
                let bytes = bench.play(threads, first);
                assert_eq!(bytes.map_err(|error| error.to_string()), Ok(all), "{what}, {first:?}");
                bench.empty();
            }
        }
        Verdict::Possible { stand, interleaving, remedy } => {
            bench.start_for(threads);
            let alone = interleaving.alone;
            let rounds = threads.rounds(case);
            let (arrive, goes_on) = rounds.split_at(usize::try_from(interleaving.rounds).unwrap());
            for round in arrive {
                bench.round(threads, round, Some(alone)).unwrap();
            }
            let error = bench.round(threads, &goes_on[0], Some(alone)).unwrap_err();
            let told = stands(&bench, error, stand, interleaving.rounds, &what);
            // Of what other rounds bring the library knows nothing.
            assert!(threads.barrier || told == *remedy, "{what}: {told:?} and {remedy:?}");
        }
        Verdict::Deadlock { stand, .. } => {
            for first in [Some(0), Some(1), None] {
                let error = bench.play(threads, first).unwrap_err();
                let ForebayError::Deadlock { stall, .. } = error else { unreachable!("{error:?}") };
                assert_eq!(stall.full().unwrap().port as usize, stand.full, "{what}: {stall}");
                bench.empty();
            }
        }
    }
    bench.empty();
    wrong::check_memory(&bench.device, &what);
    verdict
}

/// The largest chunk that is safe behind a barrier on a shared path, and what is around it; without a barrier as well.
fn threads_end_or_not_as_the_planner_says(body: &str) {
    let mut seen = [0; 2];
    // The RTL takes its time.
    for case in CASES.into_iter().step_by(if body == "rtl" { 2 } else { 1 }) {
        let order = Threads { chunk: 100, barrier: false }.order(case);
        let possible = case.plan_over(Path::Shared, order).check().unwrap();
        let Verdict::Possible { remedy: Some(Remedy::Barrier { chunk: safe }), .. } = possible
        else {
            unreachable!("{case:?}: {possible}")
        };
        for (chunk, barrier) in [
            (safe, true),
            (safe + 1, true),
            (safe / 2, true),
            (safe + 100, true),
            (100, false),
            (safe, false),
        ] {
            for build in ["sink-shared", "sink"] {
                let verdict = comes_true(body, build, case, Threads { chunk, barrier });
                let free = build == "sink" || barrier && chunk <= safe;
                assert_eq!(
                    verdict == Verdict::Free,
                    free,
                    "{body}:{build}, {case:?}: {chunk}, {verdict}"
                );
                seen[usize::from(free)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|cases| *cases > 5), "{seen:?}");
}

common::on_every_card!(threads_end_or_not_as_the_planner_says);
