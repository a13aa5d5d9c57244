// SPDX-License-Identifier: Apache-2.0
//! An aperture that a program has mapped.

use std::fmt;
use std::fs::File;
use std::path::Path;

use forebay_write_combining::{Caching, Processor};
use memmap2::{MmapOptions, MmapRaw};

use crate::error::{too_short, unmapped};
use crate::modelled::Modelled;
use crate::{ApertureError, Endpoint, Listener, fence};

/// A card's aperture, mapped with the caching that was asked for.
///
/// Stores into it are on their way for a while, and a load may pass them. So it is written through a [`Writer`](crate::Writer) and read through a [`Reader`](crate::Reader),
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
///
/// What a thread has written is fenced by that thread, since a fence is one for the processor that it is done on:
///
/// ```compile_fail,E0277
/// # use forebay_aperture::{Aperture, ApertureError};
/// fn there_and_back(aperture: &mut Aperture) -> Result<(), ApertureError> {
///     let mut writer = aperture.writer();
///     writer.write_lines(0, &[1; 4])?;
///     std::thread::scope(|scope| {
///         scope.spawn(move || writer.fence()?.read(0, &mut [0; 4]));
///     });
///     Ok(())
/// }
/// ```
pub struct Aperture {
    pub(crate) way: Way,
    caching: Caching,
    /// Something was stored since the last fence.
    pub(crate) pending: bool,
}

/// What is behind it.
pub(crate) enum Way {
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
    /// [`ApertureError::NoRights`], [`ApertureError::Map`], which name `path`; a file that is not a device must have that many bytes.
    pub fn of_file(
        file: &File,
        path: &Path,
        bytes: u64,
        caching: Caching,
    ) -> Result<Self, ApertureError> {
        let meta = file.metadata().map_err(|source| unmapped(path, bytes, source))?;
        if meta.is_file() && meta.len() < bytes {
            // The kernel's of a BAR are as long as that. Behind the end of a file a store ends the program.
            return Err(too_short(path, bytes, meta.len()));
        }
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

    /// All that was stored has left. What goes wrong is told by the next access.
    #[track_caller]
    pub(crate) fn fence(&mut self) {
        match &mut self.way {
            Way::Mapped(_) => fence(),
            Way::Modelled(modelled) => modelled.fence(),
        }
        self.pending = false;
    }

    pub(crate) fn outcome(&mut self) -> Result<(), ApertureError> {
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
