// SPDX-License-Identifier: Apache-2.0
//! FLASH: as SHRIMP-2, with the process that ran when the latch was filled. A load while another one runs empties it.

use super::{Outside, Scheme};
use crate::front_end::udma::access::{Access, FAIL, OK1, Op, Say, Space, Start};

#[derive(Default)]
pub(super) struct Flash {
    latch: Option<Latch>,
}

struct Latch {
    who: u32,
    dst: u64,
    size: u32,
}

impl Scheme for Flash {
    fn access(&mut self, access: &Access, outside: &Outside<'_>) -> Say {
        match (access.space, access.op) {
            (Space::Shadow, Op::Store(size)) => {
                self.latch = Some(Latch { who: outside.who, dst: access.address, size });
                Say::told(FAIL)
            }
            (Space::Shadow, Op::Load) => match self.latch.take() {
                Some(Latch { who, dst, size }) if who == outside.who => {
                    Say::start(Start { src: access.address, dst, size, ..Start::default() }, OK1)
                }
                _ => Say::told(FAIL),
            },
            _ => Say::stray(),
        }
    }

    fn forget(&mut self, contexts: u32) {
        self.latch.take_if(|_| contexts != 0);
    }
}
