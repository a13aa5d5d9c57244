// SPDX-License-Identifier: Apache-2.0
//! Repeated passing of four accesses (section 3.3 of FORTH TR-182), with the barriers of figure 10.

use super::{Answer, OK1, OK2, Word};

#[inline(never)]
pub(super) fn start<W: Word>(src: W, dst: W, size: u32) -> Answer {
    dst.fence();
    dst.store(size);
    src.fence();
    let first = src.load();
    if first != OK1 {
        return Answer::no(2, first);
    }
    dst.store(size);
    src.fence();
    Answer::last(4, src.load(), OK2)
}
