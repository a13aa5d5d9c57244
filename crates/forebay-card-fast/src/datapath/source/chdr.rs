// SPDX-License-Identifier: Apache-2.0
//! Headers of packets (CHDR, in a line of 64 bytes), and whose packet comes next; `fby_source_chdr`.

use super::CHANNELS;
use super::lane::Lane;
use crate::byte_stream::{BEAT_BYTES, ByteStream};

/// Data with a time.
const TIMED: u64 = 7;

/// Whose turn it is, and how many packets each had.
#[derive(Debug, Default)]
pub(super) struct Chdr {
    last: usize,
    sequence: [u16; CHANNELS],
}

impl Chdr {
    /// A burst begins, with packet 0 of each channel.
    pub(super) const fn begin(&mut self) {
        self.sequence = [0; CHANNELS];
    }

    /// Gives the next whole packet to `out` when that is empty; whether there was one.
    pub(super) fn step(
        &mut self,
        lanes: &mut [Lane; CHANNELS],
        endpoint: u16,
        out: &mut ByteStream,
    ) -> bool {
        if out.beats() > 0 {
            return false;
        }
        let turns = (1..=CHANNELS).map(|step| (self.last + step) % CHANNELS);
        let Some(pick) = turns.clone().find(|channel| !lanes[*channel].wholes.is_empty()) else {
            return false;
        };
        let lane = &mut lanes[pick];
        let Some(whole) = lane.wholes.pop_front() else { return false };
        let (bytes, _) = lane.store.pop(whole.bytes);
        out.begin_packet(whole.lost, whole.stamps);
        out.push(&self.header(pick, endpoint, bytes.len(), whole.end.burst, whole.stamps.at(0)));
        out.push(&bytes);
        out.end_packet_as(whole.end);
        self.last = pick;
        self.sequence[pick] = self.sequence[pick].wrapping_add(1);
        true
    }

    fn header(
        &self,
        channel: usize,
        endpoint: u16,
        bytes: usize,
        end: bool,
        stamp: u64,
    ) -> [u8; BEAT_BYTES] {
        let endpoint = (0..channel).fold(endpoint, |endpoint, _| endpoint.wrapping_add(1));
        let word = u64::from(end) << 57
            | TIMED << 53
            | u64::from(self.sequence[channel]) << 32
            | ((bytes + BEAT_BYTES) as u64 & 0xFFFF) << 16
            | u64::from(endpoint);
        let mut line = [0; BEAT_BYTES];
        line[..8].copy_from_slice(&word.to_le_bytes());
        line[8..16].copy_from_slice(&stamp.to_le_bytes());
        line
    }
}
