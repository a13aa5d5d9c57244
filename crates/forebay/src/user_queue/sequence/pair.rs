// SPDX-License-Identifier: Apache-2.0
//! A store at the destination and a load at the source (figure 2 of FORTH TR-182): `shrimp2`, `flash`, `shadow_check` and `shadow`.

use super::{Answer, OK1, Word};

#[inline(never)]
pub(super) fn start<W: Word>(src: W, dst: W, size: u32) -> Answer {
    dst.store(size);
    Answer::last(2, src.load(), OK1)
}
