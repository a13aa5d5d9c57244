// SPDX-License-Identifier: Apache-2.0
//! What a bus may do to a card, injected by the page of registers at the end of the user BAR.

use forebay_bus::{Bar, CardExt};

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, CONTROL_W1C, D_COMPLETED, D_EOP, D_LAST,
    D_STOP_AT_EOP, DESC_ERROR, Host, ID, IDLE_STOPPED, IEM, LOG_ALL, MAGIC_STOPPED, PARTIAL_BYTES,
    POLL_HI, POLL_LO, Piece, READ_ERROR, RUN, STATUS, STOPPED, WRITE_ERROR, c2h, h2c,
};

// The page, typed by hand.
const PAGE: u32 = 0x03FE_F000;
const MAGIC: u32 = PAGE;
pub(crate) const ARM: u32 = PAGE + 0x04;
pub(crate) const KIND: u32 = PAGE + 0x08;
pub(crate) const SELECT: u32 = PAGE + 0x0C;
pub(crate) const SKIP: u32 = PAGE + 0x10;
pub(crate) const COUNT: u32 = PAGE + 0x14;
const PARAM: u32 = PAGE + 0x18;
pub(crate) const SEEN: u32 = PAGE + 0x1C;
pub(crate) const HITS: u32 = PAGE + 0x20;
pub(crate) const UNSUPPORTED: u32 = 1;
pub(crate) const ABORT: u32 = 2;
pub(crate) const POISONED: u32 = 3;
const BAD_MAGIC: u32 = 4;
const LOST: u32 = 5;
const LATE: u32 = 6;
const ALL_ONES: u32 = 7;
pub(crate) const NEVER_ANSWERED: u32 = 8;
const LATE_READ: u32 = 9;
const STANDSTILL: u32 = 10;
// Directions and purposes.
pub(crate) const READS: u32 = 1;
pub(crate) const WRITES: u32 = 2;
pub(crate) const DATA_ACCESS: u32 = 1 << 8;
pub(crate) const DESCRIPTORS: u32 = 1 << 9;
pub(crate) const WRITE_BACKS: u32 = 1 << 10;
const ANY: u32 = 0x703;

const DATA: usize = 0x1_0000;
const WORD: usize = 0xF000;
/// More packets than a channel has results under way, and a place for each stream channel's results and bytes.
const PACKETS: u32 = 20;
const RESULTS: [usize; 4] = [0, 0, 0xE000, 0xE800];
const RECEIVED: [usize; 4] = [0, 0, 0x8_0000, 0x9_0000];
const DONE: u32 = STOPPED | COMPLETED;
const POLL: u32 = 1 << 26;

pub(crate) fn arm(host: &mut Host, kind: u32, select: u32, skip: u32, count: u32) {
    for (register, value) in [(KIND, kind), (SELECT, select), (SKIP, skip), (COUNT, count)] {
        host.write_user(register, value);
        assert_eq!(host.read_user(register), value);
    }
    host.write_user(ARM, 1);
    assert_eq!((host.read_user(SEEN), host.read_user(HITS)), (0, 0));
}

fn pieces(host: &Host, channel: u32, count: u64) -> Vec<Piece> {
    let mut pieces: Vec<_> = (0..count)
        .map(|n| {
            let (memory, card) = (host.bus(DATA) + 4096 * n, 4096 * n);
            let (src, dst) = if channel < 0x1000 { (memory, card) } else { (card, memory) };
            Piece { flags: 0, len: 1000, src, dst }
        })
        .collect();
    pieces.last_mut().unwrap().flags = D_LAST;
    pieces
}

/// Accesses of one transfer as the page counts them.
fn census(host: &mut Host, channel: u32, select: u32, control: u32) -> u32 {
    arm(host, UNSUPPORTED, select, 0, 0);
    let chain = pieces(host, channel, 4);
    assert_eq!(host.run(channel, &chain, control), (DONE, 4));
    assert_eq!(host.read_user(HITS), 0);
    host.read_user(SEEN)
}

