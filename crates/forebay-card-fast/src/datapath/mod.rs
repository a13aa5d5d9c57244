// SPDX-License-Identifier: Apache-2.0
//! The socket of a datapath: what the card gives it, and what it must answer for.
//!
//! A datapath is a module here, or a folder, and a line of [`PLUGS`]; the card itself names none.

#![cfg_attr(not(feature = "msm"), allow(dead_code, reason = "loopback uses a part of the socket"))]

mod loopback;
#[cfg(feature = "msm")]
mod msm;

use std::ops::Range;

use forebay_builds::Build;
use forebay_bus::CardError;
use forebay_regs::Blocks;

use crate::byte_stream::ByteStream;
use crate::fabric::Fabric;
use crate::status::Status;
use crate::window::Window;

/// Every datapath of this program.
const PLUGS: &[Plug] = &[
    loopback::PLUG,
    #[cfg(feature = "msm")]
    msm::PLUG,
];

/// What the card must know of a datapath before it makes one.
pub(crate) struct Plug {
    /// Its number in `CARD_KIND`.
    pub(crate) kind: u32,
    /// Where its register page is in the user BAR, if it has one.
    pub(crate) page: Option<Blocks>,
    /// Numbers of its own counters in the status block.
    pub(crate) events: Range<u32>,
    /// Beats that each of its streams to the host holds.
    pub(crate) to_host_beats: usize,
    /// Makes the datapath of a build.
    pub(crate) make: fn(&Build) -> Box<dyn Datapath>,
}

impl Plug {
    /// The one with that number in `CARD_KIND`, if this program has it.
    pub(crate) fn of(kind: u32) -> Option<&'static Self> {
        PLUGS.iter().find(|plug| plug.kind == kind)
    }
}

/// Makes or takes data.
pub(crate) trait Datapath: Send {
    /// Reads the register at `offset` of its page; none where there is no register.
    fn read(&self, offset: u32) -> Option<u32>;

    /// Writes the register at `offset` of its page; false if there is none to write, or it refuses the value.
    fn write(&mut self, offset: u32, value: u32, ports: &mut Ports<'_>) -> bool;

    /// Does a little of what there is to do; modelled cycles, or none if it has to wait.
    ///
    /// # Errors
    /// [`CardError::Input`] when it was given what it can make nothing of. It has left that out.
    fn step(&mut self, ports: &mut Ports<'_>) -> Result<Option<u64>, CardError>;

    /// Its interrupt lines.
    fn take_lines(&mut self) -> Lines;

    /// Whether something is begun that only more data, room or time can end.
    fn busy(&self) -> bool;

    /// Forgets what it has begun and what it has given to the host's streams without its being taken.
    fn quiesce(&mut self, ports: &mut Ports<'_>);
}

/// User interrupt lines of a datapath, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// High now.
    pub(crate) high: u32,
    /// Low for a moment since they were last asked for, whatever they are now: each that is high has risen once more.
    pub(crate) fell: u32,
}

/// What a datapath reaches of the card: stream ports, streams of the channels, and its own counters.
pub(crate) struct Ports<'a> {
    windows: &'a mut [Window],
    /// Streams from H2C channels, by channel.
    pub(crate) from_host: &'a mut [ByteStream],
    /// Streams to C2H channels, by channel.
    pub(crate) to_host: &'a mut [ByteStream],
    status: &'a mut Status,
    events: Range<u32>,
}

impl<'a> Ports<'a> {
    /// What a datapath with such a plug reaches of `fabric`.
    pub(crate) fn new(fabric: &'a mut Fabric, plug: &Plug) -> Self {
        let Fabric { windows, from_host, to_host, status, .. } = fabric;
        Self { windows, from_host, to_host, status, events: plug.events.clone() }
    }

    /// Entries that the FIFO of a stream port holds.
    pub(crate) fn held(&self, window: usize) -> usize {
        self.windows[window].occupancy()
    }

    /// Moves up to `entries` entries of a stream port to the end of `out`.
    pub(crate) fn take(&mut self, window: usize, entries: usize, out: &mut Vec<u8>) {
        self.windows[window].take(entries, out, self.status);
    }

    /// Adds to a counter, which must be one of the datapath's own.
    pub(crate) fn count(&mut self, event: u32, amount: u64) {
        debug_assert!(self.events.contains(&event), "counter {event} is not this datapath's");
        self.status.count(event, amount);
    }
}

#[cfg(test)]
mod tests {
    use forebay_bus::HostMemory;

    use super::*;
    use crate::fabric::Fabric;

    /// Every datapath of this program in a build that has it.
    fn everyone() -> impl Iterator<Item = (Build, &'static Plug, Fabric)> {
        forebay_builds::names().into_iter().filter_map(|name| {
            let build = Build::find(name).unwrap();
            let plug = Plug::of(build.kind)?;
            let fabric = Fabric::new(&build, plug.to_host_beats, HostMemory::new());
            Some((build, plug, fabric))
        })
    }

    #[test]
    fn no_two_datapaths_share_a_number_a_counter_or_a_register() {
        for (index, plug) in PLUGS.iter().enumerate() {
            for other in &PLUGS[..index] {
                assert_ne!(plug.kind, other.kind);
                assert!(
                    plug.events.start >= other.events.end || other.events.start >= plug.events.end
                );
                assert!(plug.page.is_none() || plug.page != other.page);
            }
        }
        assert!(everyone().count() >= PLUGS.len());
    }

    #[test]
    fn a_datapath_without_input_waits_and_says_nothing() {
        for (build, plug, mut fabric) in everyone() {
            let mut datapath = (plug.make)(&build);
            let step = datapath.step(&mut Ports::new(&mut fabric, plug)).unwrap();
            assert_eq!((step, datapath.busy()), (None, false), "{build:?}");
            assert_eq!(datapath.take_lines(), Lines::default(), "{build:?}");
        }
    }

    #[test]
    fn a_datapath_that_is_quiesced_has_nothing_left_to_do_or_to_give() {
        for (build, plug, mut fabric) in everyone() {
            let mut datapath = (plug.make)(&build);
            let mut ports = Ports::new(&mut fabric, plug);
            for stream in &mut *ports.to_host {
                stream.push(&[1; 64]);
            }
            datapath.quiesce(&mut ports);
            assert!(!datapath.busy(), "{build:?}");
            let of_datapath = |channel: &usize| build.c2h_stream >> channel & 1 == 1;
            for channel in (0..ports.to_host.len()).filter(of_datapath) {
                let (left, _) = ports.to_host[channel].pop(64);
                assert!(left.is_empty(), "{build:?}, channel {channel}");
            }
        }
    }
}
