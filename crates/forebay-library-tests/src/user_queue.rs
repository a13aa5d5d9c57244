// SPDX-License-Identifier: Apache-2.0
//! Transfers that a program starts itself: by every scheme exactly the bytes that are named arrive, and records and counters say so.

use std::sync::{Mutex, PoisonError};
use std::thread;

use forebay::{
    Cookie, Device, Move, Region, Rights, Scheme, UserQueue, UserQueueOptions, UserQueueStats,
};

use crate::Fixture;
use crate::shared::pattern;

/// Bytes of a page of registered memory, and of a region of three.
pub(crate) const PAGE: usize = 4096;
const BYTES: usize = 3 * PAGE;

/// Alignments and sizes that every scheme can name: whole pages, odd ends, the end of a region. From, to, how many.
const MOVES: [(u64, u64, u32); 5] = [
    (0, 0, 64),
    (4096, 0, 4096),
    (8, 4096 + 8, 1000),
    (8192, 8192, 1),
    (4096 + 256, 8192 + 256, 3),
];

/// A queue with a region to read and one to write.
pub(crate) struct Bench {
    pub(crate) from: Region,
    pub(crate) to: Region,
    pub(crate) queue: UserQueue,
}

impl Bench {
    pub(crate) fn open(device: &Device, scheme: Scheme) -> Self {
        Self::open_with(device, scheme, &UserQueueOptions::default())
    }

    pub(crate) fn open_with(device: &Device, scheme: Scheme, options: &UserQueueOptions) -> Self {
        let queue = device.user_queue_with(scheme, options).unwrap();
        assert_eq!(queue.scheme(), scheme);
        let from = queue.register(BYTES, Rights::READ).unwrap();
        let to = queue.register(BYTES, Rights::WRITE).unwrap();
        Self { from, to, queue }
    }

    /// Fresh contents; both of them.
    pub(crate) fn fill(&self, seed: u64) -> [Vec<u8>; 2] {
        let contents = [pattern(BYTES, seed), pattern(BYTES, seed + 1000)];
        self.from.write(0, &contents[0]).unwrap();
        self.to.write(0, &contents[1]).unwrap();
        contents
    }

    pub(crate) fn start(&mut self, (from, to, bytes): (u64, u64, u32)) -> Cookie {
        let Self { from: source, to: target, queue } = self;
        queue.submit(Move { from: source.at(from), to: target.at(to), bytes }).unwrap()
    }

    /// The next end is that of this transfer, all of which has arrived.
    pub(crate) fn ends_well(&mut self, cookie: Cookie, bytes: u32) {
        let ended = self.queue.next().unwrap().unwrap();
        assert_eq!((ended.cookie, ended.outcome.unwrap()), (cookie, bytes));
    }

    /// Both regions are so, byte for byte.
    pub(crate) fn holds(&self, [source, target]: &[Vec<u8>; 2], what: &str) {
        for (region, wanted) in [(&self.from, source), (&self.to, target)] {
            let mut seen = vec![0; wanted.len()];
            region.read(0, &mut seen).unwrap();
            let differs = seen.iter().zip(wanted).position(|(one, other)| one != other);
            assert_eq!(differs, None, "{what}: first byte that differs");
        }
    }

    /// A transfer moves what it names and nothing else.
    pub(crate) fn works(&mut self, seed: u64, (from, to, bytes): (u64, u64, u32)) {
        let mut contents = self.fill(seed);
        let cookie = self.start((from, to, bytes));
        self.ends_well(cookie, bytes);
        apply(&mut contents, (from, to, bytes));
        self.holds(&contents, &format!("{} bytes of {from} to {to}", self.queue.scheme()));
    }
}

/// What the target has to be afterwards.
pub(crate) fn apply([source, target]: &mut [Vec<u8>; 2], (from, to, bytes): (u64, u64, u32)) {
    let [from, to] = [from, to].map(|at| usize::try_from(at).unwrap());
    let bytes = bytes as usize;
    target[to..to + bytes].copy_from_slice(&source[from..from + bytes]);
}

/// So many starts that all ended well, and nothing else.
pub(crate) fn all_well(starts: u32) -> UserQueueStats {
    UserQueueStats { starts, done: starts, ..UserQueueStats::default() }
}

pub(crate) fn by_every_scheme_just_the_bytes_that_are_named_move(fixture: &Fixture) {
    let device = fixture.open();
    for scheme in Scheme::ALL {
        fixture.choose(scheme);
        for pieces in [false, true].into_iter().take(if scheme == Scheme::Portal { 2 } else { 1 }) {
            let options = UserQueueOptions { pieces, ..UserQueueOptions::default() };
            let mut bench = Bench::open_with(&device, scheme, &options);
            for (seed, wanted) in (1..).zip(MOVES) {
                bench.works(seed, wanted);
            }
            assert!(bench.queue.next().unwrap().is_none(), "{scheme}: nothing is left");
            let counted = if scheme == Scheme::Kernel { 0 } else { 5 };
            assert_eq!(bench.queue.stats().unwrap(), all_well(counted), "{scheme}");
            bench.from.unregister().unwrap();
            bench.to.unregister().unwrap();
        }
    }
}

