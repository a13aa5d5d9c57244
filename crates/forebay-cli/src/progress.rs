// SPDX-License-Identifier: Apache-2.0
//! Progress on standard error for anything that takes longer than two seconds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const QUIET: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(100);

/// What a bar follows.
#[derive(Clone, Copy)]
pub(crate) struct Done<'a> {
    /// What has been done.
    pub count: &'a AtomicU64,
    /// Of so many.
    pub total: u64,
    /// Of what.
    pub unit: &'static str,
}

impl<'a> Done<'a> {
    /// Cycles of a card.
    pub(crate) const fn cycles(count: &'a AtomicU64, total: u64) -> Self {
        Self { count, total, unit: "cycles" }
    }
}

/// Runs `work`; if it takes long, shows `what` with a bar that follows what is `done`, or a spinner where that is not known.
pub(crate) fn during<R>(what: &'static str, done: Option<Done<'_>>, work: impl FnOnce() -> R) -> R {
    let finished = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(what, done, &finished));
        let _end = End { finished: &finished, watcher: watcher.thread() };
        work()
    })
}

/// Lets the watcher end when the work has, by a panic as well: the scope waits for it.
struct End<'a> {
    finished: &'a AtomicBool,
    watcher: &'a Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.finished.store(true, Ordering::Release);
        self.watcher.unpark();
    }
}

fn watch(what: &'static str, done: Option<Done<'_>>, finished: &AtomicBool) {
    let began = Instant::now();
    let first = done.map_or(0, |done| done.count.load(Ordering::Relaxed));
    let mut bar = None;
    while !finished.load(Ordering::Acquire) {
        if began.elapsed() >= QUIET {
            let bar = bar.get_or_insert_with(|| new_bar(what, done));
            match done {
                Some(done) => {
                    bar.set_position(done.count.load(Ordering::Relaxed).saturating_sub(first));
                }
                None => bar.tick(),
            }
        }
        thread::park_timeout(TICK);
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn new_bar(what: &'static str, done: Option<Done<'_>>) -> ProgressBar {
    let (bar, template) = match done {
        Some(Done { total, unit, .. }) => (
            ProgressBar::new(total),
            format!("{{msg}} [{{bar:40}}] {{human_pos}}/{{human_len}} {unit}, {{eta}} left"),
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}".into()),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar.set_message(what);
    bar
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn work_that_panics_is_waited_for_by_nobody() {
        let (tell, told) = channel();
        thread::spawn(move || {
            let ended = catch_unwind(|| during("working", None, || panic!("in the middle of it")));
            tell.send(ended.is_err())
        });
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(true));
    }
}
