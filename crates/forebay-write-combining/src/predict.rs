// SPDX-License-Identifier: Apache-2.0
//! The published table, from the stores that made it.
//!
//! The source's program copies a size [`PASSES`](crate::published::PASSES) times to the same place, without a fence, and divides the
//! bytes by the part below a second of the time. With the stores of its two routines ([`Routine`]) that gives its table, regime by
//! regime:
//!
//! * **`burst`**: each word is a store of its own and waits for the one before: 4 bytes in 144 ns, 0.028 GB/s at every size.
//! * **`custom`** is `memcpy`: a store of a vector takes as long as one of a word. 64 and 128 B are 8 and 16 stores, since head and tail
//!   overlap fully; from 256 B on a loop of wide vectors, 13, 21 and 37 stores: 0.14 to 0.19 GB/s. From 2 KiB on it is `rep movsb`,
//!   which is a write for each byte where nothing combines them: 0.007 GB/s.
//! * **`burst` from 512 KiB and `custom` from 128 KiB on** are no bandwidths: the rows take longer than a second, and whole seconds are
//!   lost. Both columns are flat. With ten and more seconds lost, a row says nothing.
//! * **`burst-wc`** is as fast as its loop, 38 ns a line. At 64 B each pass rewrites the line that is just leaving, and waits for it.
//! * **`custom-wc`, 64 to 256 B**: the same wait. 64 and 128 B store every line twice, so each pass waits twice.
//! * **`custom-wc`, 512 B**: eight lines take longer than that wait, and the queue to the card takes a third of all 800 lines before
//!   the program has to wait for it: the peak.
//! * **`custom-wc`, above 512 B**: the queue is full for most of the time, and the card takes a line each 33.7 ns: from 1 KiB on the
//!   share of the lines that the queue hides falls, to 1.9 GB/s.
//!
//! Our copy ([`Routine::Lines`]) stores every line once, and never leaves one half full: it waits once where `memcpy` does twice (64 and
//! 128 B), and sends what it must. What falls above 512 B is the card's rate, which no copy changes; it can only be shorter.
//!
//! **Not explained**: `burst-wc` at 128 B is half of what the model says, as if the two lines waited for one another. `custom-wc` at 1
//! KiB is 13 % below the model: a queue that fits it does not hold what 512 B needs (with 232 lines both are within a tenth, and our
//! copy stays 6 % below the published 512 B).
//!
//! **One pass a row** is the note's first edition, to which nothing is fitted but the time of a line of `rep movsb`. Its uncached
//! columns and the large sizes of the others come out; below 2 KiB it measures two readings of its clock and the first touch of the
//! mapping, which the model has not.

use serde::Serialize;

use crate::bus::Counter;
use crate::published::Row;
use crate::{Caching, Processor, Routine, Timed, WriteCombiner, WriteCombiningError};

/// A routine and a mapping.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// The dword loop.
    Burst,
    /// The dword loop into a write-combining mapping.
    BurstWc,
    /// `memcpy`.
    Custom,
    /// `memcpy` into a write-combining mapping.
    CustomWc,
    /// Our own copy into a write-combining mapping, which the source does not have.
    Lines,
}

impl Column {
    /// Those of the source, in its order.
    pub const PUBLISHED: [Self; 4] = [Self::Burst, Self::BurstWc, Self::Custom, Self::CustomWc];
    /// All.
    pub const ALL: [Self; 5] =
        [Self::Burst, Self::BurstWc, Self::Custom, Self::CustomWc, Self::Lines];

    /// As the source calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Burst => "burst",
            Self::BurstWc => "burst-wc",
            Self::Custom => "custom",
            Self::CustomWc => "custom-wc",
            Self::Lines => "lines-wc",
        }
    }

    /// Who copies.
    #[must_use]
    pub const fn routine(self) -> Routine {
        match self {
            Self::Burst | Self::BurstWc => Routine::Burst,
            Self::Custom | Self::CustomWc => Routine::Libc,
            Self::Lines => Routine::Lines,
        }
    }

    /// Where to.
    #[must_use]
    pub const fn caching(self) -> Caching {
        match self {
            Self::Burst | Self::Custom => Caching::Uncached,
            Self::BurstWc | Self::CustomWc | Self::Lines => Caching::WriteCombining,
        }
    }
}

/// Of passes that need not be looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Alike {
    ps: u64,
    writes: u64,
}

/// What the source's program finds, modelled or measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Run {
    /// Bytes of a pass.
    pub bytes: u64,
    /// Passes.
    pub passes: u64,
    /// Picoseconds that the program takes; the last stores may still be on their way.
    pub program_ps: u64,
    /// Picoseconds until all of them are at the card.
    pub arrived_ps: u64,
    /// Writes on the bus, with those that a fence behind it all sends; none where nobody counts them.
    pub writes: Option<u64>,
}

