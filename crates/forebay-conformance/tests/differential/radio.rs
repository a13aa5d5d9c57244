// SPDX-License-Identifier: Apache-2.0
//! What is sent by a radio, and comes back through the loop: bursts of several channels with packets that overlap, leave holes, come late or are
//! none, in buffers of any length; any register in between.
//!
//! Each body has its own time, so each gets its own times in the headers. What a burst without an end has missed is a matter of when it is ended.

use forebay_bus::{Bar, CardExt};
use forebay_regs::cards;
use forebay_regs::user::s2mm::{self, dmacr, mode as buffers};
use forebay_regs::user::source::{self, control, mode, tx_control, tx_status};
use forebay_regs::user::{mm2s, status};
use forebay_regs::{plug, user};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::pair::{Pair, Side};

/// Where the packets are, what comes back, and how much of it there may be.
const PACKETS: usize = 0x1_0000;
const AIR: usize = 0x2_8000;
const MOST: u32 = 0x1_4000;
const BEAT: usize = 64;
const CHANNELS: u32 = 4;
const EVENTS: u32 = source::event::TX_MALFORMED + 1;
/// From the command on, all that was armed is in the card by then; a look at whether it is over, and how many.
const AHEAD: u64 = 12_000;
const LOOK: u64 = 2000;
const LOOKS: u32 = 40;
const FASTEST: u32 = 1 << 31;
const PLAIN: u64 = 6;
const TIMED: u64 = 7;

const fn page(register: u32) -> u32 {
    cards::SOURCE.page + register
}

/// A packet of a burst: which moment it asks for, if any, and how far behind it.
struct Packet {
    channel: u32,
    at: Option<u64>,
    eob: bool,
    words: Vec<u32>,
}

/// Time of a moment of a burst, by its definition.
fn moment(first: u64, number: u64, rate: u32) -> u64 {
    first + u64::try_from((u128::from(number) << 32).div_ceil(u128::from(rate))).unwrap()
}

fn wide(side: &mut Side, register: u32) -> u64 {
    let low = u64::from(side.read(Bar::User, page(register)));
    low | u64::from(side.read(Bar::User, page(register + 4))) << 32
}

struct Program {
    pair: Pair,
    random: ChaCha8Rng,
    endpoint: u32,
    rate: u32,
    /// Number of the next packet of each channel.
    next: [u16; CHANNELS as usize],
    /// Samples of whole packets since all was forgotten, unless something was malformed.
    samples: Option<[u64; CHANNELS as usize]>,
}

impl Program {
    fn new(seed: u64) -> Self {
        let mut pair = Pair::new("radio", seed);
        pair.compare_beats = false;
        let random = ChaCha8Rng::seed_from_u64(seed);
        let rate = source::tx_rate::RESET;
        Self { pair, random, endpoint: 0, rate, next: [0; 4], samples: Some([0; 4]) }
    }

    fn put(&mut self, register: u32, value: u32) {
        self.pair.write(Bar::User, page(register), value);
    }

    fn rest(&mut self, cycles: u64) {
        for side in [&mut self.pair.fast, &mut self.pair.rtl] {
            side.read(Bar::User, user::STATUS.base() + status::MAGIC);
            side.rest_for(cycles);
        }
    }

    /// Both engines as after a reset, and running.
    fn engines(&mut self) {
        for (feature, core) in [(cards::S2MM, s2mm::DMACR), (cards::MM2S, mm2s::DMACR)] {
            self.pair.write(Bar::User, feature.page + core, dmacr::SOFT_RESET.mask());
            self.rest(LOOK);
            self.pair.write(Bar::User, feature.page + s2mm::MODE, buffers::CUT.mask());
            self.pair.write(Bar::User, feature.page + core, dmacr::RS.mask());
        }
        self.rest(LOOK);
    }

    /// Nothing is to be sent, and nothing was.
    fn clear(&mut self) {
        self.engines();
        self.put(source::CONTROL, control::STOP.mask());
        self.put(source::TX_CONTROL, tx_control::CLEAR.mask());
        self.rest(LOOK);
        // What a burst without an end has missed.
        for event in 0..EVENTS {
            for side in [&mut self.pair.fast, &mut self.pair.rtl] {
                side.read(Bar::User, page(plug::EVENT_CLEAR.at(event)));
            }
        }
        self.next = [0; 4];
        self.samples = Some([0; 4]);
    }

