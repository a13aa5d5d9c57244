// SPDX-License-Identifier: Apache-2.0
//! Each scheme as a program uses it, through the window, up to the bytes that have moved.

use forebay_regs::user::udma::bad_hi::reason;

use super::access::{FAIL, MINUS_ONE, OK1, OK2, OK3};
use super::*;

const CONTEXT: u32 = 6;
const KEY: u64 = 0x0123_4567_89AB_CDEF;
const SIZE: u32 = 100;
const SRC: u64 = at(1, 0x123);
const DST: u64 = at(2, 0x201);

/// A program with one page to read and one to write; context 0 is its where the scheme looks at none.
fn bench(scheme: u32, context: u32) -> Bench {
    let mut bench = Bench::new(3, 0xA5);
    let bytes: Vec<u8> = (0..=250).cycle().take(0x1000).collect();
    bench.memory.write(0, &bytes).unwrap();
    bench.write(udma::SCHEME, scheme);
    bench.slot(1, 0, 0x1000, READ | slot_rights::PARTNER.put(2), context);
    bench.slot(2, 1, 0x1000, READ | WRITE, context);
    bench.turn(context, true);
    bench
}

/// An access to shadow space: a store, or a load with its answer.
type Step = (u64, Option<u32>);

impl Bench {
    /// What a program must do for the whole transfer, by shadow addresses.
    fn sequence(&mut self, context: u32, steps: &[Step]) {
        for (address, answer) in steps {
            match answer {
                None => self.store(shadow(context, *address), SIZE),
                Some(answer) => assert_eq!(self.load(shadow(context, *address)), *answer),
            }
        }
    }

    /// All that has moved is there, and nothing else.
    fn check(&mut self, context: u32, src: u64, dst: u64) {
        self.rest();
        let size = SIZE as usize;
        let mut expected = vec![0xA5; 0x2000];
        // Slot n is page n - 1 of the memory.
        let to = usize::try_from(dst - at(2, 0)).unwrap();
        expected[to..to + size].copy_from_slice(&self.bytes(src - PAGE, size));
        assert!(self.bytes(PAGE, 0x2000) == expected);
        assert_eq!((self.counts(context), self.refused(context)), ([1, 1, 0], 0));
        for context in 0..8 {
            assert_eq!(self.of(context, udma::STRAYS), 0);
        }
    }
}

#[test]
fn schemes_by_shadow_addresses() {
    use number::{FLASH, REPEAT3, REPEAT4, REPEAT5, SHADOW, SHADOW_CHECK, SHRIMP2};
    let (a, b) = (SRC & !3, DST & !3);
    let pair = [(b, None), (a, Some(OK1))];
    let three = [(a, Some(OK1)), (b, None), (a, Some(OK2))];
    let four = [(b, None), (a, Some(OK1)), (b, None), (a, Some(OK2))];
    let five = [(b, None), (a, Some(OK1)), (b, None), (a, Some(OK2)), (b, Some(OK3))];
    let cases: [(u32, u32, &[Step]); 7] = [
        (SHRIMP2, 0, &pair),
        (FLASH, 0, &pair),
        (SHADOW_CHECK, CONTEXT, &pair),
        (SHADOW, CONTEXT, &pair),
        (REPEAT3, 0, &three),
        (REPEAT4, 0, &four),
        (REPEAT5, 0, &five),
    ];
    for (scheme, context, steps) in cases {
        let mut bench = bench(scheme, context);
        bench.sequence(context, steps);
        bench.check(context, a, b);
    }
}

#[test]
fn shrimp1() {
    let mut bench = bench(number::SHRIMP1, CONTEXT);
    let a = SRC & !3;
    bench.sequence(CONTEXT, &[(a, Some(FAIL)), (a, None), (at(9, 0), Some(OK1))]);
    bench.check(CONTEXT, a, at(2, a % PAGE));
    // A page without a partner of this context.
    bench.slot(2, 1, 0x1000, READ | WRITE, CONTEXT - 1);
    bench.sequence(CONTEXT, &[(a, None), (a, Some(FAIL))]);
    assert_eq!(bench.bad(CONTEXT), (reason::SLOT, at(2, a % PAGE)));
}

