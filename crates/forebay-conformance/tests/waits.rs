// SPDX-License-Identifier: Apache-2.0
//! What a card says of who waits for whom: the datapath for a stream, a burst for room in a FIFO. The same on every body.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::on_every_card;
use forebay::{Bar, Class, Device};
use forebay_bus::{Card, CardExt, LinkParams};
use forebay_regs::user::{self, feature, sink, stream};
use forebay_regs::{card, cards, xdma};

/// Long enough for all that is under way to come to its end, or to wait.
const SETTLE_CYCLES: u64 = 20_000;
const DEPTH: u32 = 1024;

/// A card as a host sees it, with the place of its datapath's header.
struct Bench {
    card: Box<dyn Card>,
    header: u32,
}

impl Bench {
    fn new(body: &str, build: &str) -> Self {
        let spec = format!("{body}:{build}");
        let open = || forebay_sim::open(&spec, LinkParams::default(), None).unwrap();
        let device = Device::from_card(open(), 1).unwrap();
        let features = &device.identity().features;
        let header = features.iter().find(|own| own.class == Class::Datapath).unwrap().header;
        Self { card: open(), header }
    }

    fn write(&mut self, offset: u32, value: u32) {
        self.card.write32(Bar::User, cards::SINK.page + offset, value).unwrap();
    }

    /// Begins a run of the sink with so many entries of each stream a step.
    fn takes(&mut self, pairing: [u32; 6]) {
        self.write(sink::STEPS, u32::MAX);
        for (stream, entries) in (0..).zip(pairing) {
            if entries > 0 {
                self.write(sink::PAIRING.at(stream), entries);
            }
        }
        self.write(sink::CONTROL, sink::control::START.mask());
    }

    /// Writes entries into a stream port through the aperture.
    fn fill(&mut self, port: u32, entries: u32) {
        for _ in 0..entries {
            let at = card::STREAM_PORT.at(port);
            self.card.mmio_write(Bar::Aperture, at.into(), &[7; 64]).unwrap();
        }
    }

    /// Starts a transfer of one descriptor on an H2C channel.
    fn send(&mut self, channel: u32, bytes: usize, card_addr: u64) {
        use forebay_regs::xdma::{chan, sgdma};
        let host = self.card.host().clone();
        let memory = host.share(bytes + 64).unwrap();
        let at = memory.addr();
        let control = forebay_regs::desc::control::RESET | 0b1_0011;
        let mut descriptor = [0; 32];
        descriptor[..4].copy_from_slice(&control.to_le_bytes());
        descriptor[4..8].copy_from_slice(&u32::try_from(bytes).unwrap().to_le_bytes());
        descriptor[8..16].copy_from_slice(&(at + 64).to_le_bytes());
        descriptor[16..24].copy_from_slice(&card_addr.to_le_bytes());
        memory.write(0, &descriptor).unwrap();
        // The card reads it as long as the test lasts.
        std::mem::forget(memory);
        let first = xdma::H2C_SGDMA.at(channel) + sgdma::FIRST_DESC_LO;
        let words = [at & 0xFFFF_FFFF, at >> 32].map(|word| u32::try_from(word).unwrap());
        self.card.write32(Bar::Dma, first, words[0]).unwrap();
        self.card.write32(Bar::Dma, first + 4, words[1]).unwrap();
        let control = xdma::H2C.at(channel) + chan::CONTROL;
        self.card.write32(Bar::Dma, control, chan::control::RUN.mask()).unwrap();
    }

    /// Stops an H2C channel.
    fn stop(&mut self, channel: u32) {
        self.card.write32(Bar::Dma, xdma::H2C.at(channel) + xdma::chan::CONTROL, 0).unwrap();
    }

    /// Descriptors that H2C channels 0 and 1 have done.
    fn done(&mut self) -> [u32; 2] {
        let place = |channel| xdma::H2C.at(channel) + xdma::chan::COMPLETED_COUNT;
        [0, 1].map(|channel| self.card.read32(Bar::Dma, place(channel)).unwrap())
    }

    /// (busy, streams waited for of H2C channels, of C2H channels, of stream ports) when all has settled.
    fn waits(&mut self) -> (bool, u32, u32, u32) {
        self.card.advance(SETTLE_CYCLES).unwrap();
        let status = self.card.read32(Bar::User, self.header + feature::STATUS).unwrap();
        use feature::status as st;
        (
            st::BUSY.is_set(status),
            st::WAITS_H2C.get(status),
            st::WAITS_C2H.get(status),
            st::WAITS_PORTS.get(status),
        )
    }

    /// (entries, somebody waits for room) of each stream port.
    fn ports(&mut self) -> [(u32, bool); 2] {
        [0, 1].map(|port| {
            let place = user::STREAM.at(port) + stream::OCCUPANCY;
            let value = self.card.read32(Bar::User, place).unwrap();
            (stream::occupancy::ENTRIES.get(value), stream::occupancy::WAITS.is_set(value))
        })
    }
}

