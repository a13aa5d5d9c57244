// SPDX-License-Identifier: Apache-2.0
//! Lists that one line starts: all of their descriptors, places, ends.

use forebay_regs::user::udma::bad_hi::reason;
use forebay_regs::{batch_desc, batch_record};

use super::super::lists::MOST_ITEMS;
use super::*;

const CONTEXT: u32 = 2;
const COOKIE: u32 = 0x8BAD_F00D;
const GUARD: u8 = 0xEE;
/// Pages of the memory, and slots of the same numbers.
const SRC: u64 = 1;
const DST: u64 = 2;
const RECORDS: u64 = 3;
const LIST: u64 = 4;
const OTHERS: u64 = 6;
/// A slot where nobody is on the bus.
const NOWHERE: u64 = 8;
/// Where the record of the list goes, behind those of its descriptors.
const LAST: u64 = at(RECORDS, PAGE - 8);

/// What one of a list asks for: a record of its own if it has a cookie.
#[derive(Clone, Copy)]
struct Item {
    src: u64,
    dst: u64,
    bytes: u32,
    record: Option<(u64, u32)>,
}

impl Item {
    /// 16 bytes that go to their place, with a record.
    fn good(nth: u64) -> Self {
        let cookie = 1000 + u32::try_from(nth).unwrap();
        let (src, dst) = (at(SRC, 16 * nth), at(DST, 16 * nth + 1));
        Self { src, dst, bytes: 15, record: Some((at(RECORDS, 8 * nth), cookie)) }
    }

    fn bytes(&self) -> [u8; batch_desc::SIZE_BYTES as usize] {
        let (record, cookie) = self.record.map_or((0, 0), |(at, cookie)| (at | 1 << 63, cookie));
        let fourth = u64::from(cookie) << 32 | u64::from(self.bytes);
        let words = [self.src, self.dst, record, fourth].map(u64::to_le_bytes);
        words.concat().try_into().unwrap()
    }
}

fn bench() -> Bench {
    let mut bench = Bench::new(8, GUARD);
    let source: Vec<u8> = (0..PAGE).map(|byte| u8::try_from(byte % 251).unwrap()).collect();
    bench.memory.write(index(SRC * PAGE), &source).unwrap();
    for (slot, bytes, rights, owner) in [
        (SRC, 0x1000, READ, CONTEXT),
        (DST, 0x1000, WRITE, CONTEXT),
        (RECORDS, 0x1000, WRITE, CONTEXT),
        (LIST, 0x2000, READ, CONTEXT),
        (LIST + 1, 0x1000, READ, CONTEXT),
        (OTHERS, 0x1000, READ | WRITE, 0),
    ] {
        bench.slot(u32::try_from(slot).unwrap(), slot, bytes, rights, owner);
    }
    bench.slot_at(u32::try_from(NOWHERE).unwrap(), 1 << 45, 0x1000, READ | WRITE, CONTEXT);
    bench.turn(CONTEXT, true);
    bench.write(udma::SCHEME, number::PORTAL);
    bench
}

fn index(value: u64) -> usize {
    usize::try_from(value).unwrap()
}

impl Bench {
    /// Writes a list, and starts it.
    fn list(&mut self, offset: u64, items: &[Item]) {
        for (item, nth) in items.iter().zip(0..) {
            let at = index(LIST * PAGE + offset + 32 * nth);
            self.memory.write(at, &item.bytes()).unwrap();
        }
        self.start_list(at(LIST, offset), u32::try_from(items.len()).unwrap());
    }

    fn start_list(&mut self, src: u64, items: u32) {
        let start = Start {
            context: CONTEXT as usize,
            src,
            size: items,
            record: true,
            record_address: LAST,
            cookie: COOKIE,
            list: true,
            ..Start::default()
        };
        self.line(CONTEXT, &start);
    }

    /// Low and high half of a record; none if it has not been written.
    fn record_at(&self, at: u64) -> Option<(u32, u32)> {
        let bytes = self.bytes(at, 8);
        let half = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        (bytes != [GUARD; 8]).then(|| (half(0), half(4)))
    }

    /// How many ended well, which is the first that did not, and why.
    fn result(&self) -> (u32, u32, u32) {
        let (says, cookie) = self.record_at(LAST).unwrap();
        assert_eq!(cookie, COOKIE);
        let [good, first, reason] =
            [batch_record::result::GOOD, batch_record::result::FIRST, batch_record::result::REASON]
                .map(|field| field.get(says));
        (good, first, reason)
    }

