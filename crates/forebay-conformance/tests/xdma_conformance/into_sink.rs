// SPDX-License-Identifier: Apache-2.0
//! What goes into the sink, by a stream channel or by the front end `copy` through a stream port, cut at any moment: what was moved is
//! what has come there, entry by entry.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, D_LAST, Host, IDLE_STOPPED, LOG_ALL, PARTIAL_BYTES,
    Piece, RUN, STATUS, STOPPED, h2c,
};
use crate::stops::clear_run;

// Pages and headers of the build `sink`, typed by hand.
const COPY_PAGE: u32 = 0x3000;
const COPY_CONTROL: u32 = COPY_PAGE + 0x18;
const COPY_STATUS: u32 = COPY_PAGE + 0x1C;
const MOVED: u32 = COPY_PAGE + 0x28;
const ABORTED: u32 = 13;
const SINK_PAGE: u32 = 0x1000;
const STEPS: u32 = SINK_PAGE + 0x08;
const PAIRING: u32 = SINK_PAGE + 0x40;
const EVENT: u32 = SINK_PAGE + 0x400;
const DISCARDED: u32 = 14;
const XDMA: u32 = 0x04C0;
const COPY: u32 = 0x0500;
const SINK: u32 = 0x0540;
const HOLD: u32 = 0x30;
const RESTS: u32 = 0x34;
const FLUSH: u32 = 0x2000;
const DEPTH: u32 = 0x2004;
const OCCUPANCY: u32 = 0x2008;
const PORT: u64 = 0x1000_0000;

const DONE: u32 = STOPPED | COMPLETED;
const RING: usize = 0x4000;
const DATA: usize = 0x2_0000;
const LEN: u32 = 1100;
const DESCRIPTORS: u32 = 4;
const BYTES: u32 = LEN * DESCRIPTORS;

fn event(host: &mut Host, event: u32) -> u32 {
    host.read_user(EVENT + 8 * event)
}

/// A run of the sink without end, of one entry a step.
fn run_sink(host: &mut Host, stream: u32) {
    for held in [1, 0] {
        host.write_user(SINK + HOLD, held);
        host.settle();
    }
    for other in [0, 1, 4, 5] {
        host.write_user(PAIRING + 4 * other, u32::from(other == stream));
    }
    host.write_user(STEPS, u32::MAX);
    host.write_user(SINK_PAGE, 1);
}

fn send(host: &mut Host) {
    host.fill(DATA, BYTES as usize);
    let pieces: Vec<_> = (0..DESCRIPTORS)
        .map(|n| Piece {
            flags: if n + 1 == DESCRIPTORS { D_LAST } else { 0 },
            len: LEN,
            src: host.bus(DATA) + u64::from(n * LEN),
            dst: 0,
        })
        .collect();
    host.start(h2c(2), RING, &pieces, LOG_ALL | RUN);
}

fn of_run(host: &mut Host) -> u32 {
    host.read(h2c(2) + COMPLETED_COUNT) * LEN + host.read(h2c(2) + PARTIAL_BYTES)
}

/// Who stops it: the channel's own RUN, QUIESCE of its front end, QUIESCE of the sink, which drops what comes.
fn a_packet_that_is_cut_has_as_many_entries_as_it_says(host: &mut Host) {
    for (moment, how) in
        (0..900).step_by(97).flat_map(|moment| (0..3).map(move |how| (moment, how)))
    {
        let what = format!("cycle {moment}, {how}");
        clear_run(host, h2c(2));
        run_sink(host, 4);
        let before = [event(host, 6), event(host, DISCARDED), event(host, 0)];
        send(host);
        host.advance(moment);
        match how {
            0 => clear_run(host, h2c(2)),
            1 => host.write_user(XDMA + HOLD, 1),
            _ => host.write_user(SINK + HOLD, 1),
        }
        host.settle();
        let arrived = of_run(host);
        let whole = arrived == BYTES;
        assert!(whole || how < 2, "{what}: {arrived} bytes");
        let status = host.read(h2c(2) + STATUS);
        assert_eq!(status, if whole { DONE } else { IDLE_STOPPED }, "{what}: {arrived} bytes");
        assert_eq!(host.read_user(XDMA + RESTS), 0, "{what}");
        host.write_user(XDMA + HOLD, 0);
        // What is left of a packet that was cut comes with what comes next.
        clear_run(host, h2c(2));
        let next = Piece { flags: D_LAST, len: 65, src: host.bus(DATA), dst: 0 };
        assert_eq!(host.run(h2c(2), &[next], LOG_ALL), (DONE, 1), "{what}");
        host.settle();
        let after = [event(host, 6), event(host, DISCARDED), event(host, 0)];
        let taken = [0, 1, 2].map(|n| after[n] - before[n]);
        // The end of a packet of which all has been taken comes by itself, without bytes.
        let most = if whole { arrived.div_ceil(64) } else { arrived / 64 + u32::from(arrived > 0) };
        let entries = taken[0] + taken[1] - 2;
        let told = arrived.div_ceil(64)..=most;
        assert!(told.contains(&entries), "{what}: {taken:?}, {arrived} bytes");
        assert_eq!(taken[0], taken[2], "{what}: an entry is a step");
        assert!(how == 2 || taken[1] == 0, "{what}: {taken:?}");
        host.write_user(SINK + HOLD, 0);
    }
    host.assert_no_messages();
}