/// Every access of a transfer fails once, with every cause: its bit, a count that does not claim too much, and the
/// channel works afterwards.
fn a_transfer_fails_at_every_point(host: &mut Host) {
    for channel in [h2c(0), c2h(1)] {
        let to_card = channel == h2c(0);
        let data = if to_card {
            (READS | DATA_ACCESS, READ_ERROR)
        } else {
            (WRITES | DATA_ACCESS, WRITE_ERROR)
        };
        for (select, group) in [(READS | DESCRIPTORS, DESC_ERROR), data] {
            let points = census(host, channel, select, LOG_ALL);
            assert!(points >= 1);
            for (kind, bit) in [(UNSUPPORTED, 0), (ABORT, 1), (POISONED, 3)] {
                if kind == POISONED && select & WRITES != 0 {
                    continue;
                }
                for point in 0..points {
                    arm(host, kind, select, point, 1);
                    let chain = pieces(host, channel, 4);
                    let (status, count) = host.run(channel, &chain, LOG_ALL);
                    let what = format!(
                        "channel {channel:#x} kind {kind} select {select:#x} point {point}"
                    );
                    assert_eq!(status, 1 << (group + bit), "{what}");
                    assert!(count < 4, "{what}: count {count}");
                    assert_eq!((host.read_user(HITS), host.read_user(ARM)), (1, 0), "{what}");
                    let chain = pieces(host, channel, 4);
                    assert_eq!(host.run(channel, &chain, LOG_ALL), (DONE, 4), "{what}: usable");
                }
            }
        }
    }
}

/// One packet there and back on the last channels, whose bus identifiers are the highest of their kind.
fn accesses_are_told_apart_by_what_they_are_for(host: &mut Host) {
    for (select, wanted) in [
        (READS | DATA_ACCESS, 1..=1),
        (READS | DESCRIPTORS, 2..=2),
        (READS | WRITE_BACKS, 0..=0),
        // The RTL writes 256 bytes at once, the native card all 300.
        (WRITES | DATA_ACCESS, 1..=2),
        (WRITES | WRITE_BACKS, 1..=1),
        (WRITES | DESCRIPTORS, 0..=0),
    ] {
        arm(host, ABORT, select, 0, 0);
        host.write(h2c(3) + CONTROL_W1C, RUN);
        let send = Piece { flags: D_LAST, len: 300, src: host.bus(DATA), dst: 0 };
        host.start(h2c(3), 0x4000, &[send], LOG_ALL | RUN);
        let receive = Piece { flags: D_LAST, len: 300, src: host.bus(WORD), dst: host.bus(DATA) };
        assert_eq!(host.run(c2h(3), &[receive], LOG_ALL), (DONE, 1));
        let seen = host.read_user(SEEN);
        assert!(wanted.contains(&seen), "select {select:#x}: {seen} accesses");
    }
}

/// Poisoned writes do not exist, and a page that selects nothing hits nothing.
fn what_does_not_match_is_left_alone(host: &mut Host) {
    for (kind, select) in
        [(POISONED, WRITES | 0x700), (ABORT, READS), (ABORT, DATA_ACCESS), (0, ANY), (99, ANY)]
    {
        arm(host, kind, select, 0, u32::MAX);
        let chain = pieces(host, c2h(0), 4);
        assert_eq!(host.run(c2h(0), &chain, LOG_ALL), (DONE, 4), "kind {kind} select {select:#x}");
        assert_eq!(host.read_user(HITS), 0);
    }
}

