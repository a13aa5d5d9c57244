// SPDX-License-Identifier: Apache-2.0
//! The card's memory: points by their places, in the form in which they are added, and what adds them.

use std::ops::Range;

use forebay_msm::{CARD_POINT_BYTES, MsmError};

use super::sums::Sums;

/// Points that stay from run to run. Place `p` is slot `p / banks` of bank `p mod banks`.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) sums: Sums,
    /// Places to which something was written: apart from each other, in rising order.
    written: Vec<Range<usize>>,
}

impl Memory {
    /// Writes points from that place on; the first one has number `first` in errors.
    pub(super) fn keep(
        &mut self,
        place: usize,
        points: &[u8],
        first: usize,
    ) -> Result<(), MsmError> {
        self.sums.settled().keep(place, points, first)?;
        self.note(place..place + points.len() / CARD_POINT_BYTES);
        Ok(())
    }

    /// The first of these places to which nothing was written.
    pub(super) fn missing(&self, places: &Range<usize>) -> Option<usize> {
        let holds = |range: &&Range<usize>| range.contains(&places.start);
        let end = self.written.iter().find(holds).map_or(places.start, |range| range.end);
        (end < places.end).then_some(end)
    }

    /// Something is written there now.
    fn note(&mut self, mut new: Range<usize>) {
        if new.is_empty() {
            return;
        }
        let touches = |range: &Range<usize>| range.start <= new.end && new.start <= range.end;
        let (apart, touching): (Vec<_>, Vec<_>) =
            self.written.drain(..).partition(|range| !touches(range));
        for range in touching {
            new = new.start.min(range.start)..new.end.max(range.end);
        }
        self.written = apart;
        let at = self.written.partition_point(|range| range.start < new.start);
        self.written.insert(at, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_known_in_whatever_order_and_pieces() {
        let mut memory = Memory::default();
        for range in [10..20, 0..0, 30..40, 18..25, 5..10, 25..27] {
            memory.note(range);
        }
        assert_eq!(memory.written, [5..27, 30..40]);
        let missing = |places| memory.missing(&places);
        assert_eq!([missing(5..27), missing(6..6), missing(50..50)], [None; 3]);
        assert_eq!(missing(5..28), Some(27));
        assert_eq!(missing(4..6), Some(4));
        assert_eq!(missing(39..41), Some(40));
        memory.note(0..50);
        assert_eq!(memory.written, std::slice::from_ref(&(0..50)));
    }
}
