// SPDX-License-Identifier: Apache-2.0
//! Order and records of transfers that end by themselves.

#[path = "called_off.rs"]
mod called_off;

use forebay_builds::Build;
use forebay_bus::{HostMemory, LinkParams};

use super::super::access::CONTEXTS;
use super::super::contexts::DEPTH;
use super::super::job::Record;
use super::*;

/// Nobody is at this host address.
const NOWHERE: u64 = 1 << 45;
/// What BAD tells of a transfer, and of its record.
const SOURCE: u64 = 0x12_3456;
const RECORD: u64 = 0x65_4320;
const COOKIE: u32 = 0xC00C_1E00;
/// What is in host memory where nothing has been written.
const GUARD: u8 = 0xA5;
/// Where everything is in the host memory of a test.
const FROM: usize = 0;
const TO: usize = 0x1_0000;
const RECORDS: usize = 0x2_0000;
const ROOM: usize = 0x2_1000;

struct Bench {
    engine: Engine,
    contexts: Contexts,
    fabric: Fabric,
    memory: forebay_bus::host::Shared,
}

impl Bench {
    fn new() -> Self {
        let build = Build::find("loopback-udma").unwrap();
        let host = HostMemory::new();
        let memory = host.share(ROOM).unwrap();
        let mut bytes = vec![GUARD; ROOM];
        for (value, byte) in (0..=250).cycle().zip(&mut bytes[..TO]) {
            *byte = value;
        }
        memory.write(0, &bytes).unwrap();
        let fabric = Fabric::new(&build, 1, host, LinkParams::default());
        Self { engine: Engine::default(), contexts: Contexts::default(), fabric, memory }
    }

    /// Where a byte of the memory is on the bus.
    fn at(&self, byte: usize) -> u64 {
        self.memory.addr() + byte as u64
    }

    fn job(&self, bytes: u32) -> Job {
        let (src, dst) = (self.at(FROM), self.at(TO));
        let transfer = Transfer { src, dst, bytes, ..Transfer::default() };
        Job { context: 0, work: Work::Move(transfer, SOURCE), record: None, item: None }
    }

    /// The same with a change to its transfer.
    fn moves(&self, bytes: u32, change: impl FnOnce(&mut Transfer)) -> Job {
        let mut job = self.job(bytes);
        if let Work::Move(transfer, _) = &mut job.work {
            change(transfer);
        }
        job
    }

    /// The record of that number.
    fn record(&self, number: usize) -> Option<Record> {
        let bus = self.at(RECORDS + 8 * number);
        Some(Record { slot_address: RECORD + 8 * number as u64, bus, cookie: COOKIE })
    }

    fn push(&mut self, job: Job) {
        let context = &mut self.contexts.all[job.context];
        match job.work {
            Work::Refused(_) => context.count += 1,
            Work::Move(transfer, _) => context.take(transfer.bytes),
            Work::Dropped(_) => unreachable!("nothing is dropped before it waits"),
            Work::ListEnds(..) => unreachable!("of lists there are tests of their own"),
        }
        self.engine.push(job);
    }

    fn bytes(&self, at: usize, bytes: usize) -> Vec<u8> {
        let mut out = vec![0; bytes];
        self.memory.read(at, &mut out).unwrap();
        out
    }

    /// What is where the record of that number goes; none if it has not been written.
    fn told(&self, number: usize) -> Option<u32> {
        let bytes = self.bytes(RECORDS + 8 * number, 8);
        let word = u64::from_le_bytes(bytes.try_into().unwrap());
        if word == u64::from_le_bytes([GUARD; 8]) {
            return None;
        }
        assert_eq!(word >> 32, u64::from(COOKIE));
        Some(u32::try_from(word & 0xFFFF_FFFF).unwrap())
    }

    /// Goes on to where something is due again; false if it waits for others, or has nothing to do.
    fn step(&mut self) -> bool {
        let step = self.engine.step(&mut self.fabric, &mut self.contexts);
        if let Some(next) = step.next {
            assert!(next >= self.fabric.now);
            self.fabric.now = next;
        }
        step.moved || step.next.is_some()
    }

