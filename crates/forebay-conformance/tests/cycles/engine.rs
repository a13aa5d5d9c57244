// SPDX-License-Identifier: Apache-2.0
//! Work of the engine that multiplies in passes, with one adder or more.

use std::fmt;

use forebay_msm::BUCKET_BYTES;
use forebay_msm::passes::{Correction, Geometry, PassPlan, Preparation};
use forebay_regs::user;
use forebay_regs::user::msm::{self as regs, event};

use crate::channel::{Channel, Way};
use crate::counts::{Counts, Events};
use crate::feed;
use crate::plan;
use crate::rig::{LATE_CYCLES, Rig};
use crate::work::{Feed, ReadOut, Run, Shape};

/// The channel of the sums.
const SUMS_CHANNEL: u32 = 1;

const EVENTS: Events = Events {
    block: user::MSM,
    all: event::ALL,
    stalled: event::STALL_CYCLES,
    results: event::ACTIVE_CYCLES,
    cycles: &[event::ACTIVE_CYCLES],
};

/// A rho as any, in words of the register.
const RHO: [u32; 8] = [
    0x89AB_CDEF,
    0x0123_4567,
    0x89AB_CDEF,
    0x0123_4567,
    0x89AB_CDEF,
    0x0123_4567,
    0x89AB_CDEF,
    0x0123_4567,
];

/// A run.
pub(crate) struct Job {
    pub(crate) seed: u64,
    pub(crate) shape: Shape,
    pub(crate) points: usize,
    pub(crate) uniform: bool,
    pub(crate) fold: bool,
    /// A run before it brings the points.
    pub(crate) resident: bool,
    /// The widest window; that of the quickest plan if there is none.
    pub(crate) width: Option<u32>,
    /// Of its points in the memory.
    pub(crate) slot: u32,
    /// How often it is done; each time is queued behind the one before.
    pub(crate) runs: usize,
    pub(crate) feed: Feed,
    pub(crate) read_out: ReadOut,
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, shape, points, uniform, fold, resident, .. } = self;
        let Self { feed, read_out, width, slot, runs, .. } = self;
        let modes = [(uniform, "uniform"), (fold, "folded"), (resident, "resident")];
        let modes: Vec<_> = modes.iter().filter(|(on, _)| **on).map(|(_, name)| *name).collect();
        write!(f, "{runs} x {points} {shape:?} {modes:?}, {feed:?}, read {read_out:?}, ")?;
        write!(f, "width {width:?}, slot {slot}, seed {seed}")
    }
}

/// Has a card with empty buckets do that run; what was counted.
pub(crate) fn run(body: &str, build: &str, job: &Job) -> Counts {
    let mut rig = Rig::open(body, build, user::MSM);
    rig.wait("to be at rest", regs::STATUS, |status| !regs::status::BUSY.is_set(status));
    let uniform = job.uniform.then_some(Correction::Known);
    let preparation = Preparation { uniform, fold: job.fold };
    let card = geometry(&mut rig);
    let plan = match job.width {
        None => PassPlan::choose(&card, job.points, preparation).unwrap(),
        Some(width) => PassPlan::of_width(&card, job.points, preparation, width).unwrap(),
    };
    describe(&mut rig, &plan);
    rig.write(regs::SLOT, job.slot);
    // Without a memory a run has one pass.
    let passes = if card.records == 0 { &plan.passes()[..1] } else { plan.passes() };
    rig.write(regs::POINTS, u32::try_from(job.points).unwrap());
    let mut run = Run::new(job.seed, job.shape.scalars(job.seed, job.points));
    let mut loaded = 0;
    if job.resident {
        let points = std::mem::take(&mut run.points);
        let _channels = rig.feed_ahead([Vec::new(), points]);
        start(&mut rig, 0, 0);
        done(&mut rig, 1);
        loaded = 1;
    }
    let host = rig.card.host().clone();
    let sums: usize = passes.iter().map(|pass| pass.adders * pass.windows).sum();
    let bytes = sums * BUCKET_BYTES;
    let read_out = Channel::new(&host, Way::ToHost(SUMS_CHANNEL), bytes, job.runs);
    if job.read_out == ReadOut::AtOnce {
        read_out.start(&mut *rig.card, 0);
    }
    let streams = [run.scalars.repeat(job.runs), run.points.repeat(job.runs)];
    let _channels = (job.feed == Feed::Ahead).then(|| rig.feed_ahead(streams));
    let mode = regs::mode::UNIFORM.put(job.uniform.into())
        | regs::mode::FOLD.put(job.fold.into())
        | regs::mode::RESIDENT.put(job.resident.into());
    for before in 0..job.runs {
        start(&mut rig, mode, passes.len());
        if before + 1 < job.runs {
            rig.wait("to take the next run", regs::STATUS, |status| {
                regs::status::START_READY.is_set(status)
            });
        }
    }
    if job.feed != Feed::Ahead {
        feed::by_host(&mut *rig.card, job.feed, &run);
    }
    if job.read_out == ReadOut::Late {
        rig.wait("to read out", regs::STATUS, |status| regs::status::REDUCING.is_set(status));
        rig.pass(LATE_CYCLES);
        read_out.start(&mut *rig.card, 0);
    }
    done(&mut rig, loaded + u32::try_from(job.runs).unwrap());
    Counts::of(&mut *rig.card, &EVENTS)
}

/// Starts a run with so many passes.
fn start(rig: &mut Rig, mode: u32, passes: usize) {
    rig.write(regs::MODE, mode);
    rig.write(regs::PASSES, u32::try_from(passes).unwrap());
    rig.write(regs::CONTROL, regs::control::START.mask());
}

fn done(rig: &mut Rig, runs: u32) {
    rig.wait("to have done its runs", regs::STATUS, |status| {
        regs::status::RUNS_DONE.get(status) == runs
    });
}

fn geometry(rig: &mut Rig) -> Geometry {
    let geometry = rig.read(regs::GEOMETRY);
    Geometry {
        adders: regs::geometry::ADDERS.get(geometry) as usize,
        buckets: rig.read(regs::BUCKETS) as usize,
        records: rig.read(regs::RECORDS) as usize,
        adder_latency: regs::geometry::ADDER_LATENCY.get(geometry),
        hold_depth: regs::geometry::HOLD_DEPTH.get(geometry),
    }
}

/// Writes a plan, and rho.
fn describe(rig: &mut Rig, plan: &PassPlan) {
    let rho = (0..).zip(RHO).map(|(word, value)| (regs::RHO.at(word), value));
    for (register, value) in plan::registers(plan).into_iter().chain(rho) {
        rig.write(register, value);
    }
}
