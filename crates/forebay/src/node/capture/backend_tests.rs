// SPDX-License-Identifier: Apache-2.0
//! Captures against a driver that answers as it is told, and whose buffers are a file.

use std::collections::VecDeque;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use forebay_regs::user::s2mm::dmasr;
use rustix::io::Result;

use super::super::abi::Stats;
use super::*;
use crate::capture::EngineFault;
use crate::capture::map::Rights;

const BUFFERS: u32 = 4;
const BYTES: u32 = 192;
const STRIDE: u32 = 4096;

#[derive(Default)]
struct State {
    /// How setup ends, and what it writes back.
    setup: Option<(Errno, u32, u32)>,
    start: Option<Errno>,
    taken: VecDeque<Result<Buffer>>,
    stats: Option<Result<Stats>>,
    wanted: Option<Setup>,
    waits: Vec<u32>,
    released: Vec<u32>,
}

struct Script {
    state: Arc<Mutex<State>>,
    memory: File,
}

impl Calls for Script {
    fn setup(&self, wanted: Setup) -> (Result<()>, Setup) {
        let mut state = self.state.lock().unwrap();
        state.wanted = Some(wanted);
        match state.setup {
            Some((errno, buffers, bytes)) => (Err(errno), Setup { buffers, bytes, ..wanted }),
            None => (Ok(()), Setup { map_bytes: STRIDE, ..wanted }),
        }
    }

    fn map(&self, bytes: usize) -> Result<Map> {
        Map::of_file(&self.memory, bytes, Rights::Read)
    }

    fn start(&self) -> Result<()> {
        self.state.lock().unwrap().start.map_or(Ok(()), Err)
    }

    fn stop(&self) -> Result<()> {
        Ok(())
    }

    fn next(&self, timeout_ms: u32) -> Result<Buffer> {
        let mut state = self.state.lock().unwrap();
        state.waits.push(timeout_ms);
        state.taken.pop_front().unwrap()
    }

    fn release(&self, index: u32) -> Result<()> {
        self.state.lock().unwrap().released.push(index);
        Ok(())
    }

    fn stats(&self) -> Result<Stats> {
        self.state.lock().unwrap().stats.unwrap()
    }
}

fn options() -> CaptureOptions {
    let (policy, through) = (OverrunPolicy::Gap, false);
    CaptureOptions { buffers: BUFFERS, bytes: BYTES, policy, through }
}

/// A capture of buffers each of which is full of its number.
fn open(
    state: State,
    options: &CaptureOptions,
) -> (std::result::Result<NodeCapture<Script>, ForebayError>, Arc<Mutex<State>>) {
    let (state, memory) = (Arc::new(Mutex::new(state)), tempfile::tempfile().unwrap());
    for index in 0..BUFFERS {
        let place = u64::from(index * STRIDE);
        memory.write_all_at(&[u8::try_from(index).unwrap(); STRIDE as usize], place).unwrap();
    }
    let script = Script { state: Arc::clone(&state), memory };
    (NodeCapture::new(script, "scripted".into(), options), state)
}

fn opened(state: State) -> (NodeCapture<Script>, Arc<Mutex<State>>) {
    let (capture, state) = open(state, &options());
    (capture.unwrap(), state)
}

fn refused(state: State, options: &CaptureOptions) -> CaptureError {
    match open(state, options).0.err().unwrap() {
        ForebayError::Capture(error) => error,
        other => unreachable!("{other}"),
    }
}

/// What a wait for so long ends in.
fn wait(
    answers: &[Result<Buffer>],
    limit: Duration,
) -> (std::result::Result<bool, ForebayError>, Vec<u32>) {
    let taken = answers.iter().copied().collect();
    let (capture, state) = opened(State { taken, ..State::default() });
    let outcome = capture.next(limit).map(|filled| filled.is_some());
    (outcome, std::mem::take(&mut state.lock().unwrap().waits))
}

