// SPDX-License-Identifier: Apache-2.0
//! Samples from host memory to the air and back: what is sent by MM2S is received by S2MM through the loop inside the card, sample for sample,
//! with times; what was late, malformed or missing is counted exactly.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::channel::{Channel, Record, until};
use common::{card, on_every_card};
use forebay_bus::{Bar, Card, CardExt};
use forebay_regs::cards;
use forebay_regs::user::s2mm::mode as buffers;
use forebay_regs::user::source::{self, control, mode, status, tx_control, tx_status};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const MEMORY: usize = 512 << 10;
const BEAT: usize = 64;
/// Kinds of packets, and the bit of a burst's last one.
const PLAIN: u64 = 6;
const TIMED: u64 = 7;
const EOB: u64 = 1 << 57;
/// Cycles from a command on within which all that was armed is in the card.
const AHEAD: u64 = 6000;
const FASTEST: u32 = 1 << 31;

/// What is told of a channel that sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Told {
    sent: u64,
    missed: u64,
    late: u64,
    late_packets: u32,
    packets: u32,
    skips: u32,
}

/// A packet to be sent.
#[derive(Clone, Debug)]
struct Packet {
    channel: usize,
    stamp: Option<u64>,
    eob: bool,
    words: Vec<u32>,
}

/// Time of a moment of a burst, by its definition.
fn moment(first: u64, number: u64, rate: u32) -> u64 {
    first + u64::try_from((u128::from(number) << 32).div_ceil(u128::from(rate))).unwrap()
}

struct Rig {
    card: Box<dyn Card>,
    to: Channel,
    from: Channel,
    /// Number of the next packet of each channel.
    next: [u64; 4],
}

impl Rig {
    fn open(body: &str) -> Self {
        let mut card = card(body, "radio");
        let to = Channel::to_card(&*card, MEMORY);
        let from = Channel::to_host(&*card, MEMORY);
        to.run(&mut *card, 0);
        from.run(&mut *card, buffers::CUT.mask());
        Self { card, to, from, next: [0; 4] }
    }

    fn put(&mut self, register: u32, value: u32) {
        self.card.write32(Bar::User, cards::SOURCE.page + register, value).unwrap();
    }

    fn put_wide(&mut self, register: u32, value: u64) {
        self.put(register, u32::try_from(value & 0xFFFF_FFFF).unwrap());
        self.put(register + 4, u32::try_from(value >> 32).unwrap());
    }

