// SPDX-License-Identifier: Apache-2.0
//! What a bus may do to runs that a doorbell begins, and that the next one works.

use crate::bench::{
    BUSY, CONTROL, CONTROL_W1C, D_LAST, Host, LOG_ALL, PARTIAL_BYTES, POLL_HI, POLL_LO, Piece,
    READ_ERROR, RUN, STATUS, WRITE_ERROR, c2h, h2c,
};
use crate::doorbell::{
    BACK, By, CARD, DATA, DONE, R_BUSY, WAYS, ended, line, moves, refused, ring,
};
use crate::faults::{
    ABORT, ARM, DATA_ACCESS, DESCRIPTORS, HITS, NEVER_ANSWERED, POISONED, READS, SEEN, UNSUPPORTED,
    WRITE_BACKS, WRITES, arm,
};

const RESULT: usize = 0xF000;
const WORD: usize = 0xF100;
const POLL: u32 = 1 << 26;
const LEN: u32 = 2000;

/// The line of a transfer of that channel; streams send and receive a packet.
fn descriptor(host: &Host, channel: u32) -> [u8; 64] {
    let piece = match (channel < 0x1000, channel & 0x200 == 0) {
        (true, _) => Piece { flags: 0, len: LEN, src: host.bus(DATA), dst: CARD },
        (false, true) => Piece { flags: 0, len: LEN, src: CARD, dst: host.bus(BACK) },
        (false, false) => Piece { flags: 0, len: LEN, src: host.bus(RESULT), dst: host.bus(BACK) },
    };
    line(D_LAST, piece)
}

fn rings(host: &mut Host, channel: u32, control: u32, by: By) {
    host.write(channel + CONTROL, control);
    let rung = descriptor(host, channel);
    ring(host, channel, &rung, by);
}

/// Every access of a transfer is refused once, in every way: its bit, no count, and the channel works.
fn every_access_may_fail(host: &mut Host) {
    for (channel, select, group) in
        [(h2c(0), READS | DATA_ACCESS, READ_ERROR), (c2h(0), WRITES | DATA_ACCESS, WRITE_ERROR)]
    {
        arm(host, UNSUPPORTED, READS | DESCRIPTORS, 0, u32::MAX);
        rings(host, channel, LOG_ALL, By::Store);
        assert_eq!(ended(host, channel), (DONE, 1));
        assert_eq!((host.read_user(SEEN), host.read_user(HITS)), (0, 0), "no descriptor is read");
        arm(host, UNSUPPORTED, select, 0, 0);
        rings(host, channel, LOG_ALL, By::Store);
        assert_eq!(ended(host, channel), (DONE, 1));
        let points = host.read_user(SEEN);
        assert!(points >= 1);
        for (kind, bit) in [(UNSUPPORTED, 0), (ABORT, 1), (POISONED, 3)] {
            if kind == POISONED && select & WRITES != 0 {
                continue;
            }
            for point in 0..points {
                let by = WAYS[point as usize % 3];
                let what = format!("{channel:#x}, kind {kind}, access {point}");
                arm(host, kind, select, point, 1);
                rings(host, channel, LOG_ALL, by);
                assert_eq!(ended(host, channel), (1 << (group + bit), 0), "{what}");
                assert_eq!((host.read_user(HITS), host.read_user(ARM)), (1, 0), "{what}");
                assert_eq!(refused(host, channel), 0, "{what}");
                moves(host, channel == h2c(0), (200, 3), by);
            }
        }
    }
}