/// A poll-mode word that is refused: the run itself went well, and the status block counts a host error.
fn write_backs_fail_apart_from_data(host: &mut Host) {
    host.write_pair(POLL_LO, POLL_HI, host.bus(WORD));
    host.put(WORD, &[0; 4]);
    arm(host, ABORT, WRITES | WRITE_BACKS, 0, 1);
    let before = host.read_user(0x0100 + 8 * 5);
    let chain = pieces(host, h2c(0), 4);
    assert_eq!(host.run(h2c(0), &chain, LOG_ALL | POLL), (DONE, 4));
    assert_eq!((host.word(WORD), host.read_user(HITS)), (0, 1));
    assert_eq!(host.read_user(0x0100 + 8 * 5), before + 1);
    // The result of a stream descriptor belongs to it.
    arm(host, ABORT, WRITES | WRITE_BACKS, 0, 1);
    let send = Piece { flags: D_LAST, len: 300, src: host.bus(DATA), dst: 0 };
    host.start(h2c(2), 0x4000, &[send], LOG_ALL | RUN);
    let receive = Piece { flags: D_LAST, len: 300, src: host.bus(WORD), dst: host.bus(DATA) };
    assert_eq!(host.run(c2h(2), &[receive], LOG_ALL), (2 << WRITE_ERROR, 0));
}

fn the_nth_descriptor_has_a_bad_magic(host: &mut Host) {
    for bad in 0..4 {
        arm(host, BAD_MAGIC, ANY, bad, 1);
        let chain = pieces(host, c2h(0), 4);
        assert_eq!(host.run(c2h(0), &chain, LOG_ALL), (MAGIC_STOPPED, bad));
        assert_eq!(host.read_user(HITS), 1);
        let chain = pieces(host, c2h(0), 4);
        assert_eq!(host.run(c2h(0), &chain, LOG_ALL), (DONE, 4));
    }
}

fn open(host: &mut Host) {
    host.unmask_vectors();
    host.write(0x20A0, 0x0302_0100);
    host.write(0x2014, 0xFF);
    host.write(IEM, LOG_ALL);
}

fn a_message_is_lost_or_late(host: &mut Host) {
    open(host);
    arm(host, LOST, 0, 1, 1);
    for round in 0..3 {
        let chain = pieces(host, h2c(0), 2);
        host.run(h2c(0), &chain, LOG_ALL);
        let arrived = host.got[0];
        assert_eq!(arrived, u32::from(round != 1), "round {round}");
        host.got[0] = 0;
    }
    assert_eq!((host.read_user(SEEN), host.read_user(HITS)), (3, 1));

    host.write_user(PARAM, 5000);
    arm(host, LATE, 0, 0, 1);
    let chain = pieces(host, h2c(0), 2);
    host.write(CONTROL_W1C, RUN);
    host.start(h2c(0), 0, &chain, LOG_ALL | RUN);
    let begin = host.card.now();
    host.advance(4900);
    assert_eq!(host.read(STATUS), DONE, "the run is over");
    host.assert_no_messages();
    host.wait_message(0);
    assert!((5000..9000).contains(&(host.card.now() - begin)), "{}", host.card.now() - begin);
    host.assert_no_messages();
}

fn off_the_bus_every_read_is_all_ones(host: &mut Host) {
    open(host);
    let id = host.read(ID);
    arm(host, ALL_ONES, 0, 2, 5);
    assert_eq!((host.read(ID), host.read_user(0)), (id, 0x5941_4246));
    // Off now: writes go nowhere, the page answers, nothing moves and nothing arrives.
    assert_eq!(host.read_user(MAGIC), 0x4946_4246);
    let chain = pieces(host, h2c(0), 2);
    host.start(h2c(0), 0, &chain, LOG_ALL | RUN);
    host.settle();
    assert_eq!((host.read(STATUS), host.read_user(0), host.read(ID)), (!0, !0, !0));
    assert_eq!(host.card.read32(Bar::Aperture, 0_u32).unwrap(), !0);
    let mut line = [0; 64];
    host.card.mmio_read(Bar::Aperture, 0, &mut line).unwrap();
    assert_eq!(line, [0xFF; 64]);
    // Five reads: back again, and nothing of what was written has arrived.
    assert_eq!((host.read(ID), host.read(STATUS), host.read(CONTROL)), (id, 0, 0));
    assert_eq!((host.read_user(HITS), host.read_user(ARM)), (5, 0));
    assert_eq!(host.run(h2c(0), &chain, LOG_ALL), (DONE, 2));
    host.wait_message(0);

    // It falls off in the middle of a run, with descriptors to read: DMA finds nobody, no message comes.
    let chain = pieces(host, h2c(0), 200);
    host.write(CONTROL_W1C, RUN);
    host.start(h2c(0), 0x2000, &chain, LOG_ALL | RUN);
    host.advance(600);
    assert_eq!(host.read(STATUS) & BUSY, BUSY);
    arm(host, ALL_ONES, 0, 0, u32::MAX);
    host.settle();
    assert_eq!(host.read(STATUS), !0);
    host.write_user(ARM, 0);
    assert_ne!(host.read(STATUS) & (0x1F << READ_ERROR | 0x1F << DESC_ERROR), 0);
    assert!(host.read(COMPLETED_COUNT) < 200);
    host.assert_no_messages();
}

