// SPDX-License-Identifier: Apache-2.0
//! Counters as software reads them: 48 bits, the low half first, and a twin that clears.

/// Counters are 48 bits wide and saturate.
const COUNTER_MAX: u64 = (1 << 48) - 1;

/// A row of counters. Those behind its end count nothing.
#[derive(Debug)]
pub(crate) struct Counters(Vec<u64>);

impl Counters {
    pub(crate) fn new(count: u32) -> Self {
        Self(vec![0; count as usize])
    }

    pub(crate) fn count(&mut self, index: u32, amount: u64) {
        if let Some(slot) = self.0.get_mut(index as usize) {
            *slot = slot.saturating_add(amount).min(COUNTER_MAX);
        }
    }

    /// What a counter has; with `clear` it starts anew. One that there is not has nothing.
    pub(crate) fn read(&mut self, index: u32, clear: bool) -> u64 {
        let Some(slot) = self.0.get_mut(index as usize) else { return 0 };
        if clear { std::mem::take(slot) } else { *slot }
    }
}

/// The upper half of the last number of which the lower half was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held(u32);

impl Held {
    /// The lower half of `value`; the upper half is kept.
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the value")]
    pub(crate) const fn low(&mut self, value: u64) -> u32 {
        self.0 = (value >> 32) as u32;
        value as u32
    }

    /// The upper half.
    pub(crate) const fn high(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stop_at_their_end_and_begin_anew_where_asked() {
        let mut counters = Counters::new(2);
        counters.count(1, COUNTER_MAX - 1);
        counters.count(1, 5);
        counters.count(2, 1);
        assert_eq!((counters.read(1, true), counters.read(1, false)), (COUNTER_MAX, 0));
        assert_eq!((counters.read(0, false), counters.read(2, false)), (0, 0));
        let mut held = Held::default();
        assert_eq!((held.low(0x5_0000_0007), held.high()), (7, 5));
    }
}
