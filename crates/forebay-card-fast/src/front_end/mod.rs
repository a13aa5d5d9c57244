// SPDX-License-Identifier: Apache-2.0
//! The socket of a front end: who asks for transfers.
//!
//! A front end is a folder here and a line of [`all`]. What it asks for it asks of the [`Fabric`], through the functions of
//! `movers`, which say what for. An answer comes within the call, for this card has no clock: so nothing is outstanding
//! between two steps, a request needs no tag, and a status word that is written after the data comes after them.

mod xdma;

use forebay_builds::Build;
use forebay_bus::Bar;
use forebay_regs::Feature;

use crate::fabric::Fabric;
use crate::features::Live;

/// The front ends of a build.
pub(crate) fn all(build: &Build) -> Vec<Socket> {
    vec![Socket::new(Box::new(xdma::Xdma::new(build)))]
}

/// Asks for transfers.
pub(crate) trait FrontEnd: Send {
    /// Its line of the card table.
    fn feature(&self) -> &'static Feature;

    /// Reads a register, of the card's own or of the DMA block, whatever BAR that is in; none where none of its pages is.
    fn read(&mut self, bar: Bar, offset: u32) -> Option<u32>;

    /// Writes a register; false where none of its pages is.
    fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool;

    /// Does a little of what it was told; beats moved, or none if nothing could move.
    fn step(&mut self, fabric: &mut Fabric) -> Option<u64>;

    /// Its interrupt lines among those of channels.
    fn channel_lines(&self) -> u32;

    /// Whether something is under way, or waits for an answer.
    fn busy(&self) -> bool;

    /// With `held`, ends each run as if it had been stopped, and begins none until it is told otherwise.
    fn quiesce(&mut self, held: bool);
}

/// A front end in its socket: what of its header is the same for each.
pub(crate) struct Socket {
    inside: Box<dyn FrontEnd>,
    live: Live,
}

impl Socket {
    fn new(inside: Box<dyn FrontEnd>) -> Self {
        Self { inside, live: Live::default() }
    }

    /// See [`FrontEnd::feature`].
    pub(crate) fn feature(&self) -> &'static Feature {
        self.inside.feature()
    }

    /// What its header shows at this moment.
    pub(crate) fn live(&self) -> Live {
        Live { busy: self.inside.busy(), ..self.live }
    }

    /// Brings it to rest, and keeps it there while `held` holds.
    pub(crate) fn quiesce(&mut self, held: bool) {
        self.live.quiesce = held;
        self.inside.quiesce(held);
    }

    /// See [`FrontEnd::read`].
    pub(crate) fn read(&mut self, bar: Bar, offset: u32) -> Option<u32> {
        self.inside.read(bar, offset)
    }

    /// See [`FrontEnd::write`].
    pub(crate) fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool {
        self.inside.write(bar, offset, value)
    }

    /// See [`FrontEnd::step`].
    pub(crate) fn step(&mut self, fabric: &mut Fabric) -> Option<u64> {
        let moved = self.inside.step(fabric);
        self.live.advance(moved);
        moved
    }

    /// See [`FrontEnd::channel_lines`].
    pub(crate) fn channel_lines(&self) -> u32 {
        self.inside.channel_lines()
    }
}
