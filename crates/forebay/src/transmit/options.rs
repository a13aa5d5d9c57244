// SPDX-License-Identifier: Apache-2.0
//! What a transmission is made of.

use serde::Serialize;

/// How to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransmitOptions {
    /// How many buffers.
    pub buffers: u32,
    /// Bytes of each: a multiple of [`TransmitOptions::MULTIPLE`]. Any number of them can be sent.
    pub bytes: u32,
}

impl TransmitOptions {
    /// What the bytes of a buffer are a multiple of: those of a beat of the stream.
    pub const MULTIPLE: u32 = 64;
}

impl Default for TransmitOptions {
    /// 16 buffers of 256 KiB: as many as the card can have at once.
    fn default() -> Self {
        Self { buffers: 16, bytes: 256 << 10 }
    }
}

/// What became of a transmission since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TransmitStats {
    /// Buffers that the card has taken whole.
    pub buffers: u64,
    /// Bytes that it has taken, of those that were cut short as well.
    pub bytes: u64,
    /// Buffers that were cut short: by a stop, or by an error.
    pub cut: u64,
    /// Buffers that can be acquired.
    pub free: u32,
    /// Buffers that were acquired, and neither sent nor given back.
    pub held: u32,
    /// Buffers that were sent and wait for a place at the card.
    pub queued: u32,
    /// Buffers that the card has.
    pub armed: u32,
    /// Times that the engine ended with an error.
    pub errors: u32,
}
