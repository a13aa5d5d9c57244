// SPDX-License-Identifier: Apache-2.0
//! Progress on standard error for anything that takes longer than two seconds: a bar on a terminal, elsewhere a line now and then.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const QUIET: Duration = Duration::from_secs(2);
/// From one line to the next where there is no terminal.
const LINES: Duration = Duration::from_secs(30);
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
    /// What else there is to say at a moment.
    pub note: Option<&'a (dyn Fn() -> String + Sync)>,
}

impl<'a> Done<'a> {
    /// Cycles of a card.
    pub(crate) const fn cycles(count: &'a AtomicU64, total: u64) -> Self {
        Self { count, total, unit: "cycles", note: None }
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
    let (mut bar, mut lines) = (None, Lines::new(what));
    let is_terminal = stderr().is_terminal();
    while !finished.load(Ordering::Acquire) {
        if !is_terminal {
            if let Some(line) = lines.due(began.elapsed(), done, first) {
                // Where it is closed there is nobody to tell.
                let _ = writeln!(stderr().lock(), "{line}");
            }
        } else if began.elapsed() >= QUIET {
            let bar = bar.get_or_insert_with(|| new_bar(what, done));
            match done {
                Some(done) => {
                    let count = done.count.load(Ordering::Relaxed).saturating_sub(first);
                    bar.set_length(done.total.max(count));
                    bar.set_position(count);
                    if let Some(note) = done.note {
                        bar.set_message(format!("{what}, {}", note()));
                    }
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

/// Lines of what takes long.
struct Lines {
    what: &'static str,
    /// When the next one is due.
    next: Duration,
}

impl Lines {
    const fn new(what: &'static str) -> Self {
        Self { what, next: LINES }
    }

    /// The line that is due after such a time, if one is. The count began at `first`.
    fn due(&mut self, elapsed: Duration, done: Option<Done<'_>>, first: u64) -> Option<String> {
        if elapsed < self.next {
            return None;
        }
        let seconds = elapsed.as_secs();
        self.next = Duration::from_secs((seconds / LINES.as_secs() + 1) * LINES.as_secs());
        let far = done.map_or_else(String::new, |Done { count, total, unit, note }| {
            let count = count.load(Ordering::Relaxed).saturating_sub(first);
            let note = note.map_or_else(String::new, |note| format!(", {}", note()));
            // A total is about what it will be: who has gone past it is not told of it.
            let of = if count <= total { format!(" of {total}") } else { String::new() };
            format!(", {count}{of} {unit}{note}")
        });
        Some(format!("forebay: {} for {seconds} s{far}", self.what))
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
    #![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

    use std::panic::catch_unwind;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn without_a_terminal_there_is_a_line_each_half_minute() {
        let mut lines = Lines::new("computing");
        let count = AtomicU64::new(1500);
        let done = Some(Done { count: &count, total: 3000, unit: "cycles", note: None });
        let mut at = |seconds, done| lines.due(Duration::from_secs(seconds), done, 500);
        assert_eq!(at(29, done), None);
        assert_eq!(at(30, done).unwrap(), "forebay: computing for 30 s, 1000 of 3000 cycles");
        assert_eq!(at(31, done), None);
        assert_eq!(at(59, None), None);
        assert_eq!(at(75, None).unwrap(), "forebay: computing for 75 s");
        assert_eq!(at(89, done), None, "not all that were due at once");
        let note: &(dyn Fn() -> String + Sync) = &|| "5 lost".into();
        let noting = Done::cycles(&count, 3000);
        let noting = Some(Done { note: Some(note), ..noting });
        let line = "forebay: computing for 90 s, 1000 of 3000 cycles, 5 lost";
        assert_eq!(at(90, noting).unwrap(), line);
        let past = Some(Done::cycles(&count, 999));
        assert_eq!(at(120, past).unwrap(), "forebay: computing for 120 s, 1000 cycles");
    }

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
