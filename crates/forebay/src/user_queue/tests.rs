// SPDX-License-Identifier: Apache-2.0
//! A queue beside a kernel and a card that say what they are told to: how often it tries, what it makes of answers, and when it gives up.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::backend::{Copied, End, Grant, Memory, Wait};
use super::sequence::{Answer, Line};
use super::*;

mod lists;

/// What there is to say, and what was done.
#[derive(Default)]
struct Script {
    /// Answers of attempts, the next one last; none: no at the second access.
    answers: Vec<Answer>,
    attempts: u32,
    stats: UserQueueStats,
    /// Nothing is counted any more: the card was reset.
    reset: bool,
    /// Sleeps until the time is over.
    sleeps: u32,
    /// With this sleep, from 1, the record of the last line comes, with a reason.
    record_at: Option<(u32, u32)>,
    slept: u32,
    last: Option<Line>,
    /// Memory of all regions, from slot 5 on.
    memory: Vec<u8>,
    /// Descriptors of a list at most.
    batch: u32,
    entered: u32,
    pairs: Vec<(u64, u64)>,
}

impl Script {
    /// A record comes.
    fn tell(&mut self, slot_address: u64, cookie: u32, says: u32) {
        let at = usize::try_from(slot_address - FIRST).unwrap();
        let record = u64::from(cookie) << 32 | u64::from(says);
        self.memory[at..at + 8].copy_from_slice(&record.to_le_bytes());
    }
}

#[derive(Clone)]
struct Scripted {
    script: Arc<Mutex<Script>>,
    scheme: Scheme,
}

impl Scripted {
    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap()
    }

    /// With a queue, and a region for both ends.
    fn queue(scheme: Scheme, tries: u32) -> (Self, UserQueue, Region) {
        Self::queue_with(scheme, tries, 0)
    }

    /// The same with lists.
    fn queue_with(scheme: Scheme, tries: u32, batch: u32) -> (Self, UserQueue, Region) {
        let own = Self { script: Arc::default(), scheme };
        own.script().batch = batch;
        let options = UserQueueOptions { tries, ..UserQueueOptions::default() };
        let queue = UserQueue::new(Box::new(own.clone()), options).unwrap();
        let region = queue.register(8192, Rights::READ | Rights::WRITE).unwrap();
        (own, queue, region)
    }
}

/// A region: where it begins in the memory.
struct Slots(Scripted, usize);

/// The first slot.
const FIRST: u64 = 5 * SLOT_BYTES;

impl Memory for Slots {
    fn slot_address(&self) -> u64 {
        FIRST + self.1 as u64
    }

