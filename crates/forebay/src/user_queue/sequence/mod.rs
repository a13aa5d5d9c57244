// SPDX-License-Identifier: Apache-2.0
//! What a program does to the window to start a transfer: a sequence of accesses for each scheme, in a module of its own.
//!
//! The order of the accesses is the scheme, so none of them may be left out, merged or moved: each is one instruction of a [`Word`], and a test reads
//! them in what the compiler makes of each function. Arguments are in registers, so that nothing else touches memory.

mod key;
mod mapped;
mod pair;
mod portal;
mod repeat3;
mod repeat4;
mod repeat5;
mod shrimp1;
mod word;

use forebay_regs::udma_window::SHADOW_PAGE;
use forebay_regs::udma_window::portal_page::control;

pub(crate) use mapped::MappedWord;
pub(crate) use word::{Answer, MINUS_ONE, Word};
use word::{OK1, OK2, OK3};

use super::Scheme;

/// Bytes of a slot: of a page of the window that means one.
pub(crate) const SLOT_BYTES: u64 = SHADOW_PAGE.stride() as u64;

/// What goes into a line of the portal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Of a list where it is.
    pub src: u64,
    /// Of a list 0.
    pub dst: u64,
    /// Where the record goes.
    pub record: u64,
    /// Bytes, or descriptors of a list.
    pub size: u32,
    pub cookie: u32,
    /// It starts a list.
    pub list: bool,
    /// In one store, where there is one.
    pub whole: bool,
}

/// The words of the window that name a transfer, for all schemes but the portal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<W> {
    pub src: W,
    pub dst: W,
    /// The context's page, under `key`.
    pub page: W,
}

/// One attempt to start a transfer of that size.
pub(crate) fn attempt<W: Word>(
    scheme: Scheme,
    Places { src, dst, page }: Places<W>,
    size: u32,
    key: u64,
) -> Answer {
    match scheme {
        Scheme::Key => key::start(src, dst, page, size, key),
        Scheme::Shadow | Scheme::ShadowCheck | Scheme::Flash | Scheme::Shrimp2 => {
            pair::start(src, dst, size)
        }
        Scheme::Repeat5 => repeat5::start(src, dst, size),
        Scheme::Repeat4 => repeat4::start(src, dst, size),
        Scheme::Repeat3 => repeat3::start(src, dst, size),
        Scheme::Shrimp1 => shrimp1::start(src, size),
        // They name nothing by shadow addresses.
        Scheme::Portal | Scheme::Kernel => Answer::no(1, 0),
    }
}

/// One line into the portal, which tells nothing.
pub(crate) fn line<W: Word>(portal: W, line: &Line) {
    let counts = u64::from(line.cookie) << 32 | u64::from(line.size);
    let store = if line.whole { portal::line } else { portal::pieces };
    let control = control::RECORD.mask() | control::BATCH.put(line.list.into());
    store(portal, line.src, line.dst, line.record, counts, control.into());
}

/// The word that carries a key: for which context, and as what the address is meant.
pub(crate) const fn key_word(key: u64, context: u32) -> u64 {
    key << key::KEY_BIT | context as u64
}
#[cfg(test)]
mod tests;
