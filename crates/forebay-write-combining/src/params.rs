// SPDX-License-Identifier: Apache-2.0
//! What a processor and its way to the card are like.

use serde::Serialize;

use crate::WriteCombiningError;

/// Which buffer goes when another line wants one, and when else.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Eviction {
    /// The one that was opened first, and only when there is no other.
    Oldest,
    /// Any, at any time, in any order: all that the architecture leaves open. What a closed buffer holds leaves it when the
    /// generator says so.
    Random {
        /// Of the generator.
        seed: u64,
        /// Before one store in so many a buffer goes that nobody wants; 0: never.
        unasked: u32,
    },
}

/// How a line leaves of which some bytes were never written. Of pieces of a line nobody promises an order ("no guaranteed ordering between
/// successive partial writes", Intel's Software Developer's Manual, volume 3A, on buffering of write-combining memory).
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PartialFlush {
    /// One write with byte enables.
    Whole,
    /// A write for each eight bytes of which one was written, in address order.
    Eights,
    /// The same, the last first.
    Backwards,
    /// Whole or in eights in any order, as the generator of [`Eviction::Random`] says; without one, as [`PartialFlush::Eights`].
    Either,
}

/// One processor and its way to one card. Times are in picoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Processor {
    /// Buffers for lines.
    pub buffers: u64,
    /// Which of them goes.
    pub eviction: Eviction,
    /// How a part of a line leaves.
    pub partial: PartialFlush,
    /// Whether an uncached access waits until the buffers are empty, as x86 promises; elsewhere it may pass what they hold.
    pub uncached_empties: bool,
    /// From one uncached store to the next, whatever its width.
    pub uncached_store_ps: u64,
    /// A read of the card, of whatever width.
    pub read_ps: u64,
    /// From one store's arrival in a buffer to the next one's.
    pub commit_ps: u64,
    /// Stores that may wait while the program goes on.
    pub store_buffer: u64,
    /// From when a line is taken until its buffer is another line's.
    pub hand_over_ps: u64,
    /// From when a line is taken until a store may open the same line again.
    pub same_line_ps: u64,
    /// Lines that are taken before the card has them.
    pub queue: u64,
    /// From one line's arrival at the card to the next one's.
    pub drain_ps: u64,
    /// What the copy routines cost.
    pub code: Code,
}

/// What the instructions of the copy routines take, where nothing holds them up. In picoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Code {
    /// One turn of the loop over words.
    pub word_ps: u64,
    /// One call of the routine with that loop.
    pub word_call_ps: u64,
    /// One store of a vector.
    pub vector_ps: u64,
    /// One line of `rep movsb`.
    pub string_line_ps: u64,
    /// One call of a routine of vectors.
    pub call_ps: u64,
}

impl Processor {
    /// The processor of the published table: an AWS F1 instance (Xeon E5-2686 v4, "Broadwell") and its card.
    ///
    /// Of others:
    ///
    /// * `buffers`: "a small number of BIU buffers (<=6)", the application note;
    /// * `store_buffer`: 42 entries, Intel's optimisation manual for Haswell, which Broadwell shares;
    /// * `commit_ps`: one store a cycle, the same manual, at the 2.3 GHz of the processor's name;
    /// * `read_ps`: 3 MB/s of words, issue 711 of `aws-fpga`.
    ///
    /// **Fitted** to the published table, each to what it alone decides:
    ///
    /// * `uncached_store_ps`: the level of both uncached columns;
    /// * `code.word_ps`, `code.word_call_ps`: the level of `burst_wc`, and its 256 and 512 B (the source's library was built
    ///   without optimisation);
    /// * `same_line_ps`: 64 B of `burst_wc`, 64 to 256 B of `custom_wc`;
    /// * `hand_over_ps`: 512 B of `custom_wc`, which wants some 30 ns or less of six buffers;
    /// * `queue`: 512 B to 4 KiB of `custom_wc`;
    /// * `drain_ps`: the level of `custom_wc`;
    /// * `code.vector_ps`, `code.call_ps`: hardly anything, the fast routines wait for buffers; a few cycles;
    /// * `code.string_line_ps`: nothing of the published table, where it is hidden; from the note's first edition (a pass a row).
    pub const F1: Self = Self {
        buffers: 6,
        eviction: Eviction::Oldest,
        partial: PartialFlush::Whole,
        uncached_empties: true,
        uncached_store_ps: 143_750,
        read_ps: 1_333_000,
        commit_ps: 430,
        store_buffer: 42,
        hand_over_ps: 30_000,
        same_line_ps: 137_000,
        queue: 273,
        drain_ps: 33_700,
        code: Code {
            word_ps: 2_400,
            word_call_ps: 27_000,
            vector_ps: 1_200,
            string_line_ps: 17_000,
            call_ps: 3_900,
        },
    };

    /// Whether there can be such a processor.
    ///
    /// # Errors
    /// `Parameter` for a number of buffers, waiting stores or queued lines that is none.
    pub const fn check(&self) -> Result<(), WriteCombiningError> {
        let counts = [
            ("buffers", self.buffers, MOST_BUFFERS),
            ("store_buffer", self.store_buffer, MOST_WAITING),
            ("queue", self.queue, MOST_WAITING),
        ];
        let mut at = 0;
        while at < counts.len() {
            let (name, value, most) = counts[at];
            if value == 0 || value > most {
                return Err(WriteCombiningError::Parameter { name, value, least: 1, most });
            }
            at += 1;
        }
        Ok(())
    }
}

/// More than any processor has.
const MOST_BUFFERS: u64 = 64;
/// Keeps what is remembered of them small.
const MOST_WAITING: u64 = 1 << 20;
