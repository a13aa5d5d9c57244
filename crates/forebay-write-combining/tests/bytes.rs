// SPDX-License-Identifier: Apache-2.0
//! Whatever the order in which buffers leave, the bytes that land are those that were stored.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::{Memory, value};
use forebay_write_combining::{
    Caching, Code, Eviction, PartialFlush, Processor, Routine, WriteCombiner,
};
use proptest::prelude::*;

/// Bytes of the range that is stored to.
const RANGE: usize = 1024;

#[derive(Clone, Debug)]
enum Access {
    Store(Caching, usize, Vec<u8>),
    Read(Caching, usize, usize),
    Fence,
    Pressure(u64),
    Work(u64),
}

fn caching() -> impl Strategy<Value = Caching> {
    prop_oneof![4 => Just(Caching::WriteCombining), 1 => Just(Caching::Uncached)]
}

fn access() -> impl Strategy<Value = Access> {
    let bytes = prop::collection::vec(any::<u8>(), 1..100);
    prop_oneof![
        12 => (caching(), 0..RANGE - 100, bytes).prop_map(|(how, at, bytes)| Access::Store(how, at, bytes)),
        2 => (caching(), 0..RANGE - 100, 1..100_usize).prop_map(|(how, at, count)| Access::Read(how, at, count)),
        1 => Just(Access::Fence),
        2 => (0..9_u64).prop_map(Access::Pressure),
        1 => (0..300_000_u64).prop_map(Access::Work),
    ]
}

fn processor() -> impl Strategy<Value = Processor> {
    let eviction = prop_oneof![
        Just(Eviction::Oldest),
        (any::<u64>(), 0..6_u32).prop_map(|(seed, unasked)| Eviction::Random { seed, unasked }),
    ];
    let partial = prop_oneof![
        Just(PartialFlush::Whole),
        Just(PartialFlush::Eights),
        Just(PartialFlush::Backwards),
        Just(PartialFlush::Either)
    ];
    (1..9_u64, eviction, partial).prop_map(|(buffers, eviction, partial)| Processor {
        buffers,
        eviction,
        partial,
        ..Processor::F1
    })
}

