// SPDX-License-Identifier: Apache-2.0
//! Each scheme by itself: what it makes of every access, in every state.

mod key;
mod latched;
mod portal;
mod repeated;
mod shrimp1;
mod traces;

use forebay_regs::user::udma::scheme::number;

use super::*;
use crate::front_end::udma::access::{FAIL, OK1, Op, Space, Start};

/// Arguments; they differ in single bits, high and low ones.
const A: u64 = 0x0000_0012_3000;
const B: u64 = 0x8000_0045_6004;
const OTHERS: [u64; 4] = [A ^ 1 << 47, A ^ 4, B ^ 1 << 47, B ^ 4];
const SIZE: u32 = 0x1234;

/// A scheme, and what is around it.
struct Bench {
    scheme: Box<dyn Scheme>,
    who: u32,
    keys: [u64; CONTEXTS],
    progress: [Progress; CONTEXTS],
    slots: Slots,
}

impl Bench {
    fn new(number: u32) -> Self {
        let progress = [Progress { failed: true, ..Progress::default() }; CONTEXTS];
        Self { scheme: of(number), who: 0, keys: [0; CONTEXTS], progress, slots: Slots::new() }
    }

    fn does(&mut self, access: Access) -> Say {
        let outside =
            Outside { who: self.who, keys: self.keys, progress: self.progress, slots: &self.slots };
        self.scheme.access(&access, &outside)
    }

    /// An access to shadow space.
    fn shadow(&mut self, context: usize, op: Op, address: u64) -> Say {
        self.does(Access { op, space: Space::Shadow, context, address })
    }

    fn load(&mut self, context: usize, address: u64) -> Say {
        self.shadow(context, Op::Load, address)
    }

    fn store(&mut self, context: usize, address: u64, size: u32) -> Say {
        self.shadow(context, Op::Store(size), address)
    }
}

/// A start without a record.
fn starts(context: usize, src: u64, dst: u64, size: u32, answer: u32) -> Say {
    Say::start(Start { context, src, dst, size, ..Start::default() }, answer)
}

/// Every kind of access but those of 4 bytes to shadow space, and to which page it is.
const NOT_SHADOW: [(Space, Op); 6] = [
    (Space::Context, Op::Load),
    (Space::Context, Op::Store(SIZE)),
    (Space::Context, Op::Wide(1)),
    (Space::Portal, Op::Load),
    (Space::Portal, Op::Store(SIZE)),
    (Space::Portal, Op::Wide(1)),
];

#[test]
fn without_a_scheme_every_access_is_a_stray() {
    assert_eq!(known(number::PORTAL, false), number::PORTAL);
    for number in [number::NONE, 11, 255] {
        assert_eq!(known(number, false), number::NONE);
        let mut bench = Bench::new(number);
        assert_eq!(bench.load(0, A), Say::stray());
        assert_eq!(bench.store(1, A, SIZE), Say::stray());
        assert_eq!(bench.shadow(7, Op::Wide(1), A), Say::stray());
        for (space, op) in NOT_SHADOW {
            assert_eq!(bench.does(Access { op, space, context: 3, address: 0 }), Say::stray());
        }
    }
}
