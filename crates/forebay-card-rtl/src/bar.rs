// SPDX-License-Identifier: Apache-2.0
//! The host's side of one of the card's BAR ports: one access of a single beat at a time. BARs know nothing of each other.

use forebay_bus::{Bar, Layout};

use crate::axi::RESP_OKAY;
use crate::ffi::{BEAT_BYTES, BarIn, BarOut};

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

/// One access, and the answer to the last one.
#[derive(Debug)]
pub(crate) struct BarPort {
    step: Step,
    addr: u64,
    bytes: u16,
    strobes: u64,
    data: [u8; BEAT_BYTES],
}

impl Default for BarPort {
    fn default() -> Self {
        Self { step: Step::Idle, addr: 0, bytes: 0, strobes: 0, data: [0; BEAT_BYTES] }
    }
}

/// The port of the BAR in which a card of that layout has something. The block of DMA registers need not have one of its own.
pub(crate) const fn port(layout: &Layout, bar: Bar) -> usize {
    match bar {
        Bar::User => 0,
        Bar::Dma if layout.dma_bar == layout.user_bar => 0,
        Bar::Dma => 1,
        Bar::Window => 2,
    }
}

/// Byte lane of an offset.
fn lane(offset: u64) -> usize {
    usize::try_from(offset % BEAT_BYTES as u64).unwrap_or(0)
}

impl BarPort {
    /// Whether no access is under way.
    pub(crate) fn is_idle(&self) -> bool {
        self.step == Step::Idle
    }

    /// Starts a read of a shape that the BAR takes.
    pub(crate) fn start_read(&mut self, offset: u64, bytes: usize) {
        self.addr = offset;
        self.bytes = u16::try_from(bytes).unwrap_or(0);
        self.step = Step::Ask;
    }

    /// Starts a write of a shape that the BAR takes.
    pub(crate) fn start_write(&mut self, offset: u64, data: &[u8]) {
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
    pub(crate) fn read_data(&self, offset: u64, bytes: usize) -> &[u8] {
        &self.data[lane(offset)..lane(offset) + bytes]
    }

    /// Drives the card's inputs.
    pub(crate) fn drive(&self, input: &mut BarIn) {
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

    /// Takes what the card did with the inputs of [`BarPort::drive`].
    pub(crate) fn react(&mut self, output: &BarOut) {
        self.step = match self.step {
            Step::Ask if output.ar_ready != 0 => Step::Response { write: false },
            Step::Tell { address, data } => {
                let (address, data) =
                    (address && output.aw_ready == 0, data && output.w_ready == 0);
                if address || data {
                    Step::Tell { address, data }
                } else {
                    Step::Response { write: true }
                }
            }
            Step::Response { write: false } if output.r_valid != 0 => {
                // Where nobody answers, a host reads all ones.
                self.data =
                    if output.r_resp == RESP_OKAY { output.r_data } else { [0xff; BEAT_BYTES] };
                Step::Idle
            }
            Step::Response { write: true } if output.b_valid != 0 => Step::Idle,
            step => step,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_shows_data_on_its_lanes_only() {
        let mut port = BarPort::default();
        port.start_write(0x1044, &[0xaa; 8]);
        let mut input = BarIn::default();
        port.drive(&mut input);
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
            let mut input = BarIn::default();
            port.start_write(0, &[1; 4]);
            port.react(&first);
            port.drive(&mut input);
            assert_eq!((input.aw_valid, input.w_valid), (first.w_ready, first.aw_ready));
            port.react(&BarOut { aw_ready: 1, w_ready: 1, ..BarOut::default() });
            port.drive(&mut input);
            assert_eq!((input.aw_valid, input.w_valid, input.b_ready), (0, 0, 1));
            port.react(&BarOut { b_valid: 1, ..BarOut::default() });
            assert!(port.is_idle());
        }
    }
}
