// SPDX-License-Identifier: Apache-2.0
//! The table of each scheme, typed by hand from decision 0020: accesses, answers and starts as words. `pages.rs` has those with pages of their own.

#![expect(clippy::panic, clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::said;
use forebay_udma_model::scheme::Name;
use forebay_udma_model::{Access, Scheme, Space, step};

/// `s2@0` is a store at page 2 under context 0, `l` a load, `x` an exchange, `h` the hook, `w1` WHO = 1, `p` a load of the portal page. The
/// size is ten times the number of the access, from 1 on.
fn access(word: &str, number: u64) -> Access {
    let (word, context) = word.split_once('@').unwrap_or((word, "0"));
    let page = word[1..].parse::<u64>().unwrap_or(0);
    let access = match word.as_bytes()[0] {
        b's' => Access::store(page << 12, 10 * number),
        b'l' => Access::load(page << 12),
        b'x' => Access::exchange(page << 12, 10 * number),
        b'h' => Access::hook(),
        b'w' => Access::who(page),
        b'p' => Access::load(0).space(Space::Portal),
        other => panic!("{other}"),
    };
    access.context(context.parse().unwrap())
}

fn check(scheme: Name, lines: &[(&str, &str)]) {
    for (accesses, wanted) in lines {
        for accept in [true, false] {
            let mut engine = scheme.engine();
            let got: Vec<_> = (1..)
                .zip(accesses.split(' '))
                .map(|(number, word)| said(&step(&mut engine, &access(word, number), accept)))
                .collect();
            let wanted: Vec<_> = wanted
                .split(' ')
                .map(|word| match word.split_once('=') {
                    Some((_, start)) if !accept => format!("0={start}"),
                    _ => word.to_owned(),
                })
                .collect();
            assert_eq!(got, wanted, "{}: {accesses}, accept {accept}", scheme.text());
        }
    }
}

#[test]
fn shrimp2_starts_from_the_last_store_and_a_load_empties_the_latch() {
    check(
        Name::Shrimp2,
        &[
            ("s2 l1 l1", "- 1=1>2:10 0"),
            ("s2 s3 l1", "- - 1=1>3:20"),
            ("s2 h l1", "- - 0"),
            ("l1 s2 l4", "0 - 1=4>2:20"),
            ("s2@1 l1@2", "- 1=1>2:10"),
            ("s2 w1 x3 l1", "- - 0! 1=1>2:10"),
        ],
    );
}

#[test]
fn flash_starts_only_for_the_process_that_has_stored() {
    check(
        Name::Flash,
        &[
            ("s2 l1 l1", "- 1=1>2:10 0"),
            ("w1 s2 w2 l1 w1 l1", "- - - 0 - 0"),
            ("w1 s2 w2 w1 l1", "- - - - 1=1>2:20"),
            ("s2 w7 s3 l4", "- - - 1=4>3:30"),
            ("s2 h x1 l1", "- - 0! 1=1>2:10"),
        ],
    );
}

#[test]
fn shadow_check_starts_only_within_a_context() {
    check(
        Name::ShadowCheck,
        &[
            ("s2 l1 l1", "- 1=1>2:10 0"),
            ("s2@1 l1@1", "- 1=1>2:10@1"),
            ("s2@1 l1@2 l1@1", "- 0 0"),
            ("s2@1 s3@2 l1@1 l1@2", "- - 0 0"),
            ("s2@1 x1@1 p@1 l1@1", "- 0! 0! 1=1>2:10@1"),
        ],
    );
}

#[test]
fn shadow_has_a_latch_for_each_context() {
    check(
        Name::Shadow,
        &[
            ("s2@1 s3@2 l1@1 l4@2 l1@1", "- - 1=1>2:10@1 1=4>3:20@2 0"),
            ("s2@1 l1@2 l1@1", "- 0 1=1>2:10@1"),
            ("s2@7 s3@7 l1@7", "- - 1=1>3:20@7"),
            ("s2 h w1 x1 l1", "- - - 0! 1=1>2:10"),
        ],
    );
}

