// SPDX-License-Identifier: Apache-2.0
//! Credit for steps, which comes at the rate until there is enough for a step (`fby_sink_steps`). What is more than enough is kept, so
//! that steps keep to the rate whatever it is.

use super::RATE_CYCLES;

/// What a step costs.
const STEP: u64 = RATE_CYCLES as u64;

/// Credit as of a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    at: u64,
    amount: u64,
}

impl Credit {
    /// That of a run which begins in that cycle: its first step costs nothing.
    pub(super) const fn new(now: u64) -> Self {
        Self { at: now, amount: STEP }
    }

    /// Cycles after which there is enough, if there ever is.
    fn missing(&self, rate: u32) -> Option<u64> {
        let owed = STEP.saturating_sub(self.amount);
        if owed == 0 {
            return Some(0);
        }
        (rate > 0).then(|| owed.div_ceil(rate.into()))
    }

    /// Lets time go on to `now`, at a rate.
    pub(super) fn save(&mut self, now: u64, rate: u32) {
        let passed = now.saturating_sub(self.at);
        let cycles = self.missing(rate).map_or(0, |missing| missing.min(passed));
        self.amount += cycles * u64::from(rate);
        self.at = self.at.max(now);
    }

    /// The first cycle from `from` on in which a step may begin, if one ever may.
    pub(super) fn enough(&self, from: u64, rate: u32) -> Option<u64> {
        Some(from.max(self.at + self.missing(rate)?))
    }

    /// A step begins in a cycle in which it may.
    pub(super) fn spend(&mut self, now: u64, rate: u32) {
        self.save(now, rate);
        self.amount = self.amount - STEP + u64::from(rate);
        self.at = now + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles in which steps begin that want to begin at once.
    fn begins(rate: u32, count: usize) -> Vec<u64> {
        let mut credit = Credit::new(10);
        let mut from = 10;
        (0..count)
            .map_while(|_| {
                let at = credit.enough(from, rate)?;
                credit.spend(at, rate);
                from = at + 1;
                Some(at)
            })
            .collect()
    }

    #[test]
    fn steps_begin_at_the_rate() {
        assert_eq!(begins(RATE_CYCLES, 4), [10, 11, 12, 13]);
        assert_eq!(begins(RATE_CYCLES / 2, 4), [10, 12, 14, 16]);
        let third = begins(RATE_CYCLES / 3, 40_000);
        assert_eq!(third[..3], [10, 14, 17], "a little less than every third cycle");
        let cycles = third[third.len() - 1] - third[0];
        assert_eq!(cycles, (39_999 * u64::from(RATE_CYCLES)).div_ceil((RATE_CYCLES / 3).into()));
        assert_eq!(begins(0, 3), [10]);
    }

    #[test]
    fn what_is_not_used_is_kept_up_to_a_step() {
        let rate = RATE_CYCLES / 4;
        let mut credit = Credit::new(0);
        credit.spend(0, rate);
        credit.save(3, 0);
        assert_eq!(credit.enough(3, rate), Some(6), "nothing has come at a rate of 0");
        credit.save(1000, rate);
        credit.spend(1000, rate);
        assert_eq!(credit.enough(1001, rate), Some(1004));
    }
}
