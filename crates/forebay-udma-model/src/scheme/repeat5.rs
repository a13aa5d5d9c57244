// SPDX-License-Identifier: Apache-2.0
//! Repeated passing with five accesses: store B, load A, store B, load A, load B (figure 7), by the machine of section 4.1 and
//! figure 8: any unexpected access goes back to the start and is not taken for a new first one.
//!
//! All bits of an address are compared, where the prototype compared 12. The size is that of the third access, of which the report
//! says nothing.

use super::Scheme;
use crate::{Access, Arg, FAIL, OK1, OK2, OK3, Op, Say, Space, Start};

/// Both addresses and the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Whole {
    dst: Arg,
    src: Arg,
    size: Arg,
}

/// The scheme, by the states of section 4.1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat5 {
    /// Waits for a store.
    #[default]
    S0,
    /// DEST is latched.
    S1(Arg),
    /// SOURCE too.
    S2 {
        /// DEST.
        dst: Arg,
        /// SOURCE.
        src: Arg,
    },
    /// The store has come again.
    S3(Whole),
    /// The load too.
    S4(Whole),
}

impl Scheme for Repeat5 {
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
                (Self::S3(Whole { dst, src, size }), Say::answer(FAIL))
            }
            (Self::S3(whole), Op::Load, _) if whole.src.value == here.value => {
                let src = whole.src.again(access.by);
                (Self::S4(Whole { src, ..whole }), Say::answer(OK2))
            }
            (Self::S4(whole), Op::Load, _) if whole.dst.value == here.value => {
                let dst = whole.dst.again(access.by);
                let start = Start::plain(0, whole.src, dst, whole.size, access.by);
                (Self::S0, Say::start(start, OK3, FAIL))
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
