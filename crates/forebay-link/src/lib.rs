// SPDX-License-Identifier: Apache-2.0
//! A model of the PCIe link between a card and its host, for any body of a card; it never knows a register, what the data mean,
//! or what the card is made of.
//!
//! [`Link`] is the whole of it: a card asks for bursts and is given beats, responses and the host's accesses, each in its cycle.
//! A body that has no cycles takes a [`Wire`] for each direction, and [`Accesses`].

mod accesses;
mod axi;
mod link;
mod reads;
mod wire;
mod writes;

pub use accesses::{Access, Accesses, Kind, length};
pub use axi::{Address, BEAT_BYTES, RESP_DECERR, RESP_OKAY, RESP_POISON, RESP_SLVERR, Who};
pub use link::Link;
pub use reads::{ReadBeat, piece};
pub use wire::{Rate, Ticks, Wire};
pub use writes::WriteResponse;
