// SPDX-License-Identifier: Apache-2.0
//! What the model must say no to: cards that are wrong in a way that leaves every byte right, and bodies that there are not.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_bus::DmaFault;
use forebay_bus::host::{Bus, Interposer, Purpose};
use forebay_hostile::{Chain, Link, Piece, Schedule, Step, Trouble, open, play};

/// A card that overlooks what its bus has told it. It stands nearest to the card.
#[derive(Clone, Copy, Debug)]
enum Overlooks {
    /// It does not look at the magic of a descriptor.
    Magic,
    /// It asks again for what was refused, and says nothing.
    Refusals,
    /// It writes what was refused to the line behind, and says that it failed.
    Place,
}

impl Interposer for Overlooks {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let answer = next.read(addr, out);
        match self {
            Self::Magic => {
                if next.purpose() == Purpose::Descriptor {
                    for descriptor in out.chunks_exact_mut(32) {
                        descriptor[2..4].copy_from_slice(&[0x4B, 0xAD]);
                    }
                }
                answer
            }
            Self::Refusals => answer.or_else(|_| next.read(addr, out)),
            Self::Place => answer,
        }
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let answer = next.write(addr, data);
        match self {
            Self::Magic => answer,
            Self::Refusals => answer.or_else(|_| next.write(addr, data)),
            Self::Place => answer.inspect_err(|_| {
                // Where nothing is mapped the watch has seen it all the same.
                let _ = next.write(addr + 64, data);
            }),
        }
    }
}

/// A run that the bus spoils, and that is long over when it is looked at.
fn spoilt(channel: u8, trouble: Trouble) -> Schedule {
    let piece = |len| Piece { len, lead: 0, eop: true, stop_at_eop: false, completed: true };
    let pieces = [1000, 700, 64].map(piece).to_vec();
    // The only write-backs of a stream are its results.
    let start = Chain { channel, pieces, merged: false, poll: channel < 6, interrupt: true };
    let mut steps = Vec::new();
    if channel == 6 {
        // Something to receive.
        steps.extend([Step::Start(Chain { channel: 2, ..start.clone() }), Step::Advance(8000)]);
    }
    steps.extend([
        Step::Trouble(trouble, 1),
        Step::Start(start),
        Step::Advance(8000),
        Step::Rest(channel),
    ]);
    Schedule { seed: 0, link: Link::Usual, steps }
}

#[test]
fn a_failure_that_a_card_overlooks_is_found() {
    for (overlooks, channel, trouble) in [
        (Overlooks::Magic, 0, Trouble::Magic),
        (Overlooks::Magic, 2, Trouble::Magic),
        (Overlooks::Refusals, 0, Trouble::DataRead),
        (Overlooks::Refusals, 2, Trouble::DataRead),
        (Overlooks::Refusals, 4, Trouble::DataWrite),
        (Overlooks::Refusals, 4, Trouble::Descriptor),
        (Overlooks::Refusals, 6, Trouble::DataWrite),
        (Overlooks::Refusals, 6, Trouble::WriteBack),
        (Overlooks::Place, 4, Trouble::WriteBack),
        (Overlooks::Place, 6, Trouble::DataWrite),
        (Overlooks::Place, 6, Trouble::WriteBack),
    ] {
        play(open("fast", 0, Link::Usual).unwrap(), &spoilt(channel, trouble)).unwrap();
        let card = open("fast", 0, Link::Usual).unwrap();
        card.host().interpose(Box::new(overlooks));
        let played = play(card, &spoilt(channel, trouble));
        assert!(played.is_err(), "{overlooks:?}, channel {channel}: {trouble:?} is not missed");
    }
}

#[test]
fn a_body_that_there_is_not_is_refused() {
    for body in ["RTL", "rlt", ""] {
        assert!(open(body, 0, Link::Usual).is_err(), "`{body}` is taken for another one");
    }
}