/// 4 KiB to the card and back by the first channels, compared.
fn assert_moves(host: &mut Host) {
    let bytes = host.fill(DATA, 4096);
    let to_card = Piece { flags: D_LAST, len: 4096, src: host.bus(DATA), dst: 0x8000 };
    assert_eq!(host.run(h2c(0), &[to_card], LOG_ALL), (DONE, 1));
    host.put(DATA, &[0; 4096]);
    let back = Piece { flags: D_LAST, len: 4096, src: 0x8000, dst: host.bus(DATA) };
    assert_eq!(host.run(c2h(0), &[back], LOG_ALL), (DONE, 1));
    assert!(host.get(DATA, 4096) == bytes, "bytes differ");
}

/// An access that is never answered keeps its channel busy, whatever software does, and no other channel; after a reset
/// of the card all is well.
fn what_is_never_answered_keeps_its_channel_busy_until_a_reset(host: &mut Host) {
    for (channel, select) in [
        (h2c(1), READS | DESCRIPTORS),
        (h2c(1), READS | DATA_ACCESS),
        (c2h(1), WRITES | DATA_ACCESS),
        (c2h(2), WRITES | WRITE_BACKS),
    ] {
        host.card.reset().unwrap();
        open(host);
        let what = format!("channel {channel:#x} select {select:#x}");
        let chain = if channel == c2h(2) {
            let send = Piece { flags: D_LAST, len: 300, src: host.bus(DATA), dst: 0 };
            assert_eq!(host.run(h2c(2), &[send], LOG_ALL), (DONE, 1));
            vec![Piece { flags: D_LAST, len: 300, src: host.bus(WORD), dst: host.bus(DATA) }]
        } else {
            pieces(host, channel, 4)
        };
        arm(host, NEVER_ANSWERED, select, 0, 1);
        host.write(channel + CONTROL_W1C, RUN);
        host.start(channel, 0x4000, &chain, LOG_ALL | RUN);
        host.settle();
        assert_eq!((host.read_user(HITS), host.read_user(ARM)), (1, 0), "{what}");
        assert_eq!(host.read(channel + STATUS) & BUSY, BUSY, "{what}");
        assert_moves(host);
        host.wait_message(0);
        host.write(channel + CONTROL_W1C, RUN);
        host.settle();
        assert_eq!(host.read(channel + STATUS), BUSY, "{what}: a stop does not help");
        assert_eq!(host.read(channel + COMPLETED_COUNT), 0, "{what}");
        host.write(channel + CONTROL, LOG_ALL | RUN);
        host.settle();
        assert_eq!(host.read(channel + STATUS) & BUSY, BUSY, "{what}: nor does another run");
        host.assert_no_messages();

        host.card.reset().unwrap();
        host.settle();
        assert_eq!(host.read(channel + STATUS), 0, "{what}: reset");
        assert_moves(host);
        let chain = pieces(host, h2c(1), 4);
        assert_eq!(host.run(h2c(1), &chain, LOG_ALL), (DONE, 4), "{what}: usable");
    }
}

