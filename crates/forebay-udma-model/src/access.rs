// SPDX-License-Identifier: Apache-2.0
//! What a program does to the window of a front end, and what that makes the front end say.

use serde::{Deserialize, Serialize};

/// Answer of a load that was not what its scheme waits for (section 4.1).
pub const FAIL: u64 = 0;
/// First code of section 4.1.
pub const OK1: u64 = 1;
/// Second code of section 4.1.
pub const OK2: u64 = 2;
/// Third code of section 4.1.
pub const OK3: u64 = 3;
/// What a context page tells of a transfer that is none: -1 in a load of 4 bytes (section 3.1).
pub const NOT_STARTED: u64 = 0xFFFF_FFFF;

/// What an access is; the last two are the kernel's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// A load of 4 bytes.
    Load,
    /// A store of 4 bytes, or of 8 if it is wide.
    Store,
    /// An atomic exchange: a store that is answered (section 2.4).
    Exchange,
    /// What SHRIMP-2 has a kernel do at a context switch (section 2.5).
    Hook,
    /// What FLASH has a kernel do there: the data is the number of the process that runs now (section 2.6).
    Who,
}

/// Which part of the window an access is to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// Shadow pages, whose addresses are arguments (section 2.3).
    Shadow,
    /// The context page of key-based contexts (section 3.1).
    Context,
    /// The portal page, which takes descriptors.
    Portal,
}

/// A set of actors: who has issued something. No hardware knows it; it is what the properties speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Actors(u8);

impl Actors {
    /// Only this one, of at most 8.
    #[must_use]
    pub const fn only(actor: u8) -> Self {
        Self(1 << actor)
    }

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether this one is among them.
    #[must_use]
    pub const fn has(self, actor: u8) -> bool {
        self.0 >> actor & 1 == 1
    }

    /// Whether there is exactly one.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }
}

/// An argument as it is latched, and who has said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    /// An address or a size.
    pub value: u64,
    /// Who has said it, all who have said it again among them.
    pub by: Actors,
}

impl Arg {
    /// The same, said again.
    #[must_use]
    pub const fn again(self, by: Actors) -> Self {
        Self { by: self.by.and(by), ..self }
    }
}

/// One access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// What it is.
    pub op: Op,
    /// Where it is.
    pub space: Space,
    /// The context that the address names.
    pub context: u8,
    /// Shadow space: the argument, a slot and an offset in its page. Else the offset in the page.
    pub addr: u64,
    /// What a store or an exchange brings.
    pub data: u64,
    /// A store of 8 bytes.
    pub wide: bool,
    /// Who makes it.
    pub by: Actors,
}

impl Access {
    /// A load of a shadow address.
    #[must_use]
    pub const fn load(addr: u64) -> Self {
        let (op, space, by) = (Op::Load, Space::Shadow, Actors::only(0));
        Self { op, space, context: 0, addr, data: 0, wide: false, by }
    }

    /// A store of a size at a shadow address.
    #[must_use]
    pub const fn store(addr: u64, data: u64) -> Self {
        Self { op: Op::Store, data, ..Self::load(addr) }
    }

    /// An exchange of a size at a shadow address.
    #[must_use]
    pub const fn exchange(addr: u64, data: u64) -> Self {
        Self { op: Op::Exchange, data, ..Self::load(addr) }
    }

    /// The pulse of SHRIMP-2's kernel.
    #[must_use]
    pub const fn hook() -> Self {
        Self { op: Op::Hook, ..Self::load(0) }
    }

    /// The write of FLASH's kernel.
    #[must_use]
    pub const fn who(process: u64) -> Self {
        Self { op: Op::Who, data: process, ..Self::load(0) }
    }

    /// The same, by this one of at most 8.
    #[must_use]
    pub const fn by(self, actor: u8) -> Self {
        Self { by: Actors::only(actor), ..self }
    }

    /// The same under another context.
    #[must_use]
    pub const fn context(self, context: u8) -> Self {
        Self { context, ..self }
    }

    /// The same in another space.
    #[must_use]
    pub const fn space(self, space: Space) -> Self {
        Self { space, ..self }
    }

    /// The same, of 8 bytes.
    #[must_use]
    pub const fn wide(self) -> Self {
        Self { wide: true, ..self }
    }

    /// What it brings as an argument.
    #[must_use]
    pub const fn said(&self, value: u64) -> Arg {
        Arg { value, by: self.by }
    }

    /// Whether the one who makes it waits for an answer.
    #[must_use]
    pub const fn is_answered(&self) -> bool {
        matches!(self.op, Op::Load | Op::Exchange)
    }
}

/// What a scheme asks the door for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// Under which context.
    pub context: u8,
    /// From where.
    pub src: Arg,
    /// Where to.
    pub dst: Arg,
    /// How many bytes.
    pub size: Arg,
    /// Where its completion record goes, if one is wanted.
    pub record: Option<u64>,
    /// Where a record would go, wanted or not: what the descriptor says.
    pub record_addr: u64,
    /// What the record begins with.
    pub cookie: u64,
    /// Who has made any of the accesses that led to it.
    pub by: Actors,
}

impl Start {
    /// One without a completion record, started by the last of these three or by `by`.
    #[must_use]
    pub const fn plain(context: u8, src: Arg, dst: Arg, size: Arg, by: Actors) -> Self {
        let by = by.and(src.by).and(dst.by).and(size.by);
        Self { context, src, dst, size, record: None, record_addr: 0, cookie: 0, by }
    }
}

/// What a scheme says to an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Say {
    /// The answer, of a load and of an exchange, if the door takes the start or there is none.
    pub data: u64,
    /// The answer if the door refuses.
    pub refused_data: u64,
    /// The access is one that the scheme has no use for, and is counted.
    pub stray: bool,
    /// What starts.
    pub start: Option<Start>,
}

impl Say {
    /// Nothing starts.
    #[must_use]
    pub const fn answer(data: u64) -> Self {
        Self { data, refused_data: data, stray: false, start: None }
    }

    /// Nothing starts, and the access is counted.
    #[must_use]
    pub const fn stray() -> Self {
        Self { stray: true, ..Self::answer(FAIL) }
    }

    /// This starts.
    #[must_use]
    pub const fn start(start: Start, data: u64, refused_data: u64) -> Self {
        Self { data, refused_data, stray: false, start: Some(start) }
    }
}