    fn compare(&mut self, what: &str) {
        let timed = [source::TIME_LO, source::TIME_HI];
        for at in (0..0x180).step_by(4).filter(|at| !timed.contains(at)) {
            what.clone_into(&mut self.pair.last);
            self.pair.read(Bar::User, page(at));
            if (source::TX_SENT_LO.at(0)..source::TX_SENT_HI).contains(&at) {
                for part in (source::TX_SENT_HI..=source::TX_SKIPS).step_by(4) {
                    format!("{what}, account at {at:#x}").clone_into(&mut self.pair.last);
                    self.pair.read(Bar::User, page(part));
                }
            }
        }
        for event in 0..EVENTS {
            what.clone_into(&mut self.pair.last);
            self.pair.read(Bar::User, page(plug::EVENT.at(event)));
        }
        self.pair.compare_counters(what);
        if let Some(samples) = self.samples {
            for (channel, samples) in (0..).zip(samples) {
                let told = self.account(channel);
                assert_eq!(told, samples, "{what}, channel {channel}: sent and late");
            }
        }
    }

    /// Samples of a channel that were sent or late.
    fn account(&mut self, channel: u32) -> u64 {
        let registers = [source::TX_SENT_LO.at(channel), source::TX_LATE_LO, source::TX_LATE_HI];
        let [sent, late, more] =
            registers.map(|register| u64::from(self.pair.read(Bar::User, page(register))));
        sent + late + (more << 32)
    }

    /// Any register; what begins something begins nothing here.
    fn poke(&mut self) {
        let at = self.random.random_range(0..0x180_u32) & !3;
        let taken = [source::TIME_HI, source::TX_CONTROL, source::TX_ENDPOINT, source::TX_RATE];
        if taken.contains(&at) {
            return;
        }
        let mut value = match self.random.random_range(0..4) {
            0 => 0,
            1 => u32::MAX,
            2 => 1 << self.random.random_range(0..32),
            _ => self.random.next_u32(),
        };
        if at == source::CONTROL {
            value &= !control::START.mask();
        }
        self.put(at, value);
    }

    /// Registers of what is sent, at rest.
    fn settings(&mut self) {
        self.rate = match self.random.random_range(0..3) {
            0 => FASTEST,
            1 => FASTEST >> self.random.random_range(1..5),
            _ => self.random.random_range(1 << 27..FASTEST),
        };
        let wrong = [0, FASTEST + 1, u32::MAX][self.random.random_range(0..3)];
        self.put(source::TX_RATE, wrong);
        self.put(source::TX_RATE, self.rate);
        self.endpoint = self.random.next_u32() & 0xFFFF;
        self.put(source::TX_ENDPOINT, self.endpoint | 0x5_0000);
    }

    /// The time goes on from another one: later, or earlier.
    fn time(&mut self) {
        let to = self.random.next_u64() >> self.random.random_range(2..64);
        self.put(source::TIME_LO, u32::try_from(to & 0xFFFF_FFFF).unwrap());
        self.put(source::TIME_HI, u32::try_from(to >> 32).unwrap());
        self.rest(LOOK);
        for side in [&mut self.pair.fast, &mut self.pair.rtl] {
            let now = wide(side, source::TIME_LO);
            assert!((to..to + 50 * LOOK).contains(&now), "{now} behind {to}");
        }
    }

    /// Packets of a burst of each channel, those of the channels in turns; all with a time where one could begin at once.
    fn packets(&mut self, channels: u32, timed: bool) -> Vec<Packet> {
        let mut packets = Vec::new();
        for channel in 0..channels {
            let count = self.random.random_range(1..7);
            let mut number: u64 = 0;
            for place in 0..count {
                let samples: u64 = match self.random.random_range(0..5) {
                    0 => 1,
                    1 => 16 * self.random.random_range(1..4),
                    _ => self.random.random_range(1..70),
                };
                // In its place, somewhere in what was before, behind a hole, or wherever the one before ends.
                let at = match self.random.random_range(0..8) {
                    0..3 => Some(number),
                    3 => Some(number.saturating_sub(self.random.random_range(0..60))),
                    4 => Some(number + self.random.random_range(1..40)),
                    _ => (timed || place == 0).then_some(number),
                };
                number = at.unwrap_or(number) + samples;
                let words = (0..samples).map(|_| self.random.random_range(1..u32::MAX)).collect();
                let eob = place + 1 == count || self.random.random_bool(0.2);
                packets.push((place, Packet { channel, at, eob, words }));
            }
        }
        packets.sort_by_key(|(place, _)| *place);
        packets.into_iter().map(|(_, packet)| packet).collect()
    }

