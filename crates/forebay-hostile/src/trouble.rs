// SPDX-License-Identifier: Apache-2.0
//! What the bus is told to do to an access, a message or a read.

use forebay_bus::{Bar, CardExt};
use forebay_regs::card::FAULT_PAGE;
use forebay_regs::fault::{self, kind::what, select};

use crate::HostileError;
use crate::player::Player;
use crate::schedule::Trouble;

/// How late a late message is.
const LATE_CYCLES: u32 = 3000;

impl Player {
    pub(crate) fn trouble(&mut self, trouble: Trouble, skip: u8) -> Result<(), HostileError> {
        let (kind, select) = match trouble {
            Trouble::DataRead => (what::COMPLETER_ABORT, select::READ.mask() | select::DATA.mask()),
            Trouble::DataWrite => {
                (what::UNSUPPORTED_REQUEST, select::WRITE.mask() | select::DATA.mask())
            }
            Trouble::Descriptor => {
                (what::POISONED, select::READ.mask() | select::DESCRIPTOR.mask())
            }
            Trouble::Magic => (what::BAD_MAGIC, select::READ.mask() | select::DESCRIPTOR.mask()),
            Trouble::WriteBack => {
                (what::COMPLETER_ABORT, select::WRITE.mask() | select::WRITE_BACK.mask())
            }
            Trouble::LateMessage => (what::LATE_MESSAGE, 0),
            Trouble::LostMessage => (what::LOST_MESSAGE, 0),
            Trouble::Unanswered => (
                what::NEVER_ANSWERED,
                select::READ.mask()
                    | select::WRITE.mask()
                    | select::DATA.mask()
                    | select::DESCRIPTOR.mask()
                    | select::WRITE_BACK.mask(),
            ),
            Trouble::UnansweredWriteBack => {
                (what::NEVER_ANSWERED, select::WRITE.mask() | select::WRITE_BACK.mask())
            }
            Trouble::LateReads => (
                what::LATE_READ,
                select::READ.mask() | select::DATA.mask() | select::DESCRIPTOR.mask(),
            ),
        };
        let (mut skip, mut count, mut param) = (u32::from(skip), 1, LATE_CYCLES);
        match trouble {
            // There are few messages and write-backs, against accesses.
            Trouble::WriteBack | Trouble::UnansweredWriteBack => skip %= 8,
            Trouble::LateMessage => (skip, self.late_by) = (skip % 4, LATE_CYCLES),
            Trouble::LostMessage => (skip, self.lost) = (skip % 4, self.lost + 1),
            // All of them; the number is the seed of the order.
            Trouble::LateReads => (skip, count, param) = (0, u32::MAX, skip),
            _ => {}
        }
        for (register, value) in [
            (fault::KIND, kind),
            (fault::SELECT, select),
            (fault::SKIP, skip),
            (fault::COUNT, count),
            (fault::PARAM, param),
            (fault::ARM, 1),
        ] {
            self.card.write32(Bar::User, FAULT_PAGE + register, value)?;
        }
        Ok(())
    }
}
