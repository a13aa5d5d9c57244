// SPDX-License-Identifier: Apache-2.0
//! Words that several groups of registers are made of, and halves of numbers.

use forebay_regs::xdma::chan;

/// Identifier word of a target.
pub(crate) const fn identifier(target: u32, channel: u32, stream: bool) -> u32 {
    chan::identifier::RESET
        | chan::identifier::TARGET.put(target)
        | chan::identifier::CHANNEL.put(channel)
        | chan::identifier::STREAM.put(stream as u32)
}

/// New value of a register with a plain, a write-1-to-set and a write-1-to-clear address.
pub(crate) const fn twin(old: u32, offset: u32, [plain, set, clear]: [u32; 3], value: u32) -> u32 {
    if offset == plain {
        value
    } else if offset == set {
        old | value
    } else if offset == clear {
        old & !value
    } else {
        old
    }
}

/// Lower half of a number.
#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
pub(crate) const fn low(value: u64) -> u32 {
    value as u32
}

/// Upper half of it.
pub(crate) const fn high(value: u64) -> u32 {
    (value >> 32) as u32
}

/// The number with another lower half.
pub(crate) const fn with_low(old: u64, value: u32) -> u64 {
    old & !0xFFFF_FFFF | value as u64
}

/// The number with another upper half.
pub(crate) const fn with_high(old: u64, value: u32) -> u64 {
    old & 0xFFFF_FFFF | (value as u64) << 32
}