#[test]
fn repeat3_waits_for_load_store_load() {
    check(
        Name::Repeat3,
        &[
            ("l1 s2 l1 l1", "1 - 2=1>2:20 1"),
            ("s2 l1 s2 l1", "- 1 - 2=1>2:30"),
            // Load in S1; load of another, store in S2: all of these go back and are no new first ones.
            ("l1 l1 s2 l1", "1 0 - 1"),
            ("l1 s2 l3 s2 l1", "1 - 0 - 1"),
            ("l1 s2 s2 l1", "1 - - 1"),
            ("l1 x1 l1", "1 0! 1"),
            ("l1 p s2 l1", "1 0! - 2=1>2:30"),
        ],
    );
}

#[test]
fn repeat4_waits_for_store_load_twice() {
    check(
        Name::Repeat4,
        &[
            ("s2 l1 s2 l1 l1", "- 1 - 2=1>2:30 0"),
            ("l1 s2 l1 s2 l1", "0 - 1 - 2=1>2:40"),
            ("s2 s2 l1", "- - 0"),
            ("s2 l1 s3 l1", "- 1 - 0"),
            ("s2 l1 l1 s2 l1", "- 1 0 - 1"),
            ("s2 l1 s2 l3 l1", "- 1 - 0 0"),
            ("s2 l1 s2 s2 l1", "- 1 - - 0"),
            ("s2 x2 l1", "- 0! 0"),
            ("s2 h l1 w3 s2 p l1", "- - 1 - - 0! 2=1>2:50"),
        ],
    );
}

#[test]
fn repeat5_is_the_machine_of_section_4_1() {
    check(
        Name::Repeat5,
        &[
            ("s2 l1 s2 l1 l2 l1", "- 1 - 2 3=1>2:30 0"),
            ("l1 s2 l1 s2 l1 l2", "0 - 1 - 2 3=1>2:40"),
            ("s2 s2 l1", "- - 0"),
            ("s2 l1 s3 l1", "- 1 - 0"),
            ("s2 l1 l1 s2 l1", "- 1 0 - 1"),
            ("s2 l1 s2 l3 l1", "- 1 - 0 0"),
            ("s2 l1 s2 s2 l1", "- 1 - - 0"),
            ("s2 l1 s2 l1 l1 l2", "- 1 - 2 0 0"),
            ("s2 l1 s2 l1 s2 l1", "- 1 - 2 - 0"),
            ("s2 l1 s2 x1 l1", "- 1 - 0! 0"),
            ("s2 l1 p s2 l1 l2", "- 1 0! - 2 3=1>2:40"),
        ],
    );
}

#[test]
fn an_address_is_compared_in_all_of_its_bits() {
    for bit in (2..12).chain([12, 19, 23, 40, 47]) {
        let mut engine = Name::Repeat5.engine();
        let (a, b) = (0x1000, 0x2000);
        let near = Access::load(a ^ 1 << bit);
        let answers: Vec<_> = [Access::store(b, 1), Access::load(a), Access::store(b, 1), near]
            .iter()
            .map(|access| step(&mut engine, access, true).answer)
            .collect();
        assert_eq!(answers, [None, Some(1), None, Some(0)], "bit {bit}");
    }
}

#[test]
fn clearing_forgets_what_is_latched_and_only_of_that_context_where_there_are_any() {
    for scheme in [Name::Shrimp2, Name::Flash, Name::ShadowCheck, Name::Shadow] {
        let knows_contexts = matches!(scheme, Name::ShadowCheck | Name::Shadow);
        for cleared in [1, 2] {
            let mut engine = scheme.engine();
            step(&mut engine, &access("s2@1", 1), true);
            engine.clear(cleared);
            let started = step(&mut engine, &access("l1@1", 2), true).started().is_some();
            assert_eq!(started, knows_contexts && cleared == 2, "{} {cleared}", scheme.text());
        }
    }
    for scheme in [Name::Repeat3, Name::Repeat4, Name::Repeat5] {
        let mut engine = scheme.engine();
        for word in ["s2", "l1", "s2"] {
            step(&mut engine, &access(word, 1), true);
        }
        engine.clear(3);
        assert_eq!(engine, scheme.engine());
    }
}
