// SPDX-License-Identifier: Apache-2.0
//! The table of each scheme, typed by hand from decision 0020: accesses, answers and starts as words.

#![expect(clippy::panic, clippy::unwrap_used, reason = "helpers of tests")]

use forebay_udma_model::scheme::{Key, Name, Role, key_word};
use forebay_udma_model::{Access, Engine, News, Outcome, Scheme, Space, step};

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

/// `-` for a store, the code of a load, `!` where it is counted, `1>2:10` where a start of 10 bytes follows.
fn said(outcome: &Outcome) -> String {
    let mut text = outcome.answer.map_or("-".into(), |answer| answer.to_string());
    if outcome.stray {
        text.push('!');
    }
    if let Some((start, _)) = outcome.start {
        let pages = (start.src.value >> 12, start.dst.value >> 12);
        text += &format!("={}>{}:{}", pages.0, pages.1, start.size.value);
        if start.context > 0 {
            text += &format!("@{}", start.context);
        }
    }
    text
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

const KEY: u64 = 0x0ABC_DEF0_1234_5678;

fn keyed(context: u8, role: Role, key: u64, page: u64) -> Access {
    Access::store(page << 12, key_word(context, role, key)).wide()
}

fn page(access: Access) -> Access {
    access.space(Space::Context)
}

/// Answers of loads, and what starts.
fn run(engine: &mut Key, accesses: &[Access], accept: bool) -> Vec<String> {
    accesses.iter().map(|access| said(&step(engine, access, accept))).collect()
}

#[test]
fn key_starts_what_all_three_are_there_for_and_tells_how_it_went() {
    let mut engine = Key::new(&[(0, KEY)]);
    let poll = page(Access::load(8));
    let call = [
        keyed(0, Role::Source, KEY, 1),
        keyed(0, Role::Destination, KEY, 2),
        page(Access::store(4, 64)),
        poll,
    ];
    assert_eq!(run(&mut engine, &[poll], true), ["4294967295"], "before the first");
    assert_eq!(run(&mut engine, &call, true), ["-", "-", "-", "64=1>2:64"]);
    // Nothing is taken while it moves.
    assert_eq!(run(&mut engine, &call, true), ["-!", "-!", "-", "64"]);
    engine.news(News::Ended { context: 0, failed: false });
    assert_eq!(run(&mut engine, &[poll, poll], true), ["0", "0"]);
    assert_eq!(run(&mut engine, &call, false), ["-", "-", "-", "4294967295=1>2:64"]);
    assert_eq!(run(&mut engine, &[poll], true), ["0"], "how the last transfer ended");
    assert_eq!(run(&mut engine, &call[1..], true), ["-", "-", "4294967295"], "no source");
    assert_eq!(run(&mut engine, &call[..3], true), ["-", "-", "-"]);
    engine.clear(0);
    assert_eq!(run(&mut engine, &[poll], true), ["0"], "cleared");
}

#[test]
fn key_takes_no_address_without_the_key_of_the_context() {
    let wrong = [
        keyed(1, Role::Source, KEY, 1),
        keyed(0, Role::Source, KEY ^ 1, 1),
        keyed(0, Role::Source, KEY ^ 1 << 59, 1),
        keyed(7, Role::Source, 0, 1),
        Access::store(1 << 12, key_word(0, Role::Source, KEY)),
    ];
    for access in wrong {
        let mut engine = Key::new(&[(0, KEY), (1, KEY + 1)]);
        let before = engine.clone();
        assert_eq!(run(&mut engine, &[access], true), ["-!"]);
        assert_eq!(engine, before);
    }
}

#[test]
fn a_context_page_is_its_contexts_own() {
    let mut engine = Key::new(&[(0, KEY), (3, KEY)]);
    let accesses = [
        keyed(3, Role::Source, KEY, 1).context(0),
        keyed(3, Role::Destination, KEY, 2).context(5),
        page(Access::store(0, 8)).context(0),
        page(Access::store(0, 16)).context(3),
        page(Access::load(0)).context(0),
        page(Access::load(0)).context(3),
    ];
    let wanted = ["-", "-", "-", "-", "4294967295", "16=1>2:16@3"];
    assert_eq!(run(&mut engine, &accesses, true), wanted);
}

fn piece(offset: u64, data: u64) -> Access {
    Access::store(offset, data).space(Space::Portal)
}

fn portal(accesses: &[Access]) -> Vec<String> {
    let mut engine: Engine = Name::Portal.engine();
    accesses.iter().map(|access| said(&step(&mut engine, access, true))).collect()
}

/// A descriptor from page 1 to page 2 in words of 8 bytes.
fn words() -> [u64; 8] {
    [0x1000, 0x2000, 0x3000, 7 << 32 | 64, 0, 0, 0, 1]
}

/// That descriptor in the line at this offset.
fn wide(line: u64) -> Vec<Access> {
    (0..).step_by(8).zip(words()).map(|(at, word)| piece(line + at, word).wide()).collect()
}

#[test]
fn a_line_starts_with_its_last_piece_whatever_its_pieces_are() {
    let narrow: Vec<_> = (0..)
        .step_by(8)
        .zip(words())
        .flat_map(|(at, word)| [piece(at, word & 0xFFFF_FFFF), piece(at + 4, word >> 32)])
        .collect();
    for accesses in [wide(0), wide(0xFC0), narrow.clone(), [&narrow[..6], &wide(0)[3..]].concat()] {
        let said = portal(&accesses);
        let (last, before) = said.split_last().unwrap();
        assert!(before.iter().all(|said| said == "-"), "{said:?}");
        assert_eq!(last, "-=1>2:64");
    }
    let mut engine = Name::Portal.engine();
    let start = wide(64).iter().filter_map(|piece| step(&mut engine, piece, true).started()).last();
    let start = start.unwrap();
    assert_eq!((start.record, start.record_addr, start.cookie), (Some(0x3000), 0x3000, 7));
}

#[test]
fn a_piece_that_does_not_continue_its_line_tears_it() {
    let line = wide(0);
    let all = |said: Vec<String>| said.concat();
    // A gap, another line, a piece again: nothing starts before byte 0 has come again.
    for (at, offset) in (1..7).zip((8..).step_by(8)) {
        let foreign = [piece(0x40 + offset, 0).wide(), line[0], line[at - 1]];
        for foreign in foreign {
            let accesses = [&line[..at], &[foreign], &line[at..]].concat();
            let said = portal(&accesses);
            assert_eq!(said[at], "-!", "{at}");
            let goes_on = foreign.addr == 0 && at == 1;
            assert_eq!(all(said).contains('='), goes_on, "{at} {foreign:?}");
        }
    }
    assert_eq!(portal(&[piece(4, 0).wide(), piece(2, 0), Access::load(0)]), ["-!", "-!", "0!"]);
}

#[test]
fn lines_of_contexts_do_not_meet() {
    let other: Vec<_> = wide(0).into_iter().map(|piece| piece.context(5)).collect();
    let both: Vec<_> = wide(0).into_iter().zip(other).flat_map(|(one, two)| [one, two]).collect();
    let said = portal(&both);
    assert_eq!(said[14..], ["-=1>2:64", "-=1>2:64@5"]);
    assert!(said[..14].iter().all(|said| said == "-"));
}

#[test]
fn a_line_that_is_no_descriptor_starts_nothing() {
    for (word, value) in [(4, 1), (5, 1 << 63), (6, 1), (7, 2), (7, 1 << 32)] {
        let mut line = wide(0);
        line[word].data = value;
        assert_eq!(portal(&line)[7], "-!", "{word}");
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
    let mut engine = Name::Portal.engine();
    step(&mut engine, &wide(0)[0], true);
    engine.clear(0);
    assert_eq!(engine, Name::Portal.engine());
}
