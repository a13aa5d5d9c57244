// SPDX-License-Identifier: Apache-2.0
//! What happened while the card was served, in numbers.

use serde::Serialize;

/// Counts from start to end, over all clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// BAR reads by clients.
    pub mmio_reads: u64,
    /// BAR writes by clients.
    pub mmio_writes: u64,
    /// BAR writes of a shape that the card does not take, which were dropped.
    pub mmio_misshapen: u64,
    /// BAR accesses that the card did not answer within its budget.
    pub mmio_timeouts: u64,
    /// Messages that reached a client.
    pub messages: u64,
    /// Messages nobody was there for, or that were sent while the bus master bit was off or the card asleep.
    pub messages_lost: u64,
    /// DMA reads by the card.
    pub dma_reads: u64,
    /// DMA writes by the card.
    pub dma_writes: u64,
    /// DMA accesses that were refused.
    pub dma_refused: u64,
    /// Ranges of guest memory mapped.
    pub maps: u64,
    /// Ranges unmapped.
    pub unmaps: u64,
    /// Resets, of the device or of the function.
    pub resets: u64,
    /// Requests that were answered with an error.
    pub requests_refused: u64,
    /// Card cycles.
    pub cycles: u64,
}
