// SPDX-License-Identifier: Apache-2.0
//! A descriptor in the doorbell: one store of 64 bytes, or the same in pieces, begins a run of its own. Places and bits are typed by
//! hand from the decision that describes them (docs/decisions/0015-descriptor-in-the-doorbell.md).

use forebay_bus::Bar;

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, CONTROL_W1C, D_COMPLETED, D_LAST, D_STOP, Host,
    IDLE_STOPPED, IEM, INVALID_LENGTH, LOG_ALL, MAGIC_STOPPED, PARTIAL_BYTES, POLL_HI, POLL_LO,
    Piece, READ_ERROR, RUN, STATUS, STOPPED, WRITE_ERROR, c2h, h2c,
};

/// From a channel's base: its doorbell, which is two targets apart from the others for the two directions as they are.
pub(crate) const DOORBELL: u32 = 0x9000;
pub(crate) const REFUSED: u32 = DOORBELL + 4;
const LINE: u32 = DOORBELL + 0x40;
pub(crate) const R_BUSY: u32 = 1;
pub(crate) const R_TORN: u32 = 2;
pub(crate) const R_FORMAT: u32 = 4;
/// Counters of the status block, low halves: reads of host memory, refused accesses; and where the last of these was.
const HOST_READS: u32 = 0x100 + 8 * 2;
const MMIO_ERRORS: u32 = 0x100 + 8 * 11;
const LAST_BAD: u32 = 0x50;

pub(crate) const DONE: u32 = STOPPED | COMPLETED;
pub(crate) const DATA: usize = 0x1_0000;
pub(crate) const BACK: usize = 0x2_0000;
pub(crate) const CARD: u64 = 0x4_0000;

/// How a line comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum By {
    Store,
    Eights,
    Words,
}
pub(crate) const WAYS: [By; 3] = [By::Store, By::Eights, By::Words];

/// A line with a descriptor whose next address leads nowhere.
pub(crate) fn line(control: u32, piece: Piece) -> [u8; 64] {
    let mut bytes = Vec::from((0xAD4B_3F00 | control).to_le_bytes());
    bytes.extend(piece.len.to_le_bytes());
    for address in [piece.src, piece.dst, 0xDEAD_BEE0] {
        bytes.extend(address.to_le_bytes());
    }
    bytes.resize(64, 0);
    bytes.try_into().unwrap()
}

/// Sends a line, or some bytes of it, by pieces of that size.
fn send(host: &mut Host, channel: u32, bytes: &[u8], from: u32, piece: usize) {
    for (at, data) in (from..).step_by(piece).zip(bytes.chunks(piece)) {
        host.card.mmio_write(Bar::Dma, (channel + LINE + at).into(), data).unwrap();
    }
}

pub(crate) fn ring(host: &mut Host, channel: u32, line: &[u8; 64], by: By) {
    let piece = match by {
        By::Store => 64,
        By::Eights => 8,
        By::Words => 4,
    };
    send(host, channel, line, 0, piece);
}

/// Status and count once all is at rest.
pub(crate) fn ended(host: &mut Host, channel: u32) -> (u32, u32) {
    host.settle();
    (host.read(channel + STATUS), host.read(channel + COMPLETED_COUNT))
}

/// Why lines were refused; clears it.
pub(crate) fn refused(host: &mut Host, channel: u32) -> u32 {
    let why = host.read(channel + REFUSED);
    host.write(channel + REFUSED, why);
    assert_eq!(host.read(channel + REFUSED), 0);
    why
}

/// The descriptor of a packet that moves between memory and card.
pub(crate) fn packet(host: &Host, to_card: bool, len: u32, skew: u32) -> Piece {
    let skew = u64::from(skew);
    if to_card {
        Piece { flags: D_LAST, len, src: host.bus(DATA) + skew, dst: CARD + 3 * skew }
    } else {
        Piece { flags: D_LAST, len, src: CARD + 3 * skew, dst: host.bus(BACK) + skew }
    }
}