#[test]
fn what_is_wanted_of_buffers_is_asked_for() {
    let wanted = |options: &CaptureOptions| {
        let (capture, state) = open(State::default(), options);
        capture.unwrap();
        let wanted = state.lock().unwrap().wanted;
        wanted.unwrap()
    };
    let plain = Setup { buffers: BUFFERS, bytes: BYTES, ..Setup::default() };
    assert_eq!(wanted(&options()), plain);
    let other = CaptureOptions { through: true, policy: OverrunPolicy::Overwrite, ..options() };
    assert_eq!(wanted(&other), Setup { flags: 1, policy: 1, ..plain });
}

#[test]
fn buffers_that_cannot_be_had_say_why_and_what_can() {
    let failing = |errno| State { setup: Some((errno, 7, 128)), ..State::default() };
    let error = refused(failing(Errno::NOMEM), &options());
    let CaptureError::NoMemory { buffers: BUFFERS, bytes: BYTES, fits: 7, of: 128, .. } = error
    else {
        unreachable!("{error}")
    };
    let error = refused(failing(Errno::INVAL), &options());
    assert!(matches!(error, CaptureError::Length { bytes: BYTES, .. }), "{error}");
    let many = CaptureOptions { buffers: abi::MOST_BUFFERS + 1, ..options() };
    let error = refused(State::default(), &many);
    assert!(matches!(error, CaptureError::TooMany { buffers: 4097, most: 4096 }), "{error}");
    let error = open(failing(Errno::BUSY), &options()).0.err().unwrap();
    assert!(matches!(error, ForebayError::Busy { .. }), "{error}");
}

#[test]
fn a_buffer_is_what_the_card_has_put_there_and_goes_back_in_any_order() {
    let told = |index| Buffer { index, bytes: BYTES, ..Buffer::default() };
    let short = Buffer { bytes: 64, ..told(3) };
    let taken = [Ok(told(2)), Ok(short), Ok(told(0))].into();
    let (capture, state) = opened(State { taken, ..State::default() });
    let mut held: Vec<_> = (0..3).map(|_| capture.next(Duration::ZERO).unwrap().unwrap()).collect();
    for (filled, (index, bytes)) in held.iter().zip([(2, 192), (3, 64), (0, 192)]) {
        assert_eq!((filled.index, filled.bytes, filled.memory.len()), (index, bytes, bytes));
        assert!(filled.memory.iter().all(|byte| u32::from(*byte) == index), "{index}");
    }
    for place in [1, 0] {
        let Filled { index, memory, .. } = held.remove(place);
        capture.release(index, memory).unwrap();
    }
    assert_eq!(state.lock().unwrap().released, [3, 2]);
    // The map is there for as long as somebody has a part of it.
    drop(capture);
    assert!(held[0].memory.iter().all(|byte| *byte == 0));
}

#[test]
fn all_that_the_driver_tells_of_a_buffer_is_told() {
    let plain =
        Buffer { stamp: 1 << 40, lost: 2, overwritten: 3, sequence: 4, ..Buffer::default() };
    for (bit, told) in [
        (abi::EOP, [true, false, false, false]),
        (abi::EOB, [false, true, false, false]),
        (abi::OVERRUN, [false, false, true, false]),
        (abi::STOPPED, [false, false, false, true]),
    ] {
        let taken = [Ok(Buffer { flags: bit, ..plain })].into();
        let (capture, _) = opened(State { taken, ..State::default() });
        let info = capture.next(Duration::ZERO).unwrap().unwrap().info;
        let [end_of_packet, end_of_burst, overrun, stopped] = told;
        let (stamp, lost, overwritten, sequence) = (1 << 40, 2, 3, 4);
        let wanted = BufferInfo {
            stamp,
            lost,
            overwritten,
            sequence,
            end_of_packet,
            end_of_burst,
            overrun,
            stopped,
        };
        assert_eq!(info, wanted);
    }
}

#[test]
fn nothing_within_the_time_is_no_error() {
    for errno in [Errno::AGAIN, Errno::TIMEDOUT, Errno::NODATA] {
        let (outcome, waits) = wait(&[Err(errno)], Duration::from_millis(30));
        assert!(!outcome.unwrap(), "{errno}");
        assert!(waits.len() == 1 && (1..=30).contains(&waits[0]), "{waits:?}");
    }
}

