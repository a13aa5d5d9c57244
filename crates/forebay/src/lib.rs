// SPDX-License-Identifier: Apache-2.0
//! Forebay's host library: from a program's buffer to the card's datapath and back.
//!
//! ```no_run
//! use forebay::{Device, Msm};
//! # fn main() -> Result<(), forebay::ForebayError> {
//! # let (points, scalars) = (Vec::new(), Vec::<forebay_msm::Scalar>::new());
//! let device = Device::open("fast:msm")?;
//! device.h2c(0)?.write_all_at(b"to card memory", 0x100)?;
//!
//! let msm = Msm::new(&device)?;
//! let bases = msm.bases(&points)?;
//! let (sum, report) = msm.run(&bases, &scalars)?;
//! println!("{sum}, {:.1} cycles per point", report.adder.cycles_per_point);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Device`] is a card simulated in the process (`rtl:msm`, `fast:msm`; the feature `sim`, on by default) or one behind
//! a kernel driver (`/dev/forebay0`, `/dev/xdma0`). The difference ends at the module `transport`.

mod channel;
mod channel_id;
mod counters;
mod datapath;
mod device;
mod error;
mod identity;
mod in_process;
mod msm;
mod node;
mod open;
mod quiesce;
mod registers;
mod report;
mod stream_writer;
mod transfer;
mod transport;

pub use channel::{C2h, H2c, Piece, ReadTransfer};
pub use channel_id::ChannelId;
pub use counters::{Counter, CounterValue};
pub use datapath::Kernel;
pub use device::{BadAddresses, Description, Device, StreamState};
pub use error::{EngineCause, ForebayError};
pub use forebay_bus::{Bar, Buffer, Direction, LinkParams};
pub use identity::Identity;
pub use msm::{Bases, Msm};
pub use node::Completion;
pub use open::OpenOptions;
pub use report::{AdderReport, MsmReport, Phase};
pub use stream_writer::{Feed, StreamWriter};
pub use transfer::Transfer;
pub use transport::Moved;