/// Bytes of a packet are where they belong or nowhere, also behind a write that was refused; the next run goes on.
fn a_refused_write_puts_no_byte_of_its_packet_elsewhere(host: &mut Host) {
    const BACK: usize = 0x8_0000;
    const UNTOUCHED: u8 = 0x66;
    let (len, count) = (4096, 8);
    for place in 0..8 {
        host.card.reset().unwrap();
        // More than the room for it.
        let sent = host.fill(DATA, 0xC000);
        let packet = Piece { flags: D_LAST, len: 0xC000, src: host.bus(DATA), dst: 0 };
        host.start(h2c(2), 0x4000, &[packet], LOG_ALL | RUN);
        host.settle();
        host.put(BACK, &vec![UNTOUCHED; len * count]);
        let room = (0..count).map(|n| Piece {
            flags: D_STOP_AT_EOP | if n + 1 == count { D_LAST } else { 0 },
            len: 4096,
            src: host.bus(WORD + 32 * n),
            dst: host.bus(BACK + len * n),
        });
        let room: Vec<_> = room.collect();
        arm(host, ABORT, WRITES | DATA_ACCESS, place, 1);
        let (status, done) = host.run(c2h(2), &room, LOG_ALL);
        assert_eq!((status, host.read_user(HITS)), (2 << WRITE_ERROR, 1), "write {place}");
        let (back, done) = (host.get(BACK, len * count), len * done as usize);
        assert!(back[..done] == sent[..done], "write {place}: {done} bytes counted");
        let elsewhere = (done..len * count).find(|at| ![sent[*at], UNTOUCHED].contains(&back[*at]));
        assert_eq!(elsewhere, None, "write {place}: a wrong byte behind {done}");
        let (status, done) = host.run(c2h(2), &room, LOG_ALL);
        assert_eq!(status, DONE, "write {place}: the next run");
        let rest: u32 = (0..done as usize).map(|n| host.word(WORD + 32 * n + 4)).sum();
        let rest = host.get(BACK, rest as usize);
        assert!(sent.windows(rest.len()).any(|part| part == rest), "write {place}: the next run");
    }
}

/// Runs of memory channels with poll-mode words, one after the other: each ends, and its word says so.
fn assert_words(host: &mut Host, channels: &[u32]) {
    for channel in channels {
        let place = WORD + 4 * (channel >> 8) as usize;
        host.write_pair(channel + POLL_LO, channel + POLL_HI, host.bus(place));
        for round in 0..3 {
            host.put(place, &[0; 4]);
            let chain = pieces(host, *channel, 4);
            let ended = host.run(*channel, &chain, LOG_ALL | POLL);
            assert_eq!((ended, host.word(place)), ((DONE, 4), 4), "{channel:#x}, run {round}");
        }
    }
}

/// Sends packets to a C2H stream channel that has a descriptor for each; its status and completed count.
fn receive_packets(host: &mut Host, number: u32) -> (u32, u32) {
    let (results, back) = (RESULTS[number as usize], RECEIVED[number as usize]);
    host.fill(DATA, 64 * PACKETS as usize);
    host.put(results, &[0; 8 * PACKETS as usize]);
    host.put(back, &[0; 64 * PACKETS as usize]);
    let piece = |n: u32, src: u64, dst: u64| Piece {
        flags: if n + 1 == PACKETS { D_LAST } else { D_EOP },
        len: 64,
        src,
        dst,
    };
    let (results, back, data) = (host.bus(results), host.bus(back), host.bus(DATA));
    let receive: Vec<_> = (0..PACKETS)
        .map(|n| piece(n, results + 8 * u64::from(n), back + 64 * u64::from(n)))
        .collect();
    let send: Vec<_> = (0..PACKETS).map(|n| piece(n, data + 64 * u64::from(n), 0)).collect();
    let channel = c2h(number);
    host.write(channel + CONTROL_W1C, RUN);
    host.start(channel, 0x2000 + 0x1000 * number as usize, &receive, LOG_ALL | RUN);
    assert_eq!(host.run(h2c(number), &send, LOG_ALL), (DONE, PACKETS));
    (host.read(channel + STATUS), host.read(channel + COMPLETED_COUNT))
}

