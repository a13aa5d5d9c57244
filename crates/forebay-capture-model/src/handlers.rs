// SPDX-License-Identifier: Apache-2.0
//! The processor that all interrupts come to: when one that comes can be handled.

use forebay_host_model::Time;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{CaptureModelError, Price, Prices};

/// A processor that has interrupts off every now and then, and the disk's handlers to run while the disk works.
#[derive(Clone, Debug)]
pub(crate) struct Handlers {
    every: Time,
    masked: Time,
    /// Which period the stretch is of, and where in it it begins.
    period: Option<u64>,
    from: Time,
    request: Time,
    disk_handler: Time,
    rng: ChaCha8Rng,
}

impl Handlers {
    /// With that to do.
    pub(crate) fn new(prices: &Prices, rng: ChaCha8Rng) -> Result<Self, CaptureModelError> {
        let (every, masked) = (prices.time(Price::MaskedEvery), prices.time(Price::Masked));
        let request = prices.bytes(Price::Disk, prices.count(Price::Request));
        let disk_handler = prices.time(Price::DiskHandler);
        prices.rarer(Price::Masked, masked, every)?;
        prices.rarer(Price::DiskHandler, disk_handler, request)?;
        Ok(Self { every, masked, period: None, from: Time::ZERO, request, disk_handler, rng })
    }

    /// When an interrupt of then is handled, with a disk that works until `disk`. Times asked for do not go back.
    pub(crate) fn free_at(&mut self, at: Time, disk: Time) -> Time {
        let mut now = at;
        loop {
            let free = self.behind_masked(now);
            let free = self.behind_disk(free, disk);
            if free == now {
                return now;
            }
            now = free;
        }
    }

    fn behind_masked(&mut self, at: Time) -> Time {
        let period = at.ps() / self.every.ps();
        if self.period != Some(period) {
            self.period = Some(period);
            let room = (self.every - self.masked).ps();
            self.from = self.every * period + Time::from_ps(self.rng.random_range(0..=room));
        }
        let to = self.from + self.masked;
        if (self.from..to).contains(&at) { to } else { at }
    }

    /// The disk ends a request, and has its handler run, at even intervals.
    fn behind_disk(&self, at: Time, disk: Time) -> Time {
        let into = Time::from_ps(at.ps() % self.request.ps());
        if at < disk && into < self.disk_handler { at + (self.disk_handler - into) } else { at }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn handlers(prices: [(Price, f64); 2]) -> Handlers {
        let all = prices
            .into_iter()
            .try_fold(Prices::default(), |all, (price, value)| all.with(price, value));
        Handlers::new(&all.unwrap(), ChaCha8Rng::seed_from_u64(3)).unwrap()
    }

    #[test]
    fn interrupts_wait_as_long_and_as_often_as_they_are_off() {
        let mut handlers = handlers([(Price::Masked, 88.0), (Price::MaskedEvery, 1_000.0)]);
        let (mut waited, mut longest, mut count) = (0, Time::ZERO, 0_u32);
        for step in 0..200_000_u64 {
            let at = Time::from_us(step * 7);
            let wait = handlers.free_at(at, Time::ZERO) - at;
            waited += u64::from(wait > Time::ZERO);
            longest = longest.max(wait);
            count += 1;
        }
        let share = waited as f64 / f64::from(count);
        assert!((share - 0.088).abs() < 0.002, "{share}");
        assert!(longest <= Time::from_us(88) && longest > Time::from_us(87), "{longest}");
    }

    #[test]
    fn the_disk_s_handler_is_in_the_way_while_the_disk_works_and_no_longer() {
        let mut handlers = handlers([(Price::Masked, 0.0), (Price::DiskHandler, 20.0)]);
        // 64 KiB at 10 MB/s.
        let request = Time::from_us(6_553) + Time::from_ns(600);
        let (third, busy) = (request * 3, request * 4);
        assert_eq!(handlers.free_at(third + Time::from_us(5), busy), third + Time::from_us(20));
        assert_eq!(handlers.free_at(third + Time::from_us(20), busy), third + Time::from_us(20));
        let later = request * 5 + Time::from_us(5);
        assert_eq!(handlers.free_at(later, busy), later);
    }

    #[test]
    fn a_processor_that_is_never_free_is_refused() {
        let prices = Prices::default().with(Price::Masked, 5_000.0).unwrap();
        let refused = Handlers::new(&prices, ChaCha8Rng::seed_from_u64(1)).unwrap_err();
        assert!(
            refused.to_string().starts_with("masked is 5 ms, as long as the 5 ms"),
            "{refused}"
        );
        let prices = Prices::default().with(Price::Request, 64.0).unwrap();
        let refused = Handlers::new(&prices, ChaCha8Rng::seed_from_u64(1)).unwrap_err();
        assert!(refused.to_string().starts_with("disk_handler"), "{refused}");
    }
}
