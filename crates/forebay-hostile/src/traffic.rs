// SPDX-License-Identifier: Apache-2.0
//! What the card has written for a run, and what the bus has failed of it.

use forebay_bus::DmaFault;
use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::xdma::chan::status;

/// An access that was made to fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) addr: u64,
    pub(crate) purpose: Purpose,
    pub(crate) write: bool,
    /// What the card must log if the run ends by it.
    pub(crate) status: u32,
}

/// A write.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub(crate) addr: u64,
    pub(crate) bytes: usize,
    pub(crate) purpose: Purpose,
    /// What it would have written, if it was refused.
    pub(crate) refused: Option<Vec<u8>>,
}

/// All of a run, in the order in which the card did it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) writes: Vec<Write>,
    pub(crate) faults: Vec<Fault>,
    /// Poll-mode words, and whether they have reached memory.
    pub(crate) words: Vec<(u32, bool)>,
}

impl Fault {
    pub(crate) fn refused(fault: &DmaFault, purpose: Purpose) -> Self {
        let group = match (purpose, fault.write) {
            (Purpose::Descriptor, _) => status::DESC_ERROR,
            (_, false) => status::READ_ERROR,
            (_, true) => status::WRITE_ERROR,
        };
        let cause = match fault.refusal {
            Refusal::Unsupported => 1,
            Refusal::Abort => 2,
            Refusal::Poisoned => 8,
            Refusal::Unanswered => 0,
        };
        Self { addr: fault.addr, purpose, write: fault.write, status: group.put(cause) }
    }

    /// The descriptor there has come without its magic.
    pub(crate) const fn magic(addr: u64) -> Self {
        let status = status::MAGIC_STOPPED.mask();
        Self { addr, purpose: Purpose::Descriptor, write: false, status }
    }
}
