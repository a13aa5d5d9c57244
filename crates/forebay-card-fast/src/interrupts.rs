// SPDX-License-Identifier: Apache-2.0
//! Interrupt block and MSI-X table.

use forebay_regs::user::counter;
use forebay_regs::xdma::{IRQ, MSIX_PBA, MSIX_TABLE, irq, msix_entry, msix_pba};

use crate::status::Status;
use crate::words::{identifier, twin};

/// Pages of the DMA BAR.
const IRQ_PAGE: u32 = IRQ.base();
const MSIX_PAGE: u32 = MSIX_TABLE.base();
const USER_MASK: u32 = irq::user_enable::ENABLE.mask();
const TABLE_WORDS: usize = 4 * MSIX_TABLE.count() as usize;

/// Where the 4 KiB page that `offset` is in begins.
const fn page(offset: u32) -> u32 {
    offset & !0xFFF
}

/// Enables, vectors, masks and what is pending.
#[derive(Debug)]
pub(crate) struct Interrupts {
    channel_mask: u32,
    /// Bits of the vectors that a line can be given, in each byte.
    vectors_mask: u32,
    user_enable: u32,
    channel_enable: u32,
    user_vectors: [u32; 4],
    channel_vectors: [u32; 2],
    user_lines: u32,
    channel_lines: u32,
    user_active: u32,
    channel_active: u32,
    table: [u32; TABLE_WORDS],
    pending: u32,
    sent: u32,
    /// Some of what was sent nobody has been told of.
    news: bool,
    /// A register has been written since lines were last looked at.
    written: bool,
}

impl Interrupts {
    pub(crate) fn new(channels: u32, vectors: u32) -> Self {
        let mut table = [0; TABLE_WORDS];
        for entry in table.chunks_exact_mut(4) {
            entry[3] = msix_entry::vector_control::RESET;
        }
        Self {
            channel_mask: (1 << channels) - 1,
            vectors_mask: (vectors.next_power_of_two() - 1) * 0x0101_0101,
            user_enable: 0,
            channel_enable: 0,
            user_vectors: [0; 4],
            channel_vectors: [0; 2],
            user_lines: 0,
            channel_lines: 0,
            user_active: 0,
            channel_active: 0,
            table,
            pending: 0,
            sent: 0,
            news: false,
            written: false,
        }
    }

    /// Takes the lines as they are now; a source whose request-and-enable rises asks for its message, and unmasked
    /// messages go out.
    pub(crate) fn update(&mut self, user_lines: u32, channel_lines: u32, status: &mut Status) {
        let written = std::mem::take(&mut self.written);
        if !written && (user_lines, channel_lines) == (self.user_lines, self.channel_lines) {
            return;
        }
        self.user_lines = user_lines;
        self.channel_lines = channel_lines;
        let user = user_lines & self.user_enable;
        let channel = channel_lines & self.channel_enable;
        self.fire(user & !self.user_active, |this, source| this.user_vectors[source / 4]);
        self.fire(channel & !self.channel_active, |this, source| this.channel_vectors[source / 4]);
        self.user_active = user;
        self.channel_active = channel;
        let masked = (0..32)
            .filter(|vector| self.table[4 * vector + 3] & 1 == 1)
            .fold(0, |mask, vector| mask | 1 << vector);
        let going = self.pending & !masked;
        status.count(counter::index::MESSAGES, u64::from(going.count_ones()));
        self.sent |= going;
        self.news |= going != 0;
        self.pending &= !going;
    }

    fn fire(&mut self, rising: u32, word: impl Fn(&Self, usize) -> u32) {
        for source in (0..32).filter(|source| rising >> source & 1 == 1) {
            let vector = word(self, source) >> (8 * (source % 4)) & 0x1F;
            self.pending |= 1 << vector;
        }
    }

    /// Messages sent since the last call.
    pub(crate) fn take_sent(&mut self) -> u32 {
        self.news = false;
        std::mem::take(&mut self.sent)
    }

    /// Whether a message was sent since this was last asked or messages were taken.
    pub(crate) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// Reads a register of the DMA BAR; none where neither the interrupt block nor the MSI-X table is.
    pub(crate) fn read(&self, offset: u32) -> Option<u32> {
        match page(offset) {
            IRQ_PAGE => Some(self.read_block(offset - IRQ_PAGE)),
            MSIX_PAGE => Some(self.read_msix(offset)),
            _ => None,
        }
    }

    /// Writes a register of the DMA BAR; false where neither of the two is.
    pub(crate) fn write(&mut self, offset: u32, value: u32) -> bool {
        self.written = true;
        match page(offset) {
            IRQ_PAGE => self.write_block(offset - IRQ_PAGE, value),
            MSIX_PAGE => self.write_msix(offset, value),
            _ => return false,
        }
        true
    }

    fn read_block(&self, offset: u32) -> u32 {
        match offset {
            irq::IDENTIFIER => identifier(2, 0, false),
            irq::USER_ENABLE => self.user_enable,
            irq::CHANNEL_ENABLE => self.channel_enable,
            irq::USER_REQUEST => self.user_lines,
            irq::CHANNEL_REQUEST => self.channel_lines,
            irq::USER_PENDING => self.user_lines & self.user_enable,
            irq::CHANNEL_PENDING => self.channel_lines & self.channel_enable,
            _ => match (irq::USER_VECTOR.find(offset), irq::CHANNEL_VECTOR.find(offset)) {
                (Some((index, _)), _) => self.user_vectors[index as usize],
                (_, Some((index, _))) => self.channel_vectors[index as usize],
                _ => 0,
            },
        }
    }

    fn write_block(&mut self, offset: u32, value: u32) {
        let user = [irq::USER_ENABLE, irq::USER_ENABLE_W1S, irq::USER_ENABLE_W1C];
        self.user_enable = twin(self.user_enable, offset, user, value) & USER_MASK;
        let channel = [irq::CHANNEL_ENABLE, irq::CHANNEL_ENABLE_W1S, irq::CHANNEL_ENABLE_W1C];
        self.channel_enable = twin(self.channel_enable, offset, channel, value) & self.channel_mask;
        if let Some((index, _)) = irq::USER_VECTOR.find(offset) {
            self.user_vectors[index as usize] = value & self.vectors_mask;
        }
        if let Some((index, _)) = irq::CHANNEL_VECTOR.find(offset) {
            self.channel_vectors[index as usize] = value & self.vectors_mask;
        }
    }

    /// Reads the MSI-X page; `offset` counts from the start of the block.
    fn read_msix(&self, offset: u32) -> u32 {
        if offset == MSIX_PBA.base() + msix_pba::PENDING_LO {
            return self.pending;
        }
        let word = (offset - MSIX_TABLE.base()) as usize / 4;
        self.table.get(word).copied().unwrap_or(0)
    }

    fn write_msix(&mut self, offset: u32, value: u32) {
        let word = (offset - MSIX_TABLE.base()) as usize / 4;
        if let Some(slot) = self.table.get_mut(word) {
            let is_mask = word % 4 == msix_entry::VECTOR_CONTROL as usize / 4;
            *slot = if is_mask { value & msix_entry::vector_control::MASK.mask() } else { value };
        }
    }
}
