// SPDX-License-Identifier: Apache-2.0
//! A BAR of a PCI device without a driver of its own, as sysfs has it.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use forebay_write_combining::Caching;

use crate::page_attributes::other_caching;
use crate::{Aperture, ApertureError};

/// `IORESOURCE_MEM` and `IORESOURCE_PREFETCH` of the kernel.
const FLAG_MEMORY: u64 = 0x200;
const FLAG_PREFETCHABLE: u64 = 0x2000;
/// Of this architecture.
const PAGE_BYTES: u64 = 4096;

/// A BAR, by the folder of its device, such as `/sys/bus/pci/devices/0000:00:1d.0`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PciBar {
    device: PathBuf,
    number: usize,
}

/// What the kernel says of a BAR.
#[derive(Clone, Copy, Debug)]
struct Resource {
    /// Physical addresses of the first byte and the last.
    first: u64,
    last: u64,
    bytes: u64,
    flags: u64,
}

impl PciBar {
    /// Nothing is looked at yet.
    #[must_use]
    pub fn new(device: impl Into<PathBuf>, number: usize) -> Self {
        Self { device: device.into(), number }
    }

    /// Maps all of it, through the kernel's `resourceN` or `resourceN_wc`.
    ///
    /// # Errors
    /// [`ApertureError::NoDevice`], [`ApertureError::NoSuchBar`], [`ApertureError::InsidePage`], [`ApertureError::NotPrefetchable`],
    /// [`ApertureError::NoFile`], [`ApertureError::NoRights`], [`ApertureError::Map`]; [`ApertureError::OtherCaching`] where the program may see what
    /// the kernel's list of page attributes has, as root does with debugfs.
    pub fn map(&self, caching: Caching) -> Result<Aperture, ApertureError> {
        let resource = self.resource()?;
        let combining = caching == Caching::WriteCombining;
        if combining && resource.flags & FLAG_PREFETCHABLE == 0 {
            let (device, bar, flags) = (self.device.clone(), self.number, resource.flags);
            return Err(ApertureError::NotPrefetchable { device, bar, flags });
        }
        let suffix = if combining { "_wc" } else { "" };
        let path = self.device.join(format!("resource{}{suffix}", self.number));
        let file = OpenOptions::new().read(true).write(true).open(&path);
        let file = file.map_err(|source| refused(&path, combining, source))?;
        let aperture = Aperture::of_file(&file, &path, resource.bytes, caching)?;
        let Resource { first, last, .. } = resource;
        match other_caching(&(first..=last), caching) {
            Some(given) => Err(ApertureError::OtherCaching { path, first, last, given }),
            None => Ok(aperture),
        }
    }

    /// Its line of the file `resource`: first and last address and flags.
    fn resource(&self) -> Result<Resource, ApertureError> {
        let path = self.device.join("resource");
        let text = fs::read_to_string(&path).map_err(|source| unreadable(&path, source))?;
        let no_such =
            |why| ApertureError::NoSuchBar { device: self.device.clone(), bar: self.number, why };
        let line = text.lines().nth(self.number).ok_or_else(|| no_such("is not there"))?;
        let number = |word: &str| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok();
        let words: Option<Vec<_>> = line.split_whitespace().map(number).collect();
        let nonsense = |what| {
            let why = format!("line {} is `{line}`, not {what}", self.number);
            unreadable(&path, io::Error::new(ErrorKind::InvalidData, why))
        };
        let Some([first, last, flags]) = words.as_deref() else {
            return Err(nonsense("three numbers"));
        };
        if *flags == 0 {
            return Err(no_such("is not in use"));
        }
        if flags & FLAG_MEMORY == 0 {
            return Err(no_such("is one of I/O ports"));
        }
        let bytes = last.checked_sub(*first).and_then(|bytes| bytes.checked_add(1));
        let bytes = bytes.ok_or_else(|| nonsense("first and last address of a BAR"))?;
        if first % PAGE_BYTES != 0 {
            let (device, bar) = (self.device.clone(), self.number);
            return Err(ApertureError::InsidePage { device, bar, at: *first });
        }
        Ok(Resource { first: *first, last: *last, bytes, flags: *flags })
    }
}

fn unreadable(path: &Path, source: io::Error) -> ApertureError {
    ApertureError::NoDevice { path: path.into(), source }
}

/// A file of a BAR that could not be opened.
fn refused(path: &Path, combining: bool, source: io::Error) -> ApertureError {
    let path = path.to_owned();
    match source.kind() {
        ErrorKind::NotFound => {
            let next = if combining {
                "the kernel maps nothing write-combining on this machine (is it started with `nopat`?); map it uncached"
            } else {
                "the kernel lets no program map BARs on this machine; use the card through its driver"
            };
            ApertureError::NoFile { path, next }
        }
        ErrorKind::PermissionDenied => ApertureError::NoRights { path, source },
        _ => ApertureError::NoDevice { path, source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::unmapped;

    /// Files of which a program has no rights cannot be made in front of root, so this is about the system's answers alone.
    #[test]
    fn what_the_system_answers_has_its_error_and_its_next_step() {
        let path = Path::new("resource4_wc");
        let denied = || io::Error::from(ErrorKind::PermissionDenied);
        for error in [refused(path, true, denied()), unmapped(path, 64, denied())] {
            assert!(matches!(error, ApertureError::NoRights { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains("resource4_wc") && text.contains("run as root"), "{text}");
        }
        for (kind, part) in [
            (ErrorKind::InvalidInput, "unbind"),
            (ErrorKind::ResourceBusy, "another caching"),
            (ErrorKind::OutOfMemory, "kernel log"),
        ] {
            let error = unmapped(path, 64, kind.into());
            assert!(matches!(error, ApertureError::Map { bytes: 64, .. }), "{error:?}");
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
