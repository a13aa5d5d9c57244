// SPDX-License-Identifier: Apache-2.0
//! The card as flows against the real engine, and the model's host against the real library.
//!
//! Tolerances: 3 % of the RTL's cycles (5 % where descriptors are short), 1 % of the native card's. What the library waits, 10 %: in
//! the model the store that starts an engine leaves when its price has been paid, here before.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail their test")]

use std::sync::Arc;

use forebay::{Buffer, Device, OpenOptions, Piece};
use forebay_bus::{Bar, Body, Card, LinkParams};
use forebay_card_fast::FastCard;
use forebay_card_rtl::RtlCard;
use forebay_host_model::{
    ChargedCard, Completion, Cost, Costs, FlowCard, FlowParams, HostClock, Pattern, Profile,
    Progress, Scenario, Target, Time, TimedCard, Transfer, Wait,
};
use forebay_regs::card;
use forebay_timed_card::{Consumer, play};

/// Cycles without progress after which a transfer has stalled.
const STALL_CYCLES: u64 = 1_000_000;

/// The library as the model has it: it starts each transfer by a list.
fn without_doorbells(card: Box<dyn Card>) -> Device {
    let options =
        OpenOptions { patience: STALL_CYCLES.into(), doorbells: false, ..OpenOptions::default() };
    Device::from_card_with(card, &options).unwrap()
}
/// Picoseconds of a cycle.
const CYCLE_PS: u64 = 4_000;

/// One list of descriptors.
struct Shape {
    name: &'static str,
    /// What each round has, scalars or bytes of memory first.
    elements: [u64; 2],
    rounds: u64,
    /// A power of two: others the sink's rate does not tell exactly.
    pair_cycles: u64,
}

impl Shape {
    const fn memory(name: &'static str, bytes: u64, rounds: u64) -> Self {
        Self { name, elements: [bytes, 0], rounds, pair_cycles: 1 }
    }

    const fn streams(name: &'static str, chunk: u64, pairs: u64, pair_cycles: u64) -> Self {
        Self { name, elements: [chunk, chunk], rounds: pairs / chunk, pair_cycles }
    }

    const fn is_memory(&self) -> bool {
        self.elements[1] == 0
    }

    /// As pieces of the model.
    fn transfer(&self) -> Transfer {
        let piece = |target, elements, bytes| forebay_host_model::Piece {
            target,
            elements,
            bytes,
            offset: 0,
            descriptors: 1,
        };
        let [first, second] = self.elements;
        if self.is_memory() {
            let first = piece(Target::Memory, 0, first);
            return Transfer { channel: 0, first, second: None, rounds: self.rounds };
        }
        let first = piece(Target::Stream(0), first, first * 32);
        let second = Some(piece(Target::Stream(1), second, second * 64));
        Transfer { channel: 0, first, second, rounds: self.rounds }
    }

    /// Cycles on the card as flows.
    fn modelled(&self, params: &FlowParams) -> f64 {
        let mut model = FlowCard::new(params).unwrap();
        model.start(Time::ZERO, self.transfer()).unwrap();
        let Progress::Ended { at, .. } = model.advance(Time::NEVER).unwrap() else {
            panic!("{} has not ended", self.name)
        };
        at.ps() as f64 / CYCLE_PS as f64
    }

    /// Cycles on a real body, through the library.
    fn measured(&self, body: Box<dyn Card>) -> f64 {
        let device = without_doorbells(body);
        if !self.is_memory() {
            let pair = Time::from_ps(self.pair_cycles * CYCLE_PS);
            let consumer = Consumer::of([32, 64], pair, self.elements[0] * self.rounds).unwrap();
            consumer.start(&device).unwrap();
        }
        let pieces: Vec<_> = self.transfer().pieces().collect();
        let bytes = pieces.iter().map(|piece| piece.bytes).sum::<u64>();
        let buffer = Arc::new(Buffer::new(usize::try_from(bytes).unwrap()).unwrap());
        let mut at = 0;
        let list: Vec<_> = pieces.iter().map(|piece| queued(piece, &mut at)).collect();
        let began = device.now().unwrap();
        let moved = device.h2c(0).unwrap().submit(&[buffer], &list).unwrap().wait().unwrap();
        assert_eq!(moved.bytes, bytes);
        (moved.finished_at - began) as f64
    }
}

fn queued(piece: &forebay_host_model::Piece, at: &mut usize) -> Piece {
    let begin = *at;
    *at += usize::try_from(piece.bytes).unwrap();
    let card_addr = match piece.target {
        Target::Stream(port) => card::STREAM_PORT.at(u32::try_from(port).unwrap()).into(),
        Target::Memory => 0,
    };
    Piece { buffer: 0, range: begin..*at, card_addr }
}

fn rtl() -> Box<dyn Card> {
    Box::new(RtlCard::open("sink", LinkParams::default(), None).unwrap())
}

fn native() -> Box<dyn Card> {
    Box::new(FastCard::open("sink", LinkParams::default()).unwrap())
}

