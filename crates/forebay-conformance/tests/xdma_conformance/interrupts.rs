// SPDX-License-Identifier: Apache-2.0
//! Messages: which vector, how many, when again.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL_W1C, D_COMPLETED, D_LAST, Host, IEM, IEM_W1C,
    IEM_W1S, LOG_ALL, POLL_HI, POLL_LO, Piece, RUN, STATUS, STATUS_RC, STOPPED, c2h, h2c,
};

const DATA: usize = 0x1_0000;
const WORD: usize = 0xF000;
const POLL: u32 = 1 << 26;

fn open(host: &mut Host) {
    host.unmask_vectors();
    // H2C channels first, C2H directly after them.
    host.write(0x20A0, 0x0302_0100);
    host.write(0x20A4, 0x0706_0504);
    host.write(0x2014, 0xFF);
}

fn piece(host: &Host, channel: u32, flags: u32, len: u32) -> Piece {
    let (memory, card) = (host.bus(DATA), 0);
    let (src, dst) = if channel < 0x1000 { (memory, card) } else { (card, memory) };
    Piece { flags, len, src, dst }
}

fn every_channel_has_the_vector_it_was_given(host: &mut Host) {
    open(host);
    let most = host.last_vector();
    for (bit, channel) in [(0, h2c(0)), (1, h2c(1)), (4, c2h(0)), (5, c2h(1))] {
        for vector in [bit, most - bit, most / 2 + 2] {
            let word = 0x20A0 + 4 * (bit / 4);
            let shift = 8 * (bit % 4);
            let old = host.read(word);
            host.write(word, old & !(0x1F << shift) | vector << shift);
            host.write(channel + IEM, STOPPED);
            let last = piece(host, channel, D_LAST, 100);
            host.run(channel, &[last], LOG_ALL);
            assert_eq!(host.read(0x2044), 1 << bit);
            assert_eq!(host.read(0x204C), 1 << bit);
            host.wait_message(vector as usize);
            host.assert_no_messages();
            host.read(channel + STATUS_RC);
        }
    }
}

/// However many causes and descriptors, a run that is not served in between sends once.
fn a_run_sends_one_message_after_all_that_it_tells_of(host: &mut Host) {
    open(host);
    host.write(c2h(0) + IEM, LOG_ALL);
    host.write_pair(c2h(0) + POLL_LO, c2h(0) + POLL_HI, host.bus(WORD));
    let data = host.fill_card(0, 8192);
    for _ in 0..3 {
        host.put(DATA, &[0; 8192]);
        host.put(WORD, &[0; 4]);
        let mut pieces = Vec::new();
        for n in 0..8 {
            let at = 1024 * n;
            let (src, dst) = (at, host.bus(DATA) + at);
            pieces.push(Piece { flags: D_COMPLETED, len: 1024, src, dst });
        }
        pieces[7].flags = D_LAST;
        host.write(c2h(0) + CONTROL_W1C, RUN);
        // Only the end is an enabled cause.
        host.write(c2h(0) + IEM, STOPPED);
        host.start(c2h(0), 0, &pieces, LOG_ALL | RUN | POLL);
        host.wait_message(4);
        assert!(host.get(DATA, 8192) == data, "data before the message");
        assert_eq!(host.word(WORD), 8, "poll-mode word before the message");
        assert_eq!(host.read(c2h(0) + STATUS_RC), STOPPED | COMPLETED, "busy before the message");
        assert_eq!(host.read(c2h(0) + COMPLETED_COUNT), 8, "count before the message");
        host.settle();
        host.assert_no_messages();
    }
}

