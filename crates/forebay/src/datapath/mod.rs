// SPDX-License-Identifier: Apache-2.0
//! The datapaths that a card may have, as a transport sees them: what brings one to rest, and what shows that it gets on.
//!
//! A datapath is a module here and a value of [`Kernel`] with its number; nothing else in this library names one.

mod loopback;
mod msm;

use forebay_regs::user::status::card_kind::kind;
use serde::Serialize;

use crate::ForebayError;
use crate::counters::Counter;
use crate::registers::Registers;

/// The datapath inside a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kernel {
    /// Streams to the card come back as streams to the host.
    Loopback,
    /// Multi-scalar multiplication.
    Msm,
}

impl Kernel {
    /// The one with that number in `CARD_KIND`, if this library knows it.
    pub(crate) const fn by_number(number: u32) -> Option<Self> {
        match number {
            kind::LOOPBACK => Some(Self::Loopback),
            kind::MSM => Some(Self::Msm),
            _ => None,
        }
    }

    /// What transports need of it.
    pub(crate) fn datapath(self) -> &'static dyn Datapath {
        match self {
            Self::Loopback => &loopback::Loopback,
            Self::Msm => &msm::Msm,
        }
    }
}

/// What a transport needs of the datapath inside a card. All of it goes by registers, whatever carries them.
pub(crate) trait Datapath: Sync {
    /// While `hold` holds it takes nothing, gives nothing, and forgets what it had begun.
    fn quiesce(&self, registers: &mut dyn Registers, hold: bool) -> Result<(), ForebayError>;

    /// Where it says that it works; none of one that is idle whenever its streams are.
    fn busy(&self) -> Option<Busy>;

    /// Its counters of which at least one moves whenever it gets on, beside those of its transfers.
    fn progress(&self) -> &'static [Counter];
}

/// The register that says whether a datapath works.
pub(crate) struct Busy {
    /// Offset in the user BAR.
    pub(crate) offset: u32,
    /// What it says when the datapath is idle.
    pub(crate) is_idle: fn(u32) -> bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_register_description_is_known_by_its_name() {
        for (number, name) in kind::ALL {
            let kernel = Kernel::by_number(*number).unwrap();
            assert_eq!(format!("{kernel:?}").to_lowercase(), *name);
        }
        assert_eq!(Kernel::by_number(0), None);
    }
}
