// SPDX-License-Identifier: Apache-2.0
//! A capture that is stopped, reset, recovered and begun again wherever it is: each sample arrives once, with its time, or is counted.

use std::time::Duration;

use forebay::capture::chdr::{Demultiplexer, LINE_BYTES, Parser};
use forebay::{
    Account, Bar, Burst, CaptureBuffer, CaptureError, CaptureOptions, Class, Device, ForebayError,
    OverrunPolicy, Signal,
};
use forebay_regs::cards;
use forebay_regs::user::s2mm::{self, dmacr};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::capture_bench::{Arrived, Bench, LONG, numbers, options};
use crate::{Fixture, Way};

const SAMPLE: u64 = 4;

/// Has somebody reset the engine behind the library's back.
fn reset(fixture: &Fixture, device: &Device) {
    match fixture.way() {
        Way::InProcess => {
            let identity = device.identity();
            let plug = identity.feature(Class::FrontEnd, cards::S2MM.kind).unwrap();
            let register = identity.user_offset(plug).unwrap() + s2mm::DMACR;
            device.write32(Bar::User, register, dmacr::SOFT_RESET.mask()).unwrap();
            let done = |control: u32| !dmacr::SOFT_RESET.is_set(control);
            device.wait_register("the end of a reset", register, &done).unwrap();
        }
        Way::Nodes => fixture.reset(),
    }
}

/// A burst of which every sample arrives, and nothing else.
fn captures_whole(bench: &Bench, samples: u64) {
    let signal = bench.ramp(0x1000_0000);
    let first = bench.start(&signal, Some(samples));
    let mut arrived = Arrived::new(signal, first);
    while arrived.kept < samples {
        let buffer = bench.acquire();
        // What the card held of the burst before comes first.
        if buffer.info().stamp >= first {
            arrived.check_behind(&buffer);
        }
    }
    assert_eq!(bench.end(), Account { produced: samples, kept: samples, lost: 0 });
    assert_eq!(arrived.lost, 0);
}

/// Nobody looks between the reset and the next start: records count from the beginning again, and no buffer may be missed for it.
pub(crate) fn a_reset_between_two_runs_takes_nothing_of_the_next(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(8, 4096));
    bench.capture.start().unwrap();
    captures_whole(&bench, 5000);
    bench.capture.stop().unwrap();
    reset(fixture, &bench.device);
    bench.capture.start().unwrap();
    captures_whole(&bench, 20_000);
    // The same of a reset under a run that is stopped before anybody has seen it.
    reset(fixture, &bench.device);
    bench.capture.stop().unwrap();
    bench.capture.start().unwrap();
    captures_whole(&bench, 20_000);
    bench.capture.stop().unwrap();
    let stats = bench.capture.stats().unwrap();
    assert_eq!((stats.held, stats.filled, stats.armed), (0, 0, 0), "{stats:?}");
}

/// A recovery of the card brings its datapath to rest, which drops what it has: no buffer goes on with samples of another burst.
pub(crate) fn a_recovery_under_a_capture_is_told_and_the_next_run_works(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(8, 4096));
    for stops in [true, false] {
        bench.capture.start().unwrap();
        bench.start(&bench.ramp(0x1000_0000), None);
        let held = bench.acquire();
        let before = numbers(&held);
        bench.device.recover().unwrap();
        assert!(!bench.source.status().unwrap().is_busy());
        let error = loop {
            match bench.capture.acquire(LONG) {
                Ok(buffer) => assert!(!buffer.unwrap().is_empty()),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, ForebayError::Capture(CaptureError::Reset)), "{error}");
        assert!(!bench.capture.is_running());
        if stops {
            bench.capture.stop().unwrap();
        }
        bench.capture.start().unwrap();
        captures_whole(&bench, 5000);
        bench.capture.stop().unwrap();
        assert_eq!(numbers(&held), before);
    }
}

/// What is captured, and how.
#[derive(Clone, Copy, Debug)]
struct Course {
    channels: u32,
    policy: OverrunPolicy,
    packet: Option<u32>,
}

