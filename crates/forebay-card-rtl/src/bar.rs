// SPDX-License-Identifier: Apache-2.0
//! The host's side of the card's BAR ports: one access at a time, at one of them. A store is a single beat.

use forebay_bus::{Bar, Layout};
use forebay_link::RESP_OKAY;

use crate::structs::{BARS, BEAT_BYTES, BarIn, BarOut};

/// Where an access stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// None under way.
    #[default]
    Idle,
    /// The address of a read is offered.
    Ask,
    /// Address and data of a write are offered, as far as they are not taken.
    Tell { address: bool, data: bool },
    /// The response is awaited.
    Response { write: bool },
}

/// What an access has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The card has taken a write, or refused it: a host does not hear of either.
    Written,
    /// The answer to a read is there.
    Read,
}

/// One access, and the answer to the last one.
#[derive(Debug)]
pub(crate) struct BarPort {
    step: Step,
    /// The port's number, and whether the card sees something there.
    port: usize,
    shown: bool,
    addr: u64,
    bytes: u16,
    strobes: u64,
    data: [u8; BEAT_BYTES],
    /// The beats of a read that have come, and how many there will be.
    answer: Vec<u8>,
    beats: u8,
}

impl Default for BarPort {
    fn default() -> Self {
        Self {
            step: Step::Idle,
            port: 0,
            shown: false,
            addr: 0,
            bytes: 0,
            strobes: 0,
            data: [0; BEAT_BYTES],
            answer: Vec::new(),
            beats: 0,
        }
    }
}

/// The port of the BAR in which a card of that layout has something. The block of DMA registers need not have one of its own.
pub(crate) const fn port(layout: &Layout, bar: Bar) -> usize {
    match bar {
        Bar::User => 0,
        Bar::Dma if layout.dma_bar == layout.user_bar => 0,
        Bar::Dma => 1,
        Bar::Aperture => 2,
    }
}

/// Byte lane of an offset.
fn lane(offset: u64) -> usize {
    usize::try_from(offset % BEAT_BYTES as u64).unwrap_or(0)
}

impl BarPort {
    /// Starts a read of a shape that the BAR at the port takes; `offset` is that in the BAR.
    pub(crate) fn start_read(&mut self, port: usize, offset: u64, bytes: u16) {
        self.port = port;
        self.addr = offset;
        self.bytes = bytes;
        let beats = (lane(offset) + usize::from(bytes)).div_ceil(BEAT_BYTES);
        self.beats = u8::try_from(beats).unwrap_or(u8::MAX);
        self.answer.clear();
        self.step = Step::Ask;
    }

    /// Starts a write of a shape that the BAR at the port takes; `offset` is that in the BAR.
    pub(crate) fn start_write(&mut self, port: usize, offset: u64, data: &[u8]) {
        self.port = port;
        self.addr = offset;
        self.bytes = u16::try_from(data.len()).unwrap_or(0);
        self.step = Step::Tell { address: true, data: true };
        let begin = lane(offset);
        self.data = [0; BEAT_BYTES];
        self.data[begin..begin + data.len()].copy_from_slice(data);
        let ones = if data.len() == BEAT_BYTES { u64::MAX } else { (1 << data.len()) - 1 };
        self.strobes = ones << begin;
    }

    /// What the last read returned.
    pub(crate) fn read_data(&self) -> &[u8] {
        &self.answer[lane(self.addr)..lane(self.addr) + usize::from(self.bytes)]
    }

    /// Ends what is under way, since the card is in reset.
    pub(crate) fn reset(&mut self) {
        self.step = Step::Idle;
    }

    /// Drives the card's inputs.
    pub(crate) fn drive(&mut self, bars: &mut [BarIn; BARS]) {
        if self.step == Step::Idle && !self.shown {
            return;
        }
        self.shown = self.step != Step::Idle;
        let input = &mut bars[self.port];
        let (address, data) = match self.step {
            Step::Tell { address, data } => (address, data),
            _ => (false, false),
        };
        input.ar_valid = u8::from(self.step == Step::Ask);
        input.aw_valid = u8::from(address);
        input.w_valid = u8::from(data);
        input.r_ready = u8::from(self.step == Step::Response { write: false });
        input.b_ready = u8::from(self.step == Step::Response { write: true });
        if self.step == Step::Ask {
            input.ar_addr = self.addr;
            input.ar_bytes = self.bytes;
            input.ar_len = self.beats - 1;
        }
        if address {
            input.aw_addr = self.addr;
            input.aw_bytes = self.bytes;
        }
        if data {
            input.w_data = self.data;
            input.w_strb = self.strobes;
            input.w_last = 1;
        }
    }

