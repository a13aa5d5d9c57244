// SPDX-License-Identifier: Apache-2.0
//! How a transfer is started: by a line, by attempts, or by the kernel.

use super::records::RecordPlace;
use super::sequence::Line;
use super::{Completion, Cookie, Move, SLOT_BYTES, Scheme, UserQueue, UserQueueError};
use crate::ForebayError;

impl UserQueue {
    /// Stores a line; where its record comes.
    pub(super) fn store_line(
        &mut self,
        wanted: &Move<'_>,
        cookie: Cookie,
    ) -> Result<Option<RecordPlace>, ForebayError> {
        let Some(records) = &self.records else { return Ok(None) };
        let place = records.of_line(self.lines);
        self.backend.line(&Line {
            src: wanted.from.slot_address(),
            dst: wanted.to.slot_address(),
            record: records.expect(place)?,
            size: wanted.bytes,
            cookie: cookie.0,
            list: false,
            whole: !self.options.pieces,
        })?;
        self.lines = self.lines.wrapping_add(1);
        Ok(Some(place))
    }

    /// Makes attempts until one is taken.
    pub(super) fn attempts(&mut self, wanted: &Move<'_>) -> Result<(), ForebayError> {
        let scheme = self.scheme();
        let [from, to] = [wanted.from, wanted.to].map(|place| place.slot_address());
        if scheme == Scheme::Shrimp1 {
            let [slot, partner] = [from, to].map(|address| address / SLOT_BYTES);
            if self.partners.get(&slot) != Some(&partner) {
                self.backend.pair(&*wanted.from.region.memory, slot, partner)?;
                self.partners.insert(slot, partner);
            }
        }
        let tries = if scheme.can_be_disturbed() { self.options.tries.max(1) } else { 1 };
        let mut told = None;
        for _ in 0..tries {
            let [source, target] =
                [wanted.from, wanted.to].map(|it| (&*it.region.memory, it.offset));
            let answer = self.backend.attempt(source, target, wanted.bytes)?;
            if answer.is_taken() {
                return Ok(());
            }
            told = Some(answer);
            let before = self.seen.all_refused();
            self.seen = self.backend.stats()?;
            // Where others use the context the last refusal may be one of theirs.
            match self.seen.bad {
                Some((address, reason))
                    if self.seen.all_refused() != before
                        && reason.is_refusal()
                        && (!scheme.is_shared() || [from, to].contains(&address)) =>
                {
                    return Err(UserQueueError::Refused { scheme, reason, address }.into());
                }
                _ => {}
            }
        }
        let (answer, access) = told.map_or((0, 0), |told| (told.word, told.at));
        Err(UserQueueError::Disturbed { scheme, tries, answer, access }.into())
    }

    /// By the kernel, which waits for the end.
    pub(super) fn copy(
        &mut self,
        wanted: &Move<'_>,
        cookie: Cookie,
    ) -> Result<Cookie, ForebayError> {
        let copied = self.backend.copy(wanted.from, wanted.to, wanted.bytes)?;
        let address = wanted.from.offset + copied.done;
        let outcome = match copied.reason {
            None => Ok(wanted.bytes),
            Some(reason) => Err(UserQueueError::Failed { cookie, reason, address }.into()),
        };
        self.ended.push_back(Completion { cookie, outcome });
        self.next_cookie = cookie.0.wrapping_add(1);
        Ok(cookie)
    }
}
