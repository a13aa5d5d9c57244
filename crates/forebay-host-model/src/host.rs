// SPDX-License-Identifier: Apache-2.0
//! The loop that lets card and threads take turns.

use crate::account::Account;
use crate::card::{Deadlock, Progress, TimedCard};
use crate::span::Timeline;
use crate::thread::{State, Thread};
use crate::{HostModelError, Time};

/// How all threads ended.
pub(crate) struct End {
    pub(crate) total: Time,
    pub(crate) accounts: Vec<Account>,
    pub(crate) starts: u64,
    /// Of each thread, where they were kept.
    pub(crate) timelines: Option<Vec<Timeline>>,
    pub(crate) deadlock: Option<Deadlock>,
}

/// Runs threads on a card, each on the channel of its number, until all have ended or nothing can move.
pub(crate) fn run(
    mut threads: Vec<Thread<'_>>,
    card: &mut dyn TimedCard,
) -> Result<End, HostModelError> {
    let mut deadlock = None;
    loop {
        let next = threads
            .iter()
            .enumerate()
            .filter_map(|(index, thread)| match thread.state {
                State::Starting { at, .. } | State::Linking { at, .. } => Some((at, index)),
                _ => None,
            })
            .min();
        let waiting = threads.iter().any(|thread| matches!(thread.state, State::Waiting { .. }));
        if next.is_none() && !waiting {
            let at_barrier = |thread: &Thread<'_>| matches!(thread.state, State::AtBarrier { .. });
            if !threads.iter().any(at_barrier) {
                break;
            }
            let last = threads.iter().map(Thread::at).max().unwrap_or(Time::ZERO);
            threads.iter_mut().for_each(|thread| thread.pass_barrier(last));
            continue;
        }
        match card.advance(next.map_or(Time::NEVER, |(at, _)| at))? {
            Progress::Ended { channel, at } => threads[channel].end(at),
            Progress::Reached => {
                if let Some((_, index)) = next {
                    threads[index].act(card)?;
                }
            }
            Progress::Stuck => {
                deadlock = Some(card.explain());
                break;
            }
        }
    }
    let stuck = deadlock.iter().map(|deadlock| deadlock.at);
    let total = threads.iter().map(Thread::at).chain(stuck).max().unwrap_or(Time::ZERO);
    let settled: Vec<_> = threads.into_iter().map(|thread| thread.settle(total)).collect();
    let starts = settled.iter().map(|(_, starts, _)| starts).sum();
    let (accounts, timelines): (_, Vec<_>) =
        settled.into_iter().map(|(account, _, timeline)| (account, timeline)).unzip();
    Ok(End { total, accounts, starts, timelines: timelines.into_iter().collect(), deadlock })
}
