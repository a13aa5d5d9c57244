// SPDX-License-Identifier: Apache-2.0
//! What the AXI4 channels of the card carry, and the rules every burst must keep.

use std::ops::Range;

use forebay_bus::host::{Purpose, Refusal};

use crate::ffi::{BEAT_BYTES, LINE_BYTES};

/// Response: done.
pub(crate) const RESP_OKAY: u8 = 0;
/// Response: whoever is at that address refuses.
pub(crate) const RESP_SLVERR: u8 = 2;
/// Response: nobody at that address, or not mapped.
pub(crate) const RESP_DECERR: u8 = 3;
/// Response to a read: the data came marked as damaged (`RESP_POISON` of `fby_axi_pkg`).
pub(crate) const RESP_POISON: u8 = 1;

/// No burst may cross a boundary of this many bytes (AXI4, A3.4.1).
const PAGE: u64 = 4096;

/// Identifiers that one mover's reads use; `ReadSlots` of `fby_dma`.
const READ_SLOTS: u32 = 32;

/// The response that carries a refusal.
pub(crate) const fn response(refusal: Refusal) -> u8 {
    match refusal {
        // What is not answered comes back as an error after a reset.
        Refusal::Unsupported | Refusal::Unanswered => RESP_DECERR,
        Refusal::Abort => RESP_SLVERR,
        Refusal::Poisoned => RESP_POISON,
    }
}

/// Which of the card's bus masters an identifier belongs to, as `fby_dma_host` gives them out: the movers come first,
/// descriptor readers and write-backs after them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identifiers {
    movers_reading: u32,
    movers_writing: u32,
}

impl Identifiers {
    /// Those of a card with that many channels.
    pub(crate) const fn new(h2c: u32, c2h: u32) -> Self {
        Self { movers_reading: h2c, movers_writing: c2h }
    }

    /// What a read with this identifier is for.
    pub(crate) fn read(self, id: u8) -> Purpose {
        let mover = u32::from(id) / READ_SLOTS < self.movers_reading;
        if mover { Purpose::Data } else { Purpose::Descriptor }
    }

    /// What a write with this identifier is for.
    pub(crate) fn write(self, id: u8) -> Purpose {
        let mover = u32::from(id) < self.movers_writing;
        if mover { Purpose::Data } else { Purpose::WriteBack }
    }
}

/// A burst's address phase: full-size INCR beats, with the exact byte count beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) id: u8,
    pub(crate) addr: u64,
    pub(crate) bytes: u32,
    /// What the card wants it for.
    pub(crate) purpose: Purpose,
}

impl Address {
    /// Checks what the card put on an address channel; the error says which rule it broke.
    pub(crate) fn checked(
        (id, purpose): (u8, Purpose),
        addr: u64,
        len: u8,
        bytes: u16,
    ) -> Result<Self, String> {
        let address = Self { id, addr, bytes: u32::from(bytes), purpose };
        if bytes == 0 || addr % PAGE + u64::from(bytes) > PAGE {
            return Err(format!(
                "burst of {bytes} bytes at {addr:#x} is empty or crosses a 4 KiB boundary"
            ));
        }
        if address.beats() != u32::from(len) + 1 {
            return Err(format!(
                "burst of {bytes} bytes at {addr:#x} says {} beats, not {}",
                u32::from(len) + 1,
                address.beats()
            ));
        }
        Ok(address)
    }

    /// Lane of the first byte.
    fn offset(&self) -> u32 {
        u32::try_from(self.addr % BEAT_BYTES as u64).unwrap_or(0)
    }

    /// Number of beats.
    pub(crate) fn beats(&self) -> u32 {
        (self.offset() + self.bytes).div_ceil(LINE_BYTES)
    }

    /// How many bytes of the burst are through once beat `beat` is.
    pub(crate) fn beat_end(&self, beat: u32) -> u32 {
        ((beat + 1) * LINE_BYTES - self.offset()).min(self.bytes)
    }

    /// Which lanes of beat `beat` belong to the burst.
    pub(crate) fn lanes(&self, beat: u32) -> Range<usize> {
        let begin = if beat == 0 { self.offset() } else { 0 };
        let end = self.beat_end(beat) + self.offset() - beat * LINE_BYTES;
        begin as usize..end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_an_unaligned_burst_cover_exactly_its_bytes() {
        let burst = Address::checked((1, Purpose::Data), 0x103c, 2, 70).expect("legal");
        assert_eq!(
            (burst.beats(), burst.lanes(0), burst.lanes(1), burst.lanes(2)),
            (3, 60..64, 0..64, 0..2)
        );
        assert_eq!((burst.beat_end(0), burst.beat_end(1), burst.beat_end(2)), (4, 68, 70));
    }

    #[test]
    fn illegal_bursts_are_named() {
        let data = (0, Purpose::Data);
        assert!(Address::checked(data, 0x1fc0, 1, 128).expect_err("crosses").contains("4 KiB"));
        assert!(Address::checked(data, 0x1000, 0, 0).expect_err("empty").contains("empty"));
        assert!(
            Address::checked(data, 0x1001, 0, 64)
                .expect_err("needs two beats")
                .contains("says 1 beats, not 2")
        );
    }
}
