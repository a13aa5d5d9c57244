// SPDX-License-Identifier: Apache-2.0
//! A card that sends, and receives what is on the air.

use forebay::capture::chdr::{Multiplexer, Outgoing, packet_bytes};
use forebay::{
    Air, AirAccount, Burst, Capture, CaptureOptions, Class, Device, OverrunPolicy, Rate, Signal,
    Source, Transmit, TransmitBuffer, TransmitOptions, Wave,
};
use forebay_regs::cards;
use forebay_regs::user::source;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::capture_bench::LONG;
use crate::{Fixture, Way};

/// A sample every other cycle.
pub(crate) const FASTEST: u32 = 1 << 31;

pub(crate) const fn options(buffers: u32, bytes: u32) -> TransmitOptions {
    TransmitOptions { buffers, bytes }
}

/// A packet to be sent.
#[derive(Clone, Debug)]
pub(crate) struct Packet {
    pub(crate) channel: u16,
    pub(crate) time: Option<u64>,
    pub(crate) end_of_burst: bool,
    pub(crate) samples: Vec<u32>,
}

pub(crate) struct Bench {
    /// Cycles in which what is sent for a time gets there.
    pub(crate) ahead: u64,
    pub(crate) device: Device,
    pub(crate) source: Source,
    pub(crate) air: Air,
    pub(crate) capture: Capture,
    pub(crate) transmit: Transmit,
    numbers: Multiplexer,
}

impl Bench {
    /// The air is clear, at that rate.
    pub(crate) fn open(fixture: &Fixture, options: &TransmitOptions, rate: u32) -> Self {
        let device = fixture.open();
        let capture = CaptureOptions {
            buffers: 16,
            bytes: 256 << 10,
            policy: OverrunPolicy::Gap,
            through: false,
        };
        let (source, air) = (device.source().unwrap(), device.air().unwrap());
        let (capture, transmit) =
            (device.capture(&capture).unwrap(), device.transmit(options).unwrap());
        let ahead = match fixture.way() {
            Way::InProcess => 12_000,
            Way::Nodes => {
                // The card is the one that the body before has left.
                source.stop().unwrap();
                source.wait(LONG).unwrap();
                device.recover().unwrap();
                1 << 27
            }
        };
        let numbers = Multiplexer::default();
        let mut bench = Self { ahead, device, source, air, capture, transmit, numbers };
        bench.clear(rate);
        bench.capture.start().unwrap();
        bench
    }

    pub(crate) fn rate(&self, count: u32) -> Rate {
        Rate::in_cycles(count, self.source.clock_hz()).unwrap()
    }

    /// Begins anew, at that rate.
    pub(crate) fn clear(&mut self, rate: u32) {
        self.air.clear().unwrap();
        self.air.configure(self.rate(rate), 0).unwrap();
        self.numbers.restart();
    }

    /// Numbers of packets begin anew, for the card has seen none.
    pub(crate) fn clear_numbers(&mut self) {
        self.numbers.restart();
    }

    /// A time by which what is sent now is in the card.
    pub(crate) fn soon(&self) -> u64 {
        self.source.time().unwrap() + self.ahead
    }

    /// The next number of a channel is left out so often.
    pub(crate) fn skip(&mut self, channel: u16, times: u32) {
        for _ in 0..times {
            let _ = self.numbers.next(channel);
        }
    }

    /// A free buffer, which there is.
    pub(crate) fn acquire(&self) -> TransmitBuffer {
        self.transmit.acquire(LONG).unwrap().unwrap()
    }

    /// Puts packets into a buffer, one behind the other; bytes of them.
    pub(crate) fn fill(&mut self, buffer: &mut [u8], packets: &[Packet]) -> usize {
        packets.iter().fold(0, |used, packet| {
            let head = Outgoing {
                endpoint: packet.channel,
                sequence: self.numbers.next(packet.channel),
                time: packet.time,
                end_of_burst: packet.end_of_burst,
            };
            let bytes: Vec<u8> =
                packet.samples.iter().flat_map(|word| word.to_le_bytes()).collect();
            used + head.write(&mut buffer[used..], &bytes).unwrap()
        })
    }

    /// Sends them as one buffer.
    pub(crate) fn send(&mut self, packets: &[Packet]) {
        let mut buffer = self.acquire();
        let bytes = self.fill(&mut buffer, packets);
        assert_eq!(bytes, packets.iter().map(|one| packet_bytes(one.samples.len())).sum::<usize>());
        buffer.send(bytes).unwrap();
    }

    /// Time of the card passes, up to then.
    pub(crate) fn until(&self, time: u64) {
        let identity = self.device.identity();
        let plug = identity.feature(Class::Datapath, cards::SOURCE.kind).unwrap();
        let register = identity.user_offset(plug).unwrap() + source::TIME_LO;
        let over = |_| self.source.time().unwrap() >= time;
        let mut seen = self.source.time().unwrap();
        while seen < time {
            // Of a card at which nothing moves but its time the wait ends at once.
            let waited = self.device.wait_register("a time", register, &over);
            let now = self.source.time().unwrap();
            assert!(waited.is_ok() || now > seen, "no time passes at {now}");
            seen = now;
        }
    }

    /// All that was sent is in the card, and over.
    pub(crate) fn silence(&self) {
        assert!(self.transmit.drain(LONG).unwrap());
        assert!(self.air.wait(LONG).unwrap());
    }

    /// Receives so many moments of so many channels from that time on.
    pub(crate) fn listen(&self, channels: u32, first: u64, moments: u64, rate: u32) {
        let signal = Signal { channels, ..Signal::new(Wave::Air, self.rate(rate)) };
        let burst = Burst { at: Some(first), samples: Some(moments), until: None };
        self.source.start(&signal, &burst).unwrap();
    }

    /// What was received: samples of each channel.
    pub(crate) fn heard(&self, channels: usize, first: u64, moments: usize) -> Vec<Vec<u32>> {
        let mut words = Vec::new();
        while words.len() < channels * moments {
            let buffer = self.capture.acquire(LONG).unwrap().unwrap();
            let info = buffer.info();
            if words.is_empty() {
                assert_eq!(info.stamp, first);
            }
            assert!(info.lost == 0 && !info.overrun && !info.stopped, "{info:?}");
            let (own, rest) = buffer.as_chunks();
            assert!(rest.is_empty());
            words.extend(own.iter().map(|word| u32::from_le_bytes(*word)));
        }
        assert_eq!(words.len(), channels * moments);
        let of = |channel| words.iter().skip(channel).step_by(channels).copied().collect();
        (0..channels).map(of).collect()
    }

    pub(crate) fn account(&self, channel: u32) -> AirAccount {
        self.air.account(channel).unwrap()
    }
}

/// Samples, none of which is silence.
pub(crate) fn words(random: &mut ChaCha8Rng, count: usize) -> Vec<u32> {
    (0..count).map(|_| random.random_range(1..=u32::MAX)).collect()
}
