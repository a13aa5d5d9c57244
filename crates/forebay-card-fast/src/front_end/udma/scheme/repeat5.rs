// SPDX-License-Identifier: Apache-2.0
//! Repeated passing, five accesses: store B, load A, store B, load A, load B. What does not come next goes back to the beginning,
//! and is not taken for a new first access.

use super::{Outside, Scheme};
use crate::front_end::udma::access::{Access, FAIL, OK1, OK2, OK3, Op, Say, Space, Start};

#[derive(Clone, Copy, Default)]
enum State {
    #[default]
    Begin,
    /// Destination.
    Destination(u64),
    /// Source and destination.
    Both(u64, u64),
    /// Source, destination and size.
    Sized(u64, u64, u32),
    /// The same, and the source was loaded again.
    Repeated(u64, u64, u32),
}

#[derive(Default)]
pub(super) struct Repeat5(State);

impl Scheme for Repeat5 {
    fn access(&mut self, access: &Access, _outside: &Outside<'_>) -> Say {
        if access.space != Space::Shadow {
            return Say::stray();
        }
        let at = access.address;
        let (next, say) = match (std::mem::take(&mut self.0), access.op) {
            (State::Begin, Op::Store(_)) => (State::Destination(at), Say::told(FAIL)),
            (State::Destination(dst), Op::Load) => (State::Both(at, dst), Say::told(OK1)),
            (State::Both(src, dst), Op::Store(size)) if at == dst => {
                (State::Sized(src, dst, size), Say::told(FAIL))
            }
            (State::Sized(src, dst, size), Op::Load) if at == src => {
                (State::Repeated(src, dst, size), Say::told(OK2))
            }
            (State::Repeated(src, dst, size), Op::Load) if at == dst => {
                (State::Begin, Say::start(Start { src, dst, size, ..Start::default() }, OK3))
            }
            (_, Op::Wide(_)) => (State::Begin, Say::stray()),
            _ => (State::Begin, Say::told(FAIL)),
        };
        self.0 = next;
        say
    }

    fn forget(&mut self, contexts: u32) {
        if contexts != 0 {
            self.0 = State::Begin;
        }
    }
}
