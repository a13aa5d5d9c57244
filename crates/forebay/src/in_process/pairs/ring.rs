// SPDX-License-Identifier: Apache-2.0
//! The ring of records that an engine writes: what it tells of each buffer.

use forebay_bus::host::Shared;
use forebay_bus::{CardError, DmaFault, HostMemory};
use forebay_regs::s2mm_record::{self as layout, lost_hi};

use crate::capture::BufferInfo;

/// Logarithm of the number of records: more than there can be buffers armed, so that none is overwritten before it was seen.
pub(super) const RECORDS_LOG2: u32 = 6;
const RECORD_BYTES: usize = layout::SIZE_BYTES as usize;
const RECORDS: usize = 1 << RECORDS_LOG2;

/// What a record says.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Record {
    /// Bus address of the buffer.
    pub buffer: u64,
    /// How much of it was moved.
    pub bytes: u32,
    /// Without what was overwritten; its number is what the engine counts. A stream to the card has no times and no losses.
    pub info: BufferInfo,
}

/// The records, and how far they were seen.
pub(super) struct Ring {
    memory: Shared,
    /// Number of the last one that was seen.
    seen: u32,
}

impl Ring {
    pub(super) fn new(host: &HostMemory) -> Result<Self, CardError> {
        Ok(Self { memory: host.share(RECORDS * RECORD_BYTES)?, seen: 0 })
    }

    /// Where it is on the bus.
    pub(super) fn addr(&self) -> u64 {
        self.memory.addr()
    }

    /// Number of the last one that was seen, which the engine counts.
    pub(super) const fn seen(&self) -> u32 {
        self.seen
    }

    /// The engine counts from 1 again.
    pub(super) fn restart(&mut self) -> Result<(), DmaFault> {
        self.seen = 0;
        self.memory.write(0, &[0; RECORDS * RECORD_BYTES])
    }

    /// The next record, if it is there.
    pub(super) fn next(&mut self) -> Result<Option<Record>, DmaFault> {
        let at = self.seen as usize % RECORDS * RECORD_BYTES;
        let mut bytes = [0; RECORD_BYTES];
        self.memory.read(at, &mut bytes)?;
        let next = self.seen.wrapping_add(1);
        let record = Record::of(&bytes);
        if record.info.sequence != next {
            return Ok(None);
        }
        self.seen = next;
        Ok(Some(record))
    }
}

impl Record {
    fn of(bytes: &[u8; RECORD_BYTES]) -> Self {
        let word = |at: u32| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[at as usize..][..4]);
            u32::from_le_bytes(word)
        };
        let pair = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        let wide = |at: u32| pair(word(at), word(at + 4));
        let ends = word(layout::LOST_HI);
        Self {
            buffer: wide(layout::BUFFER_LO),
            bytes: word(layout::BYTES),
            info: BufferInfo {
                stamp: wide(layout::STAMP_LO),
                lost: pair(word(layout::LOST_LO), lost_hi::SAMPLES.get(ends)),
                overwritten: 0,
                sequence: word(layout::SEQUENCE),
                end_of_packet: lost_hi::EOP.is_set(ends),
                end_of_burst: lost_hi::EOB.is_set(ends),
                overrun: lost_hi::OVERRUN.is_set(ends),
                stopped: lost_hi::STOPPED.is_set(ends),
            },
        }
    }
}