    fn write(&self, at: usize, bytes: &[u8]) -> Result<(), ForebayError> {
        let at = self.1 + at;
        self.0.script().memory[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn read(&self, at: usize, into: &mut [u8]) -> Result<(), ForebayError> {
        let at = self.1 + at;
        into.copy_from_slice(&self.0.script().memory[at..at + into.len()]);
        Ok(())
    }

    fn word(&self, at: usize) -> Result<u64, ForebayError> {
        let mut word = [0; 8];
        self.read(at, &mut word)?;
        Ok(u64::from_le_bytes(word))
    }

    fn unregister(&mut self) -> Result<(), ForebayError> {
        Ok(())
    }
}

impl Backend for Scripted {
    fn grant(&self) -> Grant {
        Grant { scheme: self.scheme, context: 0, depth: 2, batch: self.script().batch }
    }

    fn register(&self, bytes: usize, _: Rights) -> Result<Box<dyn Memory>, ForebayError> {
        let memory = &mut self.script().memory;
        let begin = memory.len();
        memory.resize(begin + bytes.next_multiple_of(4096), 0);
        Ok(Box::new(Slots(self.clone(), begin)))
    }

    fn attempt(&self, _: End<'_>, _: End<'_>, _: u32) -> Result<Answer, ForebayError> {
        let mut script = self.script();
        script.attempts += 1;
        Ok(script.answers.pop().unwrap_or(Answer { at: 2, word: 0 }))
    }

    fn line(&self, line: &Line) -> Result<(), ForebayError> {
        self.script().last = Some(*line);
        Ok(())
    }

    fn left(&self) -> Result<u32, ForebayError> {
        Ok(0)
    }

    fn enter(&self) -> Result<(), ForebayError> {
        self.script().entered += 1;
        Ok(())
    }

    fn pair(&self, _: &dyn Memory, slot: u64, partner: u64) -> Result<(), ForebayError> {
        self.script().pairs.push((slot, partner));
        Ok(())
    }

    fn copy(&self, _: Place<'_>, _: Place<'_>, bytes: u32) -> Result<Copied, ForebayError> {
        Ok(Copied { done: bytes.into(), reason: None })
    }

    fn stats(&self) -> Result<UserQueueStats, ForebayError> {
        let script = self.script();
        if script.reset { Err(UserQueueError::Reset.into()) } else { Ok(script.stats) }
    }

    fn wait(&self, _: Duration) -> Result<Box<dyn Wait>, ForebayError> {
        Ok(Box::new(self.clone()))
    }

    fn has_own_time(&self) -> bool {
        false
    }
}

impl Wait for Scripted {
    fn sleep(&mut self) -> Result<bool, ForebayError> {
        let mut script = self.script();
        script.slept += 1;
        let slept = script.slept;
        if let (Some((_, reason)), Some(line)) =
            (script.record_at.filter(|(at, _)| *at == slept), script.last)
        {
            script.tell(line.record, line.cookie, reason);
        }
        Ok(slept < script.sleeps)
    }
}

const TAKEN: Answer = Answer { at: 0, word: 1 };

fn start(queue: &mut UserQueue, region: &Region) -> Result<Cookie, ForebayError> {
    queue.submit(Move { from: region.at(64), to: region.at(4096 + 64), bytes: 8 })
}

fn error_of<T>(result: Result<T, ForebayError>) -> UserQueueError {
    match result.map(drop).unwrap_err() {
        ForebayError::UserQueue(error) => error,
        other => unreachable!("{other}"),
    }
}

#[test]
fn attempts_that_are_told_no_are_made_again_so_often_and_no_more() {
    for (scheme, tries, made) in [
        (Scheme::Repeat5, 7, 7),
        (Scheme::ShadowCheck, 1, 1),
        (Scheme::Shadow, 7, 1),
        (Scheme::Flash, 0, 1),
    ] {
        let (own, mut queue, region) = Scripted::queue(scheme, tries);
        let error = error_of(start(&mut queue, &region));
        assert!(
            matches!(error, UserQueueError::Disturbed { tries, answer: 0, access: 2, .. } if tries == made),
            "{scheme}: {error:?}"
        );
        assert!(error.to_string().contains("have them wait, or use `portal`"), "{error}");
        assert_eq!((own.script().attempts, queue.outstanding()), (made, 0), "{scheme}");
    }
    let (own, mut queue, region) = Scripted::queue(Scheme::Shrimp2, 7);
    own.script().answers = vec![TAKEN, Answer { at: 2, word: 0 }, Answer { at: 2, word: 0 }];
    start(&mut queue, &region).unwrap();
    assert_eq!((own.script().attempts, queue.outstanding()), (3, 1));
}

#[test]
fn what_the_card_refuses_is_not_tried_again() {
    let (own, mut queue, region) = Scripted::queue(Scheme::ShadowCheck, 7);
    own.script().stats.refused[1] = 1;
    own.script().stats.bad = Some((5 * SLOT_BYTES + 64, Reason::Slot));
    let error = error_of(start(&mut queue, &region));
    assert!(matches!(error, UserQueueError::Refused { reason: Reason::Slot, .. }), "{error:?}");
    assert_eq!(own.script().attempts, 1);
    // A refusal that was counted before is none of the next start's.
    let error = error_of(start(&mut queue, &region));
    assert!(matches!(error, UserQueueError::Disturbed { tries: 7, .. }), "{error:?}");
    // In a context that others use it may be one of theirs, which names other addresses.
    let (own, mut queue, region) = Scripted::queue(Scheme::Repeat5, 3);
    own.script().stats.refused[1] = 1;
    own.script().stats.bad = Some((9 * SLOT_BYTES, Reason::Slot));
    let error = error_of(start(&mut queue, &region));
    assert!(matches!(error, UserQueueError::Disturbed { tries: 3, .. }), "{error:?}");
}

#[test]
fn an_end_that_does_not_come_in_time_may_come_later() {
    let (own, mut queue, region) = Scripted::queue(Scheme::Portal, 1);
    own.script().stats.under_way = 1;
    own.script().sleeps = 3;
    let cookie = start(&mut queue, &region).unwrap();
    let error = error_of(queue.next());
    let not_over =
        matches!(error, UserQueueError::NotOver { under_way: 1, cookie: it } if it == cookie);
    assert!(not_over, "{error:?}");
    assert_eq!((own.script().slept, queue.outstanding()), (3, 1));
    own.script().sleeps = 9;
    own.script().record_at = Some((5, 0));
    let ended = queue.next().unwrap().unwrap();
    assert_eq!((ended.cookie, ended.outcome.unwrap(), own.script().slept), (cookie, 8, 5));
    assert!(queue.next().unwrap().is_none());
}

#[test]
fn a_line_without_a_record_was_refused() {
    let (own, mut queue, region) = Scripted::queue(Scheme::Portal, 1);
    own.script().stats.bad = Some((77, Reason::Full));
    let cookie = start(&mut queue, &region).unwrap();
    let ended = queue.next().unwrap().unwrap();
    let error = error_of(ended.outcome);
    assert_eq!(ended.cookie, cookie);
    let full = matches!(error, UserQueueError::Refused { reason: Reason::Full, address: 77, .. });
    assert!(full, "{error:?}");
}

#[test]
fn a_record_says_why() {
    for (reason, text) in
        [(6, "aborted by the kernel"), (12, "refused the start for an end outside")]
    {
        let (own, mut queue, region) = Scripted::queue(Scheme::Portal, 1);
        own.script().sleeps = 9;
        own.script().record_at = Some((1, reason));
        start(&mut queue, &region).unwrap();
        let error = error_of(queue.next().unwrap().unwrap().outcome).to_string();
        assert!(error.contains(text), "{error}");
    }
}

/// A card that is reset tells no addresses, but what came before is in memory.
#[test]
fn ends_that_came_before_a_reset_are_told_behind_it() {
    let (own, mut queue, region) = Scripted::queue(Scheme::Portal, 1);
    own.script().sleeps = 9;
    own.script().record_at = Some((1, 12));
    own.script().reset = true;
    let cookie = start(&mut queue, &region).unwrap();
    let ended = queue.next().unwrap().unwrap();
    let error = error_of(ended.outcome);
    assert_eq!(ended.cookie, cookie);
    let told = matches!(error, UserQueueError::Refused { reason: Reason::Extent, address: 0, .. });
    assert!(told, "{error:?}");
    assert!(queue.next().unwrap().is_none());
    // One whose end never comes is not lost: each look says why.
    start(&mut queue, &region).unwrap();
    own.script().record_at = None;
    for _ in 0..2 {
        assert!(matches!(error_of(queue.next()), UserQueueError::Reset));
    }
    assert_eq!(queue.outstanding(), 1);
}

#[test]
fn a_start_waits_for_a_place_and_ends_are_told_in_order() {
    let (own, mut queue, region) = Scripted::queue(Scheme::Portal, 1);
    own.script().stats.under_way = 1;
    own.script().sleeps = 2;
    let first = start(&mut queue, &region).unwrap();
    start(&mut queue, &region).unwrap();
    let error = error_of(start(&mut queue, &region));
    let of_first = matches!(error, UserQueueError::NotOver { cookie, .. } if cookie == first);
    assert!(of_first, "both places are taken: {error:?}");
    assert_eq!(queue.outstanding(), 2);
}

#[test]
fn a_thread_is_made_known_before_it_starts_something() {
    let (own, mut queue, region) = Scripted::queue(Scheme::Kernel, 1);
    start(&mut queue, &region).unwrap();
    assert_eq!(own.script().entered, 0, "the one that opened it is");
    thread::scope(|scope| {
        scope.spawn(|| [(); 2].map(|()| start(&mut queue, &region).unwrap()));
    });
    assert_eq!(own.script().entered, 1);
    start(&mut queue, &region).unwrap();
    assert_eq!((own.script().entered, queue.outstanding()), (2, 4));
}

#[test]
fn a_partner_is_chosen_once() {
    let (own, mut queue, region) = Scripted::queue(Scheme::Shrimp1, 1);
    for _ in 0..2 {
        own.script().answers.push(TAKEN);
        start(&mut queue, &region).unwrap();
        assert_eq!(queue.next().unwrap().unwrap().outcome.unwrap(), 8);
    }
    own.script().answers.push(TAKEN);
    queue.submit(Move { from: region.at(64), to: region.at(128 - 64), bytes: 8 }).unwrap();
    assert_eq!(own.script().pairs, [(5, 6), (5, 5)]);
}
