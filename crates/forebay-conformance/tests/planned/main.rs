// SPDX-License-Identifier: Apache-2.0
//! What the planner says before anything runs comes true on a card: an order that it calls free ends, with every step of the datapath done;
//! one that it calls a deadlock stands where it says, is ended with the chunk that it says, and leaves a card that works. The largest
//! safe chunk is tried, and one element more.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

#[path = "../common/mod.rs"]
mod common;
mod threads;

use std::sync::Arc;

use common::on_every_card;
use common::wrong::{check_memory, count_of};
use forebay::{
    Bar, Buffer, Consumed, Device, ForebayError, Lacking, Limit, Outlook, Patience, Piece, Remedy,
    Transfer,
};
use forebay_bus::LinkParams;
use forebay_plan::{ENTRY_BYTES, Order, Path, Plan, Stand, Stream, Verdict, Want};
use forebay_regs::user::sink;
use forebay_regs::{card, cards};

const DEPTH: u64 = 1024;
/// A deadlock is found at the first look.
const PATIENCE: Patience = Patience { look_cycles: 20_000, limit: Limit::CardCycles(400_000) };

/// Two streams to a sink.
#[derive(Clone, Copy, Debug)]
struct Case {
    element_bytes: [u64; 2],
    take: [u64; 2],
    elements: u64,
}

/// Elements that fill whole entries, and one that does not; steps of one entry and of many; either stream in front of the other.
const CASES: [Case; 4] = [
    Case { element_bytes: [32, 64], take: [1, 2], elements: 5000 },
    Case { element_bytes: [64, 64], take: [1, 1], elements: 2600 },
    Case { element_bytes: [32, 144], take: [2, 9], elements: 3000 },
    Case { element_bytes: [128, 64], take: [4, 2], elements: 1800 },
];

impl Case {
    fn stream(self, port: usize) -> Stream {
        let (element_bytes, take) = (self.element_bytes[port], self.take[port]);
        // The sink takes all of a step as it comes.
        Stream { element_bytes, entry_bytes: ENTRY_BYTES, depth: DEPTH, ahead: take, take }
    }

    fn plan(self, order: Order) -> Plan {
        self.plan_over(Path::Reserved, order)
    }

    fn plan_over(self, path: Path, order: Order) -> Plan {
        Plan { streams: vec![self.stream(0), self.stream(1)], order, path }
    }

    fn entries(self, port: usize, elements: u64) -> u64 {
        (elements * self.element_bytes[port]).div_ceil(ENTRY_BYTES)
    }

    /// (stream, first element, one past the last) of each transfer of one thread.
    fn pieces(self, order: &Order) -> Vec<(usize, u64, u64)> {
        let chunk = match order {
            Order::OneByOne { .. } => self.elements,
            Order::Alternate { chunk, .. } => *chunk,
            other => unreachable!("{other:?}"),
        };
        let starts = (0..self.elements).step_by(usize::try_from(chunk).unwrap());
        let round = |from| [0, 1].map(|port| (port, from, self.elements.min(from + chunk)));
        starts.flat_map(round).collect()
    }
}

struct Bench {
    device: Device,
    case: Case,
}

impl Bench {
    fn new(body: &str, case: Case) -> Self {
        Self::of(body, "sink", case)
    }

    fn of(body: &str, build: &str, case: Case) -> Self {
        let card = forebay_sim::open(&format!("{body}:{build}"), LinkParams::default(), None);
        let device = Device::from_card(card.unwrap(), PATIENCE).unwrap();
        let bench = Self { device, case };
        let consumed = [0, 1].map(|port| {
            let Stream { element_bytes, take, ahead, .. } = case.stream(port);
            Consumed { port: u32::try_from(port).unwrap(), element_bytes, take, ahead }
        });
        bench.device.declare_streams(&consumed);
        bench
    }

    fn write(&self, offset: u32, value: u64) {
        let value = u32::try_from(value).unwrap();
        self.device.write32(Bar::User, cards::SINK.page + offset, value).unwrap();
    }

    /// Begins a run.
    fn start(&self, steps: u64) {
        for (port, take) in (0..).zip(self.case.take) {
            self.write(sink::PAIRING.at(port), take);
        }
        self.write(sink::STEPS, steps);
        self.write(sink::CONTROL, sink::control::START.mask().into());
    }

    /// Sends pieces on a channel as one list.
    fn submit(&self, channel: usize, pieces: Vec<(usize, u64, u64)>) -> Transfer {
        // Each piece begins on a line, so that it makes as many beats as it has entries.
        let mut buffers = Vec::new();
        let mut all = Vec::new();
        for (piece, (port, from, to)) in pieces.into_iter().enumerate() {
            let bytes = usize::try_from((to - from) * self.case.element_bytes[port]).unwrap();
            buffers.push(Arc::new(Buffer::new(bytes).unwrap()));
            let card_addr = card::STREAM_PORT.at(u32::try_from(port).unwrap()).into();
            all.push(Piece { buffer: piece, range: 0..bytes, card_addr });
        }
        self.device.h2c(u32::try_from(channel).unwrap()).unwrap().submit(&buffers, &all).unwrap()
    }

