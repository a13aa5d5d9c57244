// SPDX-License-Identifier: Apache-2.0
//! Samples of the source arrive in the buffers of a capture: each of them, with its time, or counted.

use std::time::Duration;

use forebay::capture::chdr::{Demultiplexer, LINE_BYTES, PacketType, Parser};
use forebay::{Account, Burst, CaptureOptions, OverrunPolicy, Signal, Wave};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::capture_bench::{Arrived, Bench, LONG, numbers, options};
use crate::{Fixture, Way};

/// A sample every other cycle.
const FASTEST: u32 = 1 << 31;
const SAMPLE: u64 = 4;

pub(crate) fn buffers_given_back_in_any_order_lose_nothing(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(24, 16 << 10));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let signal = bench.ramp(FASTEST);
    // Behind nodes how soon they are given back is a matter of the machine: what the card has ahead takes a whole burst there.
    let (bursts, buffers) = match fixture.way() {
        Way::InProcess => (1, fixture.rounds(100, 24)),
        Way::Nodes => (fixture.rounds(20, 5), 14),
    };
    let samples = buffers * (4 << 10) + 100;
    bench.capture.start().unwrap();
    bench.capture.start().unwrap();
    let (mut arrived, mut held) = (Arrived::new(signal, 0), Vec::new());
    for _ in 0..bursts {
        arrived.next_burst(bench.start(&signal, Some(samples)));
        while arrived.number < samples {
            let buffer = bench.acquire();
            arrived.check(&buffer);
            let (info, last) = (buffer.info(), arrived.number == samples);
            assert_eq!([info.end_of_packet, info.end_of_burst], [last; 2], "{info:?}");
            assert!(!info.overrun && !info.stopped, "{info:?}");
            assert_eq!(buffer.len(), if last { 400 } else { 16 << 10 });
            held.push(buffer);
            if held.len() > random.random_range(0..8) {
                held.swap_remove(random.random_range(0..held.len())).release().unwrap();
            }
        }
        assert_eq!(bench.end(), Account { produced: samples, kept: samples, lost: 0 });
    }
    let stats = bench.capture.stats().unwrap();
    assert_eq!((stats.buffers, stats.bytes), (arrived.buffers, bursts * samples * SAMPLE));
    assert_eq!((stats.lost, stats.overwritten, stats.gaps, stats.errors), (0, 0, 0, 0));
    assert_eq!((stats.filled, stats.held as usize), (0, held.len()));
    assert!(stats.armed > 0);
    // What is held can be read when the capture has ended, and so when its handle is gone.
    bench.capture.stop().unwrap();
    let before: Vec<_> = held.iter().map(|buffer| numbers(buffer)).collect();
    assert!(bench.capture.acquire(Duration::ZERO).unwrap().is_none());
    drop(bench);
    let after: Vec<_> = held.iter().map(|buffer| numbers(buffer)).collect();
    assert!(before == after);
}

/// Nobody takes buffers for a while, again and again; all that was made has arrived, was overwritten or is told to be lost.
fn overload(fixture: &Fixture, policy: OverrunPolicy) -> Arrived {
    let bench = Bench::open(fixture, &CaptureOptions { policy, ..options(8, 4 << 10) });
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let signal = bench.ramp(0x7123_4567);
    bench.capture.start().unwrap();
    let first = bench.start(&signal, None);
    let mut arrived = Arrived::new(signal, first);
    let mut held = Vec::new();
    for _ in 0..fixture.rounds(12, 5) {
        let produced = bench.source.account(0).unwrap().produced;
        bench.until_produced(produced + random.random_range(1..60_000));
        for _ in 0..random.random_range(1..12) {
            let buffer = bench.acquire();
            arrived.check(&buffer);
            held.push(buffer);
            if held.len() > random.random_range(1..5) {
                held.remove(0);
            }
        }
    }
    held.clear();
    let Account { produced, kept, lost } = bench.end();
    // What is left in the card.
    while arrived.kept + arrived.overwritten < kept {
        arrived.check(&bench.acquire());
    }
    assert_eq!(arrived.kept + arrived.overwritten, kept);
    // Losses behind the last packet are told by the account alone.
    assert!(lost >= arrived.lost, "{arrived:?}, {lost} lost");
    assert_eq!(produced, arrived.number + (lost - arrived.lost));
    bench.capture.stop().unwrap();
    let stats = bench.capture.stats().unwrap();
    assert_eq!(stats.lost, arrived.lost);
    assert_eq!(stats.overwritten, arrived.overwritten * SAMPLE);
    assert_eq!(stats.bytes, kept * SAMPLE);
    assert_eq!((stats.errors, stats.held, stats.filled, stats.armed), (0, 0, 0, 0));
    arrived
}

