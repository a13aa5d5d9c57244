// SPDX-License-Identifier: Apache-2.0
//! A failure ends the run: it is always logged, counts are exact, nothing behind it enters a stream, and an open packet is
//! closed.

use crate::bench::{
    COMPLETED, CONTROL, D_EOP, D_LAST, D_STOP, DESC_ERROR, Host, INVALID_LENGTH, LOG_ALL,
    MAGIC_STOPPED, Piece, READ_ERROR, RUN, STATUS, STATUS_RC, STOPPED, WRITE_ERROR, c2h, h2c,
};
use crate::stops::{
    RECEIVE, RESULTS, SEND, SENDS, buffers, clear_run, counts, packet_goes_through, receive_packet,
    sends,
};

const DONE: u32 = STOPPED | COMPLETED;
/// No memory is there.
const NOWHERE: u64 = 0x10;
/// A word that no descriptor begins with.
const WRONG_MAGIC: u32 = 0xAD4A_0000;

/// What is wrong with a descriptor.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    Magic,
    Length,
    Source,
}

/// Runs `pieces` on the stream with one of them wrong; it fails there, with all before it counted.
fn fail_at(host: &mut Host, mut pieces: Vec<Piece>, bad: u32, wrong: Wrong) {
    let at = bad as usize;
    let status = match wrong {
        Wrong::Magic => MAGIC_STOPPED,
        Wrong::Length => {
            pieces[at].len = 0;
            INVALID_LENGTH
        }
        Wrong::Source => {
            pieces[at].src = NOWHERE;
            1 << READ_ERROR
        }
    };
    clear_run(host, h2c(2));
    let adjacent = host.chain(SENDS, &pieces);
    if matches!(wrong, Wrong::Magic) {
        host.put(SENDS + 32 * at, &WRONG_MAGIC.to_le_bytes());
    }
    host.point(h2c(2), SENDS, adjacent);
    host.write(h2c(2) + CONTROL, LOG_ALL | RUN);
    host.settle();
    assert_eq!(host.read(h2c(2) + STATUS), status, "{wrong:?} in {bad}");
    assert_eq!(counts(host, h2c(2)), (bad, 0), "{wrong:?} in {bad}");
}

/// A failure is in STATUS whatever CONTROL asks for, and makes no message unless it is enabled.
fn failures_are_logged_whether_or_not_it_was_asked_for(host: &mut Host) {
    host.unmask_vectors();
    host.write(0x2014, 0xFF);
    let (nowhere, no_card) = (NOWHERE, 0x9000_0000);
    let (data, results) = (host.bus(SEND), host.bus(RESULTS));
    let piece = |src, dst| Piece { flags: D_LAST, len: 200, src, dst };
    for (channel, bad, status) in [
        (h2c(0), piece(nowhere, 0), 1 << READ_ERROR),
        (h2c(0), piece(data, no_card), 1 << WRITE_ERROR),
        (c2h(0), piece(no_card, data), 1 << READ_ERROR),
        (c2h(0), piece(0, nowhere), 1 << WRITE_ERROR),
        (h2c(2), Piece { len: 0, ..piece(data, 0) }, INVALID_LENGTH),
        (c2h(2), Piece { len: 0, ..piece(results, data) }, INVALID_LENGTH),
    ] {
        assert_eq!(host.run(channel, &[bad], 0), (status, 0), "channel {channel:#x}");
    }
    host.chain(0, &[piece(data, 0)]);
    host.put(0, &WRONG_MAGIC.to_le_bytes());
    for (at, status) in [(host.bus(0), MAGIC_STOPPED), (0x40, 1 << DESC_ERROR)] {
        clear_run(host, h2c(0));
        host.write_pair(0x4080, 0x4084, at);
        host.write(CONTROL, RUN);
        host.settle();
        assert_eq!(host.read(STATUS_RC), status);
    }
    // What is no failure is logged only on request.
    assert_eq!(host.run(h2c(0), &[piece(data, 0)], 0), (0, 1));
    host.assert_no_messages();
}