    /// Bytes of packets, for a body whose first moment is at that time.
    fn bytes(&self, packets: &[(Packet, u16)], first: u64) -> Vec<Vec<u8>> {
        let one = |(packet, number): &(Packet, u16)| {
            let kind = if packet.at.is_some() { TIMED } else { PLAIN };
            let length = (BEAT + packet.words.len() * 4) as u64;
            let to = u64::from((self.endpoint + packet.channel) & 0xFFFF);
            let header = u64::from(packet.eob) << 57
                | kind << 53
                | u64::from(*number) << 32
                | length << 16
                | to;
            let stamp = packet.at.map_or(0, |at| moment(first, at, self.rate));
            let mut bytes = [header, stamp].map(u64::to_le_bytes).concat();
            bytes.resize(BEAT, 0);
            bytes.extend(packet.words.iter().flat_map(|word| word.to_le_bytes()));
            bytes.resize(bytes.len().next_multiple_of(BEAT), 0xEE);
            bytes
        };
        packets.iter().map(one).collect()
    }

    /// Spoils a buffer: a bit of a header but of its time, its length, or bytes more.
    fn spoil(&mut self, bytes: [&mut Vec<u8>; 2]) {
        let most = bytes[0].len();
        let kind = self.random.random_range(0..4);
        let bit: u32 = self.random.random_range(0..64);
        let cut = self.random.random_range(1..=most);
        let more = self.random.random_range(1..200);
        for bytes in bytes {
            match kind {
                // What says that there is no time would make one of what is there.
                0 if bit != 53 => bytes[bit as usize / 8] ^= 1 << (bit % 8),
                1 => bytes.truncate(cut),
                2 => bytes.resize(most + more, 0xAA),
                _ => bytes.fill(0x55),
            }
        }
    }

    /// A burst of each of some channels, and what comes back of it.
    fn burst(&mut self, spoiled: bool, what: &str) {
        let channels = [1, 2, 4][self.random.random_range(0..3)];
        let mut packets = Vec::new();
        let nows =
            [&mut self.pair.fast, &mut self.pair.rtl].map(|side| wide(side, source::TIME_LO));
        // All of it would have been by then.
        let late = self.random.random_bool(0.1) && nows.iter().all(|now| *now > 2 * AHEAD);
        for packet in self.packets(channels, late || spoiled) {
            let channel = packet.channel as usize;
            let skips = u16::from(self.random.random_bool(0.05)) * 7;
            let number = self.next[channel].wrapping_add(skips);
            self.next[channel] = number.wrapping_add(1);
            if let Some(samples) = &mut self.samples {
                samples[channel] += packet.words.len() as u64;
            }
            packets.push((packet, number));
        }
        let firsts = nows.map(|now| if late { now - 2 * AHEAD } else { now + AHEAD });
        let received = (!late && !spoiled).then(|| self.listen(channels, firsts));
        let [mut fast, mut rtl] = firsts.map(|first| self.bytes(&packets, first));
        let (mut at, mut left) = (PACKETS, fast.len());
        while left > 0 {
            let count = self.random.random_range(1..5).min(left);
            left -= count;
            let mut both = [&mut fast, &mut rtl].map(|all| all.drain(..count).flatten().collect());
            if spoiled && self.random.random_bool(0.4) {
                self.samples = None;
                let [fast, rtl] = &mut both;
                self.spoil([fast, rtl]);
            }
            let [fast, rtl] = both;
            let bytes = u32::try_from(fast.len()).unwrap();
            self.pair.fast.arena.write(at, &fast).unwrap();
            self.pair.rtl.arena.write(at, &rtl).unwrap();
            self.arm(&cards::MM2S, at, bytes);
            // At any alignment.
            at += fast.len() + self.random.random_range(0..100);
        }
        if !late {
            for (side, first) in [&mut self.pair.fast, &mut self.pair.rtl].into_iter().zip(firsts) {
                let now = wide(side, source::TIME_LO);
                assert!(now < first, "{what}: {now} is not ahead of {first}");
            }
        }
        self.over(what);
        if let Some(bytes) = received {
            self.heard(bytes, what);
        }
    }

