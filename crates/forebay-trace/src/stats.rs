// SPDX-License-Identifier: Apache-2.0
//! Counting what a trace holds.

use std::collections::BTreeMap;
use std::io::Read;

use serde::Serialize;

use crate::event::{Origin, Wanted};
use crate::{Event, TraceError, TraceReader};

/// A number of transactions and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// How many.
    pub count: u64,
    /// Bytes altogether.
    pub bytes: u64,
}

impl Count {
    fn add(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes as u64;
    }
}

/// Accesses of one BAR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BarStats {
    /// Reads.
    pub reads: Count,
    /// Writes.
    pub writes: Count,
}

/// What a trace holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Accesses by the guest, by BAR.
    pub bars: BTreeMap<String, BarStats>,
    /// Accesses that the server made for its own purposes.
    pub server_accesses: u64,
    /// Accesses by the guest that the card does not take.
    pub not_taken: u64,
    /// Messages.
    pub messages: u64,
    /// DMA reads that were answered, of transfers' data.
    pub dma_data_reads: Count,
    /// The same, of descriptors.
    pub dma_descriptor_reads: Count,
    /// DMA writes that were done, of transfers' data.
    pub dma_data_writes: Count,
    /// The same, of results and poll-mode words.
    pub dma_write_backs: Count,
    /// DMA accesses that were refused.
    pub dma_refused: u64,
    /// Ranges of host memory mapped.
    pub maps: u64,
    /// Ranges unmapped.
    pub unmaps: u64,
    /// Resets.
    pub resets: u64,
    /// Clients.
    pub clients: u64,
    /// Card cycles at the end.
    pub cycles: u64,
    /// Transactions of every kind.
    pub transactions: u64,
}

impl Stats {
    /// Counts a whole trace.
    ///
    /// # Errors
    /// What reading it says.
    pub fn of<R: Read>(reader: &mut TraceReader<R>) -> Result<Self, TraceError> {
        let mut stats = Self::default();
        while let Some(event) = reader.next_event()? {
            stats.add(&event);
        }
        stats.transactions = reader.index();
        Ok(stats)
    }

    fn add(&mut self, event: &Event) {
        self.cycles = self.cycles.max(event.end());
        match event {
            Event::Read { origin: Origin::Server, .. }
            | Event::Write { origin: Origin::Server, .. }
            | Event::NotTaken { origin: Origin::Server, .. } => self.server_accesses += 1,
            Event::Read { at, data, .. } => self.bar(at.bar).reads.add(data.len()),
            Event::Write { at, data, .. } => self.bar(at.bar).writes.add(data.len()),
            Event::NotTaken { .. } => self.not_taken += 1,
            Event::DmaRead { refused: Some(_), .. } | Event::DmaWrite { refused: Some(_), .. } => {
                self.dma_refused += 1;
            }
            Event::DmaRead { purpose: Wanted::Descriptors, data, .. } => {
                self.dma_descriptor_reads.add(data.len());
            }
            Event::DmaRead { data, .. } => self.dma_data_reads.add(data.len()),
            Event::DmaWrite { purpose: Wanted::WriteBack, data, .. } => {
                self.dma_write_backs.add(data.len());
            }
            Event::DmaWrite { data, .. } => self.dma_data_writes.add(data.len()),
            Event::Messages { vectors, .. } => self.messages += u64::from(vectors.count_ones()),
            Event::Map { .. } => self.maps += 1,
            Event::Unmap { .. } => self.unmaps += 1,
            Event::Reset { .. } => self.resets += 1,
            Event::Client { here, .. } => self.clients += u64::from(*here),
            Event::Advance { .. } => {}
        }
    }

    fn bar(&mut self, number: u8) -> &mut BarStats {
        self.bars.entry(format!("bar{number}")).or_default()
    }
}