    /// Whether the bytes of the nth good one are there; they come all or not at all.
    fn moved(&self, nth: u64) -> bool {
        let found = self.bytes(DST * PAGE + 16 * nth + 1, 15);
        let moved = found == self.bytes(SRC * PAGE + 16 * nth, 15);
        assert!(moved || found == [GUARD; 15], "{nth}");
        moved
    }
}

fn items(count: u64) -> Vec<Item> {
    (0..count).map(Item::good).collect()
}

#[test]
fn all_of_a_list_moves_and_then_its_record_is_written() {
    for (count, offset) in
        [(1, 0), (2, 32), (8, 224), (17, PAGE - 64), (3, 2 * PAGE - 96), (128, 96)]
    {
        let mut bench = bench();
        bench.list(offset, &items(count));
        while bench.record_at(LAST).is_none() {
            assert_eq!(bench.read(udma::PENDING), 0, "only the end is told");
            assert!(bench.step());
        }
        assert!((0..count).all(|nth| bench.moved(nth)));
        for (nth, cookie) in (0..count).zip(1000..) {
            assert_eq!(bench.record_at(at(RECORDS, 8 * nth)), Some((reason::DONE, cookie)));
        }
        let number = u32::try_from(count).unwrap();
        assert_eq!(bench.result(), (number, 0, reason::DONE));
        assert!(bench.udma.busy());
        bench.rest();
        assert_eq!(bench.read(udma::PENDING), 1 << CONTEXT);
        assert_eq!(bench.counts(CONTEXT), [number + 1, number + 1, 0]);
        assert_eq!((bench.of(CONTEXT, udma::SKIPPED), bench.bad(CONTEXT)), (0, (0, 0)));
    }
    assert_eq!(MOST_ITEMS, 128);
}

#[test]
fn each_is_judged_by_itself_and_the_first_by_its_place_is_told() {
    let mut bench = bench();
    let mut list = items(9);
    list[1].src = at(NOWHERE, 0);
    list[2].dst = at(SRC, 0);
    list[4].src |= 1 << 48;
    list[5] = Item { bytes: 0, record: None, ..list[5] };
    list[7].dst = at(OTHERS, 0);
    bench.list(64, &list);
    bench.rest();
    assert_eq!(bench.result(), (4, 1, reason::HOST_DECODE));
    let told: Vec<_> =
        (0..9).map(|nth| bench.record_at(at(RECORDS, 8 * nth)).map(|(low, _)| low)).collect();
    let done = Some(reason::DONE);
    let expected = [
        done,
        Some(reason::HOST_DECODE),
        Some(reason::UNWRITABLE),
        done,
        Some(reason::SLOT),
        None,
        done,
        Some(reason::SLOT),
        done,
    ];
    assert_eq!(told, expected);
    let moved: Vec<_> = (0..9).map(|nth| bench.moved(nth)).collect();
    assert_eq!(moved, expected.map(|told| told == done));
    assert_eq!((bench.counts(CONTEXT), bench.refused(CONTEXT)), ([6, 5, 1], 4));
    assert_eq!(bench.of(CONTEXT, udma::SKIPPED), 0);
}

#[test]
fn a_record_that_nobody_takes_makes_its_transfer_one_that_failed() {
    let mut bench = bench();
    let mut list = items(3);
    list[1].record = Some((at(NOWHERE, 8), 1));
    bench.list(0, &list);
    bench.rest();
    assert_eq!(bench.result(), (2, 1, reason::HOST_DECODE));
    assert_eq!(
        (bench.counts(CONTEXT), bench.bad(CONTEXT)),
        ([4, 3, 1], (reason::HOST_DECODE, at(NOWHERE, 8)))
    );
}

#[test]
fn a_list_waits_for_places_and_a_line_beside_it_finds_none() {
    let mut bench = bench();
    bench.list(0, &items(40));
    let mut most = 0;
    while bench.record_at(LAST).is_none() {
        most = most.max(udma::context_status::COUNT.get(bench.of(CONTEXT, udma::CONTEXT_STATUS)));
        if most == DEPTH && bench.refused(CONTEXT) == 0 {
            let line = Start {
                context: 0,
                src: at(SRC, 0),
                dst: at(DST, 0x800),
                size: 8,
                ..Start::default()
            };
            bench.line(CONTEXT, &line);
            assert_eq!(bench.bad(CONTEXT), (reason::FULL, at(SRC, 0)));
        }
        assert!(bench.step());
    }
    bench.rest();
    assert_eq!((most, bench.result()), (DEPTH, (40, 0, reason::DONE)));
    assert_eq!((bench.counts(CONTEXT), bench.refused(CONTEXT)), ([41, 41, 0], 1));
}

