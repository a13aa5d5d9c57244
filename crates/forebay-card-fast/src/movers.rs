// SPDX-License-Identifier: Apache-2.0
//! What moves the bytes of a descriptor, a piece at a time.

use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::desc;
use forebay_regs::user::counter;

use crate::byte_stream::BEAT_BYTES;
use crate::fabric::{Fabric, Refused, lane};
use crate::note::Said;
use crate::status::BadSide;

/// What is moved at once never crosses 4 KiB on the card's side.
const PAGE_BYTES: u64 = 4096;

/// What is read for a stream at once crosses no multiple of so many bytes.
const REQUEST_BYTES: u64 = 512;

/// Bytes moved, and whether the descriptor ends before its length.
pub(crate) type Moved = Result<(u64, bool), Hitch>;

/// A descriptor under way. Behind the last address comes the first, as on a bus of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Current {
    pub(crate) control: u32,
    pub(crate) len: u64,
    pub(crate) src: u64,
    pub(crate) dst: u64,
    pub(crate) moved: u64,
}

/// Where a piece comes from, or where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    Read,
    Write,
}

/// Why a piece could not be moved.
pub(crate) enum Hitch {
    Blocked,
    Failed(Half, Refusal),
}

/// Host memory to card address, `most` bytes at most; with `fixed` every beat goes to the same card address.
pub(crate) fn host_to_card(fabric: &mut Fabric, at: Current, fixed: bool, most: u64) -> Moved {
    if at.len == 0 {
        return Ok((0, false));
    }
    let (card, limit) = card_place(at.dst, at.moved, fixed);
    let wanted = (at.len - at.moved).min(limit).min(most);
    let bytes = fabric.card_room(card, size(wanted));
    if bytes == 0 && wanted > 0 {
        fabric.wait_room(card);
        return Err(Hitch::Blocked);
    }
    let moved = promised_to_card(fabric, at, fixed, bytes as u64);
    if bytes < size(wanted) {
        fabric.stay_in_front(card);
    }
    moved
}

/// The same where there is room for all `bytes` of it.
pub(crate) fn promised_to_card(fabric: &mut Fabric, at: Current, fixed: bool, bytes: u64) -> Moved {
    let (card, _) = card_place(at.dst, at.moved, fixed);
    let data = host_read(fabric, at.src.wrapping_add(at.moved), size(bytes))?;
    fabric
        .card_write(card, &data)
        .map_err(|refused| card_failure(fabric, Half::Write, card, refused))?;
    Ok((bytes, false))
}

/// Card address to host memory, `most` bytes at most; with `fixed` every beat comes from the same card address.
pub(crate) fn card_to_host(fabric: &mut Fabric, at: Current, fixed: bool, most: u64) -> Moved {
    let host = at.dst.wrapping_add(at.moved);
    let (card, limit) = card_place(at.src, at.moved, fixed);
    let bytes = (at.len - at.moved).min(limit).min(most);
    if bytes == 0 {
        return Ok((0, false));
    }
    let mut data = vec![0; size(bytes)];
    // What goes on within a line has that line already.
    let goes_on = at.moved > 0 && lane(card) > 0;
    fabric
        .card_read(card, &mut data, goes_on)
        .map_err(|refused| card_failure(fabric, Half::Read, card, refused))?;
    host_write(fabric, Purpose::Data, host, &data)
        .map_err(|refusal| Hitch::Failed(Half::Write, refusal))?;
    Ok((bytes, false))
}

/// Host memory to host memory.
pub(crate) fn host_to_host(fabric: &mut Fabric, at: Current) -> Moved {
    let (from, to) = (at.src.wrapping_add(at.moved), at.dst.wrapping_add(at.moved));
    let bytes = (at.len - at.moved).min(to_page(from)).min(to_page(to));
    let data = host_read(fabric, from, size(bytes))?;
    host_write(fabric, Purpose::Data, to, &data)
        .map_err(|refusal| Hitch::Failed(Half::Write, refusal))?;
    Ok((bytes, false))
}

/// Lines of host memory that bytes `from` to `to` of a transfer at `host` touch beyond those before them: beats of the host bus.
pub(crate) const fn beats(host: u64, from: u64, to: u64) -> u64 {
    const fn lines(host: u64, moved: u64) -> u64 {
        if moved == 0 { 0 } else { (lane(host) as u64 + moved).div_ceil(BEAT_BYTES as u64) }
    }
    lines(host, to) - lines(host, from)
}