/// Moves one packet, looks at every byte around both ends.
pub(crate) fn moves(host: &mut Host, to_card: bool, (len, skew): (u32, u32), by: By) {
    let channel = if to_card { h2c(0) } else { c2h(0) };
    let (span, at, bytes) = (1024, skew as usize, len as usize);
    let memory = host.fill(if to_card { DATA } else { BACK }, span);
    let card = host.fill_card(CARD, span);
    let reads = host.read_user(HOST_READS);
    let piece = packet(host, to_card, len, skew);
    ring(host, channel, &line(D_LAST, piece), by);
    assert_eq!(ended(host, channel), (DONE, 1), "{by:?}, {len} bytes");
    assert_eq!(host.read_user(HOST_READS) - reads, u32::from(to_card), "no descriptor");
    let (mut wanted_memory, mut wanted_card) = (memory, card);
    let (here, there) = (at..at + bytes, 3 * at..3 * at + bytes);
    if to_card {
        wanted_card[there].copy_from_slice(&wanted_memory[here]);
    } else {
        wanted_memory[here].copy_from_slice(&wanted_card[there]);
    }
    let memory = host.get(if to_card { DATA } else { BACK }, span);
    assert!(memory == wanted_memory && host.get_card(CARD, span) == wanted_card, "{by:?}, {len}");
}

fn each_channel_has_one_and_says_so(host: &mut Host) {
    for channel in 0..4 {
        let low = if channel >= 2 { 0x8000 } else { 0 } | channel << 8 | 6;
        for (base, target) in [(h2c(channel), 9), (c2h(channel), 10)] {
            assert_eq!(host.read(base + DOORBELL), 0x1FC0_0000 | target << 16 | low);
            for offset in [4, 8, 0x3C, 0x40, 0x7C, 0x80, 0xFC] {
                assert_eq!(host.read(base + DOORBELL + offset), 0);
            }
        }
    }
}

fn a_line_moves_its_bytes_and_no_others(host: &mut Host) {
    for channel in [h2c(0), c2h(0)] {
        host.write(channel + CONTROL, LOG_ALL);
    }
    for by in WAYS {
        for (len, skew) in [(64, 0), (1, 1), (63, 5), (200, 61)] {
            moves(host, true, (len, skew), by);
            moves(host, false, (len, skew), by);
        }
    }
    assert_eq!((refused(host, h2c(0)), refused(host, c2h(0))), (0, 0));
}

fn streams_take_lines(host: &mut Host) {
    for (round, by) in WAYS.into_iter().enumerate() {
        let data = host.fill(DATA, 300);
        host.put(BACK, &[0xEE; 512]);
        for channel in [h2c(2), c2h(2)] {
            host.write(channel + CONTROL, LOG_ALL);
        }
        let result = BACK + 0x1000 + 64 * round;
        let (src, dst) = (host.bus(result), host.bus(BACK));
        ring(host, c2h(2), &line(D_LAST, Piece { flags: 0, len: 512, src, dst }), by);
        let sent = Piece { flags: 0, len: 300, src: host.bus(DATA), dst: 0 };
        ring(host, h2c(2), &line(D_LAST, sent), by);
        assert_eq!(ended(host, h2c(2)), (DONE, 1));
        assert_eq!(ended(host, c2h(2)), (DONE, 1));
        assert_eq!((host.word(result), host.word(result + 4)), (0x52B4_0001, 300));
        let got = host.get(BACK, 512);
        assert!(got[..300] == data && got[300..].iter().all(|byte| *byte == 0xEE));
    }
}

/// The word in memory, then busy 0, then the message; the poll word of one run does not spoil the next.
fn words_and_messages_come_as_for_any_run(host: &mut Host) {
    let (channel, word) = (h2c(1), 0x8000);
    host.unmask_vectors();
    host.write(0x2010, 1 << 1);
    host.write(0x20A0, 5 << 8);
    host.write_pair(channel + POLL_LO, channel + POLL_HI, host.bus(word));
    host.write(channel + IEM, STOPPED);
    host.write(channel + CONTROL, LOG_ALL | 1 << 26);
    for by in WAYS {
        host.put(word, &[0; 4]);
        let data = host.fill(DATA, 64);
        let piece = Piece { flags: 0, len: 64, src: host.bus(DATA), dst: CARD };
        ring(host, channel, &line(D_LAST, piece), by);
        host.wait_message(5);
        assert_eq!(host.word(word), 1);
        assert_eq!(ended(host, channel), (DONE, 1));
        assert_eq!(host.get_card(CARD, 64), data);
        host.assert_no_messages();
    }
    // A failed one: the word says so.
    host.put(word, &[0; 4]);
    host.write(channel + IEM, LOG_ALL);
    let piece = Piece { flags: 0, len: 0, src: host.bus(DATA), dst: CARD };
    ring(host, channel, &line(D_LAST, piece), By::Store);
    host.wait_message(5);
    assert_eq!(host.word(word), 1 << 31);
    assert_eq!(ended(host, channel), (INVALID_LENGTH, 0));
    host.assert_no_messages();
}

