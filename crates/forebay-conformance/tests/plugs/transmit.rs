// SPDX-License-Identifier: Apache-2.0
//! A burst from host memory to the air: what the transmit engine is for where there is a radio.

use forebay::{Bar, Device};
use forebay_bus::HostMemory;
use forebay_regs::cards;
use forebay_regs::user::mm2s::{self, dmacr, dmasr};
use forebay_regs::user::source::{self, tx_control, tx_status};

const SAMPLES: u32 = 1000;
/// Bytes of a header's line.
const LINE: usize = 64;
/// A packet without a time with which its burst ends.
const KIND: u64 = 6 << 53 | 1 << 57;

/// Sends a packet, and looks at what is told of it.
pub(crate) fn check(device: &Device, memory: &HostMemory) {
    let put = |register: u32, value: u32| device.write32(Bar::User, register, value).unwrap();
    let until = |what: &'static str, register: u32, holds: &dyn Fn(u32) -> bool| {
        device.wait_register(what, register, &holds).unwrap();
    };
    let engine = |register: u32| cards::MM2S.page + register;
    let radio = |register: u32| cards::SOURCE.page + register;
    let bytes = LINE + SAMPLES as usize * 4;
    let buffer = memory.share(bytes).unwrap();
    let header = KIND | (bytes as u64) << 16;
    buffer.write(0, &header.to_le_bytes()).unwrap();
    put(radio(source::TX_CONTROL), tx_control::CLEAR.mask());
    put(engine(mm2s::DMACR), dmacr::SOFT_RESET.mask());
    let reset = |value: u32| !dmacr::SOFT_RESET.is_set(value);
    until("DMACR.SOFT_RESET", engine(mm2s::DMACR), &reset);
    put(engine(mm2s::DMACR), dmacr::RS.mask());
    until("DMASR.HALTED", engine(mm2s::DMASR), &|value| !dmasr::HALTED.is_set(value));
    put(engine(mm2s::NEXT_SA), u32::try_from(buffer.addr() & 0xFFFF_FFFF).unwrap());
    put(engine(mm2s::NEXT_SA_MSB), u32::try_from(buffer.addr() >> 32).unwrap());
    put(engine(mm2s::NEXT_LENGTH), u32::try_from(bytes).unwrap());
    until("SEQUENCE", engine(mm2s::SEQUENCE), &|value| value == 1);
    until("TX_SENT", radio(source::TX_SENT_LO.at(0)), &|value| value == SAMPLES);
    let busy = tx_status::ON_AIR.mask() | tx_status::HELD.mask();
    until("TX_STATUS", radio(source::TX_STATUS), &|value| value & busy == 0);
    assert_eq!(device.read32(Bar::User, radio(source::TX_STATUS)).unwrap(), 0);
}
