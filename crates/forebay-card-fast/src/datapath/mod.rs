// SPDX-License-Identifier: Apache-2.0
//! The socket of a datapath: what the card gives it, and what it must answer for.
//!
//! A datapath is a module here, or a folder, and a line of [`PLUGS`]; the card itself names none. What is the same for each, such as
//! its counters and its feature header, is the [`Socket`]'s.

mod loopback;
#[cfg(feature = "msm")]
mod msm;
mod sink;
mod socket;
mod source;

use forebay_builds::Build;
use forebay_bus::CardError;
use forebay_regs::Feature;

use crate::byte_stream::ByteStream;
use crate::counters::Counters;
use crate::fabric::Fabric;
use crate::features::Waits;
use crate::port::StreamPort;
use crate::status::Status;

pub(crate) use socket::Socket;

/// Cycles of datapaths without a card, of those that have a model of their own.
pub mod models {
    #[cfg(feature = "msm")]
    pub use super::msm::{EngineCycles, engine_cycles};
}

/// Every datapath of this program.
const PLUGS: &[Plug] = &[
    loopback::PLUG,
    #[cfg(feature = "msm")]
    msm::PLUG,
    sink::PLUG,
    source::PLUG,
];

/// What the card must know of a datapath before it makes one.
pub(crate) struct Plug {
    /// Its line of the card table.
    pub(crate) feature: &'static Feature,
    /// Beats that each of its streams to the host holds.
    pub(crate) to_host_beats: usize,
    /// Makes the datapath of a build.
    pub(crate) make: fn(&Build) -> Box<dyn Datapath>,
}

impl Plug {
    /// The one with that number in `CARD_KIND`, if this program has it.
    pub(crate) fn of(kind: u32) -> Option<&'static Self> {
        PLUGS.iter().find(|plug| plug.feature.kind == kind)
    }
}

/// Makes or takes data.
pub(crate) trait Datapath: Send {
    /// Reads the register at `offset` of its page, in that cycle; none where there is no register. Events are not asked of it.
    fn read(&mut self, offset: u32, now: u64) -> Option<u32>;

