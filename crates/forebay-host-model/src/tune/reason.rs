// SPDX-License-Identifier: Apache-2.0
//! Why one way of sending is the one to choose.

use super::{Alternative, Times, Way, as_good, ended};
use crate::{Pattern, Scenario, WritePath};

/// In a sentence.
pub(super) fn why(
    alternatives: &[Alternative],
    choice: Way,
    times: &Times,
    scenario: &Scenario,
) -> String {
    let ended: Vec<_> = ended(alternatives).collect();
    let other = ended.iter().find(|(way, _)| way.pattern != choice.pattern);
    // The best is the first.
    let is_as_good = |other: &Times| ended.iter().take(1).all(|(_, best)| as_good(other, best));
    let is_tied = ended.iter().any(|(way, times)| *way != choice && is_as_good(times));
    let reason = match choice.pattern {
        _ if is_tied && choice.pattern != Pattern::OneList => {
            "no way that is as fast takes less of a processor"
        }
        Pattern::OneList => "the card needs nothing of the host between two chunks",
        _ if times.over_core < 1.01 => "the calls are hidden behind what the FIFOs hold",
        _ => "what its calls take is hidden best behind what the FIFOs hold",
    };
    let order = match (choice.pattern, scenario.card.write_path) {
        (Pattern::TwoThreads | Pattern::TwoThreadsBarrier, WritePath::Reserved) => {
            "the card asks a FIFO for room before each burst and lets the other stream pass meanwhile"
        }
        _ => "no stream gets further ahead of the other than its FIFO has room for",
    };
    let mut text = format!(
        "{choice} takes {:.2} ms, {:.4} of what the core needs and {:.4} at worst, with {:.2} ms of a processor, since {reason}, and it \
         cannot deadlock, since {order}",
        times.mean_ms, times.over_core, times.worst_over_core, times.host_ms,
    );
    match other {
        Some((way, other)) if is_as_good(other) => {
            text += &format!("; as fast, {way} takes {:.2} ms of a processor", other.host_ms);
        }
        Some((way, other)) => {
            let more = other.mean_ms / times.mean_ms;
            text += &format!("; the best otherwise, {way}, takes {more:.3} times as long");
        }
        None => {}
    }
    if scenario.profile.no_lists.is_some() {
        text += "; one list is modelled for other hosts (forebay-in-process)";
    }
    text + "."
}
