// SPDX-License-Identifier: Apache-2.0
//! Lists of descriptors that one line starts: read ahead piece by piece, brought to the door one by one as places are free, and ended.

use std::collections::VecDeque;

use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::user::counter;
use forebay_regs::user::udma::bad_hi::reason;
use forebay_regs::{Field, batch_desc};

use super::access::{ADDRESS_BITS, CONTEXTS, Start};
use super::contexts::{Context, Contexts, DEPTH};
use super::engine::of;
use super::job::{Job, Record, Work};
use crate::dma::{Arrival, Asker, facts};
use crate::fabric::Fabric;
use crate::front_end::lane;
use crate::front_end::transfer::Failure;
use crate::movers::count_refusal;

/// Descriptors of a list at most.
pub(super) const MOST_ITEMS: u32 = 128;
/// Bytes of a descriptor.
pub(super) const ITEM_BYTES: u32 = batch_desc::SIZE_BYTES;
/// Bytes of the descriptors that are read together: those between two multiples of it.
const PIECE_BYTES: u64 = 256;
/// Who reads them.
const ASKER: Asker = Asker { channel: lane::LISTS, run: 0, descriptors: true };

/// The list of a context.
#[derive(Debug)]
struct List {
    /// Where it is, as the program says it and on the bus.
    slot_address: u64,
    bus: u64,
    items: u32,
    record: Option<Record>,
    /// From which cycle on it may be read: it is that far behind the door.
    from: Option<u64>,
    /// How many have come to the door.
    brought: u32,
    /// Those behind them that are here.
    ahead: VecDeque<Start>,
    /// Why those behind these are not.
    failure: Option<u32>,
    called_off: bool,
    /// Its end is in the queue.
    closed: bool,
}

impl List {
    /// From which cycle on more of it is to be read, if any is.
    fn lacks(&self) -> Option<u64> {
        let any = self.brought < self.items && self.ahead.is_empty();
        let lacks = any && self.failure.is_none() && !self.called_off && !self.closed;
        self.from.filter(|_| lacks)
    }

    /// Nothing more of it comes to the door.
    fn is_over(&self) -> bool {
        let failed = self.failure.is_some() && self.ahead.is_empty();
        !self.closed && (self.brought == self.items || self.called_off || failed)
    }

    /// Why it is over.
    fn why(&self) -> u32 {
        match self.failure {
            _ if self.brought == self.items => reason::DONE,
            Some(failure) if self.ahead.is_empty() => failure,
            _ => reason::ABORTED,
        }
    }
}

/// A read that is under way.
#[derive(Debug)]
struct Read {
    context: usize,
    /// Bytes of it that have not come.
    left: u64,
    /// From when on its descriptors may go to the door, once all of it has come.
    arrives: Option<u64>,
    came: Result<VecDeque<Start>, Refusal>,
}

/// Lists of all contexts.
#[derive(Debug, Default)]
pub(super) struct Lists {
    all: [Option<List>; CONTEXTS],
    read: Option<Read>,
    /// The contexts that were served last, by a read and at the door.
    last_read: usize,
    last_brought: usize,
    /// The cycle from which on the door takes the next one.
    free: u64,
}

impl Lists {
    /// A context begins a list that has passed the door.
    pub(super) fn begin(&mut self, start: &Start, bus: u64, record: Option<Record>) {
        self.all[start.context] = Some(List {
            slot_address: start.src,
            bus,
            items: start.size,
            record,
            from: None,
            brought: 0,
            ahead: VecDeque::new(),
            failure: None,
            called_off: false,
            closed: false,
        });
    }

    /// What has not come to the door of that context's list never will.
    pub(super) const fn call_off(&mut self, context: usize) {
        if let Some(list) = &mut self.all[context] {
            list.called_off = true;
        }
    }

    /// The same for all.
    pub(super) fn call_all_off(&mut self) {
        (0..CONTEXTS).for_each(|context| self.call_off(context));
    }

    /// Reads what is due.
    pub(super) fn read(&mut self, fabric: &mut Fabric) -> bool {
        for list in self.all.iter_mut().flatten() {
            list.from.get_or_insert(fabric.now + facts::LIST);
        }
        let mut any = fabric.wires.front(fabric.now);
        for arrival in fabric.arrivals(|asker| asker == lane::LISTS) {
            if let Some(read) = &mut self.read {
                read.come(&arrival);
            }
            any = true;
        }
        let is_due = |read: &mut Read| read.arrives.is_some_and(|at| at <= fabric.now);
        let arrived = self.read.take_if(is_due);
        if let Some(Read { context, came, .. }) = arrived
            && let Some(list) = &mut self.all[context]
        {
            match came {
                Ok(items) => list.ahead = items,
                Err(refusal) => list.failure = Some(of(Failure::of(false, refusal))),
            }
            return true;
        }
        self.ask(fabric) || any
    }

    /// Asks for the next piece of a list, if none is under way.
    fn ask(&mut self, fabric: &mut Fabric) -> bool {
        if self.read.is_some() {
            return false;
        }
        let is_due = |list: &List| list.lacks().is_some_and(|from| from <= fabric.now);
        let lacks = |context: &usize| self.all[*context].as_ref().is_some_and(is_due);
        let Some(context) = in_turn(self.last_read).find(lacks) else { return false };
        let Some(list) = &self.all[context] else { return false };
        self.read = Some(read_piece(fabric, context, list));
        self.last_read = context;
        true
    }

