// SPDX-License-Identifier: Apache-2.0
//! SHRIMP-2, which is that of PAL code too: a store says destination and size, a load the source. One latch for all, which the hook
//! of a context switch empties.

use super::{Outside, Scheme};
use crate::front_end::udma::access::{Access, FAIL, OK1, Op, Say, Space, Start};

#[derive(Default)]
pub(super) struct Shrimp2 {
    /// Destination and size.
    latch: Option<(u64, u32)>,
}

impl Scheme for Shrimp2 {
    fn access(&mut self, access: &Access, _outside: &Outside<'_>) -> Say {
        match (access.space, access.op) {
            (Space::Shadow, Op::Store(size)) => {
                self.latch = Some((access.address, size));
                Say::told(FAIL)
            }
            (Space::Shadow, Op::Load) => {
                self.latch.take().map_or(Say::told(FAIL), |(dst, size)| {
                    // Whose it is nobody knows.
                    Say::start(Start { src: access.address, dst, size, ..Start::default() }, OK1)
                })
            }
            _ => Say::stray(),
        }
    }

    fn hook(&mut self) {
        self.latch = None;
    }

    fn forget(&mut self, contexts: u32) {
        self.latch.take_if(|_| contexts != 0);
    }
}
