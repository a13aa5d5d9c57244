// SPDX-License-Identifier: Apache-2.0
//! Table 1 of the report: a `TurboChannel` bus at 12.5 MHz, Alpha 3000/300, 1,000 initiations without data.

use super::fit::{Fit, Row};
use super::way::{Bus, Way};
use crate::scheme::Name;

/// A line of table 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// Which way.
    pub way: Way,
    /// Mean of an initiation.
    pub microseconds: f64,
}

/// Table 1.
pub const TABLE_1: [Published; 4] = [
    Published { way: Way::Kernel, microseconds: 25.1 },
    Published { way: Way::Scheme(Name::Shadow), microseconds: 1.5 },
    Published { way: Way::Scheme(Name::Repeat5), microseconds: 4.6 },
    Published { way: Way::Scheme(Name::Key), microseconds: 4.4 },
];

/// Which constants there are. The trap is always another one: it is what the kernel's line has more, so that this line tests nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// One for every access.
    Access,
    /// One for a store, one for a load.
    StoreAndLoad,
    /// One for an access, one for a barrier.
    AccessAndBarrier,
}

/// The lines of table 1 that a program makes, as sums of these constants.
#[must_use]
pub fn rows(terms: Terms) -> Vec<Row> {
    let users = TABLE_1.iter().filter(|line| line.way != Way::Kernel);
    users
        .map(|line| {
            let count = line.way.count();
            let accesses = f64::from(count.accesses());
            let counts = match terms {
                Terms::Access => vec![accesses],
                Terms::StoreAndLoad => vec![count.stores.into(), count.loads.into()],
                Terms::AccessAndBarrier => vec![accesses, count.barriers.into()],
            };
            Row { counts, value: line.microseconds }
        })
        .collect()
}

/// The bus of such a fit; the trap is what is left of the kernel's line.
#[must_use]
pub fn turbochannel(terms: Terms, fit: &Fit) -> Bus {
    let constant = |at: usize| fit.constants.get(at).copied().unwrap_or(0.0);
    let (store, load, barrier) = match terms {
        Terms::Access => (constant(0), constant(0), 0.0),
        Terms::StoreAndLoad => (constant(0), constant(1), 0.0),
        Terms::AccessAndBarrier => (constant(0), constant(0), constant(1)),
    };
    let bare = Bus { store, load, barrier, trap: 0.0 };
    let kernel = TABLE_1.iter().find(|line| line.way == Way::Kernel);
    let trap = kernel.map_or(0.0, |line| line.microseconds - bare.microseconds(line.way));
    Bus { trap, ..bare }
}
