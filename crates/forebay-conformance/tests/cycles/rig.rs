// SPDX-License-Identifier: Apache-2.0
//! A card and what it takes to have it work.

use forebay_bus::{Bar, Card, CardExt, LinkParams};
use forebay_msm::BUCKET_BYTES;
use forebay_regs::card::STREAM_PORT;
use forebay_regs::user::{self, msm};

use crate::channel::{Channel, Way};
use crate::counts::Counts;
use crate::feed;
use crate::work::{Feed, ReadOut, Work};

/// The channel of the buckets.
const BUCKETS_CHANNEL: u32 = 1;
/// Cycles in which the stream ports of any card are full, if there is enough for them.
const FILL_CYCLES: u64 = 12_000;
/// Cycles in which a few stores into registers have been taken, on a card of any kind.
const STORES_CYCLES: u64 = 100;
/// Cycles that a read-out waits where it is late.
const LATE_CYCLES: u64 = 777;
/// No run of these tests takes so many cycles.
const MOST_CYCLES: u64 = 3_000_000;

pub(crate) struct Rig {
    card: Box<dyn Card>,
}

impl Rig {
    /// A card with empty buckets.
    pub(crate) fn open(body: &str, build: &str) -> Self {
        let name = format!("{body}:{build}");
        let card = forebay_sim::open(&name, LinkParams::ideal(), None).unwrap();
        let mut rig = Self { card };
        rig.wait("to be at rest", |status| !msm::status::BUSY.is_set(status));
        rig
    }

    /// Does that work; what was counted.
    pub(crate) fn run(&mut self, work: &Work) -> Counts {
        let host = self.card.host().clone();
        let buckets = self.read(msm::NUM_BUCKETS) as usize * BUCKET_BYTES;
        let read_out = Channel::new(&host, Way::ToHost(BUCKETS_CHANNEL), buckets, work.runs.len());
        if work.read_out == ReadOut::AtOnce {
            read_out.start(&mut *self.card, 0);
        }
        let streams = [0, 1].map(|port| work.stream(port));
        let channels = [0, 1].map(|port| {
            let channel = Channel::new(&host, Way::ToCard(port), streams[port as usize].len(), 1);
            channel.fill(&streams[port as usize]);
            channel
        });
        if work.feed == Feed::Ahead {
            for (channel, port) in channels.iter().zip(0..) {
                channel.start(&mut *self.card, STREAM_PORT.at(port).into());
            }
            self.pass(FILL_CYCLES);
        }
        for run in &work.runs {
            self.write(msm::POINTS, u32::try_from(run.pairs).unwrap());
            self.write(msm::CONTROL, msm::control::START.mask());
        }
        if work.feed != Feed::Ahead {
            for run in &work.runs {
                feed::by_host(&mut *self.card, work.feed, run);
            }
        }
        if work.read_out == ReadOut::Late {
            self.wait("to read out", |status| msm::status::DRAINING.is_set(status));
            self.pass(LATE_CYCLES);
            read_out.start(&mut *self.card, 0);
        }
        self.wait("to have done its runs", |status| {
            msm::status::RUNS_DONE.get(status) as usize == work.runs.len()
        });
        Counts::of(&mut *self.card)
    }

    fn read(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, user::MSM.base() + register).unwrap()
    }

    fn write(&mut self, register: u32, value: u32) {
        // Behind what else is on its way, and alone.
        self.pass(STORES_CYCLES);
        self.card.write32(Bar::User, user::MSM.base() + register, value).unwrap();
        self.pass(STORES_CYCLES);
    }

    fn pass(&mut self, cycles: u64) {
        feed::pass(&mut *self.card, cycles);
    }

    /// Lets the card work until its status is as wanted.
    fn wait(&mut self, what: &str, done: impl Fn(u32) -> bool) {
        let end = self.card.now() + MOST_CYCLES;
        while !done(self.read(msm::STATUS)) {
            assert!(self.card.now() < end, "waited for the core {what}");
            self.card.advance(500).unwrap();
        }
    }
}
