// SPDX-License-Identifier: Apache-2.0
//! A short name for some bytes that is the same everywhere and for ever (FNV-1a, 128 bits). Not against forgery.

/// 32 hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0100_0000_0000_0000_013b;
    let hash =
        bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}