fn a_cause_that_is_still_logged_fires_again(host: &mut Host) {
    open(host);
    host.write(IEM, LOG_ALL);
    let last = piece(host, 0, D_LAST, 64);
    host.run(h2c(0), &[last], LOG_ALL);
    host.wait_message(0);
    // By the channel's own mask.
    host.write(IEM_W1C, LOG_ALL);
    assert_eq!(host.read(0x2044), 0);
    host.write(IEM_W1S, STOPPED);
    host.wait_message(0);
    host.write(IEM, 0);
    host.write(IEM, COMPLETED);
    host.wait_message(0);
    // By the interrupt block's.
    host.write(0x2018, 1);
    assert_eq!((host.read(0x2044), host.read(0x204C)), (1, 0));
    host.write(0x2014, 1);
    host.wait_message(0);
    // Set when it is set: nothing new.
    host.write(0x2014, 1);
    host.write(IEM_W1S, COMPLETED);
    host.settle();
    host.assert_no_messages();
    // Served: no more.
    host.read(STATUS_RC);
    host.write(IEM_W1C, LOG_ALL);
    host.write(IEM_W1S, LOG_ALL);
    host.write(0x2018, 1);
    host.write(0x2014, 1);
    host.settle();
    host.assert_no_messages();
    // Logged while masked: fires when enabled.
    host.write(IEM, 0);
    host.run(h2c(0), &[last], LOG_ALL);
    host.assert_no_messages();
    host.write(IEM_W1S, STOPPED);
    host.wait_message(0);
    host.assert_no_messages();
}

/// Status served while the chain goes on: each later completion sends again, and none is lost.
fn completions_on_the_way_send_each_time_they_are_served(host: &mut Host) {
    open(host);
    host.write(IEM, LOG_ALL);
    let mut pieces: Vec<_> =
        (0..200).map(|n| piece(host, 0, D_COMPLETED, 64 * (1 + n % 40))).collect();
    pieces[199].flags = D_LAST;
    host.write_pair(POLL_LO, POLL_HI, host.bus(WORD));
    for polling in [0, POLL] {
        host.put(WORD, &[0; 4]);
        host.write(CONTROL_W1C, RUN);
        host.start(h2c(0), 0x2000, &pieces, LOG_ALL | RUN | polling);
        let (mut status, mut served) = (BUSY, 0);
        while status & STOPPED == 0 {
            host.wait_message(0);
            let word = host.word(WORD);
            assert_eq!(
                word > served,
                polling != 0,
                "{word} descriptors by the word at the message"
            );
            served = word;
            status = host.read(STATUS_RC);
            assert_ne!(status & (STOPPED | COMPLETED), 0, "a message without a cause");
        }
        assert_eq!((host.read(COMPLETED_COUNT), host.read(STATUS)), (200, 0));
        host.settle();
        assert_eq!(host.word(WORD), if polling == 0 { 0 } else { 200 });
        host.assert_no_messages();
    }
}

fn a_masked_vector_waits_in_the_pending_bits(host: &mut Host) {
    open(host);
    host.write(IEM, LOG_ALL);
    host.write(0x800C, 1);
    host.write(0x8000, 0xFEE0_1000);
    host.write(0x8008, 0x4021);
    assert_eq!([0, 4, 8, 12].map(|at| host.read(0x8000 + at)), [0xFEE0_1000, 0, 0x4021, 1]);
    let last = piece(host, 0, D_LAST, 64);
    host.run(h2c(0), &[last], LOG_ALL);
    host.assert_no_messages();
    assert_eq!(host.read(0x8FE0), 1);
    host.write(0x800C, 0);
    host.wait_message(0);
    assert_eq!(host.read(0x8FE0), 0);
    host.assert_no_messages();
}

fn a_stop_overtaken_by_a_start_sends_for_the_new_run_only(host: &mut Host) {
    open(host);
    host.write(IEM, LOG_ALL);
    let long: Vec<_> = (0..60).map(|_| piece(host, 0, 0, 4096)).collect();
    host.start(h2c(0), 0, &long, LOG_ALL | RUN);
    host.advance(1000);
    host.write(CONTROL_W1C, RUN);
    let two = [piece(host, 0, 0, 100), piece(host, 0, D_LAST, 100)];
    host.start(h2c(0), 0x2000, &two, LOG_ALL | RUN);
    host.wait_message(0);
    assert_eq!((host.read(STATUS), host.read(COMPLETED_COUNT)), (STOPPED | COMPLETED, 2));
    host.assert_no_messages();
}

