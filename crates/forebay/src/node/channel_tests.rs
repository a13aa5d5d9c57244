// SPDX-License-Identifier: Apache-2.0
//! The order of transfers, against a mover that waits to be let on.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel as pipe};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use forebay_bus::Buffer;

use super::*;

/// A call that has reached the driver.
#[derive(Debug, PartialEq, Eq)]
enum Call {
    Write { card: u64, bytes: usize },
    Read { card: u64, bytes: usize },
}

/// How a call ends.
#[derive(Clone, Copy)]
enum End {
    Well,
    Refused,
    TimedOut,
}

/// Stands in for a driver's node: shows each call, and lets it end when told how.
struct Gate {
    calls: Sender<Call>,
    answers: Mutex<Receiver<End>>,
    resets: Arc<AtomicU32>,
}

impl Gate {
    fn pass(&self, call: Call) -> Result<(), ForebayError> {
        self.calls.send(call).unwrap();
        let (channel, hint) = (self.channel(), String::new());
        match self.answers.lock().unwrap().recv_timeout(Duration::from_secs(10)).unwrap() {
            End::Well => Ok(()),
            End::Refused => Err(ForebayError::Busy { path: "gate".into() }),
            End::TimedOut => Err(ForebayError::Timeout { channel, done: 0, total: 1, hint }),
        }
    }
}

impl Mover for Gate {
    fn channel(&self) -> ChannelId {
        ChannelId::H2c(1)
    }

    fn write(&self, bytes: &[u8], card: u64) -> Result<(), ForebayError> {
        self.pass(Call::Write { card, bytes: bytes.len() })
    }

    fn read(&self, bytes: &mut [u8], card: u64) -> Result<Pulled, ForebayError> {
        self.pass(Call::Read { card, bytes: bytes.len() })?;
        bytes.fill(7);
        Ok(Pulled { bytes: bytes.len() as u64, eop: true })
    }

    fn now(&self) -> Result<u64, ForebayError> {
        Ok(99)
    }

    fn resets(&self) -> Option<u32> {
        Some(self.resets.load(Ordering::Relaxed))
    }
}

/// The test's side of a gate.
struct Driver {
    calls: Receiver<Call>,
    answers: Sender<End>,
    resets: Arc<AtomicU32>,
}

impl Driver {
    /// The next call; there must be one.
    fn sees(&self, call: &Call) {
        assert_eq!(self.calls.recv_timeout(Duration::from_secs(10)).as_ref(), Ok(call));
    }

    fn ends(&self, how: End) {
        self.answers.send(how).unwrap();
    }

    fn sees_nothing(&self) {
        assert!(self.calls.try_recv().is_err());
    }
}

fn gated() -> (Arc<Channel>, Driver, Arc<Wakeup>) {
    let (calls, seen) = pipe();
    let (answers, given) = pipe();
    let resets = Arc::new(AtomicU32::new(0));
    let gate = Gate { calls, answers: Mutex::new(given), resets: Arc::clone(&resets) };
    let wakeup = Arc::new(Wakeup::new(None).unwrap());
    let channel = Channel::start(Box::new(gate), Arc::clone(&wakeup)).unwrap();
    (Arc::new(channel), Driver { calls: seen, answers, resets }, wakeup)
}

fn shared(bytes: usize) -> Memory {
    Memory::Shared(vec![Arc::new(Buffer::new(bytes).unwrap())])
}

fn part(start: usize, end: usize, card: u64) -> Part {
    Part { buffer: 0, range: start..end, card, eop: false }
}

const fn write(card: u64, bytes: usize) -> Call {
    Call::Write { card, bytes }
}

#[test]
fn parts_and_transfers_go_one_after_the_other() {
    let (channel, driver, _) = gated();
    let first = channel.submit(shared(64), vec![part(0, 16, 0x100), part(16, 64, 0x200)]);
    let second = channel.submit(shared(64), vec![part(0, 8, 0x300)]);
    driver.sees(&write(0x100, 16));
    driver.sees_nothing();
    driver.ends(End::Well);
    driver.sees(&write(0x200, 48));
    driver.ends(End::Well);
    let outcome = channel.wait(first).unwrap();
    assert_eq!(outcome.result.unwrap(), Moved { bytes: 64, eop: false, finished_at: 99 });
    driver.sees(&write(0x300, 8));
    driver.ends(End::Well);
    assert_eq!(channel.wait(second).unwrap().result.unwrap().bytes, 8);
    let asked_again = channel.wait(second).unwrap_err();
    assert!(matches!(
        asked_again,
        ForebayError::Cancelled { channel: ChannelId::H2c(1), bytes: 0 }
    ));
}

