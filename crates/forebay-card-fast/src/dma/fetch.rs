// SPDX-License-Identifier: Apache-2.0
//! Descriptors on their way to a channel (`fby_xdma_fetch`): asked for a block at a time, ahead of the mover.

use std::collections::VecDeque;

use forebay_bus::host::Refusal;
use forebay_regs::{Field, desc};

use super::{Arrival, Asker, Wires, facts};

/// Bytes of a descriptor.
const BYTES: u64 = 32;
/// Pages that no read crosses.
const PAGE: u64 = 4096;
/// Reads of fewer descriptors wait, for room or for more to be known of the block (`fby_xdma_fetch_size`).
const WORTHWHILE: u64 = facts::QUEUE / 4;
/// What a descriptor says follows the next one, if more may follow than it can say.
const MOST_ADJACENT: u32 = desc::control::NEXT_ADJACENT.get(u32::MAX);

/// A descriptor, or why there is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetched {
    /// Where it is.
    pub(crate) addr: u64,
    pub(crate) words: Result<[u32; 8], Refusal>,
}

impl Fetched {
    /// It is the first one of a beat.
    const fn is_lower(&self) -> bool {
        self.addr.is_multiple_of(2 * BYTES)
    }

    fn word(&self, offset: u32) -> u32 {
        self.words.map_or(0, |words| words[offset as usize / 4])
    }

    fn field(&self, field: Field) -> u32 {
        field.get(self.word(desc::CONTROL))
    }

    /// The one that it names as its next.
    fn next(&self) -> u64 {
        let (low, high) = (self.word(desc::NEXT_LO), self.word(desc::NEXT_HI));
        (u64::from(high) << 32 | u64::from(low)) & !(BYTES - 1)
    }

    /// Nothing follows it.
    fn ends(&self) -> bool {
        let control = self.word(desc::CONTROL);
        self.words.is_err()
            || control & desc::control::MAGIC.mask() != desc::control::RESET
            || desc::control::STOP.is_set(control)
    }
}

/// The descriptors of a run.
#[derive(Debug)]
pub(crate) struct Fetch {
    asker: Asker,
    addr: u64,
    left: u64,
    active: bool,
    from: u64,
    /// The block reaches up to that address, as is known from that cycle on.
    grows: Option<(u64, u64)>,
    /// The cycle from which on the block is known to end with what is known of it.
    closed: u64,
    /// Reads under way, oldest first: the descriptors that each owes, and the cycle from which on it is none.
    reads: VecDeque<(u64, u64)>,
    /// Descriptors that were asked for.
    coming: VecDeque<Fetched>,
    /// Those of them whose beats are on their way, and when these come.
    arriving: VecDeque<(u64, Fetched)>,
    /// Those that have come, and from when on they can be had.
    queue: VecDeque<(u64, Fetched)>,
    /// A read is never answered.
    is_unanswered: bool,
}

impl Fetch {
    /// That of a run whose list begins there, which is asked for from that cycle on, if it is.
    pub(crate) fn new(asker: Asker, first: u64, adjacent: u32, from: Option<u64>) -> Self {
        Self {
            asker,
            addr: first & !(BYTES - 1),
            left: u64::from(adjacent) + 1,
            active: from.is_some(),
            from: from.unwrap_or(0),
            grows: None,
            closed: closed(adjacent, 0),
            reads: VecDeque::new(),
            coming: VecDeque::new(),
            arriving: VecDeque::new(),
            queue: VecDeque::new(),
            is_unanswered: false,
        }
    }

    /// Nothing that was asked for has still to come.
    pub(crate) fn is_idle(&self) -> bool {
        self.coming.is_empty() && self.arriving.is_empty()
    }

    /// A read was asked for that is never answered: the run it is of never comes to rest.
    pub(crate) const fn is_unanswered(&self) -> bool {
        self.is_unanswered
    }

    /// The next descriptor, if it is here.
    pub(crate) fn front(&self, now: u64) -> Option<&Fetched> {
        self.queue.front().filter(|(from, _)| *from <= now).map(|(_, fetched)| fetched)
    }

    /// It has been handed over.
    pub(crate) fn pop(&mut self) {
        self.queue.pop_front();
    }

    /// The next descriptor, if it could not be read, and why.
    pub(crate) fn refused(&self) -> Option<(u64, Refusal)> {
        let (_, fetched) = self.queue.front()?;
        fetched.words.err().map(|refusal| (fetched.addr, refusal))
    }

    /// Descriptors to ask for next, if it is worth a read.
    fn piece(&self, now: u64, credits: Option<u32>) -> u64 {
        let room =
            facts::QUEUE - (self.queue.len() + self.arriving.len() + self.coming.len()) as u64;
        let to_page = (PAGE - self.addr % PAGE) / BYTES;
        let mut piece = self.left.min(to_page);
        let mut may_grow = self.closed > now && self.owes(now) && piece < to_page;
        if let Some(credits) = credits.map(u64::from).filter(|credits| *credits < piece) {
            piece = credits;
            may_grow = false;
        }
        let worthwhile =
            (piece >= WORTHWHILE || !may_grow) && (room >= piece || room >= WORTHWHILE);
        let may = self.active && self.reads.len() < facts::DESCRIPTOR_READS && worthwhile;
        if may { piece.min(room) } else { 0 }
    }