fn lists_and_lines_follow_each_other(host: &mut Host) {
    let channel = h2c(0);
    for by in WAYS {
        let data = host.fill(DATA, 192);
        let piece =
            |flags, at: u64| Piece { flags, len: 64, src: host.bus(DATA) + at, dst: CARD + at };
        let pieces = [piece(0, 0), piece(D_LAST, 64)];
        let rung = line(D_STOP | D_COMPLETED, piece(0, 128));
        assert_eq!(host.run(channel, &pieces, LOG_ALL), (DONE, 2));
        // RUN is set: from a list, then from a line.
        for _ in 0..2 {
            assert_eq!(host.read(channel + CONTROL), LOG_ALL | RUN);
            ring(host, channel, &rung, by);
            assert_eq!(ended(host, channel), (DONE, 1));
        }
        assert!(host.get_card(CARD, 192) == data);
    }
    host.write(channel + CONTROL_W1C, RUN);
    assert_eq!(host.read(channel + STATUS), DONE, "a run at rest is not stopped");
}

/// Pieces of two channels, and other registers, in turn.
fn lines_of_two_channels_may_interleave(host: &mut Host) {
    let (data, card) = (host.fill(DATA, 80), host.fill_card(CARD + 0x1000, 96));
    let there = line(D_LAST, Piece { flags: 0, len: 80, src: host.bus(DATA), dst: CARD });
    let back = Piece { flags: 0, len: 96, src: CARD + 0x1000, dst: host.bus(BACK) };
    let back = line(D_LAST, back);
    for channel in [h2c(0), c2h(0)] {
        host.write(channel + CONTROL, LOG_ALL);
    }
    for (at, (one, two)) in (0..).step_by(8).zip(there.chunks(8).zip(back.chunks(8))) {
        send(host, h2c(0), one, at, 8);
        host.write(h2c(1) + POLL_LO, 4 * at);
        send(host, c2h(0), two, at, 4);
        assert_eq!(host.read(h2c(1) + POLL_LO), 4 * at);
    }
    assert_eq!((ended(host, h2c(0)), ended(host, c2h(0))), ((DONE, 1), (DONE, 1)));
    assert!(host.get_card(CARD, 80) == data && host.get(BACK, 96) == card);
}

/// What is refused touches nothing, is counted with its place, and says why; the next line rings.
fn torn_lines_and_other_formats_are_refused(host: &mut Host) {
    let channel = h2c(0);
    host.write(channel + CONTROL, LOG_ALL);
    let good = line(D_LAST, packet(host, true, 64, 0));
    let around = host.fill_card(CARD, 256);
    let mut errors = host.read_user(MMIO_ERRORS);
    let mut is_refused = |host: &mut Host, why: u32, at: u32| {
        assert_eq!(host.read(channel + REFUSED), why);
        errors += 1;
        assert_eq!(host.read_user(MMIO_ERRORS), errors);
        let place = host.card.layout().dma_offset + channel + LINE + at;
        assert_eq!(host.read_user(LAST_BAD), place);
        refused(host, channel);
        assert_eq!(ended(host, channel), (0, 0));
        assert_eq!(host.read(channel + CONTROL), LOG_ALL);
    };
    // The end of a line without its beginning, a gap, two pieces changed over, one twice.
    for pieces in
        [&[7][..], &[0, 1, 2, 4, 5, 6, 7], &[1, 0, 2, 3, 4, 5, 6, 7], &[0, 1, 1, 2, 3, 4, 5, 6, 7]]
    {
        for at in pieces.iter().map(|piece| 8 * piece) {
            send(host, channel, &good[at..at + 8], u32::try_from(at).unwrap(), 8);
        }
        is_refused(host, R_TORN, 56);
    }
    // A store in the middle is a line for itself.
    let mut bad = good;
    bad[0] &= !1;
    send(host, channel, &good[..32], 0, 8);
    ring(host, channel, &bad, By::Store);
    is_refused(host, R_FORMAT, 0);
    send(host, channel, &good[32..], 32, 8);
    is_refused(host, R_TORN, 56);
    for at in [32, 40, 63] {
        let mut bad = good;
        bad[at] = 1;
        ring(host, channel, &bad, By::Store);
        is_refused(host, R_FORMAT, 0);
        ring(host, channel, &bad, By::Eights);
        is_refused(host, R_FORMAT, 56);
    }
    assert!(host.get_card(CARD, 256) == around);
    // Begun and left.
    send(host, channel, &bad[..40], 0, 8);
    moves(host, true, (64, 0), By::Eights);
    assert_eq!(refused(host, channel), 0);
}

