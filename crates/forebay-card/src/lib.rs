// SPDX-License-Identifier: Apache-2.0
//! The card as host software sees it, whatever its body.
//!
//! [`Card`] is the whole seam: MMIO, time, messages, and the [`HostMemory`] that the card may reach by DMA.
//! Two bodies live here: [`RtlCard`], the RTL under Verilator with a model of the PCIe link around it, which
//! is the truth about cycles, and [`FastCard`], native code with the same register map and the same
//! results, which is the truth about speed of use.

mod card;
mod error;
pub mod fast;
pub mod host;
mod link;
pub mod rtl;
mod variant;

pub use card::{Bar, Body, Card, CardExt, Stop};
pub use error::CardError;
pub use fast::FastCard;
pub use host::{Access, Buffer, DmaFault, HostMemory, PAGE_BYTES};
pub use link::{Direction, LinkParams, PcieGen};
pub use rtl::RtlCard;
