// SPDX-License-Identifier: Apache-2.0
//! Transmissions against a driver that answers as it is told, and whose buffers are a file.

use std::collections::VecDeque;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use forebay_regs::user::mm2s::dmasr;
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
    taken: VecDeque<Result<u32>>,
    queue: Option<Errno>,
    drained: VecDeque<Result<()>>,
    stats: Option<Result<Stats>>,
    waits: Vec<u32>,
    /// Buffers that came back: sent with so many bytes, or not.
    back: Vec<(u32, Option<u32>)>,
}

struct Script {
    state: Arc<Mutex<State>>,
    memory: File,
}

impl Calls for Script {
    fn setup(&self, wanted: Setup) -> (Result<()>, Setup) {
        assert_eq!((wanted.flags, wanted.reserved), (0, [0; 2]));
        match self.state.lock().unwrap().setup {
            Some((errno, buffers, bytes)) => (Err(errno), Setup { buffers, bytes, ..wanted }),
            None => (Ok(()), Setup { map_bytes: STRIDE, ..wanted }),
        }
    }

    fn map(&self, bytes: usize) -> Result<Map> {
        Map::of_file(&self.memory, bytes, Rights::Write)
    }

    fn start(&self) -> Result<()> {
        self.state.lock().unwrap().start.map_or(Ok(()), Err)
    }

    fn stop(&self) -> Result<()> {
        Ok(())
    }

    fn take(&self, timeout_ms: u32) -> Result<u32> {
        let mut state = self.state.lock().unwrap();
        state.waits.push(timeout_ms);
        state.taken.pop_front().unwrap()
    }

    fn queue(&self, index: u32, bytes: u32) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        state.back.push((index, Some(bytes)));
        state.queue.map_or(Ok(()), Err)
    }

    fn release(&self, index: u32) -> Result<()> {
        self.state.lock().unwrap().back.push((index, None));
        Ok(())
    }

    fn drain(&self, timeout_ms: u32) -> Result<()> {
        let mut state = self.state.lock().unwrap();
        state.waits.push(timeout_ms);
        state.drained.pop_front().unwrap()
    }

    fn stats(&self) -> Result<Stats> {
        self.state.lock().unwrap().stats.unwrap()
    }
}

fn open(
    state: State,
    buffers: u32,
) -> (std::result::Result<NodeTransmit<Script>, ForebayError>, Arc<Mutex<State>>, File) {
    let (state, memory) = (Arc::new(Mutex::new(state)), tempfile::tempfile().unwrap());
    memory.set_len(u64::from(BUFFERS * STRIDE)).unwrap();
    let seen = memory.try_clone().unwrap();
    let script = Script { state: Arc::clone(&state), memory };
    let options = TransmitOptions { buffers, bytes: BYTES };
    (NodeTransmit::new(script, "scripted".into(), &options), state, seen)
}

fn opened(state: State) -> (NodeTransmit<Script>, Arc<Mutex<State>>, File) {
    let (transmit, state, memory) = open(state, BUFFERS);
    (transmit.unwrap(), state, memory)
}

fn error_of<T>(outcome: std::result::Result<T, ForebayError>) -> TransmitError {
    match outcome.err().unwrap() {
        ForebayError::Transmit(error) => error,
        other => unreachable!("{other}"),
    }
}

#[test]
fn buffers_that_cannot_be_had_say_why_and_what_can() {
    let failing = |errno| State { setup: Some((errno, 7, 128)), ..State::default() };
    let error = error_of(open(failing(Errno::NOMEM), BUFFERS).0);
    let TransmitError::NoMemory { buffers: BUFFERS, bytes: BYTES, fits: 7, of: 128, .. } = error
    else {
        unreachable!("{error}")
    };
    let error = error_of(open(failing(Errno::INVAL), BUFFERS).0);
    assert!(matches!(error, TransmitError::Length { bytes: BYTES, .. }), "{error}");
    let error = error_of(open(State::default(), abi::MOST_BUFFERS + 1).0);
    assert!(matches!(error, TransmitError::TooMany { buffers: 4097, most: 4096 }), "{error}");
    let error = open(failing(Errno::BUSY), BUFFERS).0.err().unwrap();
    assert!(matches!(error, ForebayError::Busy { .. }), "{error}");
}

#[test]
fn what_is_put_into_a_buffer_is_where_the_card_reads_it() {
    let taken = [Ok(2), Ok(0), Ok(3)].into();
    let (transmit, state, memory) = opened(State { taken, ..State::default() });
    let mut held: Vec<_> =
        (0..3).map(|_| transmit.acquire(Duration::ZERO).unwrap().unwrap()).collect();
    for free in &mut held {
        assert_eq!(free.memory.len(), BYTES as usize);
        free.memory.fill(u8::try_from(free.index).unwrap() + 1);
    }
    let last = held.pop().unwrap();
    transmit.send(held.pop().unwrap(), 65).unwrap();
    transmit.release(held.pop().unwrap()).unwrap();
    transmit.send(last, BYTES as usize).unwrap();
    assert_eq!(state.lock().unwrap().back, [(0, Some(65)), (2, None), (3, Some(BYTES))]);
    let mut bytes = [0; (BUFFERS * STRIDE) as usize];
    memory.read_exact_at(&mut bytes, 0).unwrap();
    for (at, byte) in bytes.into_iter().enumerate() {
        let (index, within) = (at / STRIDE as usize, at % STRIDE as usize);
        let wanted = if within < BYTES as usize && index != 1 { index + 1 } else { 0 };
        assert_eq!(usize::from(byte), wanted, "byte {within} of buffer {index}");
    }
}

