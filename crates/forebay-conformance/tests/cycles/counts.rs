// SPDX-License-Identifier: Apache-2.0
//! What the core has counted, and how two of it differ.

use forebay_bus::{Bar, Card, CardExt};
use forebay_regs::{Blocks, plug};

/// What a core's events are.
pub(crate) struct Events {
    /// Where its registers are.
    pub(crate) block: Blocks,
    pub(crate) all: &'static [(u32, &'static str)],
    /// Cycles in which the stream of its results did not take what was there, and those that these are some of.
    pub(crate) stalled: u32,
    pub(crate) results: u32,
    /// These make up the cycles of its runs.
    pub(crate) cycles: &'static [u32],
}

/// Every event of a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    counts: Vec<(&'static str, u64)>,
    total: u64,
}

impl Counts {
    /// What the card says. In place of all cycles of read-outs stand those in which the stream took something or nothing was there: how
    /// long it takes nothing is not the core's.
    pub(crate) fn of(card: &mut dyn Card, events: &Events) -> Self {
        let mut read = |index| {
            let at = events.block.base() + plug::EVENT.at(index);
            let low = card.read32(Bar::User, at + plug::event::LO).unwrap();
            let high = card.read32(Bar::User, at + plug::event::HI).unwrap();
            u64::from(high) << 32 | u64::from(low)
        };
        let mut counts: Vec<_> =
            events.all.iter().map(|(index, name)| (*name, read(*index))).collect();
        let stalled = std::mem::take(&mut counts[events.stalled as usize].1);
        counts[events.results as usize].1 -= stalled;
        let total = events.cycles.iter().map(|event| counts[*event as usize].1).sum();
        Self { counts, total }
    }

    /// Cycles of runs and read-outs.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    /// The largest difference of any count from the RTL's, as a share of its total.
    pub(crate) fn error_per_cent(&self, rtl: &Self) -> f64 {
        let both = self.counts.iter().zip(&rtl.counts);
        let worst = both.map(|((_, fast), (_, rtl))| fast.abs_diff(*rtl)).max().unwrap();
        100.0 * worst as f64 / rtl.total() as f64
    }
}

/// How several comparisons went.
#[derive(Default)]
pub(crate) struct Summary {
    errors: Vec<f64>,
    differences: Vec<String>,
}

impl Summary {
    /// What both cards have counted of the same work.
    pub(crate) fn add(&mut self, what: &str, fast: &Counts, rtl: &Counts) {
        let error = fast.error_per_cent(rtl);
        println!("{error:6.3} %  {what}: {} cycles", rtl.total());
        self.errors.push(error);
        if fast != rtl {
            self.differences.push(format!("{what}\n native {fast:?}\n RTL    {rtl:?}"));
        }
    }

    /// Says how large the errors are, which may be so large.
    pub(crate) fn conclude(mut self, what: &str, most_per_cent: f64) {
        self.errors.sort_by(f64::total_cmp);
        let (all, exact) = (self.errors.len(), self.errors.len() - self.differences.len());
        let (worst, median) = (self.errors[all - 1], self.errors[all / 2]);
        println!("{what}: worst {worst:.3} %, median {median:.3} %, {exact} of {all} exact");
        assert!(worst <= most_per_cent, "{}", self.differences.join("\n"));
    }
}
