// SPDX-License-Identifier: Apache-2.0
//! The tables of the schemes that have pages of their own, key and portal, typed by hand from decision 0020.

mod common;

use common::said;
use forebay_udma_model::scheme::{Key, Name, Role, key_word};
use forebay_udma_model::{Access, Engine, News, Scheme, Space, step};

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
fn clearing_forgets_a_line_that_is_not_whole() {
    let mut engine = Name::Portal.engine();
    step(&mut engine, &wide(0)[0], true);
    engine.clear(0);
    assert_eq!(engine, Name::Portal.engine());
}