#[test]
fn nothing_within_the_time_is_no_error_and_a_signal_is_no_end() {
    let taken = [Err(Errno::AGAIN), Err(Errno::INTR), Err(Errno::TIMEDOUT)].into();
    let drained = [Err(Errno::INTR), Err(Errno::TIMEDOUT), Ok(())].into();
    let (transmit, state, _) = opened(State { taken, drained, ..State::default() });
    assert!(transmit.acquire(Duration::ZERO).unwrap().is_none());
    assert!(transmit.acquire(Duration::from_millis(30)).unwrap().is_none());
    assert!(!transmit.drain(Duration::from_secs(1)).unwrap());
    assert!(transmit.drain(Duration::MAX).unwrap());
    let waits = &state.lock().unwrap().waits;
    let [0, first, second, third, fourth, last] = waits[..] else { unreachable!("{waits:?}") };
    assert!(second <= first && first <= 30 && fourth <= third && third <= 1000, "{waits:?}");
    assert_eq!(last, u32::MAX);
}

#[test]
fn what_waits_for_a_start_cannot_be_drained_and_what_was_stopped_was_not() {
    let drain = |stats| {
        let drained = [Err(Errno::NODATA)].into();
        let state = State { drained, stats: Some(Ok(stats)), ..State::default() };
        opened(state).0.drain(Duration::ZERO)
    };
    let error = error_of(drain(Stats { queued: 2, ..Stats::default() }));
    assert!(matches!(error, TransmitError::NotStarted { queued: 2 }), "{error}");
    assert!(!drain(Stats::default()).unwrap());
}

#[test]
fn ends_of_a_run_have_errors_of_their_own() {
    let failed = |errno, status| {
        let taken = [Err(errno), Ok(1)].into();
        let stats = Some(Ok(Stats { status, ..Stats::default() }));
        let (queue, drained) = (Some(errno), [Err(errno)].into());
        let (transmit, ..) = opened(State { taken, queue, drained, stats, ..State::default() });
        let acquired = transmit.acquire(Duration::ZERO).map(drop).unwrap_err();
        let buffer = transmit.acquire(Duration::ZERO).unwrap().unwrap();
        let sent = transmit.send(buffer, 64).unwrap_err();
        [acquired, sent, transmit.drain(Duration::ZERO).unwrap_err()]
    };
    for error in failed(Errno::CANCELED, 0) {
        assert!(matches!(error, ForebayError::Transmit(TransmitError::Reset)), "{error}");
    }
    for error in failed(Errno::NODEV, 0) {
        let at = |path: &Path| path == Path::new("scripted");
        assert!(matches!(&error, ForebayError::CardGone { path } if at(path)), "{error}");
    }
    let halted = dmasr::HALTED.mask();
    for (status, wanted) in [
        (halted | dmasr::INT_ERR.mask(), EngineFault::Internal),
        (halted | dmasr::SLV_ERR.mask(), EngineFault::Refused),
        (halted | dmasr::DEC_ERR.mask(), EngineFault::Decode),
        (halted, EngineFault::Halted),
        (0, EngineFault::Astray),
    ] {
        for error in failed(Errno::IO, status) {
            let TransmitError::Engine { cause, status: seen } = error_of::<()>(Err(error)) else {
                unreachable!()
            };
            assert_eq!((cause, seen), (wanted, status));
        }
    }
}

#[test]
fn a_start_of_what_runs_is_harmless_and_others_say_why_not() {
    let started = |errno| opened(State { start: Some(errno), ..State::default() }).0.start();
    started(Errno::BUSY).unwrap();
    let error = started(Errno::IO).unwrap_err().to_string();
    for part in ["scripted", "start of the transmit engine", "resets the card"] {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn counters_are_the_drivers() {
    let (buffers, bytes, cut) = (1, 2, 3);
    let (free, taken, queued, armed, errors) = (4, 5, 6, 7, 8);
    let plain = Stats { buffers, bytes, cut, ..Stats::default() };
    let stats = Stats { free, taken, queued, armed, errors, flags: abi::RUNS, ..plain };
    let (transmit, state, _) = opened(State { stats: Some(Ok(stats)), ..State::default() });
    let held = taken;
    let wanted = TransmitStats { buffers, bytes, cut, free, held, queued, armed, errors };
    assert_eq!(transmit.stats().unwrap(), wanted);
    assert!(transmit.is_running());
    for stats in [Ok(plain), Err(Errno::NODEV)] {
        state.lock().unwrap().stats = Some(stats);
        assert!(!transmit.is_running());
    }
}