    /// Writes the register at `offset` of its page; false if there is none to write, or it refuses the value.
    fn write(&mut self, offset: u32, value: u32, ports: &mut Ports<'_>) -> bool;

    /// Does a little of what there is to do. Who has a clock takes `most` cycles for it at most, and fewer where others could do
    /// something by what it has done; who has none says what it would have taken.
    ///
    /// # Errors
    /// [`CardError::Input`] when it was given what it can make nothing of. It has left that out.
    fn step(&mut self, most: u64, ports: &mut Ports<'_>) -> Result<Step, CardError>;

    /// Its interrupt lines.
    fn take_lines(&mut self) -> Lines;

    /// Whether something is begun that only more data, room or time can end.
    fn busy(&self, ports: &Ports<'_>) -> bool;

    /// Streams that it would take from and that have nothing for it, while it is busy. What it has given and nobody has taken is none of its
    /// business.
    fn waits(&self, ports: &Ports<'_>) -> Waits;

    /// With `held`, forgets what it has begun and what it has given to the host's streams without its being taken, and then begins
    /// nothing and drops what comes, until it is told otherwise.
    fn quiesce(&mut self, held: bool, ports: &mut Ports<'_>);

    /// The datapath behind a reset of the card: `fresh`, with the memories of this one if it has any, for those keep what they have.
    fn after_reset(self: Box<Self>, fresh: Box<dyn Datapath>) -> Box<dyn Datapath> {
        fresh
    }
}

/// What a step of a datapath came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To nothing, and will not until somebody else has done something.
    Rests,
    /// So many cycles have passed in which it was busy, and nothing has come of it.
    Waits(u64),
    /// So many cycles have passed, and it has got on.
    Moves(u64),
}

impl Step {
    /// It has got on, and that took so many cycles; or it rests.
    pub(crate) fn of(moved: Option<u64>) -> Self {
        moved.map_or(Self::Rests, Self::Moves)
    }

    /// Modelled cycles, or none if it rests.
    pub(crate) const fn cycles(self) -> Option<u64> {
        match self {
            Self::Rests => None,
            Self::Waits(cycles) | Self::Moves(cycles) => Some(cycles),
        }
    }
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
    /// Card clock cycles that have passed.
    pub(crate) now: u64,
    stream_ports: &'a mut [StreamPort],
    /// Streams from H2C channels, by channel.
    pub(crate) from_host: &'a mut [ByteStream],
    /// Streams to C2H channels, by channel.
    pub(crate) to_host: &'a mut [ByteStream],
    status: &'a mut Status,
    events: &'a mut Counters,
}

impl<'a> Ports<'a> {
    /// What a datapath reaches of `fabric`, with counters of its own.
    pub(crate) fn new(fabric: &'a mut Fabric, events: &'a mut Counters) -> Self {
        let Fabric { now, stream_ports, from_host, to_host, status, .. } = fabric;
        Self { now: *now, stream_ports, from_host, to_host, status, events }
    }

    /// Entries that the FIFO of a stream port holds at most.
    #[cfg(feature = "msm")]
    pub(crate) fn depth(&self, port: usize) -> usize {
        self.stream_ports[port].depth()
    }

    /// Entries that the FIFO of a stream port holds.
    pub(crate) fn held(&self, port: usize) -> usize {
        self.stream_ports[port].occupancy()
    }

    /// From which cycle on the next entry of a stream port is there, if there is one.
    pub(crate) fn from(&self, port: usize) -> Option<u64> {
        self.stream_ports[port].front_from()
    }

    /// Whether somebody waits for room in a stream port.
    pub(crate) fn is_awaited(&self) -> bool {
        self.stream_ports.iter().any(StreamPort::waits)
    }

    /// Moves up to `entries` entries of a stream port to the end of `out`.
    pub(crate) fn take(&mut self, port: usize, entries: usize, out: &mut Vec<u8>) {
        self.stream_ports[port].take(entries, out, self.status);
    }

    /// Adds to a counter of the datapath's own.
    pub(crate) fn count(&mut self, event: u32, amount: u64) {
        self.events.count(event, amount);
    }
}

#[cfg(test)]
mod tests {
    use forebay_bus::{HostMemory, LinkParams};
    use forebay_regs::cards::{self, FEATURES};
    use forebay_regs::plug::{self, event};
    use forebay_regs::{Blocks, Class};

    use super::*;
    use crate::features::Live;

    /// Lets a datapath come to rest, which it does in bounded time: some have to clear something away first.
    fn rest(datapath: &mut Socket, fabric: &mut Fabric) {
        let end = fabric.now + 1_000_000;
        while let Some(cycles) = datapath.step(1000, fabric).unwrap() {
            fabric.now += cycles;
            assert!(fabric.now < end, "it does not come to rest");
        }
    }

    /// Every datapath of this program in a build that has it.
    fn everyone() -> impl Iterator<Item = (Build, &'static Plug, Fabric)> {
        forebay_builds::names().into_iter().filter_map(|name| {
            let build = Build::find(name).unwrap();
            let plug = Plug::of(build.kind)?;
            let fabric =
                Fabric::new(&build, plug.to_host_beats, HostMemory::new(), LinkParams::default());
            Some((build, plug, fabric))
        })
    }

    #[test]
    fn every_datapath_of_the_card_table_is_here_once() {
        let of_table = FEATURES.iter().filter(|feature| feature.class == Class::Datapath);
        for feature in of_table.clone() {
            let here = PLUGS.iter().filter(|plug| plug.feature == feature).count();
            let left_out = feature == &cards::MSM && cfg!(not(feature = "msm"));
            assert_eq!(here, usize::from(!left_out), "{}", feature.name);
        }
        assert!(PLUGS.len() <= of_table.count() && everyone().count() >= PLUGS.len());
    }

    #[test]
    fn a_datapath_without_input_waits_and_says_nothing() {
        for (build, plug, mut fabric) in everyone() {
            let mut datapath = Socket::new(plug, &build);
            rest(&mut datapath, &mut fabric);
            assert_eq!(datapath.live(&mut fabric), Live::default(), "{build:?}");
            assert_eq!(datapath.take_lines(), Lines::default(), "{build:?}");
        }
    }

    #[test]
    fn a_datapath_that_is_quiesced_has_nothing_left_to_do_or_to_give_and_takes_nothing() {
        for (build, plug, mut fabric) in everyone() {
            let mut datapath = Socket::new(plug, &build);
            let streams: Vec<usize> =
                (0..fabric.to_host.len()).filter(|n| build.c2h_streams() >> n & 1 == 1).collect();
            for channel in &streams {
                fabric.to_host[*channel].push(&[1; 64]);
            }
            datapath.quiesce(true, &mut fabric);
            rest(&mut datapath, &mut fabric);
            assert_eq!(datapath.live(&mut fabric), Live { quiesce: true, ..Live::default() });
            let given = |fabric: &mut Fabric| {
                streams.iter().any(|channel| !fabric.to_host[*channel].pop(64).0.is_empty())
            };
            assert!(!given(&mut fabric), "{build:?}");
            for stream in &mut fabric.from_host {
                stream.push(&[2; 256]);
                stream.end_packet();
            }
            rest(&mut datapath, &mut fabric);
            assert!(!given(&mut fabric), "{build:?} gives what came while it was held");
            datapath.quiesce(false, &mut fabric);
            assert!(!datapath.live(&mut fabric).busy, "{build:?}");
        }
    }

    #[test]
    fn every_datapath_has_the_events_that_its_header_names_and_no_more() {
        for (build, plug, mut fabric) in everyone() {
            let mut datapath = Socket::new(plug, &build);
            let header = datapath.header(&build);
            assert_eq!(header.events, plug.feature.events);
            let mut ports = Ports::new(&mut fabric, &mut datapath.events);
            for event in 0..plug.feature.events {
                ports.count(event, 1 << 32 | u64::from(event));
            }
            ports.count(plug.feature.events, 7);
            let mut pair = |block: Blocks, index| {
                let at = block.at(index);
                (datapath.read(at, 0), datapath.read(at + event::HI, 0))
            };
            for event in 0..plug.feature.events {
                assert_eq!(pair(plug::EVENT_CLEAR, event), (Some(event), Some(1)), "{build:?}");
                assert_eq!(pair(plug::EVENT, event), (Some(0), Some(0)), "{build:?}");
            }
            assert_eq!(pair(plug::EVENT, plug.feature.events), (Some(0), Some(0)), "{build:?}");
        }
    }

    #[test]
    fn lines_that_the_header_does_not_name_reach_nobody() {
        struct Loud;
        impl Datapath for Loud {
            fn read(&mut self, _: u32, _: u64) -> Option<u32> {
                None
            }
            fn write(&mut self, _: u32, _: u32, _: &mut Ports<'_>) -> bool {
                false
            }
            fn step(&mut self, _: u64, _: &mut Ports<'_>) -> Result<Step, CardError> {
                Ok(Step::Rests)
            }
            fn take_lines(&mut self) -> Lines {
                Lines { high: u32::MAX, fell: u32::MAX }
            }
            fn busy(&self, _: &Ports<'_>) -> bool {
                true
            }
            fn waits(&self, _: &Ports<'_>) -> Waits {
                Waits::default()
            }
            fn quiesce(&mut self, _: bool, _: &mut Ports<'_>) {}
        }
        const TWO_LINES: &Feature = &Feature { first_line: 3, lines: 2, ..cards::LOOPBACK };
        static LOUD: Plug = Plug { feature: TWO_LINES, to_host_beats: 1, make: |_| Box::new(Loud) };
        let build = Build::find(forebay_builds::names()[0]).unwrap();
        let lines = Socket::new(&LOUD, &build).take_lines();
        assert_eq!(lines, Lines { high: 0b11 << 3, fell: 0b11 << 3 });
    }
}
