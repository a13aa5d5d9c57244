// SPDX-License-Identifier: Apache-2.0
//! Work of the core with one adder.

use forebay_msm::BUCKET_BYTES;
use forebay_regs::user::msm::event;
use forebay_regs::user::{self, msm};

use crate::channel::{Channel, Way};
use crate::counts::{Counts, Events};
use crate::feed;
use crate::rig::{LATE_CYCLES, Rig};
use crate::work::{Feed, ReadOut, Work};

/// The channel of the buckets.
const BUCKETS_CHANNEL: u32 = 1;

const EVENTS: Events = Events {
    block: user::MSM,
    all: event::ALL,
    stalled: event::DRAIN_STALL_CYCLES,
    results: event::DRAIN_CYCLES,
    cycles: &[event::ACTIVE_CYCLES, event::DRAIN_CYCLES],
};

/// Has a card with empty buckets do that work; what was counted.
pub(crate) fn run(body: &str, build: &str, work: &Work) -> Counts {
    let mut rig = Rig::open(body, build, user::MSM);
    rig.wait("to be at rest", msm::STATUS, |status| !msm::status::BUSY.is_set(status));
    let host = rig.card.host().clone();
    let buckets = rig.read(msm::NUM_BUCKETS) as usize * BUCKET_BYTES;
    let read_out = Channel::new(&host, Way::ToHost(BUCKETS_CHANNEL), buckets, work.runs.len());
    if work.read_out == ReadOut::AtOnce {
        read_out.start(&mut *rig.card, 0);
    }
    let streams = [0, 1].map(|port| work.stream(port));
    let _channels = (work.feed == Feed::Ahead).then(|| rig.feed_ahead(streams));
    for run in &work.runs {
        rig.write(msm::POINTS, u32::try_from(run.pairs).unwrap());
        rig.write(msm::CONTROL, msm::control::START.mask());
    }
    if work.feed != Feed::Ahead {
        for run in &work.runs {
            feed::by_host(&mut *rig.card, work.feed, run);
        }
    }
    if work.read_out == ReadOut::Late {
        rig.wait("to read out", msm::STATUS, |status| msm::status::DRAINING.is_set(status));
        rig.pass(LATE_CYCLES);
        read_out.start(&mut *rig.card, 0);
    }
    rig.wait("to have done its runs", msm::STATUS, |status| {
        msm::status::RUNS_DONE.get(status) as usize == work.runs.len()
    });
    Counts::of(&mut *rig.card, &EVENTS)
}
