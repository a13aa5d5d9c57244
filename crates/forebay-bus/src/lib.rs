// SPDX-License-Identifier: Apache-2.0
//! The seam between a card and its host, for everybody on either side of it; it never knows a register, a datapath or what
//! a card is made of. Where on its bus a card has what software names, it knows.
//!
//! [`Card`] is the whole seam: MMIO, time, messages, and the [`HostMemory`] that the card may reach by DMA. Who makes a card
//! implements it; who uses, records, serves or spoils one takes it as `dyn Card`. [`LinkParams`] say what the bus between the
//! two is like, for a card whose bus is a model.

mod card;
mod error;
pub mod host;
mod link;
mod place;

pub use card::{Bar, Body, Card, CardExt, Stop};
pub use error::CardError;
pub use forebay_regs::Layout;
pub use host::{Access, Buffer, DmaFault, HostMemory, PAGE_BYTES};
pub use link::{Direction, LinkParams, PcieGen, lateness};
