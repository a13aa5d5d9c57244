// SPDX-License-Identifier: Apache-2.0
//! Key-based contexts (section 3.1, figure 3). A bit of the data tells source from destination, on which the report is silent.

use super::{CONTEXTS, News, Scheme};
use crate::{Access, Actors, Arg, FAIL, NOT_STARTED, Op, Say, Space, Start};

const ROLE_BIT: u32 = 3;
const KEY_SHIFT: u32 = 4;

/// What a keyed store passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Where to.
    Destination,
    /// From where.
    Source,
}

/// The data of a keyed store: the context, the role and 60 bits of key.
#[must_use]
pub const fn key_word(context: u8, role: Role, key: u64) -> u64 {
    let role = match role {
        Role::Destination => 0,
        Role::Source => 1,
    };
    (key << KEY_SHIFT) | role << ROLE_BIT | (context as u64 & (CONTEXTS as u64 - 1))
}

/// Context, role and key of such a word.
pub(super) const fn parts(word: u64) -> (usize, Role, u64) {
    let role = if word >> ROLE_BIT & 1 == 1 { Role::Source } else { Role::Destination };
    #[expect(clippy::cast_possible_truncation, reason = "three bits")]
    let context = (word & (CONTEXTS as u64 - 1)) as usize;
    (context, role, word >> KEY_SHIFT)
}

/// One register context.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Registers {
    key: Option<u64>,
    dst: Option<Arg>,
    src: Option<Arg>,
    size: Option<Arg>,
    /// Bytes that are left of a transfer under way, never 0.
    left: Option<u64>,
    /// The last transfer has moved all.
    done: bool,
}

impl Registers {
    /// A load of the context page: all three arguments start, some are dropped, without any it tells.
    fn load(&mut self, context: u8, by: Actors) -> Say {
        if let Some(left) = self.left {
            return Say::answer(left);
        }
        match (self.src.take(), self.dst.take(), self.size.take()) {
            (Some(src), Some(dst), Some(size)) => {
                Say::start(Start::plain(context, src, dst, size, by), size.value, NOT_STARTED)
            }
            (None, None, None) => Say::answer(if self.done { 0 } else { NOT_STARTED }),
            _ => Say::answer(NOT_STARTED),
        }
    }
}

/// The scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key {
    contexts: [Registers; CONTEXTS],
}

impl Key {
    /// With the keys that the kernel has written, by context; the others have none.
    #[must_use]
    pub fn new(keys: &[(u8, u64)]) -> Self {
        let mut key = Self::default();
        for &(context, value) in keys {
            key.contexts[usize::from(context)].key = Some(value);
        }
        key
    }

    fn address(&mut self, access: &Access) -> Say {
        let (context, role, key) = parts(access.data);
        let registers = &mut self.contexts[context];
        if registers.key != Some(key) || registers.left.is_some() {
            return Say::stray();
        }
        let here = Some(access.said(access.addr));
        match role {
            Role::Destination => registers.dst = here,
            Role::Source => registers.src = here,
        }
        Say::answer(FAIL)
    }
}

impl Scheme for Key {
    fn access(&mut self, access: &Access) -> Say {
        let registers = &mut self.contexts[usize::from(access.context)];
        match (access.space, access.op, access.wide) {
            (_, Op::Hook | Op::Who, _) | (Space::Shadow, Op::Load, _) => Say::answer(FAIL),
            (Space::Shadow, Op::Store, true) => self.address(access),
            (Space::Context, Op::Store, false) => {
                // Dropped while a transfer is under way.
                if registers.left.is_none() {
                    registers.size = Some(access.said(access.data));
                }
                Say::answer(FAIL)
            }
            (Space::Context, Op::Load, _) => registers.load(access.context, access.by),
            _ => Say::stray(),
        }
    }

    fn clear(&mut self, context: u8) {
        let registers = &mut self.contexts[usize::from(context)];
        (registers.src, registers.dst, registers.size) = (None, None, None);
    }

    fn news(&mut self, news: News) {
        match news {
            News::Taken { context, bytes } => {
                self.contexts[usize::from(context)].left = Some(bytes);
            }
            News::Refused { .. } => {}
            News::Ended { context, failed } => {
                let registers = &mut self.contexts[usize::from(context)];
                (registers.left, registers.done) = (None, !failed);
            }
        }
    }
}
