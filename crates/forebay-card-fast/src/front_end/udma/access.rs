// SPDX-License-Identifier: Apache-2.0
//! What a program says to a scheme, and what the scheme makes of it (`fby_udma_pkg`).

use forebay_regs::card::UPPER_WINDOW_BITS;
use forebay_regs::udma_window::{CONTEXT_PAGE, SHADOW_PAGE};

/// Contexts of programs.
pub(super) const CONTEXTS: usize = CONTEXT_PAGE.count() as usize;
/// Slots of the table, and shadow pages of a context.
pub(super) const SLOTS: usize = SHADOW_PAGE.count() as usize / CONTEXTS;
/// Bits of an argument that are the offset in its page.
pub(super) const PAGE_BITS: u32 = SHADOW_PAGE.stride().ilog2();
/// Bits of an address of host memory as a shadow address, below those of the context.
pub(super) const DIRECT_BITS: u32 = UPPER_WINDOW_BITS - CONTEXTS.ilog2();
/// Bits of an argument.
pub(super) const ADDRESS_BITS: u32 = 48;

/// What is done. No bus of this card has the exchange of SHRIMP-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Load,
    /// A store of 4 bytes.
    Store(u32),
    /// A store of 8 bytes.
    Wide(u64),
}

/// What kind of page it is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Shadow,
    Context,
    Portal,
}

/// One access of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) op: Op,
    pub(super) space: Space,
    /// Whose page it is, by its place in the window.
    pub(super) context: usize,
    /// In shadow space the argument, elsewhere the offset in the page.
    pub(super) address: u64,
}

/// A transfer that a scheme starts. Addresses are slot addresses, or those of host memory where shadow addresses are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) context: usize,
    pub(super) src: u64,
    pub(super) dst: u64,
    pub(super) size: u32,
    /// A completion record goes to `record_address`, with `cookie` in it.
    pub(super) record: bool,
    pub(super) record_address: u64,
    pub(super) cookie: u32,
    /// A list is at `src`, of `size` descriptors; `dst` means nothing.
    pub(super) list: bool,
}

/// Answers to loads (section 4.1 of FORTH TR-182); only the repeated schemes use all.
pub(super) const FAIL: u32 = 0;
pub(super) const OK1: u32 = 1;
pub(super) const OK2: u32 = 2;
pub(super) const OK3: u32 = 3;
/// Of the key scheme: no transfer, or one that failed.
pub(super) const MINUS_ONE: u32 = u32::MAX;

/// What a scheme says to an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Say {
    /// What a load is answered that starts nothing, or whose start the door takes.
    pub(super) answer: u32,
    /// What it is answered where the door refuses the start.
    pub(super) refused: u32,
    /// The scheme had no use for the access, or drops its arguments.
    pub(super) stray: bool,
    pub(super) start: Option<Start>,
}

impl Say {
    /// Nothing starts, and a load is answered that.
    pub(super) const fn told(answer: u32) -> Self {
        Self { answer, refused: FAIL, stray: false, start: None }
    }

    /// The access is none of the scheme's.
    pub(super) const fn stray() -> Self {
        Self { answer: FAIL, refused: FAIL, stray: true, start: None }
    }

    /// A transfer starts, and the load that starts it is answered that if the door takes it.
    pub(super) const fn start(start: Start, answer: u32) -> Self {
        Self { answer, refused: FAIL, stray: false, start: Some(start) }
    }
}

/// What became of the transfers of one context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// One is queued or under way.
    pub(super) busy: bool,
    /// Bytes of it: all are left until it is over.
    pub(super) left: u32,
    /// The last one that ended did not end well, or there has been none.
    pub(super) failed: bool,
}
