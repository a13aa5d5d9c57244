// SPDX-License-Identifier: Apache-2.0
//! Where a channel has its descriptors from: host memory, or the doorbell.

use forebay_bus::host::Purpose;
use forebay_regs::desc;
use forebay_regs::user::counter;
use forebay_regs::xdma::chan;

use super::ending::error_bits;
use super::under_way::Run;
use super::{Channel, low};
use crate::dma::{Fetched, facts};
use crate::fabric::Fabric;
use crate::movers::Current;

/// Size of a descriptor.
const DESCRIPTOR_BYTES: u64 = 32;
/// What is refused is refused as a whole up to a multiple of so many bytes: a request of the link.
const REQUEST_BYTES: usize = 512;
/// A descriptor, in words.
pub(super) type Words = [u32; 8];

/// The word at that offset.
const fn word(words: &Words, offset: u32) -> u32 {
    words[offset as usize / 4]
}

/// The two words from that offset on.
fn pair(words: &Words, offset: u32) -> u64 {
    u64::from(word(words, offset + 4)) << 32 | u64::from(word(words, offset))
}

impl Channel {
    /// Asks for descriptors if it is time.
    pub(super) fn fetch(&mut self, fabric: &mut Fabric, run: &mut Run, credit_mode: bool) -> bool {
        let credits = credit_mode.then_some(self.credits);
        let Some((addr, count)) = run.fetch.ask(fabric.now, credits, &mut fabric.wires) else {
            return false;
        };
        if credit_mode {
            self.credits -= low(count);
        }
        fabric.status.count(counter::index::HOST_READS, 1);
        let (mut at, mut left) = (addr, count * DESCRIPTOR_BYTES);
        while left > 0 {
            let bytes = left.min(REQUEST_BYTES as u64 - at % REQUEST_BYTES as u64);
            let mut data = [0; REQUEST_BYTES];
            let data = &mut data[..low(bytes) as usize];
            let read = fabric.host.dma_read_for(Purpose::Descriptor, at, data);
            let read = read.map_err(|fault| fault.refusal);
            run.fetch.bring(data.chunks_exact(32).zip(0..).map(|(bytes, index)| {
                let words = bytes.as_chunks().0;
                let words = std::array::from_fn(|word| u32::from_le_bytes(words[word]));
                let addr = at.wrapping_add(index * DESCRIPTOR_BYTES);
                Fetched { addr, words: read.map(|_| words) }
            }));
            at = at.wrapping_add(bytes);
            left -= bytes;
        }
        true
    }

    /// What the next descriptor asks for, if it is here; `Err` has the error bits.
    pub(super) fn next_descriptor(&self, now: u64, run: &Run) -> Option<Result<Current, u32>> {
        if let Some(words) = &self.inline {
            let bytes = word(words, desc::LENGTH);
            let has_length = bytes != 0 && bytes <= desc::length::BYTES.max();
            return (run.opened + facts::RING <= now).then(|| accept(words, has_length));
        }
        let words = run.fetch.front(now)?.words;
        let words = words.map_err(|refusal| error_bits(chan::status::DESC_ERROR, refusal));
        // An empty piece of memory is one, an empty packet is none.
        Some(words.and_then(|words| accept(&words, !self.stream || length(&words) != 0)))
    }
}

/// What a descriptor asks for; `Err` has the error bits.
fn accept(words: &Words, has_length: bool) -> Result<Current, u32> {
    let control = word(words, desc::CONTROL);
    if control & desc::control::MAGIC.mask() != desc::control::RESET {
        return Err(chan::status::MAGIC_STOPPED.mask());
    }
    if !has_length {
        return Err(chan::status::INVALID_LENGTH.mask());
    }
    Ok(Current {
        control,
        len: length(words),
        src: pair(words, desc::SRC_LO),
        dst: pair(words, desc::DST_LO),
        moved: 0,
    })
}

fn length(words: &Words) -> u64 {
    desc::length::BYTES.get(word(words, desc::LENGTH)).into()
}
