// SPDX-License-Identifier: Apache-2.0
//! What is sent from buffers is on the air at its time, sample for sample, as the same card receives it; what is not is told, to the sample.

use std::time::Duration;

use forebay::{AirAccount, AirEvents, Malformed};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::transmit_bench::{Bench, FASTEST, Packet, options, words};
use crate::{Fixture, Way};

/// The fastest rate here: a card behind nodes gets its samples as fast as a machine has them.
fn fastest(fixture: &Fixture) -> u32 {
    match fixture.way() {
        Way::InProcess => FASTEST,
        Way::Nodes => FASTEST >> 6,
    }
}

/// Random bursts of 1, 2 and 4 channels in packets of all lengths, several of them in a buffer.
pub(crate) fn what_is_sent_is_received_sample_for_sample_at_its_time(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(24, 8 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(41);
    bench.transmit.start().unwrap();
    bench.transmit.start().unwrap();
    assert!(bench.transmit.is_running());
    let (mut buffers, mut bytes) = (0, 0);
    for turn in 0..fixture.rounds(24, 6) {
        let channels = [1, 2, 4][turn % 3];
        let fastest = fastest(fixture);
        let count = if turn == 0 { fastest } else { random.random_range(fastest >> 3..fastest) };
        let rate = bench.rate(count);
        bench.clear(count);
        let samples: usize = random.random_range(1..1500);
        let first = bench.soon();
        let bursts: Vec<_> = (0..channels).map(|_| words(&mut random, samples)).collect();
        // By their place in the burst, so that the channels take turns.
        let mut packets = Vec::new();
        for (channel, burst) in (0..).zip(&bursts) {
            let mut at = 0;
            while at < samples {
                let len = random.random_range(1..400).min(samples - at);
                let timed = at == 0 || random.random();
                let time = timed.then(|| first + rate.cycles_to(at as u64));
                let (end_of_burst, own) = (at + len == samples, burst[at..at + len].to_vec());
                packets.push((at, Packet { channel, time, end_of_burst, samples: own }));
                at += len;
            }
        }
        packets.sort_by_key(|(at, _)| *at);
        let packets: Vec<Packet> = packets.into_iter().map(|(_, packet)| packet).collect();
        let moments = samples + 10;
        bench.listen(u32::try_from(channels).unwrap(), first, moments as u64, count);
        for part in packets.chunks(3) {
            bench.send(part);
            buffers += 1;
        }
        let heard = bench.heard(channels, first, moments);
        for (channel, burst) in bursts.iter().enumerate() {
            let mut wanted = burst.clone();
            wanted.resize(moments, 0);
            assert!(heard[channel] == wanted, "turn {turn}, channel {channel} of {samples}");
        }
        bench.silence();
        for channel in 0..4_u16 {
            let own = packets.iter().filter(|packet| packet.channel == channel).count();
            let sent = if usize::from(channel) < channels { samples as u64 } else { 0 };
            let packets = u32::try_from(own).unwrap();
            let wanted = AirAccount { sent, packets, ..AirAccount::default() };
            assert_eq!(bench.account(channel.into()), wanted, "turn {turn}, channel {channel}");
        }
        let status = bench.air.status().unwrap();
        assert_eq!((status.on_air, status.held, status.events), (0, 0, AirEvents::default()));
        let in_them = |packet: &Packet| forebay::capture::chdr::packet_bytes(packet.samples.len());
        bytes += packets.iter().map(in_them).sum::<usize>() as u64;
        let stats = bench.transmit.stats().unwrap();
        assert_eq!((stats.buffers, stats.bytes, stats.cut), (buffers, bytes, 0));
        assert_eq!((stats.free, stats.held, stats.queued, stats.armed), (24, 0, 0, 0));
    }
    assert_eq!(bench.transmit.stats().unwrap().errors, 0);
}

/// A burst with holes: a packet whose time is over is dropped whole and told, each moment without a sample is silent and counted, and what is behind it is in its place.
pub(crate) fn late_packets_are_told_and_nothing_of_them_is_sent(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(16, 4 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(42);
    bench.transmit.start().unwrap();
    for turn in 0..fixture.rounds(12, 4) {
        let late = turn % 2 == 0;
        let count = random.random_range(FASTEST >> 1..FASTEST);
        let rate = bench.rate(count);
        bench.clear(count);
        let parts: Vec<_> = [300, 200, 250]
            .map(|most| {
                let samples = random.random_range(1..most);
                words(&mut random, samples)
            })
            .into();
        let lens: Vec<u64> = parts.iter().map(|part| part.len() as u64).collect();
        let gap = random.random_range(0..100);
        // The last part comes so much later that the one in the middle can be sent too late, and it in time.
        let far = gap + ((2 * bench.ahead * u64::from(count)) >> 32);
        let starts = [0, lens[0] + gap, lens[0] + gap + lens[1] + far];
        let first = bench.soon();
        let packet = |part: usize, end_of_burst| Packet {
            channel: 0,
            time: Some(first + rate.cycles_to(starts[part])),
            end_of_burst,
            samples: parts[part].clone(),
        };
        let moments = starts[2] + lens[2] + 5;
        bench.listen(1, first, moments, count);
        bench.send(&[packet(0, false)]);
        if late {
            let over = first + rate.cycles_to(starts[1]) + 1;
            bench.until(over);
        }
        bench.send(&[packet(1, false), packet(2, true)]);
        let moments = usize::try_from(moments).unwrap();
        let heard = bench.heard(1, first, moments);
        let mut wanted = vec![0; moments];
        let sent = [0, 1, 2].into_iter().filter(|part| !(late && *part == 1));
        let mut sum = 0;
        for part in sent {
            let at = usize::try_from(starts[part]).unwrap();
            wanted[at..at + parts[part].len()].copy_from_slice(&parts[part]);
            sum += lens[part];
        }
        assert!(heard[0] == wanted, "turn {turn}");
        bench.silence();
        let dropped = if late { lens[1] } else { 0 };
        let told = AirAccount {
            sent: sum,
            missed: gap + far + dropped,
            late: dropped,
            late_packets: late.into(),
            packets: 3,
            skips: 0,
        };
        assert_eq!(bench.account(0), told, "turn {turn}");
        let events = AirEvents { late, underrun: true, ..AirEvents::default() };
        assert_eq!(bench.air.take_events().unwrap().events, events);
        assert_eq!(bench.air.status().unwrap().events, AirEvents::default(), "told once");
    }
}

/// A burst that nobody feeds in time, of a card in this process: as many moments are told to be missed as are silent between its first sample and its last.
pub(crate) fn what_a_burst_missed_is_what_was_silent_in_it(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(16, 4 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(43);
    bench.transmit.start().unwrap();
    let count = FASTEST;
    bench.clear(count);
    let first = bench.soon();
    let moments = 40_000;
    bench.listen(1, first, moments, count);
    let (mut all, parts) = (Vec::new(), fixture.rounds(12, 4));
    for part in 0..parts {
        let samples = random.random_range(1..300);
        let own = words(&mut random, samples);
        all.extend_from_slice(&own);
        let time = (part == 0).then_some(first);
        bench.send(&[Packet { channel: 0, time, end_of_burst: part + 1 == parts, samples: own }]);
        // It runs dry, or not.
        let now = bench.source.time().unwrap().max(first);
        bench.until(now + random.random_range(0..3000));
    }
    bench.silence();
    let heard = bench.heard(1, first, usize::try_from(moments).unwrap()).remove(0);
    let last = heard.iter().rposition(|word| *word != 0).unwrap();
    let silent = heard[..=last].iter().filter(|word| **word == 0).count() as u64;
    let came: Vec<u32> = heard.into_iter().filter(|word| *word != 0).collect();
    assert!(came == all, "{} of {} samples", came.len(), all.len());
    let account = bench.account(0);
    assert_eq!((account.sent, account.missed), (all.len() as u64, silent));
    assert!(silent > 0 && account.late == 0, "{account:?}");
    assert!(bench.air.status().unwrap().events.underrun);
}

/// No packet at all, and more of it; one that its buffer cuts short; numbers that are missing: told, and the next burst is sent. Clearing begins anew.
pub(crate) fn what_is_malformed_is_told_and_the_next_packet_is_sent(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(8, 4 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(44);
    bench.transmit.start().unwrap();
    let samples = words(&mut random, 40);
    let good = Packet { channel: 3, time: None, end_of_burst: true, samples };
    let good = std::slice::from_ref(&good);
    let mut none = bench.acquire();
    none.fill(0x55);
    none.send(1000).unwrap();
    let mut cut = bench.acquire();
    bench.fill(&mut cut, good);
    cut.send(64 + 100).unwrap();
    bench.clear_numbers();
    bench.send(good);
    bench.skip(3, 5);
    bench.send(good);
    bench.silence();
    let told = AirAccount { sent: 80, packets: 2, skips: 1, ..AirAccount::default() };
    assert_eq!(bench.account(3), told);
    let beats = 1000_u32.div_ceil(64) + 1 + 2;
    assert_eq!(bench.air.malformed().unwrap(), Malformed { packets: 2, beats });
    let events = AirEvents { malformed: true, skip: true, ..AirEvents::default() };
    assert_eq!(bench.air.status().unwrap().events, events);
    bench.clear(FASTEST);
    assert_eq!(bench.air.malformed().unwrap(), Malformed::default());
    assert_eq!(bench.air.status().unwrap().events, AirEvents::default());
    assert_eq!(bench.account(3), AirAccount::default());
    bench.send(good);
    bench.silence();
    assert_eq!(bench.account(3), AirAccount { sent: 40, packets: 1, ..AirAccount::default() });
}

/// What is sent before a start goes first, in order, and buffers can be sent in another order than they were acquired in.
pub(crate) fn buffers_go_in_the_order_in_which_they_were_sent(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(24, 4 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(45);
    let count = fastest(fixture);
    bench.clear(count);
    let mut held: Vec<_> = (0..24).map(|_| bench.acquire()).collect();
    assert!(bench.transmit.acquire(Duration::ZERO).unwrap().is_none(), "none is free");
    let stats = bench.transmit.stats().unwrap();
    assert_eq!((stats.free, stats.held), (0, 24));
    let (first, mut all) = (bench.soon(), Vec::new());
    while !held.is_empty() {
        let mut buffer = held.swap_remove(random.random_range(0..held.len()));
        let samples = random.random_range(1..200);
        let own = words(&mut random, samples);
        let time = all.is_empty().then_some(first);
        all.extend_from_slice(&own);
        let end_of_burst = held.is_empty();
        let bytes =
            bench.fill(&mut buffer, &[Packet { channel: 0, time, end_of_burst, samples: own }]);
        buffer.send(bytes).unwrap();
    }
    let stats = bench.transmit.stats().unwrap();
    assert_eq!((stats.held, stats.queued, stats.armed, stats.buffers), (0, 24, 0, 0));
    bench.listen(1, first, all.len() as u64, count);
    bench.transmit.start().unwrap();
    assert!(bench.heard(1, first, all.len())[0] == all);
    bench.silence();
    assert_eq!(bench.account(0).sent, all.len() as u64);
    assert_eq!(bench.transmit.stats().unwrap().buffers, 24);
}