/// A store of a line where no doorbell is: an error that changes nothing.
fn a_line_that_is_no_doorbells_changes_nothing(host: &mut Host) {
    for (bar, page) in [
        (Bar::Dma, 0x0000),
        (Bar::Dma, 0x2000),
        (Bar::Dma, 0x4080),
        (Bar::Dma, 0x8000),
        (Bar::Dma, 0x9000),
        (Bar::Dma, 0x9080),
        (Bar::Dma, 0x9440),
        (Bar::Dma, 0xFFC0),
        (Bar::User, 0x1000),
        (Bar::User, 0x2000),
        (Bar::User, 0x3000),
    ] {
        let mut before = [0; 64];
        let look = |host: &mut Host, into: &mut [u8; 64]| {
            for (at, word) in (page..).step_by(4).zip(into.chunks_mut(4)) {
                host.card.mmio_read(bar, at, word).unwrap();
            }
        };
        look(host, &mut before);
        let errors = host.read_user(MMIO_ERRORS);
        host.card.mmio_write(bar, page, &[0xFF; 64]).unwrap();
        assert_eq!(host.read_user(MMIO_ERRORS), errors + 1, "{bar} {page:#x}");
        let mut after = [0; 64];
        look(host, &mut after);
        assert_eq!(before, after, "{bar} {page:#x}");
    }
}

fn bad_descriptors_fail_their_run_and_the_next_one_works(host: &mut Host) {
    let nowhere = 0x10;
    let no_card = 0x9000_0000;
    let last = u64::MAX - 31;
    let (memory, back) = (host.bus(DATA), host.bus(BACK));
    let cases = [
        (h2c(0), 0, memory, CARD, INVALID_LENGTH),
        (c2h(0), 0, CARD, back, INVALID_LENGTH),
        (h2c(2), 0, memory, 0, INVALID_LENGTH),
        (c2h(2), 0, memory, back, INVALID_LENGTH),
        (h2c(0), 1 << 28, memory, CARD, INVALID_LENGTH),
        (c2h(0), 0x8000_0040, CARD, back, INVALID_LENGTH),
        (h2c(0), 64, nowhere, CARD, 1 << READ_ERROR),
        (h2c(0), 64, last, CARD, 1 << READ_ERROR),
        (h2c(0), 64, memory, no_card, 1 << WRITE_ERROR),
        (h2c(0), 64, memory, last, 1 << WRITE_ERROR),
        (c2h(0), 64, no_card, back, 1 << READ_ERROR),
        (c2h(0), 64, last, back, 1 << READ_ERROR),
        (c2h(0), 64, CARD, nowhere, 1 << WRITE_ERROR),
        (c2h(0), 64, CARD, last, 1 << WRITE_ERROR),
    ];
    for (n, (channel, len, src, dst, status)) in cases.into_iter().enumerate() {
        let (card, memory) = (host.fill_card(CARD, 256), host.fill(BACK, 256));
        host.write(channel + CONTROL, LOG_ALL);
        let bad = line(D_LAST, Piece { flags: 0, len, src, dst });
        ring(host, channel, &bad, WAYS[n % 3]);
        assert_eq!(ended(host, channel), (status, 0), "case {n}");
        assert_eq!((refused(host, channel), host.read(channel + PARTIAL_BYTES)), (0, 0));
        assert!(host.get_card(CARD, 256) == card && host.get(BACK, 256) == memory, "case {n}");
        if channel == h2c(0) || channel == c2h(0) {
            moves(host, channel == h2c(0), (64, 0), WAYS[n % 3]);
        }
    }
    let mut bad = line(D_LAST, packet(host, true, 64, 0));
    bad[2] ^= 1;
    ring(host, h2c(0), &bad, By::Store);
    assert_eq!(ended(host, h2c(0)), (MAGIC_STOPPED, 0));
    moves(host, true, (64, 0), By::Store);
}

