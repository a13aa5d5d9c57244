// SPDX-License-Identifier: Apache-2.0
//! What is to be copied, what is wrong with it before anything has moved, and what a refusal on a bus means.

use forebay_bus::host::Refusal;
use forebay_regs::desc;
use forebay_regs::user::copy::status::cause;

use crate::movers::Half;

/// Bytes of the longest copy: what the movers take.
const MOST_BYTES: u32 = desc::length::BYTES.max();

/// Between which spaces a build copies; within host memory every one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paths {
    pub(super) to_card: bool,
    pub(super) to_host: bool,
}

/// A copy as it was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) src: u64,
    pub(super) dst: u64,
    pub(super) bytes: u32,
    pub(super) src_card: bool,
    pub(super) dst_card: bool,
}

impl Job {
    /// Why nothing of it is moved, if so: the first reason in the order of the description.
    pub(super) fn refusal(&self, paths: Paths) -> Option<u32> {
        let wide = |address: u64| u128::from(address);
        let (src_end, dst_end) =
            (wide(self.src) + u128::from(self.bytes), wide(self.dst) + u128::from(self.bytes));
        // The last byte may be the last address there is.
        let wraps = src_end.max(dst_end) > 1 << 64;
        let overlaps =
            self.src_card == self.dst_card && wide(self.src) < dst_end && wide(self.dst) < src_end;
        let path = match (self.src_card, self.dst_card) {
            (false, false) => true,
            (false, true) => paths.to_card,
            (true, false) => paths.to_host,
            (true, true) => false,
        };
        [
            (self.bytes == 0, cause::ZERO_LENGTH),
            (self.bytes > MOST_BYTES, cause::TOO_LONG),
            (wraps, cause::WRAPS),
            (overlaps, cause::OVERLAPS),
            (!path, cause::NO_PATH),
        ]
        .into_iter()
        .find_map(|(wrong, cause)| wrong.then_some(cause))
    }

    /// Cause, and the address that was refused, of what a mover met after `moved` bytes.
    pub(super) const fn failure(&self, half: Half, refusal: Refusal, moved: u64) -> (u32, u64) {
        let (of_card, address) = match half {
            Half::Read => (self.src_card, self.src),
            Half::Write => (self.dst_card, self.dst),
        };
        let cause = match (of_card, refusal) {
            (true, Refusal::Unsupported) => cause::CARD_DECODE,
            (true, _) => cause::CARD_SLAVE,
            (false, Refusal::Unsupported) => cause::HOST_DECODE,
            (false, Refusal::Poisoned) => cause::HOST_POISON,
            (false, _) => cause::HOST_SLAVE,
        };
        (cause, address.wrapping_add(moved))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Paths = Paths { to_card: true, to_host: true };

    fn job(src: u64, dst: u64, bytes: u32, spaces: (bool, bool)) -> Job {
        Job { src, dst, bytes, src_card: spaces.0, dst_card: spaces.1 }
    }

    #[test]
    fn ranges_that_cannot_be_copied_are_refused_each_for_its_reason() {
        let (host, to_card, card) = ((false, false), (false, true), (true, true));
        for (job, reason) in [
            (job(0, 0x1000, 0x1000, host), None),
            (job(0x1000, 0, 0x1001, host), Some(cause::OVERLAPS)),
            (job(5, 5, 1, host), Some(cause::OVERLAPS)),
            (job(5, 5, 1, to_card), None),
            (job(0, 9, 0, host), Some(cause::ZERO_LENGTH)),
            (job(0, 1 << 40, MOST_BYTES, host), None),
            (job(0, 1 << 40, MOST_BYTES + 1, host), Some(cause::TOO_LONG)),
            (job(u64::MAX, 0, 1, to_card), None),
            (job(u64::MAX, 0, 2, to_card), Some(cause::WRAPS)),
            (job(0, u64::MAX - 9, 11, to_card), Some(cause::WRAPS)),
            (job(0, 0x100, 0x100, card), Some(cause::NO_PATH)),
        ] {
            assert_eq!(job.refusal(ALL), reason, "{job:?}");
        }
        let none = Paths { to_card: false, to_host: true };
        assert_eq!(job(0, 0, 1, to_card).refusal(none), Some(cause::NO_PATH));
    }
}
