// SPDX-License-Identifier: Apache-2.0
//! The card as RTL under Verilator, behind a model of the PCIe link; it never knows a register or a datapath.
//!
//! Its cycles are exact, and this body is the truth about them; what the link adds is a model with named parameters
//! ([`LinkParams`](forebay_bus::LinkParams)).

mod bar;
mod card;
mod error;
mod ffi;
mod link;
#[cfg(test)]
mod link_tests;
mod locate;
mod mmio;
#[cfg(test)]
mod mmio_tests;
mod structs;

pub use card::RtlCard;
pub use error::RtlError;
pub use locate::library;