    /// Takes what the card did with the inputs of [`BarPort::drive`]; how the access has ended, if it has.
    pub(crate) fn react(&mut self, bars: &[BarOut; BARS]) -> Option<Ended> {
        let output = &bars[self.port];
        let (step, ended) = match self.step {
            Step::Ask if output.ar_ready != 0 => (Step::Response { write: false }, None),
            Step::Tell { address, data } => {
                let (address, data) =
                    (address && output.aw_ready == 0, data && output.w_ready == 0);
                let taken = !address && !data;
                let left = Step::Tell { address, data };
                (if taken { Step::Response { write: true } } else { left }, None)
            }
            Step::Response { write: false } if output.r_valid != 0 => {
                // Where nobody answers, a host reads all ones.
                let beat =
                    if output.r_resp == RESP_OKAY { output.r_data } else { [0xff; BEAT_BYTES] };
                self.answer.extend(beat);
                if self.answer.len() < usize::from(self.beats) * BEAT_BYTES {
                    (self.step, None)
                } else {
                    (Step::Idle, Some(Ended::Read))
                }
            }
            Step::Response { write: true } if output.b_valid != 0 => {
                (Step::Idle, Some(Ended::Written))
            }
            step => (step, None),
        };
        self.step = step;
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the card sees at the ports.
    fn driven(port: &mut BarPort) -> [BarIn; BARS] {
        let mut bars = <[BarIn; BARS]>::default();
        port.drive(&mut bars);
        bars
    }

    /// The card does that at the aperture's port.
    fn at_aperture(output: BarOut) -> [BarOut; BARS] {
        [BarOut::default(), BarOut::default(), output]
    }

    #[test]
    fn a_write_shows_data_on_its_lanes_and_at_its_port_only() {
        let mut port = BarPort::default();
        port.start_write(2, 0x1044, &[0xaa; 8]);
        let bars = driven(&mut port);
        assert_eq!((bars[0].aw_valid, bars[1].aw_valid), (0, 0));
        let input = &bars[2];
        assert_eq!((input.aw_valid, input.aw_addr, input.aw_bytes), (1, 0x1044, 8));
        assert_eq!((input.w_valid, input.w_strb, input.w_last), (1, 0xff0, 1));
        assert_eq!(input.w_data[4..12], [0xaa; 8]);
        assert_eq!(input.w_data[12], 0);
    }

    #[test]
    fn address_and_data_are_taken_in_any_order() {
        for first in [
            BarOut { aw_ready: 1, ..BarOut::default() },
            BarOut { w_ready: 1, ..BarOut::default() },
        ] {
            let mut port = BarPort::default();
            let left = (first.w_ready, first.aw_ready);
            port.start_write(2, 0, &[1; 4]);
            assert_eq!(port.react(&at_aperture(first)), None);
            let seen = driven(&mut port);
            assert_eq!((seen[2].aw_valid, seen[2].w_valid), left);
            let rest = BarOut { aw_ready: 1, w_ready: 1, ..BarOut::default() };
            assert_eq!(port.react(&at_aperture(rest)), None);
            let seen = driven(&mut port);
            assert_eq!((seen[2].aw_valid, seen[2].w_valid, seen[2].b_ready), (0, 0, 1));
            let answer = BarOut { b_valid: 1, ..BarOut::default() };
            assert_eq!(port.react(&at_aperture(answer)), Some(Ended::Written));
        }
    }

    #[test]
    fn a_read_has_ended_with_the_last_of_its_beats() {
        let mut port = BarPort::default();
        port.start_read(2, 0x103c, 0x88);
        let bars = driven(&mut port);
        assert_eq!((bars[2].ar_addr, bars[2].ar_bytes, bars[2].ar_len), (0x103c, 0x88, 3));
        assert_eq!(port.react(&at_aperture(BarOut { ar_ready: 1, ..BarOut::default() })), None);
        for beat in 0..4 {
            let refused = u8::from(beat == 2) * 3;
            let r_data = [beat; BEAT_BYTES];
            let answer = BarOut { r_valid: 1, r_data, r_resp: refused, ..BarOut::default() };
            assert_eq!(port.react(&<[BarOut; BARS]>::default()), None, "no beat in this cycle");
            let ended = port.react(&at_aperture(answer));
            assert_eq!(ended, (beat == 3).then_some(Ended::Read), "beat {beat}");
        }
        let mut wanted = vec![0; 4];
        wanted.extend([1; 64]);
        wanted.extend([0xff; 64]);
        wanted.extend([3; 4]);
        assert_eq!(port.read_data(), wanted);
    }

    #[test]
    fn what_has_ended_is_taken_off_its_port() {
        let mut port = BarPort::default();
        let mut bars = <[BarIn; BARS]>::default();
        port.start_read(2, 0x88, 8);
        port.drive(&mut bars);
        assert_eq!((bars[2].ar_valid, bars[2].ar_addr, bars[2].ar_bytes), (1, 0x88, 8));
        let asked = BarOut { ar_ready: 1, ..BarOut::default() };
        assert_eq!(port.react(&at_aperture(asked)), None);
        port.drive(&mut bars);
        assert_eq!((bars[2].ar_valid, bars[2].r_ready), (0, 1));
        let answer = BarOut { r_valid: 1, r_data: [7; BEAT_BYTES], ..BarOut::default() };
        assert_eq!(port.react(&at_aperture(answer)), Some(Ended::Read));
        assert_eq!(port.read_data(), [7; 8]);
        port.drive(&mut bars);
        assert_eq!((bars[2].ar_valid, bars[2].r_ready), (0, 0));
    }
}
