// SPDX-License-Identifier: Apache-2.0
//! What a failed write loses of a stream: where in what was sent the next byte may be.

use std::collections::BTreeSet;

use crate::stream::{self, Bytes, Cut, Sent, Start};

/// Most bytes that a channel has taken and not yet written: `C2hFifoBeats` beats (rtl/dma).
const HELD_BYTES: usize = 64 * 64;

/// What was taken for a descriptor behind what was written for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// Bytes that the descriptor had left.
    pub(crate) room: usize,
    /// A descriptor behind it has taken something: so this one was filled, or a packet has ended in it.
    pub(crate) followed: bool,
}

/// Where what is received behind a loss may begin, if `got` is what was received in front of it.
pub(crate) fn starts_behind(
    sent: &[Sent],
    got: &Bytes,
    starts: &[Start],
    loss: Loss,
) -> Vec<Start> {
    let mut search = Search { sent, loss, found: BTreeSet::new(), seen: BTreeSet::new() };
    for start in stream::reached(sent, got, starts) {
        if start.open {
            search.lose(start, 0);
        } else {
            // A packet has ended with the last byte written.
            search.found.insert(start);
        }
    }
    search.found.into_iter().collect()
}

struct Search<'a> {
    sent: &'a [Sent],
    loss: Loss,
    found: BTreeSet<Start>,
    /// Runs entered with so many bytes lost.
    seen: BTreeSet<(Start, usize)>,
}

impl Search<'_> {
    /// Loses any number of bytes from there on, with `used` lost already and no end of a packet among them.
    fn lose(&mut self, start: Start, used: usize) {
        if !self.seen.insert((start, used)) {
            return;
        }
        let Loss { room, followed } = self.loss;
        let may_stop = |used| !followed || used == room;
        let Some(run) = self.sent.get(start.run) else {
            if may_stop(used) {
                self.found.insert(start);
            }
            return;
        };
        let (least, most) = run.bytes();
        let left = room.min(HELD_BYTES) - used;
        let end = run.end_behind(start.skip).unwrap_or(usize::MAX);
        for skip in start.skip..=most.min(start.skip + left).min(end) {
            let used = used + skip - start.skip;
            if skip == end {
                // The last byte of a packet comes with its end.
                self.found.insert(Start { skip, open: false, ..start });
            } else if may_stop(used) {
                self.found.insert(Start { skip, ..start });
            }
            if skip >= least {
                self.leave(Start { skip, open: skip != end, ..start }, used);
            }
        }
    }

    /// The run has sent no more.
    fn leave(&mut self, start: Start, used: usize) {
        let next = Start { run: start.run + 1, skip: 0, open: start.open };
        let run = &self.sent[start.run];
        if start.open && run.cut() != Cut::Maybe(false) {
            self.found.insert(Start { open: false, ..next });
        }
        if start.open && !run.must_close(start.skip) {
            self.lose(next, used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(data: &[u8], ends: &[usize]) -> Bytes {
        Bytes { data: data.to_vec(), ends: ends.to_vec() }
    }

    /// Two packets of 4 and one of 2, by runs that have ended.
    fn sent() -> [Sent; 2] {
        let first = bytes(&[1, 2, 3, 4, 5, 6, 7, 8], &[4, 8]);
        [
            Sent::told(first, 8, Cut::Maybe(false)),
            Sent::told(bytes(&[9, 10], &[2]), 2, Cut::Maybe(false)),
        ]
    }

    /// Numbers of bytes lost behind the first `got`.
    fn lost(got: u8, room: usize, followed: bool) -> Vec<usize> {
        let data: Vec<u8> = (1..=got).collect();
        let loss = Loss { room, followed };
        let starts = starts_behind(&sent(), &bytes(&data, &[]), &[Start::default()], loss);
        let mut lost: Vec<_> =
            starts.iter().map(|start| 8 * start.run + start.skip - data.len()).collect();
        lost.dedup();
        lost
    }

    #[test]
    fn a_descriptor_loses_what_it_had_room_for_and_nothing_behind_the_end_of_its_packet() {
        assert_eq!(lost(1, 2, false), [0, 1, 2]);
        assert_eq!(lost(1, 100, false), [0, 1, 2, 3]);
        assert_eq!(lost(4, 100, false), [0]);
    }

    #[test]
    fn one_that_is_followed_was_full_or_its_packet_has_ended() {
        assert_eq!(lost(1, 2, true), [2]);
        assert_eq!(lost(1, 100, true), [3]);
        assert_eq!(lost(1, 0, true), [0]);
    }

    #[test]
    fn what_comes_behind_a_loss_goes_on_from_one_of_its_places() {
        let loss = Loss { room: 2, followed: false };
        let starts = starts_behind(&sent(), &bytes(&[1], &[]), &[Start::default()], loss);
        let check = |data: &[u8], ends: &[usize], drained| {
            stream::check(&sent(), &bytes(data, ends), &starts, drained)
        };
        check(&[4, 5, 6, 7, 8, 9, 10], &[1, 5, 7], true).unwrap();
        check(&[2, 3, 4], &[3], false).unwrap();
        check(&[5, 6, 7, 8, 9, 10], &[4, 6], true).unwrap_err();
        check(&[4, 5, 6, 7, 8, 9, 10], &[5, 7], true).unwrap_err();
        check(&[4, 5, 6, 7, 8], &[1, 5], true).unwrap_err();
        check(&[], &[], true).unwrap_err();
    }
}
