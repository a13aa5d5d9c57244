// SPDX-License-Identifier: Apache-2.0
//! The stores of the copy routines, as their instructions are.

use serde::Serialize;

use crate::bus::{LINE_BYTES, offset_in};
use crate::{Bus, Caching, Code, WriteCombiner, WriteCombiningError};

/// A way to copy.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Routine {
    /// The library's `fpga_pci_write_burst`: a loop over words of four bytes, built without optimisation.
    Burst,
    /// `memcpy` of glibc up to 2.23 on a processor with AVX (`__memcpy_avx_unaligned`).
    Libc,
    /// Ours: whole lines, each at once, and what is before and behind them by the widest aligned stores.
    Lines,
}

/// One instruction that stores.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Step {
    /// Where, from the beginning of the copy.
    pub offset: usize,
    /// Bytes.
    pub width: usize,
    /// Bytes of each write on the bus where nothing combines them.
    pub unit: usize,
    /// What the program takes for it.
    pub cost_ps: u64,
}

/// Bytes of the widest vector of the source's processor.
const WIDE: usize = 32;
/// Bytes of a narrow one.
const NARROW: usize = 16;
/// Bytes of a word of the loop.
const WORD: usize = 4;
/// From here on `memcpy` copies by `rep movsb`.
const STRING_FROM: usize = 2048;
/// From here on it loops over wide vectors.
const LOOP_FROM: usize = 256;
/// Bytes of a turn of that loop, and of the tail that is stored behind it.
const TURN: usize = 128;

impl Routine {
    /// What a call takes before its first store.
    #[must_use]
    pub const fn call_ps(self, code: &Code) -> u64 {
        match self {
            Self::Burst => code.word_call_ps,
            Self::Libc | Self::Lines => code.call_ps,
        }
    }

    /// The stores of one call to an address, in program order.
    pub fn each(self, address: u64, bytes: usize, code: &Code, mut step: impl FnMut(Step)) {
        let vector = |offset, width| Step { offset, width, unit: width, cost_ps: code.vector_ps };
        match self {
            Self::Burst => {
                for offset in (0..bytes).step_by(WORD) {
                    let width = WORD.min(bytes - offset);
                    step(Step { offset, width, unit: width, cost_ps: code.word_ps });
                }
            }
            Self::Libc if bytes >= STRING_FROM => {
                let cost_ps = code.string_line_ps * WIDE as u64 / LINE_BYTES as u64;
                for offset in (0..bytes).step_by(WIDE) {
                    step(Step { offset, width: WIDE.min(bytes - offset), unit: 1, cost_ps });
                }
            }
            Self::Libc if bytes >= LOOP_FROM => {
                // The loop begins behind the first boundary of a wide vector; head and tail come last.
                let begin = WIDE - offset_in(address, WIDE);
                let mut offset = begin;
                while offset == begin || offset + TURN <= bytes {
                    (0..TURN).step_by(WIDE).for_each(|at| step(vector(offset + at, WIDE)));
                    offset += TURN;
                }
                step(vector(0, WIDE));
                (bytes - TURN..bytes).step_by(NARROW).for_each(|at| step(vector(at, NARROW)));
            }
            Self::Libc => {
                // The same number of bytes from both ends, in the widest vectors that two such ends hold.
                let half = bytes.next_power_of_two() / 2;
                let end = if bytes.is_power_of_two() { bytes } else { half };
                let width = end.min(NARROW);
                for from in [0, bytes - end] {
                    (0..end).step_by(width.max(1)).for_each(|at| step(vector(from + at, width)));
                }
            }
            Self::Lines => {
                for (offset, width) in aligned_stores(address, bytes, WIDE) {
                    step(vector(offset, width));
                }
            }
        }
    }
}

/// The stores of a copy by the widest aligned ones, of at most `widest` bytes, a power of two: offset from the copy's beginning and
/// width of each, in address order, each byte once.
pub fn aligned_stores(
    address: u64,
    bytes: usize,
    widest: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let fits = (bytes - offset).checked_ilog2()?;
        let aligned = address.wrapping_add(offset as u64).trailing_zeros();
        let width = 1 << aligned.min(fits).min(widest.max(1).ilog2());
        let store = (offset, width);
        offset += width;
        Some(store)
    })
}

impl<B: Bus> WriteCombiner<B> {
    /// Copies as that routine does; there is no fence behind it.
    ///
    /// # Errors
    /// `Range` for what reaches behind the last address, before anything is stored.
    pub fn copy(
        &mut self,
        routine: Routine,
        caching: Caching,
        address: u64,
        data: &[u8],
    ) -> Result<(), WriteCombiningError> {
        self.check_range(address, data.len())?;
        let code = self.processor().code;
        self.work(routine.call_ps(&code));
        let mut stored = Ok(());
        routine.each(address, data.len(), &code, |step| {
            self.work(step.cost_ps);
            let bytes = &data[step.offset..][..step.width];
            let unit = if caching == Caching::Uncached { step.unit } else { step.width };
            for (at, bytes) in (step.offset..).step_by(unit).zip(bytes.chunks(unit)) {
                let one = self.store(caching, address + at as u64, bytes);
                stored = stored.and(one);
            }
        });
        stored
    }
}
