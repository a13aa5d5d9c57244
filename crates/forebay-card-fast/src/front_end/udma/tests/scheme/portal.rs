// SPDX-License-Identifier: Apache-2.0
//! The portal: lines in pieces.

use forebay_regs::udma_window::portal_page as word;

use super::*;

const TOLD: Say = Say::told(FAIL);
const STRAY: Say = Say::stray();

/// A line, as words.
fn line() -> [u32; 16] {
    let mut words = [0; 16];
    words[..8].copy_from_slice(&[0x12_3001, 0x8000, 0x45_6004, 0x7FFF, 0x78, 1, SIZE, 0xC00C_1E00]);
    words[14] = 1;
    words
}

fn start(context: usize) -> Say {
    let start = Start {
        context,
        src: 0x8000_0012_3001,
        dst: 0x7FFF_0045_6004,
        size: SIZE,
        record: true,
        record_address: 0x1_0000_0078,
        cookie: 0xC00C_1E00,
        list: false,
    };
    Say::start(start, FAIL)
}

impl Bench {
    fn piece(&mut self, context: usize, byte: u64, op: Op) -> Say {
        self.does(Access { op, space: Space::Portal, context, address: byte })
    }

    /// Words `from` up to `to` of the line, to line `row` of the page; all but the last say nothing. What the last one says.
    fn words(&mut self, context: usize, row: u64, from: usize, to: usize) -> Say {
        let mut last = TOLD;
        for (nth, word) in line().into_iter().enumerate().take(to).skip(from) {
            assert_eq!(last, TOLD);
            last = self.piece(context, row * 64 + 4 * nth as u64, Op::Store(word));
        }
        last
    }
}

fn bench() -> Bench {
    Bench::new(number::PORTAL)
}

#[test]
fn the_last_piece_starts_whatever_the_sizes_of_all() {
    // A bit for each pair of words: it comes at once.
    for at_once in 0..256_u32 {
        let mut bench = bench();
        let mut said = Vec::new();
        for (pair, words) in line().chunks_exact(2).enumerate() {
            let (low, high) = (words[0], words[1]);
            let byte = 64 * 5 + 8 * pair as u64;
            if at_once >> pair & 1 == 1 {
                let both = u64::from(high) << 32 | u64::from(low);
                said.push(bench.piece(2, byte, Op::Wide(both)));
            } else {
                said.push(bench.piece(2, byte, Op::Store(low)));
                said.push(bench.piece(2, byte + 4, Op::Store(high)));
            }
        }
        assert_eq!(said.pop(), Some(start(2)), "{at_once:#b}");
        assert!(said.iter().all(|say| *say == TOLD), "{at_once:#b}: {said:?}");
    }
}

#[test]
fn any_line_of_the_page_will_do_and_one_follows_the_other() {
    let mut bench = bench();
    for row in 0..64 {
        assert_eq!(bench.words(7, row, 0, 16), start(7), "{row}");
    }
}

#[test]
fn a_piece_that_does_not_go_on_tears_the_line() {
    for have in 0..16 {
        for byte in (0..16).filter(|byte| *byte != have) {
            let mut bench = bench();
            bench.words(1, 0, 0, have);
            assert_eq!(bench.piece(1, 4 * byte as u64, Op::Store(line()[byte])), STRAY);
            if byte == 0 {
                // It has begun a new one.
                assert_eq!(bench.words(1, 0, 1, 16), start(1), "{have}");
            } else {
                for nth in [have, byte + 1] {
                    let say = bench.piece(1, 4 * nth as u64 % 64, Op::Store(0));
                    let begins = nth % 16 == 0;
                    assert_eq!(say, if begins { TOLD } else { STRAY }, "{have}, {byte}, {nth}");
                    if begins {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn another_line_of_the_page_does_not_go_on() {
    let mut bench = bench();
    bench.words(1, 0, 0, 8);
    assert_eq!(bench.piece(1, 64 + 32, Op::Store(0)), STRAY);
    assert_eq!(bench.piece(1, 32, Op::Store(0)), STRAY, "the first one is forgotten");
    bench.words(1, 0, 0, 8);
    assert_eq!(bench.piece(1, 64, Op::Store(line()[0])), STRAY, "it begins a new one");
    assert_eq!(bench.words(1, 1, 1, 16), start(1));
}

#[test]
fn lines_of_contexts_do_not_disturb_each_other() {
    let mut bench = bench();
    for nth in 0..15 {
        for context in 0..CONTEXTS {
            assert_eq!(bench.words(context, 0, nth, nth + 1), TOLD);
        }
    }
    assert_eq!(bench.piece(3, 0, Op::Store(0)), STRAY);
    for context in 0..CONTEXTS {
        let expected = if context == 3 { STRAY } else { start(context) };
        assert_eq!(bench.words(context, 0, 15, 16), expected, "{context}");
    }
}

#[test]
fn a_line_with_something_where_zero_must_be_starts_nothing() {
    let zeros = |word: usize| match word {
        1 | 3 | 5 => 16..32,
        8..=13 | 15 => 0..32,
        14 => 1..32,
        _ => 0..0,
    };
    for word in 0..16 {
        for bit in 0..32 {
            let mut bench = bench();
            let mut last = TOLD;
            for (nth, value) in line().into_iter().enumerate() {
                let spoiled = if nth == word { value ^ 1 << bit } else { value };
                last = bench.piece(1, 4 * nth as u64, Op::Store(spoiled));
            }
            let must_be_zero = zeros(word).contains(&bit);
            assert_eq!(last == STRAY, must_be_zero, "word {word}, bit {bit}");
            assert_eq!(last.start.is_none(), must_be_zero, "word {word}, bit {bit}");
            assert_ne!(last, start(1));
            assert_eq!(bench.words(1, 0, 0, 16), start(1), "the next one does");
        }
    }
}

#[test]
fn what_is_none_of_its_accesses_changes_nothing() {
    let mut bench = bench();
    bench.words(1, 0, 0, 8);
    assert_eq!(bench.piece(1, 32, Op::Load), STRAY);
    for op in [Op::Load, Op::Store(1), Op::Wide(1)] {
        assert_eq!(bench.shadow(1, op, A), STRAY);
        assert_eq!(bench.does(Access { op, space: Space::Context, context: 1, address: 0 }), STRAY);
    }
    assert_eq!(bench.words(1, 0, 8, 16), start(1));
}

#[test]
fn a_line_is_forgotten_with_its_context() {
    for contexts in [0, 1 << 3, !(1 << 3)] {
        let mut bench = bench();
        bench.words(3, 0, 0, 15);
        bench.scheme.forget(contexts);
        let kept = contexts >> 3 & 1 == 0;
        assert_eq!(bench.words(3, 0, 15, 16), if kept { start(3) } else { STRAY });
    }
}

#[test]
fn a_line_may_start_a_list_which_has_no_destination() {
    let control = word::CONTROL as usize / 4;
    let mut words = line();
    words[control] |= word::control::BATCH.mask();
    for spoiled in [None, Some(2), Some(3)] {
        [words[2], words[3]] = [0; 2];
        if let Some(nth) = spoiled {
            words[nth] = 1;
        }
        let mut bench = bench();
        let mut last = TOLD;
        for (nth, value) in words.into_iter().enumerate() {
            last = bench.piece(1, 4 * nth as u64, Op::Store(value));
        }
        let plain = start(1).start.unwrap();
        let list = Say::start(Start { dst: 0, list: true, ..plain }, FAIL);
        assert_eq!(last, if spoiled.is_none() { list } else { STRAY });
    }
}
