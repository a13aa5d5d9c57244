// SPDX-License-Identifier: Apache-2.0
//! FLASH: as SHRIMP-2, and the kernel tells at each context switch who runs (section 2.6).

use super::Scheme;
use super::pair::{self, Half, Part};
use crate::{Access, FAIL, Op, Say};

/// The scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flash {
    who: u64,
    latched: Option<(u64, Half)>,
}

impl Scheme for Flash {
    fn access(&mut self, access: &Access) -> Say {
        match (access.op, pair::part(access)) {
            (Op::Who, _) => self.who = access.data,
            (Op::Hook, _) => {}
            (_, Part::Store) => self.latched = Some((self.who, Half::of(access))),
            (_, Part::Load) => {
                let latched = self.latched.take().filter(|(who, _)| *who == self.who);
                return pair::load(latched.map(|(_, half)| half), access, 0);
            }
            (_, Part::Other) => return Say::stray(),
        }
        Say::answer(FAIL)
    }

    fn clear(&mut self, _context: u8) {
        self.latched = None;
    }
}