    fn rest(&mut self) {
        while self.step() {}
    }

    /// Starts, ends well, ends that failed, of a context.
    fn counts(&self, context: usize) -> [u32; 3] {
        let context = &self.contexts.all[context];
        [context.starts, context.done, context.failures].map(super::super::contexts::Count::get)
    }

    /// Why something went wrong last in a context, and with which address.
    fn bad(&self, context: usize) -> (u32, u64) {
        let context = &self.contexts.all[context];
        (context.reason, context.bad)
    }
}

#[test]
fn a_transfer_ends_with_its_record_behind_all_bytes_and_then_it_is_counted() {
    let mut bench = Bench::new();
    let bytes = 10_000;
    bench.push(Job { record: bench.record(0), ..bench.job(bytes) });
    while bench.told(0).is_none() {
        assert_eq!((bench.contexts.pending, bench.counts(0)), (0, [1, 0, 0]));
        assert!(bench.step());
    }
    assert_eq!(bench.told(0), Some(reason::DONE));
    assert_eq!((bench.contexts.all[0].count, bench.contexts.pending), (1, 0));
    assert_eq!(bench.bytes(TO, bytes as usize), bench.bytes(FROM, bytes as usize));
    assert!(bench.engine.busy());
    bench.rest();
    assert_eq!((bench.contexts.all[0].count, bench.contexts.pending), (0, 1));
    assert_eq!((bench.counts(0), bench.bad(0)), ([1, 1, 0], (0, 0)));
    assert!(!bench.engine.busy());
    let behind = bench.bytes(TO + bytes as usize, RECORDS - TO - bytes as usize);
    let after = bench.bytes(RECORDS + 8, ROOM - RECORDS - 8);
    assert!(behind.iter().chain(&after).all(|byte| *byte == GUARD), "and nothing else");
}

#[test]
fn bytes_go_between_host_and_card_and_within_the_host_wherever_they_begin() {
    let mut bench = Bench::new();
    let at = [FROM + 1, TO + 2, TO + 0x8003].map(|byte| bench.at(byte));
    let bytes = 9_001;
    bench.push(bench.moves(bytes, |job| {
        (job.src, job.dst, job.dst_card) = (at[0], 0x1235, true);
    }));
    bench.push(bench.moves(bytes, |job| {
        (job.src, job.dst, job.src_card) = (0x1235, at[1], true);
    }));
    bench.push(bench.moves(bytes, |job| {
        (job.src, job.dst) = (at[1], at[2]);
    }));
    bench.rest();
    assert_eq!((bench.counts(0), bench.bad(0)), ([3, 3, 0], (0, 0)));
    let sent = bench.bytes(FROM + 1, bytes as usize);
    assert!(bench.bytes(TO + 2, bytes as usize) == sent);
    assert!(bench.bytes(TO + 0x8003, bytes as usize) == sent);
    assert_eq!(bench.bytes(TO + 0x8002, 1), [GUARD]);
}

#[test]
fn transfers_begin_and_end_in_the_order_of_their_starts_whosever_they_are() {
    let mut bench = Bench::new();
    for nth in 0..CONTEXTS * DEPTH as usize {
        // Small ones behind large ones, and to the card behind those within the host.
        let bytes = if nth % 3 == 0 { 5_000 } else { 1 };
        let job = bench.moves(bytes, |job| {
            (job.dst, job.dst_card) = if nth % 2 == 0 { (0x100, true) } else { (job.dst, false) }
        });
        bench.push(Job { context: nth % CONTEXTS, record: bench.record(nth), ..job });
    }
    let mut written = 0;
    while bench.step() {
        // Neighbours may come in one write.
        written = (0..).take_while(|nth| bench.told(*nth).is_some()).count();
        assert_eq!(bench.told(written + 1), None, "none before those in front of it");
    }
    assert_eq!(written, CONTEXTS * DEPTH as usize);
    for context in 0..CONTEXTS {
        assert_eq!(bench.counts(context), [DEPTH, DEPTH, 0]);
        assert_eq!(bench.contexts.all[context].count, 0);
    }
    assert_eq!(bench.contexts.pending, 0xFF);
}

