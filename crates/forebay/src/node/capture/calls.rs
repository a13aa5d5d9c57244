// SPDX-License-Identifier: Apache-2.0
//! The calls of an open capture node.

use std::fs::File;

use rustix::io::Result;

use super::abi::{self, Buffer, Setup, Stats};
use crate::capture::map::{Map, Rights};

/// One file of a capture node.
pub(super) trait Calls: Send + Sync + 'static {
    /// Makes the buffers; what the kernel says of them also where there is no memory for them.
    fn setup(&self, wanted: Setup) -> (Result<()>, Setup);
    /// Maps the first bytes of all buffers.
    fn map(&self, bytes: usize) -> Result<Map>;
    /// Lets the card fill buffers.
    fn start(&self) -> Result<()>;
    /// Ends that.
    fn stop(&self) -> Result<()>;
    /// Takes the next full buffer.
    fn next(&self, timeout_ms: u32) -> Result<Buffer>;
    /// Gives a buffer back.
    fn release(&self, index: u32) -> Result<()>;
    /// What became of it so far.
    fn stats(&self) -> Result<Stats>;
}

impl Calls for File {
    fn setup(&self, wanted: Setup) -> (Result<()>, Setup) {
        abi::setup(self, wanted)
    }

    fn map(&self, bytes: usize) -> Result<Map> {
        Map::of_file(self, bytes, Rights::Read)
    }

    fn start(&self) -> Result<()> {
        abi::start(self)
    }

    fn stop(&self) -> Result<()> {
        abi::stop(self)
    }

    fn next(&self, timeout_ms: u32) -> Result<Buffer> {
        abi::next(self, timeout_ms)
    }

    fn release(&self, index: u32) -> Result<()> {
        abi::release(self, index)
    }

    fn stats(&self) -> Result<Stats> {
        abi::stats(self)
    }
}