#[test]
fn a_signal_is_no_end_of_a_wait() {
    let signals = [Err(Errno::INTR), Err(Errno::INTR), Ok(Buffer::default())];
    let (outcome, waits) = wait(&signals, Duration::from_secs(1000));
    assert!(outcome.unwrap());
    assert!(waits.len() == 3 && waits.is_sorted_by(|one, next| one >= next), "{waits:?}");
    // And the time that is over is over.
    let (outcome, waits) = wait(&[Err(Errno::INTR), Err(Errno::AGAIN)], Duration::ZERO);
    assert!(!outcome.unwrap());
    assert_eq!(waits, [0, 0]);
}

#[test]
fn ends_of_a_run_have_errors_of_their_own() {
    let (outcome, _) = wait(&[Err(Errno::CANCELED)], Duration::ZERO);
    let error = outcome.unwrap_err();
    assert!(matches!(error, ForebayError::Capture(CaptureError::Reset)), "{error}");
    let (outcome, _) = wait(&[Err(Errno::NODEV)], Duration::ZERO);
    let error = outcome.unwrap_err();
    let at = |path: &Path| path == Path::new("scripted");
    assert!(matches!(&error, ForebayError::CardGone { path } if at(path)), "{error}");
}

#[test]
fn an_error_of_the_engine_has_the_status_that_the_driver_has_kept() {
    let error = |stats| {
        let taken = [Err(Errno::IO)].into();
        let (capture, _) = opened(State { taken, stats: Some(stats), ..State::default() });
        capture.next(Duration::ZERO).unwrap_err()
    };
    let halted = dmasr::HALTED.mask();
    for (status, wanted) in [
        (halted | dmasr::INT_ERR.mask(), EngineFault::Internal),
        (halted | dmasr::SLV_ERR.mask(), EngineFault::Refused),
        (halted | dmasr::DEC_ERR.mask(), EngineFault::Decode),
        (halted, EngineFault::Halted),
        (0, EngineFault::Astray),
    ] {
        let error = error(Ok(Stats { status, ..Stats::default() }));
        let ForebayError::Capture(CaptureError::Engine { cause, status: seen }) = error else {
            unreachable!("{error}")
        };
        assert_eq!((cause, seen), (wanted, status));
    }
    let gone = error(Err(Errno::NODEV));
    assert!(matches!(gone, ForebayError::CardGone { .. }), "{gone}");
}

#[test]
fn a_start_of_what_runs_is_harmless_and_others_say_why_not() {
    let started = |errno| opened(State { start: Some(errno), ..State::default() }).0.start();
    started(Errno::BUSY).unwrap();
    let error = started(Errno::NOBUFS).unwrap_err();
    let all_held = CaptureError::AllHeld { buffers: BUFFERS }.to_string();
    assert_eq!(error.to_string(), all_held);
    let error = started(Errno::IO).unwrap_err().to_string();
    for part in ["scripted", "start of the capture engine", "resets the card"] {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn counters_are_the_drivers() {
    let (buffers, bytes, lost, gaps, overwritten) = (1, 2, 3, 4, 5);
    let (full, taken, armed, errors) = (6, 7, 8, 9);
    let plain = Stats { buffers, bytes, lost, gaps, overwritten, ..Stats::default() };
    let stats = Stats { full, taken, armed, errors, flags: abi::RUNS, ..plain };
    let (capture, state) = opened(State { stats: Some(Ok(stats)), ..State::default() });
    let (filled, held) = (6, 7);
    let wanted =
        CaptureStats { buffers, bytes, lost, overwritten, gaps, filled, held, armed, errors };
    assert_eq!(capture.stats().unwrap(), wanted);
    assert!(capture.is_running());
    for stats in [Ok(plain), Err(Errno::NODEV)] {
        state.lock().unwrap().stats = Some(stats);
        assert!(!capture.is_running());
    }
}
