// SPDX-License-Identifier: Apache-2.0
//! Why a start was refused, or a transfer did not arrive.

use std::fmt;

use forebay_regs::user::udma::bad_hi::reason;

/// What a record or the register `BAD_HI` says of a start that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Nobody is at a host address.
    HostDecode,
    /// Whoever is at a host address refused.
    HostSlave,
    /// Nothing of the card is at a card address.
    CardDecode,
    /// What is at a card address refused.
    CardSlave,
    /// Host data came marked as damaged.
    HostPoison,
    /// Ended by the kernel before all of it had moved.
    Aborted,
    /// Refused: no bytes were asked for.
    Empty,
    /// Refused: an address is in no slot of this context.
    Slot,
    /// Refused: the source may not be read.
    Unreadable,
    /// Refused: the destination, or where the record goes, may not be written.
    Unwritable,
    /// Refused: it would leave the registered region of an address.
    Extent,
    /// Refused: the card has nothing that moves between these two.
    Path,
    /// Refused: the context has as many transfers under way as it may.
    Full,
    /// Refused: the context is not enabled.
    Off,
    /// A number that this library does not know.
    Other(u32),
}

impl Reason {
    /// All that refuse a start, in the order in which the card counts them.
    pub const REFUSALS: [Self; 8] = [
        Self::Empty,
        Self::Slot,
        Self::Unreadable,
        Self::Unwritable,
        Self::Extent,
        Self::Path,
        Self::Full,
        Self::Off,
    ];

    /// Of a number; none where all has arrived.
    pub(crate) const fn numbered(number: u32) -> Option<Self> {
        Some(match number {
            reason::DONE => return None,
            reason::HOST_DECODE => Self::HostDecode,
            reason::HOST_SLAVE => Self::HostSlave,
            reason::CARD_DECODE => Self::CardDecode,
            reason::CARD_SLAVE => Self::CardSlave,
            reason::HOST_POISON => Self::HostPoison,
            reason::ABORTED => Self::Aborted,
            reason::EMPTY => Self::Empty,
            reason::SLOT => Self::Slot,
            reason::UNREADABLE => Self::Unreadable,
            reason::UNWRITABLE => Self::Unwritable,
            reason::EXTENT => Self::Extent,
            reason::PATH => Self::Path,
            reason::FULL => Self::Full,
            reason::OFF => Self::Off,
            other => Self::Other(other),
        })
    }

    /// The card refused the start; else it took it, and not all of it arrived.
    #[must_use]
    pub fn is_refusal(self) -> bool {
        Self::REFUSALS.contains(&self)
    }

    /// What to do about it.
    pub(crate) const fn next_step(self) -> &'static str {
        match self {
            Self::Empty => "ask for one byte at least",
            Self::Slot => "use regions that this queue has registered and not given back",
            Self::Unreadable => "register the source with `Rights::READ`",
            Self::Unwritable => "register the destination with `Rights::WRITE`",
            Self::Extent => {
                "stay within a region; where its pages do not follow each other on the bus, within a page of 4096 bytes"
            }
            Self::Path => "move between host memory and host memory",
            Self::Full => "wait for a transfer of this context first",
            Self::Off => "the kernel has taken the context away; open the queue again",
            Self::Aborted => "the kernel ended it, with a region or the card; submit it again",
            Self::HostDecode | Self::HostSlave | Self::CardDecode | Self::CardSlave => {
                "the card was refused at that address; `forebay describe` shows the last one, the kernel log more"
            }
            Self::HostPoison => "the memory is damaged; the kernel log says more",
            Self::Other(_) => "the card is newer than this library; update it",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HostDecode => "nobody at a host address",
            Self::HostSlave => "refused by what is at a host address",
            Self::CardDecode => "nothing at a card address",
            Self::CardSlave => "refused by what is at a card address",
            Self::HostPoison => "damaged host data",
            Self::Aborted => "aborted by the kernel",
            Self::Empty => "no bytes",
            Self::Slot => "an address in no slot of this context",
            Self::Unreadable => "a source without the right to read",
            Self::Unwritable => "a destination without the right to write",
            Self::Extent => "an end outside the registered region",
            Self::Path => "no path between the two",
            Self::Full => "no room for one more transfer",
            Self::Off => "a context that is off",
            Self::Other(number) => return write!(f, "reason {number}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_register_has_its_reason() {
        for (number, name) in reason::ALL {
            let known = Reason::numbered(*number);
            assert_eq!(known.is_none(), *name == "done", "{name}");
            assert!(!matches!(known, Some(Reason::Other(_))), "{name}");
        }
        let counted = (reason::EMPTY..=reason::OFF).map(|number| Reason::numbered(number).unwrap());
        assert!(counted.eq(Reason::REFUSALS));
        assert_eq!(Reason::numbered(200), Some(Reason::Other(200)));
    }
}
