// SPDX-License-Identifier: Apache-2.0
//! The capture engine of a card in this process: the library does what a kernel would, as time passes.

mod engine;

use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(super) use self::engine::CaptureEngine;
use super::core::Core;
use super::pairs::{self, Owner};
use crate::ForebayError;
use crate::capture::backend::{Backend, Filled, Memory};
use crate::capture::{CaptureOptions, CaptureStats};

/// Takes the engine of a card, with buffers.
pub(super) fn open(
    core: &Arc<Mutex<Core>>,
    options: &CaptureOptions,
) -> Result<Arc<dyn Backend>, ForebayError> {
    let CaptureOptions { buffers, bytes, .. } = *options;
    let make = |channel, memory| CaptureEngine::new(channel, *options, memory);
    let owner = pairs::open(core, (buffers, bytes), CaptureOptions::MULTIPLE, make)?;
    Ok(Arc::new(owner))
}

impl Backend for Owner<CaptureEngine> {
    fn start(&self) -> Result<(), ForebayError> {
        self.run()
    }

    fn stop(&self) -> Result<(), ForebayError> {
        self.end()
    }

    fn next(&self, limit: Duration) -> Result<Option<Filled>, ForebayError> {
        self.wait(limit, CaptureEngine::take)
    }

    fn release(&self, index: u32, memory: Memory) -> Result<(), ForebayError> {
        self.with(|engine| {
            if let Memory::Owned(buffer) = memory {
                engine.release(index, buffer);
            }
            Ok(())
        })
    }

    fn stats(&self) -> Result<CaptureStats, ForebayError> {
        self.see(CaptureEngine::stats)
    }

    fn is_running(&self) -> bool {
        self.runs()
    }
}
