// SPDX-License-Identifier: Apache-2.0
//! The faults on the card's way to host memory.

use forebay_bus::DmaFault;
use forebay_bus::host::{Bus, Interposer, Purpose};

use crate::plan::{SharedPlan, lock};

/// Bytes of a descriptor, and where its magic number is.
const DESCRIPTOR_BYTES: usize = 32;
const MAGIC_BYTES: std::ops::Range<usize> = 2..4;

/// Refuses or alters accesses as the plan says.
pub(crate) struct SpoiledBus {
    plan: SharedPlan,
}

impl SpoiledBus {
    pub(crate) const fn new(plan: SharedPlan) -> Self {
        Self { plan }
    }

    fn judge(
        &self,
        (addr, bytes, write): (u64, usize, bool),
        next: &mut Bus<'_>,
    ) -> Result<(), DmaFault> {
        match lock(&self.plan).access(write, next.purpose()) {
            Some(refusal) => Err(next.refuse(DmaFault { addr, bytes, write, refusal })),
            None => Ok(()),
        }
    }
}

impl Interposer for SpoiledBus {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.judge((addr, out.len(), false), next)?;
        next.read(addr, out)?;
        next.delay(lock(&self.plan).delay(next.purpose()));
        if next.purpose() == Purpose::Descriptor {
            for descriptor in out.chunks_exact_mut(DESCRIPTOR_BYTES) {
                if lock(&self.plan).descriptor() {
                    descriptor[MAGIC_BYTES].iter_mut().for_each(|byte| *byte = !*byte);
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.judge((addr, data.len(), true), next)?;
        next.write(addr, data)
    }
}
