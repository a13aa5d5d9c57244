// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with an access.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use forebay_write_combining::WriteCombiningError;

use crate::page_attributes::LIST;
use crate::presence::present_names;
use crate::{Instructions, Refusal};

/// Errors of this crate. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApertureError {
    /// The first byte is not in the aperture.
    #[error(
        "offset {offset:#x} is outside the aperture of {aperture:#x} bytes; give one below that"
    )]
    Outside {
        /// Where the access begins.
        offset: u64,
        /// Bytes of the aperture.
        aperture: u64,
    },
    /// The access begins in the aperture and ends behind it. Nothing of it was done.
    #[error(
        "{bytes} bytes at {offset:#x} go past the end of the aperture of {aperture:#x} bytes, and none was moved; {room} fit there"
    )]
    PastEnd {
        /// Where the access begins.
        offset: u64,
        /// Its bytes.
        bytes: u64,
        /// Bytes of the aperture.
        aperture: u64,
        /// Bytes from there to the end.
        room: u64,
    },
    /// The processor does not have the instructions that were asked for. Nothing was written.
    #[error("this processor has no {asked}; it has {}", present_names())]
    NoInstructions {
        /// What was asked for.
        asked: Instructions,
    },
    /// A real mapping, whose accesses nobody hears of.
    #[error(
        "the accesses to a real mapping are not heard of; map a simulated card, such as fast:loopback"
    )]
    NotModelled,
    /// A range that a FIFO cannot be behind.
    #[error(
        "a FIFO at {start:#x}, {bytes:#x} bytes: give whole aligned lines of 64 bytes, at least one"
    )]
    FifoRange {
        /// Where it begins.
        start: u64,
        /// Its bytes.
        bytes: u64,
    },
    /// A stream of which the FIFO did not take something. Nothing of this write was sent.
    #[error(
        "the FIFO did not take byte {accepted} of the stream, so nothing behind it is sent; make room, and begin another stream there (`into_writer`)"
    )]
    FifoStopped {
        /// Bytes before that one, all of which were taken.
        accepted: u64,
    },
    /// What is behind a modelled processor did not take a write, or did not answer a read. The stores of which it was are over for the
    /// program; the others of them have left.
    #[error("{what} of {bytes} bytes at {offset:#x}, as it left the processor: {source}")]
    Bus {
        /// A write or a read.
        what: &'static str,
        /// Where it begins.
        offset: u64,
        /// Its bytes.
        bytes: usize,
        /// Why, and what to do.
        source: Refusal,
    },
    /// A modelled processor that cannot be.
    #[error(transparent)]
    Processor(#[from] WriteCombiningError),
    /// The device has no such BAR, or one of I/O ports.
    #[error("{device}: BAR {bar} {why}; `lspci -v` lists those that there are", device = device.display())]
    NoSuchBar {
        /// Folder of the device.
        device: PathBuf,
        /// Number of the BAR.
        bar: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The kernel maps whole pages, so the mapping would begin with what is before the BAR.
    #[error(
        "{device}: BAR {bar} begins at {at:#x}, inside a page, and its mapping would begin with what is before it; use the card through its driver, or have \
         the kernel move the BAR (`pci=resource_alignment=`)",
        device = device.display()
    )]
    InsidePage {
        /// Folder of the device.
        device: PathBuf,
        /// Number of the BAR.
        bar: usize,
        /// Address of its first byte on the bus.
        at: u64,
    },
    /// Stores into the BAR must not be combined: the card says that reading there, or merging stores, changes something.
    #[error(
        "{device}: BAR {bar} is not prefetchable (flags {flags:#x}), so stores into it may not be combined; map it uncached",
        device = device.display()
    )]
    NotPrefetchable {
        /// Folder of the device.
        device: PathBuf,
        /// Number of the BAR.
        bar: usize,
        /// What the kernel says of it.
        flags: u64,
    },
    /// The kernel has no file for such a mapping.
    #[error("{path} is not there: {next}", path = path.display())]
    NoFile {
        /// The file.
        path: PathBuf,
        /// What to do.
        next: &'static str,
    },
    /// The file is there, and the program may not use it.
    #[error(
        "{path}: {source}; BARs are root's: run as root, or use the card through its driver (`/dev/forebay0`), and see whether the kernel is locked down (`/sys/kernel/security/lockdown`)",
        path = path.display()
    )]
    NoRights {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The file cannot be read, or does not say what it should.
    #[error("{path}: {source}; is it the folder of a PCI device, as in /sys/bus/pci/devices?", path = path.display())]
    NoDevice {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The kernel does not map it.
    #[error("{path}: {bytes:#x} bytes cannot be mapped: {source}; {next}", path = path.display())]
    Map {
        /// The file.
        path: PathBuf,
        /// How many.
        bytes: u64,
        /// The system's reason.
        source: io::Error,
        /// What to do.
        next: &'static str,
    },
    /// The kernel maps it, but with the caching of another mapping of the same addresses.
    #[error(
        "{path}: the kernel has given it as {given}, as somebody else has mapped some of {first:#x} to {last:#x}; end the program that has done so \
         ({list} lists who has what)",
        path = path.display(),
        list = LIST
    )]
    OtherCaching {
        /// The file.
        path: PathBuf,
        /// Physical addresses of the BAR.
        first: u64,
        /// The last of them.
        last: u64,
        /// The caching that there is.
        given: String,
    },
}

/// Refuses an access that is not all inside; gives its offset as a place in memory.
pub(crate) fn check_range(offset: u64, bytes: usize, aperture: u64) -> Result<(), ApertureError> {
    let bytes = bytes as u64;
    match aperture.checked_sub(offset) {
        Some(room) if bytes <= room => Ok(()),
        Some(room) if room > 0 => Err(ApertureError::PastEnd { offset, bytes, aperture, room }),
        _ => Err(ApertureError::Outside { offset, aperture }),
    }
}

/// A file that could not be mapped.
pub(crate) fn unmapped(path: &Path, bytes: u64, source: io::Error) -> ApertureError {
    let path = path.to_owned();
    let next = match source.kind() {
        ErrorKind::PermissionDenied => return ApertureError::NoRights { path, source },
        ErrorKind::InvalidInput => {
            "a driver may have it for itself: use the card through the driver, or unbind it"
        }
        ErrorKind::ResourceBusy => {
            "it is mapped with another caching; end the program that has done so"
        }
        _ => "the kernel log may say more",
    };
    ApertureError::Map { path, bytes, source, next }
}

/// A file that ends before the mapping would.
pub(crate) fn too_short(path: &Path, bytes: u64, len: u64) -> ApertureError {
    let source = io::Error::new(ErrorKind::UnexpectedEof, format!("it has {len:#x}"));
    let next = "is it in the folder of a PCI device, as in /sys/bus/pci/devices?";
    ApertureError::Map { path: path.to_owned(), bytes, source, next }
}
