// SPDX-License-Identifier: Apache-2.0
//! Arguments by stores that carry a key, one transfer at a time for each context. Its page takes the size, starts, and tells how it
//! goes; who polls starts nothing.

use super::{Outside, Scheme, has};
use crate::front_end::udma::access::{Access, CONTEXTS, FAIL, MINUS_ONE, Op, Say, Space, Start};

/// Bits of the word with a key that say for which context it is.
const CONTEXT_BITS: u32 = CONTEXTS.ilog2();
/// The bit that tells a source, and below the key.
const ROLE: u32 = CONTEXT_BITS;
const KEY: u32 = ROLE + 1;

/// What a context has said.
#[derive(Clone, Copy, Default)]
struct Latch {
    src: Option<u64>,
    dst: Option<u64>,
    size: Option<u32>,
}

#[derive(Default)]
pub(super) struct Key {
    latches: [Latch; CONTEXTS],
}

impl Key {
    /// A store of 8 bytes to shadow space.
    #[expect(clippy::cast_possible_truncation, reason = "only low bits are looked at")]
    fn argument(&mut self, address: u64, word: u64, outside: &Outside<'_>) -> Say {
        let context = word as usize % CONTEXTS;
        let key = word >> KEY;
        // A context without an owner has no key.
        if key == 0 || key != outside.keys[context] || outside.progress[context].busy {
            return Say::stray();
        }
        let latch = &mut self.latches[context];
        *if word >> ROLE & 1 == 1 { &mut latch.src } else { &mut latch.dst } = Some(address);
        Say::told(FAIL)
    }

    /// A load of the context page.
    fn poll(&mut self, context: usize, outside: &Outside<'_>) -> Say {
        let progress = &outside.progress[context];
        if progress.busy {
            return Say::told(progress.left);
        }
        match std::mem::take(&mut self.latches[context]) {
            Latch { src: Some(src), dst: Some(dst), size: Some(size) } => {
                let start = Start { context, src, dst, size, ..Start::default() };
                Say { refused: MINUS_ONE, ..Say::start(start, size) }
            }
            Latch { src: None, dst: None, size: None } => {
                Say::told(if progress.failed { MINUS_ONE } else { 0 })
            }
            _ => Say::told(MINUS_ONE),
        }
    }
}

impl Scheme for Key {
    fn access(&mut self, access: &Access, outside: &Outside<'_>) -> Say {
        let context = access.context;
        match (access.space, access.op) {
            (Space::Shadow, Op::Wide(word)) => self.argument(access.address, word, outside),
            (Space::Shadow, Op::Load) => Say::told(FAIL),
            (Space::Context, Op::Store(size)) => {
                if !outside.progress[context].busy {
                    self.latches[context].size = Some(size);
                }
                Say::told(FAIL)
            }
            (Space::Context, Op::Load) => self.poll(context, outside),
            _ => Say::stray(),
        }
    }

    fn forget(&mut self, contexts: u32) {
        for (context, latch) in self.latches.iter_mut().enumerate() {
            if has(contexts, context) {
                *latch = Latch::default();
            }
        }
    }
}