pub(crate) fn a_batch_of_starts_ends_in_its_order(fixture: &Fixture) {
    let device = fixture.open();
    for scheme in [Scheme::Portal, Scheme::Shadow, Scheme::Key, Scheme::Kernel] {
        fixture.choose(scheme);
        let mut bench = Bench::open(&device, scheme);
        let mut contents = bench.fill(7);
        let moves: Vec<_> = (0..20).map(|nth| (nth * 64, 6400 - nth * 128, 64)).collect();
        let Bench { from, to, queue } = &mut bench;
        let wanted: Vec<_> = (moves.iter())
            .map(|(at, to_at, bytes)| Move { from: from.at(*at), to: to.at(*to_at), bytes: *bytes })
            .collect();
        let cookies = queue.submit_batch(&wanted).unwrap();
        assert_eq!(cookies.len(), 20);
        assert_eq!(queue.outstanding(), 20);
        for (cookie, one) in cookies.into_iter().zip(moves) {
            bench.ends_well(cookie, 64);
            apply(&mut contents, one);
        }
        assert_eq!(bench.queue.outstanding(), 0);
        bench.holds(&contents, scheme.name());
        if scheme != Scheme::Kernel {
            let lists = u32::from(scheme == Scheme::Portal);
            assert_eq!(bench.queue.stats().unwrap(), all_well(20 + lists), "{scheme}");
        }
    }
}

pub(crate) fn who_looks_only_sees_each_end_once(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    assert!(bench.queue.try_next().unwrap().is_none());
    let [first, second] = [0, 64].map(|at| bench.start((at, at, 64)));
    // The end of the second is waited for, so the first has come too.
    bench.ends_well(first, 64);
    bench.ends_well(second, 64);
    assert!(bench.queue.try_next().unwrap().is_none());
}

pub(crate) fn counters_are_those_of_one_context(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Shadow);
    let mut benches = [1, 3, 2].map(|starts| (starts, Bench::open(&device, Scheme::Shadow)));
    let contexts: Vec<_> = benches.iter().map(|(_, bench)| bench.queue.context()).collect();
    assert!(contexts.windows(2).all(|two| two[0] != two[1]), "{contexts:?}");
    for (starts, bench) in &mut benches {
        for nth in 0..*starts {
            bench.works(nth.into(), (64, 128, 64));
        }
    }
    for (starts, bench) in &benches {
        assert_eq!(bench.queue.stats().unwrap(), all_well(*starts));
    }
}

pub(crate) fn who_finds_no_context_free_goes_through_the_kernel(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let options = UserQueueOptions { fallback: false, ..UserQueueOptions::default() };
    let mut taken = Vec::new();
    let refused = loop {
        match device.user_queue_with(Scheme::Portal, &options) {
            Ok(queue) => taken.push(queue),
            Err(error) => break error.to_string(),
        }
        assert!(taken.len() <= 8);
    };
    assert_eq!(taken.len(), 8);
    assert!(refused.contains("all 8 contexts") && refused.contains("fallback"), "{refused}");
    let queue = device.user_queue(Scheme::Portal).unwrap();
    assert_eq!(queue.scheme(), Scheme::Kernel);
    let from = queue.register(BYTES, Rights::READ).unwrap();
    let to = queue.register(BYTES, Rights::WRITE).unwrap();
    let mut bench = Bench { from, to, queue };
    bench.works(3, (5, 17, 8292));
    // The first that is free is the next one's.
    let freed = taken.remove(3).context();
    let mut bench = Bench::open(&device, Scheme::Portal);
    assert_eq!(bench.queue.context(), freed);
    bench.works(4, (5, 17, 64));
    assert_eq!(bench.queue.stats().unwrap(), all_well(1), "its counters begin anew");
}

pub(crate) fn threads_share_a_queue_by_a_lock_or_have_one_each(fixture: &Fixture) {
    const ROUNDS: u64 = 20;
    let device = fixture.open();
    fixture.choose(Scheme::Shadow);
    // One in a lock: each thread has the queue from its start to its end.
    let bench = Bench::open(&device, Scheme::Shadow);
    let mut contents = bench.fill(11);
    let Bench { from, to, queue } = bench;
    let shared = Mutex::new(queue);
    let moves =
        |half: u64| (0..ROUNDS).map(move |nth| ((nth * 2 + half) * 64, (nth * 2 + half) * 128, 64));
    thread::scope(|scope| {
        for half in [0, 1] {
            let (shared, from, to) = (&shared, &from, &to);
            scope.spawn(move || {
                for (at, to_at, bytes) in moves(half) {
                    let mut queue = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    let wanted = Move { from: from.at(at), to: to.at(to_at), bytes };
                    let cookie = queue.submit(wanted).unwrap();
                    let ended = queue.next().unwrap().unwrap();
                    assert_eq!((ended.cookie, ended.outcome.unwrap()), (cookie, bytes));
                }
            });
        }
    });
    [0, 1].into_iter().flat_map(moves).for_each(|one| apply(&mut contents, one));
    let queue = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert_eq!(queue.stats().unwrap(), all_well(2 * 20));
    let bench = Bench { from, to, queue };
    bench.holds(&contents, "in a lock");
    // A context each: nobody waits for anybody.
    thread::scope(|scope| {
        for seed in [1, 2] {
            let device = &device;
            scope.spawn(move || {
                let mut own = Bench::open(device, Scheme::Shadow);
                (0..10).for_each(|nth| own.works(seed * 100 + nth, (nth * 64, nth * 128, 64)));
                assert_eq!(own.queue.stats().unwrap(), all_well(10));
            });
        }
    });
}
