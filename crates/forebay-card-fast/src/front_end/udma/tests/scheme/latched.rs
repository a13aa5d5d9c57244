// SPDX-License-Identifier: Apache-2.0
//! A store fills a latch, a load empties it: SHRIMP-2, FLASH, and both kinds of extended shadow addressing.

use super::*;

const LATCHED: [u32; 4] = [number::SHRIMP2, number::FLASH, number::SHADOW_CHECK, number::SHADOW];

/// Whose a transfer is that context 3 starts.
fn of_three(scheme: u32) -> usize {
    if scheme == number::SHRIMP2 || scheme == number::FLASH { 0 } else { 3 }
}

#[test]
fn a_store_and_a_load_start_once() {
    for number in LATCHED {
        let mut bench = Bench::new(number);
        bench.who = 9;
        let start = starts(of_three(number), A, B, SIZE, OK1);
        assert_eq!(bench.load(3, A), Say::told(FAIL), "{number}: nothing is latched");
        assert_eq!(bench.store(3, B, SIZE), Say::told(FAIL));
        assert_eq!(bench.load(3, A), start);
        // Whether the door takes it makes no difference to what follows.
        bench.scheme.verdict(start.start.unwrap().context, false);
        assert_eq!(bench.load(3, A), Say::told(FAIL), "{number}: it is empty");
        bench.store(3, A, 1);
        bench.store(3, B, SIZE);
        assert_eq!(bench.load(3, A), start, "{number}: the second store replaces the first");
    }
}

#[test]
fn what_is_none_of_theirs_changes_nothing() {
    for number in LATCHED {
        let mut bench = Bench::new(number);
        bench.store(3, B, SIZE);
        assert_eq!(bench.shadow(3, Op::Wide(1), A), Say::stray(), "{number}");
        for (space, op) in NOT_SHADOW {
            let access = Access { op, space, context: 3, address: 0 };
            assert_eq!(bench.does(access), Say::stray(), "{number}: {access:?}");
        }
        assert_eq!(bench.load(3, A), starts(of_three(number), A, B, SIZE, OK1), "{number}");
    }
}

#[test]
fn the_hook_empties_the_latch_of_shrimp2_only() {
    for number in LATCHED {
        let mut bench = Bench::new(number);
        bench.store(3, B, SIZE);
        bench.scheme.hook();
        let empty = bench.load(3, A) == Say::told(FAIL);
        assert_eq!(empty, number == number::SHRIMP2, "{number}");
    }
}

#[test]
fn who_runs_matters_to_flash_only() {
    for number in LATCHED {
        let mut bench = Bench::new(number);
        bench.store(3, B, SIZE);
        bench.who = 1 << 31;
        let refused = bench.load(3, A) == Say::told(FAIL);
        assert_eq!(refused, number == number::FLASH, "{number}");
        bench.who = 0;
        assert_eq!(bench.load(3, A), Say::told(FAIL), "{number}: the load has emptied it");
    }
}

#[test]
fn a_load_of_another_context() {
    for number in LATCHED {
        let mut bench = Bench::new(number);
        bench.store(3, B, SIZE);
        let (other, own) = (bench.load(2, A), bench.load(3, A));
        let expected = match number {
            // The victim's destination with the attacker's source: no context is looked at.
            number::SHRIMP2 | number::FLASH => (starts(0, A, B, SIZE, OK1), Say::told(FAIL)),
            number::SHADOW_CHECK => (Say::told(FAIL), Say::told(FAIL)),
            _ => (Say::told(FAIL), starts(3, A, B, SIZE, OK1)),
        };
        assert_eq!((other, own), expected, "{number}");
    }
}

#[test]
fn a_store_of_another_context() {
    for number in LATCHED {
        let mut bench = Bench::new(number);
        bench.store(3, B, SIZE);
        bench.store(2, A, 1);
        let own = bench.load(3, A);
        let expected = match number {
            number::SHRIMP2 | number::FLASH => starts(0, A, A, 1, OK1),
            number::SHADOW_CHECK => Say::told(FAIL),
            _ => starts(3, A, B, SIZE, OK1),
        };
        assert_eq!(own, expected, "{number}");
    }
}

#[test]
fn what_a_context_has_begun_is_forgotten_with_it() {
    for number in LATCHED {
        let knows_whose = number == number::SHADOW_CHECK || number == number::SHADOW;
        for (contexts, empty) in [(0, false), (1 << 3, true), (0xFF, true), (0xF7, !knows_whose)] {
            let mut bench = Bench::new(number);
            bench.store(3, B, SIZE);
            bench.scheme.forget(contexts);
            assert_eq!(bench.load(3, A) == Say::told(FAIL), empty, "{number}, {contexts:#x}");
        }
    }
}
