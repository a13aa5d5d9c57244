// SPDX-License-Identifier: Apache-2.0
//! The page's own feature header: the last of the chain, behind those that the card answers.

use forebay_bus::{Bar, Card, CardError, CardExt, Layout};
use forebay_regs::card;
use forebay_regs::cards::FAULTS;
use forebay_regs::user::{self, feature};

/// Its version, that of every feature.
const VERSION: u32 = feature::version::MAJOR.put(card::FEATURE_MAJOR)
    | feature::version::MINOR.put(card::FEATURE_MINOR);

/// Where the header is, and what of it can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    layout: &'static Layout,
    /// The NEXT word of the card's last header.
    link: u32,
    /// The page's header; none where the chain has no room for it, or is broken.
    at: Option<u32>,
    quiesce: bool,
}

impl Header {
    /// Whether headers may be at that place of the card's own registers.
    pub(crate) fn concerns(offset: u64) -> bool {
        let first = u64::from(user::FEATURE.base());
        let end = first + u64::from(user::FEATURE.stride() * user::FEATURE.count());
        (first..end).contains(&offset)
    }

    /// The one behind the last header of the card's chain, which this reads.
    pub(crate) fn behind(card: &mut dyn Card) -> Result<Self, CardError> {
        let none = Self { layout: card.layout(), link: 0, at: None, quiesce: false };
        for index in 0..user::FEATURE.count() - 1 {
            let at = user::FEATURE.at(index);
            let id = card.read32(Bar::User, at + feature::ID)?;
            let mark = feature::id::MARK;
            if mark.get(id) != mark.get(feature::id::RESET) {
                return Ok(none);
            }
            let (link, next) = (at + feature::NEXT, user::FEATURE.at(index + 1));
            match card.read32(Bar::User, link)? {
                0 => return Ok(Self { link, at: Some(next), ..none }),
                led if led == next => {}
                _ => return Ok(none),
            }
        }
        Ok(none)
    }

    /// Reads a word of the header, or the link that leads to it; none of everything else.
    pub(crate) fn read(&self, offset: u64) -> Option<u32> {
        let own = self.at?;
        let offset = u32::try_from(offset).ok()?;
        if offset == self.link {
            return Some(own);
        }
        Some(match self.word(offset)? {
            feature::ID => {
                feature::id::RESET
                    | feature::id::CLASS.put(feature::id::class::PLATFORM)
                    | feature::id::KIND.put(FAULTS.kind)
            }
            feature::VERSION => VERSION,
            feature::PAGE_BAR => FAULTS.place(self.layout).0,
            feature::PAGE_OFFSET => FAULTS.place(self.layout).1,
            feature::PAGE_BYTES => FAULTS.page_bytes,
            feature::CONTROL => feature::control::QUIESCE.put(u32::from(self.quiesce)),
            // It is the last, and has nothing else.
            feature::NEXT
            | feature::LINES
            | feature::STREAMS
            | feature::EVENTS
            | feature::STATUS
            | feature::PROGRESS => 0,
            _ => return None,
        })
    }

    /// Writes the header's only word that takes it; false everywhere else. It says nothing to a part of the platform.
    pub(crate) fn write(&mut self, offset: u64, low: u8) -> bool {
        let word = u32::try_from(offset).ok().and_then(|offset| self.word(offset));
        let ours = word == Some(feature::CONTROL);
        if ours {
            self.quiesce = feature::control::QUIESCE.is_set(low.into());
        }
        ours
    }

    fn word(&self, offset: u32) -> Option<u32> {
        let at = offset.checked_sub(self.at?)?;
        (at < user::FEATURE.stride()).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use forebay_bus::LinkParams;
    use forebay_card_fast::FastCard;

    use super::*;
    use crate::FaultCard;

    fn errors(card: &mut dyn Card) -> u32 {
        let at = user::COUNTER.at(user::counter::index::MMIO_ERRORS);
        card.read32(Bar::User, at).unwrap()
    }

    #[test]
    fn the_page_is_the_last_feature_of_the_card() {
        let mut bare = FastCard::open("loopback", LinkParams::default()).unwrap();
        let mut card =
            FaultCard::new(Box::new(FastCard::open("loopback", LinkParams::default()).unwrap()));
        let mut at = user::FEATURE.base();
        let mut headers = 0;
        loop {
            let id = card.read32(Bar::User, at).unwrap();
            assert_eq!(feature::id::MARK.get(id), 0x46);
            let next = card.read32(Bar::User, at + feature::NEXT).unwrap();
            if next == 0 {
                break;
            }
            assert_eq!(id, bare.read32(Bar::User, at).unwrap());
            (at, headers) = (next, headers + 1);
        }
        assert!(headers >= 5, "those of the card");
        let mut word = |offset| card.read32(Bar::User, at + offset).unwrap();
        assert_eq!(word(feature::ID), 0x4600_0000 | FAULTS.kind);
        assert_eq!((word(feature::VERSION), word(feature::PAGE_OFFSET)), (1 << 16, FAULTS.page));
        assert_eq!((word(feature::PAGE_BYTES), word(feature::EVENTS)), (0x1000, 0));
        card.write32(Bar::User, at + feature::CONTROL, 1).unwrap();
        assert_eq!(card.read32(Bar::User, at + feature::CONTROL).unwrap(), 1);
        assert_eq!(errors(&mut card), 0, "the card has seen none of it");
        card.read32(Bar::User, at + 0x24).unwrap();
        assert_eq!(errors(&mut card), 1, "a gap is the card's to answer");
        card.reset().unwrap();
        assert_eq!(card.read32(Bar::User, at + feature::CONTROL).unwrap(), 0);
    }
}
