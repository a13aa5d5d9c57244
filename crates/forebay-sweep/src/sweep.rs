// SPDX-License-Identifier: Apache-2.0
//! Runs what is not known yet, several cells at once.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use crate::part::{Part, complete, parts};
use crate::{Cell, Measured, Plan, Stats, Store, SweepError, measure};

/// Work of a plan that is not done yet, in calls to be modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cells that are known already.
    pub found: usize,
    /// Calls that the others take.
    pub calls: u64,
}

impl Progress {
    /// Of a plan, with what is stored.
    #[must_use]
    pub fn of(plan: &Plan, store: &Store, model: &str) -> Self {
        let known = |cell: &&Cell| store.get(&cell.key(model)).is_some();
        let found = plan.cells.iter().filter(known).count();
        let calls = missing(plan, store, model).iter().map(Part::calls).sum();
        Self { found, calls }
    }
}

/// A cell and what came of it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The cell.
    pub cell: Cell,
    /// What came of it.
    pub measured: Measured,
    /// Of the runs that have ended, if any has.
    pub stats: Option<Stats>,
}

impl Finding {
    /// Runs that never ended, where one may stand for all.
    #[must_use]
    pub const fn deadlocks(&self) -> u64 {
        if self.measured.times_ps.is_empty() { self.cell.runs } else { self.measured.deadlocks }
    }
}

/// A plan and what came of all its cells, in its order.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its name.
    pub name: String,
    /// All cells.
    pub findings: Vec<Finding>,
}

/// What others may see and say while a sweep goes on.
#[derive(Debug, Default)]
pub struct Watch {
    /// Calls that are done, of those that [`Progress`] tells.
    pub done: AtomicU64,
    /// Set by somebody who wants the end before all is done.
    pub stop: Arc<AtomicBool>,
}

/// Runs all cells of a plan that are not stored, with so many threads.
///
/// # Errors
/// [`SweepError::Stopped`] when `watch` says so; [`SweepError::Model`], [`SweepError::Output`].
pub fn sweep(
    plan: &Plan,
    store: &mut Store,
    model: &str,
    jobs: NonZeroUsize,
    watch: &Watch,
) -> Result<Sweep, SweepError> {
    let missing = missing(plan, store, model);
    let next = AtomicUsize::new(0);
    let work = |results: &mpsc::Sender<(usize, Result<Measured, SweepError>)>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = missing.get(index) else { break };
            let mut begun = false;
            let go_on = || {
                let before = if begun { part.cell.calls() } else { 0 };
                begun = true;
                watch.done.fetch_add(before, Ordering::Relaxed);
                !watch.stop.load(Ordering::Relaxed)
            };
            let result = measure(part.cell, part.runs.clone(), go_on).transpose();
            watch.done.fetch_add(part.cell.calls(), Ordering::Relaxed);
            // Nobody listens any more where something else has failed.
            let Some(result) = result else { break };
            if results.send((index, result)).is_err() {
                break;
            }
        }
    };
    // A sweep may have been stopped between the last part of a cell and its whole.
    for cell in &plan.cells {
        complete(cell, model, store)?;
    }
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..jobs.get().min(missing.len()) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(&sender));
        }
        drop(sender);
        results.into_iter().try_for_each(|(index, result)| {
            let part = &missing[index];
            store.put(part.key(), result?)?;
            complete(part.cell, model, store)
        })
    })?;
    collect(plan, store, model)
}

/// Runs that are not stored; of cells that are alike those of the first.
fn missing<'a>(plan: &'a Plan, store: &Store, model: &str) -> Vec<Part<'a>> {
    let mut seen = HashSet::new();
    let unknown = plan.cells.iter().filter(|cell| store.get(&cell.key(model)).is_none());
    let parts = unknown.flat_map(|cell| parts(cell, model));
    parts.filter(|part| store.get(&part.key()).is_none() && seen.insert(part.key())).collect()
}

/// Everything that is stored, if it is all.
fn collect(plan: &Plan, store: &Store, model: &str) -> Result<Sweep, SweepError> {
    let findings: Vec<_> = plan
        .cells
        .iter()
        .filter_map(|cell| {
            let measured = store.get(&cell.key(model))?.clone();
            let stats = Stats::of(&measured.times_ps);
            Some(Finding { cell: cell.clone(), measured, stats })
        })
        .collect();
    let (finished, cells) = (findings.len(), plan.cells.len());
    if finished < cells {
        return Err(SweepError::Stopped { finished, cells, path: store.path().into() });
    }
    Ok(Sweep { name: plan.name.clone(), findings })
}
