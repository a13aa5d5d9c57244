// SPDX-License-Identifier: Apache-2.0
//! A cleared RUN cancels the run: at any moment of it, with exact counts, and with nothing left over for the next one.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL_W1C, D_COMPLETED, D_EOP, D_LAST, D_STOP,
    D_STOP_AT_EOP, Host, IDLE_STOPPED, IEM, LOG_ALL, PARTIAL_BYTES, POLL_HI, POLL_LO, Piece, RUN,
    STATUS, STATUS_RC, STOPPED, c2h, h2c,
};

pub(crate) const SEND: usize = 0x1_0000;
pub(crate) const RECEIVE: usize = 0x8_0000;
pub(crate) const SENDS: usize = 0x4000;
const WORD: usize = 0xD000;
pub(crate) const RESULTS: usize = 0xE000;
const RESULT_STRIDE: usize = 32;
const DONE: u32 = STOPPED | COMPLETED;
const POLL: u32 = 1 << 26;
/// What a result says whether or not a packet ends with it.
const MORE: u32 = 0x52B4_0000;
const END: u32 = 0x52B4_0001;

pub(crate) fn clear_run(host: &mut Host, channel: u32) {
    host.write(channel + CONTROL_W1C, RUN);
}

/// Completed count and bytes of the descriptor behind.
pub(crate) fn counts(host: &mut Host, channel: u32) -> (u32, u32) {
    (host.read(channel + COMPLETED_COUNT), host.read(channel + PARTIAL_BYTES))
}

/// Bytes that have arrived of descriptors of one length.
fn arrived(host: &mut Host, channel: u32, len: u32) -> usize {
    let (count, partial) = counts(host, channel);
    assert!(partial < len, "{partial} of {len} bytes would have been counted");
    (count * len + partial) as usize
}

/// A moment `cycles` from now, or later if the channel's first descriptor has not arrived by then.
fn advance_into(host: &mut Host, channel: u32, cycles: u64) {
    host.advance(cycles);
    let late = (0..100).find(|_| {
        let begun = host.read(channel + COMPLETED_COUNT) > 0;
        if !begun {
            host.advance(20);
        }
        begun
    });
    assert!(late.is_some(), "nothing arrives");
}

/// Clears RUN of a moving channel; it is at rest soon and says that it was stopped.
fn stop(host: &mut Host, channel: u32) {
    assert_eq!(host.read(channel + STATUS), BUSY, "stopped while it moves");
    clear_run(host, channel);
    host.settle();
    assert_eq!(host.read(channel + STATUS_RC), IDLE_STOPPED);
}

/// Equal pieces of one packet from SEND on; the last one has `flags`.
pub(crate) fn sends(host: &Host, count: u32, len: u32, flags: u32) -> Vec<Piece> {
    let piece = |n: u32| Piece {
        flags: if n + 1 == count { flags } else { 0 },
        len,
        src: host.bus(SEND) + u64::from(n * len),
        dst: 0,
    };
    (0..count).map(piece).collect()
}

/// Equal receive buffers side by side; the last one has `flags`, all have `each`.
pub(crate) fn buffers(host: &Host, count: u32, len: u32, each: u32, flags: u32) -> Vec<Piece> {
    host.put(RESULTS, &vec![0; RESULT_STRIDE * 64]);
    let piece = |n: u32| Piece {
        flags: each | if n + 1 == count { flags } else { 0 },
        len,
        src: host.bus(RESULTS + RESULT_STRIDE * n as usize),
        dst: host.bus(RECEIVE) + u64::from(n * len),
    };
    (0..count).map(piece).collect()
}

fn result(host: &Host, n: usize) -> (u32, u32) {
    (host.word(RESULTS + RESULT_STRIDE * n), host.word(RESULTS + RESULT_STRIDE * n + 4))
}

/// One packet into a chain that ends with it: its bytes.
pub(crate) fn receive_packet(host: &mut Host, channel: u32) -> Vec<u8> {
    let pieces = buffers(host, 40, 4096, D_STOP_AT_EOP, D_STOP);
    clear_run(host, c2h(channel));
    host.start(c2h(channel), 0, &pieces, LOG_ALL | RUN);
    host.settle();
    assert_eq!(host.read(c2h(channel) + STATUS), DONE, "the chain ends with the packet");
    let count = host.read(c2h(channel) + COMPLETED_COUNT) as usize;
    let results: Vec<_> = (0..count).map(|n| result(host, n)).collect();
    let (last, full) = results.split_last().unwrap();
    assert!(full.iter().all(|result| *result == (MORE, 4096)), "{results:x?}");
    assert_eq!(last.0, END);
    host.get(RECEIVE, 4096 * (count - 1) + last.1 as usize)
}

