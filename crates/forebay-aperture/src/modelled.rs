// SPDX-License-Identifier: Apache-2.0
//! An aperture behind a model of a processor: stores go through its buffers.

use std::panic::Location;

use forebay_write_combining::{Caching, Processor, Routine, WriteCombiner, aligned_stores};

use crate::endpoint::Runs;
use crate::error::check_range;
use crate::{ApertureError, Endpoint, Instructions, Listener};

/// Bytes of a store of `burst`.
const WORD_BYTES: usize = 4;
/// Bytes of a load.
const LOAD_BYTES: usize = 8;

/// A processor and the aperture behind it.
pub(crate) struct Modelled {
    combiner: WriteCombiner<Runs>,
    caching: Caching,
    bytes: u64,
    listener: Option<Box<dyn Listener>>,
}

impl Modelled {
    pub(crate) fn new(
        endpoint: Box<dyn Endpoint>,
        bytes: u64,
        caching: Caching,
        processor: Processor,
    ) -> Result<Self, ApertureError> {
        let combiner = WriteCombiner::new(processor, Runs::new(endpoint))?;
        Ok(Self { combiner, caching, bytes, listener: None })
    }

    pub(crate) fn listen(&mut self, listener: Box<dyn Listener>) {
        self.listener = Some(listener);
    }

    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Virtual time so far, in picoseconds.
    pub(crate) const fn now_ps(&self) -> u64 {
        self.combiner.now_ps()
    }

    #[track_caller]
    pub(crate) fn burst(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        let code = self.combiner.processor().code;
        let stores = aligned_stores(offset, data.len(), WORD_BYTES);
        self.store(offset, data, (code.word_call_ps, code.word_ps), stores)
    }

    /// The `memcpy` that the model knows.
    #[track_caller]
    pub(crate) fn libc(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        check_range(offset, data.len(), self.bytes)?;
        if let Some(listener) = &mut self.listener {
            let (place, code) = (Location::caller(), self.combiner.processor().code);
            Routine::Libc.each(offset, data.len(), &code, |step| {
                listener.store(
                    place,
                    offset + step.offset as u64,
                    &data[step.offset..][..step.width],
                );
            });
        }
        self.combiner.copy(Routine::Libc, self.caching, offset, data)?;
        self.outcome()
    }

    #[track_caller]
    pub(crate) fn lines(
        &mut self,
        by: Instructions,
        offset: u64,
        data: &[u8],
    ) -> Result<(), ApertureError> {
        let code = self.combiner.processor().code;
        let stores = by.stores(offset, data.len());
        self.store(offset, data, (code.call_ps, code.vector_ps), stores)
    }

    /// Stores one after the other, each in its time.
    #[track_caller]
    fn store(
        &mut self,
        offset: u64,
        data: &[u8],
        (call_ps, store_ps): (u64, u64),
        stores: impl Iterator<Item = (usize, usize)>,
    ) -> Result<(), ApertureError> {
        check_range(offset, data.len(), self.bytes)?;
        self.combiner.work(call_ps);
        for (at, width) in stores {
            let (offset, data) = (offset + at as u64, &data[at..][..width]);
            if let Some(listener) = &mut self.listener {
                listener.store(Location::caller(), offset, data);
            }
            self.combiner.work(store_ps);
            self.combiner.store(self.caching, offset, data)?;
        }
        self.outcome()
    }

    /// Behind a full fence, as [`crate::Memory::read`].
    #[track_caller]
    pub(crate) fn read(&mut self, offset: u64, into: &mut [u8]) -> Result<(), ApertureError> {
        check_range(offset, into.len(), self.bytes)?;
        if let Some(listener) = &mut self.listener {
            listener.full_fence(Location::caller());
        }
        self.combiner.fence();
        for (at, width) in aligned_stores(offset, into.len(), LOAD_BYTES) {
            let offset = offset + at as u64;
            if let Some(listener) = &mut self.listener {
                listener.load(Location::caller(), offset, width);
            }
            self.combiner.read(self.caching, offset, &mut into[at..][..width])?;
        }
        self.outcome()
    }

    /// What goes wrong in it is told by the next access, or by [`Modelled::outcome`].
    #[track_caller]
    pub(crate) fn fence(&mut self) {
        if let Some(listener) = &mut self.listener {
            listener.fence(Location::caller());
        }
        self.combiner.fence();
    }

    /// What has gone wrong since the last question.
    pub(crate) fn outcome(&mut self) -> Result<(), ApertureError> {
        self.combiner.bus_mut().outcome()
    }
}
