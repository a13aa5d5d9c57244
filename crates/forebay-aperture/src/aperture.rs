// SPDX-License-Identifier: Apache-2.0
//! An aperture that a program has mapped, and who may do what with it when.

use std::fmt;
use std::fs::File;
use std::path::Path;

use forebay_write_combining::{Caching, Processor};
use memmap2::{MmapOptions, MmapRaw};

use crate::error::unmapped;
use crate::modelled::Modelled;
use crate::{ApertureError, Endpoint, Instructions, Listener, Memory, fence};

/// A card's aperture, mapped with the caching that was asked for.
///
/// Stores into it are on their way for a while, and a load may pass them. So it is written through a [`Writer`] and read through a [`Reader`],
/// and the way from one to the other is a fence.
///
/// ```
/// # use forebay_aperture::{Aperture, ApertureError};
/// fn there_and_back(aperture: &mut Aperture) -> Result<[u8; 4], ApertureError> {
///     let mut back = [0; 4];
///     let mut writer = aperture.writer();
///     writer.write_lines(0, &[1; 4])?;
///     let mut reader = writer.fence()?;
///     reader.read(0, &mut back)?;
///     Ok(back)
/// }
/// ```
///
/// A writer does not read:
///
/// ```compile_fail,E0599
/// # use forebay_aperture::{Aperture, ApertureError};
/// fn there_and_back(aperture: &mut Aperture) -> Result<[u8; 4], ApertureError> {
///     let mut back = [0; 4];
///     let mut writer = aperture.writer();
///     writer.write_lines(0, &[1; 4])?;
///     writer.read(0, &mut back)?;
///     Ok(back)
/// }
/// ```
///
/// there is no reader beside a writer:
///
/// ```compile_fail,E0499
/// # use forebay_aperture::{Aperture, ApertureError};
/// fn there_and_back(aperture: &mut Aperture) -> Result<[u8; 4], ApertureError> {
///     let mut back = [0; 4];
///     let mut writer = aperture.writer();
///     let mut reader = aperture.reader()?;
///     writer.write_lines(0, &[1; 4])?;
///     reader.read(0, &mut back)?;
///     Ok(back)
/// }
/// ```
///
/// and behind the fence nothing is written while there is a reader:
///
/// ```compile_fail,E0382
/// # use forebay_aperture::{Aperture, ApertureError};
/// fn there_and_back(aperture: &mut Aperture) -> Result<[u8; 4], ApertureError> {
///     let mut back = [0; 4];
///     let mut writer = aperture.writer();
///     let mut reader = writer.fence()?;
///     writer.write_lines(0, &[1; 4])?;
///     reader.read(0, &mut back)?;
///     Ok(back)
/// }
/// ```
pub struct Aperture {
    way: Way,
    caching: Caching,
    /// Something was stored since the last fence.
    pending: bool,
}

/// What is behind it.
enum Way {
    Mapped(MmapRaw),
    Modelled(Box<Modelled>),
}

impl Aperture {
    /// Of a mapping that has that caching and may be written.
    #[must_use]
    pub const fn mapped(mapping: MmapRaw, caching: Caching) -> Self {
        Self { way: Way::Mapped(mapping), caching, pending: false }
    }

    /// Maps so many bytes of a file, from its beginning, whose mappings have that caching.
    ///
    /// # Errors
    /// [`ApertureError::NoRights`], [`ApertureError::Map`], which name `path`.
    pub fn of_file(
        file: &File,
        path: &Path,
        bytes: u64,
        caching: Caching,
    ) -> Result<Self, ApertureError> {
        // One of a size that no program can map is refused by the kernel.
        let len = usize::try_from(bytes).unwrap_or(usize::MAX);
        let mapping = MmapOptions::new().len(len).map_raw(file);
        Ok(Self::mapped(mapping.map_err(|source| unmapped(path, bytes, source))?, caching))
    }

    /// Of an aperture of so many bytes behind a modelled processor. It has the buffers for itself: two apertures are two processors.
    ///
    /// # Errors
    /// [`ApertureError::Processor`].
    pub fn modelled(
        endpoint: Box<dyn Endpoint>,
        bytes: u64,
        caching: Caching,
        processor: Processor,
    ) -> Result<Self, ApertureError> {
        let modelled = Modelled::new(endpoint, bytes, caching, processor)?;
        Ok(Self { way: Way::Modelled(Box::new(modelled)), caching, pending: false })
    }

    /// From now on somebody hears of each access.
    ///
    /// # Errors
    /// [`ApertureError::NotModelled`] for a real mapping, of whose stores nobody knows but the processor.
    pub fn listen(&mut self, listener: Box<dyn Listener>) -> Result<(), ApertureError> {
        match &mut self.way {
            Way::Mapped(_) => Err(ApertureError::NotModelled),
            Way::Modelled(modelled) => {
                modelled.listen(listener);
                Ok(())
            }
        }
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match &self.way {
            Way::Mapped(mapping) => mapping.len() as u64,
            Way::Modelled(modelled) => modelled.bytes(),
        }
    }

    /// How it is mapped.
    #[must_use]
    pub const fn caching(&self) -> Caching {
        self.caching
    }

    /// Virtual time that the accesses have taken so far, in picoseconds, by the model of a processor; none of a real mapping.
    #[must_use]
    pub fn modelled_ps(&self) -> Option<u64> {
        match &self.way {
            Way::Mapped(_) => None,
            Way::Modelled(modelled) => Some(modelled.now_ps()),
        }
    }

    /// To write. When it is dropped there is a fence.
    pub const fn writer(&mut self) -> Writer<'_> {
        Writer { fenced: Fenced(self) }
    }

    /// To read, behind a fence if something is still on its way.
    ///
    /// # Errors
    /// [`ApertureError::Bus`] for what a modelled card did not take of it.
    #[track_caller]
    pub fn reader(&mut self) -> Result<Reader<'_>, ApertureError> {
        self.writer().fence()
    }

    /// All that was stored has left. What goes wrong is told by the next access.
    #[track_caller]
    fn fence(&mut self) {
        match &mut self.way {
            Way::Mapped(_) => fence(),
            Way::Modelled(modelled) => modelled.fence(),
        }
        self.pending = false;
    }

    fn outcome(&mut self) -> Result<(), ApertureError> {
        match &mut self.way {
            Way::Mapped(_) => Ok(()),
            Way::Modelled(modelled) => modelled.outcome(),
        }
    }
}

impl fmt::Debug for Aperture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, caching) = (self.bytes(), self.caching);
        f.debug_struct("Aperture")
            .field("bytes", &bytes)
            .field("caching", &caching)
            .finish_non_exhaustive()
    }
}

/// Leaves nothing on its way.
#[derive(Debug)]
struct Fenced<'a>(&'a mut Aperture);

impl Drop for Fenced<'_> {
    fn drop(&mut self) {
        if self.0.pending {
            self.0.fence();
        }
    }
}

/// Writes into an aperture. What it has written may still be on its way, so it does not read: [`Writer::fence`] makes a [`Reader`] of it.
#[derive(Debug)]
pub struct Writer<'a> {
    fenced: Fenced<'a>,
}

impl<'a> Writer<'a> {
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
        Writer { fenced: self.fenced }
    }
}