/// What has arrived of samples whose channels follow each other.
struct Ramps {
    signal: Signal,
    first: u64,
    /// Of the sample that comes next, of each channel.
    number: u64,
    kept: u64,
    lost: u64,
    overwritten: u64,
}

impl Ramps {
    const fn new(signal: Signal, first: u64) -> Self {
        Self { signal, first, number: 0, kept: 0, lost: 0, overwritten: 0 }
    }

    fn frame(&self) -> u64 {
        SAMPLE * u64::from(self.signal.channels)
    }

    /// So many are lost and overwritten by now.
    const fn skip(&mut self, lost: u64, overwritten: u64) {
        self.number += lost - self.lost + overwritten - self.overwritten;
        (self.lost, self.overwritten) = (lost, overwritten);
    }

    /// It goes on where the one before, and what was lost and overwritten behind it, have ended.
    fn check(&mut self, buffer: &CaptureBuffer) {
        let info = buffer.info();
        assert_eq!(info.overwritten % self.frame(), 0, "{info:?}");
        let overwritten = info.overwritten / self.frame();
        self.skip(self.lost + info.lost, self.overwritten + overwritten);
        assert_eq!(buffer.len() as u64 % self.frame(), 0, "{info:?}");
        if buffer.is_empty() {
            return;
        }
        let stamp = self.first + self.signal.rate.cycles_to(self.number);
        assert_eq!(info.stamp, stamp, "{info:?}, sample {}", self.number);
        let channels = u64::from(self.signal.channels);
        for (at, word) in (0..).zip(numbers(buffer)) {
            let wanted = ramp(at % channels, self.number + at / channels);
            assert_eq!(word, wanted, "{info:?}, word {at}, sample {}", self.number);
        }
        let samples = buffer.len() as u64 / self.frame();
        self.number += samples;
        self.kept += samples;
    }
}

/// A sample of a ramp: its number, as far as there are bits for it, and its channel.
const fn ramp(channel: u64, number: u64) -> u64 {
    channel << 28 | number & 0x0fff_ffff
}

/// Starts, stops, pauses and buffers that are held, drawn; nothing of what a stop leaves may be missed.
fn course(fixture: &Fixture, course: Course, seed: u64) -> Ramps {
    let Course { channels, policy, packet } = course;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let buffers = random.random_range(2..20);
    let bytes = 64 * random.random_range(1..40);
    let bench = Bench::open(fixture, &CaptureOptions { policy, ..options(buffers, bytes) });
    let rate = random.random_range(0x0400_0000..0x4000_0000_u32) / channels;
    let signal = Signal { channels, packet, ..bench.ramp(rate) };
    let first = bench.start(&signal, None);
    let mut arrived = Ramps::new(signal, first);
    let mut held: Vec<CaptureBuffer> = Vec::new();
    for _ in 0..fixture.rounds(40, 5) {
        bench.capture.start().unwrap();
        for _ in 0..random.random_range(0..12) {
            match random.random_range(0..4) {
                0 => {
                    let produced = bench.source.account(0).unwrap().produced;
                    bench.until_produced(produced + random.random_range(1..3000));
                }
                1 if !held.is_empty() => {
                    held.swap_remove(random.random_range(0..held.len())).release().unwrap();
                }
                _ => {
                    let limit = Duration::from_micros(random.random_range(0..20));
                    if let Some(buffer) = bench.capture.acquire(limit).unwrap() {
                        arrived.check(&buffer);
                        if held.len() + 1 < buffers as usize && random.random() {
                            held.push(buffer);
                        }
                    }
                }
            }
        }
        bench.capture.stop().unwrap();
        // What is not taken now is gone with the next start.
        while let Some(buffer) = bench.capture.acquire(Duration::ZERO).unwrap() {
            arrived.check(&buffer);
        }
        // What was overwritten behind the last buffer nobody else tells.
        let stats = bench.capture.stats().unwrap();
        arrived.skip(stats.lost, stats.overwritten / arrived.frame());
        let Account { produced, kept, lost } = bench.source.account(0).unwrap();
        assert_eq!(produced, kept + lost);
    }
    held.clear();
    bench.source.stop().unwrap();
    bench.source.wait(LONG).unwrap();
    bench.capture.start().unwrap();
    let Account { produced, kept, lost } = bench.source.account(0).unwrap();
    while arrived.kept + arrived.overwritten < kept {
        arrived.check(&bench.acquire());
    }
    assert_eq!(arrived.kept + arrived.overwritten, kept);
    // Losses behind the last packet are told by the account alone.
    assert!(arrived.lost <= lost, "{} of {lost} lost are told", arrived.lost);
    assert_eq!(produced, kept + lost);
    assert_eq!(arrived.number, kept + arrived.lost);
    bench.capture.stop().unwrap();
    let stats = bench.capture.stats().unwrap();
    assert_eq!(stats.bytes, kept * arrived.frame());
    assert_eq!(
        (stats.lost, stats.overwritten),
        (arrived.lost, arrived.overwritten * arrived.frame())
    );
    assert_eq!((stats.errors, stats.held, stats.filled, stats.armed), (0, 0, 0, 0));
    arrived
}

