// SPDX-License-Identifier: Apache-2.0
//! Destination and source by stores that carry a key, then the size and a load of the context's page (figure 3 of FORTH TR-182). The size may
//! not overtake the addresses, nor the load the size.

use super::{Answer, Word};

/// Where in the word the role is, and where the key begins.
const ROLE_SOURCE: u64 = 1 << 3;
pub(super) const KEY_BIT: u32 = 4;

#[inline(never)]
pub(super) fn start<W: Word>(src: W, dst: W, page: W, size: u32, key: u64) -> Answer {
    dst.store_wide::<0>(key);
    src.store_wide::<0>(key | ROLE_SOURCE);
    page.fence();
    page.store(size);
    page.fence();
    // No size is all ones.
    let left = page.load();
    Answer::last(4, left, size)
}
