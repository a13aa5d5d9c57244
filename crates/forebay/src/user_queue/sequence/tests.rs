// SPDX-License-Identifier: Apache-2.0
//! Each sequence makes the accesses of the model's program, in its order, and stops at the first answer that is not the one expected.

use std::cell::RefCell;

use forebay_udma_model::program::{Call, Check, Program, program};
use forebay_udma_model::scheme::Name;
use forebay_udma_model::{Access, Op, Space};

use super::*;

mod compiled;

const CALL: Call =
    Call { context: 5, key: 0x0123_4567_89AB_CDEF, ..Call::new(0x3040, 0xC_8218, 100) };

/// The scheme of the model.
const fn name(scheme: Scheme) -> Option<Name> {
    Some(match scheme {
        Scheme::Portal => Name::Portal,
        Scheme::Key => Name::Key,
        Scheme::Shadow => Name::Shadow,
        Scheme::ShadowCheck => Name::ShadowCheck,
        Scheme::Repeat5 => Name::Repeat5,
        Scheme::Repeat4 => Name::Repeat4,
        Scheme::Repeat3 => Name::Repeat3,
        Scheme::Flash => Name::Flash,
        Scheme::Shrimp1 => Name::Shrimp1,
        Scheme::Shrimp2 => Name::Shrimp2,
        Scheme::Kernel => return None,
    })
}

/// The model's program, with every answer looked at.
pub(super) fn listing(scheme: Scheme) -> Option<Program> {
    name(scheme).map(|name| program(name, &CALL, Check::Each))
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Access(Access),
    Fence,
    StoreFence,
    Line([u64; 8]),
}

#[derive(Default)]
struct Card {
    done: RefCell<Vec<Done>>,
    /// Answers of loads, the next one last.
    answers: RefCell<Vec<u32>>,
}

/// A word of a recording card.
#[derive(Clone, Copy)]
struct Recorded<'a> {
    card: &'a Card,
    space: Space,
    addr: u64,
}

impl Recorded<'_> {
    fn note(self, access: Access) {
        let access = access.space(self.space).context(CALL.context);
        self.card.done.borrow_mut().push(Done::Access(access));
    }
}

impl Word for Recorded<'_> {
    fn store(self, value: u32) {
        self.note(Access::store(self.addr, value.into()));
    }

    fn store_wide<const AT: u32>(self, value: u64) {
        self.note(Access::store(self.addr + u64::from(AT), value).wide());
    }

    fn store_line(self, line: &[u64; 8]) {
        self.card.done.borrow_mut().push(Done::Line(*line));
    }

    fn load(self) -> u32 {
        self.note(Access::load(self.addr));
        self.card.answers.borrow_mut().pop().unwrap()
    }

    fn fence(self) {
        self.card.done.borrow_mut().push(Done::Fence);
    }

    fn store_fence(self) {
        self.card.done.borrow_mut().push(Done::StoreFence);
    }
}

/// One attempt, with these answers.
fn attempted(scheme: Scheme, answers: &[u32]) -> (Answer, Vec<Done>) {
    let card = Card::default();
    *card.answers.borrow_mut() = answers.iter().rev().copied().collect();
    let word = |space, addr| Recorded { card: &card, space, addr };
    let places = Places {
        src: word(Space::Shadow, CALL.src),
        dst: word(Space::Shadow, CALL.dst),
        page: word(Space::Context, 0),
    };
    let key = key_word(CALL.key, CALL.context.into());
    let answer = attempt(scheme, places, CALL.size, key);
    (answer, card.done.into_inner())
}

/// So many accesses of the listing, with their barriers.
fn listed(program: &Program, accesses: usize) -> Vec<Done> {
    let steps = program.steps().iter().take(accesses);
    let each = steps
        .flat_map(|step| [step.barrier.then_some(Done::Fence), Some(Done::Access(step.access))]);
    each.flatten().collect()
}

#[test]
fn a_sequence_is_the_listing_of_its_scheme() {
    for scheme in Scheme::ALL {
        if matches!(scheme, Scheme::Portal | Scheme::Kernel) {
            continue;
        }
        let program = listing(scheme).unwrap();
        let answers: Vec<_> = (program.steps().iter())
            .filter(|step| step.access.op == Op::Load)
            .map(|step| u32::try_from(step.expect.unwrap()).unwrap())
            .collect();
        let (answer, done) = attempted(scheme, &answers);
        assert!(answer.is_taken(), "{scheme}");
        assert_eq!(done, listed(&program, usize::MAX), "{scheme}");
        // Any other answer ends it there.
        for (nth, expected) in answers.iter().enumerate() {
            let of_loads = program.steps().iter().enumerate();
            let mut of_loads = of_loads.filter(|(_, step)| step.access.op == Op::Load);
            let at = of_loads.nth(nth).unwrap().0 + 1;
            for wrong in [0, OK1, OK2, OK3, u32::MAX].into_iter().filter(|it| it != expected) {
                let told = [&answers[..nth], &[wrong]].concat();
                let (answer, done) = attempted(scheme, &told);
                let no = Answer { at: u32::try_from(at).unwrap(), word: wrong };
                assert_eq!(answer, no, "{scheme}");
                assert_eq!(done, listed(&program, at), "{scheme}");
            }
        }
    }
}

#[test]
fn a_line_is_that_of_the_portal_in_pieces_and_whole() {
    let (record, cookie) = (0x7_F038, 0xC00C_1E00);
    let stored = |whole, list| {
        let card = Card::default();
        let portal = Recorded { card: &card, space: Space::Portal, addr: 0 };
        let Call { src, dst, size, .. } = CALL;
        line(portal, &Line { src, dst, record, size, cookie, list, whole });
        card.done.into_inner()
    };
    let counts = u64::from(cookie) << 32 | u64::from(CALL.size);
    let words = [CALL.src, CALL.dst, record, counts, 0, 0, 0, 1];
    let program = listing(Scheme::Portal).unwrap();
    let with_record = program.steps().iter().zip(words).map(|(step, data)| {
        let Access { data: listed, .. } = step.access;
        assert!(listed == data || listed & 0xFFFF_FFFF == data & 0xFFFF_FFFF || listed == 0);
        Done::Access(Access { data, ..step.access })
    });
    assert!(stored(false, false).into_iter().eq(with_record));
    assert_eq!(stored(true, false), [Done::StoreFence, Done::Line(words)]);
    // A list: one more bit of the last word.
    let mut of_list = words;
    of_list[7] = 3;
    assert_eq!(stored(true, true), [Done::StoreFence, Done::Line(of_list)]);
}
