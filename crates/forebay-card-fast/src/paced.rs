// SPDX-License-Identifier: Apache-2.0
//! [`PacedCard`]: a native card whose clock is that of the wall.
//!
//! A cycle passes when its time has come, not earlier, whoever looks: so samples come at their rate, and who is too slow for them loses some, as
//! with a board. The time passes while the card has nothing to do, too.

use std::time::{Duration, Instant};

use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, LinkParams, Stop};
use forebay_regs::card::CLOCK_KHZ;

use crate::FastCard;

/// How far behind the wall's clock the card may be and still catch up. On a machine that is too slow for what the card does, or that
/// has left it alone for longer, its clock has stood still instead: an access would take as long as all that is missed.
const MOST_BEHIND: Duration = Duration::from_millis(250);
/// The card is left alone so long at most while its clock waits for the wall's: so late may a message be.
const NAP: Duration = Duration::from_micros(50);

/// Where time comes from.
trait Wall: Send {
    /// Since some moment.
    fn elapsed(&self) -> Duration;
    /// Lets at least that much pass.
    fn sleep(&self, time: Duration);
}

/// The system's clock that never goes back.
struct System(Instant);

impl Wall for System {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// A native card that the wall's clock drives.
pub struct PacedCard {
    card: FastCard,
    wall: Box<dyn Wall>,
    /// The wall's time at cycle 0; later where the card's clock has stood still.
    began: Duration,
    /// A message was sent while the card caught up for an access.
    news: bool,
}

impl PacedCard {
    /// Makes the native twin of an RTL build, behind the given link, with its clock running from now on.
    ///
    /// # Errors
    /// As [`FastCard::open`].
    pub fn open(variant: &str, link: LinkParams) -> Result<Self, CardError> {
        Ok(Self::with(FastCard::open(variant, link)?, Box::new(System(Instant::now()))))
    }

    fn with(card: FastCard, wall: Box<dyn Wall>) -> Self {
        let began = wall.elapsed();
        Self { card, wall, began, news: false }
    }

    /// Cycles that have passed on the wall.
    fn due(&self) -> u64 {
        cycles(self.wall.elapsed().saturating_sub(self.began))
    }

    /// Lets the card's time pass to there, or to where it has something to tell.
    fn pass_until(&mut self, end: u64) -> Result<Stop, CardError> {
        self.card.advance(end.saturating_sub(self.card.now()))
    }

