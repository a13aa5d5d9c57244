// SPDX-License-Identifier: Apache-2.0
//! Extended shadow addressing with one latch, which keeps the context of its store. A load of another context empties it.

use super::{Outside, Scheme, has};
use crate::front_end::udma::access::{Access, FAIL, OK1, Op, Say, Space, Start};

#[derive(Default)]
pub(super) struct ShadowCheck {
    latch: Option<Latch>,
}

struct Latch {
    context: usize,
    dst: u64,
    size: u32,
}

impl Scheme for ShadowCheck {
    fn access(&mut self, access: &Access, _outside: &Outside<'_>) -> Say {
        let Access { op, space, context, address } = *access;
        match (space, op) {
            (Space::Shadow, Op::Store(size)) => {
                self.latch = Some(Latch { context, dst: address, size });
                Say::told(FAIL)
            }
            (Space::Shadow, Op::Load) => match self.latch.take() {
                Some(latch) if latch.context == context => {
                    let Latch { dst, size, .. } = latch;
                    Say::start(Start { context, src: address, dst, size, ..Start::default() }, OK1)
                }
                _ => Say::told(FAIL),
            },
            _ => Say::stray(),
        }
    }

    fn forget(&mut self, contexts: u32) {
        self.latch.take_if(|latch| has(contexts, latch.context));
    }
}