/// A poll-mode word that is never answered: those of other channels are written and acknowledged, so are results.
fn a_word_that_is_never_answered_holds_up_no_other_channel(host: &mut Host) {
    host.write_pair(h2c(1) + POLL_LO, h2c(1) + POLL_HI, host.bus(WORD - 4));
    arm(host, NEVER_ANSWERED, WRITES | WRITE_BACKS, 0, 1);
    let chain = pieces(host, h2c(1), 4);
    assert_eq!(host.run(h2c(1), &chain, LOG_ALL | POLL), (DONE | BUSY, 4));
    assert_eq!(host.read_user(HITS), 1);
    assert_words(host, &[h2c(0), c2h(0), c2h(1)]);
    assert_eq!(receive_packets(host, 2), (DONE, PACKETS));
    assert_eq!(host.read(h2c(1) + STATUS), DONE | BUSY);
}

/// A word in the middle of a run: its message waits for it, and whatever the run does meanwhile.
fn no_message_comes_before_the_word_that_it_announces(host: &mut Host) {
    open(host);
    host.write_pair(h2c(1) + POLL_LO, h2c(1) + POLL_HI, host.bus(WORD));
    host.put(WORD, &[0; 4]);
    host.write(h2c(1) + IEM, LOG_ALL);
    arm(host, NEVER_ANSWERED, WRITES | WRITE_BACKS, 0, 1);
    let mut chain = pieces(host, h2c(1), 4);
    chain[0].flags = D_COMPLETED;
    assert_eq!(host.run(h2c(1), &chain, LOG_ALL | POLL), (DONE | BUSY, 4));
    assert_eq!((host.read_user(HITS), host.word(WORD)), (1, 0));
    host.assert_no_messages();
    // Neither a stop nor another run lets it through, nor is that one begun.
    host.write(h2c(1) + CONTROL_W1C, RUN);
    host.settle();
    host.write(h2c(1) + CONTROL, LOG_ALL | POLL | RUN);
    host.settle();
    assert_eq!(host.read(h2c(1) + STATUS), DONE | BUSY);
    assert_eq!(host.read(h2c(1) + COMPLETED_COUNT), 4);
    host.assert_no_messages();
    assert_words(host, &[h2c(0), c2h(0)]);
}

/// The same of a stream's result, with all behind it that a channel has under way: other streams tell theirs.
fn a_result_that_is_never_answered_holds_up_no_other_channel(host: &mut Host) {
    arm(host, NEVER_ANSWERED, WRITES | WRITE_BACKS, 0, 1);
    assert_eq!(receive_packets(host, 2), (BUSY, 0));
    assert_eq!(host.read_user(HITS), 1);
    assert_words(host, &[h2c(0), c2h(0), h2c(1)]);
    for round in 0..3 {
        assert_eq!(receive_packets(host, 3), (DONE, PACKETS), "round {round}");
        let bytes = 64 * PACKETS as usize;
        assert!(
            host.get(RECEIVED[3], bytes) == host.get(DATA, bytes),
            "round {round}: bytes differ"
        );
        for n in 0..PACKETS as usize {
            let at = RESULTS[3] + 8 * n;
            assert_eq!((host.word(at), host.word(at + 4)), (0x52B4_0001, 64), "packet {n}");
        }
    }
    assert_eq!((host.read(c2h(2) + STATUS), host.read(c2h(2) + COMPLETED_COUNT)), (BUSY, 0));
}

