// SPDX-License-Identifier: Apache-2.0
//! The card's BARs as regions: any access that a client may make, cut into those that the card takes.

use forebay_bus::{Bar, Card, CardError, Layout};

use crate::report::Limited;
use crate::summary::Summary;

/// A BAR as configuration space shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BarInfo {
    pub(crate) number: u32,
    pub(crate) size: u64,
    /// Low bits of the register.
    pub(crate) flags: u32,
}

const SIXTY_FOUR_BIT: u32 = 0x4;
const PREFETCHABLE: u32 = 0x8;

impl BarInfo {
    pub(crate) const fn is_64_bit(&self) -> bool {
        self.flags & SIXTY_FOUR_BIT != 0
    }
}

/// The BARs of a card of that layout.
pub(crate) fn bars(layout: &Layout) -> impl Iterator<Item = BarInfo> {
    let aperture = layout.aperture_bar;
    layout.bars().map(move |(number, bytes)| BarInfo {
        number,
        size: bytes,
        flags: if number == aperture { SIXTY_FOUR_BIT | PREFETCHABLE } else { 0 },
    })
}

/// Bytes of a register; of a line of the aperture, which a store stays within; and of a page of it, which a read stays within.
const REGISTER_BYTES: usize = 4;
const LINE_BYTES: usize = 64;
const PAGE_BYTES: usize = 4096;

/// The pieces of an access that the card takes, as offset and length; `None` when it takes no such access. `unit` is what it
/// takes at once.
fn pieces(unit: usize, offset: u64, bytes: usize) -> Option<impl Iterator<Item = (u64, usize)>> {
    let lane = lane(unit, offset);
    if unit == REGISTER_BYTES && (lane != 0 || !bytes.is_multiple_of(unit)) {
        return None;
    }
    let first = bytes.min(unit - lane);
    let mut at = 0;
    Some(std::iter::from_fn(move || {
        let part = if at == 0 { first } else { unit.min(bytes - at) };
        let piece = (offset + at as u64, part);
        at += part;
        (part > 0).then_some(piece)
    }))
}

/// Bytes that a card of that layout takes at once at most through the BAR of that number, of the aperture so many.
const fn unit(layout: &Layout, number: u32, aperture: usize) -> usize {
    if number == layout.aperture_bar { aperture } else { REGISTER_BYTES }
}

/// Place within a register or a line.
fn lane(unit: usize, offset: u64) -> usize {
    usize::try_from(offset % unit as u64).unwrap_or(0)
}

/// Reads for the client. An access that the card does not answer is all ones from its first byte to its last, also where the
/// card has answered parts of it, and ends there; errors are those that end the card.
///
/// A read of a part of a register reads the register, as a bridge in front of 32-bit registers does.
pub(crate) fn read(
    card: &mut dyn Card,
    number: u32,
    offset: u64,
    out: &mut [u8],
    (summary, stuck_lines): (&mut Summary, &mut Limited),
) -> Result<(), CardError> {
    summary.mmio_reads += 1;
    let layout = card.layout();
    let unit = unit(layout, number, PAGE_BYTES);
    // The aperture has byte lanes of its own.
    let lane = if unit == REGISTER_BYTES { lane(unit, offset) } else { 0 };
    let mut whole = vec![0xff; lane + out.len()];
    if unit == REGISTER_BYTES {
        whole.resize(whole.len().next_multiple_of(REGISTER_BYTES), 0xff);
    }
    let from = offset - lane as u64;
    let mut rest = &mut whole[..];
    for (at, bytes) in pieces(unit, from, rest.len()).into_iter().flatten() {
        let (piece, behind) = rest.split_at_mut(bytes);
        let done = match Bar::find(layout, number, at) {
            Some((bar, at)) => {
                let answer = card.mmio_read(bar, at, piece);
                settle(answer, card.now(), (summary, stuck_lines))?
            }
            None => false,
        };
        if !done {
            out.fill(0xff);
            return Ok(());
        }
        rest = behind;
    }
    out.copy_from_slice(&whole[lane..lane + out.len()]);
    Ok(())
}