/// One packet there and back, nothing before it and nothing after it.
pub(crate) fn packet_goes_through(host: &mut Host, channel: u32, len: u32) {
    let data = host.fill(SEND, len as usize);
    let piece = Piece { flags: D_LAST, len, src: host.bus(SEND), dst: 0 };
    clear_run(host, h2c(channel));
    host.start(h2c(channel), SENDS, &[piece], LOG_ALL | RUN);
    let got = receive_packet(host, channel);
    assert_eq!(got.len(), data.len());
    assert!(got == data);
    assert_eq!(host.read(h2c(channel) + STATUS), DONE);
}

/// Long and short descriptors between memories, stopped at many moments: the counts say which bytes have arrived.
fn counts_are_exact_wherever_a_transfer_between_memories_is_cut(host: &mut Host) {
    for (round, (channel, len)) in (0..24_u32).zip(
        [(h2c(0), 0x1_0001), (c2h(0), 0x1_0001), (h2c(1), 700), (c2h(1), 700)].into_iter().cycle(),
    ) {
        // More than moves before the last of the moments.
        let total = 2 * 0x1_0001_usize;
        let to_card = channel < 0x1000;
        let (from, to) = if to_card { (SEND, 0x3000) } else { (0x3000, RECEIVE) };
        let data =
            if to_card { host.fill(from, total) } else { host.fill_card(from as u64, total) };
        if to_card {
            host.fill_card(to as u64, total);
        } else {
            host.fill(to, total);
        }
        let look = |host: &mut Host| {
            if to_card { host.get_card(to as u64, total) } else { host.get(to, total) }
        };
        let before = look(host);
        let pieces: Vec<_> = (0..u32::try_from(total).unwrap() / len)
            .map(|n| {
                let at = u64::from(n * len);
                let (src, dst) = if to_card {
                    (host.bus(from) + at, to as u64 + at)
                } else {
                    (from as u64 + at, host.bus(to) + at)
                };
                Piece { flags: 0, len, src, dst }
            })
            .take(500)
            .collect();
        clear_run(host, channel);
        host.start(channel, 0, &pieces, LOG_ALL | RUN);
        host.advance(430 + 53 * u64::from(round));
        stop(host, channel);
        let arrived = arrived(host, channel, len);
        assert!(arrived < total, "round {round}: it ended before it was stopped");
        let after = look(host);
        assert!(after[..arrived] == data[..arrived], "round {round}: {arrived} bytes arrived");
        assert!(after[arrived..] == before[arrived..], "round {round}: and not one more");
    }
}

/// Nobody takes the packet: what its sender was told is what its receiver finds, with an end, and the next one is whole.
fn a_cut_packet_is_as_long_as_its_sender_was_told(host: &mut Host) {
    for (round, len) in (0..).zip([200, 4096, 64, 0x8001, 777]) {
        let count = (0x3_0000 / len).min(1000);
        let data = host.fill(SEND, (count * len) as usize);
        let pieces = sends(host, count, len, D_LAST);
        clear_run(host, h2c(2));
        host.start(h2c(2), SENDS, &pieces, LOG_ALL | RUN);
        // Once it fills the card, then at moments of the way there.
        advance_into(host, h2c(2), if round == 0 { 20_000 } else { 500 + 97 * round });
        stop(host, h2c(2));
        let told = arrived(host, h2c(2), len);
        assert!(told > 0, "something has been sent");
        let got = receive_packet(host, 2);
        assert_eq!(got.len(), told, "round {round}");
        assert!(got == data[..told], "round {round}");
        packet_goes_through(host, 2, 300);
    }
}

