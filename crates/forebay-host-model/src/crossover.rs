// SPDX-License-Identifier: Apache-2.0
//! From which size on a DMA call is sooner done than stores into a write-combining aperture.

use forebay_write_combining::{Caching, Counter, Processor, Routine, WriteCombiner};
use serde::Serialize;

use crate::{Completion, FlowParams, HostModelError, Pattern, Profile, Scenario, Time};

/// Bytes of the smallest size, and what sizes between are multiples of: a line.
const LEAST_BYTES: u64 = 64;
/// Bytes of the largest: the published table's last row.
const MOST_BYTES: u64 = 4 << 20;
/// Calls of which the mean is taken where anything is drawn.
const CALLS: u64 = 200;

/// What it takes until so many bytes are on the card. Of a call the program then knows; nothing answers stores, and what a program takes that
/// reads back to know (`Processor::read_ps`) is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Size {
    /// Bytes.
    pub bytes: u64,
    /// By `write_lines` and a fence.
    pub stores: Time,
    /// By one call, heard of in the better of the two ways.
    pub dma: Time,
    /// That way.
    pub completion: Completion,
}

/// Both ways by size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossover {
    /// Sizes, each twice the one before.
    pub sizes: Vec<Size>,
    /// The smallest number of whole lines that a call moves sooner; none where stores are sooner up to the last size.
    pub from_bytes: Option<u64>,
}

impl Crossover {
    /// From the models: the processor's stores, the host's software, the card.
    ///
    /// # Errors
    /// [`HostModelError::Parameter`] for a host, card or processor that cannot be.
    pub fn of(
        processor: Processor,
        profile: &Profile,
        card: &FlowParams,
    ) -> Result<Self, HostModelError> {
        let at = |bytes| size(processor, profile, card, bytes);
        let doubled = std::iter::successors(Some(LEAST_BYTES), |bytes| Some(bytes * 2));
        let sizes = doubled.take_while(|bytes| *bytes <= MOST_BYTES).map(at);
        let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
        // A long call may be slower again where the card's link is slow, so the first one that is sooner counts.
        let Some(first) = sizes.iter().position(Size::is_dma) else {
            return Ok(Self { sizes, from_bytes: None });
        };
        let mut lines = [
            first.checked_sub(1).map_or(0, |before| sizes[before].bytes / LEAST_BYTES),
            sizes[first].bytes / LEAST_BYTES,
        ];
        while lines[1] - lines[0] > 1 {
            let middle = u64::midpoint(lines[0], lines[1]);
            lines[usize::from(at(middle * LEAST_BYTES)?.is_dma())] = middle;
        }
        Ok(Self { sizes, from_bytes: Some(lines[1] * LEAST_BYTES) })
    }
}

impl Size {
    /// The call is sooner done.
    const fn is_dma(&self) -> bool {
        self.dma.ps() < self.stores.ps()
    }
}

fn size(
    processor: Processor,
    profile: &Profile,
    card: &FlowParams,
    bytes: u64,
) -> Result<Size, HostModelError> {
    let stores = stores(processor, bytes)?;
    let of = |(_, completion)| Ok((call(profile, card, completion, bytes)?, completion));
    let calls = Completion::ALL.into_iter().map(of).collect::<Result<Vec<_>, HostModelError>>()?;
    let best = calls.into_iter().min_by_key(|(dma, _)| dma.ps());
    let (dma, completion) = best.unwrap_or((Time::NEVER, Completion::Poll));
    Ok(Size { bytes, stores, dma, completion })
}

/// Copies, fences and waits until all of it is at the card.
fn stores(processor: Processor, bytes: u64) -> Result<Time, HostModelError> {
    let wrong = |error: forebay_write_combining::WriteCombiningError| HostModelError::Parameter {
        parameter: "processor",
        value: error.to_string(),
        wanted: "one that can be",
    };
    let mut combiner = WriteCombiner::new(processor, Counter::default()).map_err(wrong)?;
    let data = vec![0; usize::try_from(bytes).unwrap_or_default()];
    combiner.copy(Routine::Lines, Caching::WriteCombining, 0, &data).map_err(wrong)?;
    combiner.fence();
    Ok(Time::from_ps(combiner.now_ps().max(combiner.drained_ps())))
}

/// The mean of a call.
fn call(
    profile: &Profile,
    card: &FlowParams,
    completion: Completion,
    bytes: u64,
) -> Result<Time, HostModelError> {
    let is_fixed = profile.load.tasks == 0 && profile.costs.are_fixed();
    let calls = if is_fixed { 1 } else { CALLS };
    let scenario = Scenario {
        pairs: bytes * calls,
        profile: profile.clone(),
        card: card.clone(),
        ..Scenario::published(Pattern::Memory(1), completion, bytes, 1)
    };
    let total = scenario.run()?.completed()?;
    Ok(Time::from_ps(total.ps() / calls))
}
