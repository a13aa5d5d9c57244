// SPDX-License-Identifier: Apache-2.0
//! Whether this is still the process that opened a queue. A child made by `fork` has a copy of everything but of the queue's maps.

use rustix::io::Errno;

use super::pages::Pages;

/// What the page holds where it was written.
const HERE: u64 = 1;

/// A page that the kernel empties in such a child, so that a look at it is no call.
#[derive(Debug)]
pub(super) struct Home {
    page: Pages,
}

impl Home {
    /// That of this process.
    pub(super) fn new() -> Result<Self, Errno> {
        let page = Pages::fresh(size_of::<u64>())?;
        page.empty_in_children()?;
        page.write(0, &HERE.to_ne_bytes());
        Ok(Self { page })
    }

    /// Whether this process has made it.
    pub(super) fn is_here(&self) -> bool {
        self.page.atomic(0) == HERE
    }
}
