// SPDX-License-Identifier: Apache-2.0
//! Input from the host, beat by beat, at times that are the same for every card.

use forebay_bus::{Bar, Card, Stop};
use forebay_regs::card::STREAM_PORT;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::work::{BEAT, Feed, Run};

/// Cycles from beat to beat: on its way one does not hold up the next.
const APART: u64 = 16;
/// Pairs after which both streams are at the end of a beat.
const PAIRS: usize = 4;

/// Cycles that a pair takes the core at most, where windows are few: a flight of the adder.
const PAIR_CYCLES: u64 = 200;

/// Gives the input of a run. Each part is worked off, more or less, before the next one comes.
pub(crate) fn by_host(card: &mut dyn Card, feed: Feed, run: &Run) {
    let mut random = ChaCha8Rng::seed_from_u64(run.seed);
    let mut given = 0;
    while given < run.pairs {
        let (pairs, pause) = match feed {
            // What the stream ports of the smallest card hold.
            Feed::Chunks => {
                let pairs = PAIRS * random.random_range(1..=5);
                (pairs, pairs as u64 * PAIR_CYCLES + random.random_range(0..1500))
            }
            _ => (1, random.random_range(100..500)),
        };
        let end = (given + pairs).min(run.pairs);
        give(card, run, (given, end));
        pass(card, pause);
        given = end;
    }
}

/// Gives the beats that complete the pairs from one to the other.
fn give(card: &mut dyn Card, run: &Run, (from, to): (usize, usize)) {
    for (port, bytes, pair_bytes) in [(0, &run.scalars, 32), (1, &run.points, 144)] {
        let beat = |pairs: usize| (pairs * pair_bytes).div_ceil(BEAT) * BEAT;
        for beat in bytes[beat(from)..beat(to)].chunks(BEAT) {
            card.mmio_write(Bar::Aperture, STREAM_PORT.at(port).into(), beat).unwrap();
            pass(card, APART);
        }
    }
}

/// Lets so many cycles pass, or as many as the card has something to do in.
pub(crate) fn pass(card: &mut dyn Card, cycles: u64) {
    let end = card.now() + cycles;
    while card.now() < end && card.advance(end - card.now()).unwrap() != Stop::Idle {}
}
