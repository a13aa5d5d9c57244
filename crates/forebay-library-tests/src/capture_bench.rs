// SPDX-License-Identifier: Apache-2.0
//! A card whose signal source is captured, and how what arrives is held against what was made.

use std::time::Duration;

use forebay::{
    Account, BufferInfo, Burst, Capture, CaptureBuffer, CaptureOptions, Class, Device,
    ForebayError, OverrunPolicy, Rate, Signal, Source, Wave,
};
use forebay_regs::cards;
use forebay_regs::user::source;

use crate::{Fixture, Way};

/// Longer than anything here takes.
pub(crate) const LONG: Duration = Duration::from_secs(20);
/// Bytes of a sample.
const SAMPLE: usize = 4;
/// Bits of a ramp's sample that count.
const RAMP: u64 = 1 << 28;

pub(crate) struct Bench {
    /// Cycles in which a burst that is told its time gets there.
    pub(crate) ahead: u64,
    pub(crate) device: Device,
    pub(crate) source: Source,
    pub(crate) capture: Capture,
}

pub(crate) const fn options(buffers: u32, bytes: u32) -> CaptureOptions {
    CaptureOptions { buffers, bytes, policy: OverrunPolicy::Gap, through: false }
}

impl Bench {
    pub(crate) fn open(fixture: &Fixture, options: &CaptureOptions) -> Self {
        let device = fixture.open();
        let (source, capture) = (device.source().unwrap(), device.capture(options).unwrap());
        let ahead = match fixture.way() {
            Way::InProcess => 4000,
            Way::Nodes => {
                // The card is the one that the body before has left.
                source.stop().unwrap();
                source.wait(LONG).unwrap();
                device.recover().unwrap();
                1 << 27
            }
        };
        Self { ahead, device, source, capture }
    }

    /// A ramp at so many samples in 2^32 cycles.
    pub(crate) fn ramp(&self, count: u32) -> Signal {
        Signal::new(Wave::Ramp, Rate::in_cycles(count, self.source.clock_hz()).unwrap())
    }

    /// Begins a burst in a while; the time of its first sample.
    pub(crate) fn start(&self, signal: &Signal, samples: Option<u64>) -> u64 {
        let first = self.source.time().unwrap() + self.ahead;
        self.source.start(signal, &Burst { at: Some(first), samples, until: None }).unwrap();
        first
    }

    /// The next full buffer, which comes.
    pub(crate) fn acquire(&self) -> CaptureBuffer {
        self.capture.acquire(LONG).unwrap().unwrap()
    }

    /// Time passes until the burst has made so many samples, and nobody takes a buffer.
    pub(crate) fn until_produced(&self, samples: u64) {
        let identity = self.device.identity();
        let plug = identity.feature(Class::Datapath, cards::SOURCE.kind).unwrap();
        let register = identity.user_offset(plug).unwrap() + source::PRODUCED_LO.base();
        let enough = |seen: u32| u64::from(seen) >= samples;
        let mut seen = 0;
        loop {
            // While all is lost nothing else of the card moves.
            match self.device.wait_register("samples of a burst", register, &enough) {
                Err(ForebayError::RegisterWait { value, .. }) if value > seen => seen = value,
                other => {
                    assert!(enough(other.unwrap()));
                    return;
                }
            }
        }
    }

    /// Ends burst and capture; what became of the samples. Buffers that are not given back are the caller's to take.
    pub(crate) fn end(&self) -> Account {
        self.source.stop().unwrap();
        self.source.wait(LONG).unwrap();
        let account = self.source.account(0).unwrap();
        assert_eq!(account.produced, account.kept + account.lost);
        account
    }
}

/// A ramp of one channel as it arrives.
#[derive(Debug)]
pub(crate) struct Arrived {
    signal: Signal,
    /// When its first sample was made.
    first: u64,
    /// Of the sample that comes next.
    pub(crate) number: u64,
    pub(crate) kept: u64,
    pub(crate) lost: u64,
    pub(crate) overwritten: u64,
    /// Number of the next buffer.
    sequence: u32,
    pub(crate) overruns: u64,
    pub(crate) buffers: u64,
}

impl Arrived {
    pub(crate) const fn new(signal: Signal, first: u64) -> Self {
        let (number, kept, lost, overwritten) = (0, 0, 0, 0);
        let (sequence, overruns, buffers) = (0, 0, 0);
        Self { signal, first, number, kept, lost, overwritten, sequence, overruns, buffers }
    }

    /// The next burst begins then, in the same run.
    pub(crate) const fn next_burst(&mut self, first: u64) {
        self.first = first;
        self.number = 0;
    }

    /// A run begins, which counts its buffers anew.
    pub(crate) const fn restart(&mut self) {
        self.sequence = 0;
    }

    /// The same of a run whose first buffers had samples of the burst before, and what was lost behind them.
    pub(crate) fn check_behind(&mut self, buffer: &CaptureBuffer) {
        if self.kept == 0 {
            self.sequence = buffer.info().sequence;
            self.number = self.number.wrapping_sub(buffer.info().lost);
        }
        self.check(buffer);
    }

    /// A buffer goes on where those before it, and what was lost between them, have ended: each sample and its time.
    pub(crate) fn check(&mut self, buffer: &CaptureBuffer) {
        let info: BufferInfo = buffer.info();
        let overwritten = info.overwritten / SAMPLE as u64;
        self.number = self.number.wrapping_add(info.lost + overwritten);
        self.lost += info.lost;
        self.overwritten += overwritten;
        let samples: Vec<u64> = numbers(buffer);
        let wanted: Vec<u64> = (self.number..).take(samples.len()).map(|it| it % RAMP).collect();
        assert!(samples == wanted, "{info:?}: from {:?} on, not {}", samples.first(), self.number);
        let stamp = self.first + self.signal.rate.cycles_to(self.number);
        assert_eq!(info.stamp, stamp, "{info:?}, sample {}", self.number);
        assert!(info.sequence >= self.sequence, "{info:?}, not {}", self.sequence);
        assert_eq!(info.sequence > self.sequence, overwritten > 0, "{info:?}, {}", self.sequence);
        self.sequence = info.sequence + 1;
        self.number += samples.len() as u64;
        self.kept += samples.len() as u64;
        self.overruns += u64::from(info.overrun);
        self.buffers += 1;
    }
}

/// The words of a buffer.
pub(crate) fn numbers(bytes: &[u8]) -> Vec<u64> {
    let (words, rest) = bytes.as_chunks::<SAMPLE>();
    assert!(rest.is_empty());
    words.iter().map(|word| u32::from_le_bytes(*word).into()).collect()
}