fn the_sink_waits_for_the_streams_that_its_step_lacks(body: &str) {
    let mut bench = Bench::new(body, "sink");
    assert_eq!(bench.waits(), (false, 0, 0, 0), "{body}: at rest it waits for nothing");
    bench.takes([1, 2, 0, 0, 1, 1]);
    assert_eq!(bench.waits(), (true, 0b1100, 0, 0b11), "{body}");
    bench.fill(0, 3);
    assert_eq!(bench.waits(), (true, 0b1100, 0, 0b10), "{body}: of port 0 it has its entry");
    bench.fill(1, 1);
    assert_eq!(bench.waits(), (true, 0b1100, 0, 0b10), "{body}: of port 1 one of two");
    bench.send(3, 64, 0);
    assert_eq!(bench.waits(), (true, 0b0100, 0, 0b10), "{body}");
    bench.send(2, 128, 0);
    assert_eq!(bench.waits(), (true, 0, 0, 0b10), "{body}");
    bench.fill(1, 1);
    assert_eq!(bench.waits(), (true, 0b1000, 0, 0b10), "{body}: the next step");
    assert_eq!(bench.ports(), [(1, false), (0, false)], "{body}");
}

fn a_sink_that_takes_its_time_waits_for_nothing(body: &str) {
    let mut bench = Bench::new(body, "sink");
    bench.write(sink::RATE, 0);
    bench.takes([1, 1, 0, 0, 0, 0]);
    bench.fill(0, 5);
    bench.fill(1, 1);
    assert_eq!(bench.waits(), (true, 0, 0, 0), "{body}: of the second step it has asked nothing");
    bench.write(sink::RATE, 1 << 16);
    assert_eq!(bench.waits(), (true, 0, 0, 0b10), "{body}");
}

fn a_burst_that_finds_no_room_shows_at_its_fifo(body: &str) {
    let mut bench = Bench::new(body, "sink");
    bench.takes([1, 1, 0, 0, 0, 0]);
    // One entry is the first step's.
    let entries = DEPTH + 1;
    bench.send(0, entries as usize * 64, card::STREAM_PORT.at(0).into());
    assert_eq!(bench.waits(), (true, 0, 0, 0b10), "{body}");
    assert_eq!(bench.ports(), [(DEPTH, false), (0, false)], "{body}: it just fits");
    bench.send(1, 64, card::STREAM_PORT.at(0).into());
    bench.waits();
    assert_eq!(bench.ports(), [(DEPTH, true), (0, false)], "{body}: one more does not");
    bench.fill(1, 1);
    assert_eq!(bench.waits(), (true, 0, 0, 0b10), "{body}");
    assert_eq!(bench.ports(), [(DEPTH, false), (0, false)], "{body}: an entry was taken");
}

/// Memory as well, and the other FIFO: only what the host writes itself has a way of its own.
fn on_a_shared_path_a_full_fifo_holds_up_every_channel(body: &str) {
    for (build, held_up) in [("sink-shared", true), ("sink", false)] {
        for card_addr in [0, card::STREAM_PORT.at(1).into()] {
            let what = format!("{body}: {build} to {card_addr:#x}");
            let mut bench = Bench::new(body, build);
            bench.send(0, (DEPTH + 16) as usize * 64, card::STREAM_PORT.at(0).into());
            bench.waits();
            assert_eq!(bench.ports(), [(DEPTH, true), (0, false)], "{what}");
            bench.send(1, 640, card_addr);
            bench.waits();
            assert_eq!(bench.done(), [0, u32::from(!held_up)], "{what}");
            let entries = if card_addr > 0 && !held_up { 10 } else { 0 };
            assert_eq!(bench.ports(), [(DEPTH, true), (entries, false)], "{what}");
            bench.fill(1, 1);
            assert_eq!(bench.ports(), [(DEPTH, true), (entries + 1, false)], "{what}");
            // With room for what is in front all go on.
            bench.takes([1, 0, 0, 0, 0, 0]);
            bench.waits();
            assert_eq!(bench.done(), [1, 1], "{what}");
            let entries = if card_addr > 0 { 10 } else { 0 };
            assert_eq!(bench.ports(), [(0, false), (entries + 1, false)], "{what}");
        }
    }
}

fn who_waits_in_front_of_a_shared_path_and_is_stopped_lets_the_others_go(body: &str) {
    let mut bench = Bench::new(body, "sink-shared");
    bench.send(0, (DEPTH + 16) as usize * 64, card::STREAM_PORT.at(0).into());
    bench.waits();
    bench.send(1, 640, card::STREAM_PORT.at(1).into());
    bench.waits();
    assert_eq!((bench.done(), bench.ports()), ([0, 0], [(DEPTH, true), (0, false)]), "{body}");
    bench.stop(0);
    bench.waits();
    assert_eq!((bench.done(), bench.ports()), ([0, 1], [(DEPTH, false), (10, false)]), "{body}");
}

fn what_nobody_takes_shows_at_its_channel(body: &str) {
    let mut bench = Bench::new(body, "loopback");
    assert_eq!(bench.waits(), (false, 0, 0, 0), "{body}");
    bench.send(2, 64, 0);
    assert_eq!(bench.waits(), (false, 0, 0b0100, 0), "{body}");
    bench.send(3, 640, 0);
    assert_eq!(bench.waits(), (false, 0, 0b1100, 0), "{body}");
}

on_every_card!(
    the_sink_waits_for_the_streams_that_its_step_lacks,
    a_sink_that_takes_its_time_waits_for_nothing,
    a_burst_that_finds_no_room_shows_at_its_fifo,
    on_a_shared_path_a_full_fifo_holds_up_every_channel,
    who_waits_in_front_of_a_shared_path_and_is_stopped_lets_the_others_go,
    what_nobody_takes_shows_at_its_channel,
);