    fn get(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, cards::SOURCE.page + register).unwrap()
    }

    fn get_wide(&mut self, register: u32) -> u64 {
        u64::from(self.get(register)) | u64::from(self.get(register + 4)) << 32
    }

    fn now(&mut self) -> u64 {
        self.get_wide(source::TIME_LO)
    }

    fn told(&mut self, channel: u32) -> Told {
        let low = u64::from(self.get(source::TX_SENT_LO.at(channel)));
        Told {
            sent: low | u64::from(self.get(source::TX_SENT_HI)) << 32,
            missed: self.get_wide(source::TX_MISSED_LO),
            late: self.get_wide(source::TX_LATE_LO),
            late_packets: self.get(source::TX_LATE_PACKETS),
            packets: self.get(source::TX_PACKETS),
            skips: self.get(source::TX_SKIPS),
        }
    }

    /// Packets, one behind the other, each from a beat on.
    fn bytes(&mut self, packets: &[Packet]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for packet in packets {
            let kind = if packet.stamp.is_some() { TIMED } else { PLAIN };
            let length = BEAT + packet.words.len() * 4;
            let number = self.next[packet.channel];
            self.next[packet.channel] = (number + 1) & 0xFFFF;
            let eob = if packet.eob { EOB } else { 0 };
            let to = packet.channel as u64;
            let header = eob | kind << 53 | number << 32 | (length as u64) << 16 | to;
            let begin = bytes.len();
            bytes.extend(header.to_le_bytes());
            bytes.extend(packet.stamp.unwrap_or(0).to_le_bytes());
            bytes.resize(begin + BEAT, 0);
            bytes.extend(packet.words.iter().flat_map(|word| word.to_le_bytes()));
            bytes.resize(bytes.len().next_multiple_of(BEAT), 0xEE);
        }
        bytes
    }

    /// Arms a buffer with these in it.
    fn send(&mut self, packets: &[Packet]) {
        let bytes = self.bytes(packets);
        self.to.arm(&mut *self.card, &bytes);
    }

    /// Waits for the oldest buffer that was armed to be with the card.
    fn gone(&mut self, bytes: usize) {
        let (record, _) = self.to.wait(&mut *self.card);
        assert_eq!(record, Record { bytes, ..Record::default() });
    }

    /// Captures what is on the air, so many samples of each of 1, 2 or 4 channels from a time on.
    fn capture(&mut self, channels: u32, first: u64, samples: u64, rate: u32) {
        self.put(source::MODE, mode::LOOP.mask() | mode::CHANNELS.put(channels - 1));
        self.put(source::RATE, rate);
        self.put(source::PACKET, 0);
        self.put_wide(source::SAMPLES_LO, samples);
        self.put_wide(source::START_AT_LO, first);
        let start = control::START.mask() | control::AT.mask() | control::COUNTED.mask();
        self.put(source::CONTROL, start);
        assert_eq!(self.get(source::STATUS), status::ARMED.mask(), "it is not late");
    }

    /// What was captured: samples of each channel, and the time of the first.
    fn captured(&mut self, channels: usize) -> (u64, Vec<Vec<u32>>) {
        let (record, bytes) = self.from.wait(&mut *self.card);
        assert!(record.eop && record.eob && !record.overrun && !record.stopped, "{record:?}");
        assert_eq!(record.lost, 0);
        let words: Vec<_> =
            bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        let of = |channel| words.iter().skip(channel).step_by(channels).copied().collect();
        (record.stamp, (0..channels).map(of).collect())
    }

    /// All that is here is sent.
    fn sent(&mut self) {
        let busy = tx_status::ON_AIR.mask() | tx_status::HELD.mask();
        until(&mut *self.card, "all is sent", |card| {
            let at = cards::SOURCE.page + source::TX_STATUS;
            card.read32(Bar::User, at).unwrap() & busy == 0
        });
    }
}

fn words(random: &mut ChaCha8Rng, count: usize) -> Vec<u32> {
    // None of them is silence.
    (0..count).map(|_| random.random_range(1..=u32::MAX)).collect()
}

/// Random bursts of up to four channels, in packets of all lengths, several in a buffer: what comes back is what was sent, from its time on, then
/// silence; every sample is counted.
fn what_is_sent_is_received_sample_for_sample(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(31);
    let mut all = [Told::default(); 4];
    for turn in 0..12 {
        let channels = [1, 2, 4][turn % 3];
        let rate = if turn == 0 { FASTEST } else { random.random_range(1 << 28..FASTEST) };
        rig.put(source::TX_RATE, rate);
        let count = random.random_range(1..1500);
        let first = rig.now() + AHEAD;
        let bursts: Vec<_> = (0..channels).map(|_| words(&mut random, count)).collect();
        // By their place in the burst, so that the channels take turns.
        let mut packets: Vec<(usize, Packet)> = Vec::new();
        for (channel, burst) in bursts.iter().enumerate() {
            let mut at = 0;
            while at < count {
                let len = random.random_range(1..400).min(count - at);
                let timed = at == 0 || random.random();
                let packet = Packet {
                    channel,
                    stamp: timed.then(|| moment(first, at as u64, rate)),
                    eob: at + len == count,
                    words: burst[at..at + len].to_vec(),
                };
                packets.push((at, packet));
                at += len;
                all[channel].packets += 1;
            }
            all[channel].sent += count as u64;
        }
        packets.sort_by_key(|(at, _)| *at);
        let packets: Vec<Packet> = packets.into_iter().map(|(_, packet)| packet).collect();
        let samples = count as u64 + 10;
        rig.from.arm(&mut *rig.card, &[0; 32 << 10]);
        rig.capture(u32::try_from(channels).unwrap(), first, samples, rate);
        let mut gone = Vec::new();
        for part in packets.chunks(3) {
            rig.send(part);
            gone.push(rig.to.armed.back().unwrap().1);
            if rig.to.armed.len() > 12 {
                rig.gone(gone.remove(0));
            }
        }
        gone.into_iter().for_each(|bytes| rig.gone(bytes));
        let (stamp, came) = rig.captured(channels);
        assert_eq!(stamp, first, "turn {turn}");
        for (channel, burst) in bursts.iter().enumerate() {
            let mut expected = burst.clone();
            expected.resize(count + 10, 0);
            assert!(came[channel] == expected, "turn {turn}, channel {channel} of {count} samples");
        }
        rig.sent();
        for (channel, told) in (0..).zip(all) {
            assert_eq!(rig.told(channel), told, "turn {turn}, channel {channel}");
        }
        assert_eq!(rig.get(source::TX_STATUS), 0);
    }
}

