// SPDX-License-Identifier: Apache-2.0
//! The datapath of a build with nothing around it, and plans in its registers.

use forebay_builds::Build;
use forebay_bus::{CardError, HostMemory, LinkParams};
use forebay_msm::passes::{Geometry, PassPlan, WindowKind};
use forebay_msm::vectors::{random_points, random_scalars};
use forebay_msm::{BUCKET_BYTES, ExtendedPoint, G1Affine, Scalar, curve};
use forebay_regs::user::msm::{self as regs, control, event, mode, pass, status, window};

use super::super::{Datapath, Msm};
use crate::byte_stream::BEAT_BYTES;
use crate::counters::Counters;
use crate::datapath::{Ports, Step};
use crate::fabric::Fabric;

/// More cycles than anything here takes.
const MOST_CYCLES: u64 = 50_000_000;

pub(super) struct Rig {
    pub(super) inside: Msm,
    pub(super) fabric: Fabric,
    events: Counters,
    channel: usize,
    /// What is to come by each stream port, and how much of it has gone.
    input: [(Vec<u8>, usize); 2],
    /// Bytes of each packet that has come, and of one that is open.
    pub(super) packets: Vec<Vec<u8>>,
    pub(super) open: Vec<u8>,
    pub(super) errors: Vec<CardError>,
}

/// Points and scalars of a run.
pub(super) struct Pairs {
    pub(super) points: Vec<G1Affine>,
    pub(super) scalars: Vec<Scalar>,
}

impl Pairs {
    pub(super) fn random(seed: u64, count: usize) -> Self {
        Self { points: random_points(seed, count), scalars: random_scalars(seed, count) }
    }

    /// Beats of the points, and of the scalars.
    pub(super) fn point_beats(&self) -> Vec<u8> {
        beats(&curve::to_card_points(&self.points).unwrap())
    }

    pub(super) fn scalar_beats(&self) -> Vec<u8> {
        beats(self.scalars.as_flattened())
    }
}

/// Whole beats with those bytes.
fn beats(bytes: &[u8]) -> Vec<u8> {
    let mut beats = bytes.to_vec();
    beats.resize(bytes.len().next_multiple_of(BEAT_BYTES), 0xA5);
    beats
}

impl Rig {
    /// A card at rest.
    pub(super) fn new(name: &str) -> Self {
        let build = Build::find(name).unwrap();
        let mut rig = Self {
            inside: Msm::new(&build),
            fabric: Fabric::new(&build, 8, HostMemory::new(), LinkParams::default()),
            events: Counters::new(super::super::PLUG.feature.events),
            channel: build.c2h_stream.trailing_zeros() as usize,
            input: Default::default(),
            packets: Vec::new(),
            open: Vec::new(),
            errors: Vec::new(),
        };
        rig.rest();
        rig
    }

    pub(super) fn geometry(&mut self) -> Geometry {
        let word = self.read(regs::GEOMETRY);
        Geometry {
            adders: regs::geometry::ADDERS.get(word) as usize,
            buckets: self.read(regs::BUCKETS) as usize,
            records: self.read(regs::RECORDS) as usize,
            adder_latency: regs::geometry::ADDER_LATENCY.get(word),
            hold_depth: regs::geometry::HOLD_DEPTH.get(word),
        }
    }

    pub(super) fn read(&mut self, offset: u32) -> u32 {
        self.inside.read(offset, self.fabric.now).unwrap()
    }

    pub(super) fn status(&mut self) -> u32 {
        self.read(regs::STATUS)
    }

    /// Whether the register takes the value.
    pub(super) fn takes(&mut self, offset: u32, value: u32) -> bool {
        self.inside.write(offset, value, &mut Ports::new(&mut self.fabric, &mut self.events))
    }

    pub(super) fn write(&mut self, offset: u32, value: u32) {
        assert!(self.takes(offset, value), "{offset:#x} refuses {value:#x}");
    }

    pub(super) fn start(&mut self) {
        self.write(regs::CONTROL, control::START.mask());
    }

    pub(super) fn quiesce(&mut self, held: bool) {
        self.inside.quiesce(held, &mut Ports::new(&mut self.fabric, &mut self.events));
    }

    pub(super) fn counted(&mut self, event: u32) -> u64 {
        self.events.read(event, false)
    }

    /// Additions, and digits that made none.
    pub(super) fn digits(&mut self) -> u64 {
        self.counted(event::ADDS) + self.counted(event::ZERO_DIGITS)
    }

    /// Writes a plan and what a run with it does; the slot is 0.
    pub(super) fn write_plan(&mut self, plan: &PassPlan, rho: Option<&Scalar>, resident: bool) {
        for (row, own) in (0..).zip(plan.windows()) {
            let kind = match own.kind {
                WindowKind::Signed => 0,
                WindowKind::Top => 1,
                WindowKind::Class => 2,
            };
            let fields = window::OFFSET.put(own.offset) | window::BITS.put(own.bits);
            self.write(regs::WINDOW.at(row), fields | window::KIND.put(kind));
        }
        for (row, own) in (0..).zip(plan.passes()) {
            let small = |value: usize| u32::try_from(value).unwrap();
            let fields = pass::WEIGHT_BITS.put(own.weight_bits)
                | pass::BUCKET_BITS.put(own.bucket_bits)
                | pass::LAST.put(small(own.windows - 1))
                | pass::FIRST.put(small(own.first))
                | pass::ADDERS.put(small(own.adders))
                | pass::SPLIT.put(u32::from(own.split));
            self.write(regs::PASS.at(row), fields);
        }
        self.write_words(regs::RECODE, &plan.recode());
        self.write_words(regs::RHO, rho.unwrap_or(&[0; 32]));
        let preparation = plan.preparation();
        let fields = mode::UNIFORM.put(u32::from(rho.is_some()))
            | mode::FOLD.put(u32::from(preparation.fold))
            | mode::RESIDENT.put(u32::from(resident));
        self.write(regs::MODE, fields);
        self.write(regs::PASSES, u32::try_from(plan.passes().len()).unwrap());
        self.write(regs::COVER, plan.cover());
        self.write(regs::SLOT, 0);
    }

