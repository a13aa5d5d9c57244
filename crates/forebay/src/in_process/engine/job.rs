// SPDX-License-Identifier: Apache-2.0
//! A transfer in the queue of its channel: what is left of it, how far it is, and how it ended.

use std::collections::{BTreeMap, VecDeque};

use super::pending::ports;
use super::{ForebayError, Held, Segment};
use crate::transport::Moved;

/// A transfer as submitted.
pub(crate) struct Job {
    pub id: u64,
    pub segments: VecDeque<Segment>,
    pub held: Held,
    pub(super) chain: Option<u64>,
    pub(super) total: u64,
    /// Bytes of it for each stream port.
    pub(super) ports: BTreeMap<u32, u64>,
    pub(super) done: u64,
    pub(super) bytes: u64,
    pub(super) eop: bool,
}

impl Job {
    pub(crate) fn new(id: u64, pieces: impl IntoIterator<Item = Segment>, held: Held) -> Self {
        let segments: VecDeque<_> = pieces.into_iter().flat_map(Segment::split).collect();
        let (total, ports) = (segments.len() as u64, ports(&segments));
        Self { id, segments, held, chain: None, total, ports, done: 0, bytes: 0, eop: false }
    }

    /// The same as one of a chain: it goes on where the one before ends, and fails with it.
    pub(crate) fn in_chain(self, chain: Option<u64>) -> Self {
        Self { chain, ..self }
    }

    /// Whether it goes on where `before` ends.
    pub(super) fn follows(&self, before: &Self) -> bool {
        self.chain.is_some() && self.chain == before.chain
    }

    /// A packet has ended before the room for it did: what is behind it in `rest` of a run, or in the runs to come, is left
    /// alone, and the room for the next packet is next.
    pub(super) fn leave_room(&mut self, rest: &[Segment]) {
        for segment in rest.iter().rev() {
            self.segments.push_front(*segment);
        }
        while let Some(segment) = self.segments.pop_front() {
            self.done += 1;
            if segment.eop {
                break;
            }
        }
    }
}

/// How far a job was when it was given up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub job: u64,
    pub done: u64,
    pub total: u64,
    pub bytes: u64,
}

/// How a job ended.
pub(crate) struct Ended {
    pub id: u64,
    pub held: Held,
    pub result: Result<Moved, ForebayError>,
}
