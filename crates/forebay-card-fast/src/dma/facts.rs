// SPDX-License-Identifier: Apache-2.0
//! Latencies and limits of `rtl/dma`, in card cycles unless they say otherwise. Measured against the RTL by the tests `clock` and `clock_udma` of
//! `forebay-conformance`; a change of the RTL's pipelines shows there and is mended here.

use forebay_regs::card;

/// Descriptors that a channel may have with its mover; of large ones fewer (`RUN_DEPTH`, `LARGE_DEPTH`).
pub(crate) const UNDER_WAY: usize = card::DMA_REQUESTS as usize;
/// The same of large ones.
pub(crate) const LARGE_UNDER_WAY: usize = 2;
/// From how many bytes on a descriptor is large (`LARGE_BYTES`).
pub(crate) const LARGE_BYTES: u64 = 16_384;
/// Descriptors held and asked for (`QUEUE_DESCS`).
pub(crate) const QUEUE: u64 = 128;
/// Reads of descriptors that a channel has under way (`FRONT_READS`).
pub(crate) const DESCRIPTOR_READS: usize = 4;
/// From the last beat of a read of descriptors to when another one may be asked for in its place.
pub(crate) const RETIRE: u64 = 2;
/// Reads open on the host bus, and of a channel (`MaxReads`, `ReadSlots`).
pub(crate) const READS: usize = card::DMA_READS as usize;
/// Beats that a channel to the card has asked for or holds.
pub(crate) const READ_BEATS: u64 = card::DMA_H2C_BEATS as u64;
/// Longest burst.
pub(crate) const BURST_BYTES: u64 = card::DMA_READ_BYTES as u64;
/// Beats in front of the card bus: four longest bursts (`WriteBeats`).
pub(crate) const CARD_BEATS: u64 = 4 * BURST_BYTES / 64;
/// Beats in front of the host bus.
pub(crate) const HOST_BEATS: u64 = card::DMA_C2H_BEATS as u64;
/// Beats that a channel to the host has asked the card for or holds, besides (`CardBeats`).
pub(crate) const CARD_READ_BEATS: u64 = 4 * BURST_BYTES / 64;
/// Writes to host memory that a channel has open.
pub(crate) const WRITES: usize = card::DMA_WRITES as usize;

/// From when a read of a register is at its port to its answer, and the same of a store.
pub(crate) const READ: u64 = 4;
pub(crate) const STORE: u64 = 5;
/// The same of the aperture.
pub(crate) const APERTURE_READ: u64 = 5;
pub(crate) const APERTURE_STORE: u64 = 11;
/// From when a store through the aperture is at its port to the entry of a stream port at its datapath; in three of these cycles the gaps in
/// what was written are closed.
pub(crate) const APERTURE_PORT: u64 = 10;
/// Of the cycles that an access may take (`answer_cycles` of the layout), a store through the aperture waits for room in half but for these
/// (`AperturePatience` of `fby_card`).
pub(crate) const APERTURE_SPARE: u64 = 16;

