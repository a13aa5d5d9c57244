// SPDX-License-Identifier: Apache-2.0
//! Figures as people read them.

/// A figure in so many digits. What is nothing in them has no sign.
#[must_use]
pub fn rounded(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let nothing = text.bytes().all(|byte| b"-0.".contains(&byte));
    if nothing { text.trim_start_matches('-').into() } else { text }
}

/// A difference in so many digits, with its sign.
#[must_use]
pub fn difference(value: f64, digits: usize) -> String {
    let text = rounded(value, digits);
    let more = value > 0.0 && text.bytes().any(|byte| byte.is_ascii_digit() && byte != b'0');
    if more { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nothing_in_its_digits_has_no_sign() {
        let told = |value| [rounded(value, 1), difference(value, 1)];
        for nothing in [0.0, -0.0, 0.04, -0.04] {
            assert_eq!(told(nothing), ["0.0", "0.0"], "{nothing}");
        }
        assert_eq!(told(-0.06), ["-0.1", "-0.1"]);
        assert_eq!(told(2.66), ["2.7", "+2.7"]);
        assert_eq!(told(-30.0), ["-30.0", "-30.0"]);
        assert_eq!((rounded(-0.001, 2), difference(100.0, 0)), ("0.00".into(), "+100".into()));
    }
}
