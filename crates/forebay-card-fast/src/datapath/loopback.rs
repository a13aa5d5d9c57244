// SPDX-License-Identifier: Apache-2.0
//! Loopback: every stream from the host goes back on the channel of the same number, in the cycle after it came.

use forebay_bus::CardError;
use forebay_regs::cards;

use super::{Datapath, Lines, Plug, Ports, Step};
use crate::byte_stream::{ByteStream, STREAM_BEATS};
use crate::features::Waits;

pub(super) const PLUG: Plug = Plug {
    feature: &cards::LOOPBACK,
    to_host_beats: STREAM_BEATS,
    make: |_| Box::new(Loopback::default()),
};

/// What is under way is in the streams.
#[derive(Debug, Default)]
struct Loopback {
    /// It drops what comes.
    held: bool,
}

impl Datapath for Loopback {
    fn read(&mut self, _: u32, _: u64) -> Option<u32> {
        None
    }

    fn write(&mut self, _: u32, _: u32, _: &mut Ports<'_>) -> bool {
        false
    }

    fn step(&mut self, _: u64, ports: &mut Ports<'_>) -> Result<Step, CardError> {
        let mut moves = false;
        for (from, to) in ports.from_host.iter_mut().zip(&mut *ports.to_host) {
            let (bytes, ended) = from.pop(if self.held { usize::MAX } else { to.room() });
            if bytes.is_empty() && !ended {
                continue;
            }
            moves = true;
            if self.held {
                continue;
            }
            to.push(&bytes);
            if ended {
                to.end_packet();
            }
        }
        Ok(Step::of(moves.then_some(1)))
    }

    fn take_lines(&mut self) -> Lines {
        Lines::default()
    }

    /// What waits for a channel that nobody has started is no activity.
    fn busy(&self, ports: &Ports<'_>) -> bool {
        let mut streams = ports.from_host.iter().zip(&*ports.to_host);
        streams.any(|(from, to)| from.is_ready() && (self.held || to.room() > 0))
    }

    /// It takes what comes, and waits for nothing.
    fn waits(&self, _: &Ports<'_>) -> Waits {
        Waits::default()
    }

    fn quiesce(&mut self, held: bool, ports: &mut Ports<'_>) {
        self.held = held;
        if held {
            ports.to_host.iter_mut().for_each(ByteStream::clear);
        }
    }
}
