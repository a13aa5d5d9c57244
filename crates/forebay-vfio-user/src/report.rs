// SPDX-License-Identifier: Apache-2.0
//! Lines for a person, on standard error.

use std::io::Write;

/// Prints a line.
pub(crate) fn line(text: &str) {
    // Standard error is the last place to complain; if it is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "forebay serve: {text}");
}

/// Lines about events of which a guest can cause any number: the first is shown, and then one at every doubling, with the
/// number of those that were not.
#[derive(Default)]
pub(crate) struct Limited {
    /// Events so far.
    seen: u64,
    /// Events up to the last line.
    told: u64,
}

impl Limited {
    /// Up to now there were `seen` events; `text` describes the last one.
    pub(crate) fn tell(&mut self, seen: u64, text: impl FnOnce() -> String) {
        if let Some(text) = self.due(seen, text) {
            line(&text);
        }
    }

    fn due(&mut self, seen: u64, text: impl FnOnce() -> String) -> Option<String> {
        let due = seen > self.seen && seen.checked_ilog2() != self.seen.checked_ilog2();
        self.seen = seen;
        due.then(|| {
            let left_out = seen - self.told - 1;
            self.told = seen;
            if left_out == 0 { text() } else { format!("{} ({left_out} more left out)", text()) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_every_doubling_are_shown_with_what_was_left_out() {
        let mut lines = Limited::default();
        let shown: Vec<String> =
            (1..=20).filter_map(|count| lines.due(count, || format!("no. {count}"))).collect();
        let expected = [
            "no. 1",
            "no. 2",
            "no. 4 (1 more left out)",
            "no. 8 (3 more left out)",
            "no. 16 (7 more left out)",
        ];
        assert_eq!(shown, expected);
        assert_eq!(lines.due(20, || "nothing happened".into()), None);
        assert_eq!(lines.due(900, || "many".into()).unwrap(), "many (883 more left out)");
    }

    #[test]
    fn a_million_events_are_few_lines() {
        let mut lines = Limited::default();
        let shown = (1..=1_000_000).filter(|count| lines.due(*count, String::new).is_some());
        assert_eq!(shown.count(), 20);
    }
}
