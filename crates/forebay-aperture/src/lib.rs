// SPDX-License-Identifier: Apache-2.0
//! How a program's stores get into a card's aperture: by which instructions, in which order, and when they have left; it never knows a
//! card, a register, nor what data mean.

mod access;
mod aperture;
mod endpoint;
mod error;
mod fifo;
mod instructions;
mod listener;
mod memory;
mod modelled;
mod page_attributes;
mod pci_bar;
mod presence;
mod raw;

pub use access::{Reader, Writer};
pub use aperture::Aperture;
pub use endpoint::{Endpoint, Refusal};
pub use error::ApertureError;
pub use fifo::FifoWriter;
pub use forebay_write_combining::{Caching, Processor};
pub use instructions::Instructions;
pub use listener::Listener;
pub use memory::{Memory, fence};
pub use pci_bar::PciBar;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