/// The same while the receiver takes beat for beat.
fn a_packet_cut_on_its_way_ends_there(host: &mut Host) {
    for round in 0..8 {
        let (count, len) = (60, 3000);
        let data = host.fill(SEND, (count * len) as usize);
        let pieces = buffers(host, 50, 4096, D_STOP_AT_EOP, D_STOP);
        clear_run(host, c2h(3));
        host.start(c2h(3), 0, &pieces, LOG_ALL | RUN);
        let pieces = sends(host, count, len, D_LAST);
        clear_run(host, h2c(3));
        host.start(h2c(3), SENDS, &pieces, LOG_ALL | RUN);
        advance_into(host, h2c(3), 600 + 67 * round);
        stop(host, h2c(3));
        let told = arrived(host, h2c(3), len);
        assert_eq!(host.read(c2h(3) + STATUS), DONE, "the packet has ended");
        let last = host.read(c2h(3) + COMPLETED_COUNT) as usize - 1;
        let (status, rest) = result(host, last);
        assert_eq!((status, 4096 * last + rest as usize), (END, told), "round {round}");
        assert!(host.get(RECEIVE, told) == data[..told], "round {round}");
        packet_goes_through(host, 3, 64);
    }
}

/// Stopped between two runs that share a packet, the channel is at rest: the packet goes on.
fn a_packet_goes_on_after_a_run_that_ended_inside_it(host: &mut Host) {
    let data = host.fill(SEND, 2000);
    for (flags, at) in [(D_STOP, 0), (D_LAST, 1000)] {
        let piece = Piece { flags, len: 1000, src: host.bus(SEND) + at, dst: 0 };
        clear_run(host, h2c(2));
        host.start(h2c(2), SENDS, &[piece], LOG_ALL | RUN);
        host.settle();
        assert_eq!(host.read(h2c(2) + STATUS) & BUSY, 0);
    }
    assert!(receive_packet(host, 2) == data);
    // A run that does not get as far as to go on with it closes it all the same.
    let piece = Piece { flags: D_STOP, len: 1000, src: host.bus(SEND), dst: 0 };
    assert_eq!(host.run(h2c(2), &[piece], LOG_ALL), (STOPPED, 1));
    host.write(0x6014, 1 << 2);
    clear_run(host, h2c(2));
    host.start(h2c(2), SENDS, &[piece], LOG_ALL | RUN);
    host.settle();
    stop(host, h2c(2));
    host.write(0x6018, 1 << 2);
    assert_eq!(counts(host, h2c(2)), (0, 0));
    assert!(receive_packet(host, 2) == data[..1000]);
    packet_goes_through(host, 2, 65);
}

/// Nothing has come: no result, no count, and the next packet goes to the next run alone.
fn a_receiver_of_nothing_leaves_no_trace(host: &mut Host) {
    for count in [1, 3, 40] {
        let pieces = buffers(host, count, 4096, 0, D_STOP);
        clear_run(host, c2h(2));
        host.start(c2h(2), 0, &pieces, LOG_ALL | RUN);
        host.advance(3000);
        stop(host, c2h(2));
        assert_eq!(counts(host, c2h(2)), (0, 0));
        assert!(host.get(RESULTS, RESULT_STRIDE * 64).iter().all(|byte| *byte == 0), "no result");
        let before = host.fill(RECEIVE + 0x4_0000, 4096);
        packet_goes_through(host, 2, 1000);
        assert!(host.get(RECEIVE + 0x4_0000, 4096) == before);
    }
}

/// A packet that stops halfway: its receiver's result and count tell how far it came, and the rest comes in the next run.
fn a_cut_receiver_has_the_bytes_it_tells_and_the_rest_stays(host: &mut Host) {
    // Cut within a descriptor, and right behind one.
    let mut kinds = [false; 2];
    for first in [64, 640, 4096, 4096 + 128, 3 * 4096] {
        let data = host.fill(SEND, first as usize + 500);
        let piece = Piece { flags: D_STOP, len: first, src: host.bus(SEND), dst: 0 };
        assert_eq!(host.run(h2c(2), &[piece], LOG_ALL), (STOPPED, 1));
        let pieces = buffers(host, 20, 4096, D_STOP_AT_EOP, D_STOP);
        clear_run(host, c2h(2));
        host.start(c2h(2), 0, &pieces, LOG_ALL | RUN);
        host.settle();
        stop(host, c2h(2));
        let (count, partial) = counts(host, c2h(2));
        let got = 4096 * count + partial;
        assert_eq!(got, first, "whole beats are there to be taken");
        kinds[usize::from(partial > 0)] = true;
        for n in 0..count as usize {
            assert_eq!(result(host, n), (MORE, 4096));
        }
        let cut = if partial > 0 { (MORE, partial) } else { (0, 0) };
        assert_eq!(result(host, count as usize), cut);
        assert_eq!(result(host, count as usize + 1), (0, 0));
        assert!(host.get(RECEIVE, got as usize) == data[..got as usize]);
        let last =
            Piece { flags: D_LAST, len: 500, src: host.bus(SEND) + u64::from(first), dst: 0 };
        assert_eq!(host.run(h2c(2), &[last], LOG_ALL), (DONE, 1));
        let rest = receive_packet(host, 2);
        assert_eq!(got as usize + rest.len(), data.len());
        assert!(rest == data[got as usize..]);
    }
    assert_eq!(kinds, [true; 2]);
}