pub(crate) fn any_course_of_starts_and_stops_keeps_the_account(fixture: &Fixture) {
    let mut sums = [0; 2];
    for (round, seed) in (0..fixture.rounds(24_usize, 2)).zip(0..) {
        let channels = [1, 2, 4][round % 3];
        let policy = [OverrunPolicy::Gap, OverrunPolicy::Overwrite][round % 2];
        let packet = [None, Some(333)][round / 6 % 2];
        let arrived = course(fixture, Course { channels, policy, packet }, seed);
        sums[0] += arrived.lost;
        sums[1] += arrived.overwritten;
    }
    // A short one need not come to both.
    assert!(fixture.rounds(sums.iter().all(|sum| *sum > 0), true), "{sums:?}");
}

/// Packets of channels of which some are lost: each begins at the sample that its time says, and what is missing between two is what was lost.
pub(crate) fn packets_of_channels_tell_what_was_lost_between_them(fixture: &Fixture) {
    const CHANNELS: u32 = 4;
    let through = CaptureOptions { through: true, ..options(6, 4096) };
    let bench = Bench::open(fixture, &through);
    let headers = Signal {
        channels: CHANNELS,
        packet: Some(96),
        headers: Some(7),
        ..bench.ramp(0x2000_0000)
    };
    let mut random = ChaCha8Rng::seed_from_u64(5);
    bench.capture.start().unwrap();
    let first = bench.start(&headers, None);
    let (mut parser, mut streams) = (Parser::new(LINE_BYTES), Demultiplexer::default());
    let (mut next, mut kept, mut lost) =
        ([0_u64; CHANNELS as usize], [0_u64; CHANNELS as usize], 0);
    let mut told = 0;
    let mut take = |buffer: &CaptureBuffer| {
        told += buffer.info().lost;
        parser.push(buffer);
        while let Some(packet) = parser.next().unwrap() {
            let channel = usize::from(packet.header.endpoint - 7);
            assert_eq!(streams.missing(&packet.header), 0, "{:?}", packet.header);
            let number = headers.rate.sample_at(packet.time.unwrap() - first).unwrap();
            assert!(number >= next[channel], "{:?}", packet.header);
            lost += number - next[channel];
            let words = numbers(packet.payload);
            let wanted = (number..).map(|one| ramp(channel as u64, one)).take(words.len());
            assert_eq!(words, wanted.collect::<Vec<_>>(), "{:?}", packet.header);
            next[channel] = number + words.len() as u64;
            kept[channel] += words.len() as u64;
        }
    };
    for _ in 0..fixture.rounds(12, 4) {
        let produced = bench.source.account(0).unwrap().produced;
        bench.until_produced(produced + random.random_range(1..20_000));
        for _ in 0..random.random_range(1..20) {
            take(&bench.acquire());
        }
    }
    bench.source.stop().unwrap();
    // Which ends when what it holds has somewhere to go.
    while bench.source.status().unwrap().held || bench.source.status().unwrap().is_busy() {
        if let Some(buffer) = bench.capture.acquire(Duration::from_micros(50)).unwrap() {
            take(&buffer);
        }
    }
    while let Some(buffer) = bench.capture.acquire(Duration::from_micros(50)).unwrap() {
        take(&buffer);
    }
    let accounts = [0, 1, 2, 3].map(|channel| bench.source.account(channel).unwrap());
    assert_eq!(accounts.map(|account| account.kept), kept);
    for account in accounts {
        assert_eq!(account.produced, account.kept + account.lost);
    }
    assert!(lost > 0 && lost == told, "{lost} are missing, and {told} are told to be lost");
    assert!(lost <= accounts.iter().map(|account| account.lost).sum());
    assert_eq!(parser.finish(), Ok(()));
}

