// SPDX-License-Identifier: Apache-2.0
//! Every failure of the bus on every kind of channel, inside a packet where there are packets.

use forebay_hostile::{
    Chain, Coverage, Hit, KINDS, Link, PHASES, Piece, Schedule, Step, Trouble, open, play,
};

/// A packet, and one of three descriptors.
const PIECES: [(u32, bool); 4] = [(1000, true), (700, false), (500, false), (64, true)];

fn start(channel: u8, merged: bool) -> Step {
    let piece = |(len, eop)| Piece { len, lead: 0, eop, stop_at_eop: false, completed: false };
    let pieces = PIECES.map(piece).to_vec();
    Step::Start(Chain { channel, pieces, merged, poll: true, interrupt: true })
}

/// A run that fails and one that does not, with something in the stream for a receiver.
fn schedule(channel: u8, trouble: Trouble, skip: u8, merged: bool) -> Schedule {
    let feed = if channel == 6 { vec![start(2, true), Step::Advance(4000)] } else { Vec::new() };
    let fails = [Step::Trouble(trouble, skip), start(channel, merged), Step::Advance(4000)];
    let works = [Step::Rest(channel), start(channel, merged), Step::Advance(4000)];
    let steps = feed.into_iter().chain(fails).chain(works).chain([Step::Rest(channel)]);
    Schedule { seed: 0, link: Link::Usual, steps: steps.collect() }
}

/// On two of the channels 0, 2, 4 and 6, which are one of each of [`KINDS`].
fn every_failure_is_told(body: &str, channels: [u8; 2]) {
    let mut coverage = Coverage::default();
    for channel in channels {
        for trouble in [
            Trouble::DataRead,
            Trouble::DataWrite,
            Trouble::Descriptor,
            Trouble::Magic,
            Trouble::WriteBack,
            Trouble::Unanswered,
            Trouble::UnansweredWriteBack,
        ] {
            for (skip, merged) in (0..4).map(|skip| (skip, skip % 2 == 1)) {
                let schedule = schedule(channel, trouble, skip, merged);
                let what = format!("{body}, channel {channel}, {trouble:?} after {skip}, {merged}");
                let played = play(open(body, 0, Link::Usual).unwrap(), &schedule);
                assert!(played.is_ok(), "{what}: {played:?}");
                coverage.add(&played.unwrap());
            }
        }
    }
    for kind in channels.map(|channel| KINDS[usize::from(channel) / 2]) {
        assert!(coverage.hits(Hit::Failure, kind, &PHASES) > 0, "{body}, {kind}\n{coverage}");
    }
}

#[test]
fn every_failure_of_the_native_card_is_told() {
    every_failure_is_told("fast", [0, 2]);
    every_failure_is_told("fast", [4, 6]);
}

#[test]
fn every_failure_of_the_rtl_card_on_the_way_to_it_is_told() {
    every_failure_is_told("rtl", [0, 2]);
}

#[test]
fn every_failure_of_the_rtl_card_on_the_way_from_it_is_told() {
    every_failure_is_told("rtl", [4, 6]);
}
