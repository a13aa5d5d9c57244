// SPDX-License-Identifier: Apache-2.0
//! A stream port that nobody empties holds up who writes into it, and nobody else.

use forebay_bus::Bar;

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL_W1C, D_COMPLETED, D_LAST, Host, IDLE_STOPPED,
    LOG_ALL, PARTIAL_BYTES, Piece, RUN, STATUS, STATUS_RC, STOPPED, h2c,
};

const STUCK: usize = 0x1000;
const DATA: usize = 0x1_0000;
const BYTES: usize = 0x2_0000;
const PORT0: u64 = 0x1000_0000;
const PORT1: u64 = 0x2000_0000;
const DEPTH: u32 = 1024;
/// Beside the number of entries: a burst waits for room.
const WAITS: u32 = 1 << 31;
/// Pages of the stream ports' registers, and the number of entries inside.
const FLUSH0: u32 = 0x2000;
const OCCUPANCY0: u32 = 0x2008;
const OCCUPANCY1: u32 = 0x2108;
const MMIO_ERRORS: u32 = 0x0158;
/// Counters of stream port 0: entries written, taken out, and discarded by a flush.
const BEATS_IN0: u32 = 0x0180;
const BEATS_OUT0: u32 = 0x0188;
const DISCARDED0: u32 = 0x01A0;
const DONE: u32 = STOPPED | COMPLETED;
/// Cycles in which a stopped channel comes to rest: a round trip, and what a channel has on the bus.
const REST: u64 = 2000;

/// Starts a write of more than stream port 0 holds, and lets it come as far as it comes.
fn fill_port(host: &mut Host) {
    let piece = Piece { flags: D_LAST, len: 0x4_0000, src: host.bus(DATA), dst: PORT0 };
    host.write(h2c(0) + CONTROL_W1C, RUN);
    host.start(h2c(0), STUCK, &[piece], LOG_ALL | RUN);
    host.advance(20_000);
    assert_eq!(host.read(h2c(0) + STATUS), BUSY);
    assert_eq!(
        host.read_user(OCCUPANCY0),
        DEPTH | WAITS,
        "the stream port is full, and a burst waits"
    );
}

/// Writes to card memory over channel 1: cycles from start to message.
fn write_memory(host: &mut Host, data: &[u8]) -> u64 {
    host.put(DATA, data);
    let pieces: Vec<_> = (0..8)
        .map(|n| Piece {
            flags: if n == 7 { D_LAST } else { 0 },
            len: 0x4000,
            src: host.bus(DATA) + 0x4000 * n,
            dst: 0x8000 + 0x4000 * n,
        })
        .collect();
    host.write(h2c(1) + CONTROL_W1C, RUN);
    let begin = host.card.now();
    host.start(h2c(1), 0, &pieces, LOG_ALL | RUN);
    host.wait_message(1);
    let cycles = host.card.now() - begin;
    assert_eq!(host.read(h2c(1) + STATUS_RC), DONE);
    assert_eq!(host.read(h2c(1) + COMPLETED_COUNT), 8);
    assert!(host.get_card(0x8000, BYTES) == data);
    cycles
}

fn listen_to_channel_1(host: &mut Host) {
    host.unmask_vectors();
    host.write(0x20A0, 0x0302_0100);
    host.write(0x2014, 0xFF);
    host.write(h2c(1) + 0x90, COMPLETED);
}

/// Clears RUN of the channel that waits for the stream port: it rests soon, and has moved what the stream port holds; `waits` is
/// what is told of bursts of others.
fn stop_stuck(host: &mut Host, entries: u32, waits: u32) {
    host.write(h2c(0) + CONTROL_W1C, RUN);
    host.advance(REST);
    assert_eq!(host.read(h2c(0) + STATUS_RC), IDLE_STOPPED, "at rest, and stopped");
    assert_eq!(host.read(h2c(0) + COMPLETED_COUNT), 0);
    assert_eq!(host.read(h2c(0) + PARTIAL_BYTES), 64 * entries);
    assert_eq!(host.read_user(OCCUPANCY0), DEPTH | waits, "nothing came behind");
}

/// Another channel, the other stream port and the BAR go on as if it were not there.
fn a_full_stream_port_holds_up_no_other_channel(host: &mut Host) {
    listen_to_channel_1(host);
    let data = host.fill(DATA, BYTES);
    let alone = write_memory(host, &data);
    fill_port(host);
    for _ in 0..3 {
        let data = host.fill(DATA, BYTES);
        let beside = write_memory(host, &data);
        assert!(beside <= alone + alone / 8, "{beside} cycles beside it, {alone} alone");
    }
    let errors = host.read_user(MMIO_ERRORS);
    let line = host.fill_card(0x400, 640);
    assert!(host.get_card(0x400, 640) == line);
    host.card.mmio_write(Bar::Aperture, PORT1, &[7; 64]).unwrap();
    let other = Piece { flags: D_LAST, len: 640, src: host.bus(DATA), dst: PORT1 };
    assert_eq!(host.run(h2c(1), &[other], LOG_ALL), (DONE, 1));
    assert_eq!(host.read_user(OCCUPANCY1), 11);
    assert_eq!(host.read_user(MMIO_ERRORS), errors, "no access was refused");
    assert_eq!(host.read(h2c(0) + STATUS), BUSY);
    stop_stuck(host, DEPTH, 0);
}

