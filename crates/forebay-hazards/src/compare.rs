// SPDX-License-Identifier: Apache-2.0
//! What a run has that the program did not mean.

use std::collections::{BTreeMap, BTreeSet};

use crate::arrivals::{Arrival, Byte, Event, Origin, Run, access};
use crate::program::{Act, Program};
use crate::{Kind, Meaning, Range};

/// One way in which a run is not what the program means.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    pub(crate) kind: Kind,
    /// The access that does not do what it means.
    pub(crate) access: usize,
    pub(crate) what: String,
    /// Arrivals of the run until it shows.
    pub(crate) seen_at: usize,
}

/// All of them.
pub(crate) fn differences(program: &Program, meant: &Run, run: &Run) -> Vec<Difference> {
    let mut all = Vec::new();
    all.extend(acts(program, meant, run));
    all.extend(fifos(program, meant, run));
    all.extend(looks(program, meant, run));
    all.extend(loads(program, meant, run));
    all.extend(pending(program, run));
    all
}

/// Where an access is.
fn place(program: &Program, access: usize) -> &str {
    program.accesses.get(access).map_or("", |access| &access.place)
}

/// Writes with the range that they are to and their place among the arrivals.
fn writes<'a>(
    program: &'a Program,
    run: &'a Run,
) -> impl Iterator<Item = (usize, &'a Range, &'a [Byte])> + 'a {
    let arrivals = run.arrivals.iter().enumerate();
    arrivals.filter_map(move |(at, arrival)| match &arrival.event {
        Event::Write(bytes) => Some((at, program.map.at(bytes.first()?.0)?, bytes.as_slice())),
        Event::Signal | Event::End => None,
    })
}

/// Where two sequences part.
fn parting<T: PartialEq>(meant: &[(usize, T)], came: &[(usize, T)]) -> Option<usize> {
    let first = meant.iter().zip(came).position(|(meant, came)| meant.1 != came.1);
    first.or_else(|| (meant.len() != came.len()).then(|| meant.len().min(came.len())))
}

/// Two sequences have the same in them.
fn are_permuted<T: Clone + Ord>(meant: &[(usize, T)], came: &[(usize, T)]) -> bool {
    let sorted = |all: &[(usize, T)]| {
        let mut all: Vec<_> = all.iter().map(|(_, one)| one.clone()).collect();
        all.sort_unstable();
        all
    };
    sorted(meant) == sorted(came)
}

/// Arrivals until the one at which a sequence parts from what was meant.
fn until<T>(came: &[(usize, T)], first: usize, run: &Run) -> usize {
    came.get(first).map_or(run.arrivals.len(), |(at, _)| at + 1)
}

/// Registers are written as often and in the order that the program says.
fn acts(program: &Program, meant: &Run, run: &Run) -> Option<Difference> {
    let of = |run| -> Vec<_> {
        let acting = writes(program, run).filter(|(_, range, _)| range.acts());
        acting.map(|(at, _, bytes)| (at, bytes)).collect()
    };
    let (meant, came) = (of(meant), of(run));
    let first = parting(&meant, &came)?;
    let origin = meant.get(first).or(meant.last())?.1.first()?.1;
    let (kind, what) = if are_permuted(&meant, &came) {
        let came = came.get(first).and_then(|(_, bytes)| bytes.first());
        let came = came.map(|(address, _)| program.map.say(*address)).unwrap_or_default();
        (Kind::Order, format!("register write {first} is that to {came}"))
    } else {
        (
            Kind::Count,
            format!("of register writes {} arrive, {} are meant", came.len(), meant.len()),
        )
    };
    Some(Difference { kind, access: access(origin), what, seen_at: until(&came, first, run) })
}

/// A byte of a FIFO, behind its place among the arrivals. Its address tells it from others of the same store.
type Placed = (usize, Byte);

/// What has come into each FIFO, by its base.
fn streams(program: &Program, run: &Run) -> BTreeMap<u64, Vec<Placed>> {
    let mut streams = BTreeMap::<_, Vec<_>>::new();
    for (at, range, bytes) in writes(program, run) {
        if range.meaning == Meaning::Fifo {
            let bytes = bytes.iter().map(|byte| (at, *byte));
            streams.entry(range.base).or_default().extend(bytes);
        }
    }
    streams
}

/// A FIFO gets the bytes in the order in which they were stored. All are looked at in one go, however many there are.
fn fifos(program: &Program, meant: &Run, run: &Run) -> Vec<Difference> {
    let [meant, came] = [meant, run].map(|run| streams(program, run));
    let ranges = program.map.ranges().iter().filter_map(|range| {
        let [meant, came] =
            [&meant, &came].map(|all| all.get(&range.base).map_or(&[][..], Vec::as_slice));
        fifo(range, meant, came, run)
    });
    ranges.collect()
}

