// SPDX-License-Identifier: Apache-2.0
//! How long a device in this process may get nowhere before it is looked into, and before a transfer is given up.

use std::time::Duration;

use forebay_regs::card::CLOCK_KHZ;

/// Four milliseconds of card time, far beyond any pause of a datapath that is being fed.
const LOOK_CYCLES: u64 = 4 * CLOCK_KHZ as u64;
/// Where nobody has said how long: as long as the kernel driver waits then.
pub(crate) const UNSET_HOST_TIME: Duration = Duration::from_secs(30);

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
    /// So much time of the host: a host that is pre-empted for so long counts as dead. It is looked at in each step of a wait, so that
    /// the transfer ends some 4096 card cycles later at most.
    HostTime(Duration),
    /// Nobody has set one. No wait lasts for ever, so half a minute of the host's time ends it, as [`ForebayError::GivenUp`], which
    /// says so: it is neither certain that nothing would have come nor what the caller asked for.
    ///
    /// [`ForebayError::GivenUp`]: crate::ForebayError::GivenUp
    Unset,
    /// It is not given up.
    Never,
}

impl Default for Patience {
    /// A look after four milliseconds of card time, and no limit set.
    fn default() -> Self {
        Self { look_cycles: LOOK_CYCLES, limit: Limit::Unset }
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
            Limit::HostTime(_) | Limit::Unset | Limit::Never => LOOK_CYCLES,
        }
    }
}

impl Limit {
    /// Time of the host after which nothing is waited for any more.
    pub(crate) const fn host_time(self) -> Option<Duration> {
        match self {
            Self::HostTime(time) => Some(time),
            Self::Unset => Some(UNSET_HOST_TIME),
            Self::CardCycles(_) | Self::Never => None,
        }
    }
}