impl Run {
    /// So many passes of a size, from idle.
    ///
    /// # Errors
    /// `Parameter` for a processor that cannot be.
    pub fn of(
        processor: Processor,
        column: Column,
        bytes: u64,
        passes: u64,
    ) -> Result<Self, WriteCombiningError> {
        let data = vec![0; usize::try_from(bytes).unwrap_or(usize::MAX)];
        let mut combiner = WriteCombiner::new(processor, Counter::default())?;
        // A pass that leaves everything as the one before did is followed by others like it.
        let (mut before, mut alike) = (None, Alike::default());
        for pass in 0..passes {
            let (from_ps, sent) = (combiner.now_ps(), combiner.bus().writes);
            combiner.copy(column.routine(), column.caching(), 0, &data)?;
            let phase = combiner.phase();
            if phase.is_some() && phase == before {
                let (ps, writes) = (combiner.now_ps() - from_ps, combiner.bus().writes - sent);
                let more = passes - 1 - pass;
                alike = Alike { ps: more * ps, writes: more * writes };
                break;
            }
            before = phase;
        }
        let program_ps = combiner.now_ps() + alike.ps;
        combiner.fence();
        let arrived_ps = combiner.drained_ps() + alike.ps;
        let writes = Some(combiner.into_bus().writes + alike.writes);
        Ok(Self { bytes, passes, program_ps, arrived_ps, writes })
    }

    /// As the source's program times it.
    #[must_use]
    pub const fn timed(&self) -> Timed {
        Timed::of_ps(self.program_ps)
    }

    /// Gigabytes a second, with no second lost.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.timed().rate(self.bytes * self.passes)
    }

    /// Gigabytes a second as the source's program prints them.
    #[must_use]
    pub fn printed(&self) -> f64 {
        self.timed().printed(self.bytes * self.passes)
    }
}

/// A figure of the source, and what the model says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Which column.
    pub column: Column,
    /// Bytes of a pass.
    pub bytes: u64,
    /// As published, gigabytes a second.
    pub published: f64,
    /// As the source's program would print it.
    pub printed: f64,
    /// With no second lost.
    pub rate: f64,
    /// Seconds that its clock loses, by the model.
    pub lost_seconds: u64,
    /// Whether so many lost leave it any meaning.
    pub informative: bool,
    /// Of `printed` against `published`.
    pub error_percent: f64,
}

impl Cell {
    /// A published figure beside the run that it is of.
    #[must_use]
    pub fn of(run: &Run, column: Column, published: f64) -> Self {
        let (timed, printed) = (run.timed(), run.printed());
        Self {
            column,
            bytes: run.bytes,
            published,
            printed,
            rate: run.rate(),
            lost_seconds: timed.lost_seconds(),
            informative: timed.is_informative(),
            error_percent: (printed / published - 1.0) * 100.0,
        }
    }
}

/// All figures of a published table; rows of `passes` passes.
///
/// # Errors
/// `Parameter` for a processor that cannot be.
pub fn predict(
    processor: Processor,
    table: &[Row],
    passes: u64,
) -> Result<Vec<Cell>, WriteCombiningError> {
    let mut cells = Vec::with_capacity(table.len() * Column::PUBLISHED.len());
    for (bytes, figures) in table {
        for (column, published) in Column::PUBLISHED.into_iter().zip(*figures) {
            let run = Run::of(processor, column, *bytes, passes)?;
            cells.push(Cell::of(&run, column, published));
        }
    }
    Ok(cells)
}

/// How good the prediction of a column is, over the figures that say anything.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Which column.
    pub column: Column,
    /// Figures that say anything.
    pub informative: usize,
    /// Of them, within a tenth.
    pub within_tenth: usize,
    /// Of them, within a quarter.
    pub within_quarter: usize,
    /// Median of the errors' size.
    pub median_percent: f64,
    /// The largest.
    pub worst_percent: f64,
    /// Where that is.
    pub worst_bytes: u64,
}

impl Score {
    /// Of each published column.
    #[must_use]
    pub fn of(cells: &[Cell]) -> Vec<Self> {
        let columns = Column::PUBLISHED.into_iter();
        columns.filter_map(|column| Self::of_column(column, cells)).collect()
    }

    fn of_column(column: Column, cells: &[Cell]) -> Option<Self> {
        let own = cells.iter().filter(|cell| cell.column == column && cell.informative);
        let mut own: Vec<_> = own.map(|cell| (cell.error_percent.abs(), cell.bytes)).collect();
        own.sort_by(|one, other| one.0.total_cmp(&other.0));
        let within = |percent| own.partition_point(|(error, _)| *error <= percent);
        let (worst_percent, worst_bytes) = *own.last()?;
        let middle = own.len() / 2;
        let median_percent = f64::midpoint(own[(own.len() - 1) / 2].0, own[middle].0);
        Some(Self {
            column,
            informative: own.len(),
            within_tenth: within(10.0),
            within_quarter: within(25.0),
            median_percent,
            worst_percent,
            worst_bytes,
        })
    }
}
