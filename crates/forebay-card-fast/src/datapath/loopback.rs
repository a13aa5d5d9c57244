// SPDX-License-Identifier: Apache-2.0
//! Loopback: every stream from the host goes back on the channel of the same number.

use forebay_bus::CardError;
use forebay_regs::user::status::card_kind::kind;

use super::{Datapath, Lines, Plug, Ports};
use crate::byte_stream::{BEAT_BYTES, ByteStream, STREAM_BEATS};

pub(super) const PLUG: Plug = Plug {
    kind: kind::LOOPBACK,
    page: None,
    events: 0..0,
    to_host_beats: STREAM_BEATS,
    make: |_| Box::new(Loopback),
};

/// It keeps nothing: what is under way is in the streams.
struct Loopback;

impl Datapath for Loopback {
    fn read(&self, _: u32) -> Option<u32> {
        None
    }

    fn write(&mut self, _: u32, _: u32, _: &mut Ports<'_>) -> bool {
        false
    }

    fn step(&mut self, ports: &mut Ports<'_>) -> Result<Option<u64>, CardError> {
        let mut beats = None;
        for (from, to) in ports.from_host.iter_mut().zip(&mut *ports.to_host) {
            let (bytes, ended) = from.pop(to.room());
            if bytes.is_empty() && !ended {
                continue;
            }
            beats = Some(beats.unwrap_or(0) + bytes.len().div_ceil(BEAT_BYTES) as u64);
            to.push(&bytes);
            if ended {
                to.end_packet();
            }
        }
        Ok(beats)
    }

    fn take_lines(&mut self) -> Lines {
        Lines::default()
    }

    fn busy(&self) -> bool {
        false
    }

    fn quiesce(&mut self, ports: &mut Ports<'_>) {
        ports.to_host.iter_mut().for_each(ByteStream::clear);
    }
}
