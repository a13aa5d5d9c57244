// SPDX-License-Identifier: Apache-2.0
//! What fills a buffer, what empties it, and what may happen in between.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::collections::{BTreeSet, HashSet};

use common::Memory;
use forebay_write_combining::{
    Caching, Eviction, Freshness, PartialFlush, Processor, WriteCombiner, WriteCombiningError,
};

const WC: Caching = Caching::WriteCombining;

fn combiner(processor: Processor) -> WriteCombiner<Memory> {
    WriteCombiner::new(processor, Memory::of(4096)).unwrap()
}

/// Line and enables of each write so far.
fn sent(combiner: &WriteCombiner<Memory>) -> Vec<(u64, u64)> {
    combiner.bus().writes.iter().map(|write| (write.line, write.enables)).collect()
}

#[test]
fn sixteen_words_are_sixteen_writes_uncached_and_one_combined() {
    for (caching, writes) in [
        (Caching::Uncached, (0..16).map(|word| (0, 0xf << (4 * word))).collect()),
        (WC, vec![(0, u64::MAX)]),
    ] {
        let mut combiner = combiner(Processor::F1);
        for word in 0..16_u8 {
            combiner.store(caching, 4 * u64::from(word), &[word; 4]).unwrap();
        }
        assert_eq!(sent(&combiner), writes, "{caching:?}: without a fence");
        let expected: Vec<_> = (0..64).map(|at| at / 4).collect();
        assert_eq!(combiner.bus().bytes[..64], expected);
    }
}

#[test]
fn stores_to_one_address_are_one_write() {
    let mut combiner = combiner(Processor::F1);
    for value in 1..=6 {
        combiner.store(WC, 0, &[value]).unwrap();
    }
    assert_eq!(sent(&combiner), []);
    combiner.fence();
    assert_eq!((sent(&combiner), combiner.bus().bytes[0]), (vec![(0, 1)], 6));
}

#[test]
fn a_store_outside_sends_the_oldest_when_no_buffer_is_left() {
    for buffers in 1..=6_u64 {
        let mut combiner = combiner(Processor { buffers, ..Processor::F1 });
        for line in 0..buffers {
            combiner.store(WC, 64 * line + 8, &[1]).unwrap();
        }
        // The first is touched again, and is the oldest all the same.
        combiner.store(WC, 9, &[1]).unwrap();
        assert_eq!(sent(&combiner), [], "{buffers} buffers hold as many lines");
        combiner.store(WC, 64 * buffers, &[1]).unwrap();
        assert_eq!(sent(&combiner), [(0, 0x300)], "{buffers} buffers");
        combiner.store(WC, 64 * (buffers + 1), &[1]).unwrap();
        let second = if buffers == 1 { (64, 1) } else { (64, 0x100) };
        assert_eq!(sent(&combiner)[1..], [second], "{buffers} buffers");
    }
}

#[test]
fn other_streams_take_as_many_buffers_as_they_want() {
    let mut combiner = combiner(Processor::F1);
    for line in 0..4 {
        combiner.store(WC, 64 * line, &[1]).unwrap();
    }
    combiner.pressure(0);
    assert_eq!(sent(&combiner), []);
    combiner.pressure(3);
    assert_eq!(sent(&combiner), [(0, 1), (64, 1), (128, 1)]);
    combiner.pressure(u64::MAX);
    assert_eq!(sent(&combiner).len(), 4);
}

#[test]
fn a_part_of_a_line_leaves_whole_or_in_eights() {
    for (partial, writes) in [
        (PartialFlush::Whole, vec![(0, 0xf000_0000_0000_0ff0)]),
        (PartialFlush::Eights, vec![(0, 0xf0), (0, 0xf00), (0, 0xf000_0000_0000_0000)]),
        (PartialFlush::Backwards, vec![(0, 0xf000_0000_0000_0000), (0, 0xf00), (0, 0xf0)]),
    ] {
        let mut combiner = combiner(Processor { partial, ..Processor::F1 });
        combiner.store(WC, 60, &[3; 4]).unwrap();
        combiner.store(WC, 4, &[2; 8]).unwrap();
        combiner.fence();
        assert_eq!(sent(&combiner), writes, "{partial:?}");
        combiner.store(WC, 64, &[1; 64]).unwrap();
        assert_eq!(sent(&combiner).last(), Some(&(64, u64::MAX)), "a full line is one write");
    }
}

