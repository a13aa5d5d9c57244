// SPDX-License-Identifier: Apache-2.0
//! The host's side of the card's BAR port: one single-beat access at a time.

use forebay_bus::{Bar, CardError};

use crate::axi::RESP_OKAY;
use crate::ffi::{BEAT_BYTES, SimIn, SimOut};

/// Where an access stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// None under way.
    #[default]
    Idle,
    /// The address is offered.
    Address { write: bool },
    /// The write data is offered.
    Data,
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

/// Refuses an access that the BAR does not take.
pub(crate) fn check_shape(bar: Bar, offset: u64, bytes: usize) -> Result<(), CardError> {
    let in_bar = offset < 1 << 36;
    let fits = match bar {
        Bar::User | Bar::Dma => bytes == 4 && offset.is_multiple_of(4),
        Bar::Window => bytes > 0 && lane(offset) + bytes <= BEAT_BYTES,
    };
    if in_bar && fits { Ok(()) } else { Err(CardError::MmioSize { bar, offset, bytes }) }
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

    fn start(&mut self, bar: Bar, offset: u64, bytes: usize, write: bool) {
        self.addr = u64::from(bar.number()) << 36 | offset;
        self.bytes = u16::try_from(bytes).unwrap_or(0);
        self.step = Step::Address { write };
    }

    /// Starts a read of a shape that [`check_shape`] passed.
    pub(crate) fn start_read(&mut self, bar: Bar, offset: u64, bytes: usize) {
        self.start(bar, offset, bytes, false);
    }

    /// Starts a write of a shape that [`check_shape`] passed.
    pub(crate) fn start_write(&mut self, bar: Bar, offset: u64, data: &[u8]) {
        self.start(bar, offset, data.len(), true);
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
    pub(crate) fn drive(&self, input: &mut SimIn) {
        input.bar_ar_valid = u8::from(self.step == Step::Address { write: false });
        input.bar_aw_valid = u8::from(self.step == Step::Address { write: true });
        input.bar_w_valid = u8::from(self.step == Step::Data);
        input.bar_r_ready = u8::from(self.step == Step::Response { write: false });
        input.bar_b_ready = u8::from(self.step == Step::Response { write: true });
        match self.step {
            Step::Address { write: false } => {
                input.bar_ar_addr = self.addr;
                input.bar_ar_bytes = self.bytes;
            }
            Step::Address { write: true } => {
                input.bar_aw_addr = self.addr;
                input.bar_aw_bytes = self.bytes;
            }
            Step::Data => {
                input.bar_w_data = self.data;
                input.bar_w_strb = self.strobes;
            }
            Step::Idle | Step::Response { .. } => {}
        }
    }

    /// Takes what the card did with the inputs of [`BarPort::drive`].
    pub(crate) fn react(&mut self, output: &SimOut) {
        self.step = match self.step {
            Step::Address { write: false } if output.bar_ar_ready != 0 => {
                Step::Response { write: false }
            }
            Step::Address { write: true } if output.bar_aw_ready != 0 => Step::Data,
            Step::Data if output.bar_w_ready != 0 => Step::Response { write: true },
            Step::Response { write: false } if output.bar_r_valid != 0 => {
                // Where nobody answers, a host reads all ones.
                self.data = if output.bar_r_resp == RESP_OKAY {
                    output.bar_r_data
                } else {
                    [0xff; BEAT_BYTES]
                };
                Step::Idle
            }
            Step::Response { write: true } if output.bar_b_valid != 0 => Step::Idle,
            step => step,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_a_bar_does_not_take_are_refused_with_place_and_size() {
        check_shape(Bar::User, 0x10, 4).expect("register");
        check_shape(Bar::Window, 0x3c, 4).expect("end of a line");
        check_shape(Bar::Window, 0x40, 64).expect("whole line");
        for (bar, offset, bytes) in [
            (Bar::User, 0x12, 4),
            (Bar::Dma, 0, 8),
            (Bar::Window, 0x3d, 4),
            (Bar::Window, 0, 0),
            (Bar::Window, 1 << 36, 4),
        ] {
            let error = check_shape(bar, offset, bytes).expect_err("refused");
            assert!(error.to_string().contains(&format!("{offset:#x}")), "{error}");
        }
    }

    #[test]
    fn a_write_shows_data_on_its_lanes_only() {
        let mut port = BarPort::default();
        port.start_write(Bar::Window, 0x1044, &[0xaa; 8]);
        let mut input = SimIn::default();
        port.drive(&mut input);
        assert_eq!(
            (input.bar_aw_valid, input.bar_aw_addr, input.bar_aw_bytes),
            (1, 4 << 36 | 0x1044, 8)
        );
        port.react(&SimOut { bar_aw_ready: 1, ..SimOut::default() });
        port.drive(&mut input);
        assert_eq!((input.bar_aw_valid, input.bar_w_valid, input.bar_w_strb), (0, 1, 0xff0));
        assert_eq!(input.bar_w_data[4..12], [0xaa; 8]);
        assert_eq!(input.bar_w_data[12], 0);
    }
}
