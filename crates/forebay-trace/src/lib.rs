// SPDX-License-Identifier: Apache-2.0
//! Traces: everything that a card and its host exchange, with the card cycle of each transaction; it never knows what they
//! say to each other, or what the card is made of.
//!
//! [`RecordingCard`] stands in front of any [`Card`](forebay_bus::Card) and writes the trace; [`replay`] makes the same
//! calls on a fresh card and serves its DMA from the trace. A card is a function of these calls and this data, so the
//! replay gives the same cycles and the same values, or names the first that differs. What was seen once in a virtual
//! machine is so looked at without it, again and again, with a waveform if wanted.

mod error;
mod event;
mod file;
mod record;
mod replay;
mod stats;

pub use error::TraceError;
pub use event::{
    Allowed, Call, Event, Header, Link, Origin, Outcome, Part, Place, Refused, Stopped, Wanted,
};
pub use file::{TraceReader, TraceWriter};
pub use record::{Recorder, RecordingCard};
pub use replay::{Difference, Replayed, replay};
pub use stats::{BarStats, Count, Stats};
