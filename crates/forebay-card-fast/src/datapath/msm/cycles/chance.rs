// SPDX-License-Identifier: Apache-2.0
//! What of the memory is left to chance: how late each port answers (`fby_mem_model`, whose generator steps once a cycle).

use super::facts::{PORTS, READ_JITTER};

/// A linear map of the generator's states: what becomes of each bit.
type Map = [u32; 32];

/// Steps that are taken one by one at most.
const STEPS: u32 = 64;

/// Generators of the ports of a bank, so many steps after their start.
#[derive(Debug)]
pub(super) struct Chance {
    states: [u32; PORTS],
    steps: u64,
}

impl Chance {
    /// Those of a bank.
    pub(super) fn new(bank: usize) -> Self {
        let seed = |port| u32::try_from(bank * PORTS + port + 1).unwrap_or(u32::MAX);
        Self { states: std::array::from_fn(seed), steps: 0 }
    }

    /// How many cycles later than it could the latest of the ports answers to what it is asked for at that step. Asked in order.
    pub(super) fn late(&mut self, steps: u64) -> u64 {
        self.go_to(steps);
        let late = |state: &u32| u64::from(state & 0xFFFF) % (READ_JITTER + 1);
        self.states.iter().map(late).max().unwrap_or(0)
    }

    fn go_to(&mut self, steps: u64) {
        let mut left = steps - self.steps;
        self.steps = steps;
        let single = left % u64::from(STEPS);
        for _ in 0..single {
            self.states.iter_mut().for_each(|state| *state = step(*state));
        }
        left /= u64::from(STEPS);
        if left == 0 {
            return;
        }
        let mut map: Map =
            std::array::from_fn(|bit| (0..STEPS).fold(1 << bit, |state, _| step(state)));
        while left > 0 {
            if left & 1 == 1 {
                self.states.iter_mut().for_each(|state| *state = applied(&map, *state));
            }
            map = map.map(|image| applied(&map, image));
            left >>= 1;
        }
    }
}

const fn step(mut state: u32) -> u32 {
    state ^= state << 13;
    state ^= state >> 17;
    state ^ state << 5
}

fn applied(map: &Map, state: u32) -> u32 {
    let bits = (0..32).filter(|bit| state >> bit & 1 == 1);
    bits.fold(0, |sum, bit| sum ^ map[bit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_steps_is_as_good_as_each_of_them() {
        let mut each = Chance::new(1);
        let mut at_once = Chance::new(1);
        let mut before = 0;
        for steps in [1, 7, 63, 64, 65, 200, 1000, 70_000] {
            for step in before..steps {
                each.late(step + 1);
            }
            before = steps;
            assert_eq!(at_once.late(steps), each.late(steps), "{steps} steps");
            assert_eq!(at_once.states, each.states, "{steps} steps");
        }
    }
}
