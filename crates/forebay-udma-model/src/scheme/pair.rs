// SPDX-License-Identifier: Apache-2.0
//! What a store leaves for the load that follows, in the schemes of two accesses.

use crate::{Access, Arg, FAIL, OK1, Op, Say, Space, Start};

/// A destination and a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Half {
    dst: Arg,
    size: Arg,
}

impl Half {
    /// What this store says.
    pub(super) const fn of(store: &Access) -> Self {
        Self { dst: store.said(store.addr), size: store.said(store.data) }
    }

    /// What this load makes of it, for that context.
    const fn complete(self, load: &Access, context: u8) -> Say {
        let src = load.said(load.addr);
        let start = Start::plain(context, src, self.dst, self.size, load.by);
        Say::start(start, OK1, FAIL)
    }
}

/// What an access is to a scheme of two accesses.
pub(super) enum Part {
    Store,
    Load,
    Other,
}

/// Which part of such a scheme this is: only shadow space has one.
pub(super) const fn part(access: &Access) -> Part {
    match (access.space, access.op) {
        (Space::Shadow, Op::Store) if !access.wide => Part::Store,
        (Space::Shadow, Op::Load) => Part::Load,
        _ => Part::Other,
    }
}

/// A load with or without something latched; a scheme that knows no context starts for context 0.
pub(super) fn load(latched: Option<Half>, access: &Access, context: u8) -> Say {
    latched.map_or(Say::answer(FAIL), |half| half.complete(access, context))
}
