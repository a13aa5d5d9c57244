// SPDX-License-Identifier: Apache-2.0
//! The run of a channel: when it begins, and what is due in each cycle.

use std::collections::VecDeque;

use forebay_regs::desc;
use forebay_regs::xdma::chan;

use super::Channel;
use super::descriptor::Words;
use super::ending::{End, NO_ANSWER, error_bits};
use super::mover::Mover;
use super::pieces::Manner;
use super::under_way::Run;
use crate::dma::{Arrival, Asker, Fetch, earlier, facts};
use crate::fabric::Fabric;
use crate::movers::{Half, Hitch};

/// What software wants of the run under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To go on.
    Run,
    /// To come to rest: RUN was cleared.
    Stop,
    /// To make way for another one: RUN was cleared and set again.
    Replace,
}

impl Channel {
    /// Whether a run may begin: none is under way or asked for. Its last word may be on its way still.
    pub(super) const fn is_free(&self) -> bool {
        let under_way = self.begins || self.run.is_some();
        !under_way && !self.stuck && !self.held && !matches!(self.wish, Wish::Replace)
    }

    /// The doorbell has rung, at rest.
    pub(super) fn ring(&mut self, words: Words) {
        self.rung = Some(words);
        self.control |= chan::control::RUN.mask();
        self.run_changed(true);
    }

    /// RUN has changed.
    pub(super) fn run_changed(&mut self, running: bool) {
        match (running, self.busy()) {
            (true, false) => self.begin(),
            (true, true) => self.wish = Wish::Replace,
            (false, busy) => {
                self.rung = None;
                self.credits = 0;
                self.wish = if busy { Wish::Stop } else { Wish::Run };
            }
        }
    }

    pub(super) fn begin(&mut self) {
        self.status = 0;
        self.completed = 0;
        self.partial = 0;
        self.begins = true;
        self.inline = self.rung.take();
        self.run = None;
        self.wish = Wish::Run;
        if chan::perf_control::RUN.is_set(self.perf_control)
            && chan::perf_control::AUTO.is_set(self.perf_control)
        {
            self.clear_perf();
        }
    }

    /// The run that is to begin does.
    fn open(&mut self, now: u64) -> Run {
        self.runs += 1;
        self.perf_until = now;
        let fetch_from = if self.inline.is_some() { None } else { Some(now + facts::BEGIN) };
        let asker = Asker { channel: self.number, run: self.runs, descriptors: false };
        let reads = Asker { descriptors: true, ..asker };
        Run {
            asker,
            fetch: Fetch::new(reads, self.first, self.adjacent, fetch_from),
            opened: now,
            mover: Mover::new(self.dir, self.stream, asker),
            under_way: VecDeque::new(),
            finishing: VecDeque::new(),
            halts: false,
            cut: None,
            is_cancelled: false,
            is_last: false,
            failed: None,
            end: None,
            ending: None,
        }
    }

    /// What has come of the reads of this channel.
    pub(in super::super) fn arrive(&mut self, arrival: &Arrival) {
        let Some(run) = self.run.as_mut().filter(|run| run.asker.run == arrival.asker.run) else {
            return;
        };
        if arrival.asker.descriptors {
            run.fetch.arrive(arrival);
        } else {
            run.mover.arrive(arrival);
        }
    }

    /// Does what is due in this cycle; whether anything was.
    pub(in super::super) fn step(
        &mut self,
        fabric: &mut Fabric,
        halted: bool,
        credit_mode: bool,
    ) -> bool {
        if std::mem::take(&mut self.begins) {
            self.run = Some(Box::new(self.open(fabric.now)));
        }
        if self.run.is_some() && chan::perf_control::RUN.is_set(self.perf_control) {
            self.perf_cycles += fabric.now - self.perf_until;
        }
        self.perf_until = fabric.now;
        if self.stuck || self.wish == Wish::Replace && self.word_stuck {
            return false;
        }
        let Some(mut run) = self.run.take() else { return false };
        let mut any = self.wish != Wish::Run && run.cancel(fabric);
        any |= self.progress(fabric, &mut run, halted, credit_mode);
        match run.ending {
            Some((at, end)) if at <= fabric.now => self.finish(fabric, *run, end),
            _ => self.run = Some(run),
        }
        any
    }

    /// How it moves.
    const fn manner(&self) -> Manner {
        Manner { fixed: self.set(chan::control::NON_INCR), stream: self.index as usize }
    }

