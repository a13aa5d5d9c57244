// SPDX-License-Identifier: Apache-2.0
//! Who writes and who reads a mapped aperture, and the fence between them.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::panicking;

use crate::aperture::Way;
use crate::{Aperture, ApertureError, Instructions, Memory};

impl Aperture {
    /// To write. When it is dropped there is a fence.
    pub const fn writer(&mut self) -> Writer<'_> {
        Writer::of(self)
    }

    /// To read, behind a fence if something is still on its way.
    ///
    /// # Errors
    /// [`ApertureError::Bus`] for what a modelled card did not take of it.
    #[track_caller]
    pub fn reader(&mut self) -> Result<Reader<'_>, ApertureError> {
        self.writer().fence()
    }
}

/// Leaves nothing on its way.
#[derive(Debug)]
struct Fenced<'a>(&'a mut Aperture);

impl Drop for Fenced<'_> {
    fn drop(&mut self) {
        if !self.0.pending {
            return;
        }
        if !panicking() {
            return self.0.fence();
        }
        // What is behind a modelled processor may panic as well, and a panic that leaves this one ends the program.
        drop(catch_unwind(AssertUnwindSafe(|| self.0.fence())));
    }
}

/// Writes into an aperture. What it has written may still be on its way, so it does not read: [`Writer::fence`] makes a [`Reader`] of it.
///
/// It stays in its thread: a fence is one for the processor that it is done on. The aperture goes to another thread without a writer.
#[derive(Debug)]
pub struct Writer<'a> {
    fenced: Fenced<'a>,
    /// As a pointer, it is not sent.
    stays: PhantomData<*const ()>,
}

impl<'a> Writer<'a> {
    pub(crate) const fn of(aperture: &'a mut Aperture) -> Self {
        Self { fenced: Fenced(aperture), stays: PhantomData }
    }

    /// Bytes of the aperture.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.fenced.0.bytes()
    }

    /// See [`Aperture::modelled_ps`].
    #[must_use]
    pub fn modelled_ps(&self) -> Option<u64> {
        self.fenced.0.modelled_ps()
    }

    /// See [`Memory::burst`].
    ///
    /// # Errors
    /// [`ApertureError::Outside`], [`ApertureError::PastEnd`], with nothing written; [`ApertureError::Bus`] for what a modelled card did not
    /// take of this, or of stores before it.
    #[track_caller]
    pub fn burst(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        match self.way() {
            Way::Mapped(mapping) => Memory::of_mapping(mapping).burst(offset, data),
            Way::Modelled(modelled) => modelled.burst(offset, data),
        }
    }

    /// See [`Memory::libc`]; on a modelled processor the `memcpy` that the model knows.
    ///
    /// # Errors
    /// See [`Writer::burst`].
    #[track_caller]
    pub fn libc(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        match self.way() {
            Way::Mapped(mapping) => Memory::of_mapping(mapping).libc(offset, data),
            Way::Modelled(modelled) => modelled.libc(offset, data),
        }
    }

    /// See [`Memory::write_lines`]; on a modelled processor by AVX, which those have that the model's parameters are of.
    ///
    /// # Errors
    /// See [`Writer::burst`].
    #[track_caller]
    pub fn write_lines(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        match self.way() {
            Way::Mapped(mapping) => Memory::of_mapping(mapping).write_lines(offset, data),
            Way::Modelled(modelled) => modelled.lines(Instructions::Avx, offset, data),
        }
    }

    /// See [`Memory::write_lines_by`]; a modelled processor has all instructions.
    ///
    /// # Errors
    /// See [`Writer::burst`]; and [`ApertureError::NoInstructions`], with nothing written.
    #[track_caller]
    pub fn write_lines_by(
        &mut self,
        instructions: Instructions,
        offset: u64,
        data: &[u8],
    ) -> Result<(), ApertureError> {
        match self.way() {
            Way::Mapped(mapping) => {
                Memory::of_mapping(mapping).write_lines_by(instructions, offset, data)
            }
            Way::Modelled(modelled) => modelled.lines(instructions, offset, data),
        }
    }

    /// All that was written has left before whatever is written next, such as what tells the card of it.
    ///
    /// # Errors
    /// [`ApertureError::Bus`] for what a modelled card did not take of it.
    #[track_caller]
    pub fn barrier(&mut self) -> Result<(), ApertureError> {
        self.fenced.0.fence();
        self.fenced.0.outcome()
    }

    /// Whether [`Writer::write_lines_by`] takes them.
    pub(crate) fn has(&self, instructions: Instructions) -> bool {
        match self.fenced.0.way {
            Way::Mapped(_) => instructions.is_present(),
            Way::Modelled(_) => true,
        }
    }

    /// As [`Writer::barrier`], but with a fence only where something is on its way.
    ///
    /// # Errors
    /// See [`Writer::barrier`].
    #[track_caller]
    pub(crate) fn settle(&mut self) -> Result<(), ApertureError> {
        if self.fenced.0.pending { self.barrier() } else { self.fenced.0.outcome() }
    }

    /// All that was written has left, and can be read back.
    ///
    /// # Errors
    /// [`ApertureError::Bus`] for what a modelled card did not take of it.
    #[track_caller]
    pub fn fence(mut self) -> Result<Reader<'a>, ApertureError> {
        self.barrier()?;
        Ok(Reader { fenced: self.fenced })
    }

    /// What is about to take stores.
    const fn way(&mut self) -> &mut Way {
        self.fenced.0.pending = true;
        &mut self.fenced.0.way
    }
}

/// Reads an aperture of which nothing is on its way any more.
#[derive(Debug)]
pub struct Reader<'a> {
    fenced: Fenced<'a>,
}

impl<'a> Reader<'a> {
    /// Bytes of the aperture.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.fenced.0.bytes()
    }

    /// Reads, by loads of eight bytes where they are aligned. Each is a round trip to the card, of a microsecond or so.
    ///
    /// # Errors
    /// [`ApertureError::Outside`], [`ApertureError::PastEnd`], with nothing read; [`ApertureError::Bus`] for what a modelled card did not
    /// answer.
    #[track_caller]
    pub fn read(&mut self, offset: u64, into: &mut [u8]) -> Result<(), ApertureError> {
        match &mut self.fenced.0.way {
            Way::Mapped(mapping) => Memory::of_mapping(mapping).read(offset, into),
            Way::Modelled(modelled) => modelled.read(offset, into),
        }
    }

    /// To write again.
    #[must_use]
    pub fn writer(self) -> Writer<'a> {
        Writer { fenced: self.fenced, stays: PhantomData }
    }
}
