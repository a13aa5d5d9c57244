// SPDX-License-Identifier: Apache-2.0
//! Several transfers at once: under the portal one line names a list of them, in memory of the queue's own (`docs/decisions/0021-batches.md`).

use forebay_regs::batch_desc::{self, record_hi};
use forebay_regs::batch_record::result;

use super::backend::Backend;
use super::completion::{Item, Waiting};
use super::sequence::Line;
use super::{Cookie, Move, Reason, Region, Rights, Scheme, UserQueue, UserQueueError};
use crate::ForebayError;

/// Bytes of a descriptor.
const DESC_BYTES: usize = batch_desc::SIZE_BYTES as usize;

impl UserQueue {
    /// Starts several, in this order; their cookies.
    ///
    /// Under the portal one line starts up to [`UserQueue::batch`] of them, which the card takes from a list in memory of the queue's own (a page, registered
    /// with the first batch and kept). It has them all at once, and begins each when there is a place for it. What is started behind them waits for their ends.
    ///
    /// # Errors
    /// As [`UserQueue::submit`] of the first, and as [`UserQueue::register`] for the list; [`UserQueueError::Batch`] of another one, which says how many were
    /// started before it.
    pub fn submit_batch(&mut self, wanted: &[Move<'_>]) -> Result<Vec<Cookie>, ForebayError> {
        let mut cookies = Vec::with_capacity(wanted.len());
        match self.start_all(wanted, &mut cookies) {
            Ok(()) => Ok(cookies),
            Err(source) if cookies.is_empty() => Err(source),
            Err(source) => {
                let (taken, source) = (cookies.len(), Box::new(source));
                Err(UserQueueError::Batch { taken, source }.into())
            }
        }
    }

    /// Transfers that one access of the program starts at most: more than one where the card takes lists.
    #[must_use]
    pub fn batch(&self) -> usize {
        match self.scheme() {
            Scheme::Portal => self.backend.grant().batch.max(1) as usize,
            _ => 1,
        }
    }

    fn start_all(
        &mut self,
        wanted: &[Move<'_>],
        cookies: &mut Vec<Cookie>,
    ) -> Result<(), ForebayError> {
        let scheme = self.scheme();
        let is_bad = |one: &Move<'_>| one.check(self.id, scheme.alignment(), scheme).is_err();
        // Those behind a bad one are not begun.
        let good = wanted.iter().position(is_bad).unwrap_or(wanted.len());
        let (good, rest) = wanted.split_at(good);
        for some in good.chunks(self.batch()) {
            match some {
                [one] => cookies.push(self.submit(*one)?),
                several => cookies.extend(self.start_list(several)?),
            }
        }
        rest.first().map_or(Ok(()), |bad| bad.check(self.id, scheme.alignment(), scheme))?;
        Ok(())
    }

    /// Starts a list.
    fn start_list(&mut self, wanted: &[Move<'_>]) -> Result<Vec<Cookie>, ForebayError> {
        self.make_room()?;
        let first = self.next_cookie;
        let cookies: Vec<_> =
            (0..).zip(wanted).map(|(nth, _)| Cookie(first.wrapping_add(nth))).collect();
        let list = Cookie(first);
        let missing = ForebayError::NoFeature { what: "list of starts under this scheme" };
        let records = self.records.as_ref().ok_or(missing)?;
        let memory = match &mut self.list {
            Some(region) => &*region,
            none => &*none.insert(register_list(&*self.backend, self.id)?),
        };
        let mut waiting = Vec::with_capacity(wanted.len());
        let mut bytes = Vec::with_capacity(wanted.len() * DESC_BYTES);
        for ((number, one), cookie) in (0_u32..).zip(wanted).zip(&cookies) {
            let record = records.of_item(number as usize);
            bytes.extend_from_slice(&descriptor(one, records.expect(record)?, *cookie));
            let last = waiting.len() + 1 == wanted.len();
            let item = Some(Item { number, last, list });
            let (cookie, bytes) = (*cookie, one.bytes);
            waiting.push(Waiting { cookie, bytes, record: Some(record), over_at: None, item });
        }
        memory.memory.write(0, &bytes)?;
        let items = u32::try_from(wanted.len()).unwrap_or(u32::MAX);
        self.backend.line(&Line {
            src: memory.memory.slot_address(),
            dst: 0,
            record: records.expect(records.of_list())?,
            size: items,
            cookie: list.0,
            list: true,
            whole: !self.options.pieces,
        })?;
        self.never_begun = None;
        self.waiting.extend(waiting);
        self.next_cookie = first.wrapping_add(items);
        Ok(cookies)
    }

    /// Whether a list is not over: it stands behind everything else.
    pub(super) fn has_list(&self) -> bool {
        self.waiting.back().is_some_and(|newest| newest.item.is_some())
    }

    /// Why a transfer of a list was never begun; `says` is the list's own record, behind which no other one comes.
    pub(super) fn why_never_begun(&mut self, item: Item, says: u32) -> (Reason, u64) {
        if let Some(known) = self.never_begun {
            return known;
        }
        let first = result::FIRST.get(says) == item.number;
        let told = Reason::numbered(result::REASON.get(says)).filter(|_| first);
        let why = match told {
            Some(reason) => (reason, self.bad_address(reason)),
            // Another one before it had its own reason; the end of the list is what went wrong last.
            None => {
                let last = self.backend.stats().ok().and_then(|seen| {
                    self.seen = seen;
                    seen.bad
                });
                last.map_or((Reason::Aborted, 0), |(address, reason)| (reason, address))
            }
        };
        self.never_begun = Some(why);
        why
    }
}

/// Memory for the longest list, which the card only reads.
fn register_list(backend: &dyn Backend, queue: u64) -> Result<Region, ForebayError> {
    let (bytes, rights) = (backend.grant().batch as usize * DESC_BYTES, Rights::READ);
    Ok(Region::new(backend.register(bytes, rights)?, queue, bytes, rights))
}

/// The descriptor of a transfer whose record goes to that slot address.
fn descriptor(wanted: &Move<'_>, record: u64, cookie: Cookie) -> [u8; DESC_BYTES] {
    let mut bytes = [0; DESC_BYTES];
    let mut put = |at: u32, value: &[u8]| {
        let at = at as usize;
        bytes[at..at + value.len()].copy_from_slice(value);
    };
    let wanted_record = u64::from(record_hi::WANTED.mask()) << u32::BITS;
    put(batch_desc::SRC_LO, &wanted.from.slot_address().to_le_bytes());
    put(batch_desc::DST_LO, &wanted.to.slot_address().to_le_bytes());
    put(batch_desc::RECORD_LO, &(record | wanted_record).to_le_bytes());
    put(batch_desc::LENGTH, &wanted.bytes.to_le_bytes());
    put(batch_desc::COOKIE, &cookie.0.to_le_bytes());
    bytes
}
