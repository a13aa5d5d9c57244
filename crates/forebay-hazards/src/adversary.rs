// SPDX-License-Identifier: Apache-2.0
//! Processors that empty their buffers at the worst of times.

use forebay_write_combining::{Bus, Eviction, PartialFlush, Processor, WriteCombiner};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::HazardError;

/// Random orders where nobody asks for another number.
pub const DEFAULT_SEEDS: u64 = 200;
/// The most that may be asked for.
pub const MOST_SEEDS: u64 = 1_000_000;

/// A processor and what it does.
#[derive(Clone, Debug)]
pub(crate) struct Adversary {
    pub(crate) name: String,
    pub(crate) processor: Processor,
    /// Loads are done in front of store fences that they may pass.
    pub(crate) loads_pass: bool,
}

/// Lets buffers go between two accesses, where the processor's are in any order. The same processor does the same again.
pub(crate) struct Unasked(Option<(u32, ChaCha8Rng)>);

impl Unasked {
    pub(crate) fn of(processor: &Processor) -> Self {
        Self(match processor.eviction {
            Eviction::Random { seed, unasked } if unasked > 0 => {
                Some((unasked, ChaCha8Rng::seed_from_u64(!seed)))
            }
            Eviction::Random { .. } | Eviction::Oldest => None,
        })
    }

    pub(crate) fn between<B: Bus>(&mut self, combiner: &mut WriteCombiner<B>) {
        let Some((unasked, random)) = &mut self.0 else { return };
        if random.random_range(0..*unasked) == 0 {
            combiner.pressure(random.random_range(0..=combiner.processor().buffers));
        }
    }
}

/// All of them, the simplest first, those that keep what x86 promises before those that do not.
pub(crate) fn all(seeds: u64) -> Result<impl Iterator<Item = Adversary>, HazardError> {
    if seeds == 0 || seeds > MOST_SEEDS {
        return Err(HazardError::Seeds { seeds, most: MOST_SEEDS });
    }
    Ok([true, false].into_iter().flat_map(move |uncached_empties| {
        let base = Processor { uncached_empties, ..Processor::F1 };
        fixed(base).into_iter().chain((0..seeds).map(move |seed| random(base, seed)))
    }))
}

/// A line stays until it is full, a fence comes or all buffers are in use.
fn fixed(base: Processor) -> [Adversary; 4] {
    let one =
        |name: &str, processor| Adversary { name: name.to_owned(), processor, loads_pass: false };
    let keeps = Eviction::Oldest;
    [
        one("a line stays as long as it can", Processor { eviction: keeps, buffers: 64, ..base }),
        one("one buffer", Processor { eviction: keeps, buffers: 1, ..base }),
        one(
            "one buffer, which leaves in pieces of 8 bytes",
            Processor { eviction: keeps, buffers: 1, partial: PartialFlush::Eights, ..base },
        ),
        one(
            "one buffer, which leaves in pieces of 8 bytes, the last first",
            Processor { eviction: keeps, buffers: 1, partial: PartialFlush::Backwards, ..base },
        ),
    ]
}

/// Loads pass store fences, buffers leave in any order, how many there are and how often one leaves unasked goes with the seed.
fn random(base: Processor, seed: u64) -> Adversary {
    const BUFFERS: [u64; 4] = [6, 2, 64, 3];
    const UNASKED: [u32; 5] = [0, 2, 1, 4, 16];
    let pick = |count: usize| usize::try_from(seed % count as u64).unwrap_or(0);
    let (buffers, unasked) = (BUFFERS[pick(BUFFERS.len())], UNASKED[pick(UNASKED.len())]);
    let often = match unasked {
        0 => String::new(),
        unasked => format!(", some before one access in {unasked}"),
    };
    Adversary {
        name: format!(
            "{buffers} buffers leave in any order, whole or in pieces{often}; loads pass store fences (seed {seed})"
        ),
        loads_pass: true,
        processor: Processor {
            buffers,
            eviction: Eviction::Random { seed, unasked },
            partial: PartialFlush::Either,
            ..base
        },
    }
}
