// SPDX-License-Identifier: Apache-2.0
//! [`FaultCard`]: the page, and what becomes of BAR accesses, messages and time.

use std::sync::Arc;

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};
use forebay_regs::cards::FAULTS;

use crate::bus::SpoiledBus;
use crate::header::Header;
use crate::late::Waiting;
use crate::plan::{Delivery, Plan, SharedPlan, lock};

/// Card cycles between two looks at a plan that may make the card stand still: the native card moves a page in them.
const LOOK_CYCLES: u64 = 64;

/// A card with the fault-injection page.
///
/// DMA accesses are spoiled where this is put between card and memory: what was put there before, such as a recorder,
/// sees what the card meets, and what comes after sees only what passes.
pub struct FaultCard {
    card: Box<dyn Card>,
    plan: SharedPlan,
    /// The page's own header, once somebody has asked for a header of the card.
    header: Option<Header>,
    waiting: Waiting,
    /// Vectors that have arrived and were not taken.
    arrived: u32,
    /// Some of them no [`Card::advance`] has reported.
    news: bool,
    /// Cycles that passed while only a late message was on its way and the card itself stood still.
    idle_cycles: u64,
}

impl FaultCard {
    /// Puts the page in front of `card`.
    #[must_use]
    pub fn new(card: Box<dyn Card>) -> Self {
        let plan = SharedPlan::default();
        card.host().interpose(Box::new(SpoiledBus::new(Arc::clone(&plan))));
        let (header, waiting) = (None, Waiting::default());
        Self { card, plan, header, waiting, arrived: 0, news: false, idle_cycles: 0 }
    }

    /// The page's own header, if `offset` of a BAR is in the list of features.
    fn header(
        &mut self,
        bar: Bar,
        offset: u64,
        bytes: usize,
    ) -> Result<Option<&mut Header>, CardError> {
        if bar != Bar::User || bytes != 4 || !Header::concerns(offset) {
            return Ok(None);
        }
        if self.header.is_none() {
            self.header = Some(Header::behind(&mut *self.card)?);
        }
        Ok(self.header.as_mut())
    }

    /// Whether of two words that are accessed at once one is answered here: then each is an access for itself. All others are
    /// one access of the card.
    fn answers_in_pair(&mut self, bar: Bar, offset: u64, bytes: usize) -> Result<bool, CardError> {
        if bar != Bar::User || bytes != 8 || !offset.is_multiple_of(8) {
            return Ok(false);
        }
        let words = [offset, offset + 4];
        if is_on_page(bar, offset) || words.iter().any(|at| lock(&self.plan).may_be_false(*at)) {
            return Ok(true);
        }
        let header = self.header(bar, offset, 4)?;
        Ok(header.is_some_and(|header| words.iter().any(|at| header.read(*at).is_some())))
    }

    /// Reads at a card that is on the bus.
    fn read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        if let Some(register) = page_register(bar, offset, data.len())? {
            data.copy_from_slice(&lock(&self.plan).read(register).to_le_bytes());
            return Ok(());
        }
        if bar == Bar::User
            && data.len() == 4
            && let Some(word) = lock(&self.plan).false_word(offset)
        {
            data.copy_from_slice(&word.to_le_bytes());
            return Ok(());
        }
        if let Some(header) = self.header(bar, offset, data.len())?
            && let Some(word) = header.read(offset)
        {
            data.copy_from_slice(&word.to_le_bytes());
            return Ok(());
        }
        self.card.mmio_read(bar, offset, data)
    }

    /// The same of an access that is two where this layer answers for one of its words.
    fn read_all(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        if !self.answers_in_pair(bar, offset, data.len())? {
            return self.read(bar, offset, data);
        }
        let (low, high) = data.split_at_mut(4);
        self.read(bar, offset, low)?;
        self.read(bar, offset + 4, high)
    }

    /// Writes at a card that is on the bus.
    fn write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        if let Some(register) = page_register(bar, offset, data.len())? {
            let value = data.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
            // What the card sent before belongs to the plan before.
            self.collect();
            lock(&self.plan).write(register, value);
            return Ok(());
        }
        if let Some(header) = self.header(bar, offset, data.len())?
            && header.write(offset, data[0])
        {
            return Ok(());
        }
        self.card.mmio_write(bar, offset, data)
    }

    /// Takes what the card has sent and what has been on its way long enough.
    fn collect(&mut self) {
        let now = self.now();
        let mut sent = self.card.take_messages();
        while sent != 0 {
            let vector = sent & sent.wrapping_neg();
            sent ^= vector;
            let delivery = lock(&self.plan).message();
            match delivery {
                Delivery::Now => self.arrive(vector),
                Delivery::Late(cycles) => self.waiting.push(now + u64::from(cycles), vector),
                Delivery::Never => {}
            }
        }
        let due = self.waiting.take_due(now);
        if due != 0 {
            self.arrive(due);
        }
    }

    /// Lets the card work, unless it stands still.
    fn work(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let (may, does) = {
            let plan = lock(&self.plan);
            (plan.may_stand_still(), plan.stands_still())
        };
        if does {
            return Ok(Stop::Idle);
        }
        self.card.advance(if may { cycles.min(LOOK_CYCLES) } else { cycles })
    }

    fn arrive(&mut self, vectors: u32) {
        self.arrived |= vectors;
        self.news = true;
    }
}

