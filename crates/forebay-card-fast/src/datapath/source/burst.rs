// SPDX-License-Identifier: Apache-2.0
//! What a burst is, and which of its samples come when.

use super::{BEAT_SAMPLES, RUN_BEATS, RUN_CYCLES, SAMPLE_BYTES};
use crate::note::Stamps;

/// Bytes of a sample.
const SAMPLE: u32 = u32::BITS / 8;
const _: () = assert!(SAMPLE as usize == SAMPLE_BYTES);

/// A burst as it was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Burst {
    pub(super) wave: u32,
    pub(super) channels: u32,
    pub(super) stop_at_overrun: bool,
    pub(super) chdr: bool,
    /// What is on the air is captured.
    pub(super) is_loop: bool,
    /// Samples in 2^32 cycles.
    pub(super) rate: u32,
    /// Turns of the tone in 2^32 samples.
    pub(super) turns: u32,
    /// Samples of a packet; 0: no end.
    pub(super) packet: u64,
    pub(super) endpoint: u16,
    /// It was to begin at a time.
    pub(super) at: bool,
    /// Time of its first sample.
    pub(super) first: u64,
    /// From when on it has no sample, and how many it has at most.
    pub(super) stop_at: Option<u64>,
    pub(super) samples: Option<u64>,
}

impl Burst {
    /// Its time is over.
    pub(super) const fn late(&self, time: u64) -> bool {
        self.at && self.first <= time
    }

    /// Channels whose samples follow each other in a stream.
    pub(super) const fn width(&self) -> u32 {
        if self.chdr { 1 } else { self.channels }
    }

    /// Times of a packet that begins with that sample.
    pub(super) const fn stamps(&self, number: u64) -> Stamps {
        Stamps {
            first: self.first,
            number,
            rate: self.rate,
            bytes: if self.chdr { SAMPLE } else { SAMPLE * self.channels },
            header: if self.chdr { 64 } else { 0 },
        }
    }

    /// How many samples there are before a time, and whether there is none behind them and that was told by then.
    pub(super) fn samples_before(&self, end: u64) -> (u64, bool) {
        let before = |end: u64| match end.checked_sub(self.first) {
            None | Some(0) => 0,
            Some(cycles) => {
                let whole = (u128::from(cycles - 1) * u128::from(self.rate)) >> 32;
                u64::try_from(whole).unwrap_or(u64::MAX).saturating_add(1)
            }
        };
        let mut count = before(self.stop_at.map_or(end, |stop_at| stop_at.min(end)));
        // An end before the beginning is seen at the beginning.
        let mut over = self.stop_at.is_some_and(|stop_at| stop_at.max(self.first) < end);
        if let Some(samples) = self.samples
            && count >= samples
        {
            count = samples;
            over |= self.stamps(0).of(samples - 1) + 1 < end;
        }
        (count, over)
    }

    /// Cycles for which nobody has to look at it, behind so many samples.
    pub(super) fn look(&self, number: u64, time: u64) -> u64 {
        if time < self.first {
            return self.first - time + 1;
        }
        let from = |number: u64| (self.stamps(0).of(number) + 1).saturating_sub(time);
        let beat = BEAT_SAMPLES / u64::from(self.width());
        let ahead = from(number + beat).max(from(number + RUN_BEATS * beat).min(RUN_CYCLES));
        let ends = [
            self.stop_at.map(|stop_at| (stop_at.max(self.first) + 1).saturating_sub(time)),
            self.samples.map(|samples| from(samples - 1) + 1),
        ];
        ends.into_iter().flatten().filter(|cycles| *cycles > 0).fold(ahead, u64::min)
    }
}