#[test]
fn flows_take_as_long_as_both_bodies() {
    let short = Shape::memory("64 descriptors of 512 B", 512, 64);
    let shapes = [
        (Shape::memory("64 B", 64, 1), 0.03),
        (Shape::memory("4 KiB", 4096, 1), 0.03),
        (Shape::memory("64 KiB", 65_536, 1), 0.03),
        (Shape::memory("256 KiB", 1 << 18, 1), 0.03),
        (Shape::memory("64 descriptors of 4 KiB", 4096, 64), 0.03),
        (short, 0.05),
        (Shape::streams("core binds, 512", 512, 2048, 16), 0.03),
        (Shape::streams("core binds, 1024", 1024, 2048, 8), 0.03),
        (Shape::streams("core binds, 128", 128, 4096, 4), 0.03),
        (Shape::streams("wire binds", 64, 4096, 1), 0.03),
    ];
    for (shape, tolerance) in shapes {
        let params = FlowParams::forebay(&LinkParams::default(), shape.pair_cycles);
        let modelled = shape.modelled(&params);
        for body in [rtl(), native()] {
            let kind = body.body();
            let measured = shape.measured(body);
            let error = modelled / measured - 1.0;
            println!("{}: {modelled:.0} for {measured:.0} on {kind:?}", shape.name);
            assert!(error.abs() < tolerance, "{}: {modelled} for {measured}", shape.name);
        }
    }
}

#[test]
fn the_same_host_takes_as_long_on_flows_and_on_the_rtl() {
    for (pattern, completion, chunk) in [
        (Pattern::Alternate, Completion::Poll, 512),
        (Pattern::Alternate, Completion::Interrupt, 1024),
        (Pattern::OneList, Completion::Interrupt, 256),
    ] {
        let pair_cycles = 16;
        let scenario = Scenario {
            pairs: 4096,
            profile: Profile { most_descriptors: 128, ..Profile::forebay() },
            card: FlowParams::forebay(&LinkParams::default(), pair_cycles),
            ..Scenario::published(pattern, completion, chunk, 1)
        };
        let flows = scenario.run().unwrap();
        let real = play(&scenario, Body::Rtl).unwrap();
        assert_eq!(real.work.bytes, flows.work.bytes);
        assert_eq!(real.starts, flows.starts);
        let error = flows.total.us() / real.total.us() - 1.0;
        println!("{pattern:?} {completion:?}: {} for {}", flows.total, real.total);
        assert!(error.abs() < 0.03, "{pattern:?}: {} for {}", flows.total, real.total);
    }
}

/// The real library on a charged card.
fn library(body: Box<dyn Card>, completion: Completion) -> (Device, HostClock) {
    let (charged, clock) = ChargedCard::new(body, Costs::default(), completion, 1);
    clock.charge(false);
    let device = without_doorbells(Box::new(charged));
    clock.charge(true);
    (device, clock)
}

const CALLS: u64 = 20;
const BYTES: usize = 4096;

#[test]
fn the_real_library_pays_for_what_the_model_says_that_it_does() {
    for completion in [Completion::Interrupt, Completion::Poll] {
        let (device, clock) = library(rtl(), completion);
        let h2c = device.h2c(0).unwrap();
        for _ in 0..CALLS {
            h2c.write_all_at(&[0x5A; BYTES], 0).unwrap();
        }
        let real = clock.account();
        let scenario = Scenario {
            chunk: BYTES as u64,
            pairs: BYTES as u64 * CALLS,
            profile: Profile::in_process(),
            card: FlowParams::forebay(&LinkParams::default(), 1),
            ..Scenario::published(Pattern::Memory(1), completion, 1, 1)
        };
        let model = scenario.run().unwrap();
        for cost in Cost::ALL {
            // Descriptors are built without the card seeing it.
            if cost != Cost::BuildDescriptor {
                let modelled = model.accounts[0].spent(cost);
                assert_eq!(real.spent(cost), modelled, "{} {completion:?}", cost.name());
            }
        }
        let (waited, modelled) = (real.waited(Wait::Card), model.accounts[0].waited(Wait::Card));
        println!("{completion:?}: waits {modelled} for {waited}, in all {}", clock.now());
        assert!((modelled.us() / waited.us() - 1.0).abs() < 0.1, "{modelled} for {waited}");
        assert_eq!(clock.now(), real.total());
    }
}

#[test]
fn reads_are_paid_by_the_time_that_they_take_on_both_bodies() {
    let [paid, native] = [rtl(), native()].map(|card| {
        let (device, clock) = library(card, Completion::Poll);
        clock.restart();
        let paid = [1, 2, 3].map(|_| {
            device.read32(Bar::User, forebay_regs::user::STATUS.base()).unwrap();
            clock.account().spent(Cost::ReadRoundTrip)
        });
        device.h2c(0).unwrap().write_all_at(&[1; BYTES], 64).unwrap();
        let mut back = [0; BYTES];
        device.c2h(0).unwrap().read_exact_at(&mut back, 64).unwrap();
        assert_eq!(back, [1; BYTES], "what is charged is moved all the same");
        assert_eq!(clock.account().spent(Cost::PostedWrite), Time::from_ns(144) * 10);
        paid
    });
    assert_eq!(paid, native);
    // The first one waits behind what has been stored before.
    let each = paid[1] - paid[0];
    assert_eq!(paid[2] - paid[1], each);
    assert!(paid[0] >= each);
}
