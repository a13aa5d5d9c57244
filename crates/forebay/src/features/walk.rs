// SPDX-License-Identifier: Apache-2.0
//! Reading the chain: bounded, and every header checked before anybody relies on it.

use forebay_regs::Layout;
use forebay_regs::cards::{self, layout};
use forebay_regs::user::{self, feature};

use super::{Class, Feature, FeatureError, Lines, Page, Standing, Streams, names};
use crate::ForebayError;
use crate::dma_engine::CHANNELS;
use crate::registers::Registers;

/// Headers of the longest list: more than any card has room for at its beginning.
const MOST: usize = 64;
/// Bytes of a header, and what its place is a multiple of.
const HEADER_BYTES: u32 = user::FEATURE.stride();
/// What the offset of a page is a multiple of.
const PAGE_BYTES: u32 = 4096;
/// The version of registers that this library knows.
const MAJOR: u32 = 1;

/// Reads every header of the chain, in its order.
pub(crate) fn walk(registers: &mut dyn Registers) -> Result<Vec<Feature>, ForebayError> {
    let mut at = user::FEATURE.base();
    let first = header_at(registers, None, at)?;
    check_identity(&first)?;
    let layout = layout_of(&first)?;
    let mut found = vec![first];
    loop {
        let next = registers.read(at + feature::NEXT)?;
        if next == 0 {
            return Ok(found);
        }
        check_next(layout, &found, at, next)?;
        at = next;
        let header = header_at(registers, found.last(), at)?;
        check_page(layout, &header)?;
        check_alone(&found, &header)?;
        found.push(header);
    }
}

fn header_at(
    registers: &mut dyn Registers,
    before: Option<&Feature>,
    at: u32,
) -> Result<Feature, ForebayError> {
    let id = registers.read(at + feature::ID)?;
    check_mark(before, at, id)?;
    read_header(registers, at, id)
}

/// How the card lies on its bus, told by where its own registers begin there.
fn layout_of(identity: &Feature) -> Result<&'static Layout, FeatureError> {
    let Feature { header: at, class, kind, page: Page { bar, offset, bytes }, .. } = *identity;
    let own = layout::ALL.iter().find(|layout| cards::IDENTITY.place(layout) == (bar, offset));
    let why = "where no card known to this library has its own registers";
    own.ok_or(FeatureError::Page { at, class, kind, bar, offset, bytes, why })
}

fn read_header(registers: &mut dyn Registers, at: u32, id: u32) -> Result<Feature, ForebayError> {
    let class = class_of(feature::id::CLASS.get(id));
    let kind = feature::id::KIND.get(id);
    let name = names::name(class, kind);
    let mut word = |offset| registers.read(at + offset);
    let version = word(feature::VERSION)?;
    let version = (feature::version::MAJOR.get(version), feature::version::MINOR.get(version));
    let page = Page {
        bar: feature::page_bar::NUMBER.get(word(feature::PAGE_BAR)?),
        offset: word(feature::PAGE_OFFSET)?,
        bytes: word(feature::PAGE_BYTES)?,
    };
    let lines = word(feature::LINES)?;
    let streams = word(feature::STREAMS)?;
    Ok(Feature {
        class,
        kind,
        name,
        version,
        standing: match name {
            None => Standing::UnknownKind,
            Some(_) if version.0 != MAJOR => Standing::UnknownVersion,
            Some(_) => Standing::Known,
        },
        page,
        lines: Lines {
            first: feature::lines::FIRST.get(lines),
            count: feature::lines::COUNT.get(lines),
        },
        streams: Streams {
            h2c: feature::streams::H2C.get(streams),
            c2h: feature::streams::C2H.get(streams),
            ports: feature::streams::PORTS.get(streams),
        },
        events: feature::events::COUNT.get(word(feature::EVENTS)?),
        header: at,
    })
}

const fn class_of(number: u32) -> Class {
    match number {
        feature::id::class::PLATFORM => Class::Platform,
        feature::id::class::FRONT_END => Class::FrontEnd,
        feature::id::class::DATAPATH => Class::Datapath,
        other => Class::Other(other),
    }
}

fn check_mark(before: Option<&Feature>, at: u32, id: u32) -> Result<(), FeatureError> {
    let mark = feature::id::MARK;
    if mark.get(id) == mark.get(feature::id::RESET) {
        return Ok(());
    }
    Err(match before {
        None => FeatureError::NoList { at, value: id },
        Some(before) => FeatureError::NoMark { from: before.header, at, value: id },
    })
}

/// What is within a BAR that the card has. Of what this library does not know, also the BAR may be unknown.
fn check_page(layout: &Layout, of: &Feature) -> Result<(), FeatureError> {
    let Page { bar, offset, bytes } = of.page;
    let wrong = |why| {
        let Feature { header: at, class, kind, .. } = *of;
        Err(FeatureError::Page { at, class, kind, bar, offset, bytes, why })
    };
    if bytes == 0 {
        return Ok(());
    }
    let Some((_, bar_bytes)) = layout.bars().find(|(number, _)| *number == bar) else {
        return if of.is_known() { wrong("which the card does not have") } else { Ok(()) };
    };
    if u64::from(offset) + u64::from(bytes) > bar_bytes {
        return wrong("which ends before that");
    }
    if !offset.is_multiple_of(PAGE_BYTES) || !bytes.is_multiple_of(4) {
        return wrong("which is no whole page");
    }
    Ok(())
}

/// A card has one datapath, one of each part of the platform, and one set of DMA channels. Of what is unknown it may have several.
fn check_alone(before: &[Feature], of: &Feature) -> Result<(), FeatureError> {
    let rival = before.iter().find(|other| {
        // What the library does not know it leaves alone, also beside what it knows.
        let same = of.is_known() && other.is_known() && other.kind == of.kind;
        other.class == of.class
            && match of.class {
                Class::Datapath => true,
                Class::Platform => same,
                Class::FrontEnd => same && of.kind == CHANNELS,
                Class::Other(_) => false,
            }
    });
    let Some(rival) = rival else { return Ok(()) };
    Err(FeatureError::Two {
        class: of.class,
        kind: rival.kind,
        first: rival.header,
        again: of.kind,
        second: of.header,
    })
}

fn check_identity(of: &Feature) -> Result<(), FeatureError> {
    let Feature { class, kind, version: (major, minor), .. } = *of;
    if (class, kind) == (Class::Platform, user::PLATFORM_IDENTITY) && of.is_known() {
        return Ok(());
    }
    Err(FeatureError::NoIdentity { class, kind, major, minor })
}

fn check_next(
    layout: &Layout,
    found: &[Feature],
    from: u32,
    next: u32,
) -> Result<(), FeatureError> {
    let bar_bytes = layout.user_bar_bytes - layout.user_offset;
    if next > bar_bytes - HEADER_BYTES {
        return Err(FeatureError::Outside { from, next, bar_bytes });
    }
    if !next.is_multiple_of(HEADER_BYTES) {
        return Err(FeatureError::Unaligned { from, next });
    }
    if found.iter().any(|header| header.header == next) {
        return Err(FeatureError::Loop { from, next });
    }
    if found.len() == MOST {
        return Err(FeatureError::TooLong { most: MOST, at: from });
    }
    Ok(())
}

#[cfg(test)]
#[path = "walk_tests.rs"]
mod tests;
