// SPDX-License-Identifier: Apache-2.0
//! What is added to what: operands by their place, and the sums that they belong to.

/// Where an operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A point of the block.
    Point,
    /// A bucket as it was before the block.
    Bucket,
    /// A sum of two operands.
    Sum,
}

/// An operand: place, index there, and whether it is subtracted, in 32 bits, because a block has millions of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Operand(u32);

pub(super) const NEGATIVE_BIT: u32 = 31;
pub(super) const PLACE_BIT: u32 = 29;
pub(super) const INDEX_MASK: u32 = (1 << PLACE_BIT) - 1;

/// An operand and the number of the sum that it goes into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: u32,
    pub(super) operand: Operand,
}

impl Operand {
    #[expect(clippy::cast_possible_truncation, reason = "blocks and windows are far below 2^29")]
    pub(super) fn new(place: Place, index: usize, negative: bool) -> Self {
        debug_assert!(index <= INDEX_MASK as usize);
        Self(u32::from(negative) << NEGATIVE_BIT | (place as u32) << PLACE_BIT | index as u32)
    }

    pub(super) fn place(self) -> Place {
        match self.0 >> PLACE_BIT & 3 {
            0 => Place::Point,
            1 => Place::Bucket,
            _ => Place::Sum,
        }
    }

    pub(super) fn index(self) -> usize {
        (self.0 & INDEX_MASK) as usize
    }

    pub(super) fn is_negative(self) -> bool {
        self.0 >> NEGATIVE_BIT == 1
    }
}

/// The places that operands are in.
#[derive(Debug)]
pub(super) struct Sources<'a, P> {
    places: [&'a [P]; 3],
}

impl<'a, P> Sources<'a, P> {
    pub(super) fn new(points: &'a [P], buckets: &'a [P], sums: &'a [P]) -> Self {
        Self { places: [points, buckets, sums] }
    }

    /// Where each of the places begins.
    #[cfg(forebay_lanes)]
    #[inline(always)]
    pub(super) fn starts(&self) -> [*const P; 3] {
        self.places.map(<[P]>::as_ptr)
    }

    /// Whether an operand is among them.
    #[cfg(forebay_lanes)]
    pub(super) fn has(&self, operand: Operand) -> bool {
        operand.index() < self.places[operand.place() as usize].len()
    }

    /// The operand without its sign.
    #[inline(always)]
    pub(super) fn get(&self, operand: Operand) -> &'a P {
        // A table and no branch: which place comes next is hard to predict.
        &self.places[operand.place() as usize][operand.index()]
    }
}
