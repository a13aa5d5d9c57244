// SPDX-License-Identifier: Apache-2.0
//! The schemes: in which order of accesses a program says what it wants, a module for each. A scheme knows accesses and its own
//! latches; no slots, no rights, no movers.

mod flash;
mod key;
mod none;
mod portal;
mod repeat3;
mod repeat4;
mod repeat5;
mod shadow;
mod shadow_check;
mod shrimp1;
mod shrimp2;

use forebay_regs::user::udma::scheme::number;

use super::access::{Access, CONTEXTS, Progress, Say};
use super::slots::Slots;

/// What schemes are told besides accesses.
#[derive(Debug)]
pub(super) struct Outside<'a> {
    /// The process that the kernel says is running.
    pub(super) who: u32,
    /// Keys of the contexts; 0 is none.
    pub(super) keys: [u64; CONTEXTS],
    pub(super) progress: [Progress; CONTEXTS],
    /// For the partners of pages.
    pub(super) slots: &'a Slots,
}

/// A scheme.
pub(super) trait Scheme: Send {
    /// What it makes of an access.
    fn access(&mut self, access: &Access, outside: &Outside<'_>) -> Say;

    /// The door has taken what it has just started for a context, or not.
    fn verdict(&mut self, _context: usize, _taken: bool) {}

    /// The kernel switches to another process.
    fn hook(&mut self) {}

    /// Forgets what these contexts, a bit each, have begun to say; where it does not know whose something is, all of it.
    fn forget(&mut self, contexts: u32);
}

/// The scheme of that number, with nothing in its latches; none that starts anything where there is no such number.
pub(super) fn of(number: u32) -> Box<dyn Scheme> {
    match number {
        number::SHRIMP1 => Box::<shrimp1::Shrimp1>::default(),
        number::SHRIMP2 => Box::<shrimp2::Shrimp2>::default(),
        number::FLASH => Box::<flash::Flash>::default(),
        number::SHADOW_CHECK => Box::<shadow_check::ShadowCheck>::default(),
        number::SHADOW => Box::<shadow::Shadow>::default(),
        number::REPEAT3 => Box::<repeat3::Repeat3>::default(),
        number::REPEAT4 => Box::<repeat4::Repeat4>::default(),
        number::REPEAT5 => Box::<repeat5::Repeat5>::default(),
        number::KEY => Box::<key::Key>::default(),
        number::PORTAL => Box::<portal::Portal>::default(),
        _ => Box::new(none::None),
    }
}

/// That number, or that of none where there is no such scheme. With addresses of host memory there is none of which an address comes
/// otherwise than as a shadow address: page tables have not seen it.
pub(super) fn known(wanted: u32, direct: bool) -> u32 {
    let is_there = number::ALL.iter().any(|(number, _)| *number == wanted);
    let unseen = direct && matches!(wanted, number::PORTAL | number::SHRIMP1);
    if is_there && !unseen { wanted } else { number::NONE }
}

/// Whether a bit for each context has that of this one.
const fn has(contexts: u32, context: usize) -> bool {
    contexts >> context & 1 == 1
}

#[cfg(test)]
#[path = "../tests/scheme/mod.rs"]
mod tests;
