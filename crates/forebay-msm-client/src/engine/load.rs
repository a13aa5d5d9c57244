// SPDX-License-Identifier: Apache-2.0
//! Points that are brought into the card's memory by a run of their own.

use std::sync::Arc;

use forebay_regs::user::msm::status;

use super::registers::Start;
use super::{Engine, Known, RUN_NUMBERS};
use crate::bases::Segment;
use crate::error::MsmClientError;

/// Brings all points of a segment into the memory of a card at rest, whose `RUNS_DONE` is `first`, if they are not there; whether they
/// fit, and the number of runs.
pub(super) fn all(
    engine: &Engine,
    known: &mut Known,
    segment: &Arc<Segment>,
    first: u32,
) -> Result<(bool, u32), MsmClientError> {
    let points = segment.points();
    if known.slots.find(segment, points).is_some() {
        return Ok((true, 0));
    }
    let Some(slot) = known.slots.place(segment, points) else { return Ok((false, 0)) };
    bring(engine, segment, points, slot, first)?;
    Ok((true, 1))
}

/// A run that only brings points into the card's memory, from beginning to end; its number is `RUNS_DONE` before.
pub(super) fn bring(
    engine: &Engine,
    segment: &Segment,
    points: usize,
    slot: usize,
    number: u32,
) -> Result<(), MsmClientError> {
    let input = engine.streams.send(&[segment.feed()], points)?;
    engine.registers.start(&Start {
        points: count(points)?,
        slot: count(slot)?,
        passes: 0,
        resident: false,
        fold: false,
        rho: None,
    })?;
    input.wait()?;
    wait_done(engine, number)?;
    Ok(())
}

/// Waits until a run is over; its number is `RUNS_DONE` while it is the one that the card works on.
pub(super) fn wait_done(engine: &Engine, number: u32) -> Result<u32, MsmClientError> {
    let word = engine.registers.wait_status("STATUS.RUNS_DONE", |word| {
        let after = status::RUNS_DONE.get(word).wrapping_sub(number) & RUN_NUMBERS;
        (1..=RUN_NUMBERS / 2).contains(&after)
    })?;
    if status::MEMORY_ERROR.is_set(word) {
        return Err(MsmClientError::MemoryError);
    }
    Ok(word)
}

/// A number of points or slots: a card has less than 2^32.
pub(super) fn count(number: usize) -> Result<u32, MsmClientError> {
    let seen = number as u64;
    u32::try_from(number).map_err(|_| MsmClientError::Datapath {
        what: "points of a run",
        seen,
        expected: u32::MAX.into(),
    })
}