/// Whether the page of faults has that place.
fn is_on_page(bar: Bar, offset: u64) -> bool {
    let page = u64::from(FAULTS.page)..u64::from(FAULTS.page + FAULTS.page_bytes);
    bar == Bar::User && page.contains(&offset)
}

/// The register of the page at that place, if it is one.
fn page_register(bar: Bar, offset: u64, bytes: usize) -> Result<Option<u32>, CardError> {
    if !is_on_page(bar, offset) {
        return Ok(None);
    }
    if bytes != 4 || !offset.is_multiple_of(4) {
        return Err(CardError::MmioSize { bar, offset, bytes });
    }
    Ok(u32::try_from(offset - u64::from(FAULTS.page)).ok())
}

impl Card for FaultCard {
    fn body(&self) -> Body {
        self.card.body()
    }

    fn layout(&self) -> &'static Layout {
        self.card.layout()
    }

    fn host(&self) -> &HostMemory {
        self.card.host()
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        if !is_on_page(bar, offset) && lock(&self.plan).bar_read() {
            data.fill(0xff);
            return Ok(());
        }
        // Whatever part of it failed, it is one access for the host.
        self.read_all(bar, offset, data).inspect_err(|_| data.fill(0xff))
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        if !is_on_page(bar, offset) && lock(&self.plan).is_off_bus() {
            return Ok(());
        }
        if !self.answers_in_pair(bar, offset, data.len())? {
            return self.write(bar, offset, data);
        }
        let (low, high) = data.split_at(4);
        self.write(bar, offset, low)?;
        self.write(bar, offset + 4, high)
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let end = self.now().saturating_add(cycles);
        loop {
            self.collect();
            if std::mem::take(&mut self.news) {
                return Ok(Stop::Message);
            }
            let now = self.now();
            if now >= end {
                return Ok(Stop::Budget);
            }
            let until = self.waiting.next().map_or(end, |due| due.min(end));
            if self.work(until - now)? == Stop::Idle {
                self.collect();
                match (self.news, self.waiting.next()) {
                    (true, _) => {}
                    (false, None) => return Ok(Stop::Idle),
                    // Nothing but the late message happens, and time goes on until then.
                    (false, Some(due)) => {
                        self.idle_cycles += due.min(end).saturating_sub(self.now());
                    }
                }
            }
        }
    }

    fn now(&self) -> u64 {
        self.card.now() + self.idle_cycles
    }

    fn take_messages(&mut self) -> u32 {
        self.collect();
        self.news = false;
        std::mem::take(&mut self.arrived)
    }

    fn reset(&mut self) -> Result<(), CardError> {
        *lock(&self.plan) = Plan::default();
        self.waiting = Waiting::default();
        self.arrived = 0;
        self.news = false;
        self.header = None;
        self.card.reset()
    }
}

impl std::fmt::Debug for FaultCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FaultCard")
            .field("body", &self.card.body())
            .field("plan", &*lock(&self.plan))
            .finish_non_exhaustive()
    }
}
