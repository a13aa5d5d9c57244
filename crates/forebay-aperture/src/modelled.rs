// SPDX-License-Identifier: Apache-2.0
//! An aperture behind a model of a processor: stores go through its buffers.

use forebay_write_combining::{Caching, Processor, Routine, WriteCombiner, aligned_stores};

use crate::endpoint::Runs;
use crate::error::check_range;
use crate::{ApertureError, Endpoint, Instructions};

/// Bytes of a store of `burst`.
const WORD_BYTES: usize = 4;
/// Bytes of a load.
const LOAD_BYTES: usize = 8;

/// A processor and the aperture behind it.
pub(crate) struct Modelled {
    combiner: WriteCombiner<Runs>,
    caching: Caching,
    bytes: u64,
}

impl Modelled {
    pub(crate) fn new(
        endpoint: Box<dyn Endpoint>,
        bytes: u64,
        caching: Caching,
        processor: Processor,
    ) -> Result<Self, ApertureError> {
        let combiner = WriteCombiner::new(processor, Runs::new(endpoint))?;
        Ok(Self { combiner, caching, bytes })
    }

    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Virtual time so far, in picoseconds.
    pub(crate) const fn now_ps(&self) -> u64 {
        self.combiner.now_ps()
    }

    pub(crate) fn burst(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        let code = self.combiner.processor().code;
        let stores = aligned_stores(offset, data.len(), WORD_BYTES);
        self.store(offset, data, (code.word_call_ps, code.word_ps), stores)
    }

    /// The `memcpy` that the model knows.
    pub(crate) fn libc(&mut self, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        check_range(offset, data.len(), self.bytes)?;
        self.combiner.copy(Routine::Libc, self.caching, offset, data)?;
        self.outcome()
    }

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
            self.combiner.work(store_ps);
            self.combiner.store(self.caching, offset + at as u64, &data[at..][..width])?;
        }
        self.outcome()
    }

    pub(crate) fn read(&mut self, offset: u64, into: &mut [u8]) -> Result<(), ApertureError> {
        check_range(offset, into.len(), self.bytes)?;
        for (at, width) in aligned_stores(offset, into.len(), LOAD_BYTES) {
            self.combiner.read(self.caching, offset + at as u64, &mut into[at..][..width])?;
        }
        self.outcome()
    }

    /// What goes wrong in it is told by the next access, or by [`Modelled::outcome`].
    pub(crate) fn fence(&mut self) {
        self.combiner.fence();
    }

    /// What has gone wrong since the last question.
    pub(crate) fn outcome(&mut self) -> Result<(), ApertureError> {
        self.combiner.bus_mut().outcome()
    }
}
