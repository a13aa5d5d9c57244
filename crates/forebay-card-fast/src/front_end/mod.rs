// SPDX-License-Identifier: Apache-2.0
//! The socket of a front end: who asks for transfers.
//!
//! A front end is a folder here and a line of [`PLUGS`]. What it asks for it asks of the [`Fabric`], through the functions of
//! `movers`, which say what for. An answer comes within the call: when that is, is the business of who asks, who is told the cycle
//! and says when there is something to do next.

mod copy;
mod lane;
mod mm2s;
mod pairs;
mod s2mm;
mod transfer;
mod udma;
mod xdma;

use forebay_builds::Build;
use forebay_bus::Bar;
use forebay_regs::{Feature, cards};

use crate::fabric::Fabric;
use crate::features::Live;

/// Makes a front end of a build.
type Make = fn(&Build) -> Box<dyn FrontEnd>;

/// Every front end, in the order of the card table.
const PLUGS: [(&Feature, Make); 5] = [
    (&cards::XDMA, |build| Box::new(xdma::Xdma::new(build))),
    (&cards::COPY, |build| Box::new(copy::Copy::new(build))),
    (&cards::UDMA, |build| Box::new(udma::Udma::new(build))),
    (&cards::S2MM, |build| Box::new(s2mm::new(build))),
    (&cards::MM2S, |build| Box::new(mm2s::new(build))),
];

/// The front ends of a build.
pub(crate) fn all(build: &Build) -> Vec<Socket> {
    let own = PLUGS.iter().enumerate().filter(|(number, _)| build.front_ends >> number & 1 != 0);
    own.map(|(_, (feature, make))| Socket::new(feature, make(build))).collect()
}

/// What a step of a front end came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    /// It has got on.
    pub(crate) moved: bool,
    /// The cycle in which it has something to do next, whatever others do until then.
    pub(crate) next: Option<u64>,
}

/// What an access to a window for programs is, beside its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) bytes: u32,
    pub(crate) store: bool,
}

/// Asks for transfers.
pub(crate) trait FrontEnd: Send {
    /// Reads a register, of the card's own or of the DMA block, whatever BAR that is in; none where none of its pages is.
    fn read(&mut self, bar: Bar, offset: u32) -> Option<u32>;

    /// Writes a register; false where none of its pages is.
    fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool;

    /// Takes a store that is no register's; false where nobody does.
    fn store(&mut self, _bar: Bar, _offset: u32, _data: &[u8]) -> bool {
        false
    }

    /// Reads a word of the window for programs, `offset` bytes from its beginning; none where nothing is there, or the window is not its own.
    fn window_read(&mut self, _offset: u32) -> Option<u32> {
        None
    }

    /// Writes a word there; false where nothing is.
    fn window_write(&mut self, _offset: u32, _value: u32) -> bool {
        false
    }

    /// Takes a store there of more than two words; false where nothing is.
    fn window_store(&mut self, _offset: u32, _data: &[u8]) -> bool {
        false
    }

    /// Cycles until the last word of an access there is taken, behind those before it; none where the window is not its own.
    fn window_cycles(&self, _offset: u32, _shape: Shape) -> Option<u64> {
        None
    }

    /// Whether the upper half of the card's aperture is a window of its own, too.
    fn has_upper(&self) -> bool {
        false
    }

    /// Reads a word there, `offset` bytes from its beginning; none where nothing is.
    fn upper_read(&mut self, _offset: u64) -> Option<u32> {
        None
    }

    /// Takes a store there, of any bytes of a line; false where nothing is.
    fn upper_store(&mut self, _offset: u64, _data: &[u8]) -> bool {
        false
    }

    /// The same as of the window.
    fn upper_cycles(&self, _offset: u64, _shape: Shape) -> Option<u64> {
        None
    }

    /// Does what is due in this cycle of what it was told.
    fn step(&mut self, fabric: &mut Fabric) -> Step;

    /// Its interrupt lines among those of channels.
    fn channel_lines(&self) -> u32 {
        0
    }

