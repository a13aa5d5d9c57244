// SPDX-License-Identifier: Apache-2.0
//! What offsets mean, and words in pairs.

use super::super::access::CONTEXTS;
use super::*;

fn place(space: Space, context: usize, address: u64) -> Option<Place> {
    Some(Place { space, context, address })
}

#[test]
fn an_offset_is_a_place_in_a_page_or_in_none() {
    for (offset, expected) in [
        (0x00_0000, place(Space::Context, 0, 0)),
        (0x00_0FFC, place(Space::Context, 0, 0xFFC)),
        (0x00_7FFC, place(Space::Context, 7, 0xFFC)),
        (0x00_8000, None),
        (0x00_FFFC, None),
        (0x01_0000, place(Space::Portal, 0, 0)),
        (0x01_7040, place(Space::Portal, 7, 0x40)),
        (0x01_8000, None),
        (0x7F_FFFC, None),
        (0x80_0000, place(Space::Shadow, 0, 0)),
        (0x80_1004, place(Space::Shadow, 0, 0x1004)),
        (0x8F_FFFC, place(Space::Shadow, 0, 0xF_FFFC)),
        (0x90_0000, place(Space::Shadow, 1, 0)),
        (0xFF_FFFC, place(Space::Shadow, 7, 0xF_FFFC)),
        (0x100_0000, None),
        (0xFFFF_FFFC, None),
    ] {
        assert_eq!(Place::find(offset, false), expected, "{offset:#x}");
    }
}

/// What a window makes of the two words of a pair.
struct Pairs(Window);

impl Pairs {
    fn store(&mut self, place: Option<Place>, word: u32) -> Seen {
        self.0.take(place, Op::Store(word), true)
    }
}

const NOTHING: Seen = Seen { strays: [None; 2], access: None };

fn access(op: Op, space: Space, context: usize, address: u64) -> Option<Access> {
    Some(Access { op, space, context, address })
}

#[test]
fn the_odd_word_behind_its_even_one_makes_an_access_of_8_bytes() {
    let mut pairs = Pairs(Window::default());
    for context in 0..CONTEXTS {
        let even = place(Space::Shadow, context, 0x12348);
        assert_eq!(pairs.store(even, 0x89AB_CDEF), NOTHING);
        let seen = pairs.store(place(Space::Shadow, context, 0x1234C), 0x0123_4567);
        let op = Op::Wide(0x0123_4567_89AB_CDEF);
        let access = access(op, Space::Shadow, context, 0x12348);
        assert_eq!(seen, Seen { access, ..NOTHING });
        let again = pairs.store(place(Space::Shadow, context, 0x1234C), 1);
        assert_eq!(again, Seen { strays: [None, Some(context)], access: None });
    }
}

#[test]
fn a_kept_word_that_anything_else_follows_is_a_stray() {
    let even = place(Space::Shadow, 3, 0x1000);
    let odd = place(Space::Shadow, 3, 0x1004);
    // What follows, whether that is a stray itself, and what access it makes.
    let load = Op::Load;
    let store = Op::Store(5);
    for (next, op, alone, makes) in [
        (odd, load, false, access(load, Space::Shadow, 3, 0x1004)),
        (even, load, false, access(load, Space::Shadow, 3, 0x1000)),
        (place(Space::Shadow, 2, 0x1004), store, true, None),
        (place(Space::Shadow, 3, 0x100C), store, true, None),
        (place(Space::Shadow, 3, 0x2004), store, true, None),
        (place(Space::Shadow, 2, 0x1000), store, false, None),
        (place(Space::Context, 3, 0x1004), store, false, access(store, Space::Context, 3, 0x1004)),
        (place(Space::Portal, 1, 4), store, false, access(store, Space::Portal, 1, 4)),
        (None, store, false, None),
        (None, load, false, None),
    ] {
        let mut pairs = Pairs(Window::default());
        assert_eq!(pairs.store(even, 1), NOTHING);
        let seen = pairs.0.take(next, op, true);
        let itself = next.filter(|_| alone).map(|place| place.context);
        assert_eq!(seen, Seen { strays: [Some(3), itself], access: makes }, "{next:?} {op:?}");
        let again = pairs.store(odd, 1);
        let kept =
            next.filter(|next| op == store && makes.is_none() && !alone && next.context == 2);
        let dropped = kept.map(|place| place.context);
        assert_eq!(again, Seen { strays: [dropped, Some(3)], access: None }, "{next:?} {op:?}");
    }
}

#[test]
fn an_even_word_takes_the_place_of_another() {
    let mut pairs = Pairs(Window::default());
    let even = place(Space::Shadow, 3, 0x1000);
    assert_eq!(pairs.store(even, 1), NOTHING);
    assert_eq!(pairs.store(even, 2), Seen { strays: [Some(3), None], access: None });
    let seen = pairs.store(place(Space::Shadow, 3, 0x1004), 3);
    let access = access(Op::Wide(3 << 32 | 2), Space::Shadow, 3, 0x1000);
    assert_eq!(seen, Seen { access, ..NOTHING });
}

#[test]
fn nothing_pairs_unless_it_is_asked_for() {
    let mut window = Window::default();
    for address in [0x1000, 0x1004] {
        let seen = window.take(place(Space::Shadow, 3, address), Op::Store(7), false);
        let access = access(Op::Store(7), Space::Shadow, 3, address);
        assert_eq!(seen, Seen { access, ..NOTHING });
    }
}

#[test]
fn a_kept_word_can_be_forgotten() {
    let mut pairs = Pairs(Window::default());
    pairs.store(place(Space::Shadow, 3, 0x1000), 1);
    pairs.0.forget();
    let seen = pairs.store(place(Space::Shadow, 3, 0x1004), 1);
    assert_eq!(seen, Seen { strays: [None, Some(3)], access: None });
}