/// Host memory to the stream of that number, `most` bytes at most. What is read at once and goes there later waits in `ahead`.
pub(crate) fn host_to_stream(
    fabric: &mut Fabric,
    at: Current,
    stream: usize,
    most: u64,
    ahead: &mut Vec<u8>,
) -> Moved {
    let left = at.len - at.moved;
    let bytes = size(left.min(REQUEST_BYTES).min(most)).min(fabric.from_host[stream].room());
    if bytes == 0 {
        return Err(Hitch::Blocked);
    }
    if ahead.is_empty() {
        let host = at.src.wrapping_add(at.moved);
        *ahead = host_read(fabric, host, size(left.min(REQUEST_BYTES - host % REQUEST_BYTES)))?;
    }
    let bytes = bytes.min(ahead.len());
    fabric.from_host[stream].push(&ahead[..bytes]);
    ahead.drain(..bytes);
    if at.moved + bytes as u64 == at.len && desc::control::EOP.is_set(at.control) {
        fabric.from_host[stream].end_packet();
    }
    Ok((bytes as u64, false))
}

/// The stream of that number to host memory, `most` bytes at most.
pub(crate) fn stream_to_host(fabric: &mut Fabric, at: Current, stream: usize, most: u64) -> Moved {
    let host = at.dst.wrapping_add(at.moved);
    let (bytes, said, written) =
        said_to_host(fabric, host, (at.len - at.moved).min(most), stream).ok_or(Hitch::Blocked)?;
    written.map_err(|refusal| Hitch::Failed(Half::Write, refusal))?;
    Ok((bytes, said.end.is_some()))
}

/// What the stream of that number has for `host`, `most` bytes at most and within a page; how many bytes, what is said of them, and whether
/// they were taken there. None if it has nothing.
pub(crate) fn said_to_host(
    fabric: &mut Fabric,
    host: u64,
    most: u64,
    stream: usize,
) -> Option<(u64, Said, Result<(), Refusal>)> {
    let (data, said) = fabric.to_host[stream].pop_said(size(most.min(to_page(host))));
    if data.is_empty() {
        return said.end.is_some().then_some((0, said, Ok(())));
    }
    let written = host_write(fabric, Purpose::Data, host, &data);
    Some((data.len() as u64, said, written))
}

fn host_read(fabric: &mut Fabric, addr: u64, bytes: usize) -> Result<Vec<u8>, Hitch> {
    let mut data = vec![0; bytes];
    if bytes > 0
        && let Err(fault) = fabric.host.dma_read(addr, &mut data)
    {
        count_refusal(fabric, addr, fault.refusal);
        return Err(Hitch::Failed(Half::Read, fault.refusal));
    }
    fabric.status.count(counter::index::HOST_READS, 1);
    Ok(data)
}

/// Writes to the host, and counts it or its refusal.
pub(crate) fn host_write(
    fabric: &mut Fabric,
    purpose: Purpose,
    addr: u64,
    data: &[u8],
) -> Result<(), Refusal> {
    if let Err(fault) = fabric.host.dma_write_for(purpose, addr, data) {
        count_refusal(fabric, addr, fault.refusal);
        return Err(fault.refusal);
    }
    fabric.status.count(counter::index::HOST_WRITES, 1);
    Ok(())
}

/// Counts a refusal by the host. Of an answer that does not come nobody knows.
pub(crate) fn count_refusal(fabric: &mut Fabric, addr: u64, refusal: Refusal) {
    if refusal != Refusal::Unanswered {
        fabric.status.bad_address(BadSide::Host, addr);
    }
}

/// Counts a refusal of the card side, and tells it as one of the host would be.
fn card_failure(fabric: &mut Fabric, half: Half, addr: u64, refused: Refused) -> Hitch {
    fabric.status.bad_address(BadSide::Card, addr);
    let refusal = match refused {
        Refused::Decode => Refusal::Unsupported,
        Refused::Slave => Refusal::Abort,
    };
    Hitch::Failed(half, refusal)
}

/// Where on the card byte `moved` of a descriptor goes, and how many bytes from there on make a step: whole beats, for
/// each beat written to a stream port is an entry there. With `fixed` every beat is the line of the first one.
pub(crate) const fn card_place(base: u64, moved: u64, fixed: bool) -> (u64, u64) {
    let beat = BEAT_BYTES as u64;
    if !fixed {
        let card = base.wrapping_add(moved);
        return (card, to_page(card));
    }
    let line = base - base % beat;
    let within = (base % beat + moved) % beat;
    (line + within, beat - within)
}

/// Bytes up to the next 4 KiB boundary.
const fn to_page(addr: u64) -> u64 {
    PAGE_BYTES - addr % PAGE_BYTES
}

/// A step's bytes; at most one page.
#[expect(clippy::cast_possible_truncation, reason = "at most 4096")]
const fn size(bytes: u64) -> usize {
    bytes as usize
}
