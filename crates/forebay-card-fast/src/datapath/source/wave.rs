// SPDX-License-Identifier: Apache-2.0
//! Samples of a burst; `fby_source_wave` says how each wave is made.

use std::collections::VecDeque;
use std::ops::Range;

use forebay_regs::user::source::mode::wave;

use super::CHANNELS;
use super::burst::Burst;
use super::transmit::{Change, Changes};
use crate::note::Stamps;

/// Steps of a quarter of a turn.
const QUARTER: usize = 256;
/// Logarithm of the length of the vector that is turned, and the step's cosine and sine times that length.
const ONE: u32 = 30;
const STEP_COS: i64 = 1_073_721_611;
const STEP_SIN: i64 = 6_588_356;
const TOP: i64 = 32767;
/// Where the noise begins.
const SEED: u32 = 0x9E37_79B9;
/// Bits of a ramp's number; those above are the channel's.
const RAMP_BITS: u32 = 28;

static SINE: [i16; QUARTER + 1] = quarter();

#[expect(clippy::cast_possible_truncation, reason = "no sine is longer than TOP")]
const fn quarter() -> [i16; QUARTER + 1] {
    let mut table = [0; QUARTER + 1];
    let (mut c, mut s) = (1_i64 << ONE, 0_i64);
    let mut k = 0;
    while k <= QUARTER {
        table[k] = ((s * TOP + (1 << (ONE - 1))) >> ONE) as i16;
        (c, s) = ((c * STEP_COS - s * STEP_SIN) >> ONE, (s * STEP_COS + c * STEP_SIN) >> ONE);
        k += 1;
    }
    table
}

/// Sine of so many 1024ths of a turn.
fn sine(turn: u32) -> u16 {
    let step = (turn % 256) as usize;
    let height = if turn & 256 == 0 { SINE[step] } else { SINE[QUARTER - step] };
    (if turn & 512 == 0 { height } else { -height }).cast_unsigned()
}

/// xorshift of 32 bits (Marsaglia).
const fn shifted(mut x: u32) -> u32 {
    x ^= x << 13;
    x ^= x >> 17;
    x ^ (x << 5)
}

/// Where the generators are.
#[derive(Clone, Debug)]
pub(super) struct Wave {
    kind: u32,
    turns: u32,
    noise: [u32; CHANNELS],
    /// Of a loop: times of its samples, what was on the air, and what came on it since.
    stamps: Option<Stamps>,
    air: [u32; CHANNELS],
    changes: [VecDeque<Change>; CHANNELS],
}

impl Wave {
    pub(super) fn new(burst: &Burst) -> Self {
        let noise = std::array::from_fn(|channel| SEED + index(channel));
        Self {
            kind: burst.wave,
            turns: burst.turns,
            noise,
            stamps: burst.is_loop.then(|| burst.stamps(0)),
            air: [0; CHANNELS],
            changes: std::array::from_fn(|_| VecDeque::new()),
        }
    }

    /// What is on the air as the burst begins.
    pub(super) const fn begin(mut self, air: [u32; CHANNELS]) -> Self {
        self.air = air;
        self
    }

    /// What came on the air; nobody listens where there is no loop.
    pub(super) fn hear(&mut self, changes: [Changes; CHANNELS]) {
        if self.stamps.is_some() {
            for (channel, changes) in changes.into_iter().enumerate() {
                self.changes[channel].extend(changes);
            }
        }
    }

    /// What is on the air at that time; times go on.
    fn heard(&mut self, channel: usize, time: u64) -> u32 {
        let changes = &mut self.changes[channel];
        while let Some(&(at, word)) = changes.front()
            && at <= time
        {
            self.air[channel] = word;
            changes.pop_front();
        }
        self.air[channel]
    }

    /// Puts the samples of those channels behind `out`, from that number on, those of one time behind each other.
    pub(super) fn fill(
        &mut self,
        channels: Range<usize>,
        (number, count): (u64, u64),
        out: &mut Vec<u8>,
    ) {
        for number in number..number + count {
            for channel in channels.clone() {
                out.extend_from_slice(&self.sample(channel, number).to_le_bytes());
            }
        }
    }

    fn sample(&mut self, channel: usize, number: u64) -> u32 {
        if let Some(stamps) = self.stamps {
            return self.heard(channel, stamps.of(number));
        }
        match self.kind {
            wave::RAMP => index(channel) << RAMP_BITS | low(number) & ((1 << RAMP_BITS) - 1),
            wave::TONE => {
                let turn = low(number).wrapping_mul(self.turns) >> 22;
                u32::from(sine(turn)) << 16 | u32::from(sine(turn + 256))
            }
            _ => {
                self.noise[channel] = shifted(self.noise[channel]);
                self.noise[channel]
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "there are four")]
const fn index(channel: usize) -> u32 {
    channel as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
const fn low(number: u64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sine_is_that_of_the_library_rounded() {
        for turn in 0..1024 {
            let exact = (f64::from(turn) * std::f64::consts::TAU / 1024.0).sin() * 32767.0;
            assert_eq!(f64::from(sine(turn).cast_signed()), exact.round(), "{turn}");
        }
    }
}
