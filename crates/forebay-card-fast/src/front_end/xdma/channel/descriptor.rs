// SPDX-License-Identifier: Apache-2.0
//! Where a channel has its descriptors from: host memory, or the doorbell.

use forebay_bus::host::Purpose;
use forebay_regs::desc;
use forebay_regs::user::counter;
use forebay_regs::xdma::chan;

use super::Channel;
use super::run::{End, error_bits};
use crate::fabric::Fabric;
use crate::movers::{Current, count_refusal};

/// Size of a descriptor.
const DESCRIPTOR_BYTES: usize = 32;
/// A descriptor, in words.
pub(super) type Words = [u32; DESCRIPTOR_BYTES / 4];

/// The word at that offset.
const fn word(words: &Words, offset: u32) -> u32 {
    words[offset as usize / 4]
}

/// The two words from that offset on.
fn pair(words: &Words, offset: u32) -> u64 {
    u64::from(word(words, offset + 4)) << 32 | u64::from(word(words, offset))
}

impl Channel {
    /// Reads the next descriptor.
    pub(super) fn fetch(&mut self, fabric: &mut Fabric, next: u64) {
        let addr = next & !31;
        let mut bytes = [0; DESCRIPTOR_BYTES];
        if let Err(fault) = fabric.host.dma_read_for(Purpose::Descriptor, addr, &mut bytes) {
            count_refusal(fabric, addr, fault.refusal);
            let causes = error_bits(chan::status::DESC_ERROR, fault.refusal);
            self.finish(fabric, End::Failed(causes));
            return;
        }
        fabric.status.count(counter::index::HOST_READS, 1);
        let mut words = Words::default();
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        // An empty piece of memory is one, an empty packet is none.
        let has_length = !self.stream || length(&words) != 0;
        if self.accept(fabric, &words, has_length) {
            // Within a block descriptors follow each other in memory, and only the last one's pointer counts.
            if self.block_left > 0 {
                self.block_left -= 1;
                self.next = Some(addr.wrapping_add(DESCRIPTOR_BYTES as u64));
            } else {
                self.block_left = desc::control::NEXT_ADJACENT.get(word(&words, desc::CONTROL));
                self.next = Some(pair(&words, desc::NEXT_LO));
            }
        }
    }

    /// Takes the one that the doorbell has brought.
    pub(super) fn accept_rung(&mut self, fabric: &mut Fabric, words: Words) {
        let bytes = word(&words, desc::LENGTH);
        let has_length = bytes != 0 && bytes <= desc::length::BYTES.max();
        self.accept(fabric, &words, has_length);
    }

    /// Takes up a descriptor, or ends the run.
    fn accept(&mut self, fabric: &mut Fabric, words: &Words, has_length: bool) -> bool {
        let control = word(words, desc::CONTROL);
        let fault = if control & desc::control::MAGIC.mask() != desc::control::RESET {
            chan::status::MAGIC_STOPPED
        } else if !has_length {
            chan::status::INVALID_LENGTH
        } else {
            self.current = Some(Current {
                control,
                len: length(words),
                src: pair(words, desc::SRC_LO),
                dst: pair(words, desc::DST_LO),
                moved: 0,
            });
            return true;
        };
        self.finish(fabric, End::Failed(fault.mask()));
        false
    }
}

fn length(words: &Words) -> u64 {
    desc::length::BYTES.get(word(words, desc::LENGTH)).into()
}
