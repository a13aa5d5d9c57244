// SPDX-License-Identifier: Apache-2.0
//! The window for programs: what an offset means, and how two words make the access of 8 bytes that carries a key.

use forebay_regs::udma_window::{CONTEXT_PAGE, PORTAL_PAGE, SHADOW_PAGE};

use super::Shape;
use super::access::{Access, DIRECT_BITS, Op, PAGE_BITS, SLOTS, Space};
use crate::dma::facts;

/// What a word of the window is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    space: Space,
    pub(super) context: usize,
    address: u64,
}

impl Place {
    /// What is `offset` bytes from the beginning of the window; none in a hole. With `direct` no shadow is there.
    pub(super) fn find(offset: u32, direct: bool) -> Option<Self> {
        let page_of = |space, (context, at): (u32, u32)| Self {
            space,
            context: context as usize,
            address: at.into(),
        };
        let shadow = |(page, at): (u32, u32)| {
            let (context, slot) = (page as usize / SLOTS, page as usize % SLOTS);
            Self {
                space: Space::Shadow,
                context,
                address: (slot as u64) << PAGE_BITS | u64::from(at),
            }
        };
        let context = CONTEXT_PAGE.find(offset).map(|found| page_of(Space::Context, found));
        let portal = || PORTAL_PAGE.find(offset).map(|found| page_of(Space::Portal, found));
        let shadow = || SHADOW_PAGE.find(offset).filter(|_| !direct).map(shadow);
        context.or_else(portal).or_else(shadow)
    }

    /// A word here waits for the next one, where two make one access.
    pub(super) fn is_low_half(&self) -> bool {
        self.space == Space::Shadow && self.address.is_multiple_of(8)
    }

    /// What is `offset` bytes from the beginning of the upper window.
    pub(super) const fn upper(offset: u64) -> Self {
        let context = (offset >> DIRECT_BITS) as usize;
        Self { space: Space::Shadow, context, address: offset & ((1 << DIRECT_BITS) - 1) }
    }
}

/// What came of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// Contexts of words that make no access: one that was kept, and the word itself.
    pub(super) strays: [Option<usize>; 2],
    pub(super) access: Option<Access>,
}

/// The word that waits for the other half of its access.
#[derive(Clone, Copy, Debug)]
struct Kept {
    place: Place,
    word: u32,
}

/// Words as they come.
#[derive(Debug, Default)]
pub(super) struct Window {
    kept: Option<Kept>,
}

impl Window {
    /// Takes what is done to a word; `pairs`: whether two stores to shadow space make one.
    pub(super) fn take(&mut self, place: Option<Place>, op: Op, pairs: bool) -> Seen {
        let kept = self.kept.take();
        let dropped = kept.map(|kept| kept.place.context);
        let Some(place) = place else { return Seen { strays: [dropped, None], access: None } };
        let Place { space, context, address } = place;
        let word = match op {
            Op::Store(word) if pairs && space == Space::Shadow => word,
            _ => {
                let access = Some(Access { op, space, context, address });
                return Seen { strays: [dropped, None], access };
            }
        };
        if place.is_low_half() {
            self.kept = Some(Kept { place, word });
            return Seen { strays: [dropped, None], access: None };
        }
        match kept {
            Some(low) if low.place == (Place { address: address - 4, ..place }) => {
                let op = Op::Wide(u64::from(word) << 32 | u64::from(low.word));
                let access = Some(Access { op, space, context, address: low.place.address });
                Seen { strays: [None; 2], access }
            }
            _ => Seen { strays: [dropped, Some(context)], access: None },
        }
    }

    /// Takes a store to a part of a word, which is none of any scheme's.
    pub(super) fn take_part(&mut self, place: Place) -> Seen {
        let dropped = self.kept.take().map(|kept| kept.place.context);
        Seen { strays: [dropped, Some(place.context)], access: None }
    }

    /// Forgets the word that it keeps.
    pub(super) const fn forget(&mut self) {
        self.kept = None;
    }
}

/// Cycles until the last word of an access is taken: each passes behind the one before it.
pub(super) fn cycles(words: impl Iterator<Item = Option<Place>>, shape: Shape, pairs: bool) -> u64 {
    let waits = |place: Place| pairs && shape.store && place.is_low_half();
    let of_words = words.map(|place| match place {
        Some(place) if !waits(place) => facts::WINDOW_WORD,
        _ => facts::WINDOW_SKIP,
    });
    let apart = if shape.bytes == 8 { facts::WINDOW_AGAIN } else { 0 };
    of_words.sum::<u64>() + apart - facts::WINDOW_TAIL
}

#[cfg(test)]
#[path = "tests/window.rs"]
mod tests;
