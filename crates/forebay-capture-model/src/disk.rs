// SPDX-License-Identifier: Apache-2.0
//! A file on a disk: the kernel takes what is written until too much of it waits for the disk, and holds writers up while it commits.

use forebay_host_model::Time;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{CaptureModelError, Price, Prices};

/// The disk, the kernel's memory in front of it, and the file system's commits.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    prices: Prices,
    /// When the disk will have all that was written.
    clean: Time,
    /// What the disk takes for all that may wait for it.
    room: Time,
    first_commit: Time,
    every: Time,
    commit: Time,
}

/// What became of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// When its writer goes on.
    pub(crate) end: Time,
    /// What the processor did.
    pub(crate) work: Time,
    /// What the writer was held up by commits.
    pub(crate) commit: Time,
    /// What it waited for the disk.
    pub(crate) disk: Time,
}

impl Disk {
    /// With nothing on it.
    pub(crate) fn new(prices: &Prices, rng: &mut ChaCha8Rng) -> Result<Self, CaptureModelError> {
        let (every, commit) = (prices.time(Price::CommitEvery), prices.time(Price::Commit));
        prices.rarer(Price::Commit, commit, every)?;
        Ok(Self {
            clean: Time::ZERO,
            room: prices.bytes(Price::Disk, prices.count(Price::Dirty)),
            first_commit: Time::from_ps(rng.random_range(0..every.ps())),
            every,
            commit,
            prices: prices.clone(),
        })
    }

    /// The disk has something to do until then.
    pub(crate) const fn busy_until(&self) -> Time {
        self.clean
    }

    /// Writes, from then on.
    pub(crate) fn write(&mut self, at: Time, bytes: u64) -> Written {
        let work = self.prices.bytes(Price::Write, bytes);
        let (mut now, mut left, mut commit) = (at, work, Time::ZERO);
        loop {
            let (held_until, next) = self.commits(now);
            commit += held_until - now;
            now = now.max(held_until);
            let step = left.min(next - now);
            now += step;
            left = left - step;
            if left == Time::ZERO {
                break;
            }
        }
        self.clean = self.clean.max(now) + self.prices.bytes(Price::Disk, bytes);
        let end = now.max(self.clean - self.room);
        Written { end, work, commit, disk: end - now }
    }

    /// Until when a commit goes on that there is then, and when the next begins.
    fn commits(&self, at: Time) -> (Time, Time) {
        if at < self.first_commit {
            return (Time::ZERO, self.first_commit);
        }
        let past = (at - self.first_commit).ps() / self.every.ps();
        let begun = self.first_commit + self.every * past;
        (begun + self.commit, begun + self.every)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// 10 MB/s, 1 ns a byte, room for 1 MB, a commit of 10 ms each second.
    fn disk() -> Disk {
        let prices = [
            (Price::Disk, 10e6),
            (Price::Write, 1.0),
            (Price::Dirty, 1e6),
            (Price::CommitEvery, 1e6),
            (Price::Commit, 10e3),
        ];
        let prices = prices
            .into_iter()
            .try_fold(Prices::default(), |all, (price, value)| all.with(price, value));
        let mut disk = Disk::new(&prices.unwrap(), &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        disk.first_commit = Time::from_ms(500);
        disk
    }

    #[test]
    fn a_writer_waits_for_the_disk_once_the_kernel_holds_enough() {
        let mut disk = disk();
        // The first megabyte is taken as fast as the processor writes it.
        let first = disk.write(Time::ZERO, 1_000_000);
        assert_eq!((first.end, first.disk), (Time::from_ms(1), Time::ZERO));
        // Of the next 100 kB the disk must have written all but the room's worth: 1.1 MB from 1 ms on at 10 MB/s, less 100 ms.
        let next = disk.write(first.end, 100_000);
        assert_eq!(next.end, Time::from_ms(11));
        assert_eq!(next.disk, Time::from_us(9_900));
        assert_eq!(disk.busy_until(), Time::from_ms(111));
        // Once it has nothing left, it begins anew.
        let later = disk.write(Time::from_ms(200), 100_000);
        assert_eq!((later.disk, disk.busy_until()), (Time::ZERO, later.end + Time::from_ms(10)));
    }

    #[test]
    fn a_commit_holds_up_who_writes_and_who_begins_to() {
        let mut disk = disk();
        // 600 us of work, 500 of them before the commit.
        let into = disk.write(Time::from_us(499_500), 600_000);
        assert_eq!(into.commit, Time::from_ms(10));
        assert_eq!(into.end, Time::from_us(510_100));
        let within = disk.write(Time::from_ms(1_503), 1_000);
        assert_eq!((within.commit, within.end), (Time::from_ms(7), Time::from_us(1_510_001)));
        let behind = disk.write(Time::from_ms(2_510), 1_000);
        assert_eq!((behind.commit, behind.end), (Time::ZERO, Time::from_us(2_510_001)));
    }

    #[test]
    fn a_file_system_that_does_nothing_but_commit_is_refused() {
        let prices = Prices::default().with(Price::Commit, 5e6).unwrap();
        let refused = Disk::new(&prices, &mut ChaCha8Rng::seed_from_u64(1)).unwrap_err();
        assert!(refused.to_string().starts_with("commit is 5 s, as long as the 5 s"), "{refused}");
    }
}