    /// Brings card and wall together, ahead of an access: the one before may have taken longer on the card than here.
    fn catch_up(&mut self) -> Result<(), CardError> {
        let ahead = self.card.now().saturating_sub(self.due());
        if ahead > 0 {
            self.wall.sleep(time(ahead));
        }
        let due = self.due();
        let end = due.min(self.card.now() + cycles(MOST_BEHIND));
        while self.card.now() < end {
            match self.pass_until(end)? {
                Stop::Idle => self.card.rest_until(due),
                Stop::Message => self.news = true,
                Stop::Budget => {}
            }
        }
        self.began += time(due.saturating_sub(self.card.now()));
        Ok(())
    }
}

/// Cycles of the card's clock in that time.
fn cycles(time: Duration) -> u64 {
    u64::try_from(time.as_nanos() * u128::from(CLOCK_KHZ) / 1_000_000).unwrap_or(u64::MAX)
}

/// The time of so many cycles, rounded up.
fn time(cycles: u64) -> Duration {
    let nanos = (u128::from(cycles) * 1_000_000).div_ceil(u128::from(CLOCK_KHZ));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

impl Card for PacedCard {
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
        data.fill(0xff);
        self.catch_up()?;
        self.card.mmio_read(bar, offset, data)
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        self.catch_up()?;
        self.card.mmio_write(bar, offset, data)
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let deadline = self.card.now().saturating_add(cycles);
        loop {
            if std::mem::take(&mut self.news) {
                return Ok(Stop::Message);
            }
            let stop = self.pass_until(self.due().min(deadline))?;
            let left = deadline.saturating_sub(self.card.now());
            if stop != Stop::Budget || left == 0 {
                return Ok(stop);
            }
            self.wall.sleep(time(left).min(NAP));
        }
    }

    fn now(&self) -> u64 {
        self.card.now()
    }

    fn take_messages(&mut self) -> u32 {
        self.news = false;
        self.card.take_messages()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        self.news = false;
        self.card.reset()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use forebay_bus::CardExt;
    use forebay_regs::cards;
    use forebay_regs::user::source::{self, control};
    use forebay_regs::xdma::{self, irq, msix_entry};

    use super::*;

    /// A clock that goes on when somebody sleeps, or says so.
    #[derive(Clone, Default)]
    struct Hand(Arc<Mutex<Duration>>);

    impl Hand {
        fn turn(&self, time: Duration) {
            *self.0.lock().unwrap() += time;
        }
    }

    impl Wall for Hand {
        fn elapsed(&self) -> Duration {
            *self.0.lock().unwrap()
        }

        fn sleep(&self, time: Duration) {
            assert!(time > Duration::ZERO && time <= NAP, "{time:?}");
            self.turn(time);
        }
    }

    fn open() -> (PacedCard, Hand) {
        let hand = Hand::default();
        let card = FastCard::open("radio", LinkParams::default()).unwrap();
        (PacedCard::with(card, Box::new(hand.clone())), hand)
    }

    /// Begins a burst that never ends, so that the card is busy.
    fn start(card: &mut PacedCard) {
        card.write32(Bar::User, cards::SOURCE.page + source::RATE, 1 << 24).unwrap();
        card.write32(Bar::User, cards::SOURCE.page + source::CONTROL, control::START.mask())
            .unwrap();
    }

    fn hardware_time(card: &mut PacedCard) -> u64 {
        let [low, high] = [source::TIME_LO, source::TIME_HI]
            .map(|at| u64::from(card.read32(Bar::User, cards::SOURCE.page + at).unwrap()));
        low | high << 32
    }

    #[test]
    fn a_cycle_of_a_busy_card_takes_its_time() {
        let (mut card, hand) = open();
        start(&mut card);
        card.advance(10_000).unwrap();
        let (began, from) = (hand.elapsed(), card.now());
        assert!(cycles(began) >= from, "{began:?}, {from}");
        assert_eq!(card.advance(1_000_000).unwrap(), Stop::Budget);
        assert_eq!(card.now(), from + 1_000_000);
        let took = hand.elapsed().saturating_sub(began);
        assert!(took.abs_diff(Duration::from_millis(4)) <= 2 * NAP, "{took:?}");
    }

    #[test]
    fn reads_in_a_row_take_no_less_than_on_the_card() {
        let (mut card, hand) = open();
        let (began, from) = (hand.elapsed(), card.now());
        (0..1000).for_each(|_| _ = hardware_time(&mut card));
        let passed = card.now() - from;
        assert!(passed > 100_000, "{passed}");
        assert!(cycles(hand.elapsed() - began).abs_diff(passed) < 1000);
    }

    #[test]
    fn what_has_passed_on_the_wall_has_passed_when_the_card_is_asked() {
        let (mut card, hand) = open();
        start(&mut card);
        card.advance(10_000).unwrap();
        let before = hardware_time(&mut card);
        hand.turn(Duration::from_millis(100));
        let passed = hardware_time(&mut card) - before;
        // Reads take a microsecond or two each.
        assert!((25_000_000..25_010_000).contains(&passed), "{passed}");
        let low = cards::SOURCE.page + source::PRODUCED_LO.at(0);
        let produced = u64::from(card.read32(Bar::User, low).unwrap());
        let expected = card.now() >> 8;
        assert!(produced.abs_diff(expected) < 100, "{produced} samples, {expected}");
    }

    #[test]
    fn the_clock_of_an_idle_card_goes_on_however_long() {
        let (mut card, hand) = open();
        assert_eq!(card.advance(10_000).unwrap(), Stop::Idle);
        let before = hardware_time(&mut card);
        hand.turn(Duration::from_secs(100));
        let passed = hardware_time(&mut card) - before;
        assert!((25_000_000_000..25_000_010_000).contains(&passed), "{passed}");
    }

    #[test]
    fn the_clock_of_a_busy_card_that_is_too_far_behind_has_stood_still() {
        let (mut card, hand) = open();
        start(&mut card);
        card.advance(10_000).unwrap();
        let before = card.now();
        hand.turn(Duration::from_secs(10));
        assert_eq!(card.advance(1_000).unwrap(), Stop::Budget);
        assert_eq!(card.now(), before + 1_000, "it is behind, so nobody sleeps");
        hardware_time(&mut card);
        let passed = card.now() - before;
        let most = cycles(MOST_BEHIND);
        assert!((most..most + 20_000).contains(&passed), "{passed}");
        // From here on it is with the wall again.
        let before = card.now();
        hand.turn(Duration::from_millis(1));
        hardware_time(&mut card);
        assert!((card.now() - before).abs_diff(250_000) < 20_000);
    }

    #[test]
    fn a_message_that_comes_while_an_access_catches_up_is_told() {
        let (mut card, hand) = open();
        // All lines go to vector 0.
        card.write32(Bar::Dma, xdma::IRQ.base() + irq::USER_ENABLE, 1 << cards::SOURCE.first_line)
            .unwrap();
        card.write32(Bar::Dma, xdma::MSIX_TABLE.at(0) + msix_entry::VECTOR_CONTROL, 0).unwrap();
        let overrun = source::enable::OVERRUN.mask();
        card.write32(Bar::User, cards::SOURCE.page + source::ENABLE, overrun).unwrap();
        start(&mut card);
        card.advance(10_000).unwrap();
        card.take_messages();
        // No buffer takes samples: they overrun, and the line of the source rises.
        hand.turn(Duration::from_millis(100));
        hardware_time(&mut card);
        assert_eq!(card.advance(1).unwrap(), Stop::Message);
        assert_ne!(card.take_messages(), 0);
    }
}
