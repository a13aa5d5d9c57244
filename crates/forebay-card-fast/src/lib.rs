// SPDX-License-Identifier: Apache-2.0
//! The card as native code: same registers, same results, modelled cycles; it never knows a host library or the RTL.
//!
//! Nothing happens here once a cycle: each part says when it has something to do next, and time goes on to there. What takes how many
//! cycles is that of the RTL: of the MSM core but for the memory's refresh, of DMA within what the tests of `forebay-conformance` say.
//!
//! What is plugged into the card has a socket each: front ends ask for transfers, the datapath makes or takes data. The datapath of
//! multi-scalar multiplication is in the feature `msm`, since it brings curve arithmetic along.

mod byte_stream;
mod card;
mod counters;
mod datapath;
mod dma;
mod error;
mod fabric;
mod features;
mod front_end;
mod interrupts;
mod movers;
mod note;
mod paced;
mod port;
mod status;
mod words;
mod write_path;

pub use card::FastCard;
pub use datapath::models;
pub use error::FastError;
pub use paced::PacedCard;