fn a_busy_channel_refuses_and_goes_on(host: &mut Host) {
    let channel = h2c(0);
    for by in WAYS {
        let (data, around) = (host.fill(DATA, 512), host.fill_card(CARD, 1024));
        let other = Piece { flags: 0, len: 64, src: host.bus(DATA), dst: CARD + 800 };
        let other = line(D_LAST, other);
        host.write(channel + CONTROL, LOG_ALL);
        ring(host, channel, &line(D_LAST, packet(host, true, 512, 0)), By::Store);
        ring(host, channel, &other, by);
        // One that begins while the channel is busy is refused, though that is at rest when it ends.
        send(host, channel, &other[..32], 0, 8);
        assert_eq!(host.read(channel + STATUS), BUSY);
        assert_eq!(ended(host, channel), (DONE, 1));
        assert_eq!(refused(host, channel), R_BUSY);
        send(host, channel, &other[32..], 32, 8);
        assert_eq!((ended(host, channel), refused(host, channel)), ((DONE, 1), R_BUSY));
        let got = host.get_card(CARD, 1024);
        assert!(got[..512] == data && got[512..] == around[512..]);
    }
    // A run that waits for a credit is one as well, and a front end that is held at rest begins none.
    let piece = packet(host, true, 64, 0);
    host.write(channel + CONTROL_W1C, RUN);
    host.write(0x6024, 1);
    host.start(channel, 0, &[piece], LOG_ALL | RUN);
    host.settle();
    ring(host, channel, &line(D_LAST, piece), By::Store);
    assert_eq!((refused(host, channel), host.read(channel + STATUS)), (R_BUSY, BUSY));
    host.write(channel + CONTROL_W1C, RUN);
    assert_eq!(ended(host, channel), (IDLE_STOPPED, 0));
    // A line needs no credit.
    moves(host, true, (64, 0), By::Store);
    host.write(0x6028, 1);
    host.write_user(0x04C0 + 0x30, 1);
    ring(host, channel, &line(D_LAST, piece), By::Store);
    ring(host, channel, &line(D_LAST, piece), By::Eights);
    assert_eq!(refused(host, channel), R_BUSY);
    assert_eq!((ended(host, channel), host.read(channel + CONTROL) & RUN), ((DONE, 1), 0));
    host.write_user(0x04C0 + 0x30, 0);
    moves(host, true, (64, 0), By::Eights);
}

/// A stop at any moment: what is counted, or of the one descriptor as much as is said; the next line works.
fn a_run_that_is_stopped_says_how_far_it_came(host: &mut Host) {
    let mut ends = std::collections::BTreeSet::new();
    for moment in (0..900).step_by(37) {
        for to_card in [true, false] {
            let channel = if to_card { h2c(0) } else { c2h(0) };
            let bytes = 700;
            host.write(channel + CONTROL, LOG_ALL);
            let (memory, card) =
                (host.fill(if to_card { DATA } else { BACK }, bytes), host.fill_card(CARD, bytes));
            let piece = packet(host, to_card, 700, 0);
            ring(host, channel, &line(D_LAST, piece), By::Store);
            host.advance(moment);
            host.write(channel + CONTROL_W1C, RUN);
            let (status, count) = ended(host, channel);
            let part = host.read(channel + PARTIAL_BYTES);
            assert!(
                matches!((status, count, part), (DONE, 1, 0) | (IDLE_STOPPED, 0, _) | (0, 0, 0)),
                "moment {moment}: {status:#x}, {count}, {part}"
            );
            ends.insert((to_card, count));
            let moved = if count == 1 { bytes } else { part as usize };
            let (from, to, got) = if to_card {
                (memory, card, host.get_card(CARD, bytes))
            } else {
                (card, memory, host.get(BACK, bytes))
            };
            assert!(
                got[..moved] == from[..moved] && got[moved..] == to[moved..],
                "moment {moment}"
            );
            assert_eq!(refused(host, channel), 0);
            moves(host, to_card, (64, 0), By::Store);
        }
    }
    assert_eq!(ends.len(), 4, "stopped in time, and too late, both ways: {ends:?}");
}

fn a_reset_forgets_lines_and_refusals(host: &mut Host) {
    let good = line(D_LAST, packet(host, true, 64, 0));
    send(host, h2c(0), &good[56..], 56, 8);
    assert_eq!(host.read(h2c(0) + REFUSED), R_TORN);
    send(host, h2c(0), &good[..56], 0, 8);
    host.read(h2c(0) + REFUSED);
    host.card.reset().unwrap();
    assert_eq!(host.read(h2c(0) + REFUSED), 0);
    send(host, h2c(0), &good[56..], 56, 8);
    assert_eq!((ended(host, h2c(0)), refused(host, h2c(0))), ((0, 0), R_TORN));
    host.write(h2c(0) + CONTROL, LOG_ALL);
    moves(host, true, (64, 0), By::Eights);
}

on_both!(
    "loopback":
    each_channel_has_one_and_says_so,
    a_line_moves_its_bytes_and_no_others,
    streams_take_lines,
    words_and_messages_come_as_for_any_run,
    lists_and_lines_follow_each_other,
    lines_of_two_channels_may_interleave,
    torn_lines_and_other_formats_are_refused,
    a_line_that_is_no_doorbells_changes_nothing,
    bad_descriptors_fail_their_run_and_the_next_one_works,
    a_busy_channel_refuses_and_goes_on,
    a_run_that_is_stopped_says_how_far_it_came,
    a_reset_forgets_lines_and_refusals,
);
