// SPDX-License-Identifier: Apache-2.0
//! What a stream of samples says beside its bytes: the time of each beat, and what was lost ahead of a packet.

use crate::byte_stream::BEAT_BYTES;

/// Times of a packet's samples; by default it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps {
    /// Time of the first sample of its burst.
    pub(crate) first: u64,
    /// Number of the packet's first sample in the burst.
    pub(crate) number: u64,
    /// Samples of a channel in 2^32 cycles.
    pub(crate) rate: u32,
    /// Bytes of the samples of one time.
    pub(crate) bytes: u32,
    /// Bytes in front of the packet's first sample.
    pub(crate) header: u32,
}

impl Stamps {
    /// Time of a sample of the burst.
    pub(crate) fn of(&self, number: u64) -> u64 {
        if self.rate == 0 {
            return 0;
        }
        let cycles = (u128::from(number) << 32).div_ceil(self.rate.into());
        self.first.wrapping_add(u64::try_from(cycles).unwrap_or(u64::MAX))
    }

    /// Time of the first sample in the beat that has that byte of the packet.
    pub(crate) fn at(&self, byte: u64) -> u64 {
        if self.bytes == 0 {
            return 0;
        }
        let beat = byte - byte % BEAT_BYTES as u64;
        self.of(self.number + beat.saturating_sub(self.header.into()) / u64::from(self.bytes))
    }
}

/// What is said of bytes that were taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// Time of the beat in which the first of them is.
    pub(crate) stamp: u64,
    /// Samples lost ahead of the packet that begins with them.
    pub(crate) lost: u64,
    /// The end of the packet, if they reach it.
    pub(crate) end: Option<End>,
}

/// How a packet ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    /// A burst ends with it.
    pub(crate) burst: bool,
    /// It ends because samples are lost from there on.
    pub(crate) cut: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_beat_is_that_of_its_first_sample() {
        let stamps = Stamps { first: 1000, number: 3, rate: 0x5555_5555, bytes: 4, header: 0 };
        // A rate just below a third: sample n comes at 3 n, rounded up.
        assert_eq!((stamps.of(0), stamps.of(1), stamps.of(3)), (1000, 1004, 1010));
        assert_eq!((stamps.at(0), stamps.at(63), stamps.at(64)), (1010, 1010, stamps.of(19)));
        let behind = Stamps { header: 64, ..stamps };
        assert_eq!((behind.at(0), behind.at(64), behind.at(128)), (1010, 1010, stamps.of(19)));
        assert_eq!(Stamps::default().at(640), 0);
    }
}
