// SPDX-License-Identifier: Apache-2.0
//! Parts of a run that are worth a look.

use forebay_host_model::{Span, Time};
use forebay_sweep::Recording;

/// Starts of engines that are seen one by one.
const STARTS: u64 = 8;

/// Some of a run.
pub(crate) struct Window {
    /// What it is, for a list and for a file name.
    pub(crate) name: &'static str,
    pub(crate) from: Time,
    pub(crate) to: Time,
}

/// All of it, and where there is more in it than can be seen at once, parts of it.
pub(crate) fn windows(recording: &Recording) -> Vec<Window> {
    let outcome = &recording.outcome;
    let total = outcome.total.max(Time::from_ps(1));
    let mut all = vec![Window { name: "all of it", from: Time::ZERO, to: total }];
    let width = total.ps() / outcome.starts.max(1) * STARTS;
    if outcome.deadlock.is_some() {
        all.extend(standstill(recording));
    }
    if width >= total.ps() {
        return all;
    }
    let around = |name, middle: u64| {
        let from = middle.saturating_sub(width / 2).min(total.ps() - width);
        Window { name, from: Time::from_ps(from), to: Time::from_ps(from + width) }
    };
    all.push(around("the beginning", 0));
    all.push(around("the middle", total.ps() / 2));
    let length = |span: &&Span| span.to - span.from;
    let lost = outcome.timelines.iter().flatten().flat_map(|timeline| &timeline.preempted);
    if let Some(longest) = lost.max_by_key(length) {
        all.push(around("others take the processor for longest", longest.from.ps()));
    }
    all.push(around("the end", total.ps()));
    all
}

/// From just before the transfer that never ends until it has stood still for a while.
fn standstill(recording: &Recording) -> Option<Window> {
    let outcome = &recording.outcome;
    let timelines = outcome.timelines.iter().flatten();
    let last = timelines.filter_map(|timeline| timeline.channel.last());
    let begun = last.map(|span| span.from).min()?;
    let long = outcome.total - begun;
    let before = Time::from_ps(long.ps() / 2);
    Some(Window { name: "how it comes to stand", from: begun - before, to: outcome.total + long })
}
