// SPDX-License-Identifier: Apache-2.0
//! Extended shadow addressing with one latch that is checked: "if they are different, the DMA operation is not started" (section 3.2).

use super::Scheme;
use super::pair::{self, Half, Part};
use crate::{Access, FAIL, Op, Say};

/// The scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ShadowCheck {
    latched: Option<(u8, Half)>,
}

impl Scheme for ShadowCheck {
    fn access(&mut self, access: &Access) -> Say {
        match pair::part(access) {
            Part::Store => {
                self.latched = Some((access.context, Half::of(access)));
                Say::answer(FAIL)
            }
            Part::Load => {
                let latched = self.latched.take().filter(|(context, _)| *context == access.context);
                pair::load(latched.map(|(_, half)| half), access, access.context)
            }
            Part::Other if matches!(access.op, Op::Hook | Op::Who) => Say::answer(FAIL),
            Part::Other => Say::stray(),
        }
    }

    fn clear(&mut self, context: u8) {
        self.latched = self.latched.filter(|(latched, _)| *latched != context);
    }
}
