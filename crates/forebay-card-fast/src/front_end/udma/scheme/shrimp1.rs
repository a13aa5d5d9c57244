// SPDX-License-Identifier: Apache-2.0
//! SHRIMP-1, on a bus without an exchange: a store of the size at the source starts, a load tells how that went.

use super::{Outside, Scheme, has};
use crate::front_end::udma::access::{Access, CONTEXTS, FAIL, OK1, Op, Say, Space, Start};

#[derive(Default)]
pub(super) struct Shrimp1 {
    /// Whether the door took the last start of each context.
    taken: [bool; CONTEXTS],
}

impl Scheme for Shrimp1 {
    fn access(&mut self, access: &Access, outside: &Outside<'_>) -> Say {
        let Access { op, space, context, address } = *access;
        match (space, op) {
            (Space::Shadow, Op::Store(size)) => {
                let dst = outside.slots.partner(address);
                let start = Start { context, src: address, dst, size, ..Start::default() };
                Say::start(start, OK1)
            }
            (Space::Shadow, Op::Load) => Say::told(if self.taken[context] { OK1 } else { FAIL }),
            _ => Say::stray(),
        }
    }

    fn verdict(&mut self, context: usize, taken: bool) {
        self.taken[context] = taken;
    }

    fn forget(&mut self, contexts: u32) {
        for (context, taken) in self.taken.iter_mut().enumerate() {
            *taken &= !has(contexts, context);
        }
    }
}