    /// Goes on with the run.
    fn progress(
        &mut self,
        fabric: &mut Fabric,
        run: &mut Run,
        halted: bool,
        credit_mode: bool,
    ) -> bool {
        if let Some((at, _)) = run.ending {
            return at <= fabric.now;
        }
        let mut any = run.fetch.tick(fabric.now);
        any |= !halted && !run.halts && self.fetch(fabric, run, credit_mode);
        if run.failed.is_none() && !run.halts {
            any |= self.hand_over(fabric.now, run);
        }
        any |= Self::write_results(fabric, run);
        let sent = run.mover.tick(fabric.now, &mut fabric.wires);
        any |= sent.any;
        if let Some(at) = sent.answered
            && let Some(first) = run.finishing.iter_mut().find(|one| one.is_open())
        {
            *(if self.has_results() { &mut first.result } else { &mut first.at }) = Some(at);
        }
        while run.failed.is_none() && !run.halts {
            match run.piece(fabric, self.manner()) {
                Ok(Some(piece)) => self.count(fabric, &piece),
                Ok(None) | Err(Hitch::Blocked) => break,
                Err(Hitch::Failed(half, refusal)) => {
                    let field = match half {
                        Half::Read => chan::status::READ_ERROR,
                        Half::Write => chan::status::WRITE_ERROR,
                    };
                    run.failed = Some(error_bits(field, refusal));
                }
            }
            any = true;
        }
        if run.failed.is_some() {
            run.mover.give_up(fabric);
        }
        any | self.settle(fabric, run)
    }

    /// Books what is finished, and sees whether the run ends.
    fn settle(&mut self, fabric: &mut Fabric, run: &mut Run) -> bool {
        let mut any = false;
        while let Some(first) = run.finishing.front().copied()
            && first.at.is_some_and(|at| at <= fabric.now)
        {
            run.finishing.pop_front();
            any = true;
            // What is behind the one that ends a run is told of, and not counted.
            if run.end.is_none() {
                run.end = self.book(fabric, first);
                if run.end.is_some() {
                    run.halts = true;
                    run.cut = run.begun();
                }
            } else {
                let told = first.told;
                let told =
                    told.unwrap_or_else(|| self.write_result(fabric, first.current, first.ended));
                run.told_behind(told);
            }
        }
        if run.ending.is_some() || !run.finishing.is_empty() {
            return any;
        }
        // What has been taken behind the end is told of as well.
        if run.end.is_some()
            && let Some(cut) = run.cut.take()
        {
            run.told_behind(self.write_result(fabric, cut, false));
        }
        let end = match (run.end, run.failed) {
            (Some(end), _) => end,
            (None, Some(causes)) => End::Failed(causes),
            (None, None) if run.is_cancelled && run.is_at_rest(fabric.now) => {
                self.end_of_cut(fabric, run)
            }
            (None, None) => return any,
        };
        let end = if run.fetch.is_unanswered() { End::Failed(NO_ANSWER) } else { end };
        run.ending = Some((self.end_at(fabric), end));
        true
    }

    /// Hands the next descriptor over if the mover takes it.
    fn hand_over(&mut self, now: u64, run: &mut Run) -> bool {
        let next = self.next_descriptor(now, run).filter(|_| !run.is_last);
        let current = match next {
            None => return false,
            Some(Ok(current)) => current,
            Some(Err(causes)) => return run.fails(causes),
        };
        let is_large = current.len >= facts::LARGE_BYTES;
        let most = if is_large { facts::LARGE_UNDER_WAY } else { facts::UNDER_WAY };
        if run.under_way.len() + run.finishing.len() >= most || !run.mover.is_free() {
            return false;
        }
        run.mover.hand_over(now, &current);
        run.is_last = desc::control::STOP.is_set(current.control);
        run.under_way.push_back(current);
        if self.inline.take().is_none() {
            run.fetch.pop();
        }
        true
    }

    /// When this channel has something to do next, whatever others do until then.
    pub(in super::super) fn next(
        &mut self,
        fabric: &Fabric,
        halted: bool,
        credit_mode: bool,
    ) -> Option<u64> {
        let soon = Some(fabric.now + 1);
        if self.begins {
            return soon;
        }
        if self.stuck || self.wish == Wish::Replace && self.word_stuck {
            return None;
        }
        let manner = self.manner();
        let run = self.run.as_mut()?;
        if let Some((at, _)) = run.ending {
            return Some(at);
        }
        if self.wish != Wish::Run && !run.is_cancelled && run.failed.is_none() && run.end.is_none()
        {
            return soon;
        }
        let credits = credit_mode.then_some(self.credits);
        let credits = if halted || run.halts { Some(0) } else { credits };
        let (now, wires) = (fabric.now, &fabric.wires);
        let rung = self.inline.map(|_| run.opened + facts::RING).filter(|at| *at > now);
        let mut next = earlier(rung, run.fetch.next(now, credits, wires));
        next = earlier(next, run.mover.next(now, wires));
        next = earlier(next, run.finishing.front().and_then(|first| first.at));
        next = earlier(next, run.results_due(&fabric.wires));
        next = earlier(next, run.next_piece(fabric, manner));
        next.map(|next| next.max(now + 1))
    }
}
