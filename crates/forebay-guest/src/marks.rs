// SPDX-License-Identifier: Apache-2.0
//! Tells the guest's marks from the output of its steps: both come over one serial line, so that
//! their order is certain.

use std::hash::{BuildHasher, RandomState};

/// What the guest says about its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A step begins.
    Begin(String),
    /// A step has ended.
    End {
        /// The step.
        name: String,
        /// Its exit status, or the name of what failed around it.
        status: String,
    },
    /// All steps have ended.
    Done,
    /// A line with the token that is none of these.
    Garbled(String),
}

/// A piece of what came over the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Output(Vec<u8>),
    Mark(Mark),
}

/// Takes the line apart.
#[derive(Debug)]
pub(crate) struct Marks {
    token: String,
    held: Vec<u8>,
}

impl Marks {
    /// With a token that no program prints by chance.
    pub(crate) fn new() -> Self {
        let token = format!("\u{1e}{:016x}", RandomState::new().hash_one("forebay"));
        Self { token, held: Vec::new() }
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Takes bytes as they come; gives what is complete.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Vec<Piece> {
        self.held.extend_from_slice(bytes);
        let mut pieces = Vec::new();
        loop {
            let Some(at) = find(&self.held, self.token.as_bytes()) else {
                let keep = self.partial_token();
                let output = self.held.drain(..self.held.len() - keep).collect();
                push_output(&mut pieces, output);
                return pieces;
            };
            push_output(&mut pieces, self.held.drain(..at).collect());
            let Some(end) = self.held.iter().position(|byte| *byte == b'\n') else {
                return pieces;
            };
            let line: Vec<u8> = self.held.drain(..=end).collect();
            let text = String::from_utf8_lossy(&line[self.token.len()..]);
            pieces.push(Piece::Mark(parse(text.trim())));
        }
    }

    /// What is left when the line has closed.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// Number of bytes at the end that may be the beginning of the token.
    fn partial_token(&self) -> usize {
        let token = self.token.as_bytes();
        let longest = self.held.len().min(token.len() - 1);
        (1..=longest).rev().find(|length| self.held.ends_with(&token[..*length])).unwrap_or(0)
    }
}

fn push_output(pieces: &mut Vec<Piece>, output: Vec<u8>) {
    if !output.is_empty() {
        pieces.push(Piece::Output(output));
    }
}

fn find(bytes: &[u8], token: &[u8]) -> Option<usize> {
    bytes.windows(token.len()).position(|window| window == token)
}

fn parse(text: &str) -> Mark {
    let words: Vec<_> = text.split(' ').collect();
    match words[..] {
        ["begin", name] => Mark::Begin(name.to_owned()),
        ["end", name, status] => Mark::End { name: name.to_owned(), status: status.to_owned() },
        ["done"] => Mark::Done,
        _ => Mark::Garbled(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_unchanged_however_it_is_cut() {
        let mut marks = Marks::new();
        let token = marks.token().to_owned();
        let line =
            format!("a\u{1e}b{token} begin x\nno newline{token} end x 3\nrest{token} done\n");
        for size in [1, 2, 7, 1000] {
            let pieces: Vec<_> =
                line.as_bytes().chunks(size).flat_map(|chunk| marks.take(chunk)).collect();
            let output: Vec<u8> = pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Output(bytes) => Some(bytes.clone()),
                    Piece::Mark(_) => None,
                })
                .flatten()
                .collect();
            assert_eq!(output, "a\u{1e}bno newlinerest".as_bytes(), "chunks of {size}");
            let seen: Vec<_> =
                pieces.into_iter().filter(|piece| matches!(piece, Piece::Mark(_))).collect();
            let end = Mark::End { name: "x".into(), status: "3".into() };
            let expected = [Mark::Begin("x".into()), end, Mark::Done];
            assert_eq!(seen, expected.map(Piece::Mark), "chunks of {size}");
        }
    }

    #[test]
    fn a_line_that_lost_a_part_is_not_dropped() {
        let mut marks = Marks::new();
        let line = format!("{} end 3\n", marks.token());
        assert_eq!(marks.take(line.as_bytes()), [Piece::Mark(Mark::Garbled("end 3".into()))]);
    }

    #[test]
    fn what_looked_like_a_mark_until_the_end_is_output() {
        let mut marks = Marks::new();
        let half = marks.token()[..5].to_owned();
        assert_eq!(marks.take(half.as_bytes()), []);
        assert_eq!(marks.finish(), half.as_bytes());
    }
}
