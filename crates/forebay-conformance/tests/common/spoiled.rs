// SPDX-License-Identifier: Apache-2.0
//! A card some of whose registers are broken for good: no reset mends them.

use forebay_bus::{Bar, Card, CardError};
use forebay_faults::{Hook, HookedCard};

/// What the word at an offset of the user BAR reads instead, if it is one of those that are broken.
struct Instead<F>(F);

impl<F: Fn(u64) -> Option<u32> + Send> Hook for Instead<F> {
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        card.mmio_read(bar, offset, data)?;
        if bar == Bar::User {
            for (at, word) in (offset..).step_by(4).zip(data.chunks_exact_mut(4)) {
                if let Some(value) = self.0(at) {
                    word.copy_from_slice(&value.to_le_bytes());
                }
            }
        }
        Ok(())
    }
}

/// A card with broken registers in its user BAR. They take writes as they did.
pub(crate) fn spoiled_card(
    card: Box<dyn Card>,
    instead: impl Fn(u64) -> Option<u32> + Send + 'static,
) -> Box<dyn Card> {
    Box::new(HookedCard::new(card, Instead(instead)))
}
