// SPDX-License-Identifier: Apache-2.0
//! Watches that a device gets on while somebody waits for a transfer, and tells who waits for whom where it does not.
//!
//! A transfer that ends soon costs no register read: each takes the card's time and delays the look at what has finished. What has not
//! moved between two looks at PROGRESS of every plug stands still. Then the card is asked who waits for whom.
//!
//! That takes many register reads, each of which gives the card time: what comes in between makes them speak of several states. So PROGRESS is
//! read once more behind them, and nothing is concluded from a device that has moved.
//!
//! Every wait ends. A limit in card cycles is met to the slice. The host's time is looked at in each step, so that a transfer is given up
//! no later than one slice of [`SLICE_CYCLES`] and the reads of a look behind such a limit, however long `look_cycles` is; it counts from
//! the first look, which comes after a slice.

use std::collections::BTreeMap;
use std::time::Instant;

use super::core::{Core, SLICE_CYCLES};
use super::engine::Pending;
use crate::ForebayError;
use crate::consumed::{self, Queued};
use crate::counters::fingerprint;
use crate::patience::Limit;
use crate::stall::{DatapathWait, FifoState, Lacking, Outlook, Stall, in_front};
use crate::waits;

/// One waiter's memory of when something last moved.
#[derive(Default)]
pub(crate) struct Watch {
    /// Cycles that a card at rest was given and did not take: for who waits they have passed.
    rested: u64,
    /// What was seen when something had last moved.
    seen: Option<Seen>,
    /// The time before the first look.
    began: Option<u64>,
}

/// What the plugs said, and when.
struct Seen {
    fingerprint: Vec<u32>,
    /// Time of the card, and of the host, when something was last known to have moved.
    moved_at: u64,
    since: Instant,
    /// The card's time of the next look.
    next_look: u64,
    /// Who waits for whom has been told.
    told: bool,
}

/// What there is to do about a device that has been looked at.
pub(crate) enum Finding {
    /// It gets on, or it is too early to say.
    GoesOn,
    /// It stands still, which somebody may like to know.
    Stands(Box<Stall>),
    /// It stands still, and the transfer is to be given up.
    Over(Box<Stall>),
}

impl Watch {
    /// A card at rest has been given so many cycles.
    pub(super) const fn rest(&mut self, cycles: u64) {
        self.rested = self.rested.saturating_add(cycles);
    }
}

impl Core {
    /// Looks whether the device has got on, when it is time to.
    pub(super) fn watch(&mut self, watch: &mut Watch) -> Result<Finding, ForebayError> {
        let now = self.card.now().saturating_add(watch.rested);
        let began = *watch.began.get_or_insert(now);
        let Some(seen) = &mut watch.seen else {
            let first = SLICE_CYCLES.min(self.patience.look_cycles);
            if now >= began.saturating_add(first) {
                watch.seen = Some(self.see(now)?);
            }
            return Ok(Finding::GoesOn);
        };
        let limit = self.patience.limit;
        let late = limit.host_time().is_some_and(|time| seen.since.elapsed() >= time);
        if now < seen.next_look && !late {
            return Ok(Finding::GoesOn);
        }
        let before = std::mem::take(&mut seen.fingerprint);
        seen.fingerprint = fingerprint(&mut self.card, &self.identity)?;
        if seen.fingerprint != before {
            watch.seen = Some(self.see(now)?);
            return Ok(Finding::GoesOn);
        }
        let waited = now - seen.moved_at;
        let over = late || matches!(limit, Limit::CardCycles(cycles) if waited >= cycles);
        seen.next_look = match limit {
            // The last look is no later than the limit.
            Limit::CardCycles(cycles) if !over => {
                now + self.patience.look_cycles.min(cycles - waited)
            }
            _ => now.saturating_add(self.patience.look_cycles),
        };
        let told = std::mem::replace(&mut seen.told, true);
        if told && !over {
            return Ok(Finding::GoesOn);
        }
        let stall = Box::new(self.ask(waited)?);
        if fingerprint(&mut self.card, &self.identity)? != before {
            watch.seen = Some(self.see(now)?);
            return Ok(Finding::GoesOn);
        }
        if over || stall.is_deadlock() {
            return Ok(Finding::Over(stall));
        }
        Ok(Finding::Stands(stall))
    }

