// SPDX-License-Identifier: Apache-2.0
//! Transfers that end with their context, that are called off, and that never end.

use forebay_bus::DmaFault;
use forebay_bus::host::{Bus, Interposer};

use super::*;
use crate::byte_stream::BEAT_BYTES;

/// Steps from the first one to the end of a transfer with a record, one at a time.
fn phases(bytes: u32) -> usize {
    let mut bench = Bench::new();
    bench.push(Job { record: bench.record(0), ..bench.job(bytes) });
    let mut steps = 0;
    while bench.step() {
        steps += 1;
    }
    assert_eq!(bench.counts(0), [1, 1, 0]);
    steps
}

#[test]
fn what_waits_of_a_context_is_dropped_and_what_moves_goes_to_its_end() {
    let last = phases(9000);
    assert!(last > 4, "{last}");
    let mut ended_well = Vec::new();
    for step in 0..last {
        let mut bench = Bench::new();
        bench.push(Job { record: bench.record(0), ..bench.job(9000) });
        bench.push(Job { record: bench.record(1), ..bench.job(100) });
        bench.push(Job { context: 1, record: bench.record(2), ..bench.job(100) });
        bench.push(bench.job(100));
        bench.push(Job {
            context: 0,
            work: Work::Refused(reason::SLOT),
            record: bench.record(3),
            item: None,
        });
        for _ in 0..step {
            assert!(bench.step());
        }
        bench.engine.drop_waiting(0);
        // What is started after that is not dropped.
        bench.push(Job { record: bench.record(4), ..bench.job(100) });
        bench.rest();
        let [first, second, others @ ..] =
            [0, 1, 2, 3, 4].map(|number| bench.told(number).unwrap());
        assert_eq!(others, [reason::DONE, reason::SLOT, reason::DONE], "{step}");
        // A mover takes them in their order, and what it has not waits.
        let well = [first, second].map(|told| told == reason::DONE);
        assert!(well[0] || !well[1], "{step}");
        for (well, told) in well.into_iter().zip([first, second]) {
            assert!(well || told == reason::ABORTED, "{step}: {told}");
        }
        let [starts, done, failed] = bench.counts(0);
        let told = well.into_iter().map(u32::from).sum::<u32>();
        assert!(
            (told + 1..=told + 2).contains(&done),
            "{step}: {done}, of which one has no record"
        );
        assert_eq!(([starts, failed], bench.counts(1)), ([4, 4 - done], [1, 1, 0]), "{step}");
        let bad = if failed > 0 { (reason::ABORTED, SOURCE) } else { (0, 0) };
        assert_eq!(bench.bad(0), bad);
        assert_eq!((bench.contexts.all[0].count, bench.contexts.all[1].count), (0, 0));
        ended_well.push(done);
    }
    // Before its first step nothing is with a mover; the later, the more.
    assert_eq!(ended_well[0], 1);
    assert!(ended_well.is_sorted() && ended_well.last() > Some(&1), "{ended_well:?}");
}

#[test]
fn quiesced_in_any_phase_everything_ends_and_nothing_moves_until_it_is_released() {
    let last = phases(9000);
    let mut seen = [0; 3];
    for step in 0..=last {
        let mut bench = Bench::new();
        bench.push(Job { record: bench.record(0), ..bench.job(9000) });
        for _ in 0..step {
            bench.step();
        }
        let all = bench.bytes(TO, 9000) == bench.bytes(FROM, 9000);
        let moved = bench.bytes(TO, 9000).iter().filter(|byte| **byte != GUARD).count();
        bench.push(Job { record: bench.record(1), ..bench.job(100) });
        bench.engine.quiesce(true);
        bench.rest();
        assert!(!bench.engine.busy());
        let first = if all { reason::DONE } else { reason::ABORTED };
        assert_eq!(bench.told(0), Some(first), "{step}");
        assert_eq!(bench.told(1), Some(reason::ABORTED));
        let after = bench.bytes(TO, 9000).iter().filter(|byte| **byte != GUARD).count();
        assert_eq!(moved, after, "{step}: nothing moves any more");
        bench.push(Job { record: bench.record(2), ..bench.job(100) });
        bench.rest();
        assert_eq!(bench.told(2), Some(reason::ABORTED), "{step}: nor anything new");
        bench.engine.quiesce(false);
        bench.push(Job { record: bench.record(3), ..bench.job(100) });
        bench.rest();
        assert_eq!(bench.told(3), Some(reason::DONE));
        let done = 1 + u32::from(all);
        assert_eq!((bench.counts(0), bench.contexts.all[0].count), ([4, done, 4 - done], 0));
        seen[if all { 2 } else { usize::from(moved > 0) }] += 1;
    }
    assert!(seen.iter().all(|count| *count > 0), "before, while, after: {seen:?}");
}

#[test]
fn a_full_stream_port_is_waited_for_and_quiesce_ends_that() {
    let mut bench = Bench::new();
    let depth = u32::try_from(bench.fabric.stream_ports[0].depth() * BEAT_BYTES).unwrap();
    let job = bench.moves(depth + 64, |job| (job.dst, job.dst_card) = (0x1000_0000, true));
    bench.push(Job { record: bench.record(0), ..job });
    bench.rest();
    assert!(bench.engine.busy());
    assert_eq!(bench.told(0), None);
    bench.engine.drop_waiting(0);
    bench.rest();
    assert!(bench.engine.busy(), "it is with a mover");
    bench.engine.quiesce(true);
    bench.rest();
    assert_eq!((bench.engine.busy(), bench.told(0)), (false, Some(reason::ABORTED)));
    assert_eq!((bench.counts(0), bench.bad(0)), ([1, 0, 1], (reason::ABORTED, SOURCE)));
}

/// Answers nothing that is done to one page of host memory.
struct Silent(u64);

impl Silent {
    fn of(&self, addr: u64, bytes: usize, write: bool) -> Result<(), DmaFault> {
        let silent = addr / 0x1000 == self.0 / 0x1000;
        let refusal = Refusal::Unanswered;
        if silent { Err(DmaFault { addr, bytes, write, refusal }) } else { Ok(()) }
    }
}

impl Interposer for Silent {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.of(addr, out.len(), false)?;
        next.read(addr, out)
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.of(addr, data.len(), true)?;
        next.write(addr, data)
    }
}

#[test]
fn what_the_host_never_answers_ends_nothing_and_says_nothing() {
    for silent in [FROM, TO, RECORDS] {
        let mut bench = Bench::new();
        bench.push(Job { record: bench.record(0), ..bench.job(64) });
        bench.push(bench.job(64));
        let page = bench.at(silent);
        bench.fabric.host.interpose(Box::new(Silent(page)));
        bench.rest();
        bench.engine.quiesce(true);
        bench.rest();
        assert!(bench.engine.busy());
        // Behind a record on its way the next one may end.
        let done = u32::from(silent == RECORDS);
        assert_eq!((bench.counts(0), bench.bad(0), bench.told(0)), ([2, done, 0], (0, 0), None));
        assert_eq!((bench.contexts.pending, bench.contexts.all[0].count), (done, 2 - done));
    }
}
