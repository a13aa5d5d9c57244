// SPDX-License-Identifier: Apache-2.0
//! Repeated passing with four accesses: store B, load A, store B, load A (section 3.3). Any unexpected access goes back to the start
//! and is not taken for a new first one, as section 4.1 has it for five.

use super::Scheme;
use crate::{Access, Arg, FAIL, OK1, OK2, Op, Say, Space, Start};

/// The scheme, by what has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat4 {
    /// Nothing.
    #[default]
    S0,
    /// A store at the destination.
    S1(Arg),
    /// And a load of the source.
    S2 {
        /// Destination.
        dst: Arg,
        /// Source.
        src: Arg,
    },
    /// And the store again.
    S3 {
        /// Destination.
        dst: Arg,
        /// Source.
        src: Arg,
        /// Of the second store.
        size: Arg,
    },
}

impl Scheme for Repeat4 {
    fn access(&mut self, access: &Access) -> Say {
        if matches!(access.op, Op::Hook | Op::Who) {
            return Say::answer(FAIL);
        }
        if access.space != Space::Shadow {
            return Say::stray();
        }
        let here = access.said(access.addr);
        let (next, say) = match (std::mem::take(self), access.op, access.wide) {
            (Self::S0, Op::Store, false) => (Self::S1(here), Say::answer(FAIL)),
            (Self::S1(dst), Op::Load, _) => (Self::S2 { dst, src: here }, Say::answer(OK1)),
            (Self::S2 { dst, src }, Op::Store, false) if dst.value == here.value => {
                let (dst, size) = (dst.again(access.by), access.said(access.data));
                (Self::S3 { dst, src, size }, Say::answer(FAIL))
            }
            (Self::S3 { dst, src, size }, Op::Load, _) if src.value == here.value => {
                let src = src.again(access.by);
                let start = Start::plain(0, src, dst, size, access.by);
                (Self::S0, Say::start(start, OK2, FAIL))
            }
            (_, Op::Load, _) | (_, Op::Store, false) => (Self::S0, Say::answer(FAIL)),
            _ => (Self::S0, Say::stray()),
        };
        *self = next;
        say
    }

    fn clear(&mut self, _context: u8) {
        *self = Self::S0;
    }
}