/// Stopped and started again at once, many times, while packets flow: the streams of bytes on both sides are the same.
fn a_restart_does_not_revive_the_run_before(host: &mut Host) {
    for pause in [0, 1, 30, 300] {
        // The first run waits for data; the second must get the packet, in its buffer.
        let old = buffers(host, 20, 4096, 0, D_STOP);
        clear_run(host, c2h(2));
        host.start(c2h(2), 0, &old, LOG_ALL | RUN);
        host.advance(3000);
        clear_run(host, c2h(2));
        host.advance(pause);
        let untouched = host.fill(RECEIVE, 4096);
        let new = Piece {
            flags: D_STOP | D_STOP_AT_EOP,
            len: 4096,
            src: host.bus(RESULTS),
            dst: host.bus(RECEIVE) + 0x2_0000,
        };
        host.start(c2h(2), 0x1000, &[new], LOG_ALL | RUN);
        let data = host.fill(SEND, 1000);
        let piece = Piece { flags: D_LAST, len: 1000, src: host.bus(SEND), dst: 0 };
        assert_eq!(host.run(h2c(2), &[piece], LOG_ALL), (DONE, 1));
        assert_eq!(host.read(c2h(2) + STATUS), DONE);
        assert_eq!(counts(host, c2h(2)), (1, 0));
        assert_eq!(result(host, 0), (END, 1000));
        assert!(host.get(RECEIVE + 0x2_0000, 1000) == data);
        assert!(host.get(RECEIVE, 4096) == untouched, "the run before takes nothing more");
    }
    // Towards a card that takes nothing: the old run's packet is cut, the new run's follows it whole.
    let (count, len) = (60, 4000);
    let data = host.fill(SEND, (count * len) as usize);
    let pieces = sends(host, count, len, D_LAST);
    clear_run(host, h2c(2));
    host.start(h2c(2), SENDS, &pieces, LOG_ALL | RUN);
    host.advance(20_000);
    clear_run(host, h2c(2));
    let piece = Piece { flags: D_LAST, len: 500, src: host.bus(SEND), dst: 0 };
    host.start(h2c(2), SENDS + 0x1000, &[piece], LOG_ALL | RUN);
    let cut = receive_packet(host, 2);
    assert!(cut.len() < data.len() && cut == data[..cut.len()]);
    assert!(receive_packet(host, 2) == data[..500]);
    assert_eq!(host.read(h2c(2) + STATUS), DONE, "nothing of the run before is logged");
    assert_eq!(counts(host, h2c(2)), (1, 0));
}

/// A packet over many descriptors takes as many as it needs, and the next one begins in a chain of its own.
fn a_chain_that_stops_at_the_end_of_a_packet_takes_no_more(host: &mut Host) {
    for len in [1_u32, 4095, 4096, 4097, 8192, 10_000] {
        let data = host.fill(SEND, len as usize + 300);
        let first = Piece { flags: D_EOP, len, src: host.bus(SEND), dst: 0 };
        let second =
            Piece { flags: D_LAST, len: 300, src: host.bus(SEND) + u64::from(len), dst: 0 };
        assert_eq!(host.run(h2c(2), &[first, second], LOG_ALL), (DONE, 2));
        host.fill(RECEIVE, 40 * 4096);
        let behind = host.get(RECEIVE, 40 * 4096);
        assert!(receive_packet(host, 2) == data[..len as usize]);
        let used = (len as usize).next_multiple_of(4096);
        assert!(host.get(RECEIVE + used, 40 * 4096 - used) == behind[used..], "{len} bytes");
        assert_eq!(host.read(c2h(2) + COMPLETED_COUNT), len.div_ceil(4096));
        assert!(receive_packet(host, 2) == data[len as usize..]);
    }
    // Without an end in it the descriptor is like any other.
    let data = host.fill(SEND, 8192);
    let pieces = buffers(host, 2, 4096, D_STOP_AT_EOP, D_STOP);
    clear_run(host, c2h(2));
    host.start(c2h(2), 0, &pieces, LOG_ALL | RUN);
    let piece = Piece { flags: D_STOP, len: 8192, src: host.bus(SEND), dst: 0 };
    clear_run(host, h2c(2));
    host.start(h2c(2), SENDS, &[piece], LOG_ALL | RUN);
    host.settle();
    assert_eq!(host.read(c2h(2) + STATUS), STOPPED);
    assert_eq!((result(host, 0), result(host, 1)), ((MORE, 4096), (MORE, 4096)));
    assert!(host.get(RECEIVE, 8192) == data);
}

