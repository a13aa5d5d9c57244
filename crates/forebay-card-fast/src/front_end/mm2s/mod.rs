// SPDX-License-Identifier: Apache-2.0
//! The transmit engine: buffers of host memory into a stream, each a packet.

use forebay_builds::Build;
use forebay_regs::cards::MM2S;
use forebay_regs::user::{self, mm2s};

use super::pairs::{Channel, Way};

/// That of a build, whose stream is the last to the card.
pub(super) fn new(build: &Build) -> Channel {
    Channel::new(&MM2S, mm2s::DMACR, Way::ToCard((build.h2c_movers() - 1) as usize))
}

const _: () = assert!(user::MM2S.base() == MM2S.page);
