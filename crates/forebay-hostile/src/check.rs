// SPDX-License-Identifier: Apache-2.0
//! What must hold when a channel is at rest.

use forebay_bus::CardExt;
use forebay_regs::poll_wb;
use forebay_regs::xdma::chan::{self, status};

use crate::HostileError;
use crate::loss::starts_behind;
use crate::phase::Hit;
use crate::player::{LOGGED, MESSAGE_CYCLES, Pair, Player, SETTLE_CYCLES, phase_of};
use crate::receive::Taken;
use crate::run::{Counts, First, Run};
use crate::stream::{self, Sent};
use crate::traffic::Traffic;

const FAILURES: u32 = status::MAGIC_STOPPED.mask()
    | status::INVALID_LENGTH.mask()
    | status::READ_ERROR.mask()
    | status::WRITE_ERROR.mask()
    | status::DESC_ERROR.mask();

impl Player {
    /// The channel has come to rest, by itself or not: its registers, its memory, its message.
    pub(crate) fn finish(&mut self, channel: u8) -> Result<(), HostileError> {
        let lane = usize::from(channel);
        let completed = self.read(channel, chan::COMPLETED_COUNT)? as usize;
        let partial = self.read(channel, chan::PARTIAL_BYTES)? as usize;
        let seen = self.read(channel, chan::STATUS)?;
        let failed = seen & FAILURES != 0;
        let counts = Counts { completed, partial, failed };
        let mut runs = std::mem::take(&mut self.lanes[lane].runs);
        let replaced = runs.len() > 1;
        let told = if counts.is_nothing() && !failed { runs.len() } else { self.begun(&runs) };
        // What comes behind the run that the counts are of has been called off before it began.
        for run in runs.drain(told..) {
            self.watch.over(run.id);
            run.check_untouched()?;
        }
        let Some(last) = runs.pop() else { return Ok(()) };
        let mut earlier = Vec::new();
        for run in &runs {
            self.check_replaced(run)?;
            if !run.is_c2h() && !run.is_stream() && self.watch.seen(run.id).fetched {
                earlier.extend(run.placed.iter().map(|at| (at.card, run.source(*at).to_vec())));
            }
            self.watch.over(run.id);
        }
        if failed {
            self.coverage.count(Hit::Failure, channel, phase_of(&last, self.watch.seen(last.id)));
        }
        let traffic = self.watch.take_traffic(last.id);
        self.watch.over(last.id);
        drop(runs);
        check_failure(&last, seen, counts, last.first_fault(&traffic.faults).as_ref())?;
        let end = self.check_bytes(&last, &traffic, counts, &earlier)?;
        check_status(&last, seen, counts, end)?;
        // Poll mode and messages are as the last start has set them.
        let alone = last.alone && !replaced;
        if alone {
            self.check_word(&last, &traffic.words, counts, end)?;
        }
        let wanted = u32::from(last.chain.interrupt && seen & LOGGED != 0);
        // From here on its memory is gone; the message may still be on its way.
        drop(last);
        self.check_messages(channel, alone.then_some(wanted))
    }

    /// The messages since the channel was last at rest; how many there must be is known of a run that was alone.
    fn check_messages(&mut self, channel: u8, wanted: Option<u32>) -> Result<(), HostileError> {
        let lane = usize::from(channel);
        let late = u64::from(self.late_by);
        match wanted {
            // One of the run before it may be on its way; it is not for the next one.
            None => {
                self.advance(late)?;
                self.advance_paced(MESSAGE_CYCLES)?;
            }
            Some(wanted) if self.lanes[lane].messages < wanted => {
                self.advance(late)?;
                self.advance_paced(SETTLE_CYCLES)?;
            }
            Some(_) => {}
        }
        let got = std::mem::take(&mut self.lanes[lane].messages);
        let Some(wanted) = wanted.filter(|wanted| got != *wanted) else { return Ok(()) };
        if got + 1 == wanted && self.lost > 0 {
            self.lost -= 1;
            return Ok(());
        }
        Err(HostileError::Broken(format!("channel {channel}: {got} messages of {wanted}")))
    }

    /// How many of a channel's runs have begun, as far as the bus has seen: a run that counts anything has read descriptors.
    fn begun(&self, runs: &[Run]) -> usize {
        let last = runs.iter().rposition(|run| self.watch.seen(run.id).fetched);
        last.map_or(runs.len(), |last| last + 1)
    }

    /// The same of a run that nobody has stopped.
    pub(crate) fn finish_whole(&mut self, channel: u8) -> Result<(), HostileError> {
        if self.is_busy(channel)? {
            return Err(HostileError::Broken(format!("channel {channel} does not work any more")));
        }
        self.finish(channel)
    }