#[test]
fn a_look_says_whether_a_transfer_has_ended_and_waits_for_none() {
    let (channel, driver, _) = gated();
    let first = channel.submit(shared(64), vec![part(0, 16, 0x100)]);
    let second = channel.submit(shared(64), vec![part(0, 8, 0x300)]);
    driver.sees(&write(0x100, 16));
    assert!(!channel.has_ended(first) && !channel.has_ended(second));
    driver.ends(End::Well);
    driver.sees(&write(0x300, 8));
    assert!(channel.has_ended(first) && !channel.has_ended(second));
    driver.ends(End::Refused);
    channel.wait(second).unwrap().result.unwrap_err();
    assert_eq!(channel.wait(first).unwrap().result.unwrap().bytes, 16);
    assert!(channel.has_ended(first) && channel.has_ended(second));
}

/// Waits until the line or its end looks as wanted.
fn until(shared: &Shared, wanted: impl Fn(&Turns) -> bool) {
    let mut turns = shared.lock();
    while !wanted(&turns) {
        turns = shared.wait(turns);
    }
}

#[test]
fn a_caller_waits_for_what_was_queued_before_it() {
    // Who comes first by chance, comes so more than once.
    for _ in 0..20 {
        let (channel, driver, _) = gated();
        let first = channel.submit(shared(64), vec![part(0, 64, 1)]);
        let second = channel.submit(shared(64), vec![part(0, 32, 2)]);
        driver.sees(&write(1, 64));
        let caller = Arc::clone(&channel);
        let pushed = thread::spawn(move || caller.push(&[0; 5], 3));
        until(&channel.shared, |turns| turns.line.len() == 3);
        let behind = channel.submit(shared(64), vec![part(0, 3, 4)]);
        for call in [write(2, 32), write(3, 5), write(4, 3)] {
            driver.sees_nothing();
            driver.ends(End::Well);
            driver.sees(&call);
        }
        driver.ends(End::Well);
        assert_eq!(pushed.join().unwrap().unwrap().bytes, 5);
        for id in [first, second, behind] {
            assert!(channel.wait(id).unwrap().result.is_ok());
        }
    }
}

#[test]
fn a_failed_part_ends_its_transfer_and_only_that() {
    let (channel, driver, _) = gated();
    let bad = channel.submit(shared(64), vec![part(0, 1, 1), part(1, 2, 2)]);
    let good = channel.submit(shared(64), vec![part(0, 1, 3)]);
    driver.sees(&write(1, 1));
    driver.ends(End::Refused);
    driver.sees(&write(3, 1));
    driver.ends(End::Well);
    let error = channel.wait(bad).unwrap().result.unwrap_err();
    assert!(matches!(error, ForebayError::Busy { .. }), "{error:?}");
    assert!(channel.wait(good).unwrap().result.is_ok());
}

/// What comes of a call of a channel, in a thread of its own.
fn outcome_of(
    channel: &Arc<Channel>,
    act: impl FnOnce(&Channel) -> Result<Moved, ForebayError> + Send + 'static,
) -> Receiver<Result<Moved, ForebayError>> {
    let (told, outcome) = pipe();
    let channel = Arc::clone(channel);
    thread::spawn(move || told.send(act(&channel)).unwrap());
    outcome
}

#[test]
fn a_transfer_that_is_given_up_takes_those_behind_it_along() {
    // Who waits behind it by chance, waits so more than once.
    for queued in [false, true, false, true] {
        let (channel, driver, _) = gated();
        let queue = |bytes, card| {
            let id = channel.submit(shared(64), vec![part(0, bytes, card)]);
            outcome_of(&channel, move |channel| channel.wait(id).unwrap().result)
        };
        let push = |card| outcome_of(&channel, move |channel| channel.push(&[0; 5], card));
        let stuck = if queued { queue(5, 1) } else { push(1) };
        driver.sees(&write(1, 5));
        let behind = [queue(32, 2), push(3)];
        until(&channel.shared, |turns| turns.line.len() == 3);
        driver.ends(End::TimedOut);
        let error_of = |outcome: Receiver<Result<Moved, ForebayError>>| {
            outcome.recv_timeout(Duration::from_secs(10)).unwrap().unwrap_err()
        };
        let error = error_of(stuck);
        assert!(matches!(error, ForebayError::Timeout { .. }), "{error:?}");
        for error in behind.map(error_of) {
            assert!(matches!(error, ForebayError::Cancelled { bytes: 0, .. }), "{error:?}");
        }
        driver.sees_nothing();
        let next = queue(7, 4);
        driver.sees(&write(4, 7));
        driver.ends(End::Well);
        assert_eq!(next.recv_timeout(Duration::from_secs(10)).unwrap().unwrap().bytes, 7);
    }
}

