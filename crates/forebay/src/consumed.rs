// SPDX-License-Identifier: Apache-2.0
//! What a datapath takes of its streams, as whoever knows the datapath tells it, and the largest chunk that is safe by that.

use forebay_plan::{ENTRY_BYTES, Order, Path, Plan, Remedy, Stream, Verdict};
use num_integer::gcd;

use crate::stall::{FifoState, SafeChunk};

/// What a datapath takes of a stream port in a step, together with what it takes of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consumed {
    /// Stream port number.
    pub port: u32,
    /// Bytes of an element in host memory.
    pub element_bytes: u64,
    /// Entries of 64 bytes that a step takes of it.
    pub take: u64,
    /// Of these, entries that it takes before the other streams have theirs; 0 of one that waits until everything is there.
    pub ahead: u64,
}

/// What is queued for a stream port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Queued {
    pub(crate) port: u32,
    pub(crate) bytes: u64,
}

/// Streams in the proportion of what is queued of them, for a datapath of which nobody has told more: that it takes nothing ahead is
/// the least that can be said.
pub(crate) fn in_proportion(queued: &[Queued]) -> Vec<Consumed> {
    let entries = |of: &Queued| of.bytes.div_ceil(ENTRY_BYTES);
    let divisor = queued.iter().map(entries).fold(0, gcd).max(1);
    let consumed = queued.iter().map(|of| {
        let take = entries(of) / divisor;
        Consumed { port: of.port, element_bytes: take * ENTRY_BYTES, take, ahead: 0 }
    });
    consumed.collect()
}

/// The largest chunk by which so many bytes are safe to send, sent by one thread or by one for each stream; none where they are safe as
/// they are, or no chunk is.
pub(crate) fn safe_chunk(
    consumed: &[Consumed],
    queued: &[Queued],
    fifos: &[FifoState],
    path: Path,
    threads: bool,
) -> Option<SafeChunk> {
    let mut streams = Vec::new();
    let mut elements = u64::MAX;
    for of in consumed {
        let depth = fifos.iter().find(|fifo| fifo.port == of.port)?.depth.into();
        let Consumed { element_bytes, take, ahead, .. } = *of;
        streams.push(Stream { element_bytes, entry_bytes: ENTRY_BYTES, depth, ahead, take });
        let bytes = queued.iter().find(|queued| queued.port == of.port)?.bytes;
        elements = elements.min(bytes.checked_div(element_bytes)?);
    }
    let order = if threads {
        Order::Threads { elements, chunk: elements, barrier: false }
    } else {
        Order::OneByOne { elements }
    };
    let verdict = Plan { streams, order, path }.check().ok()?;
    let (Verdict::Deadlock { remedy, .. } | Verdict::Possible { remedy, .. }) = verdict else {
        return None;
    };
    let remedy = remedy?;
    let (Remedy::Chunk { chunk } | Remedy::Alternate { chunk } | Remedy::Barrier { chunk }) =
        remedy;
    let bytes = consumed.iter().map(|of| (of.port, chunk * of.element_bytes)).collect();
    Some(SafeChunk { remedy, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fifo(port: u32, depth: u32) -> FifoState {
        FifoState { port, held: 0, depth, full: false, starving: false }
    }

    #[test]
    fn streams_are_in_the_proportion_of_what_is_queued() {
        let queued = [Queued { port: 0, bytes: 4096 * 32 }, Queued { port: 1, bytes: 4096 * 144 }];
        let takes: Vec<_> =
            in_proportion(&queued).iter().map(|of| (of.port, of.element_bytes, of.take)).collect();
        assert_eq!(takes, [(0, 128, 2), (1, 576, 9)]);
        assert_eq!(in_proportion(&[]), []);
    }

    #[test]
    fn the_largest_chunk_is_the_planners() {
        let queued = [Queued { port: 0, bytes: 1 << 20 }, Queued { port: 1, bytes: 2 << 20 }];
        let fifos = [fifo(0, 1024), fifo(1, 1024)];
        let safe = |consumed: &[Consumed], path, threads| {
            safe_chunk(consumed, &queued, &fifos, path, threads)
        };
        let unknown = safe(&in_proportion(&queued), Path::Reserved, false).unwrap();
        assert_eq!(unknown.remedy, Remedy::Alternate { chunk: 1024 });
        assert_eq!(unknown.bytes, [(0, 65536), (1, 131_072)]);
        let of_sink =
            |port, element_bytes, take| Consumed { port, element_bytes, take, ahead: take };
        let told = [of_sink(0, 32, 1), of_sink(1, 64, 2)];
        let known = safe(&told, Path::Reserved, false).unwrap();
        assert_eq!(known.remedy, Remedy::Alternate { chunk: 2050 });
        assert_eq!(known.bytes, [(0, 65_600), (1, 131_200)]);
        assert_eq!(safe(&told, Path::Reserved, true), None, "threads on this path wait for nobody");
        let barrier = safe(&told, Path::Shared, true).unwrap().remedy;
        assert!(matches!(barrier, Remedy::Barrier { .. }), "{barrier:?}");
        assert_eq!(
            safe(&[of_sink(5, 32, 1), told[1]], Path::Reserved, false),
            None,
            "no such port"
        );
    }
}
