// SPDX-License-Identifier: Apache-2.0
//! What must be answered to requests whose answer depends on nothing that was done before.

use crate::common::*;

/// How a card appears on its bus, in the numbers that a client would see.
#[derive(Debug, PartialEq)]
pub(crate) struct Device {
    /// Sizes of regions 0 to 5, the BARs.
    bars: [u64; 6],
    /// BAR that begins with the block of DMA registers.
    pub(crate) dma_bar: u32,
    /// Vectors of MSI-X.
    pub(crate) vectors: u32,
    /// First words of spaces, which never change: region, offset, bytes.
    pub(crate) words: &'static [(u32, u64, [u8; 4])],
}

const DMA_ID: [u8; 4] = [0x06, 0x00, 0xc0, 0x1f];

/// A vector for each channel and 16 more.
pub(crate) static OWN: Device = Device {
    bars: [64 << 20, 0, 64 << 10, 0, 1 << 30, 0],
    dma_bar: BAR_DMA,
    vectors: 24,
    words: &[(BAR_USER, 0, *b"FBAY"), (BAR_DMA, 0, DMA_ID), (CONFIG, 0, [0xee, 0x10, 0x3f, 0x90])],
};

/// What one cloud card allows: nothing in BAR2, and 16 vectors.
pub(crate) static SHELL: Device = Device {
    bars: [64 << 20, 0, 0, 0, 1 << 30, 0],
    dma_bar: BAR_USER,
    vectors: 16,
    words: &[
        (BAR_USER, 0, DMA_ID),
        (BAR_USER, 0x1_0000, *b"FBAY"),
        (CONFIG, 0, [0x0f, 0x1d, 0xfb, 0xf0]),
    ],
};

impl Device {
    /// Size of a region that is a BAR.
    pub(crate) fn bar_bytes(&self, region: u32) -> u64 {
        self.bars.get(region as usize).copied().unwrap_or(0)
    }

    /// What information must be answered.
    pub(crate) fn info(&self, command: u16, argsz: u32, index: u32) -> Result<Vec<u8>, u32> {
        let enough = argsz >= if command == GET_REGION_INFO { 32 } else { 16 };
        match (command, index) {
            _ if !enough => Err(EINVAL),
            (GET_INFO, _) => Ok(words(&[16, 3, 9, 5])),
            (GET_REGION_INFO, 0..9) => {
                let size = if index == CONFIG { 4096 } else { self.bar_bytes(index) };
                let flags = if size == 0 { 0 } else { 3 };
                let mut info = words(&[32, flags, index, 0]);
                info.extend([size, 0].map(u64::to_le_bytes).concat());
                Ok(info)
            }
            (GET_IRQ_INFO, 0..5) => {
                let count = self.irq_count(index);
                Ok(words(&[16, u32::from(count > 0), index, count]))
            }
            _ => Err(EINVAL),
        }
    }

    /// Beside the vectors there is an error line.
    const fn irq_count(&self, index: u32) -> u32 {
        match index {
            2 => self.vectors,
            3 => 1,
            _ => 0,
        }
    }

    /// Whether vectors must be taken: `fds` says how many descriptors come, and whether they are eventfds.
    pub(crate) fn irqs_taken(
        &self,
        flags: u32,
        index: u32,
        (start, count): (u32, u32),
        (fds, are_eventfds): (usize, bool),
    ) -> Result<(), u32> {
        let known = matches!(flags, 0x21 | 0x22 | 0x24) && index < 5;
        if !known || start + count > self.irq_count(index) {
            return Err(EINVAL);
        }
        let given = flags == 0x24 && fds > 0 && self.irq_count(index) > 0;
        if given && (fds != count as usize || !are_eventfds) { Err(EINVAL) } else { Ok(()) }
    }
}