    /// The next one for the door, if there is one that finds a place; and which of its list it is.
    pub(super) fn bring(&mut self, contexts: &Contexts, now: u64) -> Option<(Start, u32)> {
        let may = |context: &usize| self.finds_a_place(*context, &contexts.all[*context]);
        let context = in_turn(self.last_brought).find(may).filter(|_| self.free <= now)?;
        let list = self.all[context].as_mut()?;
        let start = list.ahead.pop_front()?;
        let item = list.brought;
        list.brought += 1;
        self.last_brought = context;
        self.free = now + facts::DOOR_AGAIN;
        Some((start, item))
    }

    fn finds_a_place(&self, index: usize, context: &Context) -> bool {
        let waits = |list: &List| !list.ahead.is_empty() && !list.called_off;
        self.all[index].as_ref().is_some_and(waits) && context.count < DEPTH
    }

    /// The end of a list that is over, for the queue.
    pub(super) fn end(&mut self, contexts: &mut Contexts) -> Option<Job> {
        let reading = self.read.as_ref().map(|read| read.context);
        let over = |(context, list): &(usize, &mut Option<List>)| {
            reading != Some(*context) && list.as_ref().is_some_and(List::is_over)
        };
        let (context, list) = self.all.iter_mut().enumerate().find(over)?;
        let list = list.as_mut()?;
        let (why, own) = (list.why(), &mut contexts.all[context]);
        list.closed = true;
        own.skipped.add(list.items - list.brought);
        if why != reason::DONE {
            own.note(list.brought, why);
        }
        let bad = list.slot_address + u64::from(list.brought) * u64::from(ITEM_BYTES);
        Some(Job { context, work: Work::ListEnds(why, bad), record: list.record, item: None })
    }

    /// The cycle in which something is due that waits for nobody.
    pub(super) fn due(&self, contexts: &Contexts, now: u64) -> Option<u64> {
        let reading = self.read.as_ref();
        let of_read = match reading {
            Some(read) => read.arrives,
            None => {
                let from = self.all.iter().flatten().filter_map(List::lacks).min();
                from.map(|from| from.max(now + 1))
            }
        };
        let mut with_context =
            self.all.iter().zip(0..).filter_map(|(list, context)| Some((list.as_ref()?, context)));
        let ends = with_context.any(|(list, context)| {
            list.is_over() && reading.is_none_or(|read| read.context != context)
        });
        let brings = (0..CONTEXTS).any(|index| self.finds_a_place(index, &contexts.all[index]));
        let of_end = ends.then_some(now + 1);
        let of_door = brings.then_some(self.free.max(now + 1));
        [of_read, of_end, of_door].into_iter().flatten().min()
    }
}

/// Every context, from the one behind that on.
fn in_turn(last: usize) -> impl Iterator<Item = usize> {
    (1..=CONTEXTS).map(move |step| (last + step) % CONTEXTS)
}

/// Reads what lies of a list in the piece of memory in which the next descriptor is.
fn read_piece(fabric: &mut Fabric, context: usize, list: &List) -> Read {
    let at = list.bus.wrapping_add(u64::from(list.brought) * u64::from(ITEM_BYTES));
    let left = u64::from(list.items - list.brought) * u64::from(ITEM_BYTES);
    let bytes = left.min(PIECE_BYTES - at % PIECE_BYTES);
    let mut data: Vec<_> = (0..bytes).map(|_| 0).collect();
    fabric.status.count(counter::index::HOST_READS, 1);
    let came = match fabric.host.dma_read_for(Purpose::Descriptor, at, &mut data) {
        Ok(_) => {
            Ok(data.chunks_exact(ITEM_BYTES as usize).map(|item| decode(context, item)).collect())
        }
        Err(fault) => {
            count_refusal(fabric, at, fault.refusal);
            Err(fault.refusal)
        }
    };
    fabric.wires.ask_front(fabric.now, ASKER, at, bytes);
    Read { context, left: bytes, arrives: None, came }
}

impl Read {
    /// Some of it has come. What is never answered does not.
    fn come(&mut self, arrival: &Arrival) {
        self.left = self.left.saturating_sub(arrival.bytes);
        if self.left == 0 && !matches!(self.came, Err(Refusal::Unanswered)) {
            self.arrives = Some(arrival.last + facts::DESCRIPTOR);
        }
    }
}

/// The start that a descriptor asks for.
fn decode(context: usize, item: &[u8]) -> Start {
    let words = item.as_chunks().0;
    let word = |at: u32| u32::from_le_bytes(words[at as usize / 4]);
    let pair =
        |low: u32, high: Field| u64::from(high.get(word(low + 4))) << 32 | u64::from(word(low));
    let address = |low: u32, high: Field| slot_address(pair(low, high));
    Start {
        context,
        src: address(batch_desc::SRC_LO, batch_desc::src_hi::ADDR),
        dst: address(batch_desc::DST_LO, batch_desc::dst_hi::ADDR),
        size: word(batch_desc::LENGTH),
        record: batch_desc::record_hi::WANTED.is_set(word(batch_desc::RECORD_HI)),
        record_address: address(batch_desc::RECORD_LO, batch_desc::record_hi::ADDR),
        cookie: word(batch_desc::COOKIE),
        list: false,
    }
}

/// One that is too long is in no slot.
const fn slot_address(address: u64) -> u64 {
    let last = (1 << ADDRESS_BITS) - 1;
    if address > last { last } else { address }
}
