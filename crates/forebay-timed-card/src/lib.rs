// SPDX-License-Identifier: Apache-2.0
//! A simulated card behind the host library, as a host in virtual time wants one; it never knows what that host's time goes on, nor what
//! the card is made of.

mod consumer;
mod device_card;
mod error;
mod pieces;
mod play;
mod setup;
mod shared;

pub use consumer::Consumer;
pub use device_card::DeviceCard;
pub use error::{Refused, TimedCardError};
pub use play::play;
pub use setup::Setup;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