/// Data of a packet, and its result: the error is the run's, and the next packet goes through.
fn a_packet_that_is_refused_fails_its_run(host: &mut Host) {
    for (select, poison) in [
        (READS | DATA_ACCESS, true),
        (READS | DATA_ACCESS, false),
        (WRITES | DATA_ACCESS, false),
        (WRITES | WRITE_BACKS, false),
    ] {
        host.card.reset().unwrap();
        host.fill(DATA, LEN as usize);
        let kind = if poison { POISONED } else { ABORT };
        arm(host, kind, select, 0, 1);
        rings(host, c2h(2), LOG_ALL, By::Store);
        rings(host, h2c(2), LOG_ALL, By::Eights);
        let (sender, receiver) = (ended(host, h2c(2)), ended(host, c2h(2)));
        assert_eq!(host.read_user(HITS), 1, "{select:#x}");
        if select & READS != 0 {
            let bit = if poison { 8 } else { 2 };
            assert_eq!(sender, (bit << READ_ERROR, 0), "{select:#x}");
            // Nothing of it has been sent, so that the receiver waits on.
            assert_eq!((host.read(h2c(2) + PARTIAL_BYTES), receiver), (0, (BUSY, 0)));
        } else {
            assert_eq!((sender, receiver), ((DONE, 1), (2 << WRITE_ERROR, 0)), "{select:#x}");
        }
        // A new one, from where the stream is clean.
        host.card.reset().unwrap();
        let data = host.fill(DATA, LEN as usize);
        host.put(RESULT, &[0; 8]);
        rings(host, c2h(2), LOG_ALL, By::Store);
        rings(host, h2c(2), LOG_ALL, By::Words);
        assert_eq!((ended(host, h2c(2)), ended(host, c2h(2))), ((DONE, 1), (DONE, 1)));
        assert_eq!((host.word(RESULT), host.word(RESULT + 4)), (0x52B4_0001, LEN));
        assert!(host.get(BACK, LEN as usize) == data);
    }
}

/// The poll-mode word is refused: the run went well.
fn a_word_that_is_refused_is_apart_from_its_run(host: &mut Host) {
    host.write_pair(h2c(0) + POLL_LO, h2c(0) + POLL_HI, host.bus(WORD));
    host.put(WORD, &[0; 4]);
    arm(host, ABORT, WRITES | WRITE_BACKS, 0, 1);
    rings(host, h2c(0), LOG_ALL | POLL, By::Store);
    assert_eq!((ended(host, h2c(0)), host.word(WORD)), ((DONE, 1), 0));
    rings(host, h2c(0), LOG_ALL | POLL, By::Eights);
    assert_eq!((ended(host, h2c(0)), host.word(WORD)), ((DONE, 1), 1));
}

/// What is never answered keeps its channel busy, which takes no other line, and no other channel; until a reset.
fn what_is_never_answered_refuses_lines_until_a_reset(host: &mut Host) {
    for (channel, select, control) in [
        (h2c(1), READS | DATA_ACCESS, LOG_ALL),
        (c2h(1), WRITES | DATA_ACCESS, LOG_ALL),
        (c2h(2), WRITES | WRITE_BACKS, LOG_ALL),
        (h2c(1), WRITES | WRITE_BACKS, LOG_ALL | POLL),
    ] {
        let what = format!("{channel:#x}, {select:#x}");
        host.card.reset().unwrap();
        host.write_pair(channel + POLL_LO, channel + POLL_HI, host.bus(WORD));
        if channel == c2h(2) {
            rings(host, h2c(2), LOG_ALL, By::Store);
            host.settle();
        }
        arm(host, NEVER_ANSWERED, select, 0, 1);
        rings(host, channel, control, By::Store);
        host.settle();
        assert_eq!((host.read_user(HITS), host.read_user(ARM)), (1, 0), "{what}");
        let busy = host.read(channel + STATUS);
        assert_eq!(busy & BUSY, BUSY, "{what}");
        for (n, by) in WAYS.into_iter().enumerate() {
            let rung = descriptor(host, channel);
            ring(host, channel, &rung, by);
            // Where only the word is missing the run is over: the next one begins behind that, and waits.
            let why = if control == LOG_ALL || n > 0 { R_BUSY } else { 0 };
            assert_eq!(refused(host, channel), why, "{what}, {by:?}");
        }
        host.write(channel + CONTROL_W1C, RUN);
        host.settle();
        assert_eq!(host.read(channel + STATUS), busy, "{what}: a stop does not help");
        for to_card in [true, false] {
            host.write(if to_card { h2c(0) } else { c2h(0) } + CONTROL, LOG_ALL);
            moves(host, to_card, (300, 5), By::Store);
        }
        host.card.reset().unwrap();
        host.settle();
        assert_eq!(host.read(channel + STATUS), 0, "{what}");
        if channel != c2h(2) {
            rings(host, channel, LOG_ALL, By::Eights);
            assert_eq!((ended(host, channel), refused(host, channel)), ((DONE, 1), 0), "{what}");
        }
    }
}

on_both!(
    "loopback":
    every_access_may_fail,
    a_packet_that_is_refused_fails_its_run,
    a_word_that_is_refused_is_apart_from_its_run,
    what_is_never_answered_refuses_lines_until_a_reset,
);