/// A burst with holes in it: each moment without a sample is counted and silent, a packet that comes too late is dropped and counted, and what is behind
/// it is in its place.
fn late_and_missing_samples_are_counted_exactly(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(32);
    let mut all = Told::default();
    for turn in 0..8 {
        let rate = random.random_range(1 << 29..FASTEST);
        rig.put(source::TX_RATE, rate);
        let parts: Vec<_> = [300, 200, 250]
            .map(|most| {
                let count = random.random_range(1..most);
                words(&mut random, count)
            })
            .into();
        let lens: Vec<u64> = parts.iter().map(|part| part.len() as u64).collect();
        let gap = random.random_range(0..100);
        let first = rig.now() + AHEAD;
        // The last part comes so much later that the middle one can be armed too late, and it in time.
        let far = gap + 2 * AHEAD;
        let starts = [0, lens[0] + gap, lens[0] + gap + lens[1] + far];
        let packet = |part: usize, eob| Packet {
            channel: 0,
            stamp: Some(moment(first, starts[part], rate)),
            eob,
            words: parts[part].clone(),
        };
        let samples = starts[2] + lens[2] + 5;
        rig.from.arm(&mut *rig.card, &vec![0; usize::try_from(samples).unwrap() * 4]);
        rig.capture(1, first, samples, rate);
        let late = turn % 2 == 0;
        rig.send(&[packet(0, false)]);
        if late {
            let over = moment(first, starts[1], rate) + 1;
            until(&mut *rig.card, "its time is over", |card| {
                let at = cards::SOURCE.page + source::TIME_LO;
                let low = u64::from(card.read32(Bar::User, at).unwrap());
                low | u64::from(card.read32(Bar::User, at + 4).unwrap()) << 32 > over
            });
        }
        rig.send(&[packet(1, false), packet(2, true)]);
        let (stamp, came) = rig.captured(1);
        let mut expected = vec![0; usize::try_from(samples).unwrap()];
        for part in [0, 1, 2].into_iter().filter(|part| !(late && *part == 1)) {
            let at = usize::try_from(starts[part]).unwrap();
            expected[at..at + parts[part].len()].copy_from_slice(&parts[part]);
            all.sent += lens[part];
        }
        assert_eq!(stamp, first);
        assert!(came[0] == expected, "turn {turn}");
        rig.sent();
        all.missed += gap + far + if late { lens[1] } else { 0 };
        all.late += if late { lens[1] } else { 0 };
        all.late_packets += u32::from(late);
        all.packets += 3;
        assert_eq!(rig.told(0), all, "turn {turn}");
        let happened = tx_status::UNDERRUN.mask() | tx_status::LATE.put(late.into());
        assert_eq!(rig.get(source::TX_STATUS), happened);
        rig.put(source::TX_STATUS, happened);
        while rig.to.take().is_some() {}
    }
}

