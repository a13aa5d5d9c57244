// SPDX-License-Identifier: Apache-2.0
//! A card that sends back what comes, by both engines at once: buffers of any bytes come back as packets.

use std::thread;
use std::time::{Duration, Instant};

use forebay::{
    Capture, CaptureOptions, Device, ForebayError, OverrunPolicy, Transmit, TransmitBuffer,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Fixture;
use crate::capture_bench::LONG;
use crate::transmit_bench::options;

const MOST: usize = 8 << 10;

fn open(fixture: &Fixture) -> (Device, Transmit, Capture) {
    let device = fixture.open();
    let into = CaptureOptions {
        buffers: 20,
        bytes: u32::try_from(MOST).unwrap(),
        policy: OverrunPolicy::Gap,
        through: false,
    };
    let transmit = device.transmit(&options(20, into.bytes)).unwrap();
    let capture = device.capture(&into).unwrap();
    (device, transmit, capture)
}

fn bytes(random: &mut ChaCha8Rng, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill_bytes(&mut bytes);
    bytes
}

fn send(transmit: &Transmit, bytes: &[u8]) {
    fill(transmit.acquire(LONG).unwrap().unwrap(), bytes);
}

fn fill(mut buffer: TransmitBuffer, bytes: &[u8]) {
    buffer[..bytes.len()].copy_from_slice(bytes);
    buffer.send(bytes.len()).unwrap();
}

/// What comes when another thread has done its part: of a card at rest a wait ends at once, with nothing.
fn sooner_or_later<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "the other thread does not get on");
    }
}

/// A packet, which comes.
fn receive(capture: &Capture) -> Vec<u8> {
    let buffer = capture.acquire(LONG).unwrap().unwrap();
    assert!(buffer.info().end_of_packet, "{:?}", buffer.info());
    buffer.to_vec()
}

pub(crate) fn every_buffer_that_is_sent_comes_back_as_a_packet(fixture: &Fixture) {
    let (_device, transmit, capture) = open(fixture);
    let mut random = ChaCha8Rng::seed_from_u64(61);
    capture.start().unwrap();
    transmit.start().unwrap();
    let packets: Vec<_> = (0..fixture.rounds(400, 60))
        .map(|_| {
            let len =
                [1, 63, 64, 65, MOST, random.random_range(1..MOST)][random.random_range(0..6)];
            bytes(&mut random, len)
        })
        .collect();
    let mut back = packets.iter();
    for (number, packet) in packets.iter().enumerate() {
        send(&transmit, packet);
        // No more than both rings hold is on its way.
        if number >= 16 {
            assert!(receive(&capture) == *back.next().unwrap(), "ahead of packet {number}");
        }
    }
    for packet in back {
        assert!(receive(&capture) == *packet, "a packet of {} bytes", packet.len());
    }
    assert!(transmit.drain(LONG).unwrap());
    assert!(capture.acquire(Duration::ZERO).unwrap().is_none(), "nothing but what was sent");
    let stats = transmit.stats().unwrap();
    let sum: usize = packets.iter().map(Vec::len).sum();
    assert_eq!((stats.buffers, stats.bytes, stats.cut), (packets.len() as u64, sum as u64, 0));
    assert_eq!(capture.stats().unwrap().bytes, sum as u64);
}

/// Two threads, one for each way.
pub(crate) fn one_thread_sends_while_another_receives(fixture: &Fixture) {
    let (_device, transmit, capture) = open(fixture);
    let mut random = ChaCha8Rng::seed_from_u64(62);
    let packets: Vec<_> = (0..fixture.rounds(300, 40))
        .map(|_| {
            let len = random.random_range(1..MOST);
            bytes(&mut random, len)
        })
        .collect();
    capture.start().unwrap();
    transmit.start().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            for packet in &packets {
                fill(sooner_or_later(|| transmit.acquire(LONG).unwrap()), packet);
            }
        });
        for (number, packet) in packets.iter().enumerate() {
            let buffer = sooner_or_later(|| capture.acquire(LONG).unwrap());
            assert!(buffer.info().end_of_packet && *buffer == packet[..], "packet {number}");
        }
    });
    assert!(transmit.drain(LONG).unwrap());
    assert_eq!(transmit.stats().unwrap().buffers, packets.len() as u64);
}

/// A stop cuts short what it comes into: as many bytes come back as are told, and they are the first ones.
pub(crate) fn what_a_stop_cuts_comes_back_as_far_as_it_is_told(fixture: &Fixture) {
    let (device, transmit, capture) = open(fixture);
    let mut random = ChaCha8Rng::seed_from_u64(63);
    capture.start().unwrap();
    let (mut before, mut cuts) = (transmit.stats().unwrap(), 0);
    for turn in 0..fixture.rounds(60, 12) {
        let packets: Vec<_> = (0..18).map(|_| bytes(&mut random, MOST)).collect();
        packets.iter().for_each(|packet| send(&transmit, packet));
        transmit.start().unwrap();
        let soon = device.now().unwrap() + random.random_range(0..3000);
        while device.now().unwrap() < soon && !transmit.drain(Duration::from_nanos(100)).unwrap() {}
        transmit.stop().unwrap();
        let stats = transmit.stats().unwrap();
        assert_eq!((stats.free, stats.queued, stats.armed), (20, 0, 0), "turn {turn}");
        let told = stats.bytes - before.bytes;
        let mut came = Vec::new();
        while (came.len() as u64) < told {
            came.extend(receive(&capture));
        }
        assert!(came.len() as u64 == told && came == packets.concat()[..came.len()], "turn {turn}");
        assert!(capture.acquire(Duration::ZERO).unwrap().is_none(), "turn {turn}");
        let whole = usize::try_from(stats.buffers - before.buffers).unwrap();
        let cut = stats.cut - before.cut;
        assert_eq!(came.len() / MOST, whole, "turn {turn}");
        assert_eq!(u64::from(!came.len().is_multiple_of(MOST)), cut, "turn {turn}");
        cuts += cut;
        before = stats;
    }
    assert!(cuts > 1, "{cuts} buffers were cut short");
}

pub(crate) fn a_card_that_only_sends_back_has_no_air(fixture: &Fixture) {
    let (device, ..) = open(fixture);
    let error = device.air().unwrap_err();
    assert!(matches!(error, ForebayError::NoFeature { what: "transmit part" }), "{error}");
}
