// SPDX-License-Identifier: Apache-2.0
//! A burst of samples into a buffer: what the signal source and the capture engine are for.

use forebay::{Bar, Device};
use forebay_bus::HostMemory;
use forebay_regs::cards;
use forebay_regs::user::s2mm::{self, dmacr, dmasr, mode as buffers};
use forebay_regs::user::source::{self, control, mode};

const SAMPLES: u32 = 1000;
/// A sample in four cycles.
const RATE: u32 = 1 << 30;

/// Captures a ramp of a known length, and compares all of it.
pub(crate) fn check(device: &Device, memory: &HostMemory) {
    let put = |page: u32, value: u32| device.write32(Bar::User, page, value).unwrap();
    let engine = |register: u32| cards::S2MM.page + register;
    let until = |what: &'static str, register: u32, holds: &dyn Fn(u32) -> bool| {
        device.wait_register(what, engine(register), &holds).unwrap();
    };
    let bytes = SAMPLES as usize * 4;
    let buffer = memory.share(bytes).unwrap();
    put(engine(s2mm::DMACR), dmacr::SOFT_RESET.mask());
    until("DMACR.SOFT_RESET", s2mm::DMACR, &|value| !dmacr::SOFT_RESET.is_set(value));
    put(engine(s2mm::MODE), buffers::CUT.mask());
    put(engine(s2mm::DMACR), dmacr::RS.mask());
    until("DMASR.HALTED", s2mm::DMASR, &|value| !dmasr::HALTED.is_set(value));
    put(engine(s2mm::NEXT_DA), u32::try_from(buffer.addr() & 0xFFFF_FFFF).unwrap());
    put(engine(s2mm::NEXT_DA_MSB), u32::try_from(buffer.addr() >> 32).unwrap());
    put(engine(s2mm::NEXT_LENGTH), SAMPLES * 4);
    for (register, value) in [
        (source::MODE, mode::wave::RAMP),
        (source::RATE, RATE),
        (source::PACKET, 0),
        (source::SAMPLES_LO, SAMPLES),
        (source::SAMPLES_HI, 0),
        (source::CONTROL, control::START.mask() | control::COUNTED.mask()),
    ] {
        put(cards::SOURCE.page + register, value);
    }
    until("SEQUENCE", s2mm::SEQUENCE, &|value| value == 1);
    let mut arrived = vec![0; bytes];
    buffer.read(0, &mut arrived).unwrap();
    let ramp: Vec<u8> = (0..SAMPLES).flat_map(u32::to_le_bytes).collect();
    assert!(arrived == ramp, "{arrived:?}");
}
