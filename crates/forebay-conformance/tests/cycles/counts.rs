// SPDX-License-Identifier: Apache-2.0
//! What the core has counted, and how two of it differ.

use forebay_bus::{Bar, Card, CardExt};
use forebay_regs::plug;
use forebay_regs::user::{self, msm::event};

/// Every event of the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts(Vec<(&'static str, u64)>);

impl Counts {
    /// What the card says. In place of all cycles of read-outs stand those in which the stream took something or nothing was there: how
    /// long it takes nothing is not the core's.
    pub(crate) fn of(card: &mut dyn Card) -> Self {
        let mut read = |index| {
            let at = user::MSM.base() + plug::EVENT.at(index);
            let low = card.read32(Bar::User, at + plug::event::LO).unwrap();
            let high = card.read32(Bar::User, at + plug::event::HI).unwrap();
            u64::from(high) << 32 | u64::from(low)
        };
        let mut counts: Vec<_> =
            event::ALL.iter().map(|(index, name)| (*name, read(*index))).collect();
        let stalled = std::mem::take(&mut counts[event::DRAIN_STALL_CYCLES as usize].1);
        counts[event::DRAIN_CYCLES as usize].1 -= stalled;
        Self(counts)
    }

    fn count(&self, event: u32) -> u64 {
        self.0[event as usize].1
    }

    /// Cycles of runs and read-outs.
    pub(crate) fn total(&self) -> u64 {
        self.count(event::ACTIVE_CYCLES) + self.count(event::DRAIN_CYCLES)
    }

    /// The largest difference of any count from the RTL's, as a share of its total.
    pub(crate) fn error_per_cent(&self, rtl: &Self) -> f64 {
        let both = self.0.iter().zip(&rtl.0);
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

    /// Says how large the errors are. There may be none.
    pub(crate) fn conclude(mut self, what: &str) {
        self.errors.sort_by(f64::total_cmp);
        let (all, exact) = (self.errors.len(), self.errors.len() - self.differences.len());
        let (worst, median) = (self.errors[all - 1], self.errors[all / 2]);
        println!("{what}: worst {worst:.3} %, median {median:.3} %, {exact} of {all} exact");
        assert!(self.differences.is_empty(), "{}", self.differences.join("\n"));
    }
}
