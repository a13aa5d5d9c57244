// SPDX-License-Identifier: Apache-2.0
//! A line of 64 bytes into a page of one's own: in one store where the processor has it, else in ascending pieces of 8 bytes.

use super::Word;

/// Eight stores. What is to be told comes last.
#[inline(never)]
pub(super) fn pieces<W: Word>(
    portal: W,
    src: u64,
    dst: u64,
    record: u64,
    counts: u64,
    control: u64,
) {
    portal.store_wide::<0>(src);
    portal.store_wide::<8>(dst);
    portal.store_wide::<16>(record);
    portal.store_wide::<24>(counts);
    portal.store_wide::<32>(0);
    portal.store_wide::<40>(0);
    portal.store_wide::<48>(0);
    portal.store_wide::<56>(control);
}

/// One store, which may pass others: what the transfer is to read has to be in memory before it.
#[inline(never)]
pub(super) fn line<W: Word>(portal: W, src: u64, dst: u64, record: u64, counts: u64, control: u64) {
    portal.store_fence();
    portal.store_line(&[src, dst, record, counts, 0, 0, 0, control]);
}
