// SPDX-License-Identifier: Apache-2.0
//! Published figures of other programs on the same kind of card, to which nothing is fitted.

use serde::Serialize;

use crate::{Completion, FlowParams, HostModelError, Pattern, Profile, Scenario};

/// A figure and the range in which others have it.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The least that was published.
    pub published_low: f64,
    /// The most.
    pub published_high: f64,
    /// What the model says.
    pub predicted: f64,
    /// How far out of the range, in percent of its nearer end; 0 within.
    pub error_percent: f64,
}

impl Figure {
    fn new(
        (name, unit): (&'static str, &'static str),
        (low, high): (f64, f64),
        predicted: f64,
    ) -> Self {
        let error_percent = super::percent(predicted, predicted.clamp(low, high));
        Self { name, unit, published_low: low, published_high: high, predicted, error_percent }
    }
}

/// Calls that fill memory, of so many threads.
fn calls(
    (profile, card): (Profile, FlowParams),
    threads: u32,
    bytes: u64,
    completion: Completion,
) -> Scenario {
    const CALLS: u64 = 1000;
    Scenario {
        pairs: bytes * CALLS,
        profile,
        card,
        ..Scenario::published(Pattern::Memory(threads), completion, bytes, 1024)
    }
}

/// All of them.
///
/// # Errors
/// See [`super::mean`].
pub fn other_figures() -> Result<Vec<Figure>, HostModelError> {
    use Completion::{Interrupt, Poll};
    let stock = || (Profile::stock_xdma(), FlowParams::f1_shell());
    let rate = |completion| -> Result<f64, HostModelError> {
        let (profile, card) = stock();
        // With fixed prices four threads that began together would march together for ever, which no machine lets them do.
        let drawn = Profile { costs: profile.costs.exponential(), ..profile };
        let scenario = calls((drawn, card), 4, 1 << 20, completion);
        let total = scenario.run()?.completed()?;
        Ok((4 * scenario.pairs) as f64 / total.ps() as f64 * 1e3)
    };
    let call = |of, completion| -> Result<f64, HostModelError> {
        let outcome = calls(of, 1, 64, completion).run()?;
        Ok(outcome.completed()?.us() / outcome.starts as f64)
    };
    let bypassed = (Profile::user_doorbell(), FlowParams::bypassed());
    Ok(vec![
        // fio of the F1 shell's tests: writes 11.4 by interrupt, 11.5 polled; reads 12.3 and 12.8.
        Figure::new(
            ("F1, 4 channels, calls of 1 MiB, interrupt", "GB/s"),
            (11.4, 12.8),
            rate(Interrupt)?,
        ),
        Figure::new(("F1, 4 channels, calls of 1 MiB, poll", "GB/s"), (11.4, 12.8), rate(Poll)?),
        // dma_ip_drivers issues 321 and 51.
        Figure::new(
            ("call of 64 bytes through the vendor's driver, interrupt", "us"),
            (30.0, 60.0),
            call(stock(), Interrupt)?,
        ),
        // Coyote issue 161, 64 bytes.
        Figure::new(
            ("64 bytes by a doorbell from user space, poll", "us"),
            (3.6, 3.6),
            call(bypassed, Poll)?,
        ),
    ])
}
