// SPDX-License-Identifier: Apache-2.0
//! Key-based contexts.

use super::*;
use crate::front_end::udma::access::MINUS_ONE;

const KEY: u64 = 0x0ABC_DEF0_1234_5671;

/// The word with which an address is said to a context.
fn word(key: u64, source: bool, context: usize) -> Op {
    Op::Wide(key << 4 | u64::from(source) << 3 | context as u64)
}

fn bench() -> Bench {
    let mut bench = Bench::new(number::KEY);
    bench.keys[3] = KEY;
    bench.keys[5] = KEY ^ 1;
    bench
}

impl Bench {
    fn page(&mut self, context: usize, op: Op, offset: u64) -> Say {
        self.does(Access { op, space: Space::Context, context, address: offset })
    }

    fn size(&mut self, context: usize, size: u32) -> Say {
        self.page(context, Op::Store(size), 0)
    }

    fn poll(&mut self, context: usize) -> Say {
        self.page(context, Op::Load, 0)
    }

    /// Says source and destination.
    fn addresses(&mut self, context: usize, key: u64) {
        // Whose page it is makes no difference: the key says whose it is.
        assert_eq!(self.shadow(0, word(key, true, context), A), Say::told(FAIL));
        assert_eq!(self.shadow(7, word(key, false, context), B), Say::told(FAIL));
    }
}

/// What the load is answered that starts.
fn started(context: usize, size: u32) -> Say {
    Say { refused: MINUS_ONE, ..starts(context, A, B, size, size) }
}

#[test]
fn a_load_starts_what_was_said_in_any_order_and_once() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut bench = bench();
        for what in order {
            let say = match what {
                0 => bench.shadow(3, word(KEY, true, 3), A),
                1 => bench.shadow(3, word(KEY, false, 3), B),
                _ => bench.page(3, Op::Store(SIZE), 0xFFC),
            };
            assert_eq!(say, Say::told(FAIL), "{order:?}");
        }
        assert_eq!(bench.page(3, Op::Load, 0x7F8), started(3, SIZE), "{order:?}");
        assert_eq!(bench.poll(3), Say::told(MINUS_ONE), "{order:?}: consumed");
    }
}

#[test]
fn a_load_with_a_part_drops_it() {
    for parts in 1..7 {
        let mut bench = bench();
        let say = |bench: &mut Bench, parts: u32| {
            if parts & 1 != 0 {
                bench.shadow(3, word(KEY, true, 3), A);
            }
            if parts & 2 != 0 {
                bench.shadow(3, word(KEY, false, 3), B);
            }
            if parts & 4 != 0 {
                bench.size(3, SIZE);
            }
        };
        bench.progress[3].failed = false;
        say(&mut bench, parts);
        assert_eq!(bench.poll(3), Say::told(MINUS_ONE), "{parts}");
        assert_eq!(bench.poll(3), Say::told(0), "{parts}: dropped");
        say(&mut bench, 7 - parts);
        assert_eq!(bench.poll(3), Say::told(MINUS_ONE), "{parts}: nothing is left of it");
    }
}

#[test]
fn a_word_without_the_contexts_key_is_a_stray_and_says_nothing() {
    let mut bench = bench();
    bench.addresses(3, KEY);
    bench.size(3, SIZE);
    // Not a bit of the key may differ, of no context; and a context without a key has none that fits.
    let wrong = (0..60).map(|bit| word(KEY ^ 1 << bit, true, 3));
    for op in wrong.chain([word(KEY, true, 5), word(KEY ^ 1, true, 3), word(0, true, 0)]) {
        assert_eq!(bench.shadow(3, op, B), Say::stray(), "{op:?}");
    }
    assert_eq!(bench.poll(0), Say::told(MINUS_ONE));
    assert_eq!(bench.poll(5), Say::told(MINUS_ONE));
    assert_eq!(bench.poll(3), started(3, SIZE));
}

#[test]
fn a_later_word_replaces_an_earlier_one_of_its_role() {
    let mut bench = bench();
    for address in [B, A] {
        bench.shadow(3, word(KEY, true, 3), address);
    }
    for address in [A, B] {
        bench.shadow(3, word(KEY, false, 3), address);
    }
    bench.size(3, 1);
    bench.size(3, SIZE);
    assert_eq!(bench.poll(3), started(3, SIZE));
}

#[test]
fn while_a_transfer_is_under_way_nothing_is_taken_and_who_polls_is_told_what_is_left() {
    let mut bench = bench();
    bench.progress[3] = Progress { busy: true, left: 77, failed: false };
    assert_eq!(bench.shadow(3, word(KEY, true, 3), A), Say::stray());
    assert_eq!(bench.shadow(3, word(KEY, false, 3), B), Say::stray());
    assert_eq!(bench.size(3, SIZE), Say::told(FAIL));
    for _ in 0..2 {
        assert_eq!(bench.poll(3), Say::told(77));
    }
    // Another context is not held up.
    bench.addresses(5, KEY ^ 1);
    bench.size(5, 9);
    assert_eq!(bench.poll(5), started(5, 9));
    for (failed, answer) in [(false, 0), (true, MINUS_ONE)] {
        bench.progress[3] = Progress { busy: false, left: 1, failed };
        for _ in 0..2 {
            assert_eq!(bench.poll(3), Say::told(answer), "nothing was latched");
        }
    }
}

#[test]
fn what_is_none_of_its_accesses_changes_nothing() {
    let mut bench = bench();
    bench.addresses(3, KEY);
    bench.size(3, SIZE);
    assert_eq!(bench.load(3, A), Say::told(FAIL));
    assert_eq!(bench.store(3, A, 1), Say::stray());
    assert_eq!(bench.page(3, word(KEY, true, 3), 0), Say::stray());
    for op in [Op::Load, Op::Store(1), word(KEY, true, 3)] {
        let access = Access { op, space: Space::Portal, context: 3, address: 0 };
        assert_eq!(bench.does(access), Say::stray());
    }
    assert_eq!(bench.poll(3), started(3, SIZE));
}

#[test]
fn what_a_context_has_said_is_forgotten_with_it() {
    for contexts in [0, 1 << 3, !(1 << 3)] {
        let mut bench = bench();
        bench.addresses(3, KEY);
        bench.size(3, SIZE);
        bench.scheme.forget(contexts);
        let kept = contexts >> 3 & 1 == 0;
        let expected = if kept { started(3, SIZE) } else { Say::told(MINUS_ONE) };
        assert_eq!(bench.poll(3), expected, "{contexts:#x}");
    }
}