/// A driver whose second call ends behind three bytes: cut, or at its time.
struct Cut {
    calls: AtomicU32,
    times_out: bool,
}

impl Mover for Cut {
    fn channel(&self) -> ChannelId {
        ChannelId::H2c(2)
    }

    fn write(&self, _: &[u8], _: u64) -> Result<(), ForebayError> {
        let (channel, hint) = (self.channel(), String::new());
        match (self.calls.fetch_add(1, Ordering::Relaxed), self.times_out) {
            (1, false) => Err(ForebayError::Cancelled { channel, bytes: 3 }),
            (1, true) => Err(ForebayError::Timeout { channel, done: 3, total: 48, hint }),
            _ => Ok(()),
        }
    }

    fn read(&self, bytes: &mut [u8], card: u64) -> Result<Pulled, ForebayError> {
        self.write(bytes, card)?;
        Ok(Pulled { bytes: bytes.len() as u64, eop: true })
    }

    fn now(&self) -> Result<u64, ForebayError> {
        Ok(99)
    }

    fn resets(&self) -> Option<u32> {
        Some(0)
    }
}

#[test]
fn a_transfer_that_is_cut_tells_of_all_its_parts() {
    for times_out in [false, true] {
        for memory in [shared(64), Memory::Owned(Buffer::new(64).unwrap())] {
            let wakeup = Arc::new(Wakeup::new(None).unwrap());
            let driver = Cut { calls: AtomicU32::new(0), times_out };
            let channel = Channel::start(Box::new(driver), wakeup).unwrap();
            let id = channel.submit(memory, vec![part(0, 16, 0), part(16, 64, 0)]);
            let error = channel.wait(id).unwrap().result.unwrap_err();
            let told = match error {
                ForebayError::Cancelled { bytes, .. } => (bytes, 64),
                ForebayError::Timeout { done, total, .. } => (done, total),
                other => panic!("{other:?}"),
            };
            assert_eq!(told, (19, 64));
        }
    }
}

#[test]
fn a_reset_between_two_parts_ends_their_transfer() {
    let (channel, driver, _) = gated();
    let cut = channel.submit(shared(64), vec![part(0, 1, 1), part(1, 2, 2)]);
    let behind = channel.submit(shared(64), vec![part(0, 1, 3)]);
    driver.sees(&write(1, 1));
    driver.resets.fetch_add(1, Ordering::Relaxed);
    driver.ends(End::Well);
    driver.sees(&write(2, 1));
    driver.ends(End::Well);
    let error = channel.wait(cut).unwrap().result.unwrap_err();
    assert!(matches!(error, ForebayError::Cancelled { bytes: 0, .. }), "{error:?}");
    driver.sees(&write(3, 1));
    driver.ends(End::Well);
    assert!(channel.wait(behind).unwrap().result.is_ok());
}

#[test]
fn a_read_gives_its_buffer_back() {
    let (channel, driver, _) = gated();
    let read = Memory::Owned(Buffer::new(32).unwrap());
    let id = channel.submit(read, vec![part(4, 8, 0x40)]);
    driver.sees(&Call::Read { card: 0x40, bytes: 4 });
    driver.ends(End::Well);
    let outcome = channel.wait(id).unwrap();
    assert_eq!(outcome.buffer.unwrap()[3..9], [0, 7, 7, 7, 7, 0]);
    assert!(outcome.result.unwrap().eop);
}

