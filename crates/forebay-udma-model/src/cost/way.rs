// SPDX-License-Identifier: Apache-2.0
//! The ways of starting a transfer, and what each does to the bus.

use crate::Op;
use crate::program::{Call, Check, Program, kernel_level, program};
use crate::scheme::{LINE_BYTES, Name, PIECE_BYTES};

/// A way of starting a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// By the kernel, as figure 1 has it: a system call, three stores and a load of the status.
    Kernel,
    /// By the kernel, which does not read whether it has succeeded.
    KernelUnread,
    /// By a program, its accesses one by one.
    Scheme(Name),
    /// SHRIMP-1 on a bus that has an exchange.
    Exchange,
    /// By a portal on a bus that takes 64 bytes in one store.
    PortalWhole,
}

/// What a way does, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Stores, which nobody waits for.
    pub stores: u32,
    /// Loads and exchanges, which are answered.
    pub loads: u32,
    /// Memory barriers.
    pub barriers: u32,
    /// System calls.
    pub traps: u32,
}

impl Count {
    /// Accesses of the bus.
    #[must_use]
    pub const fn accesses(&self) -> u32 {
        self.stores + self.loads
    }

    fn of(program: &Program, traps: u32) -> Self {
        program.steps().iter().fold(Self { traps, ..Self::default() }, |sum, step| {
            let answered = u32::from(matches!(step.access.op, Op::Load | Op::Exchange));
            Self {
                stores: sum.stores + 1 - answered,
                loads: sum.loads + answered,
                barriers: sum.barriers + u32::from(step.barrier),
                traps,
            }
        })
    }
}

impl Way {
    /// All of them.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let more = [Self::Kernel, Self::KernelUnread, Self::Exchange, Self::PortalWhole];
        Name::ALL.into_iter().map(Self::Scheme).chain(more).collect()
    }

    /// In text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::KernelUnread => "kernel, status not read",
            Self::Scheme(Name::Portal) => "portal in pieces",
            Self::Scheme(name) => name.text(),
            Self::Exchange => "shrimp1 by exchange",
            Self::PortalWhole => "portal",
        }
    }

    /// Counted in its program.
    #[must_use]
    pub fn count(self) -> Count {
        let call = Call::new(0, 0, 1);
        let of = |scheme, call| Count::of(&program(scheme, &call, Check::Each), 0);
        match self {
            Self::Kernel => Count::of(&kernel_level(), 1),
            Self::KernelUnread => Count { loads: 0, ..Self::Kernel.count() },
            Self::Scheme(scheme) => of(scheme, call),
            Self::Exchange => of(Name::Shrimp1, Call { exchange: true, ..call }),
            Self::PortalWhole => {
                let pieces = of(Name::Portal, call);
                let of_a_line = u32::try_from(LINE_BYTES / PIECE_BYTES).unwrap_or(1);
                Count { stores: pieces.stores / of_a_line, ..pieces }
            }
        }
    }
}

/// Prices in microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bus {
    /// A store, until the program goes on.
    pub store: f64,
    /// A load or an exchange, until it is answered.
    pub load: f64,
    /// A memory barrier.
    pub barrier: f64,
    /// Into the kernel and back.
    pub trap: f64,
}

impl Bus {
    /// Until a program that starts a transfer this way goes on.
    #[must_use]
    pub fn microseconds(&self, way: Way) -> f64 {
        let Count { stores, loads, barriers, traps } = way.count();
        f64::from(stores) * self.store
            + f64::from(loads) * self.load
            + f64::from(barriers) * self.barrier
            + f64::from(traps) * self.trap
    }

    /// These ways, the cheapest first.
    #[must_use]
    pub fn ranking(&self, mut ways: Vec<Way>) -> Vec<Way> {
        ways.sort_by(|one, two| self.microseconds(*one).total_cmp(&self.microseconds(*two)));
        ways
    }
}
