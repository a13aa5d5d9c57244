// SPDX-License-Identifier: Apache-2.0
//! Copies into memory, of which every byte is checked before the first is written.

use memmap2::MmapRaw;

use crate::error::check_range;
use crate::raw::{Span, full_fence, store_fence};
use crate::{ApertureError, Instructions};

/// Memory that copies go to: an aperture that is mapped, or ordinary memory.
///
/// What was copied may be on its way until there is a [`fence`]. Ordinary memory is its owner's again behind one.
#[derive(Debug)]
pub struct Memory<'a> {
    span: Span<'a>,
    /// The language knows of it, and expects to find in it what was stored.
    ordinary: bool,
}

impl<'a> Memory<'a> {
    /// Of ordinary memory.
    #[must_use]
    pub fn of_slice(memory: &'a mut [u8]) -> Self {
        Self { span: Span::of_slice(memory), ordinary: true }
    }

    /// Of a mapping that may be written, such as [`memmap2::MmapOptions::map_raw`] makes of a file that is open for that.
    #[must_use]
    pub fn of_mapping(mapping: &'a mut MmapRaw) -> Self {
        Self { span: Span::of_mapping(mapping), ordinary: false }
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.span.bytes() as u64
    }

    /// Copies by a loop over words of four bytes, aligned in the memory, one ordinary store each. What the AWS FPGA SDK calls
    /// `fpga_pci_write_burst`; here to compare with.
    ///
    /// # Errors
    /// [`ApertureError::Outside`], [`ApertureError::PastEnd`], with nothing written.
    pub fn burst(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        let at = self.place(offset, data.len())?;
        self.span.burst(at, data);
        Ok(())
    }

    /// Copies by the C library's `memcpy`, whose stores are its own business; here to compare with.
    ///
    /// # Errors
    /// See [`Memory::burst`].
    pub fn libc(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        let at = self.place(offset, data.len())?;
        self.span.libc(at, data);
        Ok(())
    }

    /// Copies by the best instructions that the processor has ([`Instructions::best`]): whole aligned lines of 64 bytes, in address order,
    /// and of the parts of a line in front and behind just the bytes that are given. Any offset and length will do.
    ///
    /// # Errors
    /// See [`Memory::burst`].
    pub fn write_lines(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        self.write_lines_by(Instructions::best(), offset, data)
    }

    /// The same by instructions of the caller's choice.
    ///
    /// # Errors
    /// See [`Memory::burst`]; and [`ApertureError::NoInstructions`], with nothing written.
    pub fn write_lines_by(
        &mut self,
        instructions: Instructions,
        offset: u64,
        data: &[u8],
    ) -> Result<(), ApertureError> {
        let at = self.place(offset, data.len())?;
        if !instructions.is_present() {
            return Err(ApertureError::NoInstructions { asked: instructions });
        }
        self.span.lines(at, data, instructions);
        Ok(())
    }

    /// Reads, by loads of eight bytes where they are aligned, behind all that this thread has stored: a load from write-combining memory
    /// may pass the stores before it, and those that a `SFENCE` orders too, so there is an `MFENCE` first.
    ///
    /// # Errors
    /// [`ApertureError::Outside`], [`ApertureError::PastEnd`], with nothing read.
    pub fn read(&mut self, offset: u64, into: &mut [u8]) -> Result<(), ApertureError> {
        let at = self.place(offset, into.len())?;
        full_fence();
        self.span.read(at, into);
        Ok(())
    }

    /// Where a range begins that lies all inside.
    fn place(&self, offset: u64, bytes: usize) -> Result<usize, ApertureError> {
        let aperture = self.bytes();
        check_range(offset, bytes, aperture)?;
        // No larger than the memory.
        usize::try_from(offset).map_err(|_| ApertureError::Outside { offset, aperture })
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        if self.ordinary {
            fence();
        }
    }
}

/// All stores of this thread before it have left the processor before any behind it (`SFENCE`), those that were gathered or went past
/// the caches with them.
pub fn fence() {
    store_fence();
}
