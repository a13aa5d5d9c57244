// SPDX-License-Identifier: Apache-2.0
//! A datapath in its socket: the parts of its page and of its header that are the same for each.

use forebay_builds::Build;
use forebay_bus::CardError;
use forebay_regs::plug::{self, event};
use forebay_regs::user::feature::streams;

use super::{Datapath, Lines, Plug, Ports, Step};
use crate::counters::{Counters, Held};
use crate::fabric::Fabric;
use crate::features::{Header, Live, Waits};

/// The datapath of a card.
pub(crate) struct Socket {
    plug: &'static Plug,
    inside: Box<dyn Datapath>,
    pub(super) events: Counters,
    held: Held,
    live: Live,
}

impl Socket {
    /// The datapath of a build, in its socket.
    pub(crate) fn new(plug: &'static Plug, build: &Build) -> Self {
        Self {
            plug,
            inside: (plug.make)(build),
            events: Counters::new(plug.feature.events),
            held: Held::default(),
            live: Live::default(),
        }
    }

    /// The same of a card that was reset.
    pub(crate) fn after_reset(self, build: &Build) -> Self {
        let fresh = Self::new(self.plug, build);
        Self { inside: self.inside.after_reset(fresh.inside), ..fresh }
    }

    /// What its header says that stays as it is.
    pub(crate) fn header(&self, build: &Build) -> Header {
        let streams = streams::H2C.put(build.h2c_streams())
            | streams::C2H.put(build.c2h_streams())
            | streams::PORTS.put(self.plug.feature.ports);
        Header::of(self.plug.feature, build.layout).with_streams(streams)
    }

    /// What its header shows at this moment.
    pub(crate) fn live(&mut self, fabric: &mut Fabric) -> Live {
        let ports = Ports::new(fabric, &mut self.events);
        let (busy, waits) = (self.inside.busy(&ports), self.inside.waits(&ports));
        // Whatever is in a stream to the host, its channel has not taken.
        let given = (0..).zip(&*ports.to_host).filter(|(_, stream)| stream.is_ready());
        let c2h = given.fold(0, |given, (channel, _)| given | 1 << channel);
        Live { busy, waits: Waits { c2h, ..waits }, ..self.live }
    }

    /// Brings it to rest, and keeps it there while `held` holds.
    pub(crate) fn quiesce(&mut self, held: bool, fabric: &mut Fabric) {
        self.live.quiesce = held;
        self.inside.quiesce(held, &mut Ports::new(fabric, &mut self.events));
    }

    /// Where `offset` of the card's own registers is in its page, if it is.
    pub(crate) fn register(&self, offset: u32) -> Option<u32> {
        let at = offset.checked_sub(self.plug.feature.page)?;
        (at < self.plug.feature.page_bytes).then_some(at)
    }

    /// Reads the register at `at` of its page.
    pub(crate) fn read(&mut self, at: u32, now: u64) -> Option<u32> {
        for (block, clear) in [(plug::EVENT, false), (plug::EVENT_CLEAR, true)] {
            if let Some((index, word)) = block.find(at) {
                let high = word == event::HI;
                return Some(if high {
                    self.held.high()
                } else {
                    self.held.low(self.events.read(index, clear))
                });
            }
        }
        self.inside.read(at, now)
    }

    /// Writes the register at `at` of its page; false if there is none to write, or it refuses the value.
    pub(crate) fn write(&mut self, at: u32, value: u32, fabric: &mut Fabric) -> bool {
        self.inside.write(at, value, &mut Ports::new(fabric, &mut self.events))
    }

    /// Does a little of what there is to do, see [`Datapath::step`]; modelled cycles, or none if it rests.
    pub(crate) fn step(
        &mut self,
        most: u64,
        fabric: &mut Fabric,
    ) -> Result<Option<u64>, CardError> {
        let step = self.inside.step(most, &mut Ports::new(fabric, &mut self.events))?;
        // Software that sees no progress for long takes what it has begun for stalled: waiting is none.
        let moved = matches!(step, Step::Moves(_)).then(|| step.cycles()).flatten();
        self.live.advance(moved);
        Ok(step.cycles())
    }

    /// Its interrupt lines. Those that its header does not name reach nobody.
    pub(crate) fn take_lines(&mut self) -> Lines {
        let own = ((1 << self.plug.feature.lines) - 1) << self.plug.feature.first_line;
        let lines = self.inside.take_lines();
        Lines { high: lines.high & own, fell: lines.fell & own }
    }
}