/// Begins a copy of the data into stream port 0.
fn copy(host: &mut Host, bytes: u32) {
    let src = host.bus(DATA);
    for (at, word) in (COPY_PAGE..).step_by(4).zip([
        u32::try_from(src & 0xFFFF_FFFF).unwrap(),
        u32::try_from(src >> 32).unwrap(),
        u32::try_from(PORT).unwrap(),
        0,
        bytes,
        2,
        1,
    ]) {
        host.write_user(at, word);
    }
}

fn of_copy(host: &mut Host) -> (u32, u32) {
    let status = host.read_user(COPY_STATUS);
    assert_eq!(status & 3, 2, "{status:#x}");
    (status >> 8, host.read_user(MOVED))
}

/// A port that nobody empties holds up the copy, and the channel on its mover, until the copy is told to end; what has moved is there.
fn a_copy_into_a_full_port_ends_when_told_to_with_what_the_port_holds(host: &mut Host) {
    let depth = host.read_user(DEPTH);
    for how in 0..3 {
        for lines in [1, 7, 200] {
            let what = format!("how {how}, {lines} lines too many");
            host.write_user(SINK + HOLD, 1);
            host.settle();
            host.write_user(SINK + HOLD, 0);
            host.settle();
            assert_eq!(host.read_user(OCCUPANCY), 0, "{what}");
            let bytes = 64 * (depth + lines);
            let sent = host.fill(DATA, bytes as usize);
            copy(host, bytes);
            host.settle();
            assert_eq!(host.read_user(COPY_STATUS) & 1, 1, "{what}: it waits for room");
            // A channel on the same mover, begun behind it.
            let near = Piece { flags: 3, len: 900, src: host.bus(DATA), dst: 0x100 };
            clear_run(host, h2c(0));
            host.start(h2c(0), RING, &[near], LOG_ALL | RUN);
            host.advance(500);
            match how {
                0 => host.write_user(COPY_CONTROL, 2),
                1 => host.write_user(COPY + HOLD, 1),
                // Room for all of it.
                _ => host.write_user(FLUSH, 1),
            }
            host.settle();
            let (cause, moved) = of_copy(host);
            assert_eq!(host.read_user(COPY + RESTS), 0, "{what}");
            if how == 2 {
                assert_eq!((cause, moved), (0, bytes), "{what}");
                assert_eq!(host.read_user(OCCUPANCY), 0, "{what}");
            } else {
                assert_eq!(cause, ABORTED, "{what}");
                assert_eq!(moved, 64 * host.read_user(OCCUPANCY), "{what}: of {depth}");
            }
            host.write_user(COPY + HOLD, 0);
            host.write_user(FLUSH, 0);
            assert_eq!(host.read(h2c(0) + STATUS), DONE, "{what}: the channel beside it");
            assert_eq!(host.read(h2c(0) + COMPLETED_COUNT), 1, "{what}");
            assert!(host.get_card(0x100, 900) == sent[..900], "{what}");
        }
    }
    host.assert_no_messages();
}

/// The same with a sink that takes all the time, at any moment.
fn a_copy_into_a_running_sink_has_given_what_it_says(host: &mut Host) {
    for (moment, how) in
        (0..900).step_by(101).flat_map(|moment| (0..3).map(move |how| (moment, how)))
    {
        let what = format!("cycle {moment}, {how}");
        run_sink(host, 0);
        let before = [event(host, 2), event(host, DISCARDED)];
        host.fill(DATA, 9000);
        copy(host, 9000);
        host.advance(moment);
        match how {
            0 => host.write_user(COPY_CONTROL, 2),
            1 => host.write_user(COPY + HOLD, 1),
            _ => host.write_user(SINK + HOLD, 1),
        }
        host.settle();
        let (cause, moved) = of_copy(host);
        assert!(moved == 9000 || how < 2, "{what}: {moved}");
        assert_eq!(cause, if moved == 9000 { 0 } else { ABORTED }, "{what}");
        let after = [event(host, 2), event(host, DISCARDED)];
        let taken = [0, 1].map(|n| after[n] - before[n]);
        assert_eq!(taken[0] + taken[1], moved.div_ceil(64), "{what}: {taken:?}, {moved} bytes");
        assert!(how == 2 || taken[1] == 0, "{what}: {taken:?}");
        host.write_user(COPY + HOLD, 0);
        host.write_user(SINK + HOLD, 0);
        assert_eq!(host.read(h2c(0) + STATUS) & BUSY, 0, "{what}");
        assert_eq!(host.read(h2c(0) + CONTROL) & RUN, 0, "{what}");
    }
    host.assert_no_messages();
}

on_both!(
    "sink":
    a_packet_that_is_cut_has_as_many_entries_as_it_says,
    a_copy_into_a_full_port_ends_when_told_to_with_what_the_port_holds,
    a_copy_into_a_running_sink_has_given_what_it_says,
);