/// A way to make a transfer fail, and what that is told as.
type Spoil = (fn(&mut Transfer), u32);

#[test]
fn a_failure_is_told_with_its_cause_and_the_next_transfer_works() {
    let far = |job: &mut Transfer| job.src = NOWHERE;
    let spoils: [Spoil; 5] = [
        (far, reason::HOST_DECODE),
        (|job| job.dst = NOWHERE, reason::HOST_DECODE),
        (|job| (job.dst, job.dst_card) = (0x9000_0000, true), reason::CARD_DECODE),
        // A stream port cannot be read.
        (|job| (job.src, job.src_card) = (0x1000_0000, true), reason::CARD_SLAVE),
        (|job| (job.src, job.src_card) = (0x9000_0000, true), reason::CARD_DECODE),
    ];
    for (spoil, cause) in spoils {
        let mut bench = Bench::new();
        bench.push(Job { record: bench.record(0), ..bench.moves(64, spoil) });
        bench.push(Job { record: bench.record(1), ..bench.job(64) });
        while bench.told(1).is_none() {
            assert!(bench.step());
        }
        assert_eq!(bench.told(0), Some(cause));
        assert_eq!(bench.contexts.all[0].last, Some(false));
        bench.rest();
        assert_eq!((bench.counts(0), bench.bad(0)), ([2, 1, 1], (cause, SOURCE)));
        assert_eq!(bench.contexts.all[0].last, Some(true));
        assert_eq!(bench.bytes(TO, 64), bench.bytes(FROM, 64));
    }
}

#[test]
fn a_record_that_the_host_refuses_fails_the_transfer() {
    let nowhere = Some(Record { slot_address: RECORD, bus: NOWHERE, cookie: COOKIE });
    let mut bench = Bench::new();
    bench.push(Job { record: nowhere, ..bench.job(64) });
    bench.rest();
    assert_eq!((bench.counts(0), bench.bad(0)), ([1, 0, 1], (reason::HOST_DECODE, RECORD)));
    assert_eq!(bench.bytes(TO, 64), bench.bytes(FROM, 64));
    let spoiled = bench.moves(64, |job| (job.dst, job.dst_card) = (0x9000_0000, true));
    bench.push(Job { record: nowhere, ..spoiled });
    bench.rest();
    assert_eq!((bench.counts(0), bench.bad(0)), ([2, 0, 2], (reason::HOST_DECODE, RECORD)));
    (bench.contexts.pending, bench.contexts.all[0].bad) = (0, 1);
    bench.push(Job { record: nowhere, work: Work::Refused(reason::SLOT), ..bench.job(0) });
    bench.rest();
    assert_eq!((bench.counts(0), bench.bad(0)), ([2, 0, 2], (reason::HOST_DECODE, RECORD)));
    assert_eq!((bench.contexts.pending, bench.contexts.all[0].count), (1, 0));
}

#[test]
fn the_record_of_a_refused_start_is_written_in_its_turn_and_counts_nothing() {
    let mut bench = Bench::new();
    bench.push(bench.job(5000));
    bench.push(Job {
        context: 5,
        work: Work::Refused(reason::EXTENT),
        record: bench.record(0),
        item: None,
    });
    while bench.told(0).is_none() {
        assert!(bench.step());
    }
    assert_eq!(bench.told(0), Some(reason::EXTENT));
    assert_eq!(bench.counts(0), [1, 1, 0], "what was before it is over");
    assert_eq!(bench.contexts.all[5].count, 1);
    bench.rest();
    assert_eq!((bench.counts(5), bench.contexts.all[5].count), ([0; 3], 0));
    assert_eq!((bench.contexts.pending, bench.contexts.all[5].last), (0x21, None));
}
