// SPDX-License-Identifier: Apache-2.0
//! Streaming channels: packets, results in host memory, stops of a stream that does not move.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL_W1C, D_EOP, D_LAST, D_STOP, Host, IDLE_STOPPED,
    INVALID_LENGTH, LOG_ALL, Piece, RUN, SG_CREDITS, STATUS, STOPPED, c2h, h2c,
};

const SEND: usize = 0x1_0000;
const RECEIVE: usize = 0x2_0000;
/// Where results go: the stock driver lays them out 32 bytes apart.
const RESULTS: usize = 0xE000;
const RESULT_STRIDE: usize = 32;
const DONE: u32 = STOPPED | COMPLETED;

/// Receive buffers of those sizes.
fn buffers(host: &Host, sizes: &[u32]) -> Vec<Piece> {
    host.put(RESULTS, &vec![0; RESULT_STRIDE * (sizes.len() + 1)]);
    let mut at = RECEIVE;
    let mut pieces = Vec::new();
    for (n, len) in sizes.iter().enumerate() {
        let src = host.bus(RESULTS + RESULT_STRIDE * n);
        pieces.push(Piece { flags: 0, len: *len, src, dst: host.bus(at) });
        at += *len as usize;
    }
    pieces.last_mut().unwrap().flags = D_LAST & !D_EOP;
    pieces
}

fn result(host: &Host, n: usize) -> (u32, u32) {
    (host.word(RESULTS + RESULT_STRIDE * n), host.word(RESULTS + RESULT_STRIDE * n + 4))
}

/// Sends pieces on a stream channel; flags say where packets end.
fn send(host: &mut Host, channel: u32, sizes: &[(u32, u32)]) -> Vec<u8> {
    let total = sizes.iter().map(|(len, _)| *len as usize).sum();
    let data = host.fill(SEND, total);
    let mut at = host.bus(SEND);
    let mut pieces = Vec::new();
    for (len, flags) in sizes {
        pieces.push(Piece { flags: *flags, len: *len, src: at, dst: 0 });
        at += u64::from(*len);
    }
    host.write(channel + CONTROL_W1C, RUN);
    host.start(channel, 0x4000, &pieces, LOG_ALL | RUN);
    data
}

/// A packet over several buffers, then one that ends within its buffer: lengths and ends as the results tell them.
fn results_tell_length_and_end_of_packet(host: &mut Host) {
    for channel in [2, 3] {
        let pieces = buffers(host, &[1000, 1000, 4096, 500]);
        host.start(c2h(channel), 0, &pieces, LOG_ALL | RUN);
        let sent = send(host, h2c(channel), &[(2000, 0), (64, D_EOP), (300, D_LAST)]);
        host.settle();
        assert_eq!(host.read(h2c(channel) + STATUS), DONE);
        assert_eq!(
            (host.read(c2h(channel) + STATUS), host.read(c2h(channel) + COMPLETED_COUNT)),
            (DONE, 4)
        );
        let seen: Vec<_> = (0..5).map(|n| result(host, n)).collect();
        let (more, end) = (0x52B4_0000, 0x52B4_0001);
        assert_eq!(seen, [(more, 1000), (more, 1000), (end, 64), (end, 300), (0, 0)]);
        assert!(host.get(RECEIVE, 2064) == sent[..2064]);
        assert!(host.get(RECEIVE + 6096, 300) == sent[2064..]);
    }
}

fn results_can_be_switched_off(host: &mut Host) {
    let pieces = buffers(host, &[512]);
    host.start(c2h(2), 0, &pieces, LOG_ALL | RUN | 1 << 27);
    send(host, h2c(2), &[(512, D_LAST)]);
    host.settle();
    assert_eq!(host.read(c2h(2) + STATUS), DONE);
    assert_eq!(result(host, 0), (0, 0));
}

/// A packet that exactly fills its buffer ends there; a packet of more than 1 MiB would not fit the arena, so many.
fn packet_lengths_around_a_buffer(host: &mut Host) {
    for len in [1, 63, 64, 65, 4095, 4096, 4097, 8192] {
        let pieces = buffers(host, &[4096; 4]);
        host.write(c2h(2) + CONTROL_W1C, RUN);
        host.start(c2h(2), 0, &pieces, LOG_ALL | RUN);
        let sent = send(host, h2c(2), &[(len, D_LAST)]);
        host.settle();
        let full = (len - 1) / 4096;
        for n in 0..full {
            assert_eq!(result(host, n as usize), (0x52B4_0000, 4096), "{len} bytes");
        }
        let rest = len - 4096 * full;
        assert_eq!(result(host, full as usize), (0x52B4_0001, rest), "{len} bytes");
        assert!(host.get(RECEIVE, len as usize) == sent, "{len} bytes");
        assert_eq!(host.read(c2h(2) + COMPLETED_COUNT), full + 1);
        // What waits for more is stopped: no end of packet.
        host.write(c2h(2) + CONTROL_W1C, RUN);
        host.settle();
        assert_eq!(host.read(c2h(2) + STATUS) & (BUSY | IDLE_STOPPED), IDLE_STOPPED, "{len} bytes");
    }
}

fn an_empty_descriptor_is_an_invalid_length(host: &mut Host) {
    for channel in [h2c(2), c2h(2)] {
        let (src, dst) = (host.bus(RESULTS), host.bus(RECEIVE));
        let piece = Piece { flags: D_STOP | D_EOP, len: 0, src, dst };
        assert_eq!(host.run(channel, &[piece], LOG_ALL), (INVALID_LENGTH, 0));
    }
}

/// Nobody sends: the receiver waits for ever, and comes to rest soon after it is stopped.
fn a_receiver_of_nothing_can_be_stopped(host: &mut Host) {
    let pieces = buffers(host, &[256, 256]);
    host.start(c2h(3), 0, &pieces, LOG_ALL | RUN);
    host.advance(20_000);
    assert_eq!(host.read(c2h(3) + STATUS), BUSY);
    host.write(c2h(3) + CONTROL_W1C, RUN);
    host.settle();
    assert_eq!(host.read(c2h(3) + STATUS), IDLE_STOPPED);
    for n in 0..2 {
        let (status, bytes) = result(host, n);
        assert_eq!((status & 1, bytes), (0, 0), "no end of packet and no bytes");
    }
    results_tell_length_and_end_of_packet(host);
}

/// Receive buffers handed out one credit at a time, as the stock driver's credit mode does it.
fn a_receiver_takes_buffers_against_credits(host: &mut Host) {
    host.write(0x6024, 1 << 18);
    let pieces = buffers(host, &[64, 64, 64]);
    host.start(c2h(2), 0, &pieces, LOG_ALL | RUN);
    let sent = send(host, h2c(2), &[(192, D_LAST)]);
    for n in 0..3 {
        host.settle();
        assert_eq!(host.read(c2h(2) + COMPLETED_COUNT), n);
        host.write(c2h(2) + SG_CREDITS, 1);
    }
    host.settle();
    assert_eq!(host.read(c2h(2) + STATUS), DONE);
    assert!(host.get(RECEIVE, 192) == sent);
    assert_eq!(result(host, 2), (0x52B4_0001, 64));
    host.write(0x6028, 1 << 18);
}

on_cards!(
    mixed = "loopback", all_streams = "loopback-st", shell = "loopback-shell":
    results_tell_length_and_end_of_packet,
    results_can_be_switched_off,
    packet_lengths_around_a_buffer,
    an_empty_descriptor_is_an_invalid_length,
    a_receiver_of_nothing_can_be_stopped,
    a_receiver_takes_buffers_against_credits,
);
