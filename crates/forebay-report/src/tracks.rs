// SPDX-License-Identifier: Apache-2.0
//! What each thread and each channel of a run did, without anything lying within anything else.

use forebay_host_model::{Activity, Outcome, Span, Timeline};

/// A thread, or its channel.
pub(crate) struct Track {
    pub(crate) name: String,
    /// One after the other.
    pub(crate) spans: Vec<Span>,
}

/// Threads, each with its channel below it.
pub(crate) fn tracks(outcome: &Outcome) -> Vec<Track> {
    let timelines = outcome.timelines.iter().flatten().enumerate();
    let both = timelines.flat_map(|(index, timeline)| {
        let thread = Track { name: format!("thread {index}"), spans: flat(timeline) };
        let channel = Track { name: format!("channel {index}"), spans: timeline.channel.clone() };
        [thread, channel]
    });
    both.collect()
}

/// What others had is cut out of what the thread was about.
fn flat(timeline: &Timeline) -> Vec<Span> {
    let mut gaps = timeline.preempted.iter().peekable();
    let mut spans = Vec::new();
    for span in &timeline.host {
        let mut from = span.from;
        while let Some(gap) = gaps.next_if(|gap| gap.from < span.to) {
            if from < gap.from {
                spans.push(Span { what: span.what, from, to: gap.from });
            }
            spans.push(Span { what: Activity::Preempted, ..*gap });
            from = gap.to;
        }
        if from < span.to {
            spans.push(Span { what: span.what, from, to: span.to });
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use forebay_host_model::{Completion, Pattern, Profile, Scenario, Time};

    use super::*;

    #[test]
    fn nothing_overlaps_and_nothing_is_missing() {
        let mut lost_in_all = 0;
        for completion in [Completion::Interrupt, Completion::Poll] {
            let published = Scenario::published(Pattern::TwoThreadsBarrier, completion, 256, 1024);
            let profile = Profile::stock_xdma().with_tasks(16);
            let outcome =
                Scenario { pairs: 1 << 19, profile, trace: true, ..published }.run().unwrap();
            for (timeline, track) in
                outcome.timelines.iter().flatten().zip(tracks(&outcome).iter().step_by(2))
            {
                let mut at = Time::ZERO;
                for span in &track.spans {
                    assert!(span.from == at && span.from < span.to, "{span:?} after {at}");
                    at = span.to;
                }
                assert_eq!(Some(at), timeline.host.last().map(|span| span.to));
                let lost = track.spans.iter().filter(|span| span.what == Activity::Preempted);
                assert_eq!(lost.copied().collect::<Vec<_>>(), timeline.preempted);
                lost_in_all += timeline.preempted.len();
            }
        }
        assert!(lost_in_all > 5, "{lost_in_all}");
    }
}