    fn arm(&mut self, feature: &forebay_regs::Feature, at: usize, bytes: u32) {
        let address = self.pair.arena() + at as u64;
        self.pair.write_pair(Bar::User, feature.page + s2mm::NEXT_DA, address);
        self.pair.write(Bar::User, feature.page + s2mm::NEXT_LENGTH, bytes);
    }

    /// Captures what is on the air from the first moment on, at the same rate or another one; how many bytes that is.
    fn listen(&mut self, channels: u32, firsts: [u64; 2]) -> usize {
        let same = self.random.random();
        let rate = if same { self.rate } else { self.random.random_range(1 << 26..FASTEST) };
        let samples = self.random.random_range(1..800);
        self.put(source::MODE, mode::LOOP.mask() | mode::CHANNELS.put(channels - 1));
        self.put(source::RATE, rate);
        self.put(source::PACKET, 0);
        self.put(source::SAMPLES_LO, samples);
        self.put(source::SAMPLES_HI, 0);
        let ahead = self.random.random_range(0..40);
        for (side, first) in [&mut self.pair.fast, &mut self.pair.rtl].into_iter().zip(firsts) {
            let first = first - ahead;
            for (register, word) in
                [(source::START_AT_LO, first & 0xFFFF_FFFF), (source::START_AT_HI, first >> 32)]
            {
                side.card.write32(Bar::User, page(register), u32::try_from(word).unwrap()).unwrap();
            }
        }
        self.arm(&cards::S2MM, AIR, MOST);
        let start = control::START.mask() | control::AT.mask() | control::COUNTED.mask();
        self.put(source::CONTROL, start);
        (samples * channels * 4) as usize
    }

    /// Both have heard the same; times of their own are put back for the registers to be compared.
    fn heard(&mut self, bytes: usize, what: &str) {
        let [fast, rtl] = [&self.pair.fast, &self.pair.rtl].map(|side| {
            let mut heard = vec![0; bytes];
            side.arena.read(AIR, &mut heard).unwrap();
            heard
        });
        let difference = fast.iter().zip(&rtl).position(|(fast, rtl)| fast != rtl);
        assert_eq!(difference, None, "{what}: of {bytes} bytes that came back");
        let told = self.pair.read(Bar::User, cards::S2MM.page + s2mm::LENGTH);
        assert_eq!(told as usize, bytes, "{what}");
        self.pair.write_pair(Bar::User, page(source::START_AT_LO), 0);
    }

    /// All is over; or it never is, and is forgotten.
    fn over(&mut self, what: &str) {
        let runs = source::status::ARMED.mask() | source::status::RUNNING.mask();
        let busy = |side: &mut Side| {
            let sends = tx_status::ON_AIR.mask() | tx_status::HELD.mask();
            let armed = cards::MM2S.page + s2mm::ARMED;
            [(page(source::TX_STATUS), sends), (page(source::STATUS), runs), (armed, 0xFF)]
                .map(|(register, bits)| side.read(Bar::User, register) & bits)
                != [0; 3]
        };
        self.rest(AHEAD);
        let mut both = [true; 2];
        for _ in 0..LOOKS {
            both = [&mut self.pair.fast, &mut self.pair.rtl].map(busy);
            if both == [false; 2] {
                return;
            }
            self.rest(LOOK);
        }
        assert_eq!(both, [true; 2], "{what}: it never ends on one body alone");
        let status = self.pair.read(Bar::User, page(source::TX_STATUS));
        assert!(self.samples.is_none(), "{what}: {status:#x}");
        self.clear();
        self.clear();
    }

    fn step(&mut self, number: u32) {
        let what = match self.random.random_range(0..100) {
            0..20 => {
                self.poke();
                "any register"
            }
            20..28 => {
                self.settings();
                "settings"
            }
            28..35 => {
                self.time();
                "another time"
            }
            35..80 => {
                self.burst(false, &format!("step {number}"));
                "a burst"
            }
            80..94 => {
                self.burst(true, &format!("step {number}, spoiled"));
                "a spoiled burst"
            }
            _ => {
                self.clear();
                "all forgotten"
            }
        };
        self.rest(LOOK);
        self.compare(&format!("step {number}, {what}"));
    }
}

fn program(seed: u64, steps: u32) {
    let mut program = Program::new(seed);
    program.clear();
    program.settings();
    for number in 0..steps {
        program.step(number);
    }
}

#[test]
fn programs_of_seed_120() {
    program(120, 50);
}

#[test]
fn programs_of_seed_121() {
    program(121, 50);
}