    /// Descriptors that were asked for had not all come before that cycle.
    fn owes(&self, now: u64) -> bool {
        self.reads.iter().any(|(owed, until)| *owed > 0 || *until >= now + facts::RETIRE)
    }

    /// Asks for descriptors if it is time; how many, from where on. The caller brings them with [`Fetch::bring`].
    pub(crate) fn ask(
        &mut self,
        now: u64,
        credits: Option<u32>,
        wires: &mut Wires,
    ) -> Option<(u64, u64)> {
        let piece = self.piece(now, credits);
        if piece == 0 || self.from > now || !wires.may_ask_front(&self.asker) {
            return None;
        }
        let addr = self.addr;
        wires.ask_front(now, self.asker, addr, piece * BYTES);
        self.reads.push_back((piece, u64::MAX));
        self.addr = self.addr.wrapping_add(piece * BYTES);
        self.left -= piece;
        self.from = now + 1;
        Some((addr, piece))
    }

    /// What is where the last read goes.
    pub(crate) fn bring(&mut self, descriptors: impl Iterator<Item = Fetched>) {
        for fetched in descriptors {
            self.is_unanswered |= fetched.words == Err(Refusal::Unanswered);
            self.coming.push_back(fetched);
        }
    }

    /// Beats of reads are on their way.
    pub(crate) fn arrive(&mut self, arrival: &Arrival) {
        let count = arrival.bytes / BYTES;
        let mut at = arrival.first;
        for _ in 0..count {
            let Some(fetched) = self.coming.pop_front() else { return };
            self.arriving.push_back((at, fetched));
            at += u64::from(!fetched.is_lower());
        }
    }

    /// Takes the beats that come in this cycle; whether there are any.
    pub(crate) fn tick(&mut self, now: u64) -> bool {
        while self.reads.front().is_some_and(|(_, until)| *until <= now) {
            self.reads.pop_front();
        }
        if let Some((_, end)) = self.grows.take_if(|(from, _)| *from <= now) {
            self.left = self.left.max(end.wrapping_sub(self.addr) / BYTES);
        }
        let mut any = false;
        while let Some(&(at, fetched)) = self.arriving.front()
            && at <= now
        {
            self.arriving.pop_front();
            self.queue.push_back((at + facts::DESCRIPTOR, fetched));
            // Of two in a beat the second one says what follows.
            let with_next = self.arriving.front().is_some_and(|(next, _)| *next == at);
            self.take_in(at, &fetched, with_next);
            any = true;
        }
        any
    }

    /// A descriptor says what follows it.
    fn take_in(&mut self, at: u64, fetched: &Fetched, with_next: bool) {
        let Some(read) = self.reads.iter().position(|(owed, _)| *owed > 0) else { return };
        let (owed, until) = &mut self.reads[read];
        *owed -= 1;
        let ends = *owed == 0;
        if ends {
            *until = at + facts::RETIRE;
        }
        let last_of_all = ends && read + 1 == self.reads.len();
        let (next, adjacent) = (fetched.next(), fetched.field(desc::control::NEXT_ADJACENT));
        if !self.active {
            return;
        }
        if fetched.ends() {
            self.active = false;
            return;
        }
        if with_next {
            return;
        }
        if last_of_all && self.left == 0 {
            self.grows = None;
            self.addr = next;
            self.left = u64::from(adjacent) + 1;
            self.closed = closed(adjacent, 0);
            self.from = self.from.max(at + 1);
            return;
        }
        // Only the oldest read is one of which all before it is here.
        let behind = self.addr.wrapping_sub(next) / BYTES;
        let follows = next == fetched.addr.wrapping_add(BYTES);
        if read == 0 && follows && behind <= u64::from(adjacent) {
            let reach = u64::from(adjacent) + 1 - behind;
            // Software may add to a block behind an end that was told: what came last is right.
            if reach >= self.left {
                self.closed = closed(adjacent, at + 1);
            }
            if reach > self.left {
                self.grows = Some((at + 1, self.addr.wrapping_add(reach * BYTES)));
            }
        }
    }

    /// When something is due next.
    pub(crate) fn next(&self, now: u64, credits: Option<u32>, wires: &Wires) -> Option<u64> {
        let may_ask = self.piece(now, credits) > 0 && wires.may_ask_front(&self.asker);
        let ask = may_ask.then(|| self.from.max(now + 1));
        let front = self.queue.front().map(|(from, _)| *from).filter(|from| *from > now);
        let retire = self.reads.front().map(|(_, until)| *until).filter(|until| *until > now);
        let retire = retire.filter(|until| *until < u64::MAX);
        let arriving = self.arriving.front().map(|(at, _)| *at);
        let arriving = super::earlier(arriving, self.grows.map(|(from, _)| from));
        let closed = Some(self.closed).filter(|from| *from > now && *from < u64::MAX);
        let ended = self.reads.back().filter(|(owed, _)| *owed == 0);
        let ended = ended.map(|(_, until)| until + 1 - facts::RETIRE).filter(|at| *at > now);
        let arriving = super::earlier(arriving, super::earlier(closed, ended));
        super::earlier(super::earlier(ask, front), super::earlier(arriving, retire))
    }
}

/// From when on a block ends with what is known of it, once a descriptor has said in that cycle how many follow the next one.
const fn closed(adjacent: u32, from: u64) -> u64 {
    if adjacent == MOST_ADJACENT { u64::MAX } else { from }
}
