// SPDX-License-Identifier: Apache-2.0
//! The shortest schedule that still fails, by leaving out and by making smaller.

use std::time::{Duration, Instant};

use crate::schedule::{Chain, Link, Piece, Schedule, Step};

/// A schedule that broke a promise, as short as it could be made.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Failure {
    /// The promise.
    pub why: String,
    /// The schedule.
    pub schedule: Schedule,
}

/// Makes a schedule that fails shorter until nothing can be left out, or until time is up; `fails` plays one and says
/// which promise it breaks.
pub(crate) fn shortest(
    mut best: Failure,
    time: Duration,
    fails: impl Fn(&Schedule) -> Option<String>,
) -> Failure {
    let until = Instant::now() + time;
    let mut from = 0;
    loop {
        let tries = simpler(&best.schedule);
        // Where the last one was found there are likely more.
        let first = from.min(tries.len());
        let mut order = (first..tries.len()).chain(0..first);
        let found = order
            .find_map(|n| (Instant::now() < until).then(|| fails(&tries[n]))?.map(|why| (n, why)));
        let Some((n, why)) = found else { return best };
        from = n;
        best = Failure { why, schedule: tries[n].clone() };
    }
}

/// Schedules that are one step simpler.
fn simpler(schedule: &Schedule) -> Vec<Schedule> {
    let with = |steps| Schedule { steps, ..schedule.clone() };
    let mut all: Vec<_> = without(&schedule.steps).into_iter().map(with).collect();
    for (n, step) in schedule.steps.iter().enumerate() {
        all.extend(simpler_step(step).into_iter().map(|step| {
            let mut steps = schedule.steps.clone();
            steps[n] = step;
            with(steps)
        }));
    }
    if schedule.seed != 0 {
        all.push(Schedule { seed: 0, ..schedule.clone() });
    }
    if schedule.link != Link::Usual {
        all.push(Schedule { link: Link::Usual, ..schedule.clone() });
    }
    all
}

/// The list without its halves, its quarters, and so on down to single ones; never empty.
fn without<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    let mut width = list.len() / 2;
    while width > 0 {
        for start in (0..list.len()).step_by(width) {
            let end = list.len().min(start + width);
            all.push([&list[..start], &list[end..]].concat());
        }
        width /= 2;
    }
    all
}

fn simpler_step(step: &Step) -> Vec<Step> {
    match step {
        Step::Start(chain) => simpler_chain(chain).into_iter().map(Step::Start).collect(),
        Step::Advance(cycles) => lower(*cycles, 0).into_iter().map(Step::Advance).collect(),
        Step::Trouble(trouble, skip) if *skip > 0 => vec![Step::Trouble(*trouble, skip - 1)],
        Step::Trouble(..) | Step::Stop(_) | Step::Rest(_) | Step::Reset => Vec::new(),
    }
}

fn simpler_chain(chain: &Chain) -> Vec<Chain> {
    let with = |pieces| Chain { pieces, ..chain.clone() };
    let mut all: Vec<_> = without(&chain.pieces).into_iter().map(with).collect();
    for (n, piece) in chain.pieces.iter().enumerate() {
        all.extend(simpler_piece(piece).into_iter().map(|piece| {
            let mut pieces = chain.pieces.clone();
            pieces[n] = piece;
            with(pieces)
        }));
    }
    all.extend(chain.merged.then(|| Chain { merged: false, ..chain.clone() }));
    all.extend(chain.poll.then(|| Chain { poll: false, ..chain.clone() }));
    all.extend(chain.interrupt.then(|| Chain { interrupt: false, ..chain.clone() }));
    all
}

fn simpler_piece(piece: &Piece) -> Vec<Piece> {
    let with = |len| Piece { len, ..piece.clone() };
    let mut all: Vec<_> = lower(piece.len, 1).into_iter().map(with).collect();
    all.extend((piece.lead > 0).then(|| Piece { lead: 0, ..piece.clone() }));
    all.extend(piece.eop.then(|| Piece { eop: false, ..piece.clone() }));
    all.extend(piece.stop_at_eop.then(|| Piece { stop_at_eop: false, ..piece.clone() }));
    all.extend(piece.completed.then(|| Piece { completed: false, ..piece.clone() }));
    all
}

/// Lower numbers, the lowest first.
fn lower(number: u32, least: u32) -> Vec<u32> {
    let mut all = vec![least, number / 2, number - number / 8, number.saturating_sub(1)];
    all.retain(|lower| (least..number).contains(lower));
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_failure_does_not_need_is_left_out() {
        let piece = |len| Piece { len, lead: 3, eop: true, stop_at_eop: true, completed: true };
        let chain = Chain {
            channel: 2,
            pieces: vec![piece(9), piece(700), piece(5000)],
            merged: true,
            poll: true,
            interrupt: true,
        };
        let steps = vec![
            Step::Advance(50),
            Step::Start(chain),
            Step::Reset,
            Step::Advance(77),
            Step::Stop(3),
        ];
        let fails = |schedule: &Schedule| {
            let long = |step: &Step| matches!(step, Step::Start(chain) if chain.pieces.iter().any(|piece| piece.len > 600));
            let start = schedule.steps.iter().position(long)?;
            schedule.steps[start..].contains(&Step::Reset).then(|| "found".to_owned())
        };
        let begin =
            Failure { why: "begin".into(), schedule: Schedule { seed: 5, link: Link::Far, steps } };
        let end = shortest(begin, Duration::from_secs(60), fails);
        let piece = Piece { len: 601, lead: 0, eop: false, stop_at_eop: false, completed: false };
        let chain =
            Chain { channel: 2, pieces: vec![piece], merged: false, poll: false, interrupt: false };
        let steps = vec![Step::Start(chain), Step::Reset];
        assert_eq!(
            (end.why.as_str(), end.schedule),
            ("found", Schedule { seed: 0, link: Link::Usual, steps })
        );
    }
}
