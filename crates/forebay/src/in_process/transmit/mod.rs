// SPDX-License-Identifier: Apache-2.0
//! The transmit engine of a card in this process: the library does what a kernel would, as time passes.

mod engine;

use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(super) use self::engine::TransmitEngine;
use super::core::Core;
use super::pairs::{self, Owner};
use crate::ForebayError;
use crate::transmit::backend::{Backend, Free};
use crate::transmit::{TransmitError, TransmitOptions, TransmitStats};

/// Takes the engine of a card, with buffers.
pub(super) fn open(
    core: &Arc<Mutex<Core>>,
    options: &TransmitOptions,
) -> Result<Arc<dyn Backend>, ForebayError> {
    let TransmitOptions { buffers, bytes } = *options;
    let make = |channel, memory| TransmitEngine::new(channel, buffers, memory);
    let owner = pairs::open(core, (buffers, bytes), TransmitOptions::MULTIPLE, make)?;
    Ok(Arc::new(owner))
}

impl Backend for Owner<TransmitEngine> {
    fn start(&self) -> Result<(), ForebayError> {
        self.run()
    }

    fn stop(&self) -> Result<(), ForebayError> {
        self.end()
    }

    fn acquire(&self, limit: Duration) -> Result<Option<Free>, ForebayError> {
        self.wait(limit, TransmitEngine::take)
    }

    fn send(&self, buffer: Free, bytes: usize) -> Result<(), ForebayError> {
        self.with(|engine| engine.send(buffer, bytes))
    }

    fn release(&self, buffer: Free) -> Result<(), ForebayError> {
        self.with(|engine| {
            engine.release(buffer);
            Ok(())
        })
    }

    fn drain(&self, limit: Duration) -> Result<bool, ForebayError> {
        let unsent = self.see(TransmitEngine::unsent)?;
        if let Some(sent) = self.wait(limit, |engine| engine.drained(unsent))? {
            return Ok(sent);
        }
        match self.stats()?.queued {
            queued if queued > 0 && !self.runs() => {
                Err(TransmitError::NotStarted { queued }.into())
            }
            _ => Ok(false),
        }
    }

    fn stats(&self) -> Result<TransmitStats, ForebayError> {
        self.see(TransmitEngine::stats)
    }

    fn is_running(&self) -> bool {
        self.runs()
    }
}
