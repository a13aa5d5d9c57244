// SPDX-License-Identifier: Apache-2.0
//! A program's transmit engine behind the kernel module.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustix::io::Errno;

use super::super::stream;
use super::abi::{self, Setup};
use super::calls::Calls;
use super::failure;
use crate::ForebayError;
use crate::capture::map::{Map, PartMut};
use crate::transmit::backend::{Backend, Free, Memory};
use crate::transmit::{TransmitError, TransmitOptions, TransmitStats};

/// The open node, and all its buffers mapped.
pub(super) struct NodeTransmit<C> {
    calls: C,
    path: PathBuf,
    bytes: usize,
    /// How far buffers are apart in the map.
    stride: usize,
    map: Arc<Map>,
}

impl<C: Calls> NodeTransmit<C> {
    /// Makes and maps the buffers of a node that was just opened.
    pub(super) fn new(
        calls: C,
        path: PathBuf,
        options: &TransmitOptions,
    ) -> Result<Self, ForebayError> {
        let TransmitOptions { buffers, bytes } = *options;
        if buffers > abi::MOST_BUFFERS {
            return Err(TransmitError::TooMany { buffers, most: abi::MOST_BUFFERS }.into());
        }
        let (made, told) = calls.setup(Setup { buffers, bytes, ..Setup::default() });
        made.map_err(|errno| failure::setup(&path, (options, &told), errno))?;
        let stride = told.map_bytes as usize;
        let map = calls.map(stride * buffers as usize);
        let map = map.map_err(|errno| failure::call(&path, "mapping buffers", errno))?;
        Ok(Self { calls, path, bytes: bytes as usize, stride, map: Arc::new(map) })
    }

    fn failed(&self, what: &'static str) -> impl FnOnce(Errno) -> ForebayError + '_ {
        move |errno| match errno {
            // The engine has ended with an error: which.
            Errno::IO => match self.calls.stats() {
                Ok(stats) => failure::engine(&stats),
                Err(errno) => failure::call(&self.path, what, errno),
            },
            errno => failure::call(&self.path, what, errno),
        }
    }

    /// Waits for something, so long; none if it has not come by then.
    fn wait<T>(
        &self,
        what: &'static str,
        limit: Duration,
        call: impl Fn(u32) -> rustix::io::Result<T>,
    ) -> Result<Option<T>, ForebayError> {
        stream::wait(limit, call).map_err(self.failed(what))
    }
}

impl<C: Calls> Backend for NodeTransmit<C> {
    fn start(&self) -> Result<(), ForebayError> {
        match self.calls.start() {
            // It runs.
            Ok(()) | Err(Errno::BUSY) => Ok(()),
            Err(errno) => Err(failure::call(&self.path, "start of the transmit engine", errno)),
        }
    }

    fn stop(&self) -> Result<(), ForebayError> {
        let stopped = self.calls.stop();
        stopped.map_err(|errno| failure::call(&self.path, "stop of the transmit engine", errno))
    }

    fn acquire(&self, limit: Duration) -> Result<Option<Free>, ForebayError> {
        let taken = self.wait("waiting for a buffer", limit, |left| self.calls.take(left))?;
        Ok(taken.map(|index| {
            let at = index as usize * self.stride;
            // SAFETY: a taken buffer is nobody else's until it is sent or given back, and both end this part before.
            let part = unsafe { PartMut::new(&self.map, at..at + self.bytes) };
            Free { index, memory: Memory::Mapped(part) }
        }))
    }

    fn send(&self, buffer: Free, bytes: usize) -> Result<(), ForebayError> {
        let Free { index, memory } = buffer;
        drop(memory);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.calls.queue(index, bytes).map_err(self.failed("sending a buffer"))
    }

    fn release(&self, buffer: Free) -> Result<(), ForebayError> {
        let Free { index, memory } = buffer;
        drop(memory);
        self.calls.release(index).map_err(self.failed("giving a buffer back"))
    }

    fn drain(&self, limit: Duration) -> Result<bool, ForebayError> {
        let drained = self.wait("waiting for what was sent", limit, |left| {
            match self.calls.drain(left) {
                Ok(()) => Ok(true),
                // It does not run, or did not meanwhile.
                Err(Errno::NODATA) => Ok(false),
                Err(errno) => Err(errno),
            }
        })?;
        if drained == Some(false) {
            let seen = self.calls.stats().map_err(self.failed("reading counters"))?;
            if seen.queued > 0 && seen.flags & abi::RUNS == 0 {
                return Err(TransmitError::NotStarted { queued: seen.queued }.into());
            }
        }
        Ok(drained == Some(true))
    }

    fn stats(&self) -> Result<TransmitStats, ForebayError> {
        let seen = self.calls.stats().map_err(self.failed("reading counters"))?;
        Ok(TransmitStats {
            buffers: seen.buffers,
            bytes: seen.bytes,
            cut: seen.cut,
            free: seen.free,
            held: seen.taken,
            queued: seen.queued,
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