/// The channel that waits comes to rest when it is stopped, whatever is waiting for the stream port beside it.
fn a_write_that_gets_no_room_ends_with_a_stop(host: &mut Host) {
    for beside in [false, true] {
        fill_port(host);
        if beside {
            let piece = Piece { flags: D_COMPLETED, len: 64, src: host.bus(DATA), dst: PORT0 };
            host.write(h2c(1) + CONTROL_W1C, RUN);
            host.start(h2c(1), 0, &[piece; 20], LOG_ALL | RUN);
            host.advance(3000);
            assert_eq!(host.read(h2c(1) + COMPLETED_COUNT), 0);
        }
        stop_stuck(host, DEPTH, if beside { WAITS } else { 0 });
        if beside {
            host.write(h2c(1) + CONTROL_W1C, RUN);
            host.advance(REST);
            assert_eq!(host.read(h2c(1) + STATUS_RC), IDLE_STOPPED);
            assert_eq!(host.read(h2c(1) + PARTIAL_BYTES), 0);
        }
        host.write_user(FLUSH0, 1);
        host.write_user(FLUSH0, 0);
        host.settle();
        assert_eq!(host.read_user(OCCUPANCY0), 0);
        let piece = Piece { flags: D_LAST, len: 6400, src: host.bus(DATA), dst: PORT0 };
        assert_eq!(host.run(h2c(0), &[piece], LOG_ALL), (DONE, 1));
        assert_eq!(host.read_user(OCCUPANCY0), 100);
        host.write_user(FLUSH0, 1);
        host.write_user(FLUSH0, 0);
        host.settle();
    }
}

/// A write of the BAR into a full stream port is refused and not done later, and the next access is answered.
fn a_refused_write_leaves_nothing_behind(host: &mut Host) {
    for _ in 0..DEPTH {
        host.card.mmio_write(Bar::Aperture, PORT0, &[1; 64]).unwrap();
    }
    let line = host.fill_card(0x400, 64);
    host.card.mmio_write(Bar::Aperture, PORT0, &[2; 64]).unwrap();
    assert!(host.get_card(0x400, 64) == line, "memory answers");
    assert_eq!(host.read_user(OCCUPANCY0), DEPTH);
    host.write_user(FLUSH0, 1);
    host.write_user(FLUSH0, 0);
    host.settle();
    assert_eq!(host.read_user(OCCUPANCY0), 0);
    host.card.mmio_write(Bar::Aperture, PORT0, &[3; 64]).unwrap();
    host.settle();
    assert_eq!(host.read_user(OCCUPANCY0), 1);
}

/// Entries of stream port 0 so far: written, taken out or discarded, and inside.
fn entries(host: &mut Host) -> (u32, u32, u32) {
    let [written, out, gone] = [BEATS_IN0, BEATS_OUT0, DISCARDED0].map(|at| host.read_user(at));
    (written, out + gone, host.read_user(OCCUPANCY0))
}

/// What a flush throws away is counted, what it has found inside and what comes meanwhile.
fn a_flush_counts_what_it_throws_away(host: &mut Host) {
    for n in 0..10 {
        host.card.mmio_write(Bar::Aperture, PORT0 + 64 * n, &[1; 64]).unwrap();
    }
    assert_eq!(entries(host), (10, 0, 10));
    host.write_user(FLUSH0, 1);
    host.settle();
    assert_eq!(entries(host), (10, 10, 0), "what was inside");
    let piece = Piece { flags: D_LAST, len: 640, src: host.bus(DATA), dst: PORT0 };
    assert_eq!(host.run(h2c(0), &[piece], LOG_ALL), (DONE, 1));
    host.settle();
    assert_eq!(entries(host), (20, 20, 0), "what came meanwhile");
    host.write_user(FLUSH0, 0);
    host.card.mmio_write(Bar::Aperture, PORT0, &[1; 64]).unwrap();
    host.settle();
    assert_eq!(entries(host), (21, 20, 1), "and nothing behind it");
}

on_both!(
    "loopback":
    a_full_stream_port_holds_up_no_other_channel,
    a_write_that_gets_no_room_ends_with_a_stop,
    a_refused_write_leaves_nothing_behind,
    a_flush_counts_what_it_throws_away,
);