#[test]
fn a_second_list_is_refused_until_the_first_is_told() {
    let mut bench = bench();
    bench.list(0, &items(2));
    bench.start_list(at(LIST, 0), 2);
    assert_eq!(bench.bad(CONTEXT), (reason::FULL, at(LIST, 0)));
    bench.rest();
    assert_eq!(bench.result(), (2, 0, reason::DONE), "that of the first one comes last");
    bench.start_list(at(LIST, 0), 2);
    bench.rest();
    assert_eq!(bench.counts(CONTEXT), [6, 6, 0]);
}

#[test]
fn a_list_that_cannot_be_read_says_so_and_counts_what_was_not_begun() {
    let mut bench = bench();
    // The second page is nowhere.
    bench.slot(u32::try_from(LIST).unwrap(), 7, 0x2000, READ, CONTEXT);
    for (item, nth) in items(2).iter().zip(0..) {
        bench.memory.write(index(8 * PAGE - 64 + 32 * nth), &item.bytes()).unwrap();
    }
    bench.start_list(at(LIST, PAGE - 64), 7);
    bench.rest();
    assert_eq!(bench.result(), (2, 2, reason::HOST_DECODE));
    assert!((0..2).all(|nth| bench.moved(nth)));
    assert_eq!((bench.counts(CONTEXT), bench.of(CONTEXT, udma::SKIPPED)), ([3, 2, 1], 5));
    assert_eq!(bench.bad(CONTEXT), (reason::HOST_DECODE, at(LIST, PAGE)));
}

/// Descriptors of the list that is called off.
const COUNT: u32 = 20;

/// A card that has just been given it.
fn begun() -> Bench {
    let mut bench = bench();
    bench.list(32, &items(COUNT.into()));
    bench
}

/// Steps a list, and calls it off then; what was told, and how many were skipped.
fn called_off(steps: usize, call_off: impl Fn(&mut Bench)) -> ((u32, u32, u32), u32) {
    let mut bench = begun();
    for _ in 0..steps {
        assert!(bench.step());
    }
    let told = bench.record_at(LAST).is_some();
    call_off(&mut bench);
    bench.rest();
    let (result, skipped) = (bench.result(), bench.of(CONTEXT, udma::SKIPPED));
    let [starts, done, failed] = bench.counts(CONTEXT);
    assert_eq!((starts + skipped, done + failed), (COUNT + 1, starts));
    let good = (0..u64::from(COUNT))
        .filter(|nth| bench.record_at(at(RECORDS, 8 * nth)).is_some_and(|told| told.0 == 0));
    assert_eq!(u32::try_from(good.count()).unwrap(), result.0);
    assert_eq!(done, result.0 + u32::from(skipped == 0));
    if result.0 < COUNT {
        assert_eq!((result.1, result.2), (result.0, reason::ABORTED));
        assert!(!told);
    } else {
        assert_eq!(result, (COUNT, 0, reason::DONE));
    }
    assert!((0..u64::from(COUNT)).all(|nth| bench.moved(nth) == (nth < result.0.into())));
    (result, skipped)
}

#[test]
fn a_list_can_be_called_off_in_every_step() {
    let off = |bench: &mut Bench| bench.turn(CONTEXT, false);
    let off_and_on = |bench: &mut Bench| {
        bench.turn(CONTEXT, false);
        bench.turn(CONTEXT, true);
    };
    let quiesce = |bench: &mut Bench| {
        bench.udma.quiesce(true);
        bench.rest();
        bench.udma.quiesce(false);
    };
    let mut bench = begun();
    let last = std::iter::repeat_with(|| bench.step()).take_while(|moved| *moved).count();
    for call_off in [off as fn(&mut Bench), off_and_on, quiesce] {
        let ends: Vec<_> = (0..=last).map(|steps| called_off(steps, call_off)).collect();
        assert!(ends.contains(&((0, 0, reason::ABORTED), 20)), "before anything was read");
        assert!(ends.contains(&((20, 0, reason::DONE), 0)), "behind its end");
        assert!(ends.iter().any(|(result, skipped)| result.0 > 0 && *skipped > 0), "between");
    }
}
