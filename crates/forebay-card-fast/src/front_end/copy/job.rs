// SPDX-License-Identifier: Apache-2.0
//! What is wrong with a copy before anything has moved.

use forebay_regs::desc;
use forebay_regs::user::copy::status::cause;

use crate::front_end::transfer::{Failure, Paths, Transfer};

/// Bytes of the longest copy: what the movers take.
const MOST_BYTES: u32 = desc::length::BYTES.max();

/// A copy as it was asked for.
pub(super) type Job = Transfer;

/// Why nothing of it is moved, if so: the first reason in the order of the description.
pub(super) fn refusal(job: &Job, paths: Paths) -> Option<u32> {
    let wide = |address: u64| u128::from(address);
    let (src_end, dst_end) =
        (wide(job.src) + u128::from(job.bytes), wide(job.dst) + u128::from(job.bytes));
    // The last byte may be the last address there is.
    let wraps = src_end.max(dst_end) > 1 << 64;
    let overlaps =
        job.src_card == job.dst_card && wide(job.src) < dst_end && wide(job.dst) < src_end;
    let path = paths.has(job.src_card, job.dst_card);
    [
        (job.bytes == 0, cause::ZERO_LENGTH),
        (job.bytes > MOST_BYTES, cause::TOO_LONG),
        (wraps, cause::WRAPS),
        (overlaps, cause::OVERLAPS),
        (!path, cause::NO_PATH),
    ]
    .into_iter()
    .find_map(|(wrong, cause)| wrong.then_some(cause))
}

/// The number of a failure in STATUS.
pub(super) const fn cause(failure: Failure) -> u32 {
    match failure {
        Failure::HostDecode => cause::HOST_DECODE,
        Failure::HostSlave => cause::HOST_SLAVE,
        Failure::HostPoison => cause::HOST_POISON,
        Failure::CardDecode => cause::CARD_DECODE,
        Failure::CardSlave => cause::CARD_SLAVE,
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
            assert_eq!(refusal(&job, ALL), reason, "{job:?}");
        }
        let none = Paths { to_card: false, to_host: true };
        assert_eq!(refusal(&job(0, 0, 1, to_card), none), Some(cause::NO_PATH));
    }
}
