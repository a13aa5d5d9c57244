// SPDX-License-Identifier: Apache-2.0
//! SHRIMP-2: a store of the size at the destination, a load of the source; the kernel's hook empties the latch (section 2.5,
//! figure 2).

use super::Scheme;
use super::pair::{self, Half, Part};
use crate::{Access, FAIL, Op, Say};

/// The scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shrimp2 {
    latched: Option<Half>,
}

impl Scheme for Shrimp2 {
    fn access(&mut self, access: &Access) -> Say {
        if access.op == Op::Hook {
            self.latched = None;
            return Say::answer(FAIL);
        }
        match pair::part(access) {
            Part::Store => {
                self.latched = Some(Half::of(access));
                Say::answer(FAIL)
            }
            Part::Load => pair::load(self.latched.take(), access, 0),
            Part::Other if access.op == Op::Who => Say::answer(FAIL),
            Part::Other => Say::stray(),
        }
    }

    fn clear(&mut self, _context: u8) {
        self.latched = None;
    }
}