    /// Bytes on both sides; whether the last descriptor counted ended a packet. `earlier`: card addresses, and what runs that
    /// this one has taken over may have written there.
    fn check_bytes(
        &mut self,
        run: &Run,
        traffic: &Traffic,
        counts: Counts,
        earlier: &[(u64, Vec<u8>)],
    ) -> Result<bool, HostileError> {
        let first = run.first_fault(&traffic.faults);
        if counts.completed > run.placed.len() {
            return Err(run.broken(format!("{counts:?} of {} descriptors", run.placed.len())));
        }
        let next = run.placed.get(counts.completed).map_or(1, |place| place.len);
        let cut = run.stopped && !counts.failed;
        if counts.partial >= next || (counts.partial > 0 && !cut) {
            return Err(run.broken(format!("{counts:?}, of {next} bytes")));
        }
        let pair = usize::from(run.chain.channel % 4) % 2;
        match (run.is_c2h(), run.is_stream()) {
            (false, false) => self.check_to_memory(run, counts, earlier).map(|()| false),
            (true, false) => {
                let source = self.source();
                run.check_from_memory(|at| Self::source_byte(source, at), Some(counts))?;
                Ok(false)
            }
            (false, true) => {
                run.check_untouched()?;
                let bytes = run.bytes(counts);
                let sent = if counts.failed {
                    let before = first.map_or(0, |first| first.before);
                    Sent::failed(run.outgoing(), bytes, bytes + before)
                } else if counts.completed == run.placed.len() {
                    Sent::told(run.outgoing(), bytes, stream::Cut::Maybe(run.stopped))
                } else {
                    Sent::told(run.outgoing(), bytes, stream::Cut::Yes)
                };
                self.pairs[pair].sent.push(sent);
                Ok(false)
            }
            (true, true) => {
                let taken = run.taken(traffic, Some(counts), first.as_ref())?;
                self.receive(run, &taken)?;
                Ok(taken.end && counts.partial == 0)
            }
        }
    }

    /// What a run has brought of its stream, compared at once.
    fn receive(&mut self, run: &Run, taken: &Taken) -> Result<(), HostileError> {
        let stream = run.chain.channel - 4;
        let pair = usize::from(stream % 2);
        self.pairs[pair].got.append(&taken.bytes);
        for (loss, bytes) in &taken.behind {
            let sent = self.sent(stream);
            let Pair { got, starts, .. } = &mut self.pairs[pair];
            let behind = starts_behind(&sent, got, starts, *loss);
            if behind.is_empty() {
                let bytes = got.data.len();
                return Err(
                    run.broken(format!("{bytes} bytes and {loss:?} behind them were not sent"))
                );
            }
            (*starts, *got) = (behind, bytes.clone());
        }
        self.check_pair(stream, false)
    }

    /// A run that another took over: what it has done nobody is told, but it has done nothing wrong.
    fn check_replaced(&mut self, run: &Run) -> Result<(), HostileError> {
        let pair = usize::from(run.chain.channel % 4) % 2;
        let bus = self.watch.seen(run.id);
        if !bus.fetched {
            run.check_untouched()?;
        }
        match (run.is_c2h(), run.is_stream()) {
            // What it has left on the card is compared with what the run behind it has, which may have written over it.
            (false, false) => run.check_untouched(),
            (true, false) => {
                let source = self.source();
                run.check_from_memory(|at| Self::source_byte(source, at), None)
            }
            (false, true) => {
                run.check_untouched()?;
                let cut = stream::Cut::Maybe(true);
                let sent = if bus.fetched {
                    Sent::under_way(run.outgoing(), cut)
                } else {
                    Sent::told(run.outgoing(), 0, cut)
                };
                self.pairs[pair].sent.push(sent);
                Ok(())
            }
            (true, true) => {
                let traffic = self.watch.take_traffic(run.id);
                let first = run.first_fault(&traffic.faults);
                let taken = run.taken(&traffic, None, first.as_ref())?;
                self.receive(run, &taken)
            }
        }
    }

    /// Card memory: what is counted is there, the rest is as it was or right, or what an earlier run has left.
    fn check_to_memory(
        &mut self,
        run: &Run,
        counts: Counts,
        earlier: &[(u64, Vec<u8>)],
    ) -> Result<(), HostileError> {
        run.check_untouched()?;
        let told = run.bytes(counts);
        let own = run.placed.iter().map(|placed| (placed.card, run.source(*placed)));
        let left = earlier.iter().map(|(card, bytes)| (*card, &bytes[..]));
        let ends = || {
            own.clone().chain(left.clone()).map(|(card, bytes)| (card, card + bytes.len() as u64))
        };
        let (Some(first), Some(last)) =
            (ends().map(|(first, _)| first).min(), ends().map(|(_, last)| last).max())
        else {
            return Ok(());
        };
        let start = first - first % 64;
        let end = last.next_multiple_of(64);
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        let mut now = vec![0; place(end - start)];
        self.card.read_aperture(start, &mut now)?;
        // What each byte may be besides what it was; the first so many of the run's own must have come.
        let mut wanted: Vec<Vec<u8>> = vec![Vec::new(); now.len()];
        for (card, bytes) in left.chain(own.clone()) {
            for (slot, byte) in wanted[place(card - start)..].iter_mut().zip(bytes) {
                slot.push(*byte);
            }
        }
        let mut must = vec![None; now.len()];
        let counted = own.flat_map(|(card, bytes)| (card..).zip(bytes)).take(told);
        for (at, byte) in counted {
            must[place(at - start)] = Some(*byte);
        }
        let old = &mut self.memory[place(start)..place(end)];
        for (at, byte) in now.iter().enumerate() {
            let right = match must[at] {
                Some(must) => must == *byte,
                None => wanted[at].contains(byte) || old[at].is_none_or(|old| old == *byte),
            };
            if !right {
                return Err(run.broken(format!(
                    "{told} bytes told, and card address {:#x} holds neither what was sent nor what was there",
                    start + at as u64
                )));
            }
            old[at] = Some(*byte);
        }
        Ok(())
    }

