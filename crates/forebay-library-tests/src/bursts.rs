// SPDX-License-Identifier: Apache-2.0
//! Bursts that are sent: each packet is in its place, and what became of the bursts is told once.

use std::time::Duration;

use forebay::{AirAccount, BurstEvent, BurstEventKind, Bursts};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Fixture;
use crate::capture_bench::LONG;
use crate::transmit_bench::{Bench, FASTEST, options, words};

/// Cycles of a sample.
const CYCLES: u64 = 16;

/// Sends the next packet of a channel.
fn send(bench: &Bench, bursts: &Bursts, channel: u32, samples: &[u32], place: (Option<u64>, bool)) {
    let (time, end_of_burst) = place;
    let packet = bursts.packet(channel, samples.len() as u64, time, end_of_burst).unwrap();
    let bytes: Vec<u8> = samples.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut buffer = bench.acquire();
    let used = packet.write(&mut buffer, &bytes).unwrap();
    buffer.send(used).unwrap();
}

/// Random bursts of three packets, of which only those have a time that have to: in time, with a hole, or late.
pub(crate) fn what_became_of_bursts_is_told_once(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(16, 4 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(51);
    let rate = bench.rate(u32::try_from((1 << 32) / CYCLES).unwrap());
    let bursts = Bursts::begin(&bench.device, rate, 0).unwrap();
    bench.transmit.start().unwrap();
    let mut all = [AirAccount::default(); 4];
    for turn in 0..fixture.rounds(24, 6) {
        let (channel, gap) = (turn % 4, random.random_range(1..100));
        let parts: Vec<_> = (0..3)
            .map(|_| {
                let samples = random.random_range(1..300);
                words(&mut random, samples)
            })
            .collect();
        let samples = parts.iter().map(Vec::len).sum::<usize>() as u64;
        let (late, hole) = (turn % 3 == 0, turn % 3 == 1);
        if late {
            bench.until(1 + samples * CYCLES);
        }
        let first = if late { 1 } else { bench.soon() };
        let behind = parts[0].len() as u64 + gap;
        let times = [Some(first), hole.then(|| first + behind * CYCLES), None];
        let channel = u32::try_from(channel).unwrap();
        for (number, (part, time)) in parts.iter().zip(times).enumerate() {
            send(&bench, &bursts, channel, part, (time, number == 2));
        }
        let event = |kind, time| BurstEvent { kind, channels: 1 << channel, time };
        let mut wanted = vec![event(BurstEventKind::Sent, Some(first))];
        if late {
            wanted.insert(0, event(BurstEventKind::Late, Some(first)));
        }
        if hole {
            wanted.insert(0, event(BurstEventKind::Underrun, None));
        }
        for told in wanted {
            assert_eq!(bursts.event(LONG).unwrap(), Some(told), "turn {turn}");
        }
        let account = &mut all[channel as usize];
        account.packets += 3;
        account.sent += if late { 0 } else { samples };
        account.missed += if hole { gap } else { 0 };
        account.late += if late { samples } else { 0 };
        account.late_packets += if late { 3 } else { 0 };
        assert_eq!(bench.account(channel), *account, "turn {turn}");
    }
    assert_eq!(bursts.event(Duration::from_micros(100)).unwrap(), None);
}

/// A burst that has no end goes on until it gets one, and what it missed is one hole.
pub(crate) fn a_burst_without_an_end_gets_one_however_late(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(4, 4 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(52);
    let bursts = Bursts::begin(&bench.device, bench.rate(FASTEST >> 3), 0).unwrap();
    bench.transmit.start().unwrap();
    let first = bench.soon();
    send(&bench, &bursts, 2, &words(&mut random, 50), (Some(first), false));
    let event = |kind, time| Some(BurstEvent { kind, channels: 4, time });
    assert_eq!(bursts.event(LONG).unwrap(), event(BurstEventKind::Underrun, None));
    assert!(bursts.end(4).is_err());
    assert_eq!(bursts.end(1).unwrap(), None, "it is in none");
    let end = bursts.end(2).unwrap().unwrap();
    assert_eq!((end.sequence, end.time, end.end_of_burst), (1, None, true));
    assert_eq!(bursts.end(2).unwrap(), None, "it has one");
    let mut buffer = bench.acquire();
    let used = end.write(&mut buffer, &[0; 4]).unwrap();
    buffer.send(used).unwrap();
    assert_eq!(bursts.event(LONG).unwrap(), event(BurstEventKind::Sent, Some(first)));
    assert_eq!(bursts.event(Duration::from_micros(100)).unwrap(), None);
    let told = bench.account(2);
    assert_eq!((told.sent, told.late, told.packets, told.skips), (51, 0, 2, 0));
    assert!(told.missed > 0);
}

/// Bursts that begin less than a sample behind one another, where samples are no whole cycles apart: each sample is sent, and none of them is late.
pub(crate) fn bursts_follow_each_other_within_a_sample(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(16, 4 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(53);
    // 2.5 cycles, and a little more.
    let rate = bench.rate(1_717_986_918);
    let bursts = Bursts::begin(&bench.device, rate, 0).unwrap();
    bench.transmit.start().unwrap();
    let mut all = AirAccount::default();
    for turn in 0..fixture.rounds(40, 8) {
        let begin = bench.soon();
        let mut moments = (begin - 1, begin);
        let mut asked = Vec::new();
        for _ in 0..4 {
            let (last, next) = moments;
            let first = random.random_range(last + 1..=next);
            let parts = [(); 3].map(|()| {
                let samples = random.random_range(1..20);
                words(&mut random, samples)
            });
            for (number, part) in parts.iter().enumerate() {
                send(&bench, &bursts, 0, part, ((number == 0).then_some(first), number == 2));
            }
            let samples = parts.iter().map(Vec::len).sum::<usize>() as u64;
            moments = (next + rate.cycles_to(samples - 1), next + rate.cycles_to(samples));
            asked.push(first);
            all.sent += samples;
            all.packets += 3;
        }
        for first in asked {
            let sent = BurstEvent { kind: BurstEventKind::Sent, channels: 1, time: Some(first) };
            assert_eq!(bursts.event(LONG).unwrap(), Some(sent), "turn {turn}");
        }
        assert_eq!(bench.account(0), all, "turn {turn}");
    }
    assert_eq!(bursts.event(Duration::from_micros(100)).unwrap(), None);
}
