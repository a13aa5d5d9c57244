// SPDX-License-Identifier: Apache-2.0
//! The socket of a front end: who asks for transfers.
//!
//! A front end is a folder here and a line of [`all`]. What it asks for it asks of the [`Fabric`], through the functions of
//! `movers`, which say what for. An answer comes within the call, for this card has no clock: so nothing is outstanding
//! between two steps, a request needs no tag, and a status word that is written after the data comes after them.

mod xdma;

use forebay_builds::Build;
use forebay_bus::Bar;

use crate::fabric::Fabric;

/// The front ends of a build.
pub(crate) fn all(build: &Build) -> Vec<Box<dyn FrontEnd>> {
    vec![Box::new(xdma::Xdma::new(build))]
}

/// Asks for transfers.
pub(crate) trait FrontEnd: Send {
    /// Reads a register; none where none of its pages is.
    fn read(&mut self, bar: Bar, offset: u32) -> Option<u32>;

    /// Writes a register; false where none of its pages is.
    fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool;

    /// Does a little of what it was told; beats moved, or none if nothing could move.
    fn step(&mut self, fabric: &mut Fabric) -> Option<u64>;

    /// Its interrupt lines among those of channels.
    fn channel_lines(&self) -> u32;
}
