// SPDX-License-Identifier: Apache-2.0
//! Repeated passing: every access in every state.

use super::*;
use crate::front_end::udma::access::{OK2, OK3};

const LOAD: Op = Op::Load;
const STORE: Op = Op::Store(SIZE);

/// An access, and what a load is answered.
type Step = (Op, u64, u32);

/// What a program does, last but not least.
fn sequence(number: u32, src: u64, dst: u64) -> Vec<Step> {
    match number {
        number::REPEAT3 => vec![(LOAD, src, OK1), (STORE, dst, FAIL), (LOAD, src, OK2)],
        number::REPEAT4 => {
            vec![(STORE, dst, FAIL), (LOAD, src, OK1), (STORE, dst, FAIL), (LOAD, src, OK2)]
        }
        _ => vec![
            (STORE, dst, FAIL),
            (LOAD, src, OK1),
            (STORE, dst, FAIL),
            (LOAD, src, OK2),
            (LOAD, dst, OK3),
        ],
    }
}

const REPEATED: [u32; 3] = [number::REPEAT3, number::REPEAT4, number::REPEAT5];

/// Does the steps from `from` on, which are the end of a sequence; each is answered as it should be, and only the last one starts.
fn goes_on(bench: &mut Bench, steps: &[Step], src: u64, dst: u64, why: &str) {
    for (nth, (op, address, answer)) in steps.iter().enumerate() {
        let say = bench.shadow(3, *op, *address);
        let last = nth + 1 == steps.len();
        let expected = if last { starts(0, src, dst, SIZE, *answer) } else { Say::told(*answer) };
        assert_eq!(say, expected, "{why}: step {nth} of {}", steps.len());
    }
}

/// Whether step `nth` of a sequence is that access, which may be the first to say an address.
fn is_next(steps: &[Step], nth: usize, op: Op, address: u64) -> bool {
    let (wanted, at, _) = steps[nth];
    let said = steps[..nth].iter().any(|(_, earlier, _)| *earlier == at);
    wanted == op && (!said || at == address)
}

#[test]
fn a_sequence_starts_once_and_whoever_does_it() {
    for number in REPEATED {
        let mut bench = Bench::new(number);
        for (src, dst) in [(A, B), (B, A), (A, A), (OTHERS[0], OTHERS[3])] {
            let steps = sequence(number, src, dst);
            goes_on(&mut bench, &steps, src, dst, "whole");
            bench.scheme.verdict(0, false);
        }
        // Contexts are not looked at.
        for (context, (op, address, answer)) in sequence(number, A, B).into_iter().enumerate() {
            let say = bench.shadow(context, op, address);
            assert_eq!((say.answer, say.stray), (answer, false), "{number}");
            assert!(say.start.is_none_or(|start| start.context == 0));
        }
    }
}

#[test]
fn any_other_access_goes_back_to_the_beginning_and_is_no_first_one() {
    for number in REPEATED {
        let steps = sequence(number, A, B);
        for nth in 0..steps.len() {
            for op in [LOAD, STORE] {
                for address in [A, B].into_iter().chain(OTHERS) {
                    let why = format!("{number} in state {nth}: {op:?} of {address:#x}");
                    if is_next(&steps, nth, op, address) {
                        continue;
                    }
                    let mut bench = Bench::new(number);
                    for (op, address, _) in &steps[..nth] {
                        bench.shadow(3, *op, *address);
                    }
                    assert_eq!(bench.shadow(3, op, address), Say::told(FAIL), "{why}");
                    goes_on(&mut bench, &sequence(number, B, A), B, A, &why);
                }
            }
        }
    }
}

#[test]
fn a_store_of_8_bytes_is_unexpected_and_a_stray() {
    for number in REPEATED {
        let steps = sequence(number, A, B);
        for nth in 0..steps.len() {
            let mut bench = Bench::new(number);
            for (op, address, _) in &steps[..nth] {
                bench.shadow(3, *op, *address);
            }
            let at = steps[nth].1;
            assert_eq!(bench.shadow(3, Op::Wide(SIZE.into()), at), Say::stray());
            goes_on(&mut bench, &sequence(number, B, A), B, A, "after 8 bytes");
        }
    }
}

#[test]
fn accesses_to_other_pages_change_nothing() {
    for number in REPEATED {
        let steps = sequence(number, A, B);
        for nth in 0..steps.len() {
            let mut bench = Bench::new(number);
            for (op, address, _) in &steps[..nth] {
                bench.shadow(3, *op, *address);
            }
            for (space, op) in NOT_SHADOW {
                let access = Access { op, space, context: 3, address: steps[nth].1 };
                assert_eq!(bench.does(access), Say::stray());
            }
            goes_on(&mut bench, &steps[nth..], A, B, "the rest");
        }
    }
}

#[test]
fn the_size_is_that_of_the_last_store() {
    for number in REPEATED {
        let mut bench = Bench::new(number);
        let steps = sequence(number, A, B);
        let stores = steps.iter().filter(|(op, ..)| *op == STORE).count();
        let (mut seen, mut last) = (0, Say::stray());
        for (op, address, _) in steps {
            let op = if op == STORE {
                seen += 1;
                Op::Store(100 * seen)
            } else {
                op
            };
            last = bench.shadow(3, op, address);
        }
        let size = u32::try_from(100 * stores).unwrap();
        assert_eq!(last.start.unwrap().size, size, "{number}");
    }
}

#[test]
fn all_is_forgotten_with_any_context() {
    for number in REPEATED {
        let steps = sequence(number, A, B);
        for nth in 1..steps.len() {
            for contexts in [0, 1, 1 << 7] {
                let mut bench = Bench::new(number);
                for (op, address, _) in &steps[..nth] {
                    bench.shadow(3, *op, *address);
                }
                bench.scheme.forget(contexts);
                let rest = if contexts == 0 { &steps[nth..] } else { &steps[..] };
                goes_on(&mut bench, rest, A, B, "after forgetting");
            }
        }
    }
}
