// SPDX-License-Identifier: Apache-2.0
//! The card as a PCIe device of a virtual machine: a vfio-user server in front of any
//! [`Card`](forebay_bus::Card); it never knows what the card is made of.
//!
//! One thread owns model and socket. The card is clocked only while it has work; in between the socket is looked at
//! without blocking. When the card is idle the thread sleeps until a client wants something.

mod bars;
mod config;
mod connection;
mod descriptors;
mod error;
mod function;
mod guest_memory;
mod identity;
mod irqs;
mod listener;
mod report;
mod request;
mod server;
mod signaller;
mod stop;
mod summary;
mod wire;

pub use error::ServeError;
pub use listener::Listener;
pub use server::{Ending, Server};
pub use summary::Summary;
