// SPDX-License-Identifier: Apache-2.0
//! Repeated passing, three accesses: load A, store B, load A. What does not come next goes back to the beginning, and is not taken
//! for a new first access.

use super::{Outside, Scheme};
use crate::front_end::udma::access::{Access, FAIL, OK1, OK2, Op, Say, Space, Start};

#[derive(Clone, Copy, Default)]
enum State {
    #[default]
    Begin,
    /// Source.
    Source(u64),
    /// Source, destination and size.
    Both(u64, u64, u32),
}

#[derive(Default)]
pub(super) struct Repeat3(State);

impl Scheme for Repeat3 {
    fn access(&mut self, access: &Access, _outside: &Outside<'_>) -> Say {
        if access.space != Space::Shadow {
            return Say::stray();
        }
        let at = access.address;
        let (next, say) = match (std::mem::take(&mut self.0), access.op) {
            (State::Begin, Op::Load) => (State::Source(at), Say::told(OK1)),
            (State::Source(src), Op::Store(size)) => (State::Both(src, at, size), Say::told(FAIL)),
            (State::Both(src, dst, size), Op::Load) if at == src => {
                (State::Begin, Say::start(Start { src, dst, size, ..Start::default() }, OK2))
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
