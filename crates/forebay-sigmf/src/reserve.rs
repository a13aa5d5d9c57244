// SPDX-License-Identifier: Apache-2.0
//! Room on the disk for the metadata, which are written when the samples may have taken the rest.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

/// Bytes of a segment's text at most, and of all the rest.
const SEGMENT_BYTES: usize = 256;
const OTHER_BYTES: usize = 4096;
/// How much it grows at once.
const STEP: usize = 64 << 10;

/// A file that is as long as the metadata will be, or longer, until they are written.
#[derive(Debug)]
pub(crate) struct Reserve {
    path: PathBuf,
    file: File,
    bytes: usize,
}

impl Reserve {
    pub(crate) fn new(path: PathBuf) -> io::Result<Self> {
        let file = File::create(&path)?;
        let mut reserve = Self { path, file, bytes: 0 };
        reserve.hold(0)?;
        Ok(reserve)
    }

    /// Holds room for so many segments.
    pub(crate) fn hold(&mut self, segments: usize) -> io::Result<()> {
        let wanted = OTHER_BYTES + SEGMENT_BYTES * segments;
        while self.bytes < wanted {
            self.file.write_all(&[0; STEP])?;
            self.bytes += STEP;
        }
        Ok(())
    }
}

impl Drop for Reserve {
    /// The room is there for what comes next.
    fn drop(&mut self) {
        // What cannot be removed is in nobody's way.
        let _ = fs::remove_file(&self.path);
    }
}
