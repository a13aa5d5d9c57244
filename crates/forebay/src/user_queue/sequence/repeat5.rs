// SPDX-License-Identifier: Apache-2.0
//! Repeated passing of five accesses: figure 10 of FORTH TR-182, with its three barriers.

use super::{Answer, OK1, OK2, OK3, Word};

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
    let second = src.load();
    if second != OK2 {
        return Answer::no(4, second);
    }
    Answer::last(5, dst.load(), OK3)
}
