// SPDX-License-Identifier: Apache-2.0
//! The calls of an open channel node, and what its driver tells about them afterwards.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use super::abi::{self, LastError, LastStall};
use super::family::Family;

/// One file of one channel. What a driver does not tell is none.
pub(super) trait Calls: Send + Sync + 'static {
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize>;
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize>;
    /// Moves pieces one after the other by one call, where a driver can.
    fn write_list(&self, pieces: &[(&[u8], u64)]) -> Option<io::Result<usize>>;
    /// Why the file's last failed transfer failed.
    fn last_error(&self) -> Option<LastError>;
    /// Who waited for whom when the file's last transfer was given up that got nowhere.
    fn last_stall(&self) -> Option<LastStall>;
    /// Resets of the card so far.
    fn resets(&self) -> Option<u32>;
    /// Packets that have ended in the file's reads so far.
    fn packets(&self) -> Option<u64>;
}

/// A node of a driver.
pub(super) struct NodeFile {
    pub family: Family,
    pub file: File,
}

impl NodeFile {
    /// What the kernel module tells; other drivers tell nothing.
    fn told<R>(&self, ask: impl FnOnce(&File) -> rustix::io::Result<R>) -> Option<R> {
        (self.family == Family::Forebay).then(|| ask(&self.file).ok()).flatten()
    }
}

impl Calls for NodeFile {
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        self.file.write_at(bytes, offset)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        self.file.read_at(bytes, offset)
    }

    fn write_list(&self, pieces: &[(&[u8], u64)]) -> Option<io::Result<usize>> {
        let takes_lists = self.family == Family::Forebay;
        takes_lists.then(|| Ok(abi::write_list(&self.file, pieces)?))
    }

    fn last_error(&self) -> Option<LastError> {
        self.told(abi::last_error)
    }

    fn last_stall(&self) -> Option<LastStall> {
        self.told(abi::last_stall)
    }

    fn resets(&self) -> Option<u32> {
        self.told(abi::info).map(|info| info.resets)
    }

    fn packets(&self) -> Option<u64> {
        self.told(abi::packets).map(|packets| packets.ended)
    }
}