/// Packets of a sample or two, more than a channel holds: none is late, and no moment is missed.
fn short_packets_follow_each_other(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(34);
    let rate = 1 << 26;
    rig.put(source::TX_RATE, rate);
    let first = rig.now() + AHEAD;
    let mut all = Vec::new();
    let packets: Vec<_> = (0..60)
        .map(|number| {
            let own = words(&mut random, 1 + number % 2);
            let stamp = Some(moment(first, all.len() as u64, rate));
            all.extend_from_slice(&own);
            Packet { channel: 0, stamp, eob: number == 59, words: own }
        })
        .collect();
    rig.from.arm(&mut *rig.card, &[0; 4096]);
    rig.send(&packets);
    rig.capture(1, first, all.len() as u64, rate);
    assert!(rig.captured(1) == (first, vec![all]));
    rig.sent();
    assert_eq!(rig.told(0), Told { sent: 90, packets: 60, ..Told::default() });
}

/// A buffer that is none, a packet that its buffer cuts, numbers that are missing: counted, and the next burst is sent. CLEAR begins anew.
fn what_is_malformed_is_dropped_and_counted(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(33);
    rig.put(source::TX_RATE, FASTEST);
    let packet = |words: Vec<u32>| Packet { channel: 3, stamp: None, eob: true, words };
    let good = packet(words(&mut random, 40));
    // No header at all, and more of it; then one that has fewer samples than it says.
    rig.to.arm(&mut *rig.card, &[0x55; 1000]);
    let cut = rig.bytes(std::slice::from_ref(&good));
    rig.next[3] = 0;
    rig.to.arm(&mut *rig.card, &cut[..BEAT + 100]);
    rig.send(std::slice::from_ref(&good));
    rig.next[3] += 5;
    rig.send(std::slice::from_ref(&good));
    for bytes in [1000, BEAT + 100, cut.len(), cut.len()] {
        rig.gone(bytes);
    }
    rig.sent();
    let told = Told { sent: 80, packets: 2, skips: 1, ..Told::default() };
    assert_eq!(rig.told(3), told);
    let dropped = 1000_u32.div_ceil(64) + 1 + 2;
    assert_eq!((rig.get(source::TX_MALFORMED), rig.get(source::TX_DROPPED)), (2, dropped));
    assert_eq!(rig.get(source::TX_STATUS), tx_status::MALFORMED.mask() | tx_status::SKIP.mask());
    rig.put(source::TX_CONTROL, tx_control::CLEAR.mask());
    assert_eq!(rig.get(source::TX_STATUS), 0);
    assert_eq!((rig.get(source::TX_MALFORMED), rig.get(source::TX_DROPPED)), (0, 0));
    assert_eq!(rig.told(3), Told::default());
    rig.next[3] = 0;
    rig.send(std::slice::from_ref(&good));
    rig.gone(cut.len());
    rig.sent();
    assert_eq!(rig.told(3), Told { sent: 40, packets: 1, ..Told::default() });
}

/// The hardware time is set, ahead and back again: what is sent goes by it at once, and comes back with it.
fn a_time_that_is_set_is_that_of_what_is_sent(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(35);
    rig.put(source::TX_RATE, FASTEST);
    for (turn, time) in [1 << 40, 5, 1 << 20, 0].into_iter().enumerate() {
        rig.put_wide(source::TIME_LO, time);
        let first = rig.now() + AHEAD;
        assert!((time..time + 2 * AHEAD).contains(&first));
        let own = words(&mut random, 40);
        rig.from.arm(&mut *rig.card, &[0; 160]);
        rig.capture(1, first, 40, FASTEST);
        let stamp = Some(first);
        rig.send(&[Packet { channel: 0, stamp, eob: true, words: own.clone() }]);
        assert!(rig.captured(1) == (first, vec![own.clone()]));
        rig.send(&[Packet { channel: 0, stamp: None, eob: true, words: own }]);
        rig.gone(4 * BEAT);
        rig.gone(4 * BEAT);
        rig.sent();
        let told = 2 * (turn as u64 + 1);
        let packets = u32::try_from(told).unwrap();
        assert_eq!(rig.told(0), Told { sent: 40 * told, packets, ..Told::default() });
    }
}

