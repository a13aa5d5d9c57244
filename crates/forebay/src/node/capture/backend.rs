// SPDX-License-Identifier: Apache-2.0
//! A program's capture engine behind the kernel module.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustix::io::Errno;

use super::super::stream::wait;
use super::abi::{self, Buffer, Setup};
use super::calls::Calls;
use super::failure;
use crate::ForebayError;
use crate::capture::backend::{Backend, Filled, Memory};
use crate::capture::map::{Map, Part};
use crate::capture::{BufferInfo, CaptureError, CaptureOptions, CaptureStats, OverrunPolicy};

/// The open node, and all its buffers mapped.
pub(super) struct NodeCapture<C> {
    calls: C,
    path: PathBuf,
    options: CaptureOptions,
    /// How far buffers are apart in the map.
    stride: usize,
    map: Arc<Map>,
}

impl<C: Calls> NodeCapture<C> {
    /// Makes and maps the buffers of a node that was just opened.
    pub(super) fn new(
        calls: C,
        path: PathBuf,
        options: &CaptureOptions,
    ) -> Result<Self, ForebayError> {
        let CaptureOptions { buffers, bytes, policy, through } = *options;
        if buffers > abi::MOST_BUFFERS {
            return Err(CaptureError::TooMany { buffers, most: abi::MOST_BUFFERS }.into());
        }
        let policy = match policy {
            OverrunPolicy::Gap => abi::POLICY_GAP,
            OverrunPolicy::Overwrite => abi::POLICY_OVERWRITE,
        };
        let flags = if through { abi::THROUGH } else { 0 };
        let (made, told) = calls.setup(Setup { buffers, bytes, flags, policy, ..Setup::default() });
        made.map_err(|errno| failure::setup(&path, (options, &told), errno))?;
        let stride = told.map_bytes as usize;
        let map = calls.map(stride * buffers as usize);
        let map = map.map_err(|errno| failure::call(&path, "mapping buffers", errno))?;
        Ok(Self { calls, path, options: *options, stride, map: Arc::new(map) })
    }

    fn failed(&self, what: &'static str) -> impl FnOnce(Errno) -> ForebayError + '_ {
        move |errno| failure::call(&self.path, what, errno)
    }

    /// A buffer that was just taken.
    fn filled(&self, told: &Buffer) -> Filled {
        let Buffer { stamp, lost, overwritten, index, bytes, sequence, flags } = *told;
        let (at, bytes) = (index as usize * self.stride, bytes as usize);
        // SAFETY: the card leaves a taken buffer alone until it is given back, and `release` ends this part before.
        let part = unsafe { Part::new(&self.map, at..at + bytes) };
        let has = |flag| flags & flag != 0;
        let info = BufferInfo {
            stamp,
            lost,
            overwritten,
            sequence,
            end_of_packet: has(abi::EOP),
            end_of_burst: has(abi::EOB),
            overrun: has(abi::OVERRUN),
            stopped: has(abi::STOPPED),
        };
        Filled { index, memory: Memory::Mapped(part), bytes, info }
    }

    /// The engine has ended with an error: which.
    fn fault(&self) -> ForebayError {
        match self.calls.stats() {
            Ok(stats) => failure::engine(&stats),
            Err(errno) => self.failed("reading counters")(errno),
        }
    }
}

impl<C: Calls> Backend for NodeCapture<C> {
    fn start(&self) -> Result<(), ForebayError> {
        match self.calls.start() {
            // It runs.
            Ok(()) | Err(Errno::BUSY) => Ok(()),
            Err(Errno::NOBUFS) => {
                Err(CaptureError::AllHeld { buffers: self.options.buffers }.into())
            }
            Err(errno) => Err(self.failed("start of the capture engine")(errno)),
        }
    }

    fn stop(&self) -> Result<(), ForebayError> {
        self.calls.stop().map_err(self.failed("stop of the capture engine"))
    }

    fn next(&self, limit: Duration) -> Result<Option<Filled>, ForebayError> {
        match wait(limit, |left| self.calls.next(left)) {
            Ok(told) => Ok(told.map(|told| self.filled(&told))),
            Err(Errno::IO) => Err(self.fault()),
            Err(errno) => Err(self.failed("waiting for a buffer")(errno)),
        }
    }

    fn release(&self, index: u32, memory: Memory) -> Result<(), ForebayError> {
        drop(memory);
        self.calls.release(index).map_err(self.failed("giving a buffer back"))
    }

    fn stats(&self) -> Result<CaptureStats, ForebayError> {
        let seen = self.calls.stats().map_err(self.failed("reading counters"))?;
        Ok(CaptureStats {
            buffers: seen.buffers,
            bytes: seen.bytes,
            lost: seen.lost,
            overwritten: seen.overwritten,
            gaps: seen.gaps,
            filled: seen.full,
            held: seen.taken,
            armed: seen.armed,
            errors: seen.errors,
        })
    }

    fn is_running(&self) -> bool {
        self.calls.stats().is_ok_and(|seen| seen.flags & abi::RUNS != 0)
    }
}

#[cfg(test)]
#[path = "backend_tests.rs"]
mod tests;
