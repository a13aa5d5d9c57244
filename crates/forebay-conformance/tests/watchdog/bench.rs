// SPDX-License-Identifier: Apache-2.0
//! A card with a sink that takes scalars of 32 bytes and points of 64 in pairs: an entry of port 0 and two of port 1 are a step.

use std::sync::Arc;

use forebay::{
    Bar, Buffer, Consumed, Device, Feed, ForebayError, Patience, Piece, StreamWriter, Transfer,
};
use forebay_bus::{Card, HostMemory, LinkParams};
use forebay_regs::user::sink;
use forebay_regs::{card, cards};

use crate::common::{self, wrong};

pub(crate) const ENTRY_BYTES: usize = 64;
/// Entries of each FIFO.
pub(crate) const DEPTH: u32 = 1024;
/// Bytes of an element, and entries of a step, of each stream port.
pub(crate) const ELEMENT_BYTES: [usize; 2] = [32, 64];
pub(crate) const TAKE: [u32; 2] = [1, 2];

pub(crate) struct Bench {
    pub(crate) body: &'static str,
    pub(crate) device: Device,
    pub(crate) memory: HostMemory,
    buffers: Vec<Arc<Buffer>>,
}

impl Bench {
    /// With `pairs` of data for each stream.
    pub(crate) fn new(
        body: &'static str,
        build: &str,
        patience: impl Into<Patience>,
        pairs: usize,
    ) -> Self {
        let spec = format!("{body}:{build}");
        let card = forebay_sim::open(&spec, LinkParams::default(), None).unwrap();
        Self::on(body, card, patience, pairs)
    }

    /// The same on a card that is open.
    pub(crate) fn on(
        body: &'static str,
        card: Box<dyn Card>,
        patience: impl Into<Patience>,
        pairs: usize,
    ) -> Self {
        let memory = card.host().clone();
        let device = Device::from_card(card, patience).unwrap();
        let buffers = ELEMENT_BYTES.map(|bytes| {
            let mut buffer = Buffer::new((pairs * bytes).next_multiple_of(ENTRY_BYTES)).unwrap();
            let len = buffer.len();
            buffer.copy_from_slice(&common::pattern(len, bytes as u64));
            Arc::new(buffer)
        });
        Self { body, device, memory, buffers: buffers.into() }
    }

    pub(crate) fn data(&self, port: usize) -> &[u8] {
        &self.buffers[port]
    }

    fn write(&self, offset: u32, value: u32) {
        self.device.write32(Bar::User, cards::SINK.page + offset, value).unwrap();
    }

    pub(crate) fn rate(&self, rate: u32) {
        self.write(sink::RATE, rate);
    }

    /// Begins a run of so many steps.
    pub(crate) fn start(&self, steps: usize) {
        for (port, entries) in (0..).zip(TAKE) {
            self.write(sink::PAIRING.at(port), entries);
        }
        self.write(sink::STEPS, u32::try_from(steps).unwrap());
        self.write(sink::CONTROL, sink::control::START.mask());
    }

    /// (busy, steps done) of the sink.
    pub(crate) fn run(&self) -> (bool, u32) {
        let read = |offset| self.device.read32(Bar::User, cards::SINK.page + offset).unwrap();
        (sink::status::BUSY.is_set(read(sink::STATUS)), read(sink::STEPS_DONE))
    }

    /// Tells the library what the sink takes.
    pub(crate) fn declare(&self) {
        let of = |port: usize| {
            let take = u64::from(TAKE[port]);
            let element_bytes = ELEMENT_BYTES[port] as u64;
            Consumed { port: u32::try_from(port).unwrap(), element_bytes, take, ahead: take }
        };
        self.device.declare_streams(&[of(0), of(1)]);
    }

    /// Sends pieces (stream port, first pair, one past the last) as one transfer.
    pub(crate) fn submit(&self, channel: u32, pieces: &[(usize, usize, usize)]) -> Transfer {
        let pieces: Vec<_> = pieces
            .iter()
            .map(|(port, from, to)| Piece {
                buffer: *port,
                range: from * ELEMENT_BYTES[*port]..to * ELEMENT_BYTES[*port],
                card_addr: card::STREAM_PORT.at(u32::try_from(*port).unwrap()).into(),
            })
            .collect();
        self.device.h2c(channel).unwrap().submit(&self.buffers, &pieces).unwrap()
    }

    /// The card works as if nothing had been: memory, both streams, every step.
    pub(crate) fn works(&self, what: &str) {
        const PAIRS: usize = 3000;
        wrong::check_memory(&self.device, what);
        self.rate(1 << 16);
        self.start(PAIRS / 2);
        let bytes = ELEMENT_BYTES.map(|bytes| PAIRS * bytes);
        let feeds: Vec<_> = [0, 1]
            .map(|port| Feed {
                port: u32::try_from(port).unwrap(),
                buffer: Arc::new(Buffer::new(bytes[port]).unwrap()),
                element_bytes: ELEMENT_BYTES[port],
            })
            .into();
        let writer = StreamWriter::new(&self.device, 0).unwrap();
        let moved = writer.submit(&feeds, PAIRS).unwrap().wait();
        let moved = moved.map_err(|error: ForebayError| format!("{what}: {error}")).unwrap();
        assert_eq!(moved.bytes, bytes.iter().sum::<usize>() as u64, "{what}");
        assert_eq!(self.settled(), (false, u32::try_from(PAIRS / 2).unwrap()), "{what}");
        let streams = self.device.describe(false).unwrap().streams;
        assert!(streams.iter().all(|stream| stream.occupancy == 0), "{what}: {streams:?}");
    }

    /// The run when it has ended.
    pub(crate) fn settled(&self) -> (bool, u32) {
        let status = cards::SINK.page + sink::STATUS;
        let rests = |value| !sink::status::BUSY.is_set(value);
        self.device.wait_register("the sink", status, &rests).unwrap();
        self.run()
    }
}
