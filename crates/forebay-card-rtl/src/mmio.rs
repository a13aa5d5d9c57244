// SPDX-License-Identifier: Apache-2.0
//! The host's accesses at the ports of the card's BARs.

use forebay_bus::{Bar, CardError, Layout};
use forebay_link::{Access, Kind, Link};

use crate::bar::{self, BarPort};
use crate::structs::{BARS, BarIn, BarOut};

/// A BAR may take this many times the bound of the card's layout over an access: so many are ahead of it at most.
const BUDGET_BOUNDS: u64 = 32;

/// The port that an access is at.
#[derive(Debug)]
pub(crate) struct Mmio {
    layout: &'static Layout,
    port: BarPort,
    /// The access at the port, and the cycles that it has been there.
    present: Option<(Access, u64)>,
    /// The access that has used up its time.
    overdue: Option<(Bar, u64)>,
}

impl Mmio {
    /// Nobody has accessed the card yet.
    pub(crate) fn new(layout: &'static Layout) -> Self {
        Self { layout, port: BarPort::default(), present: None, overdue: None }
    }

    /// Card cycles that a BAR may take over an access. The card itself gives up long before.
    fn budget_cycles(&self) -> u64 {
        BUDGET_BOUNDS * u64::from(self.layout.answer_cycles)
    }

    /// What the last read that was answered has returned.
    pub(crate) fn read_data(&self) -> &[u8] {
        self.port.read_data()
    }

    /// The access that has been at its port for longer than a card may take; once for each time that it has.
    pub(crate) fn take_overdue(&mut self) -> Option<CardError> {
        let (bar, offset) = self.overdue.take()?;
        Some(CardError::MmioTimeout { bar, offset, cycles: self.budget_cycles() })
    }

    /// The card is in reset: what is at its ports is lost.
    pub(crate) fn card_reset(&mut self) {
        self.port.reset();
        self.present = None;
        self.overdue = None;
    }

    /// Drives the card's inputs.
    pub(crate) fn drive(&mut self, link: &mut Link, bars: &mut [BarIn; BARS]) {
        if let Some(access) = link.arrive() {
            let Access { bar, offset, bytes, kind, .. } = &access;
            let port = bar::port(self.layout, *bar);
            let (_, at) = bar.place(self.layout, *offset);
            match kind {
                Kind::Write { data } => {
                    self.port.start_write(port, at, &data[..usize::from(*bytes)]);
                }
                Kind::Read { .. } => self.port.start_read(port, at, *bytes),
            }
            self.present = Some((access, 0));
        }
        self.port.drive(bars);
    }

    /// Takes what the card did at its ports.
    pub(crate) fn react(&mut self, link: &mut Link, bars: &[BarOut; BARS]) {
        let budget = self.budget_cycles();
        let Some((access, waited)) = &mut self.present else { return };
        if self.port.react(bars).is_none() {
            *waited += 1;
            if *waited == budget {
                *waited = 0;
                self.overdue = Some((access.bar, access.offset));
            }
            return;
        }
        link.answered(access);
        self.present = None;
    }
}