/// To drop a late packet takes a cycle: where a moment falls into it, it is missed, whoever is next.
fn a_late_packet_takes_a_cycle(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(36);
    rig.put(source::TX_RATE, FASTEST);
    for late in 0..7_u32 {
        let before = rig.told(0);
        let first = rig.now() + AHEAD;
        let (begins, ends) = (words(&mut random, 20), words(&mut random, 3));
        let packet =
            |stamp, eob, words: &[u32]| Packet { channel: 0, stamp, eob, words: words.into() };
        let mut packets = vec![packet(Some(first), false, &begins)];
        packets.extend((0..late).map(|_| packet(Some(first + 1), false, &[1])));
        packets.push(packet(None, true, &ends));
        rig.from.arm(&mut *rig.card, &[0; 120]);
        rig.capture(1, first, 30, FASTEST);
        rig.send(&packets);
        // A moment every other cycle.
        let missed = late as usize / 2;
        let mut expected = begins;
        expected.resize(20 + missed, 0);
        expected.extend(ends);
        expected.resize(30, 0);
        assert!(rig.captured(1) == (first, vec![expected]), "{late} late ones");
        rig.sent();
        let told = Told {
            sent: before.sent + 23,
            missed: before.missed + missed as u64,
            late: before.late + u64::from(late),
            late_packets: before.late_packets + late,
            packets: before.packets + late + 2,
            skips: 0,
        };
        assert_eq!(rig.told(0), told, "{late} late ones");
    }
}

/// A packet of as many samples as there may be, and one more; in time, and late. Half of what a channel holds is one.
fn the_longest_packet_is_sent_or_late_as_a_whole(body: &str) {
    const MOST: usize = 4096;
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(37);
    rig.put(source::TX_RATE, FASTEST);
    let longest = words(&mut random, MOST);
    let packet =
        |stamp, words: &[u32]| Packet { channel: 1, stamp, eob: true, words: words.into() };
    let first = rig.now() + AHEAD;
    rig.from.arm(&mut *rig.card, &vec![0; MOST * 8]);
    rig.capture(2, first, MOST as u64, FASTEST);
    let bytes = BEAT + MOST * 4;
    rig.send(&[packet(Some(first), &longest)]);
    rig.gone(bytes);
    let (stamp, came) = rig.captured(2);
    assert!(stamp == first && came == [vec![0; MOST], longest.clone()]);
    rig.send(&[packet(Some(first), &longest), packet(Some(0), &longest)]);
    rig.gone(2 * bytes);
    rig.sent();
    let late = 2 * MOST as u64;
    let told = Told { sent: MOST as u64, late, late_packets: 2, packets: 3, ..Told::default() };
    assert_eq!(rig.told(1), told);
    let more = words(&mut random, MOST + 1);
    rig.send(&[packet(None, &more)]);
    rig.gone(bytes + BEAT);
    rig.sent();
    assert_eq!(rig.told(1), told);
    let beats = u32::try_from(bytes / BEAT + 1).unwrap();
    assert_eq!((rig.get(source::TX_MALFORMED), rig.get(source::TX_DROPPED)), (1, beats));
}

on_every_card!(
    the_longest_packet_is_sent_or_late_as_a_whole,
    a_time_that_is_set_is_that_of_what_is_sent,
    a_late_packet_takes_a_cycle,
    what_is_sent_is_received_sample_for_sample,
    late_and_missing_samples_are_counted_exactly,
    short_packets_follow_each_other,
    what_is_malformed_is_dropped_and_counted,
);