/// What was counted comes out, with an end, and the next packet alone.
fn a_packet_that_fails_ends_before_the_descriptor_that_failed(host: &mut Host) {
    for wrong in [Wrong::Magic, Wrong::Length, Wrong::Source] {
        for bad in 0..5 {
            let data = host.fill(SEND, 5000);
            let pieces = sends(host, 5, 1000, D_LAST);
            fail_at(host, pieces, bad, wrong);
            if bad > 0 {
                assert!(
                    receive_packet(host, 2) == data[..1000 * bad as usize],
                    "{wrong:?} in {bad}"
                );
            }
            packet_goes_through(host, 2, 200);
        }
    }
}

/// Also where they were read already when it failed.
fn no_packet_behind_a_failure_is_sent(host: &mut Host) {
    for bad in [0, 1, 14] {
        let data = host.fill(SEND, 30 * 100);
        let mut pieces = sends(host, 30, 100, D_LAST);
        for piece in &mut pieces {
            piece.flags |= D_EOP;
        }
        fail_at(host, pieces, bad, Wrong::Source);
        for n in 0..bad as usize {
            assert!(receive_packet(host, 2) == data[100 * n..100 * (n + 1)]);
        }
        packet_goes_through(host, 2, 200);
    }
}

/// The bytes before the first that could not be read are sent, though nobody is told how many.
fn a_failure_within_a_descriptor_cuts_its_packet_there(host: &mut Host) {
    let page = 0x1000;
    // The arena is a mebibyte, and nothing lies behind it.
    let data = host.fill(0x10_0000 - page, page);
    let piece = Piece { flags: D_EOP, len: 0x2000, src: host.bus(0x10_0000 - page), dst: 0 };
    let behind = Piece { flags: D_LAST, len: 64, src: host.bus(SEND), dst: 0 };
    assert_eq!(host.run(h2c(2), &[piece, behind], LOG_ALL), (1 << READ_ERROR, 0));
    assert_eq!(counts(host, h2c(2)), (0, 0));
    assert!(receive_packet(host, 2) == data);
    packet_goes_through(host, 2, 200);
}

/// A run that fails before it has sent anything closes the packet that the run before has left open.
fn a_failure_closes_the_packet_of_an_earlier_run(host: &mut Host) {
    for wrong in [Wrong::Magic, Wrong::Length, Wrong::Source] {
        let data = host.fill(SEND, 1000);
        let piece = Piece { flags: D_STOP, len: 1000, src: host.bus(SEND), dst: 0 };
        assert_eq!(host.run(h2c(2), &[piece], LOG_ALL), (STOPPED, 1));
        let pieces = sends(host, 2, 100, D_LAST);
        fail_at(host, pieces, 0, wrong);
        assert!(receive_packet(host, 2) == data, "{wrong:?}");
        packet_goes_through(host, 2, 65);
    }
}

/// The buffers behind the one that failed wait for nobody, and the next packet is the next run's.
fn a_receiver_that_fails_takes_no_more(host: &mut Host) {
    let mut pieces = buffers(host, 20, 4096, 0, D_STOP);
    pieces[0].src = NOWHERE;
    let data = host.fill(SEND, 300);
    let send = Piece { flags: D_LAST, len: 300, src: host.bus(SEND), dst: 0 };
    assert_eq!(host.run(h2c(2), &[send], LOG_ALL), (DONE, 1));
    assert_eq!(host.run(c2h(2), &pieces, LOG_ALL), (1 << WRITE_ERROR, 0));
    assert!(host.get(RECEIVE, 300) == data);
    assert_eq!(host.get(RESULTS, 32 * 20), [0; 32 * 20], "no result");
    packet_goes_through(host, 2, 200);
}

on_both!(
    "loopback":
    failures_are_logged_whether_or_not_it_was_asked_for,
    a_packet_that_fails_ends_before_the_descriptor_that_failed,
    no_packet_behind_a_failure_is_sent,
    a_failure_within_a_descriptor_cuts_its_packet_there,
    a_failure_closes_the_packet_of_an_earlier_run,
    a_receiver_that_fails_takes_no_more,
);