    fn write_words(&mut self, block: forebay_regs::Blocks, words: &Scalar) {
        for (index, word) in (0..).zip(words.as_chunks().0) {
            self.write(block.at(index), u32::from_le_bytes(*word));
        }
    }

    /// Gives bytes to a stream port, behind those that it was given.
    pub(super) fn give(&mut self, port: usize, bytes: &[u8]) {
        self.input[port].0.extend_from_slice(bytes);
    }

    /// Whatever was given and not taken is gone.
    pub(super) fn forget_input(&mut self) {
        for ((bytes, gone), port) in self.input.iter_mut().zip(&mut self.fabric.stream_ports) {
            bytes.clear();
            *gone = 0;
            port.set_flush(true, &mut self.fabric.status);
            port.set_flush(false, &mut self.fabric.status);
        }
    }

    /// Stream ports that it waits for.
    pub(super) fn waits(&mut self) -> u32 {
        self.inside.waits(&Ports::new(&mut self.fabric, &mut self.events)).ports
    }

    /// One step of a card of which everything is taken and given as soon as can be; whether anything goes on.
    pub(super) fn step(&mut self, most: u64) -> bool {
        let Fabric { stream_ports, status, now, .. } = &mut self.fabric;
        for (port, (bytes, gone)) in stream_ports.iter_mut().zip(&mut self.input) {
            let entries = bytes[*gone..].as_chunks().0.iter().take(port.room());
            for entry in entries {
                port.push(*now, *entry, status);
                *gone += BEAT_BYTES;
            }
        }
        let mut ports = Ports::new(&mut self.fabric, &mut self.events);
        let step = match self.inside.step(most, &mut ports) {
            Ok(step) => step,
            Err(error) => {
                self.errors.push(error);
                Step::Waits(1)
            }
        };
        self.fabric.now += step.cycles().map_or(0, |cycles| cycles.max(1));
        loop {
            let (bytes, end) = self.fabric.to_host[self.channel].pop(usize::MAX);
            if bytes.is_empty() && !end {
                break;
            }
            self.open.extend(bytes);
            if end {
                self.packets.push(std::mem::take(&mut self.open));
            }
        }
        step != Step::Rests
    }

    /// Goes on until nothing does.
    pub(super) fn rest(&mut self) {
        let end = self.fabric.now + MOST_CYCLES;
        while self.step(1000) {
            assert!(self.fabric.now < end, "it does not come to rest");
        }
    }

    /// Goes on until everything that it was given is taken.
    pub(super) fn go_on_until_all_is_taken(&mut self) {
        let end = self.fabric.now + MOST_CYCLES;
        while !self.has_taken_all() {
            assert!(self.fabric.now < end, "something is not taken");
            self.step(1000);
        }
    }

    fn has_taken_all(&self) -> bool {
        self.input.iter().all(|(bytes, gone)| bytes.len() == *gone)
            && (0..2).all(|port| self.fabric.stream_ports[port].occupancy() == 0)
    }

    /// Goes on while that holds of STATUS.
    pub(super) fn go_while(&mut self, what: &str, holds: impl Fn(u32) -> bool) {
        let end = self.fabric.now + MOST_CYCLES;
        while holds(self.status()) {
            assert!(self.fabric.now < end, "{what}");
            self.step(100);
        }
    }

    /// Runs what the registers say with those pairs; its packet.
    pub(super) fn run(&mut self, pairs: &Pairs) -> Vec<u8> {
        if !mode::RESIDENT.is_set(self.read(regs::MODE)) {
            self.give(1, &pairs.point_beats());
        }
        self.give(0, &pairs.scalar_beats());
        self.write(regs::POINTS, u32::try_from(pairs.points.len()).unwrap());
        let before = self.packets.len();
        self.start();
        self.rest();
        assert!(!status::BUSY.is_set(self.status()), "{:?}", self.errors);
        assert!(self.errors.is_empty(), "{:?}", self.errors);
        assert_eq!((self.packets.len(), self.open.len()), (before + 1, 0));
        assert!(self.has_taken_all());
        self.packets.pop().unwrap()
    }

    /// Brings points into the memory, from that slot on.
    pub(super) fn load(&mut self, slot: u32, pairs: &Pairs) {
        self.write(regs::MODE, 0);
        self.write(regs::PASSES, 0);
        self.write(regs::SLOT, slot);
        self.write(regs::POINTS, u32::try_from(pairs.points.len()).unwrap());
        self.give(1, &pairs.point_beats());
        self.start();
        self.rest();
        assert!(self.packets.is_empty() && self.errors.is_empty(), "{:?}", self.errors);
    }
}

/// Sums of a packet; those of 192 zero bytes are none.
pub(super) fn sums(packet: &[u8]) -> Vec<Option<ExtendedPoint>> {
    let (chunks, rest) = packet.as_chunks::<BUCKET_BYTES>();
    assert!(rest.is_empty());
    let sum = |(index, bytes): (usize, &[u8; BUCKET_BYTES])| {
        let sum = ExtendedPoint::from_bytes(bytes, index).unwrap();
        sum.inspect(|sum| sum.check(index).unwrap())
    };
    chunks.iter().enumerate().map(sum).collect()
}
