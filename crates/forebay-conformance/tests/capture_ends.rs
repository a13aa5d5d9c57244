// SPDX-License-Identifier: Apache-2.0
//! What becomes of a capture of the host library when the engine ends with an error: what came before it arrives, it is told, and the next run works,
//! whoever has looked in between.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]
#![allow(clippy::expect_used, reason = "the same")]
#![allow(clippy::panic, reason = "the same")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{STALL_CYCLES, card, on_every_card};
use forebay::{
    Bar, Burst, Capture, CaptureError, CaptureOptions, Device, EngineFault, ForebayError,
    OverrunPolicy, Rate, Signal, Source, Wave,
};
use forebay_bus::{Card, CardError};
use forebay_faults::{FaultCard, Hook, HookedCard};
use forebay_regs::cards::{self, FAULTS};
use forebay_regs::fault::{self, kind::what, select};
use forebay_regs::user::s2mm;

const LONG: Duration = Duration::from_secs(20);
const BYTES: u32 = 1024;
const SAMPLES_OF_BUFFER: u64 = BYTES as u64 / 4;
/// Samples in 2^32 cycles.
const RATE: u32 = 1 << 28;

struct Rig {
    device: Device,
    source: Source,
    capture: Capture,
}

impl Rig {
    fn open(card: Box<dyn Card>) -> Self {
        let device = Device::from_card(card, STALL_CYCLES).unwrap();
        let (source, capture) = (device.source().unwrap(), open(&device).unwrap());
        Self { device, source, capture }
    }

    fn with_faults(body: &str) -> Self {
        Self::open(Box::new(FaultCard::new(card(body, "radio"))))
    }

    /// One access of that purpose is hit, behind so many of them.
    fn spoil(&self, kind: u32, purpose: u32, skip: u32, count: u32) {
        let selected = select::WRITE.mask() | select::READ.mask() | purpose;
        for (register, value) in [
            (fault::KIND, kind),
            (fault::SELECT, selected),
            (fault::SKIP, skip),
            (fault::COUNT, count),
            (fault::ARM, 1),
        ] {
            self.fault(register, value);
        }
    }

    fn fault(&self, register: u32, value: u32) {
        self.device.write32(Bar::User, FAULTS.page + register, value).unwrap();
    }

    /// Begins a burst of a ramp; the time of its first sample.
    fn burst(&self, samples: Option<u64>) -> u64 {
        let rate = Rate::in_cycles(RATE, self.source.clock_hz()).unwrap();
        let first = self.source.time().unwrap() + 4000;
        let burst = Burst { at: Some(first), samples, until: None };
        self.source.start(&Signal::new(Wave::Ramp, rate), &burst).unwrap();
        first
    }

    /// Takes buffers of a burst to the error of the engine, behind every sample that is told; how many buffers there were, and the error.
    fn until_error(&self, first: u64) -> (u64, CaptureError) {
        let mut buffers = 0;
        let mut number = 0;
        loop {
            match self.capture.acquire(LONG) {
                Ok(buffer) => {
                    let buffer = buffer.expect("it ends with an error");
                    buffers += 1;
                    number += behind(&buffer, first, number);
                }
                Err(ForebayError::Capture(error)) => return (buffers, error),
                Err(other) => panic!("{other}"),
            }
        }
    }

    /// The engine works: every sample of a burst arrives.
    fn captures_whole(&self) {
        const SAMPLES: u64 = 3000;
        self.source.stop().unwrap();
        self.source.wait(LONG).unwrap();
        self.capture.start().unwrap();
        assert!(self.capture.is_running());
        // What the card holds of the burst before comes first.
        while self.source.status().unwrap().held {
            self.capture.acquire(Duration::from_micros(20)).unwrap();
        }
        let first = self.burst(Some(SAMPLES));
        let mut number = 0;
        while number < SAMPLES {
            let buffer = self.capture.acquire(LONG).unwrap().unwrap();
            if buffer.info().stamp >= first {
                assert_eq!(buffer.info().stamp - first, number << 32 >> RATE.ilog2());
                number += behind(&buffer, first, number);
            }
        }
        self.capture.stop().unwrap();
        let stats = self.capture.stats().unwrap();
        assert_eq!((stats.held, stats.filled, stats.armed), (0, 0, 0), "{stats:?}");
    }
}