    fn see(&mut self, now: u64) -> Result<Seen, ForebayError> {
        let fingerprint = fingerprint(&mut self.card, &self.identity)?;
        let first = match self.patience.limit {
            Limit::CardCycles(cycles) => cycles.min(self.patience.look_cycles),
            Limit::HostTime(_) | Limit::Unset | Limit::Never => self.patience.look_cycles,
        };
        let next_look = now.saturating_add(first);
        Ok(Seen { fingerprint, moved_at: now, since: Instant::now(), next_look, told: false })
    }

    /// Who waits for whom at this moment. Of a device that moves meanwhile nothing is certain.
    pub(super) fn stall(&mut self) -> Result<Stall, ForebayError> {
        let before = fingerprint(&mut self.card, &self.identity)?;
        let mut stall = self.ask(0)?;
        if fingerprint(&mut self.card, &self.identity)? != before {
            stall.outlook = Outlook::Open;
        }
        Ok(stall)
    }

    /// Asks the card who waits for whom, one register after the other.
    fn ask(&mut self, waited: u64) -> Result<Stall, ForebayError> {
        let (fifos, waits) = waits::read(&mut self.card, &self.identity)?;
        let mut pending = Vec::new();
        for engine in &self.engines {
            pending.extend(engine.pending(&mut *self.card)?);
        }
        for channel in &mut pending {
            let into = match channel.into {
                Some(Lacking::Port(port)) => Some(port),
                _ => None,
            };
            channel.at.port = into.filter(|port| is_full(&fifos, *port));
            if channel.writes {
                channel.at.held_up_by = in_front(&fifos, self.identity.write_path(), into);
            }
        }
        let outlook = outlook(&waits, &pending);
        let safe = self.safe(&fifos);
        let blocked = pending.into_iter().map(|channel| channel.at).collect();
        Ok(Stall { waited, fifos, blocked, waits, outlook, safe })
    }

    /// The largest chunk in which what is queued would have been safe to send.
    fn safe(&self, fifos: &[FifoState]) -> Option<crate::SafeChunk> {
        let mut bytes = BTreeMap::new();
        let mut channels = 0;
        for engine in &self.engines {
            let before: u64 = bytes.values().sum();
            engine.queued(&mut bytes);
            channels += u32::from(bytes.values().sum::<u64>() > before);
        }
        let queued: Vec<_> =
            bytes.into_iter().map(|(port, bytes)| Queued { port, bytes }).collect();
        let told = &self.consumed;
        let proportion;
        let consumed = if told.is_empty() {
            proportion = consumed::in_proportion(&queued);
            &proportion
        } else {
            told
        };
        consumed::safe_chunk(consumed, &queued, fifos, self.identity.write_path(), channels > 1)
    }
}

fn is_full(fifos: &[FifoState], port: u32) -> bool {
    fifos.iter().any(|fifo| fifo.port == port && fifo.full)
}

/// Whether what a datapath lacks is certain to stay where it is: some of it is queued, and wherever it is, behind a descriptor that waits
/// for room in the FIFO of another stream, or on a path that such a descriptor is in front of.
///
/// A datapath that has something nobody takes may go on when somebody does.
fn outlook(waits: &[DatapathWait], pending: &[Pending]) -> Outlook {
    if waits.iter().any(|wait| !wait.c2h.is_empty()) {
        return Outlook::Open;
    }
    let ports = waits.iter().flat_map(|wait| wait.ports.iter().copied().map(Lacking::Port));
    let channels = waits.iter().flat_map(|wait| wait.h2c.iter().copied().map(Lacking::H2c));
    let mut lacking = ports.chain(channels);
    lacking.find(|stream| is_locked_in(*stream, pending)).map_or(Outlook::Open, Outlook::Deadlock)
}

fn is_locked_in(stream: Lacking, pending: &[Pending]) -> bool {
    let has = |channel: &&Pending| channel.into == Some(stream) || channel.behind.contains(&stream);
    let mut holders = pending.iter().filter(has).peekable();
    let waits = |channel: &Pending| channel.into != Some(stream) && channel.at.port.is_some();
    let held_up =
        |channel: &Pending| channel.at.held_up_by.is_some_and(|port| Lacking::Port(port) != stream);
    holders.peek().is_some() && holders.all(|channel| waits(channel) || held_up(channel))
}
