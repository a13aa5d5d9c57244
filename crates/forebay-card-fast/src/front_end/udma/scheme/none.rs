// SPDX-License-Identifier: Apache-2.0
//! No scheme: no access starts anything.

use super::{Outside, Scheme};
use crate::front_end::udma::access::{Access, Say};

pub(super) struct None;

impl Scheme for None {
    fn access(&mut self, _access: &Access, _outside: &Outside<'_>) -> Say {
        Say::stray()
    }

    fn forget(&mut self, _contexts: u32) {}
}
