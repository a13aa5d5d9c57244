// SPDX-License-Identifier: Apache-2.0
//! Repeated passing of three accesses (section 3.3 of FORTH TR-182), which others can break.

use super::{Answer, OK1, OK2, Word};

#[inline(never)]
pub(super) fn start<W: Word>(src: W, dst: W, size: u32) -> Answer {
    let first = src.load();
    if first != OK1 {
        return Answer::no(1, first);
    }
    dst.store(size);
    Answer::last(3, src.load(), OK2)
}