/// All data arrive, however reads come back.
fn late_reads_change_no_byte(host: &mut Host) {
    for seed in 1..8 {
        host.write_user(PARAM, seed);
        arm(host, LATE_READ, READS | 0x700, 0, u32::MAX);
        let bytes = host.fill(DATA, 1 << 16);
        let chain: Vec<Piece> = (0..16)
            .map(|n| Piece {
                flags: if n == 15 { D_LAST } else { 0 },
                len: 4096,
                src: host.bus(DATA) + 4096 * n,
                dst: 4096 * n,
            })
            .collect();
        assert_eq!(host.run(h2c(0), &chain, LOG_ALL), (DONE, 16));
        assert_eq!(host.read_user(SEEN), host.read_user(HITS));
        assert!(host.read_user(HITS) > 16, "descriptors and data are read");
        assert!(host.get_card(0, 1 << 16) == bytes, "seed {seed}: bytes differ");
    }
}

/// A card that stands still in the middle of a transfer stays there; what was asked of it meanwhile holds when it goes on.
fn a_card_that_stands_still_is_stopped_in_the_middle(host: &mut Host) {
    const BYTES: u32 = 1 << 16;
    const LEN: usize = BYTES as usize;
    let sent = host.fill_card(0, LEN);
    for stopped in [true, false] {
        host.put(DATA, &[0xEE; LEN]);
        arm(host, STANDSTILL, WRITES | DATA_ACCESS, 3, 1);
        let whole = Piece { flags: D_LAST, len: BYTES, src: 0, dst: host.bus(DATA) };
        let channel = c2h(0);
        host.write(channel + CONTROL_W1C, RUN);
        host.start(channel, 0x4000, &[whole], LOG_ALL | RUN);
        host.settle();
        assert_eq!((host.read_user(HITS), host.read_user(ARM)), (1, 0));
        let there = host.get(DATA, LEN);
        assert_ne!(there, sent, "in the middle");
        assert_ne!(there, [0xEE; LEN], "in the middle");
        host.settle();
        assert_eq!(host.read(channel + STATUS), BUSY);
        assert_eq!(host.read(channel + COMPLETED_COUNT), 0);
        if stopped {
            host.write(channel + CONTROL_W1C, RUN);
            host.settle();
            assert_eq!(host.read(channel + STATUS), BUSY);
        }
        host.write_user(ARM, 0);
        host.settle();
        let (status, count) = if stopped { (IDLE_STOPPED, 0) } else { (DONE, 1) };
        assert_eq!(host.read(channel + STATUS), status);
        assert_eq!(host.read(channel + COMPLETED_COUNT), count);
        let arrived = if stopped { host.read(channel + PARTIAL_BYTES) as usize } else { LEN };
        assert!(arrived > 0 && (arrived < LEN) == stopped, "{arrived}");
        let there = host.get(DATA, LEN);
        assert!(there[..arrived] == sent[..arrived] && there[arrived..] == [0xEE; LEN][arrived..]);
    }
}

fn a_card_reset_disarms(host: &mut Host) {
    arm(host, ALL_ONES, 0, 0, u32::MAX);
    assert_eq!(host.read(ID), !0);
    host.card.reset().unwrap();
    assert_eq!(host.read(ID) >> 16, 0x1FC0);
    assert_eq!((host.read_user(ARM), host.read_user(KIND), host.read_user(COUNT)), (0, 0, 1));
    let error = host.card.mmio_read(Bar::User, u64::from(PAGE) + 2, &mut [0; 2]).unwrap_err();
    assert!(error.to_string().contains("0x3fef002"), "{error}");
}

on_both!(
    "loopback":
    a_transfer_fails_at_every_point,
    accesses_are_told_apart_by_what_they_are_for,
    what_does_not_match_is_left_alone,
    write_backs_fail_apart_from_data,
    the_nth_descriptor_has_a_bad_magic,
    a_message_is_lost_or_late,
    off_the_bus_every_read_is_all_ones,
    what_is_never_answered_keeps_its_channel_busy_until_a_reset,
    a_refused_write_puts_no_byte_of_its_packet_elsewhere,
    a_word_that_is_never_answered_holds_up_no_other_channel,
    no_message_comes_before_the_word_that_it_announces,
    a_result_that_is_never_answered_holds_up_no_other_channel,
    late_reads_change_no_byte,
    a_card_that_stands_still_is_stopped_in_the_middle,
    a_card_reset_disarms,
);