#[test]
fn pieces_of_a_line_leave_in_every_order() {
    let orders = (0..200).map(|seed| {
        let eviction = Eviction::Random { seed, unasked: 0 };
        let processor = Processor { eviction, partial: PartialFlush::Either, ..Processor::F1 };
        let mut combiner = combiner(processor);
        for piece in 0..3 {
            combiner.store(WC, 8 * piece, &[1; 4]).unwrap();
        }
        combiner.fence();
        sent(&combiner).into_iter().map(|(_, enables)| enables).collect::<Vec<_>>()
    });
    let [a, b, c] = [0xf, 0xf00, 0xf_0000];
    let permuted = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    let whole = vec![a | b | c];
    let expected: BTreeSet<_> = permuted.map(Vec::from).into_iter().chain([whole]).collect();
    assert_eq!(orders.collect::<BTreeSet<_>>(), expected);
}

#[test]
fn a_time_that_is_beyond_all_others_changes_no_byte() {
    let forever = Processor {
        uncached_store_ps: u64::MAX,
        read_ps: u64::MAX,
        commit_ps: u64::MAX,
        hand_over_ps: u64::MAX,
        same_line_ps: u64::MAX,
        drain_ps: u64::MAX,
        ..Processor::F1
    };
    let mut combiner = combiner(forever);
    for _ in 0..3 {
        combiner.store(WC, 0, &[1; 64]).unwrap();
        combiner.store(Caching::Uncached, 64, &[2; 4]).unwrap();
        combiner.read(WC, 0, &mut [0; 4]).unwrap();
        combiner.work(u64::MAX);
        combiner.fence();
    }
    assert_eq!(sent(&combiner), [(0, u64::MAX), (64, 0xf)].repeat(3));
    assert_eq!((combiner.now_ps(), combiner.drained_ps()), (u64::MAX, u64::MAX));
}

#[test]
fn a_read_passes_what_is_pending_unless_it_is_uncached() {
    let mut combiner = combiner(Processor::F1);
    combiner.store(WC, 100, &[7]).unwrap();
    let mut seen = [9; 2];
    assert_eq!(combiner.read(WC, 99, &mut seen), Ok(Freshness::Stale));
    assert_eq!((seen, sent(&combiner)), ([0; 2], vec![]), "nothing leaves because of it");
    for beside in [98, 101] {
        assert_eq!(combiner.read(WC, beside, &mut seen), Ok(Freshness::Fresh), "{beside}");
    }
    assert_eq!(combiner.read(Caching::Uncached, 99, &mut seen), Ok(Freshness::Fresh));
    assert_eq!((seen, sent(&combiner)), ([0, 7], vec![(64, 1 << 36)]));
    assert_eq!(combiner.read(WC, 99, &mut seen), Ok(Freshness::Fresh));
}

#[test]
fn an_uncached_access_passes_the_buffers_where_nothing_else_is_promised() {
    let processor = Processor { uncached_empties: false, ..Processor::F1 };
    let mut combiner = combiner(processor);
    combiner.store(WC, 0, &[1]).unwrap();
    combiner.store(Caching::Uncached, 128, &[2]).unwrap();
    assert_eq!(sent(&combiner), [(128, 1)]);
    let mut seen = [9];
    assert_eq!(combiner.read(Caching::Uncached, 0, &mut seen), Ok(Freshness::Stale));
    assert_eq!(seen, [0]);
    combiner.fence();
    assert_eq!(sent(&combiner), [(128, 1), (0, 1)]);
}

#[test]
fn an_uncached_store_is_behind_all_that_was_combined() {
    let mut combiner = combiner(Processor::F1);
    combiner.store(WC, 0, &[1]).unwrap();
    combiner.store(WC, 64, &[1]).unwrap();
    combiner.store(Caching::Uncached, 1024, &[1; 16]).unwrap();
    assert_eq!(sent(&combiner), [(0, 1), (64, 1), (1024, 0xffff)]);
}

#[test]
fn no_order_is_kept_between_buffers_where_any_is_allowed() {
    let orders: HashSet<Vec<u64>> = (0..200)
        .map(|seed| {
            let eviction = Eviction::Random { seed, unasked: 0 };
            let mut combiner = combiner(Processor { eviction, ..Processor::F1 });
            for line in 0..3 {
                combiner.store(WC, 64 * line, &[1; 64]).unwrap();
            }
            combiner.fence();
            combiner.bus().writes.iter().map(|write| write.line).collect()
        })
        .collect();
    assert_eq!(orders.len(), 6, "all orders of three full lines: {orders:?}");
}