pub(crate) fn what_was_lost_and_what_arrived_is_what_was_made(fixture: &Fixture) {
    let arrived = overload(fixture, OverrunPolicy::Gap);
    assert!(arrived.lost > 0 && arrived.overruns > 1, "{arrived:?}");
    assert_eq!(arrived.overwritten, 0);
}

pub(crate) fn the_oldest_buffers_are_overwritten_and_counted(fixture: &Fixture) {
    let arrived = overload(fixture, OverrunPolicy::Overwrite);
    assert!(arrived.overwritten > 0, "{arrived:?}");
}

pub(crate) fn a_stop_gives_what_was_taken_and_the_next_run_goes_on(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(8, 4 << 10));
    let mut random = ChaCha8Rng::seed_from_u64(3);
    // As above; and slow enough for a stop in its middle, of which there are to be some.
    let (count, samples) = match fixture.way() {
        Way::InProcess => (0x1000_0000, 30_000),
        Way::Nodes => (0x0004_0000, 7000),
    };
    let signal = bench.ramp(count);
    let (mut arrived, mut bursts, mut cuts) = (Arrived::new(signal, 0), 0, 0);
    while cuts < 3 {
        bursts += 1;
        assert!(bursts < 40, "{cuts} buffers were cut");
        arrived.next_burst(bench.start(&signal, Some(samples)));
        while arrived.number < samples {
            arrived.restart();
            bench.capture.start().unwrap();
            assert!(bench.capture.is_running());
            if random.random() {
                arrived.check(&bench.acquire());
            }
            let produced = bench.source.account(0).unwrap().produced;
            bench.until_produced(samples.min(produced + random.random_range(1..2000)));
            bench.capture.stop().unwrap();
            bench.capture.stop().unwrap();
            assert!(!bench.capture.is_running());
            while let Some(buffer) = bench.capture.acquire(Duration::ZERO).unwrap() {
                arrived.check(&buffer);
                cuts += u32::from(buffer.info().stopped);
            }
        }
        assert_eq!(bench.end(), Account { produced: samples, kept: samples, lost: 0 });
    }
    assert_eq!((arrived.kept, arrived.lost), (bursts * samples, 0));
}

pub(crate) fn packets_end_their_buffers_or_go_on_in_the_next(fixture: &Fixture) {
    const PACKET: u64 = 100;
    let bench = Bench::open(fixture, &options(32, 256));
    let signal = Signal { packet: Some(100), ..bench.ramp(0x0100_0000) };
    bench.capture.start().unwrap();
    let samples = 10 * PACKET + 30;
    let first = bench.start(&signal, Some(samples));
    let mut arrived = Arrived::new(signal, first);
    while arrived.number < samples {
        let buffer = bench.acquire();
        arrived.check(&buffer);
        let (info, number) = (buffer.info(), arrived.number);
        assert_eq!(info.end_of_burst, number == samples, "{info:?}");
        assert_eq!(info.end_of_packet, number % PACKET == 0 || number == samples, "{info:?}");
        assert_eq!(
            buffer.len(),
            if number % PACKET == 64 {
                256
            } else if number == samples {
                120
            } else {
                144
            }
        );
    }
    assert_eq!(bench.end().kept, samples);
}