/// Writes for the client; what the card does not take is dropped, and what is behind it too.
pub(crate) fn write(
    card: &mut dyn Card,
    number: u32,
    offset: u64,
    data: &[u8],
    (summary, stuck_lines): (&mut Summary, &mut Limited),
) -> Result<(), CardError> {
    summary.mmio_writes += 1;
    let layout = card.layout();
    let Some(pieces) = pieces(unit(layout, number, LINE_BYTES), offset, data.len()) else {
        summary.mmio_misshapen += 1;
        return Ok(());
    };
    let mut rest = data;
    for (at, bytes) in pieces {
        let (piece, behind) = rest.split_at(bytes);
        if let Some((bar, at)) = Bar::find(layout, number, at) {
            let answer = card.mmio_write(bar, at, piece);
            if !settle(answer, card.now(), (summary, stuck_lines))? {
                return Ok(());
            }
        }
        rest = behind;
    }
    Ok(())
}

/// A card that does not answer goes on; it has said where it is stuck. A store is not answered: of one that gets stuck the card
/// tells later. Gives whether it has answered.
pub(crate) fn settle(
    answer: Result<(), CardError>,
    cycle: u64,
    (summary, stuck_lines): (&mut Summary, &mut Limited),
) -> Result<bool, CardError> {
    match answer {
        Err(CardError::MmioSize { .. }) => summary.mmio_misshapen += 1,
        Err(stuck @ CardError::MmioTimeout { .. }) => {
            summary.mmio_timeouts += 1;
            stuck_lines.tell(summary.mmio_timeouts, || {
                format!("card cycle {cycle}: {stuck}; a read gives all ones")
            });
        }
        other => return other.map(|()| true),
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use forebay_bus::LinkParams;

    use super::*;

    fn cut(unit: usize, offset: u64, bytes: usize) -> Option<Vec<(u64, usize)>> {
        pieces(unit, offset, bytes).map(Iterator::collect)
    }

    #[test]
    fn any_part_of_registers_is_read() {
        let mut card = forebay_sim::open("fast:loopback", LinkParams::default(), None).unwrap();
        let mut summary = Summary::default();
        let mut lines = Limited::default();
        // The magic word, the version behind it: what a read of both at once says.
        let mut whole = [0; 8];
        read(&mut *card, 0, 0, &mut whole, (&mut summary, &mut lines)).unwrap();
        assert_eq!(whole[..4], *b"FBAY");
        assert_ne!(whole[4..], [0; 4]);
        for (from, bytes) in (0..8).flat_map(|from| (1..=8 - from).map(move |bytes| (from, bytes)))
        {
            let mut part = vec![0; bytes];
            read(&mut *card, 0, from as u64, &mut part, (&mut summary, &mut lines)).unwrap();
            assert_eq!(part, whole[from..from + bytes], "{bytes} at {from}");
        }
        assert_eq!(summary.mmio_misshapen, 0);
    }

    #[test]
    fn registers_are_written_in_whole_words_only() {
        assert_eq!(cut(REGISTER_BYTES, 8, 4), Some(vec![(8, 4)]));
        assert_eq!(cut(REGISTER_BYTES, 8, 8), Some(vec![(8, 4), (12, 4)]));
        for (offset, bytes) in [(8, 1), (8, 2), (9, 4), (8, 6), (10, 8)] {
            assert_eq!(cut(REGISTER_BYTES, offset, bytes), None, "{bytes} at {offset}");
        }
    }

    #[test]
    fn the_aperture_takes_anything_cut_at_lines() {
        assert_eq!(cut(LINE_BYTES, 3, 1), Some(vec![(3, 1)]));
        assert_eq!(cut(LINE_BYTES, 60, 8), Some(vec![(60, 4), (64, 4)]));
        assert_eq!(cut(LINE_BYTES, 64, 64), Some(vec![(64, 64)]));
        assert_eq!(cut(LINE_BYTES, 1, 64), Some(vec![(1, 63), (64, 1)]));
        assert_eq!(cut(PAGE_BYTES, 1, 4096), Some(vec![(1, 4095), (4096, 1)]));
    }

    #[test]
    fn an_access_goes_to_what_the_layout_has_there() {
        let mut card =
            forebay_sim::open("fast:loopback-shell", LinkParams::default(), None).unwrap();
        let (mut summary, mut lines) = (Summary::default(), Limited::default());
        let mut get = |number, offset| {
            let mut word = [0; 8];
            read(&mut *card, number, offset, &mut word, (&mut summary, &mut lines)).unwrap();
            u64::from_le_bytes(word)
        };
        assert_eq!(get(0, 0) & 0xffff_ffff, 0x1fc0_0006, "the block of DMA registers");
        assert_eq!(get(0, 0x1_0000) & 0xffff_ffff, 0x5941_4246, "the card's own registers");
        assert_eq!(get(0, 0xfffc) >> 32, 0x5941_4246, "a word of each");
        assert_eq!(get(2, 0), u64::MAX, "nobody's");
    }
}
