// SPDX-License-Identifier: Apache-2.0
//! Runs a program on every adversary and keeps what breaks.

use serde::Serialize;

use crate::compare::{Difference, differences};
use crate::program::Program;
use crate::{HazardError, adversary, arrivals, report};

/// What can break.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Registers get more or fewer writes than there are stores.
    Count,
    /// Registers or a FIFO get them in another order.
    Order,
    /// A FIFO lacks bytes that were stored.
    Eaten,
    /// A doorbell or a signal comes before what it tells of.
    Unready,
    /// A load sees what was there before a store.
    Stale,
    /// The program ends, and something has not left.
    Pending,
}

impl Kind {
    /// What it is in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Count => "relies on the number of writes",
            Self::Order => "relies on the order of writes",
            Self::Eaten => "loses bytes of a FIFO",
            Self::Unready => "tells before all has arrived",
            Self::Stale => "reads what is still on its way",
            Self::Pending => "leaves stores behind",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Count => {
                "map registers uncached; only memory and FIFOs belong in a write-combining range"
            }
            Self::Order => {
                "put a fence between stores of which the order counts, and between pieces of eight bytes of a line that no single store makes whole"
            }
            Self::Eaten => {
                "spray the bytes over the lines of the range, each address once between fences"
            }
            Self::Unready => "put a fence before it",
            Self::Stale => {
                "put a full fence (MFENCE) before the load; a store fence (SFENCE) orders no loads"
            }
            Self::Pending => "put a fence behind the last store",
        }
    }
}

/// One thing that can break.
#[derive(Clone, Debug, Serialize)]
pub struct Hazard {
    /// What breaks.
    pub kind: Kind,
    /// The access that does not do what it means: its number, from 0.
    pub access: usize,
    /// Where the program makes it.
    pub place: String,
    /// How it shows.
    pub what: String,
    /// What the processor does that shows it.
    pub processor: String,
    /// It takes a processor on which uncached accesses do not wait for the buffers. x86 has none.
    pub beyond_x86: bool,
    /// What the program does and what arrives, a line each, until it shows.
    pub trace: Vec<String>,
}

/// What came of all runs.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Orders tried.
    pub runs: u64,
    /// What can break, each access once for each kind, in the order of the program.
    pub hazards: Vec<Hazard>,
}

impl Report {
    /// Nothing breaks in any of the orders.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.hazards.is_empty()
    }
}

impl Program {
    /// Runs it under the orders that are fixed and as many random ones, on processors that keep what x86 promises and on others.
    ///
    /// Of each kind it reports the access that breaks first in the first order that breaks it, so mend that and ask again.
    ///
    /// # Errors
    /// `Seeds` for none or too many.
    pub fn judge(&self, seeds: u64) -> Result<Report, HazardError> {
        let meant = arrivals::reference(self)?;
        let mut report = Report { runs: 0, hazards: Vec::new() };
        for adversary in adversary::all(seeds)? {
            let run = arrivals::run(self, &adversary)?;
            report.runs += 1;
            for difference in differences(self, &meant, &run) {
                let Difference { kind, access, what, seen_at } = difference;
                if report.hazards.iter().any(|hazard| hazard.kind == kind) {
                    continue;
                }
                report.hazards.push(Hazard {
                    kind,
                    access,
                    place: self
                        .accesses
                        .get(access)
                        .map(|access| access.place.clone())
                        .unwrap_or_default(),
                    what,
                    processor: adversary.name.clone(),
                    beyond_x86: !adversary.processor.uncached_empties,
                    trace: report::trace(self, &run, access, seen_at),
                });
            }
        }
        report.hazards.sort_by_key(|hazard| (hazard.access, hazard.kind));
        Ok(report)
    }
}
