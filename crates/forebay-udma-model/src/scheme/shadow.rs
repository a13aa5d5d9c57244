// SPDX-License-Identifier: Apache-2.0
//! Extended shadow addressing with a latch for each context (section 3.2: "it may save these addresses in the appropriate contexts").

use super::pair::{self, Half, Part};
use super::{CONTEXTS, Scheme};
use crate::{Access, FAIL, Op, Say};

/// The scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shadow {
    latched: [Option<Half>; CONTEXTS],
}

impl Scheme for Shadow {
    fn access(&mut self, access: &Access) -> Say {
        let latched = &mut self.latched[usize::from(access.context)];
        match pair::part(access) {
            Part::Store => {
                *latched = Some(Half::of(access));
                Say::answer(FAIL)
            }
            Part::Load => pair::load(latched.take(), access, access.context),
            Part::Other if matches!(access.op, Op::Hook | Op::Who) => Say::answer(FAIL),
            Part::Other => Say::stray(),
        }
    }

    fn clear(&mut self, context: u8) {
        self.latched[usize::from(context)] = None;
    }
}