    /// All that was sent, or is being sent, to a stream.
    fn sent(&self, h2c: u8) -> Vec<Sent> {
        let under_way = self.lanes[usize::from(h2c)].runs.iter().map(|run| {
            let cut = run.stopped || self.watch.seen(run.id).spoilt;
            Sent::under_way(run.outgoing(), stream::Cut::Maybe(cut))
        });
        self.pairs[usize::from(h2c % 2)].sent.iter().cloned().chain(under_way).collect()
    }

    /// What has come out of a stream so far is what went in.
    pub(crate) fn check_pair(&self, h2c: u8, drained: bool) -> Result<(), HostileError> {
        let Pair { got, starts, .. } = &self.pairs[usize::from(h2c % 2)];
        stream::check(&self.sent(h2c), got, starts, drained)
            .map_err(|why| HostileError::Broken(format!("channels {h2c}: {why}")))
    }

    /// The last poll-mode word counts at least the last descriptor that asked for it, and none that is not done; memory
    /// holds the last one that the bus has not refused.
    fn check_word(
        &self,
        run: &Run,
        words: &[(u32, bool)],
        counts: Counts,
        end: bool,
    ) -> Result<(), HostileError> {
        let mut bytes = [0; 4];
        self.lanes[usize::from(run.chain.channel)].word.read(0, &mut bytes)?;
        let landed = words.iter().rev().find(|(_, landed)| *landed).map_or(0, |(word, _)| *word);
        let word = words.last().map_or(0, |(word, _)| *word);
        let told = poll_wb::word::COUNT.get(word) as usize;
        let error = poll_wb::word::ERROR.is_set(word);
        let last = last_completed(run, counts.completed, end);
        let right = match last {
            _ if !run.chain.poll => words.is_empty(),
            _ if counts.failed => error && told == counts.completed,
            0 => words.is_empty(),
            last => !error && (last..=counts.completed).contains(&told),
        };
        if right && u32::from_le_bytes(bytes) == landed {
            return Ok(());
        }
        Err(run.broken(format!(
            "poll-mode words {words:x?}, in memory {bytes:x?}, with {counts:?}, last asked for by {last}"
        )))
    }

    pub(crate) fn check_stray(&self) -> Result<(), HostileError> {
        self.watch.stray().map_or(Ok(()), |what| {
            Err(HostileError::Broken(format!("memory that is not the card's: {what}")))
        })
    }
}

/// Number of the last descriptor done that asked for COMPLETED, from 1; 0 if none did.
fn last_completed(run: &Run, completed: usize, end: bool) -> usize {
    let asked = |n: &usize| {
        let stops = *n + 1 == completed && end && run.stops_at_end(*n);
        run.chain.pieces[*n].completed || stops
    };
    (0..completed).rev().find(asked).map_or(0, |n| n + 1)
}

/// A run fails by the first of its chain that the bus has failed, and tells which that is; one that ends in front of it
/// does not.
fn check_failure(
    run: &Run,
    seen: u32,
    counts: Counts,
    first: Option<&First>,
) -> Result<(), HostileError> {
    let early = run.stopped || (0..run.placed.len()).any(|n| run.stops_at_end(n));
    let Counts { completed, partial, failed } = counts;
    let right = match first {
        None => !failed,
        Some(first) if failed => completed == first.n && first.status.contains(&(seen & FAILURES)),
        // What is read for a descriptor may be dropped; what is written of it was taken.
        Some(first) => {
            let at = completed == first.n && !first.write && partial <= first.before;
            early && (completed < first.n || at)
        }
    };
    if right {
        return Ok(());
    }
    Err(run.broken(format!(
        "status {seen:#x}, {counts:?}, and the first that was failed is {first:x?}"
    )))
}

fn check_status(run: &Run, seen: u32, counts: Counts, end: bool) -> Result<(), HostileError> {
    let whole = run.is_whole(counts.completed, end);
    let stopped = status::DESC_STOPPED.is_set(seen);
    let idle = status::IDLE_STOPPED.is_set(seen);
    let completed = status::DESC_COMPLETED.is_set(seen);
    let causes = u32::from(stopped) + u32::from(idle) + u32::from(counts.failed);
    let wanted = last_completed(run, counts.completed, end) > 0;
    let right = !status::BUSY.is_set(seen)
        && causes == 1
        && (!stopped || whole)
        && (!idle || run.stopped)
        && completed == wanted;
    if right {
        return Ok(());
    }
    Err(run.broken(format!(
        "status {seen:#x} with {counts:?}, stopped {}, whole {whole}",
        run.stopped
    )))
}
