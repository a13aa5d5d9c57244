// SPDX-License-Identifier: Apache-2.0
//! Progress on standard error for anything that takes longer than two seconds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const QUIET: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(100);

/// Runs `work`; if it takes long, shows `what` with a bar that follows `done` up to `total`, or a spinner where the
/// total is not known.
pub(crate) fn during<R>(
    what: &'static str,
    done: Option<(&AtomicU64, u64)>,
    work: impl FnOnce() -> R,
) -> R {
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

fn watch(what: &'static str, done: Option<(&AtomicU64, u64)>, finished: &AtomicBool) {
    let began = Instant::now();
    let first = done.map_or(0, |(count, _)| count.load(Ordering::Relaxed));
    let mut bar = None;
    while !finished.load(Ordering::Acquire) {
        if began.elapsed() >= QUIET {
            let bar = bar.get_or_insert_with(|| new_bar(what, done.map(|(_, total)| total)));
            match done {
                Some((count, _)) => {
                    bar.set_position(count.load(Ordering::Relaxed).saturating_sub(first));
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

fn new_bar(what: &'static str, total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total), "{msg} [{bar:40}] {human_pos}/{human_len} cycles, {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
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