#[test]
fn a_buffer_may_leave_that_nobody_wants() {
    let cut = (0..100).filter(|seed| {
        let eviction = Eviction::Random { seed: *seed, unasked: 16 };
        let mut combiner = combiner(Processor { eviction, ..Processor::F1 });
        for at in 0..8 {
            combiner.store(WC, 8 * at, &[1; 8]).unwrap();
        }
        combiner.fence();
        combiner.bus().writes.len() > 1
    });
    assert!((10..90).contains(&cut.count()));
}

#[test]
fn a_line_that_leaves_holds_up_a_store_to_it_and_to_no_other() {
    let Processor { same_line_ps, commit_ps, .. } = Processor::F1;
    for (line, fenced_ps) in [(0, same_line_ps + commit_ps), (64, commit_ps + commit_ps)] {
        let mut combiner = combiner(Processor::F1);
        combiner.store(WC, 0, &[1; 64]).unwrap();
        combiner.store(WC, line, &[1; 64]).unwrap();
        assert_eq!(combiner.now_ps(), 0, "the program does not wait for its stores");
        combiner.fence();
        assert_eq!(combiner.now_ps(), fenced_ps + same_line_ps, "line {line}");
    }
}

#[test]
fn the_program_waits_where_too_many_stores_do() {
    let mut combiner = combiner(Processor { store_buffer: 2, ..Processor::F1 });
    for _ in 0..3 {
        combiner.store(WC, 0, &[1; 64]).unwrap();
    }
    assert_eq!(combiner.now_ps(), Processor::F1.commit_ps);
    combiner.store(WC, 64, &[1]).unwrap();
    let Processor { same_line_ps, commit_ps, .. } = Processor::F1;
    assert_eq!(combiner.now_ps(), commit_ps + same_line_ps);
}

#[test]
fn lines_are_at_the_card_one_after_the_other_and_a_full_queue_holds_the_next_up() {
    let processor =
        Processor { queue: 2, buffers: 1, hand_over_ps: 0, store_buffer: 1, ..Processor::F1 };
    let mut combiner = combiner(processor);
    for line in 0..5 {
        combiner.store(WC, 64 * line, &[1; 64]).unwrap();
    }
    let first_ps = processor.commit_ps;
    assert_eq!(combiner.drained_ps(), first_ps + 5 * processor.drain_ps);
    // The fourth is taken when the second has arrived, the fifth after it.
    assert_eq!(combiner.now_ps(), first_ps + processor.drain_ps);
}

#[test]
fn what_cannot_be_is_refused_with_the_value_and_what_may_be() {
    for (processor, name, value, most) in [
        (Processor { buffers: 0, ..Processor::F1 }, "buffers", 0, 64),
        (Processor { buffers: 65, ..Processor::F1 }, "buffers", 65, 64),
        (Processor { store_buffer: 0, ..Processor::F1 }, "store_buffer", 0, 1 << 20),
        (Processor { queue: u64::MAX, ..Processor::F1 }, "queue", u64::MAX, 1 << 20),
    ] {
        let error = WriteCombiner::new(processor, Memory::of(0)).err();
        assert_eq!(error, Some(WriteCombiningError::Parameter { name, value, least: 1, most }));
        assert!(error.unwrap().to_string().starts_with(&format!("{name} is {value}; give 1 to")));
    }
    let mut combiner = combiner(Processor::F1);
    let refused = Err(WriteCombiningError::Range { address: u64::MAX - 2, bytes: 4 });
    assert_eq!(combiner.store(WC, u64::MAX - 2, &[1; 4]), refused);
    assert_eq!(combiner.store(WC, u64::MAX - 2, &[1; 3]), Ok(()), "the last byte there is");
    let mut combiner = WriteCombiner::new(Processor::F1, Memory::of(64)).unwrap();
    let range = WriteCombiningError::Range { address: u64::MAX - 2, bytes: 4 };
    assert_eq!(combiner.read(WC, u64::MAX - 2, &mut [0; 4]), Err(range));
    for routine in [forebay_write_combining::Routine::Burst, forebay_write_combining::Routine::Libc]
    {
        assert_eq!(combiner.copy(routine, WC, u64::MAX - 2, &[1; 4]), Err(range));
    }
    combiner.fence();
    assert_eq!(combiner.bus().writes.len(), 0, "nothing of what is refused is stored");
}
