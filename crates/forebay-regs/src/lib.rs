// SPDX-License-Identifier: Apache-2.0
//! Registers and memory words of the Forebay card: offsets, fields, masks and reset values; it never knows how they are
//! reached.
//!
//! The modules are generated from `regs/*.rdl`; this file holds the two types that they use.
//! Offsets are relative to the group of registers, groups are placed by a [`Blocks`]:
//!
//! ```
//! use forebay_regs::xdma::{self, chan};
//!
//! // Start C2H channel 1: the run bit in its control register.
//! let address = xdma::C2H.at(1) + chan::CONTROL;
//! let word = chan::control::RUN.put(1);
//! assert_eq!((address, word), (0x1104, 1));
//! ```
#![no_std]

mod generated;
mod table;

pub use generated::{
    batch_desc, batch_record, c2h_result, card, cards, desc, fault, interrupts, plug, poll_wb,
    s2mm_record, udma_window, user, xdma,
};
pub use table::{Class, Feature, Layout, PageIn};

/// A field of a 32-bit register or memory word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    lsb: u32,
    width: u32,
}

impl Field {
    /// The field of `width` bits (1 to 32) whose lowest bit is `lsb`.
    #[must_use]
    pub const fn new(lsb: u32, width: u32) -> Self {
        Self { lsb, width }
    }

    /// Number of its lowest bit.
    #[must_use]
    pub const fn lsb(self) -> u32 {
        self.lsb
    }

    /// Number of bits.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Largest value that fits.
    #[must_use]
    pub const fn max(self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// Ones where the field is.
    #[must_use]
    pub const fn mask(self) -> u32 {
        self.max() << self.lsb
    }

    /// The field's value in `word`.
    #[must_use]
    pub const fn get(self, word: u32) -> u32 {
        (word >> self.lsb) & self.max()
    }

    /// True if any bit of the field is set in `word`.
    #[must_use]
    pub const fn is_set(self, word: u32) -> bool {
        word & self.mask() != 0
    }

    /// A word with `value` in the field and zeros around it; bits that do not fit are dropped.
    #[must_use]
    pub const fn put(self, value: u32) -> u32 {
        (value & self.max()) << self.lsb
    }

    /// `word` with the field replaced by `value`.
    #[must_use]
    pub const fn replace(self, word: u32, value: u32) -> u32 {
        (word & !self.mask()) | self.put(value)
    }
}

/// Evenly spaced places of a group of registers, or of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    base: u32,
    stride: u32,
    count: u32,
}

impl Blocks {
    /// `count` places, the first at `base`, one every `stride` bytes.
    #[must_use]
    pub const fn new(base: u32, stride: u32, count: u32) -> Self {
        Self { base, stride, count }
    }

    /// Offset of the first place.
    #[must_use]
    pub const fn base(self) -> u32 {
        self.base
    }

    /// Bytes from one place to the next.
    #[must_use]
    pub const fn stride(self) -> u32 {
        self.stride
    }

    /// How many places there are.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Offset of place `index`. An index beyond the last one gives an address that no register
    /// answers; it is the caller's to compare with [`Blocks::count`].
    #[must_use]
    pub const fn at(self, index: u32) -> u32 {
        self.base + self.stride * index
    }

    /// The place that holds `offset` and the offset within it, if it is one of these.
    #[must_use]
    pub const fn find(self, offset: u32) -> Option<(u32, u32)> {
        if offset < self.base || offset >= self.at(self.count) {
            return None;
        }
        let distance = offset - self.base;
        Some((distance / self.stride, distance % self.stride))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_lies_where_the_layout_puts_it() {
        use cards::{FAULTS, INTERRUPTS, MSM, layout};
        assert_eq!(MSM.place(&layout::XDMA), (0, 0x1000));
        assert_eq!(MSM.place(&layout::SHELL), (0, 0x1_1000));
        assert_eq!(INTERRUPTS.place(&layout::XDMA), (2, 0x2000));
        assert_eq!(INTERRUPTS.place(&layout::SHELL), (0, 0x2000));
        assert_eq!(FAULTS.place(&layout::SHELL), (0, layout::SHELL.user_bar_bytes - 0x1000));
        assert!(layout::XDMA.bars().eq([(0, 1 << 26), (2, 1 << 16), (4, 1 << 30)]));
        assert!(layout::SHELL.bars().eq([(0, 1 << 26), (4, 1 << 30)]));
        assert_eq!(layout::SHELL.aperture_bytes(), 1 << 30);
        assert_eq!(layout::WIDE.aperture_bytes(), 1 << 35, "the other half is programs'");
        assert!(layout::WIDE.bars().eq([(2, 1 << 26), (0, 1 << 16), (4, 1 << 36)]));
    }

    #[test]
    fn field_cuts_and_places() {
        let field = Field::new(8, 6);
        assert_eq!(field.mask(), 0x3F00);
        assert_eq!(field.get(0xAD4B_1234), 0x12);
        assert_eq!(field.put(0xFF), 0x3F00);
        assert_eq!(field.replace(0xFFFF_FFFF, 1), 0xFFFF_C1FF);
        assert!(field.is_set(0x0100) && !field.is_set(0xFFFF_C0FF));
    }

    #[test]
    fn whole_word_field_has_full_mask() {
        assert_eq!(Field::new(0, 32).mask(), u32::MAX);
        assert_eq!(Field::new(0, 32).replace(1, 7), 7);
    }

    #[test]
    fn blocks_place_and_find() {
        let blocks = Blocks::new(0x1000, 0x100, 4);
        assert_eq!(blocks.at(3), 0x1300);
        assert_eq!(blocks.find(0x1344), Some((3, 0x44)));
        assert_eq!(blocks.find(0x0FFC), None);
        assert_eq!(blocks.find(0x1400), None);
    }
}