    /// Waits for the end of a run of so many steps.
    fn is_over(&self, steps: u64) {
        let status = cards::SINK.page + sink::STATUS;
        let rests = |value| !sink::status::BUSY.is_set(value);
        self.device.wait_register("the sink", status, &rests).unwrap();
        let done = self.device.read32(Bar::User, cards::SINK.page + sink::STEPS_DONE).unwrap();
        assert_eq!(u64::from(done), steps, "every step");
    }

    /// Sends what the order says as one list, to a run of as many steps as that is; bytes that arrive.
    fn send(&self, order: &Order) -> Result<u64, ForebayError> {
        let pieces = self.case.pieces(order);
        let entries = [0, 1].map(|port| {
            let of = pieces.iter().filter(|(stream, ..)| *stream == port);
            of.map(|(_, from, to)| self.case.entries(port, to - from)).sum::<u64>()
        });
        let steps = (entries[0] / self.case.take[0]).min(entries[1] / self.case.take[1]);
        self.start(steps);
        let moved = self.submit(0, pieces).wait()?;
        self.is_over(steps);
        Ok(moved.bytes)
    }

    /// Leaves nothing behind for the next run.
    fn empty(&self) {
        self.device.recover().unwrap();
    }
}

/// What `forebay-plan` says of the order is what happens.
fn comes_true(bench: &Bench, order: &Order, what: &str) -> Verdict {
    let case = bench.case;
    let verdict = case.plan(order.clone()).check().unwrap();
    let entered = || [0, 1].map(|port| count_of(&bench.device, &format!("port{port}_beats_in")));
    let before = entered();
    let sent = bench.send(order);
    match (&verdict, sent) {
        (Verdict::Free, Ok(bytes)) => {
            let all: u64 = case.element_bytes.iter().map(|bytes| bytes * case.elements).sum();
            assert_eq!(bytes, all, "{what}");
        }
        (
            Verdict::Deadlock { stand, remedy },
            Err(ForebayError::Deadlock { done, stall, bytes, .. }),
        ) => {
            let Stand { full, starving, want, transfer, offset, .. } = *stand;
            let ports = (stall.full().unwrap().port, stall.starving().unwrap().port);
            assert_eq!((ports.0 as usize, ports.1 as usize), (full, starving), "{what}: {stall}");
            assert_eq!(stall.outlook, Outlook::Deadlock(Lacking::Port(ports.1)), "{what}");
            let [at] = stall.blocked[..] else { unreachable!("{what}: {stall:?}") };
            assert_eq!((at.descriptor, at.port), (transfer, Some(ports.0)), "{what}");
            // What waited at the end is let in, to be thrown away.
            assert!(done >= transfer, "{what}: {done}");
            let Want::Entries { .. } = want else { unreachable!("{what}: {stand}") };
            // What the FIFO holds and what the datapath has taken ahead; a last burst of sixteen does not go in in part.
            let held = u64::from(stall.fifos[full].held);
            let holds = stand.holds - case.take[full];
            assert!(held <= holds && holds - held < 16, "{what}: {held} of {holds}");
            assert!(bytes >= offset - (holds - held) * ENTRY_BYTES, "{what}: {bytes} and {offset}");
            let (Some(Remedy::Chunk { chunk } | Remedy::Alternate { chunk }), Some(safe)) =
                (remedy, &stall.safe)
            else {
                unreachable!("{what}: {verdict:?}, {stall}")
            };
            assert_eq!(safe.remedy, Remedy::Alternate { chunk: *chunk }, "{what}: the same chunk");
        }
        (verdict, sent) => unreachable!("{what}: {verdict}, but {sent:?}"),
    }
    assert!(
        entered().iter().zip(before).all(|(after, before)| *after > before || after == &before)
    );
    bench.empty();
    verdict
}

fn the_largest_safe_chunk_ends_and_one_element_more_does_not(body: &str) {
    for case in CASES {
        let bench = Bench::new(body, case);
        let elements = case.elements;
        let what = format!("{body}: {case:?}");
        let one_by_one = comes_true(&bench, &Order::OneByOne { elements }, &what);
        let Verdict::Deadlock { remedy: Some(Remedy::Alternate { chunk: safe }), .. } = one_by_one
        else {
            unreachable!("{what}: {one_by_one}")
        };
        for (chunk, free) in
            [(safe, true), (safe + 1, false), (safe / 2, true), (safe + 100, false)]
        {
            let what = format!("{what} in chunks of {chunk}");
            let verdict = comes_true(&bench, &Order::Alternate { elements, chunk }, &what);
            assert_eq!(verdict == Verdict::Free, free, "{what}: {verdict}");
            check_memory(&bench.device, &what);
        }
    }
}

on_every_card!(the_largest_safe_chunk_ends_and_one_element_more_does_not);
