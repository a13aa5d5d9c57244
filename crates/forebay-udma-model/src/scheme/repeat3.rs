// SPDX-License-Identifier: Apache-2.0
//! Repeated passing with three accesses: load A, store B, load A (section 3.3, Dubnicki's idea). Any unexpected access goes back
//! to the start and is not taken for a new first one, as section 4.1 has it for five.

use super::Scheme;
use crate::{Access, Arg, FAIL, OK1, OK2, Op, Say, Space, Start};

/// The scheme, by what has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat3 {
    /// Nothing.
    #[default]
    S0,
    /// A load of the source.
    S1(Arg),
    /// And a store: destination and size.
    S2 {
        /// Source.
        src: Arg,
        /// Destination.
        dst: Arg,
        /// Of the store.
        size: Arg,
    },
}

impl Scheme for Repeat3 {
    fn access(&mut self, access: &Access) -> Say {
        if matches!(access.op, Op::Hook | Op::Who) {
            return Say::answer(FAIL);
        }
        if access.space != Space::Shadow {
            return Say::stray();
        }
        let here = access.said(access.addr);
        let (next, say) = match (std::mem::take(self), access.op) {
            (Self::S0, Op::Load) => (Self::S1(here), Say::answer(OK1)),
            (Self::S1(src), Op::Store) if !access.wide => {
                let size = access.said(access.data);
                (Self::S2 { src, dst: here, size }, Say::answer(FAIL))
            }
            (Self::S2 { src, dst, size }, Op::Load) if src.value == here.value => {
                let src = src.again(access.by);
                let start = Start::plain(0, src, dst, size, access.by);
                (Self::S0, Say::start(start, OK2, FAIL))
            }
            (_, Op::Load) => (Self::S0, Say::answer(FAIL)),
            (_, Op::Store) if !access.wide => (Self::S0, Say::answer(FAIL)),
            _ => (Self::S0, Say::stray()),
        };
        *self = next;
        say
    }

    fn clear(&mut self, _context: u8) {
        *self = Self::S0;
    }
}
