// SPDX-License-Identifier: Apache-2.0
//! What the reader does: takes a buffer, copies, writes, gives it back, looks for the next.

use forebay_host_model::Time;

use crate::card::Filled;
use crate::consumer::Doing;
use crate::outcome::Binding;
use crate::run::Run;
use crate::{Copying, Engine, Notice, Price, SAMPLE_BYTES, Sink};

impl Run {
    /// The reader learns that there is something.
    pub(super) fn comes(&mut self) {
        let (part, takes) = match self.setup.notice {
            Notice::Interrupt => (Binding::WakeUp, self.prices.time(Price::WakeUp)),
            Notice::Polling => (Binding::Program, self.prices.time(Price::PollStep)),
        };
        self.reader.begin(Doing::Comes, self.now + takes, &[(part, takes)]);
    }

    /// The reader has done with what it did.
    pub(super) fn read(&mut self) {
        match self.reader.doing {
            Doing::Takes(filled) => {
                self.received += filled.samples;
                let late = self.now - self.card.time_of(filled.first);
                self.late += late;
                self.latest = self.latest.max(late);
                self.taken += 1;
                if self.setup.copying != Copying::InPlace {
                    self.release();
                }
                match self.setup.sink {
                    Sink::File => return self.write(filled),
                    Sink::Nothing if self.setup.copying == Copying::InPlace => self.release(),
                    Sink::Nothing => {}
                }
            }
            Doing::Writes if self.setup.copying == Copying::InPlace => self.release(),
            _ => {}
        }
        self.look();
    }

    fn write(&mut self, filled: Filled) {
        let written = self.disk.write(self.now, filled.samples * SAMPLE_BYTES);
        let parts = [
            (Binding::Write, written.work),
            (Binding::Commit, written.commit),
            (Binding::Disk, written.disk),
        ];
        self.reader.begin(Doing::Writes, written.end, &parts);
    }

    /// The reader gives a buffer back. By a ring it is the engine's at once; otherwise the driver gives it to the engine if that lacks one.
    fn release(&mut self) {
        self.free += 1;
        if self.setup.engine == Engine::ScatterGather || self.short {
            self.arm();
        }
    }

    /// The reader takes the next buffer, if there is one.
    fn look(&mut self) {
        if self.setup.notice == Notice::Polling {
            self.told.append(&mut self.full);
            self.arm();
        }
        let Some(filled) = self.told.pop_front() else {
            self.reader.wait();
            return;
        };
        let program = self.prices.time(Price::Program);
        let bytes = filled.samples * SAMPLE_BYTES;
        let copy = match self.setup.copying {
            Copying::Uncached => self.prices.bytes(Price::Uncached, bytes),
            Copying::Cached => self.prices.bytes(Price::Cached, bytes),
            Copying::InPlace => Time::ZERO,
        };
        let parts = [(Binding::Program, program), (Binding::Copy, copy)];
        self.reader.begin(Doing::Takes(filled), self.now + program + copy, &parts);
    }
}