/// Several threads take buffers at the same time, others look and give back, and one stops and starts.
pub(crate) fn threads_share_a_capture(fixture: &Fixture) {
    const THREADS: usize = 4;
    let bench = Bench::open(fixture, &options(16, 1024));
    // Behind nodes the ring has room for all of it, and each buffer takes so long that the next ones are armed by then.
    let (count, samples) = match fixture.way() {
        Way::InProcess => (0x0800_0000, fixture.rounds(60_000, 6_000)),
        Way::Nodes => (0x0004_0000, 4_000),
    };
    let signal = bench.ramp(count);
    bench.capture.start().unwrap();
    let first = bench.start(&signal, Some(samples));
    let taken = std::sync::Mutex::new(Vec::new());
    let arrived = || {
        taken
            .lock()
            .unwrap()
            .iter()
            .map(|(_, words): &(u64, Vec<u64>)| words.len() as u64)
            .sum::<u64>()
    };
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let began = std::time::Instant::now();
                while arrived() < samples {
                    assert!(began.elapsed() < LONG, "{} of {samples} have come", arrived());
                    if let Some(buffer) = bench.capture.acquire(Duration::from_micros(50)).unwrap()
                    {
                        assert_eq!((buffer.info().lost, buffer.info().overrun), (0, false));
                        taken.lock().unwrap().push((buffer.info().stamp, numbers(&buffer)));
                        std::thread::spawn(move || drop(buffer));
                    }
                    bench.capture.stats().unwrap();
                    bench.capture.start().unwrap();
                }
            });
        }
    });
    let mut taken = taken.into_inner().unwrap();
    taken.sort();
    let words: Vec<u64> = taken.iter().flat_map(|(_, words)| words.clone()).collect();
    assert!(words == (0..samples).collect::<Vec<_>>(), "{} of {samples}", words.len());
    let mut number = 0;
    for (stamp, words) in &taken {
        assert_eq!(*stamp, first + signal.rate.cycles_to(number));
        number += words.len() as u64;
    }
}

/// Waits without an end, and with none at all, end where nothing comes.
pub(crate) fn waits_end_where_nothing_comes(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(2, 4096));
    for limit in [Duration::ZERO, Duration::MAX] {
        assert!(bench.capture.acquire(limit).unwrap().is_none(), "it does not run");
        bench.source.wait(limit).unwrap();
    }
    bench.capture.start().unwrap();
    // The RTL is busy as long as a buffer is armed.
    if fixture.rounds(fixture.way() == Way::InProcess, false) {
        assert!(bench.capture.acquire(Duration::MAX).unwrap().is_none(), "the card is at rest");
    }
    let signal = bench.ramp(0x1000_0000);
    let far = Burst { at: Some(u64::MAX), ..Burst::default() };
    bench.source.start(&signal, &far).unwrap();
    assert!(bench.capture.acquire(Duration::from_micros(20)).unwrap().is_none());
    let error = bench.source.wait(Duration::from_micros(20)).unwrap_err();
    assert!(matches!(error, ForebayError::RegisterWait { .. }), "{error}");
    bench.source.stop().unwrap();
    bench.source.wait(LONG).unwrap();
    captures_whole(&bench, 300);
}