proptest! {
    #[test]
    fn what_is_fenced_lands_and_an_uncached_read_sees_it(
        processor in processor(),
        accesses in prop::collection::vec(access(), 0..200),
    ) {
        let mut combiner = WriteCombiner::new(processor, Memory::of(RANGE)).unwrap();
        let mut expected = vec![0; RANGE];
        let mut at_ps = 0;
        for access in accesses {
            match access {
                Access::Store(how, at, bytes) => {
                    combiner.store(how, at as u64, &bytes).unwrap();
                    expected[at..][..bytes.len()].copy_from_slice(&bytes);
                    if how == Caching::Uncached {
                        prop_assert_eq!(&combiner.bus().bytes, &expected, "an uncached store is behind all others");
                    }
                }
                Access::Read(how, at, count) => {
                    let mut seen = vec![0; count];
                    let arrived = combiner.bus().bytes[at..][..count].to_vec();
                    let freshness = combiner.read(how, at as u64, &mut seen).unwrap();
                    let expected = &expected[at..][..count];
                    match how {
                        Caching::Uncached => prop_assert_eq!(&seen, expected),
                        Caching::WriteCombining => prop_assert_eq!(&seen, &arrived),
                    }
                    if freshness == forebay_write_combining::Freshness::Fresh {
                        prop_assert_eq!(&seen, expected);
                    }
                }
                Access::Fence => {
                    combiner.fence();
                    prop_assert_eq!(&combiner.bus().bytes, &expected);
                }
                Access::Pressure(buffers) => combiner.pressure(buffers),
                Access::Work(ps) => combiner.work(ps),
            }
            prop_assert!(combiner.now_ps() >= at_ps, "time goes on");
            at_ps = combiner.now_ps();
        }
        combiner.fence();
        prop_assert_eq!(&combiner.bus().bytes, &expected);
        let sent = combiner.bus().writes.len();
        combiner.fence();
        prop_assert_eq!(combiner.bus().writes.len(), sent, "nothing is left behind a fence");
    }

    #[test]
    fn no_byte_is_written_twice_or_lost(
        processor in processor(),
        pieces in prop::collection::vec(1..70_usize, 1..60).prop_map(|widths| {
            let mut at = 0;
            widths.into_iter().map(|width| { at += width; (at - width, width) }).collect::<Vec<_>>()
        }).prop_shuffle(),
        pressure in 0..4_u64,
    ) {
        let end = pieces.iter().map(|(at, width)| at + width).max().unwrap();
        let mut combiner = WriteCombiner::new(processor, Memory::of(end.next_multiple_of(64))).unwrap();
        for (at, width) in &pieces {
            let bytes: Vec<_> = (*at..at + width).map(|at| value(at) | 1).collect();
            combiner.store(Caching::WriteCombining, *at as u64, &bytes).unwrap();
            combiner.pressure(pressure);
        }
        combiner.fence();
        let memory = combiner.into_bus();
        for write in &memory.writes {
            prop_assert_eq!(write.line % 64, 0);
            prop_assert_ne!(write.enables, 0);
            for (at, byte) in write.data.iter().enumerate().filter(|(at, _)| write.enables >> at & 1 == 0) {
                prop_assert_eq!(*byte, 0, "byte {} is not enabled", at);
            }
        }
        for at in 0..memory.bytes.len() {
            let arrived = memory.arrivals[at];
            prop_assert_eq!((arrived, memory.bytes[at]), if at < end { (1, value(at) | 1) } else { (0, 0) }, "byte {}", at);
        }
    }

    #[test]
    fn the_same_seed_is_the_same_writes_at_the_same_times(
        processor in processor(),
        stores in prop::collection::vec((0..RANGE - 100, 1..100_usize), 1..100),
    ) {
        let run = || {
            let mut combiner = WriteCombiner::new(processor, Memory::of(RANGE)).unwrap();
            let mut times = Vec::new();
            for (at, width) in &stores {
                combiner.store(Caching::WriteCombining, *at as u64, &vec![value(*at); *width]).unwrap();
                times.push(combiner.now_ps());
            }
            combiner.fence();
            times.extend([combiner.now_ps(), combiner.drained_ps()]);
            (combiner.into_bus().writes, times)
        };
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn every_routine_stores_every_byte_of_every_place_and_length(
        routine in prop_oneof![Just(Routine::Burst), Just(Routine::Libc), Just(Routine::Lines)],
        caching in caching(),
        at in 0..130_usize,
        count in prop_oneof![0..300_usize, 0..5000_usize],
        processor in processor(),
    ) {
        let data: Vec<_> = (0..count).map(|at| value(at) | 1).collect();
        let size = at + count + 64;
        let mut combiner = WriteCombiner::new(processor, Memory::of(size.next_multiple_of(64))).unwrap();
        combiner.copy(routine, caching, at as u64, &data).unwrap();
        combiner.fence();
        let memory = combiner.into_bus();
        prop_assert!(memory.bytes[..at].iter().all(|byte| *byte == 0));
        prop_assert_eq!(&memory.bytes[at..][..count], &data);
        prop_assert!(memory.bytes[at + count..].iter().all(|byte| *byte == 0));
        if routine == Routine::Lines {
            prop_assert!(memory.arrivals.iter().all(|arrivals| *arrivals <= 1));
        }
    }

    #[test]
    fn our_copy_stores_aligned_and_whole_lines_leave_as_such(
        at in 0..200_u64,
        count in 0..1000_usize,
    ) {
        let mut next = 0;
        Routine::Lines.each(at, count, &CODE, |step| {
            assert_eq!((step.offset, (at + step.offset as u64) % step.width as u64), (next, 0));
            next += step.width;
        });
        prop_assert_eq!(next, count);
        let mut combiner = WriteCombiner::new(Processor::F1, Memory::of(1280)).unwrap();
        combiner.copy(Routine::Lines, Caching::WriteCombining, at, &vec![1; count]).unwrap();
        combiner.fence();
        let lines = if count == 0 { 0 } else { (at + count as u64 - 1) / 64 - at / 64 + 1 };
        prop_assert_eq!(combiner.bus().writes.len() as u64, lines);
    }
}

const CODE: Code = Processor::F1.code;
