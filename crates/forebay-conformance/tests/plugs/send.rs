// SPDX-License-Identifier: Apache-2.0
//! A buffer through a stream to the card and back into another one: what both channels of an AXI DMA are for.

use forebay::{Bar, Device};
use forebay_bus::HostMemory;
use forebay_regs::cards;
use forebay_regs::user::mm2s;
use forebay_regs::user::s2mm::{self, dmacr, dmasr};

use super::pattern;

const BYTES: usize = 3001;

/// Sends a packet of no round length, and compares all of what comes back.
pub(crate) fn check(device: &Device, memory: &HostMemory) {
    let put = |register: u32, value: u32| device.write32(Bar::User, register, value).unwrap();
    let until = |what: &'static str, register: u32, holds: &dyn Fn(u32) -> bool| {
        device.wait_register(what, register, &holds).unwrap();
    };
    let (from, to) = (memory.share(BYTES).unwrap(), memory.share(BYTES).unwrap());
    let sent = pattern(BYTES, 21);
    from.write(0, &sent).unwrap();
    // The one that takes comes first; beyond the core's registers both have the same.
    for (page, core, buffer) in
        [(cards::S2MM.page, s2mm::DMACR, to.addr()), (cards::MM2S.page, mm2s::DMACR, from.addr())]
    {
        let status = core + (s2mm::DMASR - s2mm::DMACR);
        put(page + core, dmacr::SOFT_RESET.mask());
        until("DMACR.SOFT_RESET", page + core, &|value| !dmacr::SOFT_RESET.is_set(value));
        put(page + core, dmacr::RS.mask());
        until("DMASR.HALTED", page + status, &|value| !dmasr::HALTED.is_set(value));
        put(page + s2mm::NEXT_DA, u32::try_from(buffer & 0xFFFF_FFFF).unwrap());
        put(page + s2mm::NEXT_DA_MSB, u32::try_from(buffer >> 32).unwrap());
        put(page + s2mm::NEXT_LENGTH, u32::try_from(BYTES).unwrap());
    }
    for page in [cards::MM2S.page, cards::S2MM.page] {
        until("SEQUENCE", page + s2mm::SEQUENCE, &|value| value == 1);
    }
    let mut came = vec![0; BYTES];
    to.read(0, &mut came).unwrap();
    assert!(came == sent);
}