#[test]
fn key() {
    let mut bench = bench(number::KEY, CONTEXT);
    bench.key(CONTEXT, KEY);
    let page = CONTEXT_PAGE.at(CONTEXT);
    let word = KEY << 4 | u64::from(CONTEXT);
    let polls = |bench: &mut Bench| [bench.load(page), bench.load(page + 0xFFC)];
    assert_eq!(polls(&mut bench), [MINUS_ONE; 2], "before the first");
    let (a, b) = (SRC & !7, DST & !7);
    let says = |bench: &mut Bench| {
        for (address, role) in [(a, 1 << 3), (b, 0)] {
            bench.store(shadow(CONTEXT, address), low(word | role));
            bench.store(shadow(CONTEXT, address) + 4, low(word >> 32));
        }
        bench.store(page, SIZE);
    };
    says(&mut bench);
    assert_eq!(bench.load(page), SIZE, "it starts");
    assert_eq!(bench.load(page), SIZE, "and all of it is left");
    assert_eq!(bench.counts(CONTEXT), [1, 0, 0]);
    bench.check(CONTEXT, a, b);
    assert_eq!(polls(&mut bench), [0; 2]);
    // One that is refused is no transfer.
    says(&mut bench);
    bench.store(page, 0);
    assert_eq!(bench.load(page), MINUS_ONE);
    assert_eq!((bench.bad(CONTEXT), polls(&mut bench)), ((reason::EMPTY, a), [0; 2]));
    // One that fails is.
    bench.slot_at(1, 1 << 45, 0x1000, READ, CONTEXT);
    says(&mut bench);
    assert_eq!(bench.load(page), SIZE);
    bench.rest();
    assert_eq!(polls(&mut bench), [MINUS_ONE; 2]);
    assert_eq!(bench.bad(CONTEXT), (reason::HOST_DECODE, a));
    // For the next owner there has been none.
    bench.slot(1, 0, 0x1000, READ, CONTEXT);
    says(&mut bench);
    bench.load(page);
    bench.rest();
    assert_eq!(polls(&mut bench), [0; 2]);
    bench.turn(CONTEXT, false);
    bench.turn(CONTEXT, true);
    assert_eq!(polls(&mut bench), [MINUS_ONE; 2]);
    // The key was not asked for again, and an earlier one is none.
    bench.key(CONTEXT, KEY ^ 1);
    says(&mut bench);
    assert_eq!((bench.load(page), bench.of(CONTEXT, udma::STRAYS)), (MINUS_ONE, 2));
}

/// A start of the portal, whose record goes behind the destination.
const PORTAL: Start = Start {
    context: CONTEXT as usize,
    src: SRC,
    dst: DST,
    size: SIZE,
    record: true,
    record_address: at(2, 0x800),
    cookie: 0xC00C_1E00,
    list: false,
};

impl Bench {
    /// Cookie and reason of that record.
    fn record(&self) -> (u32, u32) {
        let bytes = self.bytes(PORTAL.record_address - PAGE, 8);
        let half = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        (half(4), half(0))
    }
}

#[test]
fn portal() {
    let mut bench = bench(number::PORTAL, CONTEXT);
    let without = Start { record: false, ..PORTAL };
    bench.line(CONTEXT, &without);
    bench.check(CONTEXT, SRC, DST);
    bench.line(CONTEXT, &PORTAL);
    bench.rest();
    assert_eq!(bench.record(), (PORTAL.cookie, reason::DONE));
    assert_eq!(bench.bytes(DST - PAGE, SIZE as usize), bench.bytes(SRC - PAGE, SIZE as usize));
    // Two lines in pieces of 8 bytes, of two contexts, in turn; the other one is off.
    let own = line(&Start { cookie: 1, ..PORTAL });
    for (nth, piece) in own.chunks_exact(8).enumerate() {
        for context in [CONTEXT, 0] {
            let offset = PORTAL_PAGE.at(context) + 64 * 63 + 8 * u32::try_from(nth).unwrap();
            for (word, at) in piece.chunks_exact(4).zip([offset, offset + 4]) {
                bench.store(at, u32::from_le_bytes(word.try_into().unwrap()));
            }
        }
    }
    bench.rest();
    assert_eq!((bench.record(), bench.counts(CONTEXT)), ((1, reason::DONE), [3, 3, 0]));
    assert_eq!((bench.bad(0), bench.refused(0)), ((reason::OFF, SRC), 1));
}

#[test]
fn the_record_of_a_refused_start_says_why() {
    let mut bench = bench(number::PORTAL, CONTEXT);
    let refused = Start { dst: at(1, 0), cookie: 2, ..PORTAL };
    bench.line(CONTEXT, &refused);
    bench.rest();
    assert_eq!(bench.record(), (2, reason::UNWRITABLE));
    assert_eq!((bench.counts(CONTEXT), bench.refused(CONTEXT)), ([0; 3], 1));
    assert_eq!(
        (bench.bad(CONTEXT), bench.read(udma::PENDING)),
        ((reason::UNWRITABLE, at(1, 0)), 1 << 6)
    );
    // Eight of them take all places of the context.
    for cookie in 0..8 {
        bench.line(CONTEXT, &Start { cookie, ..refused });
    }
    bench.line(CONTEXT, &Start { cookie: 9, ..refused });
    bench.line(CONTEXT, &Start { cookie: 10, ..PORTAL });
    bench.rest();
    assert_eq!(
        bench.record(),
        (7, reason::UNWRITABLE),
        "the ninth has no place, nor has a good one"
    );
    assert_eq!((bench.counts(CONTEXT), bench.refused(CONTEXT)), ([0; 3], 11));
    assert_eq!(bench.bad(CONTEXT), (reason::FULL, SRC));
}

#[test]
fn a_hole_of_the_window_is_nobodys() {
    let mut bench = bench(number::PORTAL, CONTEXT);
    for hole in [0x8000, 0x01_8000, 0x7F_FFC0] {
        assert_eq!(bench.udma.window_read(hole), None);
        assert!(!bench.udma.window_write(hole, 1));
        assert!(!bench.udma.window_store(hole, &[0; 64]));
    }
    for page in [CONTEXT_PAGE.at(0), PORTAL_PAGE.at(7) + 0xFC0, shadow(7, at(255, 0xFC0))] {
        assert_eq!(bench.udma.window_read(page), Some(FAIL));
        assert!(bench.udma.window_write(page, 1));
        assert!(bench.udma.window_store(page, &[0; 64]));
    }
}