/// When the message of a stop is there, the channel is at rest, its counts are final and its word has been written.
fn a_stop_tells_when_it_is_over(host: &mut Host) {
    host.unmask_vectors();
    host.write(0x20A0, 0x0302_0100);
    host.write(0x2014, 0xFF);
    host.write(IEM, IDLE_STOPPED);
    host.write_pair(POLL_LO, POLL_HI, host.bus(WORD));
    for round in 0..10 {
        host.put(WORD, &[0; 4]);
        let data = host.fill(SEND, 40 * 5000);
        let pieces: Vec<_> = (0..40)
            .map(|n| Piece {
                flags: D_COMPLETED,
                len: 5000,
                src: host.bus(SEND) + 5000 * n,
                dst: 5000 * n,
            })
            .collect();
        clear_run(host, h2c(0));
        host.start(h2c(0), 0, &pieces, LOG_ALL | RUN | POLL);
        host.advance(700 + 41 * round);
        clear_run(host, h2c(0));
        host.wait_message(0);
        assert_eq!(host.read(STATUS_RC) & !COMPLETED, IDLE_STOPPED, "not busy");
        let told = arrived(host, h2c(0), 5000);
        assert_eq!(host.word(WORD) as usize, told / 5000, "the word of the last one done");
        assert!(host.get_card(0, told) == data[..told]);
        host.settle();
        assert_eq!(arrived(host, h2c(0), 5000), told, "final");
        host.assert_no_messages();
    }
}

/// `PARTIAL_BYTES` is of the last stop only.
fn bytes_of_a_cut_descriptor_are_forgotten_with_the_next_run(host: &mut Host) {
    let long = Piece { flags: D_LAST, len: 0x8_0000, src: host.bus(SEND), dst: 0 };
    for after in 0..3 {
        clear_run(host, h2c(0));
        host.start(h2c(0), 0, &[long], LOG_ALL | RUN);
        host.advance(2500);
        stop(host, h2c(0));
        let (count, partial) = counts(host, h2c(0));
        assert!(count == 0 && partial > 0, "{count}, {partial}");
        // Neither reading nor another clearing changes it.
        clear_run(host, h2c(0));
        host.settle();
        assert_eq!(counts(host, h2c(0)), (0, partial));
        let mut next = Piece { flags: D_LAST, len: 500, ..long };
        if after == 1 {
            next.src = 0x10;
        }
        if after == 2 {
            host.write(0x6014, 1);
        }
        host.run(h2c(0), &[next], LOG_ALL);
        assert_eq!(host.read(PARTIAL_BYTES), 0);
        host.write(0x6018, 1);
        host.settle();
    }
}

on_both!(
    "loopback":
    counts_are_exact_wherever_a_transfer_between_memories_is_cut,
    a_cut_packet_is_as_long_as_its_sender_was_told,
    a_packet_cut_on_its_way_ends_there,
    a_packet_goes_on_after_a_run_that_ended_inside_it,
    a_receiver_of_nothing_leaves_no_trace,
    a_cut_receiver_has_the_bytes_it_tells_and_the_rest_stays,
    a_restart_does_not_revive_the_run_before,
    a_chain_that_stops_at_the_end_of_a_packet_takes_no_more,
    a_stop_tells_when_it_is_over,
    bytes_of_a_cut_descriptor_are_forgotten_with_the_next_run,
);
