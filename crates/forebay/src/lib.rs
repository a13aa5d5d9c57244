// SPDX-License-Identifier: Apache-2.0
//! Host library: from a program's buffer to a card's datapath and back; it never knows what a datapath computes, but for the
//! signal source, nor how a simulated card is made.
//!
//! ```no_run
//! use forebay::Device;
//!
//! # fn main() -> Result<(), forebay::ForebayError> {
//! let device = Device::open("/dev/forebay0")?;
//! device.h2c(0)?.write_all_at(b"to card memory", 0x100)?;
//! # Ok(())
//! # }
//! ```
//!
//! A [`Device`] is a card behind a kernel driver (`/dev/forebay0`, `/dev/xdma0`), or one in this process: any
//! [`Card`](forebay_bus::Card) ([`Device::from_card`]), and with the feature `sim` the simulated ones by name (`rtl:msm`,
//! `fast:msm`). The difference ends at the module `transport`.

pub mod capture;
mod channel;
mod channel_id;
mod consumed;
mod counters;
mod device;
mod device_bar;
mod dma_engine;
mod error;
mod features;
mod identity;
mod in_process;
mod next_step;
mod node;
mod open;
mod patience;
mod quiesce;
mod registers;
mod stall;
mod stream_writer;
mod transfer;
pub mod transmit;
mod transport;
mod user_queue;
mod waits;

pub use capture::{
    Account, BufferInfo, Burst, Capture, CaptureBuffer, CaptureError, CaptureOptions, CaptureStats,
    EngineFault, OverrunPolicy, Rate, Signal, Source, SourceStatus, Wave,
};
pub use channel::{C2h, H2c, Piece, ReadTransfer};
pub use channel_id::ChannelId;
pub use consumed::Consumed;
pub use counters::{Counter, CounterValue};
pub use device::{BadAddresses, Description, Device, PlugState, StreamState};
pub use device_bar::DeviceBar;
pub use dma_engine::DoorbellRefusal;
pub use error::{EngineCause, ForebayError};
pub use features::{Class, Datapath, Feature, FeatureError, Lines, Page, Standing, Streams};
pub use forebay_aperture::{
    Aperture, ApertureError, Caching, FifoWriter, Instructions, PciBar, Processor, Reader, Writer,
};
pub use forebay_bus::{Bar, Buffer, Direction, LinkParams};
pub use forebay_plan::Remedy;
pub use identity::Identity;
pub use node::Completion;
pub use open::OpenOptions;
pub use patience::{Limit, Patience};
pub use stall::{BlockedDescriptor, DatapathWait, FifoState, Lacking, Outlook, SafeChunk, Stall};
pub use stream_writer::{Feed, StreamWriter};
pub use transfer::Transfer;
pub use transmit::{
    Air, AirAccount, AirEvents, AirStatus, BurstEvent, BurstEventKind, Bursts, Malformed, Transmit,
    TransmitBuffer, TransmitError, TransmitOptions, TransmitStats,
};
pub use transport::Moved;
pub use user_queue::{
    Completion as UserCompletion, Cookie, Move, Place, Reason, Region, Rights, Scheme, UserQueue,
    UserQueueError, UserQueueOptions, UserQueueStats,
};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/write-combining.md")]
struct WriteCombiningPage;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/user-level-dma.md")]
struct UserLevelDmaPage;
