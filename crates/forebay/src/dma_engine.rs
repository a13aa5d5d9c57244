// SPDX-License-Identifier: Apache-2.0
//! The DMA engine that this library knows, whether it drives it or a kernel driver does.

use forebay_regs::user;
use forebay_regs::xdma::chan;

use crate::EngineCause;

/// Kind of its front end.
pub(crate) const CHANNELS: u32 = user::FRONT_END_XDMA;

/// The bits of a cause's error group in STATUS; 0 of one that has none.
pub(crate) fn bits_of(cause: EngineCause, status: u32) -> u32 {
    use chan::status as st;
    match cause {
        EngineCause::DescriptorFetch => st::DESC_ERROR.get(status),
        EngineCause::Read => st::READ_ERROR.get(status),
        EngineCause::Write => st::WRITE_ERROR.get(status),
        EngineCause::BadMagic | EngineCause::InvalidLength | EngineCause::Stopped => 0,
    }
}

/// Why a doorbell was refused, decoded from its register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DoorbellRefusal {
    /// A run was under way, or the front end is held at rest.
    #[error("the channel was busy or its front end is held at rest; release it, or submit again")]
    Busy,
    /// It did not come whole.
    #[error(
        "the store came torn; something between host and card cuts or reorders stores, open the card without doorbells"
    )]
    Torn,
    /// The card expects another format.
    #[error("the card takes another format; install card and library from one release")]
    Format,
}
