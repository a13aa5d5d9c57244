// SPDX-License-Identifier: Apache-2.0
//! What several tests need.

#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_write_combining::{Bus, BusWrite};

/// A byte that tells places apart.
pub(crate) fn value(at: usize) -> u8 {
    at.to_le_bytes()[0]
}

/// Where that is in memory.
fn place(address: u64) -> usize {
    usize::try_from(address).unwrap()
}

/// Memory behind the processor, which remembers every write.
#[derive(Debug)]
pub(crate) struct Memory {
    /// What is in it.
    pub(crate) bytes: Vec<u8>,
    /// How often each byte was written.
    pub(crate) arrivals: Vec<u32>,
    /// All writes, in order.
    pub(crate) writes: Vec<BusWrite>,
}

impl Memory {
    /// Of so many bytes, all 0.
    pub(crate) fn of(bytes: usize) -> Self {
        Self { bytes: vec![0; bytes], arrivals: vec![0; bytes], writes: Vec::new() }
    }
}

impl Bus for Memory {
    fn write(&mut self, write: &BusWrite) {
        for (address, byte) in write.bytes() {
            self.bytes[place(address)] = byte;
            self.arrivals[place(address)] += 1;
        }
        self.writes.push(*write);
    }

    fn read(&mut self, address: u64, into: &mut [u8]) {
        into.copy_from_slice(&self.bytes[place(address)..][..into.len()]);
    }
}