#[test]
fn what_the_driver_does_not_have_yet_can_be_taken_back() {
    let (channel, driver, _) = gated();
    let under_way = channel.submit(shared(64), vec![part(0, 1, 1)]);
    let forgotten = channel.submit(shared(64), vec![part(0, 1, 2)]);
    let cancelled = channel.submit(shared(64), vec![part(0, 1, 3)]);
    driver.sees(&write(1, 1));
    let pushed = outcome_of(&channel, |channel| channel.push(&[0; 5], 4));
    until(&channel.shared, |turns| turns.line.len() == 4);
    channel.forget(forgotten);
    channel.cancel_waiting();
    let error = pushed.recv_timeout(Duration::from_secs(10)).unwrap().unwrap_err();
    assert!(matches!(error, ForebayError::Cancelled { .. }), "{error:?}");
    let error = channel.wait(cancelled).unwrap().result.unwrap_err();
    assert!(matches!(error, ForebayError::Cancelled { .. }), "{error:?}");
    assert!(channel.wait(forgotten).is_err());
    driver.ends(End::Well);
    channel.wait_served();
    assert!(channel.wait(under_way).unwrap().result.is_ok());
    driver.sees_nothing();
}

#[test]
fn the_call_under_way_is_waited_for_and_none_behind_it() {
    let (channel, driver, _) = gated();
    let calls = [1, 2].map(|card| channel.submit(shared(64), vec![part(0, 1, card)]));
    driver.sees(&write(1, 1));
    let first = channel.shared.lock().served();
    assert!(first.is_some());
    driver.ends(End::Well);
    // The second is under way, and stays so until the waiter is back.
    driver.sees(&write(2, 1));
    let (back, came) = pipe();
    let waiter = Arc::clone(&channel);
    thread::spawn(move || {
        waiter.shared.wait_past(first);
        back.send(()).unwrap();
    });
    came.recv_timeout(Duration::from_secs(10)).unwrap();
    driver.ends(End::Well);
    for id in calls {
        assert!(channel.wait(id).unwrap().result.is_ok());
    }
}

#[test]
fn one_forgotten_under_way_runs_to_its_end_and_leaves_nothing() {
    let (channel, driver, _) = gated();
    let id = channel.submit(shared(64), vec![part(0, 1, 1)]);
    let behind = channel.submit(shared(64), vec![part(0, 2, 2)]);
    driver.sees(&write(1, 1));
    channel.forget(id);
    driver.ends(End::Well);
    driver.sees(&write(2, 2));
    driver.ends(End::Well);
    assert!(channel.wait(behind).unwrap().result.is_ok());
    assert!(channel.shared.lock().ended.is_empty());
    assert!(channel.wait(id).is_err());
}

#[test]
fn closing_gives_up_what_waits_and_ends_with_the_call_under_way() {
    let (channel, driver, _) = gated();
    channel.submit(shared(64), vec![part(0, 1, 1)]);
    channel.submit(shared(64), vec![part(0, 1, 2)]);
    driver.sees(&write(1, 1));
    let shared = Arc::clone(&channel.shared);
    let closing = thread::spawn(move || drop(channel));
    until(&shared, |turns| turns.closing);
    driver.ends(End::Well);
    closing.join().unwrap();
    driver.sees_nothing();
}

#[test]
fn the_waiter_wakes_at_the_end_of_each_transfer() {
    let (channel, driver, wakeup) = gated();
    let long = Duration::from_secs(60);
    channel.submit(shared(64), vec![part(0, 1, 1)]);
    driver.sees(&write(1, 1));
    driver.ends(End::Well);
    let began = Instant::now();
    wakeup.wait(long).unwrap();
    assert!(began.elapsed() < long, "it was heard");
    wakeup.wait(Duration::ZERO).unwrap();
}

#[test]
fn a_chain_fails_with_its_first_and_what_is_behind_it_goes_on() {
    let (channel, driver, _) = gated();
    let in_chain = |chain, card| {
        channel.submit_in(Some(chain), shared(64), vec![part(0, 1, card), part(1, 2, card)])
    };
    let (bad, same, also) = (in_chain(7, 1), in_chain(7, 2), in_chain(7, 3));
    let (other, again) = (in_chain(8, 4), in_chain(7, 5));
    driver.sees(&write(1, 1));
    driver.ends(End::Refused);
    assert!(matches!(channel.wait(bad).unwrap().result, Err(ForebayError::Busy { .. })));
    for id in [same, also] {
        let result = channel.wait(id).unwrap().result;
        assert!(matches!(result, Err(ForebayError::Cancelled { bytes: 0, .. })), "{result:?}");
    }
    for (id, card) in [(other, 4), (again, 5)] {
        for _ in 0..2 {
            driver.sees(&write(card, 1));
            driver.ends(End::Well);
        }
        assert_eq!(channel.wait(id).unwrap().result.unwrap().bytes, 2);
    }
    driver.sees_nothing();
}
