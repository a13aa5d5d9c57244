// SPDX-License-Identifier: Apache-2.0
//! What a run has taken from its stream: told by its results, lost with a write that has failed, and nothing else.

use std::ops::Range;

use forebay_bus::host::Purpose;
use forebay_regs::c2h_result;

use crate::HostileError;
use crate::loss::Loss;
use crate::run::{Counts, First, RESULT_STRIDE, Run};
use crate::stream::Bytes;
use crate::traffic::{Traffic, Write};

const RESULT_BYTES: usize = 8;

/// What a run has taken, in order.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    /// Up to the first loss.
    pub(crate) bytes: Bytes,
    /// What was lost, and what came behind it in the same run.
    pub(crate) behind: Vec<(Loss, Bytes)>,
    /// The last descriptor counted has ended a packet.
    pub(crate) end: bool,
}

/// What the card has done for one descriptor.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    /// Bytes written or refused, from its start.
    bytes: usize,
    /// Some of them were refused.
    refused: bool,
    /// End of packet, of the result written or refused.
    result: Option<bool>,
}

impl Done {
    const fn is_nothing(self) -> bool {
        self.bytes == 0 && self.result.is_none()
    }
}

impl Run {
    /// What the run has taken from its stream. Each descriptor that has taken something has a result that says exactly
    /// that, but for one of which data was refused: that has none. Nothing else has been written, and nothing behind a
    /// descriptor that is neither full nor at the end of a packet.
    pub(crate) fn taken(
        &self,
        traffic: &Traffic,
        counts: Option<Counts>,
        first: Option<&First>,
    ) -> Result<Taken, HostileError> {
        let mut tried = self.now()?;
        let mut landed = vec![false; tried.len()];
        for write in &traffic.writes {
            match &write.refused {
                None => landed[self.range_of(write)].fill(true),
                Some(data) => tried[self.range_of(write)].copy_from_slice(data),
            }
        }
        self.unchanged_but(&self.now()?, |at, _| landed[at])?;
        let done = self.done(traffic, &tried)?;
        let mut taken = Taken::default();
        let mut over = false;
        for (n, (place, now)) in self.placed.iter().zip(&done).enumerate() {
            over |= first.is_some_and(|first| first.of_descriptor && first.n == n);
            if over && !now.is_nothing() {
                return Err(self.broken(format!("{now:?} of descriptor {n}, behind the end")));
            }
            let data = &tried[place.host..place.host + now.bytes];
            let bytes = taken.behind.last_mut().map_or(&mut taken.bytes, |(_, bytes)| bytes);
            bytes.push(data, now.result == Some(true));
            if now.refused {
                let followed = done[n + 1..].iter().any(|done| !done.is_nothing());
                let loss = Loss { room: place.len - now.bytes, followed };
                taken.behind.push((loss, Bytes::default()));
                continue;
            }
            let whole = now.bytes == place.len || now.result == Some(true);
            over |= !whole || (now.result == Some(true) && self.stops_at_end(n));
            if let Some(counts) = counts {
                self.check_counted(n, *now, whole, counts)?;
            }
        }
        let last = counts.and_then(|counts| counts.completed.checked_sub(1));
        taken.end = last.is_some_and(|last| done[last].result == Some(true));
        Ok(taken)
    }

    /// A descriptor none of whose data was refused, against the counts.
    fn check_counted(
        &self,
        n: usize,
        done: Done,
        whole: bool,
        counts: Counts,
    ) -> Result<(), HostileError> {
        let right = match n.cmp(&counts.completed) {
            std::cmp::Ordering::Less => whole,
            _ if counts.failed => true,
            std::cmp::Ordering::Equal => !whole && done.bytes == counts.partial,
            std::cmp::Ordering::Greater => done.is_nothing(),
        };
        if right {
            Ok(())
        } else {
            Err(self.broken(format!("{done:?} of descriptor {n}, {counts:?}")))
        }
    }

    fn range_of(&self, write: &Write) -> Range<usize> {
        let at = usize::try_from(write.addr - self.first()).unwrap_or(usize::MAX);
        at..at + write.bytes
    }

    /// What was done for each descriptor: data in order and without a gap, and at most one result that tells of all.
    fn done(&self, traffic: &Traffic, tried: &[u8]) -> Result<Vec<Done>, HostileError> {
        let mut all = vec![Done::default(); self.placed.len()];
        for write in &traffic.writes {
            let range = self.range_of(write);
            let wrong = || self.broken(format!("{:?} of {range:?} in its memory", write.purpose));
            if write.purpose == Purpose::Data {
                let next = |n: &usize| self.placed[*n].host + all[*n].bytes == range.start;
                let n = (0..all.len()).find(next).ok_or_else(wrong)?;
                all[n].bytes += range.len();
                all[n].refused |= write.refused.is_some();
                if all[n].bytes > self.placed[n].len {
                    return Err(wrong());
                }
            }
        }
        for write in traffic.writes.iter().filter(|write| write.purpose != Purpose::Data) {
            let range = self.range_of(write);
            let wrong =
                |why| self.broken(format!("a write-back to {range:?} of its memory, {why}"));
            let at = range.start.checked_sub(self.results).filter(|at| at % RESULT_STRIDE == 0);
            let n = at.map_or(usize::MAX, |at| at / RESULT_STRIDE);
            let Some(done) = all.get_mut(n).filter(|_| range.len() == RESULT_BYTES) else {
                return Err(wrong("where no result belongs"));
            };
            if done.result.is_some() || done.refused {
                return Err(wrong("of a descriptor that has none, or has it"));
            }
            let word = |at: usize| {
                u32::from_le_bytes([tried[at], tried[at + 1], tried[at + 2], tried[at + 3]])
            };
            let (status, len) = (word(range.start), word(range.start + 4) as usize);
            let eop = c2h_result::status::EOP.is_set(status);
            let sound = status & !c2h_result::status::EOP.mask() == c2h_result::status::RESET;
            if !sound || len != done.bytes || (len == 0 && !eop) {
                return Err(
                    self.broken(format!("result {n} is {status:#x}, {len} bytes, {done:?}"))
                );
            }
            done.result = Some(eop);
        }
        let untold = |done: &Done| done.bytes > 0 && !done.refused && done.result.is_none();
        all.iter().position(untold).map_or(Ok(()), |n| {
            Err(self.broken(format!("descriptor {n} has no result, {:?}", all[n])))
        })?;
        Ok(all)
    }
}
