// SPDX-License-Identifier: Apache-2.0
//! Samples from a stream of the card into a ring of large buffers, without a gap while buffers are given back, and with the truth about each sample that was
//! lost; and the signal source that makes them on cards of this project.

pub(crate) mod backend;
mod buffer;
pub mod chdr;
mod error;
pub(crate) mod map;
mod options;
mod rate;
mod source;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use buffer::{BufferInfo, CaptureBuffer};
pub use error::{CaptureError, EngineFault};
pub use options::{CaptureOptions, CaptureStats, OverrunPolicy};
pub use rate::Rate;
pub(crate) use source::SourcePage;
pub use source::{Account, Burst, Signal, Source, SourceStatus, Wave};

use self::backend::Backend;
use crate::{Device, ForebayError};

/// The capture engine of a card, which has one owner at a time.
///
/// Full buffers are taken with [`Capture::acquire`] and given back by dropping them, in any order. They live on when the capture is dropped; the card is free for
/// the next capture when all of them are gone, too. Behind the kernel driver they are read where the card has put them: when the driver lets go of the card
/// ([`ForebayError::CardGone`]), they are there no more, and a program that reads one is ended by SIGBUS.
///
/// A card in this process works while somebody lets its time pass: [`Capture::acquire`] does, and so does every other wait for the card.
pub struct Capture {
    backend: Arc<dyn Backend>,
    options: CaptureOptions,
}

impl Device {
    /// Takes the card's capture engine and gives it buffers. Nothing runs yet.
    ///
    /// # Errors
    /// [`ForebayError::NoFeature`] on a card without; [`CaptureError::Length`], [`CaptureError::Buffers`], [`CaptureError::TooMany`], [`CaptureError::NoMemory`] for
    /// what cannot be had;
    /// [`CaptureError::Busy`] or [`ForebayError::Busy`] where somebody has it.
    pub fn capture(&self, options: &CaptureOptions) -> Result<Capture, ForebayError> {
        let least = match options.policy {
            OverrunPolicy::Gap => 1,
            OverrunPolicy::Overwrite => CaptureOptions::LEAST_OVERWRITTEN,
        };
        if options.buffers < least {
            return Err(CaptureError::Buffers { buffers: options.buffers, least }.into());
        }
        Ok(Capture { backend: self.transport().capture(options)?, options: *options })
    }
}

impl Capture {
    /// Begins to fill buffers; it does nothing while they are filled. What the stream holds from before comes first. Full buffers of the run before that nobody has
    /// taken are gone, and what was overwritten behind the last one that was taken [`Capture::stats`] alone tells.
    ///
    /// # Errors
    /// [`CaptureError::AllHeld`]; else what using the card can end in.
    pub fn start(&self) -> Result<(), ForebayError> {
        self.backend.start()
    }

    /// Ends it. What was taken from the stream until then can be acquired, and an error that it has ended with before is told behind that.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn stop(&self) -> Result<(), ForebayError> {
        self.backend.stop()
    }

    /// The oldest full buffer. None if none has come within `limit`, or at once when nothing runs and all were handed out.
    ///
    /// For a card in this process `limit` is time of the card, and a card that has come to rest, which will not move again by itself, ends the wait. Behind the
    /// kernel driver it is time of the world, a millisecond the least, times the driver's parameter `timeout_scale`.
    ///
    /// # Errors
    /// [`CaptureError::Engine`] behind the full buffers, and [`CaptureError::Reset`], which may take them along, until [`Capture::start`] begins anew.
    pub fn acquire(&self, limit: Duration) -> Result<Option<CaptureBuffer>, ForebayError> {
        let filled = self.backend.next(limit)?;
        Ok(filled.map(|filled| CaptureBuffer::new(Arc::clone(&self.backend), filled)))
    }

    /// Whether buffers are being filled: it was started, and nothing is known to have ended it.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.backend.is_running()
    }

    /// What became of it so far.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn stats(&self) -> Result<CaptureStats, ForebayError> {
        self.backend.stats()
    }

    /// What it is made of.
    #[must_use]
    pub const fn options(&self) -> &CaptureOptions {
        &self.options
    }
}

impl fmt::Debug for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Capture").field("options", &self.options).finish_non_exhaustive()
    }
}