pub(crate) fn packets_of_channels_come_apart_by_their_headers(fixture: &Fixture) {
    const PACKET: u32 = 70;
    const ENDPOINT: u16 = 40;
    let through = CaptureOptions { through: true, ..options(16, 4992) };
    let bench = Bench::open(fixture, &through);
    let headers = Some(ENDPOINT);
    let signal = Signal { channels: 4, packet: Some(PACKET), headers, ..bench.ramp(0x0800_0000) };
    bench.capture.start().unwrap();
    for _ in 0..2 {
        let samples = 2000;
        let first = bench.start(&signal, Some(samples));
        let mut parser = Parser::new(LINE_BYTES);
        let mut streams = Demultiplexer::default();
        let (mut number, mut ends, mut straddles) = ([0_u64; 4], 0, 0);
        while ends < 4 {
            let buffer = bench.acquire();
            assert!(buffer.len() == 4992 || buffer.info().end_of_burst, "{:?}", buffer.info());
            parser.push(&buffer);
            while let Some(packet) = parser.next().unwrap() {
                let channel = packet.header.endpoint - ENDPOINT;
                let next = &mut number[usize::from(channel)];
                assert_eq!(packet.header.packet_type, PacketType::DataWithTime);
                assert_eq!(streams.missing(&packet.header), 0);
                assert_eq!(packet.time, Some(first + signal.rate.cycles_to(*next)));
                assert!(packet.metadata.is_empty());
                let words = numbers(packet.payload);
                let wanted: Vec<_> = (*next..)
                    .map(|number| u64::from(channel) << 28 | number)
                    .take(words.len())
                    .collect();
                assert_eq!(words, wanted, "channel {channel}");
                *next += words.len() as u64;
                assert_eq!(packet.header.end_of_burst, *next == samples);
                ends += u32::from(packet.header.end_of_burst);
            }
            straddles += u32::from(parser.finish().is_err());
        }
        assert_eq!((number, parser.finish()), ([samples; 4], Ok(())));
        assert!(straddles > 2, "{straddles} packets go on in the next buffer");
        bench.source.wait(LONG).unwrap();
        for channel in 0..4 {
            let account = bench.source.account(channel).unwrap();
            assert_eq!(account, Account { produced: samples, kept: samples, lost: 0 });
        }
    }
}

pub(crate) fn bursts_begin_and_end_when_they_should(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(8, 4096));
    let signal = bench.ramp(0x0123_4567);
    bench.source.set_time(1 << 40).unwrap();
    let now = bench.source.time().unwrap();
    assert!(now >= 1 << 40);
    bench.capture.start().unwrap();
    for (samples, last, count) in [(None, 499, 500), (Some(321), 499, 321), (Some(900), 499, 500)] {
        let at = bench.source.time().unwrap() + bench.ahead;
        let until = at + signal.rate.cycles_to(last) + 1;
        let burst = Burst { at: Some(at), samples, until: Some(until) };
        bench.source.start(&signal, &burst).unwrap();
        assert!(bench.source.status().unwrap().is_busy());
        let buffer = bench.acquire();
        let info = buffer.info();
        assert_eq!((info.stamp, info.end_of_burst, info.lost), (at, true, 0), "{burst:?}");
        assert_eq!(numbers(&buffer), (0..count).collect::<Vec<_>>(), "{burst:?}");
        bench.source.wait(LONG).unwrap();
        let status = bench.source.status().unwrap();
        assert!(status.done && !status.late && !status.overrun, "{status:?}");
    }
}

pub(crate) fn waves_of_channels_are_what_they_are_called(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(8, 4096));
    bench.capture.start().unwrap();
    let rate = bench.ramp(0x0800_0000).rate;
    let halves = |word: u64| {
        let [low, low_top, high, high_top, ..] = word.to_le_bytes();
        [i16::from_le_bytes([low, low_top]), i16::from_le_bytes([high, high_top])]
    };
    let captured = [Wave::Tone { turns: 1 << 30 }, Wave::Noise, Wave::Noise].map(|wave| {
        let signal = Signal { channels: 2, ..Signal::new(wave, rate) };
        bench.start(&signal, Some(512));
        let words = numbers(&bench.acquire());
        assert_eq!(words.len(), 1024);
        bench.source.wait(LONG).unwrap();
        words
    });
    let [tone, noise, again] = captured;
    assert!(noise == again && noise != tone);
    let quarter: Vec<_> = tone.iter().step_by(2).take(4).map(|word| halves(*word)).collect();
    let peak = quarter[0][0];
    assert!(peak > 16_000, "{quarter:?}");
    let near = |seen: i16, wanted: i16| (i32::from(seen) - i32::from(wanted)).abs() < 4;
    for (seen, wanted) in quarter.iter().zip([[peak, 0], [0, peak], [-peak, 0], [0, -peak]]) {
        assert!(near(seen[0], wanted[0]) && near(seen[1], wanted[1]), "{quarter:?}");
    }
    assert!(noise.iter().step_by(2).ne(noise.iter().skip(1).step_by(2)), "channels differ");
}
