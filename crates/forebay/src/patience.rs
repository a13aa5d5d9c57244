// SPDX-License-Identifier: Apache-2.0
//! How long a device in this process may get nowhere before it is looked into, and before a transfer is given up.

use std::time::Duration;

use forebay_regs::card::CLOCK_KHZ;

/// Four milliseconds of card time, far beyond any pause of a datapath that is being fed.
const LOOK_CYCLES: u64 = 4 * CLOCK_KHZ as u64;
/// As long as the kernel driver waits where nobody has said how long.
const HOST_TIME: Duration = Duration::from_secs(30);

/// How long a device in this process may get nowhere.
///
/// A card cannot tell a host that does something else from one that is dead: what a datapath lacks, another thread may be about to
/// send. So a transfer is given up where that is out of the question, and else as late as the caller wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Card cycles without any progress after which the library looks who waits for whom, and tells it ([`Device::on_stall`]). A transfer
    /// that is certain never to end is given up then.
    ///
    /// [`Device::on_stall`]: crate::Device::on_stall
    pub look_cycles: u64,
    /// When every other one is.
    pub limit: Limit,
}

/// Time without any progress after which a transfer is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many card cycles. For who knows that nobody else sends anything to the card. On a card that is at rest, which no cycle
    /// changes, none pass: each look at it counts as many as were to.
    CardCycles(u64),
    /// So much time of the host: a host that is pre-empted for so long counts as dead.
    HostTime(Duration),
    /// It is not given up.
    Never,
}

impl Default for Patience {
    /// A look after four milliseconds of card time, and the end after half a minute of the host's.
    fn default() -> Self {
        Self { look_cycles: LOOK_CYCLES, limit: Limit::HostTime(HOST_TIME) }
    }
}

impl From<u64> for Patience {
    /// The end after so many card cycles, and a look no later.
    fn from(cycles: u64) -> Self {
        Self { look_cycles: cycles.min(LOOK_CYCLES), limit: Limit::CardCycles(cycles) }
    }
}

impl Patience {
    /// Card cycles without progress after which a wait for a register is over, which nobody's data can end.
    pub(crate) const fn register_cycles(self) -> u64 {
        match self.limit {
            Limit::CardCycles(cycles) => cycles,
            Limit::HostTime(_) | Limit::Never => LOOK_CYCLES,
        }
    }
}
