// SPDX-License-Identifier: Apache-2.0
//! The card as host software sees it, whatever its body.
//!
//! [`Card`] is the whole seam: MMIO, time, messages, and the [`HostMemory`] that the card may reach by DMA.
//! Two bodies live here: [`RtlCard`], the RTL under Verilator with a model of the PCIe link around it, which
//! is the truth about cycles, and [`FastCard`], native code with the same register map and the same
//! results, which is the truth about speed of use. Both belong to the feature `sim`, which is on unless a program asks
//! for less.

mod card;
mod error;
#[cfg(feature = "sim")]
pub mod fast;
#[cfg(feature = "sim")]
mod faults;
pub mod host;
mod link;
#[cfg(feature = "sim")]
pub mod rtl;
#[cfg(feature = "sim")]
mod variant;

pub use card::{Bar, Body, Card, CardExt, Stop};
pub use error::CardError;
#[cfg(feature = "sim")]
pub use fast::FastCard;
#[cfg(feature = "sim")]
pub use faults::FaultCard;
pub use host::{Access, Buffer, DmaFault, HostMemory, PAGE_BYTES};
pub use link::{Direction, LinkParams, PcieGen};
#[cfg(feature = "sim")]
pub use rtl::RtlCard;
