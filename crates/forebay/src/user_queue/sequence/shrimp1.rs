// SPDX-License-Identifier: Apache-2.0
//! A store at the source starts it (section 2.4 of FORTH TR-182); since no processor sends an exchange to a PCIe card, a load asks how
//! it went.

use super::{Answer, OK1, Word};

#[inline(never)]
pub(super) fn start<W: Word>(src: W, size: u32) -> Answer {
    src.store(size);
    Answer::last(2, src.load(), OK1)
}