fn open(device: &Device) -> Result<Capture, ForebayError> {
    let policy = OverrunPolicy::Gap;
    device.capture(&CaptureOptions { buffers: 8, bytes: BYTES, policy, through: false })
}

/// The samples of a buffer follow those before; how many there are.
fn behind(bytes: &[u8], first: u64, number: u64) -> u64 {
    let (words, rest) = bytes.as_chunks::<4>();
    assert!(rest.is_empty());
    for (at, word) in (number..).zip(words) {
        assert_eq!(u64::from(u32::from_le_bytes(*word)), at, "burst at {first}");
    }
    words.len() as u64
}

const FAULTS_OF_WRITES: [(u32, EngineFault); 2] = [
    (what::COMPLETER_ABORT, EngineFault::Refused),
    (what::UNSUPPORTED_REQUEST, EngineFault::Decode),
];

/// Who has looked before the engine is to run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Acquired,
    StoppedBeforeAnybodyLooked,
    Both,
    Dropped,
}

fn an_error_comes_behind_what_arrived_and_the_next_run_works(body: &str) {
    // The RTL takes its time.
    let skips: &[u32] = if body == "rtl" { &[1] } else { &[0, 1, 5, 40] };
    for (kind, wanted) in FAULTS_OF_WRITES {
        for purpose in [select::DATA.mask(), select::WRITE_BACK.mask()] {
            for &skip in skips {
                for seen in [Seen::Acquired, Seen::StoppedBeforeAnybodyLooked, Seen::Both] {
                    // What nobody takes fills no more buffers than there are.
                    if seen == Seen::StoppedBeforeAnybodyLooked && skip == 40 {
                        continue;
                    }
                    let rig = Rig::with_faults(body);
                    rig.spoil(kind, purpose, skip, 1);
                    rig.capture.start().unwrap();
                    let first = rig.burst(None);
                    let place = format!("kind {kind}, purpose {purpose:#x}, skip {skip}, {seen:?}");
                    if seen == Seen::StoppedBeforeAnybodyLooked {
                        while rig.device.read32(Bar::User, FAULTS.page + fault::HITS).unwrap() == 0
                        {
                            rig.source.time().unwrap();
                        }
                    } else {
                        let (_, error) = rig.until_error(first);
                        let CaptureError::Engine { cause, .. } = error else {
                            panic!("{place}: {error}")
                        };
                        assert_eq!(cause, wanted, "{place}");
                        assert!(!rig.capture.is_running());
                        let again = rig.capture.acquire(Duration::ZERO).unwrap_err();
                        assert!(again.to_string().contains("start it again"), "{place}: {again}");
                    }
                    if seen != Seen::Acquired {
                        rig.capture.stop().unwrap();
                        let (_, error) = rig.until_error(first);
                        assert!(matches!(error, CaptureError::Engine { .. }), "{place}: {error}");
                    }
                    assert_eq!(rig.capture.stats().unwrap().errors, 1, "{place}");
                    rig.captures_whole();
                    assert_eq!(rig.capture.stats().unwrap().errors, 1, "{place}");
                }
            }
        }
    }
}

/// The last thing that a stop has to do fails: the record of the buffer that it cut.
fn an_error_in_a_stop_is_told_and_the_next_run_works(body: &str) {
    for (kind, wanted) in FAULTS_OF_WRITES {
        let rig = Rig::with_faults(body);
        rig.capture.start().unwrap();
        let first = rig.burst(None);
        let buffer = rig.capture.acquire(LONG).unwrap().unwrap();
        assert_eq!(behind(&buffer, first, 0), SAMPLES_OF_BUFFER);
        drop(buffer);
        rig.spoil(kind, select::WRITE_BACK.mask(), 0, 1);
        rig.capture.stop().unwrap();
        let mut number = SAMPLES_OF_BUFFER;
        let error = loop {
            match rig.capture.acquire(LONG) {
                Ok(buffer) => number += behind(&buffer.expect("an error comes"), first, number),
                Err(error) => break error,
            }
        };
        let ForebayError::Capture(CaptureError::Engine { cause, .. }) = error else {
            panic!("{error}")
        };
        assert_eq!(cause, wanted);
        rig.captures_whole();
    }
}