/// From when the store that starts a run of a datapath is at its port to when the run may begin.
pub(crate) const START: u64 = 4;
/// From the store of RUN to the cycle in which the first descriptors are asked for.
pub(crate) const BEGIN: u64 = 2;
/// From when a copy is told to go to its first bytes, besides a round trip for what it reads from the host. Not measured.
pub(crate) const COPY_BEGIN: u64 = 20;
/// From the doorbell to the cycle in which its descriptor may be handed over.
pub(crate) const RING: u64 = 2;
/// From asking for descriptors to where their read meets those of the movers.
pub(crate) const ASK: u64 = 2;
/// From the beat with a descriptor to the cycle in which it may be handed over.
pub(crate) const DESCRIPTOR: u64 = 1;
/// From handing a descriptor over to the offer of its first burst.
pub(crate) const HAND_OVER: u64 = 1;
/// From a read whose turn it is to the bus of the card's edge.
pub(crate) const ISSUE: u64 = 1;
/// From a beat of host memory to when its place in the memory of what has been read is free again.
pub(crate) const TAKE: u64 = 2;
/// From when a last beat leaves that memory to the cycle in which none can, where it goes to two beats.
pub(crate) const TAIL: u64 = 3;
/// Beats between the memory of what has been read and what is written.
pub(crate) const ALIGN_BEATS: u64 = 8;
/// From a beat of host memory to its place in front of the card bus.
pub(crate) const BEAT_IN: u64 = 5;
/// From the last beat of a burst there to its address on the card bus, a cycle ahead of its data.
pub(crate) const CARD_WRITE: u64 = 4;
/// From the address of a burst of a channel to that of its next one at least: each is asked for room first.
pub(crate) const CARD_ROOM: u64 = 2;
/// Cycles without data between bursts to one slave and to another: what is under way at the first one is answered.
pub(crate) const CARD_CHANGE: u64 = 2;
/// From a beat on the card bus to the entry of a stream port at its datapath.
pub(crate) const PORT: u64 = 2;
/// From the last beat on the card bus to the answer of the descriptor.
pub(crate) const CARD_ANSWER: u64 = 3;
/// From a beat of host memory to the stream.
pub(crate) const STREAM_IN: u64 = 5;
/// From a beat of host memory to the answer of a stream's descriptor.
pub(crate) const STREAM_ANSWER: u64 = 3;
/// From handing a descriptor over to its first beat of card memory in front of the host bus.
pub(crate) const CARD_READ: u64 = 8;
/// Beats of a completion behind its first one.
pub(crate) const AT_ONCE: u64 = 3;
/// From taking a beat of a stream to its place in front of the host bus.
pub(crate) const STREAM_OUT: u64 = 3;
/// From the last beat of a burst there to its address where those of all meet, a cycle ahead of its data.
pub(crate) const HOST_WRITE: u64 = 3;
/// From the address of a burst of a channel to that of its next one at least.
pub(crate) const HOST_ROOM: u64 = 2;
/// From when a burst has left to the answer of its descriptor.
pub(crate) const HOST_ANSWER: u64 = 2;
/// From the answer to the cycle in which the result of a stream's descriptor may be taken to be written.
pub(crate) const RESULT: u64 = 0;
/// Bytes of a poll-mode word.
pub(crate) const WORD_BYTES: u64 = 4;
/// From the end of a run to the write of its poll-mode word.
pub(crate) const WORD: u64 = 3;
/// From when a status word has left to its acknowledge.
pub(crate) const WORD_ANSWER: u64 = 2;
/// From the last answer of a run to its end, logged.
pub(crate) const END: u64 = 3;
/// From a cause that is logged to its message on the wire.
pub(crate) const MESSAGE: u64 = 2;

/// Of a word at a window for programs that is an access: from word to word of a line.
pub(crate) const WINDOW_WORD: u64 = 5;
/// The same of one that is none: half a key, a hole, nothing of a line that is written in part.
pub(crate) const WINDOW_SKIP: u64 = 2;
/// From word to word of a store of two, besides.
pub(crate) const WINDOW_AGAIN: u64 = 2;
/// Of a store of more than two words, from its last one to where the answer of a word would be.
pub(crate) const WINDOW_LINE: u64 = 3;
/// Of the cycles of its last word, those behind the access itself; the answer is as that of a register then.
pub(crate) const WINDOW_TAIL: u64 = 2;
/// From an access or a descriptor that is brought to the door of user-level DMA to when a mover may have what it starts.
pub(crate) const DOOR: u64 = 6;
/// From a descriptor at the door to the next one.
pub(crate) const DOOR_AGAIN: u64 = 5;
/// From the access that begins a list to when its first descriptors may be asked for.
pub(crate) const LIST: u64 = 5;
/// From the end of a transfer of user-level DMA to its interrupt line.
pub(crate) const LINE: u64 = 2;