/// The MSM card raises user line 0 at the end of a run and lowers it with the next start.
fn a_user_line_is_a_level(host: &mut Host) {
    host.unmask_vectors();
    host.write(0x2080, 0x0000_0013);
    // The driver's mask is one bit too wide.
    host.write(0x2008, 0x1_FFFF);
    assert_eq!(host.read(0x2004), 0xFFFF);
    empty_run(host);
    host.wait_message(0x13);
    assert_eq!((host.read(0x2040), host.read(0x2048)), (1, 1));
    host.settle();
    host.assert_no_messages();
    // Still high: disabled it requests, enabled it fires again.
    host.write(0x200C, 1);
    assert_eq!((host.read(0x2040), host.read(0x2048)), (1, 0));
    host.write(0x2008, 0x1_FFFF);
    host.wait_message(0x13);
    // The source is cleared by the next start, whose end is a new interrupt.
    empty_run(host);
    host.wait_message(0x13);
    host.settle();
    host.assert_no_messages();
}

/// A second run is queued before the first one ends: each is a rising edge, though nobody starts one between them.
fn queued_runs_are_a_message_each(host: &mut Host) {
    host.unmask_vectors();
    host.write(0x2080, 20);
    host.write(0x2004, 1);
    for _ in 0..3 {
        one_empty_pass(host);
        for _ in 0..2 {
            host.settle();
            assert_eq!(host.read_user(0x1004) & 2, 2, "a run can be queued");
            host.write_user(0x1000, 1);
        }
        host.settle();
        host.assert_no_messages();
        for run in 0..2 {
            take_sums(host);
            host.wait_message(20);
            host.settle();
            host.assert_no_messages();
            assert_eq!(host.read(0x2040), 1, "the line is up after run {run}");
        }
    }
    assert_eq!(host.read_user(0x1004) >> 16, 6, "runs done");
}

/// Windows of a run: more sums than the stream's FIFO holds, so that no run ends before somebody takes them.
const WINDOWS: u32 = 32;

/// Runs the kernel on no points, and takes its sums.
fn empty_run(host: &mut Host) {
    one_empty_pass(host);
    host.write_user(0x1000, 1);
    take_sums(host);
}

/// No points, one pass of one adder, and windows as they are after a reset.
fn one_empty_pass(host: &mut Host) {
    host.write_user(0x1008, 0);
    host.write_user(0x1014, 1);
    let pass = 1 << 22 | (WINDOWS - 1) << 10;
    // Refused while a run is under way, which then has it.
    if host.read_user(0x1200) != pass {
        host.write_user(0x1200, pass);
    }
}

fn take_sums(host: &mut Host) {
    let len = WINDOWS * 192 + 64;
    let last = Piece { flags: D_LAST, len, src: host.bus(0xF000), dst: host.bus(DATA) };
    host.write(c2h(1) + IEM, 0);
    let (_, count) = host.run(c2h(1), &[last], 0);
    assert_eq!(count, 1, "sums were taken");
}

on_cards!(
    loopback = "loopback", shell = "loopback-shell":
    every_channel_has_the_vector_it_was_given,
    a_run_sends_one_message_after_all_that_it_tells_of,
    a_cause_that_is_still_logged_fires_again,
    completions_on_the_way_send_each_time_they_are_served,
    a_masked_vector_waits_in_the_pending_bits,
    a_stop_overtaken_by_a_start_sends_for_the_new_run_only,
);
mod small {
    use super::*;
    on_both!("msm-toy": a_user_line_is_a_level, queued_runs_are_a_message_each);
}
