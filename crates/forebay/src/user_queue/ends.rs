// SPDX-License-Identifier: Apache-2.0
//! How the end of a transfer is seen: by its record, by the context's page, or by what the card has counted; and how it is waited for.

use std::time::Instant;

use super::completion::Waiting;
use super::sequence::MINUS_ONE;
use super::{Completion, Reason, Scheme, UserQueue, UserQueueError, UserQueueStats};
use crate::ForebayError;

impl UserQueue {
    /// The end of the oldest transfer, in the order of starts; none when there is none. Looks for a while, then sleeps until it comes.
    ///
    /// # Errors
    /// [`UserQueueError::NotOver`] when it does not come, after which it may be asked for again; what looking can end in.
    #[expect(
        clippy::should_implement_trait,
        reason = "an end that is an error is no end of the queue"
    )]
    pub fn next(&mut self) -> Result<Option<Completion>, ForebayError> {
        if self.ended.is_empty() && !self.waiting.is_empty() {
            self.end_oldest()?;
        }
        Ok(self.ended.pop_front())
    }

    /// The same if it has come; looks once.
    ///
    /// # Errors
    /// What looking can end in.
    pub fn try_next(&mut self) -> Result<Option<Completion>, ForebayError> {
        if self.ended.is_empty() {
            self.look()?;
        }
        Ok(self.ended.pop_front())
    }

    /// Waits for the oldest transfer, of which there is one.
    pub(super) fn end_oldest(&mut self) -> Result<(), ForebayError> {
        let spins = self.backend.has_own_time();
        let begin = Instant::now();
        loop {
            if self.look()? {
                return Ok(());
            }
            if !spins || begin.elapsed() > self.options.spin {
                break;
            }
            std::hint::spin_loop();
        }
        // Of its own, for the queue is looked at between two sleeps.
        let mut wait = self.backend.wait(self.options.timeout)?;
        loop {
            let goes_on = wait.sleep()?;
            if self.look()? {
                return Ok(());
            }
            if !goes_on || spins {
                let stats = self.backend.stats()?;
                // What has ended until then has told by now.
                if self.look()? || stats.under_way == 0 && self.end_as_refused(&stats) {
                    return Ok(());
                }
                if !goes_on {
                    return Err(self.not_over(&stats));
                }
            }
        }
    }

    fn not_over(&self, stats: &UserQueueStats) -> ForebayError {
        let cookie = self.waiting.front().map_or(super::Cookie(0), |oldest| oldest.cookie);
        UserQueueError::NotOver { cookie, under_way: stats.under_way }.into()
    }

    /// Whether the oldest transfer is over; then it is among those that have ended.
    fn look(&mut self) -> Result<bool, ForebayError> {
        let Some(oldest) = self.waiting.front().copied() else { return Ok(false) };
        let reason = match self.scheme() {
            Scheme::Portal => self.look_at_record(&oldest)?,
            Scheme::Key => self.look_at_page()?,
            _ => self.look_at_counters()?,
        };
        let Some(reason) = reason else { return Ok(false) };
        self.end(&oldest, reason);
        Ok(true)
    }

    /// The oldest transfer is over, and why not well.
    fn end(&mut self, oldest: &Waiting, reason: Option<(Reason, u64)>) {
        let (scheme, cookie) = (self.scheme(), oldest.cookie);
        let outcome = match reason {
            None => Ok(oldest.bytes),
            Some((reason, address)) if reason.is_refusal() => {
                Err(UserQueueError::Refused { scheme, reason, address }.into())
            }
            Some((reason, address)) => {
                Err(UserQueueError::Failed { cookie, reason, address }.into())
            }
        };
        self.waiting.pop_front();
        self.ended.push_back(Completion { cookie, outcome });
    }

    /// Portal: a record tells, unless the card had no place for one, or has not begun what is in a list.
    fn look_at_record(&mut self, oldest: &Waiting) -> Result<Over, ForebayError> {
        let (Some(records), Some(place)) = (&self.records, oldest.record) else { return Ok(None) };
        // That of the list first: behind it no other one of it comes.
        let of_list = match oldest.item {
            Some(item) => records.said(records.of_list(), item.list)?.map(|says| (item, says)),
            None => None,
        };
        match (records.said(place, oldest.cookie)?, of_list) {
            // With its list its place is taken.
            (Some(_), None) if oldest.item.is_some_and(|item| item.last) => Ok(None),
            (Some(number), _) => {
                let Some(reason) = Reason::numbered(number) else { return Ok(Some(None)) };
                Ok(Some(Some((reason, self.bad_address(reason)))))
            }
            (None, Some((item, says))) => Ok(Some(Some(self.why_never_begun(item, says)))),
            (None, None) => Ok(None),
        }
    }

    /// Key: the page counts down to 0. A look starts nothing, for nothing is latched.
    fn look_at_page(&mut self) -> Result<Over, ForebayError> {
        Ok(match self.backend.left()? {
            0 => Some(None),
            MINUS_ONE => {
                self.seen = self.backend.stats()?;
                Some(Some(
                    self.seen
                        .bad
                        .map_or((Reason::Aborted, 0), |(address, reason)| (reason, address)),
                ))
            }
            _ => None,
        })
    }

    /// The others: one at a time, so that it is over when as many have ended as had started when it was first looked at.
    fn look_at_counters(&mut self) -> Result<Over, ForebayError> {
        let stats = self.backend.stats()?;
        let Some(oldest) = self.waiting.front_mut() else { return Ok(None) };
        let over_at = *oldest.over_at.get_or_insert(stats.starts);
        // Counters go round.
        let missing = over_at.wrapping_sub(stats.ended()).cast_signed();
        if stats.under_way > 0 && missing > 0 {
            return Ok(None);
        }
        let failed = stats.failed != self.seen.failed;
        self.seen = stats;
        let bad = stats.bad.filter(|_| failed);
        Ok(Some(bad.map(|(address, reason)| (reason, address))))
    }

    /// Nothing is under way, and no record came: the card refused it for a reason that it writes none for.
    fn end_as_refused(&mut self, stats: &UserQueueStats) -> bool {
        let refused = stats.bad.filter(|(_, reason)| reason.is_refusal());
        let (Some(oldest), Some((address, reason))) = (self.waiting.front().copied(), refused)
        else {
            return false;
        };
        self.seen = *stats;
        self.end(&oldest, Some((reason, address)));
        // A list is refused as a whole, and nothing is behind it.
        while let (Some(_), Some(next)) = (oldest.item, self.waiting.front().copied()) {
            self.end(&next, Some((reason, address)));
        }
        true
    }

    /// The slot address that goes with a reason which a record has told; 0 when the card has told of another one since, or tells nothing any more.
    pub(super) fn bad_address(&mut self, reason: Reason) -> u64 {
        let Ok(seen) = self.backend.stats() else { return 0 };
        self.seen = seen;
        self.seen.bad.filter(|bad| bad.1 == reason).map_or(0, |bad| bad.0)
    }
}

/// None: it goes on. Else it is over, and why not well.
type Over = Option<Option<(Reason, u64)>>;
