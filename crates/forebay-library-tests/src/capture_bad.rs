// SPDX-License-Identifier: Apache-2.0
//! What a capture and the signal source refuse, and what becomes of them when something goes wrong.

use std::thread;
use std::time::Duration;

use forebay::{
    Account, Bar, Burst, CaptureError, CaptureOptions, Class, ForebayError, OverrunPolicy, Rate,
    Signal,
};
use forebay_regs::cards;
use forebay_regs::user::s2mm::{self, dmacr};

use crate::capture_bench::{Arrived, Bench, LONG, options};
use crate::{Fixture, Way};

/// What it says of itself is wrong with it.
#[track_caller]
fn refused<T>(outcome: Result<T, ForebayError>) -> CaptureError {
    match outcome.err().unwrap() {
        ForebayError::Capture(error) => error,
        other => unreachable!("{other}"),
    }
}

pub(crate) fn buffers_that_cannot_be_had(fixture: &Fixture) {
    let device = fixture.open();
    let most = (1 << 26) - CaptureOptions::MULTIPLE;
    for bytes in [0, 1, 63, 100, 1 << 26, u32::MAX] {
        let error = refused(device.capture(&options(2, bytes)));
        let CaptureError::Length { bytes: seen, most: told } = error else {
            unreachable!("{error}")
        };
        assert_eq!((seen, told), (bytes, most));
    }
    let policy = OverrunPolicy::Overwrite;
    for (wrong, least) in
        [(options(0, 4096), 1), (CaptureOptions { policy, ..options(1, 4096) }, 2)]
    {
        let error = refused(device.capture(&wrong));
        let CaptureError::Buffers { buffers, least: told } = error else { unreachable!("{error}") };
        assert_eq!((buffers, told), (wrong.buffers, least));
    }
    let many = match fixture.way() {
        Way::InProcess => 1 << 20,
        Way::Nodes => {
            let error = refused(device.capture(&options(1 << 20, most)));
            let CaptureError::TooMany { buffers, most } = error else { unreachable!("{error}") };
            assert_eq!(buffers, 1 << 20);
            most
        }
    };
    let error = refused(device.capture(&options(many, most)));
    let CaptureError::NoMemory { buffers, bytes, fits, of, .. } = error else {
        unreachable!("{error}")
    };
    assert_eq!((buffers, bytes), (many, most));
    assert!(0 < of && of <= most && fits * u64::from(of) < u64::from(many) * u64::from(most));
    // What is said to fit does, where it was not only counted; others take memory meanwhile.
    if fixture.way() == Way::Nodes {
        let half = u32::try_from(fits / 2).unwrap();
        drop(device.capture(&options(half.max(1), of)).unwrap());
    }
    // None of it stands in the way of what can be had.
    drop(device.capture(&options(2, 4096)).unwrap());
}

pub(crate) fn a_card_has_one_capture_until_its_last_buffer_is_gone(fixture: &Fixture) {
    let Bench { device, source, capture, .. } = Bench::open(fixture, &options(4, 4096));
    let busy = |outcome| match outcome {
        Err(ForebayError::Capture(CaptureError::Busy) | ForebayError::Busy { .. }) => true,
        Err(other) => unreachable!("{other}"),
        Ok(_) => false,
    };
    assert!(busy(device.capture(&options(4, 4096))));
    capture.start().unwrap();
    let rate = Rate::per_second(1e6, source.clock_hz()).unwrap();
    let signal = Signal::new(forebay::Wave::Ramp, rate);
    source.start(&signal, &Burst { samples: Some(10), ..Burst::default() }).unwrap();
    let buffer = capture.acquire(LONG).unwrap().unwrap();
    drop(capture);
    assert!(busy(device.capture(&options(4, 4096))));
    assert_eq!(buffer.len(), 40);
    drop(buffer);
    assert!(!busy(device.capture(&options(4, 4096))));
}

pub(crate) fn a_start_without_a_buffer_to_fill_is_refused(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(2, 4096));
    let signal = bench.ramp(0x1000_0000);
    bench.capture.start().unwrap();
    let first = bench.start(&signal, Some(2000));
    let mut held = vec![bench.acquire(), bench.acquire()];
    // It goes on without one, and has nothing to give.
    assert!(bench.capture.is_running());
    assert!(bench.capture.acquire(Duration::from_micros(100)).unwrap().is_none());
    bench.capture.stop().unwrap();
    let error = refused(bench.capture.start());
    assert!(matches!(error, CaptureError::AllHeld { buffers: 2 }), "{error}");
    assert!(!bench.capture.is_running());
    let mut arrived = Arrived::new(signal, first);
    held.iter().for_each(|buffer| arrived.check(buffer));
    held.remove(0).release().unwrap();
    bench.capture.start().unwrap();
    arrived = Arrived::new(signal, bench.start(&signal, Some(500)));
    arrived.check(&bench.acquire());
    assert_eq!(bench.end(), Account { produced: 500, kept: 500, lost: 0 });
}

pub(crate) fn a_stop_ends_the_wait_of_another_thread(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(2, 4096));
    bench.capture.start().unwrap();
    let got = fixture.in_time(|| {
        thread::scope(|scope| {
            let waiting = scope.spawn(|| bench.capture.acquire(Duration::MAX));
            bench.capture.stop().unwrap();
            waiting.join().unwrap().unwrap()
        })
    });
    assert!(got.is_none());
}

