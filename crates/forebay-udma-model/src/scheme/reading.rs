// SPDX-License-Identifier: Apache-2.0
//! Other readings of the report, to show what depends on them.
//!
//! Section 3.3 does not say what a scheme of three or four accesses does with one that it does not expect; section 4.1 says it of five
//! only. Figure 3 does not say how a source differs from a destination.

use std::collections::BTreeMap;

use super::{CONTEXTS, Key, News, Scheme, key};
use crate::{Access, FAIL, Op, Say, Space, Start};

/// What becomes of an access that does not continue the sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// It goes back to the start and is not taken for a first one, as in section 4.1.
    Reset,
    /// It goes back to the start, and is the first of a new sequence if it can be.
    Resync,
    /// The last accesses are looked at, wherever they begin.
    Sliding,
}

/// Which of both addresses an access passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Passes {
    Source,
    Destination,
}

/// Loads pass the source but for the last of five.
const FIVE: [(Op, Passes); 5] = [
    (Op::Store, Passes::Destination),
    (Op::Load, Passes::Source),
    (Op::Store, Passes::Destination),
    (Op::Load, Passes::Source),
    (Op::Load, Passes::Destination),
];
const THREE: [(Op, Passes); 3] =
    [(Op::Load, Passes::Source), (Op::Store, Passes::Destination), (Op::Load, Passes::Source)];

/// Repeated passing as a sequence that is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Repeated {
    sequence: &'static [(Op, Passes)],
    reading: Reading,
    seen: Vec<Access>,
}

impl Repeated {
    /// Of so many accesses: 3, 4, or else 5.
    #[must_use]
    pub fn new(accesses: usize, reading: Reading) -> Self {
        let sequence = match accesses {
            3 => &THREE[..],
            4 => &FIVE[..4],
            _ => &FIVE[..],
        };
        Self { sequence, reading, seen: Vec::new() }
    }

    /// Whether these are the first accesses of the sequence.
    fn begins(&self, seen: &[Access]) -> bool {
        let mut passed = [None; 2];
        seen.len() <= self.sequence.len()
            && seen.iter().zip(self.sequence).all(|(access, (op, passes))| {
                let address = passed[*passes as usize].get_or_insert(access.addr);
                access.op == *op && !access.wide && *address == access.addr
            })
    }

    fn start(&self, load: &Access) -> Option<Start> {
        let by = |passes| {
            let all = self.seen.iter().zip(self.sequence).filter(|(_, slot)| slot.1 == passes);
            all.map(|(access, _)| access.said(access.addr)).reduce(|all, arg| all.again(arg.by))
        };
        let size = self.seen.iter().rfind(|access| access.op == Op::Store)?;
        let (src, dst) = (by(Passes::Source)?, by(Passes::Destination)?);
        Some(Start::plain(0, src, dst, size.said(size.data), load.by))
    }
}

impl Scheme for Repeated {
    fn access(&mut self, access: &Access) -> Say {
        if matches!(access.op, Op::Hook | Op::Who) {
            return Say::answer(FAIL);
        }
        if access.space != Space::Shadow {
            return Say::stray();
        }
        let mut seen = std::mem::take(&mut self.seen);
        seen.push(*access);
        if !self.begins(&seen) {
            let keeps = match self.reading {
                Reading::Reset => seen.len(),
                Reading::Resync => seen.len() - usize::from(self.begins(&[*access])),
                Reading::Sliding => {
                    (0..seen.len()).find(|at| self.begins(&seen[*at..])).unwrap_or(seen.len())
                }
            };
            seen.drain(..keeps);
        }
        self.seen = seen;
        let loads = self.seen.iter().filter(|access| access.op == Op::Load).count();
        let code = if access.op == Op::Load { loads as u64 } else { FAIL };
        let is_named = access.op == Op::Load || access.op == Op::Store && !access.wide;
        if self.seen.len() < self.sequence.len() {
            return Say { stray: !is_named, ..Say::answer(code) };
        }
        let start = self.start(access);
        self.seen.clear();
        start.map_or(Say::answer(code), |start| Say::start(start, code, FAIL))
    }

    fn clear(&mut self, _context: u8) {
        self.seen.clear();
    }
}

/// How a keyed store tells source from destination, without a bit for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The last two stores count, destination first.
    LastTwo,
    /// They take turns, destination first.
    Toggle,
}

/// The key scheme with a word that has no role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyByOrder {
    key: Key,
    order: Order,
    /// The last store of each context that was taken, or the one that the next is to follow.
    last: BTreeMap<usize, Access>,
}

impl KeyByOrder {
    /// That scheme.
    #[must_use]
    pub const fn new(key: Key, order: Order) -> Self {
        Self { key, order, last: BTreeMap::new() }
    }
}

/// The same store in another role.
fn in_role(store: &Access, role: key::Role) -> Access {
    let (context, _, key) = key::parts(store.data);
    #[expect(clippy::cast_possible_truncation, reason = "one of eight contexts")]
    let context = (context % CONTEXTS) as u8;
    Access { data: key::key_word(context, role, key), ..*store }
}

impl Scheme for KeyByOrder {
    fn access(&mut self, access: &Access) -> Say {
        if (access.space, access.op, access.wide) != (Space::Shadow, Op::Store, true) {
            return self.key.access(access);
        }
        let context = key::parts(access.data).0;
        let before = self.last.get(&context).copied();
        // Without one before it, a store is the destination.
        let role = if before.is_some() { key::Role::Source } else { key::Role::Destination };
        let say = self.key.access(&in_role(access, role));
        if say.stray {
            return say;
        }
        match (self.order, before) {
            (Order::Toggle, Some(_)) => {
                self.last.remove(&context);
            }
            (Order::LastTwo, Some(before)) => {
                self.key.access(&in_role(&before, key::Role::Destination));
                self.last.insert(context, *access);
            }
            (_, None) => {
                self.last.insert(context, *access);
            }
        }
        say
    }

    fn clear(&mut self, context: u8) {
        self.key.clear(context);
        self.last.remove(&usize::from(context));
    }

    fn news(&mut self, news: News) {
        self.key.news(news);
    }
}
