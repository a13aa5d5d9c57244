// SPDX-License-Identifier: Apache-2.0
//! Runs commands and test suites in a virtual machine that the simulated card is in; it never knows the card but as another
//! process.
//!
//! Two processes: `forebay serve` is the card, a stock QEMU without KVM is the computer around it.
//! This crate starts both, follows what the guest says, ends both together and judges the run. See
//! `guest/README.md` for the picture.
//!
//! ```no_run
//! use forebay_guest::{Boot, Images, Logs, Signals, Step, tree};
//!
//! # struct Silent;
//! # impl forebay_guest::Watcher for Silent {}
//! # fn main() -> Result<(), forebay_guest::GuestError> {
//! let images = Images::find()?;
//! let kernel = images.kernel("6.12")?;
//! let logs = Logs::take(&images.logs(), "example")?;
//! let tree = tree::base(&images, &kernel)?;
//! let step = Step::command(None, &["uname".into(), "-r".into()]);
//! let boot = Boot::new(&images, &kernel, &logs, tree, vec![step]);
//! boot.run(&Signals::catch()?, &mut Silent)?;
//! # Ok(())
//! # }
//! ```

mod boot;
mod child;
mod clock;
pub mod console;
mod dma;
mod error;
mod follow;
mod images;
mod initramfs;
mod logs;
mod marks;
pub mod qemu;
mod server;
mod signals;
mod step;
pub mod suite;
pub mod tap;
pub mod tree;
mod verdict;

use std::time::Duration;

pub use boot::{Boot, Report, Watcher};
pub use dma::Dma;
pub use error::GuestError;
pub use images::{DEBUG_KERNEL, Images, KERNELS, Kernel};
pub use initramfs::Initramfs;
pub use logs::Logs;
pub use marks::Mark;
pub use server::Card;
pub use signals::Signals;
pub use step::Step;
pub use suite::Selection;
pub use verdict::{BootResult, ProgramResult, SuiteResult, run_suite, summary};

/// Time for the card server to load its card and listen, and to end when the guest has.
const READY_LIMIT: Duration = Duration::from_secs(60);
