// SPDX-License-Identifier: Apache-2.0
//! Completion records on their way to the host (`fby_dma_status_writer`), and their acknowledges.

use std::collections::VecDeque;

use forebay_bus::host::{Purpose, Refusal};

use super::job::{Job, Record};
use crate::dma::{WORDS, earlier, facts};
use crate::fabric::Fabric;
use crate::front_end::lane;
use crate::movers::host_write;

/// How a job has ended, and its source if it is a transfer, or where a list is.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) job: Job,
    pub(super) reason: u32,
    pub(super) source: Option<u64>,
}

/// A record that has been taken to be written.
#[derive(Clone, Copy, Debug)]
struct Word {
    end: End,
    record: Record,
    says: u32,
    /// When it is acknowledged and how, once it has gone.
    gone: Option<(u64, Result<(), Refusal>)>,
}

/// Those that are not acknowledged, in order.
#[derive(Debug, Default)]
pub(super) struct Told {
    words: VecDeque<Word>,
}

impl Told {
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Takes a record, if it is its turn; whether it has.
    pub(super) fn take(
        &mut self,
        fabric: &mut Fabric,
        end: End,
        record: Record,
        says: u32,
    ) -> bool {
        let taken = fabric.wires.words.take(fabric.now, lane::WORDS, record.bus);
        if taken {
            self.words.push_back(Word { end, record, says, gone: None });
        }
        taken
    }

    /// Writes what is in hand, if it is time; neighbours in one beat. Whether there was anything to do.
    pub(super) fn write(&mut self, fabric: &mut Fabric) -> bool {
        let now = fabric.now;
        let wires = &mut fabric.wires;
        if wires.words.offer(lane::WORDS).is_some_and(|from| from <= now)
            && wires.turns.choose(now, WORDS)
        {
            wires.words.choose();
            return true;
        }
        if !wires.words.is_of(lane::WORDS) || !wires.may_write(now, WORDS) {
            return false;
        }
        wires.turns.begin();
        wires.write_free = Some(now + 1);
        wires.words.gone(now, lane::WORDS);
        let mut together = self.words.iter_mut().filter(|word| word.gone.is_none()).peekable();
        let Some(at) = together.peek().map(|word| word.record.bus) else { return true };
        let in_hand: Vec<_> = together.collect();
        let bytes: Vec<_> = in_hand.iter().flat_map(|word| word.record.bytes(word.says)).collect();
        let sent = fabric.wires.post(now, bytes.len() as u64);
        let told = host_write(fabric, Purpose::WriteBack, at, &bytes);
        // They are acknowledged one after the other.
        for (word, answer) in in_hand.into_iter().zip(sent + facts::WORD_ANSWER..) {
            word.gone = Some((answer, told));
        }
        true
    }

    /// One whose acknowledge has come by that cycle: what it told of, and what came of telling it.
    pub(super) fn acknowledged(&mut self, now: u64) -> Option<(End, Result<(), Refusal>)> {
        let (at, told) = self.words.front()?.gone?;
        let word = if at <= now { self.words.pop_front() } else { None };
        Some((word?.end, told))
    }

    /// One is never acknowledged.
    pub(super) fn is_stuck(&self) -> bool {
        let never = Err(Refusal::Unanswered);
        self.words.iter().any(|word| word.gone.is_some_and(|(_, told)| told == never))
    }

    /// When something is due; of what waits for others nothing is known.
    pub(super) fn next(&self, fabric: &Fabric) -> Option<u64> {
        let wires = &fabric.wires;
        let offer = wires.words.offer(lane::WORDS);
        let offer = offer.and_then(|from| Some(from.max(wires.turns.next_choice()?)));
        let goes = wires.words.is_of(lane::WORDS).then(|| wires.next_write(WORDS)).flatten();
        let answer = self.words.front().and_then(|word| word.gone).map(|(at, _)| at);
        earlier(answer, earlier(offer, goes))
    }
}
