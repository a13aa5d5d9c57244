// SPDX-License-Identifier: Apache-2.0
//! Samples from a ring of large buffers into a stream of the card, and onto the air at their times, with the truth about each sample that came too late and each
//! moment that had none.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use forebay::capture::chdr::{Multiplexer, Outgoing};
//! use forebay::{Device, Rate, TransmitOptions};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let device = Device::open("/dev/forebay0")?;
//! # let samples = [0_u8; 4000];
//! let air = device.air()?;
//! air.clear()?;
//! air.configure(Rate::per_second(10e6, device.identity().clock_hz())?, 0)?;
//! let transmit = device.transmit(&TransmitOptions::default())?;
//! transmit.start()?;
//! let mut numbers = Multiplexer::default();
//! if let Some(mut buffer) = transmit.acquire(Duration::from_secs(1))? {
//!     let packet = Outgoing { endpoint: 0, sequence: numbers.next(0), time: None, end_of_burst: true };
//!     let bytes = packet.write(&mut buffer, &samples)?;
//!     buffer.send(bytes)?;
//! }
//! transmit.drain(Duration::from_secs(1))?;
//! air.wait(Duration::from_secs(1))?;
//! println!("{:?}", air.account(0)?);
//! # Ok(())
//! # }
//! ```

mod air;
pub(crate) mod backend;
mod buffer;
mod bursts;
mod error;
mod options;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use air::{Air, AirAccount, AirEvents, AirStatus, Malformed};
pub use buffer::TransmitBuffer;
pub use bursts::{BurstEvent, BurstEventKind, Bursts};
pub use error::TransmitError;
pub use options::{TransmitOptions, TransmitStats};

use self::backend::Backend;
use crate::{Device, ForebayError};

/// The transmit engine of a card, which has one owner at a time. A [`Capture`](crate::Capture) works beside it.
///
/// Free buffers are taken with [`Transmit::acquire`], filled with packets ([`Outgoing`](crate::capture::chdr::Outgoing)) and sent with [`TransmitBuffer::send`]. They live on when the transmission is
/// dropped; the card is free for the next one when all of them are gone, too, and what it had not begun by then is not sent: [`Transmit::drain`] first.
///
/// A card in this process works while somebody lets its time pass: [`Transmit::acquire`] and [`Transmit::drain`] do, and so does every other wait for the card.
pub struct Transmit {
    backend: Arc<dyn Backend>,
    options: TransmitOptions,
}

impl Device {
    /// Takes the card's transmit engine and makes buffers for it. Nothing runs yet.
    ///
    /// # Errors
    /// [`ForebayError::NoFeature`] on a card without; [`TransmitError::Length`], [`TransmitError::Buffers`], [`TransmitError::NoMemory`] for what cannot be had;
    /// [`TransmitError::Busy`] or [`ForebayError::Busy`] where somebody has it.
    pub fn transmit(&self, options: &TransmitOptions) -> Result<Transmit, ForebayError> {
        if options.buffers == 0 {
            return Err(TransmitError::Buffers { buffers: options.buffers }.into());
        }
        Ok(Transmit { backend: self.transport().transmit(options)?, options: *options })
    }
}

impl Transmit {
    /// Begins to send; it does nothing while it does. What was sent before comes first.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn start(&self) -> Result<(), ForebayError> {
        self.backend.start()
    }

    /// Ends it. What the card had not begun is free again and not sent; the one that it was at is cut short. While nothing runs it does nothing: what waits for a
    /// start still does. An error that it has ended with before is told by what comes next.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn stop(&self) -> Result<(), ForebayError> {
        self.backend.stop()
    }

    /// A free buffer. None if none is free within `limit`, or at once when nothing runs and none is.
    ///
    /// For a card in this process `limit` is time of the card, and a card that has come to rest, which will not move again by itself, ends the wait.
    ///
    /// # Errors
    /// [`TransmitError::Engine`] and [`TransmitError::Reset`], until [`Transmit::start`] begins anew.
    pub fn acquire(&self, limit: Duration) -> Result<Option<TransmitBuffer>, ForebayError> {
        let free = self.backend.acquire(limit)?;
        Ok(free.map(|free| TransmitBuffer::new(Arc::clone(&self.backend), free)))
    }

    /// Waits until the card has taken all that was sent; whether it has within `limit`, which is as for [`Transmit::acquire`], and without a stop meanwhile. It is in the card then, and not yet on the air:
    /// [`Air::wait`] waits for that.
    ///
    /// # Errors
    /// [`TransmitError::NotStarted`]; [`TransmitError::Engine`] and [`TransmitError::Reset`], until [`Transmit::start`] begins anew.
    pub fn drain(&self, limit: Duration) -> Result<bool, ForebayError> {
        self.backend.drain(limit)
    }

    /// Whether buffers are being sent: it was started, and nothing is known to have ended it.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.backend.is_running()
    }

    /// What became of it so far.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn stats(&self) -> Result<TransmitStats, ForebayError> {
        self.backend.stats()
    }

    /// What it is made of.
    #[must_use]
    pub const fn options(&self) -> &TransmitOptions {
        &self.options
    }
}

impl fmt::Debug for Transmit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transmit").field("options", &self.options).finish_non_exhaustive()
    }
}
