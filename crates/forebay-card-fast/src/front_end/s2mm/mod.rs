// SPDX-License-Identifier: Apache-2.0
//! The capture engine: a stream into buffers of host memory.

use forebay_builds::Build;
use forebay_regs::cards::S2MM;
use forebay_regs::user::{self, s2mm};

use super::pairs::{Channel, Way};

/// That of a build, whose stream is the last to the host.
pub(super) fn new(build: &Build) -> Channel {
    Channel::new(&S2MM, s2mm::DMACR, Way::ToHost((build.c2h_movers() - 1) as usize))
}

const _: () = assert!(user::S2MM.base() == S2MM.page);