pub(crate) fn a_wait_for_a_burst_that_goes_on_has_an_end(fixture: &Fixture) {
    let policy = OverrunPolicy::Overwrite;
    let bench = Bench::open(fixture, &CaptureOptions { policy, ..options(8, 4096) });
    bench.capture.start().unwrap();
    bench.start(&bench.ramp(0x1000_0000), None);
    // Samples flow meanwhile.
    let cycles = bench.ahead + 40_000;
    let limit = Duration::from_nanos(cycles * 1_000_000_000 / bench.source.clock_hz());
    let error = fixture.in_time(|| bench.source.wait(limit)).unwrap_err();
    let ForebayError::RegisterWait { waited, .. } = error else { unreachable!("{error}") };
    assert!(waited >= cycles, "{waited} of {cycles} cycles");
    assert!(bench.source.status().unwrap().is_busy());
    bench.end();
}

pub(crate) fn what_the_source_cannot_do_is_refused(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(2, 4096));
    let source = &bench.source;
    let rate = Rate::per_second(1e6, source.clock_hz()).unwrap();
    let signal = Signal::new(forebay::Wave::Ramp, rate);
    for samples in [0, 1 << 48, u64::MAX] {
        let burst = Burst { samples: Some(samples), ..Burst::default() };
        let error = refused(source.start(&signal, &burst));
        assert!(matches!(error, CaptureError::Signal { .. }), "{error}");
    }
    assert!(matches!(refused(source.account(4)), CaptureError::Signal { .. }));
    let far = Burst { at: Some(u64::MAX), ..Burst::default() };
    source.start(&signal, &far).unwrap();
    for error in [refused(source.start(&signal, &far)), refused(source.set_time(0))] {
        let CaptureError::SourceBusy { status } = error else { unreachable!("{error}") };
        assert_eq!(status & 1, 1);
    }
    source.stop().unwrap();
    source.wait(LONG).unwrap();
    source.set_time(0).unwrap();
    // Nobody takes what has headers.
    let with = Signal { packet: Some(64), headers: Some(0), ..signal };
    let short = Burst { samples: Some(100), ..Burst::default() };
    source.start(&with, &short).unwrap();
    source.wait(LONG).unwrap();
    assert!(source.status().unwrap().held);
    let error = refused(source.start(&with, &short));
    assert!(matches!(error, CaptureError::Refused { .. }), "{error}");
    assert!(error.to_string().contains("held"), "{error}");
    // Once somebody has taken it the next burst begins.
    bench.capture.start().unwrap();
    // A line of header, and 64 or 36 samples.
    let lengths = || [bench.acquire().len(), bench.acquire().len()];
    assert_eq!(lengths(), [64 + 256, 64 + 144]);
    source.start(&with, &short).unwrap();
    assert_eq!(lengths(), [64 + 256, 64 + 144]);
}

pub(crate) fn a_burst_that_is_late_captures_nothing(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(4, 4096));
    bench.capture.start().unwrap();
    let signal = bench.ramp(0x0400_0000);
    let over = bench.source.time().unwrap();
    for burst in [
        Burst { at: Some(over), ..Burst::default() },
        Burst { at: Some(0), samples: Some(5), until: None },
    ] {
        let error = refused(bench.source.start(&signal, &burst));
        let CaptureError::Late { at, now } = error else { unreachable!("{error}") };
        assert_eq!(Some(at), burst.at);
        assert!(now >= at);
        assert!(bench.source.status().unwrap().late);
    }
    assert!(bench.capture.acquire(Duration::from_micros(100)).unwrap().is_none());
    assert_eq!(bench.source.account(0).unwrap().produced, 0);
    let first = bench.start(&signal, Some(1024));
    let mut arrived = Arrived::new(signal, first);
    arrived.check(&bench.acquire());
    assert_eq!(arrived.kept, 1024);
}

pub(crate) fn a_reset_under_a_capture_is_told_and_the_next_run_works(fixture: &Fixture) {
    let bench = Bench::open(fixture, &options(8, 4096));
    let signal = bench.ramp(0x1000_0000);
    bench.capture.start().unwrap();
    bench.start(&signal, None);
    let held = bench.acquire();
    match fixture.way() {
        Way::InProcess => {
            // Somebody behind the library's back.
            let identity = bench.device.identity();
            let plug = identity.feature(Class::FrontEnd, cards::S2MM.kind).unwrap();
            let register = identity.user_offset(plug).unwrap() + s2mm::DMACR;
            bench.device.write32(Bar::User, register, dmacr::SOFT_RESET.mask()).unwrap();
        }
        Way::Nodes => fixture.reset(),
    }
    let error = loop {
        match bench.capture.acquire(LONG) {
            Ok(buffer) => assert!(!buffer.unwrap().is_empty()),
            Err(error) => break refused::<()>(Err(error)),
        }
    };
    assert!(matches!(error, CaptureError::Reset), "{error}");
    assert!(!bench.capture.is_running());
    assert!(matches!(refused(bench.capture.acquire(LONG)), CaptureError::Reset));
    drop(held);
    bench.source.stop().unwrap();
    bench.source.wait(LONG).unwrap();
    bench.capture.start().unwrap();
    // What stood in the card came before.
    let samples = 5000;
    let first = bench.start(&signal, Some(samples));
    let mut arrived = Arrived::new(signal, first);
    while arrived.kept < samples {
        let buffer = bench.acquire();
        if buffer.info().stamp >= first {
            arrived.check_behind(&buffer);
        }
    }
    assert_eq!(arrived.kept, samples);
}
