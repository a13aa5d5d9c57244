// SPDX-License-Identifier: Apache-2.0
//! A card on which software can provoke what a bus may do to it; it never knows what the card behind it is made of.
//! [`HookedCard`] is one that is broken for good, for tests.
//!
//! The registers are described in `regs/fault.rdl`. They are a page at the end of the card's own registers that [`FaultCard`] answers
//! itself; the card behind it takes no part in it.

mod bus;
mod card;
mod header;
mod hooked;
mod late;
mod plan;

pub use card::FaultCard;
pub use hooked::{Hook, HookedCard};
