// SPDX-License-Identifier: Apache-2.0
//! The write of results of packets (`fby_dma_status_writer`): neighbours of a channel go together where several wait.

/// Bytes of a result.
pub(crate) const RESULT_BYTES: u64 = 8;
/// No write goes beyond such a line.
const LINE: u64 = 64;

/// Whose the writes are for the host bus: nobody's channel.
pub(crate) const WORDS: usize = usize::MAX;

/// The write in hand.
#[derive(Clone, Copy, Debug)]
struct Hand {
    channel: usize,
    /// Behind its last result.
    next: u64,
    /// The cycle in which it took that in.
    since: u64,
    /// It has been chosen to go.
    is_chosen: bool,
}

/// What all channels share to write their results.
#[derive(Debug, Default)]
pub(crate) struct Words {
    hand: Option<Hand>,
    /// The first cycle in which a result may be taken if no write is in hand.
    free: u64,
}

impl Words {
    /// Takes a result of a channel that goes to `addr`, if it begins a write or joins the one in hand.
    pub(crate) fn take(&mut self, now: u64, channel: usize, addr: u64) -> bool {
        let takes = match self.hand {
            None => self.free <= now,
            Some(hand) => {
                // A write that has been on offer stays as it is.
                let is_next = hand.next == addr && !addr.is_multiple_of(LINE);
                hand.channel == channel && is_next && hand.since + 1 == now && !hand.is_chosen
            }
        };
        if takes {
            self.hand = Some(Hand {
                channel,
                next: addr.wrapping_add(RESULT_BYTES),
                since: now,
                is_chosen: false,
            });
        }
        takes
    }

    /// From which cycle on the write in hand is on offer, if it is one of that channel and has not been chosen.
    pub(crate) fn offer(&self, channel: usize) -> Option<u64> {
        let hand = self.hand.filter(|hand| hand.channel == channel && !hand.is_chosen)?;
        Some(hand.since + 1)
    }

    /// It is chosen.
    pub(crate) fn choose(&mut self) {
        if let Some(hand) = &mut self.hand {
            hand.is_chosen = true;
        }
    }

    /// Whether the write in hand is one of that channel.
    pub(crate) fn is_of(&self, channel: usize) -> bool {
        self.hand.is_some_and(|hand| hand.channel == channel)
    }

    /// When a result that is to go from `from` on may be taken, if that hangs on nobody.
    pub(crate) fn next(&self, from: u64) -> Option<u64> {
        self.hand.is_none().then(|| from.max(self.free))
    }

    /// The write in hand of that channel, if there is one, is gone.
    pub(crate) fn gone(&mut self, now: u64, channel: usize) {
        if self.is_of(channel) {
            self.hand = None;
            self.free = now + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_go_together_as_long_as_one_follows_the_other() {
        let mut words = Words::default();
        assert!(words.take(5, 2, 0x30) && words.take(6, 2, 0x38));
        assert!(!words.take(7, 2, 0x40), "another line");
        assert_eq!((words.offer(2), words.offer(1)), (Some(7), None));
        words.gone(9, 2);
        assert!(!words.take(9, 1, 0x40) && words.take(10, 1, 0x40));
        assert!(!words.take(11, 2, 0x48), "another channel");
        assert!(!words.take(11, 1, 0x50), "no neighbour");
        assert!(!words.take(12, 1, 0x48), "it has been on offer");
        assert_eq!(words.next(20), None);
        words.gone(13, 1);
        assert_eq!(words.next(3), Some(14));
    }
}
