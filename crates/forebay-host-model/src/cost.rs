// SPDX-License-Identifier: Apache-2.0
//! What a host does, each thing with its price and where the price comes from.
//!
//! Sources: *app note* is AWS's on write combining, measured on F1 (64 B to 4 MiB, uncached stores 144 ns each); *driver* is
//! the card vendor's character driver, whose register accesses we counted on our card (7 writes and 5 reads a transfer by
//! interrupt, 5 and 2 polled); issue numbers are of `Xilinx/dma_ip_drivers` unless another repository is named. What no
//! source gives apart is marked derived, with what it is derived from, or assumed.

use serde::Serialize;

use crate::{Distribution, HostModelError, Time};

/// A cost as it is known: its default and the range of what others have seen.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spec {
    /// Which one.
    pub cost: Cost,
    /// Its name in text.
    pub name: &'static str,
    /// Its default.
    pub default: Time,
    /// The least that a source gives.
    pub low: Time,
    /// The most.
    pub high: Time,
}

macro_rules! costs {
    ($($(#[$doc:meta])* $cost:ident $name:literal = $default:literal ns, $low:literal to $high:literal ns;)*) => {
        /// Something that takes a host's time whenever it happens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Cost {
            $($(#[$doc])* $cost,)*
        }

        impl Cost {
            /// All of them.
            pub const ALL: [Self; [$(stringify!($cost)),*].len()] = [$(Self::$cost),*];
            /// What is known of each, in the order of [`Cost::ALL`].
            pub const SPECS: [Spec; Self::ALL.len()] = [$(Spec {
                cost: Self::$cost,
                name: $name,
                default: Time::from_ns($default),
                low: Time::from_ns($low),
                high: Time::from_ns($high),
            }),*];
        }
    };
}

costs! {
    /// Into the kernel and back. 0.3 us: a null call after the mitigations of 2018 (0.2 to 0.5 us on servers of that time).
    SystemCall "system_call" = 300 ns, 100 to 1_000 ns;
    /// What the driver does in each call beside the things named here: allocations, locks, queues. 6.7 us, derived: `FireSim` pull
    /// request 167 has 29.3 us for a read and a write on F1 through this driver, 14.7 us each; less 3.6 us of hardware (Coyote
    /// issue 161) and what is named here for one page, 4.4 us. At most 15 us: issue 321 has 30 us for all of a call.
    DriverCall "driver_call" = 6_700 ns, 3_000 to 15_000 ns;
    /// Pinning and mapping a page of 4 KiB, before the transfer. 0.35 us, derived: pin, map and unpin take 0.18 to 0.76 us (issue 110,
    /// 180 KB in 80 us, less a small call of 321; issue 51, 4 KiB less 512 B, less its link time); 0.5 us is in the middle, and
    /// 0.7 of it is assumed to be before the transfer.
    PinPage "pin_page" = 350 ns, 126 to 532 ns;
    /// Giving a page back, behind the transfer. 0.15 us: the other 0.3 of the same.
    UnpinPage "unpin_page" = 150 ns, 54 to 228 ns;
    /// Building one descriptor of 32 bytes in memory. 50 ns, assumed: half a cache line that is not in the cache.
    BuildDescriptor "build_descriptor" = 50 ns, 10 to 100 ns;
    /// A posted write to a register, until the next instruction can go on. 144 ns: app note, 4 bytes at 0.0278 GB/s.
    PostedWrite "posted_write" = 144 ns, 50 to 300 ns;
    /// A read of a register. 1.33 us: `aws/aws-fpga` issue 711, 3 MB/s by reads of 4 bytes. 0.8 us is what a root complex close by takes.
    ReadRoundTrip "read_round_trip" = 1_330 ns, 800 to 2_000 ns;
    /// From when the message is at the host until its handler runs. 4.5 us: `msperl/spi-bcm2835` issue 11 (another processor; there
    /// is no figure of F1). 2 us is what bare metal takes.
    InterruptDelivery "interrupt_delivery" = 4_500 ns, 2_000 to 10_000 ns;
    /// From a wake-up until the woken thread runs, on a processor that had nothing to do. 22 us: `msperl/spi-bcm2835` issue 11. The
    /// driver has two of these in a row, its worker and the caller. 7 us would make a call 30 us (issue 321), 22 us some 60 us
    /// (issue 51: 55.6 us for 512 B).
    WakeUpIdle "wake_up_idle" = 22_000 ns, 7_000 to 25_000 ns;
    /// The same where another task must give way. 22 us, assumed as long as idle: no sleep state to leave, but a task with cold caches
    /// to put away. A thread that does not get its turn at once waits for it besides, which is the scheduler's business.
    WakeUpLoaded "wake_up_loaded" = 22_000 ns, 5_000 to 50_000 ns;
    /// One look at the word in memory that the card writes. 100 ns: a line that the card has just taken from the cache.
    PollStep "poll_step" = 100 ns, 20 to 300 ns;
    /// Coming to a barrier between threads. 2 us: a call that sleeps or wakes (`futex`), with its locks. The wake-up is counted apart.
    Barrier "barrier" = 2_000 ns, 500 to 10_000 ns;
    /// Having been pre-empted: the switch there and back, and caches. 3 us, assumed; a bare switch is 1 to 2.5 us (in a guest: 2.5 us,
    /// kernel mailing list, August 2017, "idle polling").
    ContextSwitch "context_switch" = 3_000 ns, 1_000 to 10_000 ns;
}

impl Cost {
    /// Its name in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::SPECS[self as usize].name
    }

    /// The cost of that name.
    ///
    /// # Errors
    /// [`HostModelError::UnknownCost`].
    pub fn find(name: &str) -> Result<Self, HostModelError> {
        let found = Self::SPECS.iter().find(|spec| spec.name == name);
        found.map(|spec| spec.cost).ok_or_else(|| HostModelError::UnknownCost {
            name: name.into(),
            known: Self::SPECS.map(|spec| spec.name).join(", "),
        })
    }
}

/// A price for everything that costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs([Distribution; Cost::ALL.len()]);

impl Costs {
    /// What it costs.
    #[must_use]
    pub const fn get(&self, cost: Cost) -> Distribution {
        self.0[cost as usize]
    }

    /// Whether nothing of them is drawn.
    #[must_use]
    pub fn are_fixed(&self) -> bool {
        self.0.iter().all(|law| matches!(law, Distribution::Fixed(_)))
    }

    /// The same prices, but for this one.
    ///
    /// # Errors
    /// [`HostModelError::Parameter`] for a law that there is not.
    pub fn with(
        mut self,
        cost: Cost,
        law: impl Into<Distribution>,
    ) -> Result<Self, HostModelError> {
        let law = law.into();
        law.check()?;
        self.0[cost as usize] = law;
        Ok(self)
    }

    /// Prices of the same means, each drawn from an exponential law.
    #[must_use]
    pub fn exponential(self) -> Self {
        Self(self.0.map(|law| Distribution::Exponential { mean: law.mean() }))
    }

    /// The same prices, but for those in text: `name = 22 us`, one a line; empty lines and what is behind `#` say nothing.
    ///
    /// # Errors
    /// [`HostModelError::UnknownCost`], or what is wrong with the law.
    pub fn with_text(self, text: &str) -> Result<Self, HostModelError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        lines.filter(|line| !line.is_empty()).try_fold(self, |costs, line| {
            let not = || HostModelError::NotACost { text: line.into() };
            let (name, law) = line.split_once('=').ok_or_else(not)?;
            costs.with(Cost::find(name.trim())?, law.parse::<Distribution>()?)
        })
    }
}

/// The defaults, each always the same.
impl Default for Costs {
    fn default() -> Self {
        Self(Cost::SPECS.map(|spec| Distribution::Fixed(spec.default)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_within_what_others_have_seen() {
        for (cost, spec) in Cost::ALL.into_iter().zip(Cost::SPECS) {
            assert_eq!(spec.cost, cost);
            assert!(spec.low <= spec.default && spec.default <= spec.high, "{}", spec.name);
            assert_eq!(Cost::find(spec.name).unwrap(), cost);
        }
    }

    #[test]
    fn text_changes_what_it_names_and_nothing_else() {
        let text = "wake_up_idle = lognormal(20 us, 0.5) # jitter\n\nsystem_call = 1 us";
        let costs = Costs::default().with_text(text).unwrap();
        assert_eq!(costs.get(Cost::SystemCall), Time::from_us(1).into());
        assert_eq!(costs.get(Cost::WakeUpIdle).to_string(), "lognormal(20 us, 0.5)");
        for cost in Cost::ALL {
            if !matches!(cost, Cost::SystemCall | Cost::WakeUpIdle) {
                assert_eq!(costs.get(cost), Costs::default().get(cost), "{}", cost.name());
            }
        }
    }

    #[test]
    fn text_that_is_wrong_is_refused_with_what_is_right() {
        let refused = |text: &str| Costs::default().with_text(text).unwrap_err();
        assert!(matches!(refused("systemcall = 1 us"), HostModelError::UnknownCost { .. }));
        assert!(refused("systemcall = 1 us").to_string().contains("system_call"));
        assert!(matches!(refused("system_call = 1"), HostModelError::MissingUnit { .. }));
        assert!(matches!(refused("system_call = -1 us"), HostModelError::Negative { .. }));
        assert!(matches!(refused("system_call 1 us"), HostModelError::NotACost { .. }));
        assert!(matches!(
            refused("system_call = lognormal(1 us, 99)"),
            HostModelError::Parameter { .. }
        ));
    }
}
