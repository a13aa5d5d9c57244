// SPDX-License-Identifier: Apache-2.0
//! A card on which a real program pays in virtual time: every access of a register and every wait is charged.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::account::{Account, Wait};
use crate::profile::Completion;
use crate::{Cost, Costs, Time};

#[derive(Debug)]
struct Books {
    costs: Costs,
    rng: ChaCha8Rng,
    account: Account,
    charging: bool,
}

/// The time of a program on a [`ChargedCard`], for who wants to look while the program has the card.
#[derive(Clone, Debug)]
pub struct HostClock(Arc<Mutex<Books>>);

impl HostClock {
    fn books(&self) -> MutexGuard<'_, Books> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the program has run.
    #[must_use]
    pub fn now(&self) -> Time {
        self.books().account.total()
    }

    /// On what.
    #[must_use]
    pub fn account(&self) -> Account {
        self.books().account.clone()
    }

    /// Begins anew, with nothing booked.
    pub fn restart(&self) {
        self.books().account = Account::default();
    }

    /// Whether accesses cost anything: what sets an experiment up need not.
    pub fn charge(&self, charging: bool) {
        self.books().charging = charging;
    }
}

/// Any card, and what its host pays for using it. The card's clock goes on while the host works, unless the card is idle; whose link has
/// a read of a register take time is paid by that time, else by the price.
pub struct ChargedCard {
    card: Box<dyn Card>,
    clock: HostClock,
    completion: Completion,
    /// Picoseconds of a card cycle, and those of the host that were no whole cycle.
    cycle: u64,
    rest: u64,
    /// A message came while the host worked.
    news: bool,
}

impl fmt::Debug for ChargedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChargedCard").field("clock", &self.clock).finish_non_exhaustive()
    }
}

impl ChargedCard {
    /// A card, its host's prices, and how its host hears of the end of a transfer. All that is drawn depends on `seed`.
    #[must_use]
    pub fn new(
        card: Box<dyn Card>,
        costs: Costs,
        completion: Completion,
        seed: u64,
    ) -> (Self, HostClock) {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let books = Books { costs, rng, account: Account::default(), charging: true };
        let clock = HostClock(Arc::new(Mutex::new(books)));
        let charged = Self {
            card,
            clock: clock.clone(),
            completion,
            cycle: crate::params::CYCLE.ps(),
            rest: 0,
            news: false,
        };
        (charged, clock)
    }

    /// Books a price, and lets the card go on meanwhile.
    fn pay(&mut self, cost: Cost) -> Result<(), CardError> {
        let mut books = self.clock.books();
        if !books.charging {
            return Ok(());
        }
        let law = books.costs.get(cost);
        let time = law.draw(&mut books.rng);
        books.account.spend(cost, time);
        drop(books);
        let time = time.ps() + self.rest;
        self.rest = time % self.cycle;
        let until = self.card.now() + time / self.cycle;
        while self.card.now() < until {
            match self.card.advance(until - self.card.now())? {
                Stop::Message => self.news = true,
                Stop::Budget => {}
                Stop::Idle => break,
            }
        }
        Ok(())
    }

    /// Time that has passed on the card since that cycle.
    fn since(&self, cycle: u64) -> Time {
        Time::from_ps((self.card.now() - cycle).saturating_mul(self.cycle))
    }

    fn book(&self, book: impl FnOnce(&mut Account)) {
        let mut books = self.clock.books();
        if books.charging {
            book(&mut books.account);
        }
    }
}

impl Card for ChargedCard {
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
        let before = self.card.now();
        let answer = self.card.mmio_read(bar, offset, data);
        let took = self.since(before);
        if took > Time::ZERO {
            self.book(|account| account.spend(Cost::ReadRoundTrip, took));
        } else {
            self.pay(Cost::ReadRoundTrip)?;
        }
        answer
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        let before = self.card.now();
        self.card.mmio_write(bar, offset, data)?;
        let held = self.since(before);
        self.book(|account| account.wait(Wait::Card, held));
        self.pay(Cost::PostedWrite)
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let before = self.card.now();
        let stop = if self.news { Stop::Message } else { self.card.advance(cycles)? };
        self.news = false;
        let waited = self.since(before);
        self.book(|account| account.wait(Wait::Card, waited));
        match (stop, self.completion) {
            (Stop::Message, Completion::Interrupt) => {
                self.pay(Cost::InterruptDelivery)?;
                self.pay(Cost::WakeUpIdle)?;
            }
            (Stop::Message, Completion::Poll) => self.pay(Cost::PollStep)?,
            (Stop::Idle | Stop::Budget, _) => {}
        }
        Ok(stop)
    }

    fn now(&self) -> u64 {
        self.card.now()
    }

    fn take_messages(&mut self) -> u32 {
        self.card.take_messages()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        self.news = false;
        self.card.reset()
    }
}