    /// Its user interrupt lines, a bit each from its first on.
    fn user_lines(&self) -> u32 {
        0
    }

    /// Whether something is under way, or waits for an answer.
    fn busy(&self) -> bool;

    /// With `held`, ends each run as if it had been stopped, and begins none until it is told otherwise.
    fn quiesce(&mut self, held: bool);
}

/// A front end in its socket: what of its header is the same for each.
pub(crate) struct Socket {
    feature: &'static Feature,
    inside: Box<dyn FrontEnd>,
    live: Live,
}

impl Socket {
    fn new(feature: &'static Feature, inside: Box<dyn FrontEnd>) -> Self {
        Self { feature, inside, live: Live::default() }
    }

    /// Its line of the card table.
    pub(crate) const fn feature(&self) -> &'static Feature {
        self.feature
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

    /// See [`FrontEnd::store`].
    pub(crate) fn store(&mut self, bar: Bar, offset: u32, data: &[u8]) -> bool {
        self.inside.store(bar, offset, data)
    }

    /// See [`FrontEnd::window_read`].
    pub(crate) fn window_read(&mut self, offset: u32) -> Option<u32> {
        self.inside.window_read(offset)
    }

    /// See [`FrontEnd::window_write`].
    pub(crate) fn window_write(&mut self, offset: u32, value: u32) -> bool {
        self.inside.window_write(offset, value)
    }

    /// See [`FrontEnd::window_store`].
    pub(crate) fn window_store(&mut self, offset: u32, data: &[u8]) -> bool {
        self.inside.window_store(offset, data)
    }

    /// See [`FrontEnd::window_cycles`].
    pub(crate) fn window_cycles(&self, offset: u32, shape: Shape) -> Option<u64> {
        self.inside.window_cycles(offset, shape)
    }

    /// See [`FrontEnd::has_upper`].
    pub(crate) fn has_upper(&self) -> bool {
        self.inside.has_upper()
    }

    /// See [`FrontEnd::upper_read`].
    pub(crate) fn upper_read(&mut self, offset: u64) -> Option<u32> {
        self.inside.upper_read(offset)
    }

    /// See [`FrontEnd::upper_store`].
    pub(crate) fn upper_store(&mut self, offset: u64, data: &[u8]) -> bool {
        self.inside.upper_store(offset, data)
    }

    /// See [`FrontEnd::upper_cycles`].
    pub(crate) fn upper_cycles(&self, offset: u64, shape: Shape) -> Option<u64> {
        self.inside.upper_cycles(offset, shape)
    }

    /// See [`FrontEnd::step`].
    pub(crate) fn step(&mut self, fabric: &mut Fabric) -> Step {
        let step = self.inside.step(fabric);
        self.live.advance(step.moved.then_some(1));
        step
    }

    /// See [`FrontEnd::channel_lines`].
    pub(crate) fn channel_lines(&self) -> u32 {
        self.inside.channel_lines()
    }

    /// Its user interrupt lines, as the card numbers them. Those that its header does not name reach nobody.
    pub(crate) fn user_lines(&self) -> u32 {
        let own = (1 << self.feature.lines) - 1;
        (self.inside.user_lines() & own) << self.feature.first_line
    }
}

#[cfg(test)]
mod tests {
    use forebay_regs::Class;
    use forebay_regs::cards::FEATURES;

    use super::*;

    #[test]
    fn the_front_ends_are_those_of_the_card_table_in_its_order() {
        let of_table = FEATURES.iter().filter(|feature| feature.class == Class::FrontEnd);
        assert!(of_table.eq(PLUGS.iter().map(|(feature, _)| *feature)));
        for name in forebay_builds::names() {
            let build = Build::find(name).unwrap();
            let own =
                FEATURES.iter().filter(|feature| feature.class == Class::FrontEnd).enumerate();
            let own = own.filter(|(number, _)| build.front_ends & 1 << number != 0);
            let chain = all(&build);
            assert!(
                own.map(|(_, feature)| feature).eq(chain.iter().map(Socket::feature)),
                "{name}"
            );
        }
    }
}
