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

/// What it takes to have so many bytes on the card. A call ends when the program knows that they are there. Nothing answers stores, so a program
/// knows of them by a read behind them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Size {
    /// Bytes.
    pub bytes: u64,
    /// By `write_lines` and a fence, until they are there and nobody knows.
    pub stores: Time,
    /// The same and a read of the card, which comes behind all that was stored: until the program knows.
    pub stores_known: Time,
    /// By one call, until the program knows; heard of in the better of the two ways.
    pub dma: Time,
    /// That way.
    pub completion: Completion,
}

/// Both ways by size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossover {
    /// Sizes, each twice the one before.
    pub sizes: Vec<Size>,
    /// Bytes of the smallest number of whole lines that the program knows sooner to be there by a call; none where stores are sooner up to the last
    /// size.
    pub from_bytes: Option<u64>,
    /// The same for a program that does not ask whether its stores are there.
    pub unread_from_bytes: Option<u64>,
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
        let from_bytes = from(&sizes, at, |size| size.dma < size.stores_known)?;
        let unread_from_bytes = from(&sizes, at, |size| size.dma < size.stores)?;
        Ok(Self { sizes, from_bytes, unread_from_bytes })
    }
}

/// The first number of whole lines of which it is true, between the sizes where it becomes so.
fn from(
    sizes: &[Size],
    at: impl Fn(u64) -> Result<Size, HostModelError>,
    is_dma: impl Fn(&Size) -> bool,
) -> Result<Option<u64>, HostModelError> {
    // A long call may be slower again where the card's link is slow, so the first one that is sooner counts.
    let Some(first) = sizes.iter().position(&is_dma) else { return Ok(None) };
    let mut lines = [
        first.checked_sub(1).map_or(0, |before| sizes[before].bytes / LEAST_BYTES),
        sizes[first].bytes / LEAST_BYTES,
    ];
    while lines[1] - lines[0] > 1 {
        let middle = u64::midpoint(lines[0], lines[1]);
        lines[usize::from(is_dma(&at(middle * LEAST_BYTES)?))] = middle;
    }
    Ok(Some(lines[1] * LEAST_BYTES))
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
    let stores_known = stores + Time::from_ps(processor.read_ps);
    Ok(Size { bytes, stores, stores_known, dma, completion })
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