/// Buffers in the hands of a program are its own through errors, stops and the end of the capture, and the card is free behind them.
fn buffers_that_are_held_outlive_an_error(body: &str) {
    for seen in [Seen::Acquired, Seen::Dropped] {
        let rig = Rig::with_faults(body);
        rig.capture.start().unwrap();
        let first = rig.burst(None);
        let held: Vec<_> = (0..3).map(|_| rig.capture.acquire(LONG).unwrap().unwrap()).collect();
        rig.spoil(what::COMPLETER_ABORT, select::DATA.mask(), 0, 1);
        if seen == Seen::Acquired {
            let error = loop {
                if let Err(error) = rig.capture.acquire(LONG) {
                    break error;
                }
            };
            assert!(matches!(error, ForebayError::Capture(CaptureError::Engine { .. })), "{error}");
            assert_eq!(rig.capture.stats().unwrap().held, 3);
        }
        let Rig { device, source, capture } = rig;
        drop(capture);
        for (at, buffer) in (0..).zip(&held) {
            assert_eq!(behind(buffer, first, at * SAMPLES_OF_BUFFER), SAMPLES_OF_BUFFER);
        }
        assert!(open(&device).is_err(), "its buffers are out");
        drop(held);
        source.stop().unwrap();
        let capture = open(&device).unwrap();
        Rig { device, source, capture }.captures_whole();
    }
}

/// A host that does not answer, and a card that is off the bus: every call ends.
fn calls_end_on_a_card_that_does_not_answer(body: &str) {
    for kind in [what::NEVER_ANSWERED, what::ALL_ONES] {
        let rig = Rig::with_faults(body);
        rig.capture.start().unwrap();
        rig.burst(None);
        rig.capture.acquire(LONG).unwrap().unwrap();
        rig.spoil(kind, select::DATA.mask(), 0, u32::MAX);
        let mut taken = 0;
        // Buffers that were full come; then nothing, or an error.
        while let Ok(Some(buffer)) = rig.capture.acquire(Duration::from_micros(100)) {
            taken += buffer.len();
        }
        assert!(taken < 1 << 20);
        let stopped = rig.capture.stop();
        let started = rig.capture.start();
        assert!(stopped.is_err() || started.is_err(), "kind {kind}: {stopped:?}, {started:?}");
        if started.is_err() {
            assert!(!rig.capture.is_running(), "kind {kind}: {started:?}");
        }
        assert!(rig.capture.stats().is_ok());
        if kind == what::ALL_ONES {
            // It is back, and has lost nothing but what was under way.
            rig.fault(fault::ARM, 0);
            rig.captures_whole();
        }
        drop(rig.capture);
    }
}

/// A card that takes no further pair, as long as somebody says so.
struct Full(Arc<AtomicBool>);

impl Hook for Full {
    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        let arms = (bar, offset) == (Bar::User, u64::from(cards::S2MM.page + s2mm::NEXT_LENGTH));
        if arms && self.0.load(Ordering::Relaxed) {
            return Err(CardError::MmioTimeout { bar, offset, cycles: 1 });
        }
        card.mmio_write(bar, offset, data)
    }
}

/// What goes wrong when a buffer is armed costs no buffer, and none that is full.
fn a_buffer_that_cannot_be_armed_takes_no_sample_along(body: &str) {
    let full = Arc::new(AtomicBool::new(false));
    let rig = Rig::open(Box::new(HookedCard::new(card(body, "radio"), Full(Arc::clone(&full)))));
    rig.capture.start().unwrap();
    let first = rig.burst(None);
    let mut number = 0;
    for round in 0..40 {
        let held: Vec<_> = (0..2).map(|_| rig.capture.acquire(LONG).unwrap().unwrap()).collect();
        full.store(round % 2 == 0, Ordering::Relaxed);
        for buffer in held {
            number += behind(&buffer, first, number);
            assert_eq!(buffer.release().is_err(), round % 2 == 0, "{round}");
        }
        if round % 2 == 0 {
            assert!(rig.capture.acquire(Duration::from_micros(1)).is_err());
        }
        full.store(false, Ordering::Relaxed);
    }
    rig.captures_whole();
}

on_every_card!(
    an_error_comes_behind_what_arrived_and_the_next_run_works,
    an_error_in_a_stop_is_told_and_the_next_run_works,
    buffers_that_are_held_outlive_an_error,
    calls_end_on_a_card_that_does_not_answer,
    a_buffer_that_cannot_be_armed_takes_no_sample_along,
);
