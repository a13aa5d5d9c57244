// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication on an open card; it never knows what carries its transfers, or what the card is made of.
//!
//! ```no_run
//! use forebay::Device;
//! use forebay_msm_client::{Msm, MsmClientError};
//!
//! # fn main() -> Result<(), MsmClientError> {
//! # let (points, scalars) = (Vec::new(), Vec::<forebay_msm::Scalar>::new());
//! let device = Device::open("/dev/forebay0")?;
//! let msm = Msm::new(&device)?;
//! let bases = msm.bases(&points)?;
//! let (sum, report) = msm.run(&bases, &scalars)?;
//! println!("{sum}, {:.1} cycles per point", report.adder.cycles_per_point);
//! # Ok(())
//! # }
//! ```

mod bases;
mod engine;
mod error;
mod mode;
mod msm;
mod report;
mod schedule;
mod spread;
mod streams;

pub use bases::Bases;
pub use error::MsmClientError;
pub use mode::ScalarMode;
pub use msm::Msm;
pub use report::{AdderReport, EngineReport, MsmReport, Phase, SieveReport};
pub use schedule::{Masking, RunReport};
pub use spread::{Repeat, Repeats, Spread, Spreads};
