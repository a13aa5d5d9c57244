// SPDX-License-Identifier: Apache-2.0
//! What comes by the two stream ports in the first pass of a run: scalars, points, or both.

use forebay_msm::{CARD_POINT_BYTES, SCALAR_BYTES, Scalar};

use super::cycles::Arrival;
use crate::byte_stream::BEAT_BYTES;
use crate::datapath::Ports;

const SCALARS_PORT: usize = 0;
const POINTS_PORT: usize = 1;
/// The part of a stream port's entries after which others may have their turn.
const TURN: usize = 4;
/// Scalars of a beat.
const SCALARS: usize = BEAT_BYTES / SCALAR_BYTES;
/// Points after which they begin with a beat again.
const POINTS: usize = 4;

/// The input of a run.
#[derive(Debug)]
pub(super) struct Feed {
    records: usize,
    /// Those that were taken.
    taken: usize,
    has_scalars: bool,
    has_points: bool,
    /// The beat whose scalars are being taken.
    scalars: Vec<u8>,
    /// Points that nobody has worked off, and what comes behind them in their last beat.
    points: Vec<u8>,
    /// Entries of each port that were taken in this turn.
    entries: [usize; 2],
}

impl Feed {
    /// That of so many records.
    pub(super) fn new(records: usize, has_scalars: bool, has_points: bool) -> Self {
        let (scalars, points) = (Vec::new(), Vec::new());
        Self { records, taken: 0, has_scalars, has_points, scalars, points, entries: [0; 2] }
    }

    pub(super) const fn taken(&self) -> usize {
        self.taken
    }

    pub(super) const fn is_complete(&self) -> bool {
        self.taken == self.records
    }

    pub(super) const fn has_points(&self) -> bool {
        self.has_points
    }

    /// Entries of each stream port that the next record wants.
    pub(super) const fn wanted(&self) -> [usize; 2] {
        // A point is two beats and a quarter: the first of four begins one that the others end.
        let point = if self.taken.is_multiple_of(POINTS) { 3 } else { 2 };
        let scalar = self.taken.is_multiple_of(SCALARS) as usize;
        [if self.has_scalars { scalar } else { 0 }, if self.has_points { point } else { 0 }]
    }

    /// Takes the next record, if all of it is there: when its beats came, and its scalar. A stream without its counterpart stays in its
    /// FIFO, so that wrong feeding stalls here too.
    pub(super) fn next(&mut self, ports: &mut Ports<'_>) -> Option<(Arrival, Scalar)> {
        let wanted = self.wanted();
        if (0..).zip(wanted).any(|(port, entries)| ports.held(port) < entries) {
            return None;
        }
        let [scalar, point] = wanted;
        let mut arrival = Arrival { point_beats: point, ..Arrival::default() };
        if scalar > 0 {
            self.scalars.clear();
            arrival.scalar = self.take(SCALARS_PORT, ports);
        }
        for beat in 0..point {
            arrival.point[beat] = self.take(POINTS_PORT, ports);
        }
        let scalars: &[Scalar] = self.scalars.as_chunks().0;
        let scalar = scalars.get(self.taken % SCALARS).copied().unwrap_or_default();
        self.taken += 1;
        Some((arrival, scalar))
    }

    /// Takes the next entry of a stream port, which has one; the first cycle in which it is there.
    fn take(&mut self, port: usize, ports: &mut Ports<'_>) -> u64 {
        let bytes = if port == SCALARS_PORT { &mut self.scalars } else { &mut self.points };
        let from = ports.from(port).unwrap_or(ports.now);
        ports.take(port, 1, bytes);
        self.entries[port] += 1;
        from
    }

    /// Begins a turn.
    pub(super) const fn begin_turn(&mut self) {
        self.entries = [0; 2];
    }

    /// So much has been taken in this turn that others could do something with the room.
    pub(super) fn is_enough(&self, ports: &Ports<'_>) -> bool {
        (0..)
            .zip(self.entries)
            .any(|(port, entries)| entries > 0 && entries >= ports.depth(port) / TURN)
    }

    /// Points that nobody has worked off, as many as that.
    pub(super) fn points(&self, count: usize) -> &[u8] {
        &self.points[..count * CARD_POINT_BYTES]
    }

    /// So many points were worked off.
    pub(super) fn forget(&mut self, count: usize) {
        self.points.drain(..count * CARD_POINT_BYTES);
    }
}
