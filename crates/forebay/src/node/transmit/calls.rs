// SPDX-License-Identifier: Apache-2.0
//! The calls of an open transmit node.

use std::fs::File;

use rustix::io::Result;

use super::abi::{self, Setup, Stats};
use crate::capture::map::{Map, Rights};

/// One file of a transmit node.
pub(super) trait Calls: Send + Sync + 'static {
    /// Makes the buffers; what the kernel says of them also where there is no memory for them.
    fn setup(&self, wanted: Setup) -> (Result<()>, Setup);
    /// Maps the first bytes of all buffers, to write them.
    fn map(&self, bytes: usize) -> Result<Map>;
    /// Lets the card send buffers.
    fn start(&self) -> Result<()>;
    /// Ends that.
    fn stop(&self) -> Result<()>;
    /// Takes a free buffer.
    fn take(&self, timeout_ms: u32) -> Result<u32>;
    /// Sends so many bytes of a buffer.
    fn queue(&self, index: u32, bytes: u32) -> Result<()>;
    /// Gives a buffer back unsent.
    fn release(&self, index: u32) -> Result<()>;
    /// Waits until the card has taken everything.
    fn drain(&self, timeout_ms: u32) -> Result<()>;
    /// What became of it so far.
    fn stats(&self) -> Result<Stats>;
}

impl Calls for File {
    fn setup(&self, wanted: Setup) -> (Result<()>, Setup) {
        abi::setup(self, wanted)
    }

    fn map(&self, bytes: usize) -> Result<Map> {
        Map::of_file(self, bytes, Rights::Write)
    }

    fn start(&self) -> Result<()> {
        abi::start(self)
    }

    fn stop(&self) -> Result<()> {
        abi::stop(self)
    }

    fn take(&self, timeout_ms: u32) -> Result<u32> {
        abi::take(self, timeout_ms)
    }

    fn queue(&self, index: u32, bytes: u32) -> Result<()> {
        abi::queue(self, index, bytes)
    }

    fn release(&self, index: u32) -> Result<()> {
        abi::release(self, index)
    }

    fn drain(&self, timeout_ms: u32) -> Result<()> {
        abi::drain(self, timeout_ms)
    }

    fn stats(&self) -> Result<Stats> {
        abi::stats(self)
    }
}
