// SPDX-License-Identifier: Apache-2.0
//! What the driver does: the handler of the engine's interrupt, and giving the engine buffers.

use crate::card::Filled;
use crate::consumer::Doing;
use crate::run::Run;
use crate::{Engine, Notice, Price};

impl Run {
    /// Gives the engine what it can take of free buffers.
    pub(super) fn arm(&mut self) {
        let most = match self.setup.engine {
            Engine::ScatterGather => u64::MAX,
            Engine::Direct { armed } => armed.into(),
        };
        while self.free > 0 && self.card.held() < most {
            self.free -= 1;
            self.card.arm(self.now);
        }
        self.short = self.card.held() < most;
    }

    pub(super) fn filled(&mut self, filled: Filled) {
        self.full.push_back(filled);
        match self.setup.notice {
            Notice::Interrupt if self.handled.is_none() => {
                let comes = self.now + self.prices.time(Price::Delivery);
                let runs = self.handlers.free_at(comes, self.disk.busy_until());
                self.handled = Some(runs + self.prices.time(Price::Handler));
            }
            Notice::Polling if self.reader.doing == Doing::Waits => self.comes(),
            _ => {}
        }
    }

    /// The handler has run.
    pub(super) fn handle(&mut self) {
        self.handled = None;
        self.told.append(&mut self.full);
        self.arm();
        if self.reader.doing == Doing::Waits && !self.told.is_empty() {
            self.comes();
        }
    }
}
