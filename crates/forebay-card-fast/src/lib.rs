// SPDX-License-Identifier: Apache-2.0
//! The card as native code: same registers, same results, no clock; it never knows a host library or the RTL.
//!
//! Time here is modelled, one cycle per beat moved or addition done; no figure of this card says anything about the
//! RTL's speed. Stall, starve and hazard counters stay 0.

mod byte_stream;
mod card;
mod channel;
mod dma;
mod fabric;
mod interrupts;
mod kernel;
mod movers;
mod status;
mod window;
mod words;

pub use card::FastCard;
