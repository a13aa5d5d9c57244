// SPDX-License-Identifier: Apache-2.0
//! Messages that are on their way for longer than usual.

/// Vectors with the cycle at which they arrive.
#[derive(Debug, Default)]
pub(crate) struct Waiting(Vec<(u64, u32)>);

impl Waiting {
    /// Keeps a vector, given as a mask, until `due`.
    pub(crate) fn push(&mut self, due: u64, vector: u32) {
        self.0.push((due, vector));
    }

    /// When the next one arrives.
    pub(crate) fn next(&self) -> Option<u64> {
        self.0.iter().map(|(due, _)| *due).min()
    }

    /// Takes what has arrived by `now`.
    pub(crate) fn take_due(&mut self, now: u64) -> u32 {
        let due = self.0.iter().filter(|(due, _)| *due <= now).fold(0, |all, (_, one)| all | one);
        self.0.retain(|(due, _)| *due > now);
        due
    }
}
