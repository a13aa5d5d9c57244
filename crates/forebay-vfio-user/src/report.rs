// SPDX-License-Identifier: Apache-2.0
//! Lines for a person, on standard error.

use std::io::Write;

/// Prints a line.
pub(crate) fn line(text: &str) {
    // Standard error is the last place to complain; if it is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "forebay serve: {text}");
}

/// Whether the `count`-th event of a kind is to be shown: the first, and then at every doubling.
pub(crate) fn is_due(before: u64, now: u64) -> bool {
    now > before && now.checked_ilog2() != before.checked_ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_every_doubling_are_shown() {
        let shown: Vec<u64> = (1..=20).filter(|count| is_due(count - 1, *count)).collect();
        assert_eq!(shown, [1, 2, 4, 8, 16]);
        assert!(!is_due(5, 5) && is_due(3, 9));
    }
}
