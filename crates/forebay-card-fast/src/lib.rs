// SPDX-License-Identifier: Apache-2.0
//! The card as native code: same registers, same results, no clock; it never knows a host library or the RTL.
//!
//! Time here is modelled, one cycle per beat moved or addition done; no figure of this card says anything about the
//! RTL's speed. Stall, starve and hazard counters stay 0.
//!
//! What is plugged into the card has a socket each: front ends ask for transfers, the datapath makes or takes data. The datapath of
//! multi-scalar multiplication is in the feature `msm`, since it brings curve arithmetic along.

mod byte_stream;
mod card;
mod counters;
mod datapath;
mod error;
mod fabric;
mod features;
mod front_end;
mod interrupts;
mod movers;
mod port;
mod status;
mod words;
mod write_path;

pub use card::FastCard;
pub use error::FastError;
