// SPDX-License-Identifier: Apache-2.0
//! The simulated cards, and the faults that a bus may show them.
//!
//! [`RtlCard`], the RTL under Verilator with a model of the PCIe link around it, is the truth about cycles; [`FastCard`],
//! native code with the same register map and the same results, is the truth about speed of use.

pub mod fast;
mod faults;
pub mod rtl;
mod variant;

pub use fast::FastCard;
pub use faults::FaultCard;
pub use rtl::RtlCard;
