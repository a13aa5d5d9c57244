// SPDX-License-Identifier: Apache-2.0
//! Buckets on their way out: a beat a cycle, as long as the stream takes them (`fby_msm_drain`).

use forebay_regs::user::msm::event;

use super::cycles::facts::FIRST_BEAT_CYCLES;
use crate::byte_stream::BEAT_BYTES;
use crate::datapath::Ports;

/// A read-out.
#[derive(Debug)]
pub(super) struct ReadOut {
    bytes: Vec<u8>,
    sent: usize,
    /// The first cycle in which a beat is there.
    first_at: u64,
    /// Cycles before that one are done.
    clock: u64,
}

impl ReadOut {
    /// One of these bytes that begins in that cycle.
    pub(super) const fn new(bytes: Vec<u8>, began: u64) -> Self {
        Self { bytes, sent: 0, first_at: began + FIRST_BEAT_CYCLES, clock: began }
    }

    /// Cycles before that one are done.
    pub(super) const fn clock(&self) -> u64 {
        self.clock
    }

    pub(super) const fn is_over(&self) -> bool {
        self.sent == self.bytes.len()
    }

    /// Sends up to cycle `until` what the stream has room for, and stops when something has been sent; beats.
    pub(super) fn advance(&mut self, until: u64, channel: usize, ports: &mut Ports<'_>) -> u64 {
        let began = self.clock;
        self.clock = self.clock.max(until.min(self.first_at));
        let stream = &mut ports.to_host[channel];
        let most = usize::try_from(until - self.clock).unwrap_or(usize::MAX);
        let left = (self.bytes.len() - self.sent) / BEAT_BYTES;
        let beats = left.min(stream.room() / BEAT_BYTES).min(most);
        let end = self.sent + beats * BEAT_BYTES;
        stream.push(&self.bytes[self.sent..end]);
        self.sent = end;
        if self.is_over() {
            stream.end_packet();
        }
        let beats = beats as u64;
        self.clock += beats;
        let stalled = if beats == 0 { until - self.clock } else { 0 };
        self.clock += stalled;
        ports.count(event::DRAIN_CYCLES, self.clock - began);
        ports.count(event::DRAIN_STALL_CYCLES, stalled);
        beats
    }
}
