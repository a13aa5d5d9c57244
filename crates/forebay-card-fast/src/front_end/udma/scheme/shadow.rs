// SPDX-License-Identifier: Apache-2.0
//! Extended shadow addressing with a latch for each context.

use super::{Outside, Scheme, has};
use crate::front_end::udma::access::{Access, CONTEXTS, FAIL, OK1, Op, Say, Space, Start};

#[derive(Default)]
pub(super) struct Shadow {
    /// Destination and size of each context.
    latches: [Option<(u64, u32)>; CONTEXTS],
}

impl Scheme for Shadow {
    fn access(&mut self, access: &Access, _outside: &Outside<'_>) -> Say {
        let Access { op, space, context, address } = *access;
        let latch = &mut self.latches[context];
        match (space, op) {
            (Space::Shadow, Op::Store(size)) => {
                *latch = Some((address, size));
                Say::told(FAIL)
            }
            (Space::Shadow, Op::Load) => latch.take().map_or(Say::told(FAIL), |(dst, size)| {
                Say::start(Start { context, src: address, dst, size, ..Start::default() }, OK1)
            }),
            _ => Say::stray(),
        }
    }

    fn forget(&mut self, contexts: u32) {
        for (context, latch) in self.latches.iter_mut().enumerate() {
            latch.take_if(|_| has(contexts, context));
        }
    }
}
