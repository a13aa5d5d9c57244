// SPDX-License-Identifier: Apache-2.0
//! The chain of features: a header for each part of the card, what can be asked of any plug, and what any plug tells.

use forebay_regs::cards::{FAULTS, FEATURES};
use forebay_regs::user::feature::id::class;
use forebay_regs::user::{self, feature};
use forebay_regs::{Class, Feature, Layout, card};

/// What a header says that stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    class: u32,
    kind: u32,
    page_bar: u32,
    page_offset: u32,
    page_bytes: u32,
    /// The word LINES.
    lines: u32,
    /// The word STREAMS.
    streams: u32,
    /// Counters of its own.
    pub(crate) events: u32,
}

impl Header {
    /// That of a line of the card table, in a card of that layout.
    pub(crate) const fn of(feature: &Feature, layout: &Layout) -> Self {
        let (page_bar, page_offset) = feature.place(layout);
        Self {
            class: match feature.class {
                Class::Platform => class::PLATFORM,
                Class::FrontEnd => class::FRONT_END,
                Class::Datapath => class::DATAPATH,
            },
            kind: feature.kind,
            page_bar,
            page_offset,
            page_bytes: feature.page_bytes,
            lines: feature::lines::FIRST.put(feature.first_line)
                | feature::lines::COUNT.put(feature.lines),
            streams: 0,
            events: feature.events,
        }
    }

    /// The same with what a datapath uses, as the word STREAMS has it.
    pub(crate) const fn with_streams(self, streams: u32) -> Self {
        Self { streams, ..self }
    }
}

/// Streams that a datapath waits for, a bit each: those that it would take from and that have nothing for it, and those that do not take
/// what it has for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    pub(crate) h2c: u32,
    pub(crate) c2h: u32,
    pub(crate) ports: u32,
}

/// What a header shows of a plug at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Live {
    /// It was told to come to rest.
    pub(crate) quiesce: bool,
    /// It has something under way.
    pub(crate) busy: bool,
    /// Streams that it waits for.
    pub(crate) waits: Waits,
    /// Steps that it has made, modulo 2^32.
    pub(crate) progress: u32,
}

impl Live {
    /// Counts a step, if something came of it.
    pub(crate) const fn advance(&mut self, moved: Option<u64>) {
        if moved.is_some() {
            self.progress = self.progress.wrapping_add(1);
        }
    }
}

const VERSION: u32 = feature::version::MAJOR.put(card::FEATURE_MAJOR)
    | feature::version::MINOR.put(card::FEATURE_MINOR);

/// The parts of every card, whatever is plugged into it. Faults are injected in front of a card, and not by it.
pub(crate) fn platform(layout: &Layout) -> Vec<Header> {
    let parts = FEATURES.iter().filter(|feature| feature.class == Class::Platform);
    parts.filter(|feature| **feature != FAULTS).map(|part| Header::of(part, layout)).collect()
}

/// Reads a word of header `index` of a chain; none where there is no such header, or no word.
pub(crate) fn read(chain: &[Header], index: u32, at: u32, live: Live) -> Option<u32> {
    let header = chain.get(index as usize)?;
    let is_last = index as usize + 1 == chain.len();
    Some(match at {
        feature::ID => {
            feature::id::RESET
                | feature::id::KIND.put(header.kind)
                | feature::id::CLASS.put(header.class)
        }
        feature::VERSION => VERSION,
        feature::PAGE_OFFSET => header.page_offset,
        feature::PAGE_BYTES => header.page_bytes,
        feature::PAGE_BAR => header.page_bar,
        feature::NEXT if is_last => 0,
        feature::NEXT => user::FEATURE.at(index + 1),
        feature::LINES => header.lines,
        feature::STREAMS => header.streams,
        feature::EVENTS => header.events,
        feature::CONTROL => feature::control::QUIESCE.put(u32::from(live.quiesce)),
        feature::STATUS => {
            feature::status::BUSY.put(u32::from(live.busy))
                | feature::status::WAITS_H2C.put(live.waits.h2c)
                | feature::status::WAITS_C2H.put(live.waits.c2h)
                | feature::status::WAITS_PORTS.put(live.waits.ports)
        }
        feature::PROGRESS => live.progress,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use forebay_regs::cards::layout::XDMA;

    use super::*;

    #[test]
    fn the_chain_leads_from_header_to_header_and_ends() {
        let chain = platform(&XDMA);
        let word = |index, at| read(&chain, index, at, Live::default());
        assert_eq!(word(0, feature::NEXT), Some(user::FEATURE.at(1)));
        assert_eq!(word(1, feature::NEXT), Some(user::FEATURE.at(2)));
        assert_eq!(word(2, feature::NEXT), Some(0));
        assert_eq!(word(2, feature::ID), Some(0x4600_0003));
        assert_eq!((word(3, feature::ID), word(15, feature::NEXT)), (None, None), "no such header");
        assert_eq!((word(0, 0x24), word(0, 0x3C)), (None, None), "gaps");
    }

    #[test]
    fn what_a_plug_tells_is_in_its_header() {
        let chain = platform(&XDMA);
        let waits = Waits { h2c: 0b0100, c2h: 0b1001, ports: 0b10 };
        let mut live = Live { quiesce: true, busy: true, waits, progress: u32::MAX };
        live.advance(None);
        live.advance(Some(7));
        let word = |at| read(&chain, 0, at, live);
        assert_eq!(
            (word(feature::CONTROL), word(feature::STATUS), word(feature::PROGRESS)),
            (Some(1), Some(0x0002_9401), Some(0))
        );
    }
}