fn fifo(range: &Range, meant: &[Placed], came: &[Placed], run: &Run) -> Option<Difference> {
    let first = parting(meant, came)?;
    let access = access(meant.get(first)?.1.1);
    let name = &range.name;
    let (kind, what) = if are_permuted(meant, came) {
        (Kind::Order, format!("byte {first} of `{name}` is not its byte"))
    } else {
        (Kind::Eaten, format!("`{name}` gets {} of {} bytes", came.len(), meant.len()))
    };
    Some(Difference { kind, access, what, seen_at: until(came, first, run) })
}

/// Memory as both runs have it, and where they differ.
#[derive(Default)]
struct Twins {
    memory: BTreeMap<u64, [Origin; 2]>,
    differing: BTreeSet<u64>,
    /// Bytes in each FIFO, by its base.
    fifos: BTreeMap<u64, [usize; 2]>,
}

impl Twins {
    fn write(&mut self, range: &Range, which: usize, bytes: &[Byte]) {
        match range.meaning {
            Meaning::Memory => {
                for (address, origin) in bytes {
                    let both = self.memory.entry(*address).or_default();
                    both[which] = *origin;
                    if both[0] == both[1] {
                        self.differing.remove(address);
                    } else {
                        self.differing.insert(*address);
                    }
                }
            }
            Meaning::Fifo => {
                self.fifos.entry(range.base).or_default()[which] += bytes.len();
            }
            Meaning::Registers | Meaning::Doorbell => {}
        }
    }

    /// Goes on to the next time that somebody looks, and returns who does.
    fn next_look<'a>(
        &mut self,
        program: &Program,
        which: usize,
        left: &mut impl Iterator<Item = (usize, &'a Arrival)>,
    ) -> Option<(usize, &'a Arrival)> {
        for (at, arrival) in left {
            match &arrival.event {
                Event::Write(bytes) => {
                    let Some(range) =
                        bytes.first().and_then(|(address, _)| program.map.at(*address))
                    else {
                        continue;
                    };
                    if range.meaning == Meaning::Doorbell {
                        return Some((at, arrival));
                    }
                    self.write(range, which, bytes);
                }
                Event::Signal => return Some((at, arrival)),
                Event::End => return None,
            }
        }
        None
    }

    /// What is not as it was meant.
    fn difference(&self, program: &Program) -> Option<String> {
        if let Some(address) = self.differing.first() {
            let [meant, came] = self.memory.get(address).copied()?;
            let at = program.map.say(*address);
            return Some(if came < meant {
                format!("{at} is not yet what {} stores", place(program, access(meant)))
            } else {
                format!("{at} is already what {} stores", place(program, access(came)))
            });
        }
        let (base, [meant, came]) = self.fifos.iter().find(|(_, [meant, came])| meant != came)?;
        let name = &program.map.at(*base)?.name;
        Some(format!("`{name}` has got {came} of {meant} bytes"))
    }
}

/// What is stored before a doorbell or a signal is there when the card looks, and nothing that is stored later.
fn looks(program: &Program, meant: &Run, run: &Run) -> Option<Difference> {
    let mut twins = Twins::default();
    let (mut meant_left, mut came_left) =
        (meant.arrivals.iter().enumerate(), run.arrivals.iter().enumerate());
    loop {
        let meant = twins.next_look(program, 0, &mut meant_left);
        let came = twins.next_look(program, 1, &mut came_left);
        let ((_, meant), (at, came)) = (meant?, came?);
        // Which of them it is can't be told any more; what the registers see says that.
        if meant.event != came.event {
            return None;
        }
        if let Some(what) = twins.difference(program) {
            let (kind, access) = (Kind::Unready, meant.during);
            return Some(Difference { kind, access, what, seen_at: at + 1 });
        }
    }
}

/// A load sees what was stored, and is behind the register writes before it.
fn loads(program: &Program, meant: &Run, run: &Run) -> Option<Difference> {
    meant.loads.iter().zip(&run.loads).find_map(|(meant, came)| {
        let Act::Load { address, .. } = program.accesses.get(came.access)?.act else { return None };
        let what = match program.map.at(address)?.meaning {
            Meaning::Memory if came.bytes != meant.bytes => "it sees what was there before",
            Meaning::Registers | Meaning::Doorbell if came.acted < meant.acted => {
                "it passes register writes that are before it"
            }
            _ => return None,
        };
        let seen_at = run.arrivals.partition_point(|arrival| arrival.during < came.access);
        Some(Difference { kind: Kind::Stale, access: came.access, what: what.to_owned(), seen_at })
    })
}

/// Nothing is left when the program ends.
fn pending(program: &Program, run: &Run) -> Option<Difference> {
    let end = run.arrivals.iter().position(|arrival| arrival.event == Event::End)?;
    let Event::Write(left) = &run.arrivals.get(end + 1)?.event else { return None };
    let (address, origin) = left.first()?;
    let what = format!("{} has not left, and may stay for any time", program.map.say(*address));
    Some(Difference { kind: Kind::Pending, access: access(*origin), what, seen_at: end + 1 })
}
