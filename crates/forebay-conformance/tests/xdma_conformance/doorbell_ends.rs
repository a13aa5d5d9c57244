// SPDX-License-Identifier: Apache-2.0
//! Packets, stops and messages of runs that a doorbell begins: as those of any run with one descriptor.

use crate::bench::{
    BUSY, CONTROL, CONTROL_W1C, D_COMPLETED, D_LAST, D_STOP, Host, IDLE_STOPPED, IEM, LOG_ALL,
    Piece, RUN, STATUS, STATUS_RC, STOPPED, c2h, h2c,
};
use crate::doorbell::{
    BACK, By, CARD, DATA, DONE, R_BUSY, R_FORMAT, WAYS, ended, line, moves, refused, ring,
};
use crate::stops::counts;

const RESULT: usize = 0xF000;
/// What a result says whether or not a packet ends with it.
const MORE: u32 = 0x52B4_0000;
const END: u32 = 0x52B4_0001;
/// Bytes around the room of a packet that nobody may touch.
const UNTOUCHED: u8 = 0xEE;
/// More than a packet here has.
const SPAN: usize = 0x4000;

/// Rings for a packet, or a part of one, from `at` of what is to be sent.
fn sends(host: &mut Host, at: usize, len: usize, flags: u32, by: By) {
    host.write(h2c(2) + CONTROL, LOG_ALL);
    let src = host.bus(DATA + at);
    let piece = Piece { flags: 0, len: u32::try_from(len).unwrap(), src, dst: 0 };
    ring(host, h2c(2), &line(flags, piece), by);
}

/// Rings for room at `at`, in which nothing has been.
fn receives(host: &mut Host, at: usize, len: usize, by: By) {
    host.put(RESULT, &[0; 8]);
    host.put(BACK + at, &vec![UNTOUCHED; SPAN - at]);
    host.write(c2h(2) + CONTROL, LOG_ALL);
    let (src, dst) = (host.bus(RESULT), host.bus(BACK + at));
    let piece = Piece { flags: 0, len: u32::try_from(len).unwrap(), src, dst };
    ring(host, c2h(2), &line(D_STOP | D_COMPLETED, piece), by);
}

fn result(host: &Host) -> (u32, u32) {
    (host.word(RESULT), host.word(RESULT + 4))
}

fn stop(host: &mut Host, channel: u32) {
    host.write(channel + CONTROL_W1C, RUN);
    host.settle();
}

/// What is left of a packet, by a line each for as much as `room`; the lengths that its results told.
fn the_rest(host: &mut Host, mut at: usize, room: usize, by: By) -> usize {
    for _ in 0..SPAN {
        receives(host, at, room, by);
        assert_eq!(ended(host, c2h(2)), (DONE, 1));
        let (kind, len) = result(host);
        at += len as usize;
        if kind == END {
            return at;
        }
        assert_eq!((kind, len as usize), (MORE, room));
    }
    unreachable!("a packet without an end");
}

/// Shorter, as long, longer by a byte and by several lines; the room is there first, or the packet is.
fn a_packet_takes_as_many_lines_as_it_needs(host: &mut Host) {
    for (round, (len, room)) in [
        (1, 64),
        (63, 64),
        (64, 64),
        (65, 64),
        (300, 4096),
        (4096, 4096),
        (4097, 4096),
        (5000, 64 * 20),
        (1000, 100),
        (777, 333),
    ]
    .into_iter()
    .enumerate()
    {
        for room_first in [true, false] {
            let by = WAYS[round % 3];
            let what = format!("{len} bytes into {room}, room first: {room_first}");
            let data = host.fill(DATA, len);
            if room_first {
                receives(host, 0, room, by);
                host.settle();
                assert_eq!(host.read(c2h(2) + STATUS), BUSY, "{what}");
                sends(host, 0, len, D_LAST, by);
            } else {
                sends(host, 0, len, D_LAST, by);
                host.settle();
                receives(host, 0, room, by);
            }
            assert_eq!(ended(host, c2h(2)), (DONE, 1), "{what}");
            let first = len.min(room);
            let kind = if len <= room { END } else { MORE };
            assert_eq!(result(host), (kind, u32::try_from(first).unwrap()), "{what}");
            let all = if kind == END { first } else { the_rest(host, first, room, by) };
            assert_eq!(all, len, "{what}");
            assert_eq!(ended(host, h2c(2)), (DONE, 1), "{what}");
            let got = host.get(BACK, SPAN);
            assert!(got[..len] == data, "{what}");
            assert!(got[len..].iter().all(|byte| *byte == UNTOUCHED), "{what}: beside it");
            assert_eq!((refused(host, h2c(2)), refused(host, c2h(2))), (0, 0), "{what}");
        }
    }
}

/// A receiver for whom nothing has come, and one for whom the packet stops halfway: what is told is what is there, the rest is for the next
/// line.
fn a_receiver_that_is_stopped_has_what_it_tells(host: &mut Host) {
    for sent in [0, 64, 640, 2048] {
        let data = host.fill(DATA, sent + 500);
        if sent > 0 {
            sends(host, 0, sent, D_STOP, By::Store);
            assert_eq!(ended(host, h2c(2)), (STOPPED, 1), "{sent} bytes");
        }
        receives(host, 0, 4096, By::Eights);
        host.settle();
        assert_eq!(host.read(c2h(2) + STATUS), BUSY, "{sent} bytes: it waits");
        stop(host, c2h(2));
        assert_eq!(host.read(c2h(2) + STATUS_RC), IDLE_STOPPED, "{sent} bytes");
        assert_eq!(counts(host, c2h(2)), (0, u32::try_from(sent).unwrap()), "{sent} bytes");
        let cut = if sent > 0 { (MORE, u32::try_from(sent).unwrap()) } else { (0, 0) };
        assert_eq!(result(host), cut, "{sent} bytes");
        sends(host, sent, 500, D_LAST, By::Words);
        assert_eq!(the_rest(host, sent, 4096, By::Store), sent + 500);
        assert_eq!(ended(host, h2c(2)), (DONE, 1));
        let got = host.get(BACK, SPAN);
        assert!(got[..sent + 500] == data, "{sent} bytes");
        assert!(got[sent + 500..].iter().all(|byte| *byte == UNTOUCHED), "{sent} bytes");
    }
}

/// Stopped in every phase of its way, on either side: nothing is lost, nothing comes twice.
fn a_packet_that_is_cut_at_any_moment_is_as_long_as_was_told(host: &mut Host) {
    let mut ends = std::collections::BTreeSet::new();
    for moment in (0..1500).step_by(53) {
        for receiver in [true, false] {
            let len = 700;
            let data = host.fill(DATA, len);
            receives(host, 0, 4096, By::Store);
            sends(host, 0, len, D_LAST, By::Store);
            host.advance(moment);
            let cut = if receiver { c2h(2) } else { h2c(2) };
            stop(host, cut);
            let what = format!("moment {moment}, receiver: {receiver}");
            let status = host.read(cut + STATUS);
            let (count, part) = counts(host, cut);
            assert!(
                matches!((status, count, part), (DONE, 1, 0) | (IDLE_STOPPED, 0, _) | (0, 0, 0)),
                "{what}: {status:#x}, {count}, {part}"
            );
            ends.insert((receiver, count, part > 0));
            let told = if count == 1 { len } else { part as usize };
            if receiver {
                // The rest is for the next line.
                let all = if count == 1 { told } else { the_rest(host, told, 4096, By::Store) };
                assert_eq!(all, len, "{what}");
                assert_eq!(ended(host, h2c(2)), (DONE, 1), "{what}");
            } else if told > 0 {
                // The packet ends where its sender was told.
                assert_eq!(ended(host, c2h(2)), (DONE, 1), "{what}");
                assert_eq!(result(host), (END, u32::try_from(told).unwrap()), "{what}");
            } else {
                // It has not begun: the receiver waits on, for the next one.
                assert_eq!(ended(host, c2h(2)).0, BUSY, "{what}");
                sends(host, 0, len, D_LAST, By::Store);
                assert_eq!((ended(host, c2h(2)), result(host)), ((DONE, 1), (END, 700)), "{what}");
            }
            let has = if receiver || told == 0 { len } else { told };
            let got = host.get(BACK, SPAN);
            assert!(got[..has] == data[..has], "{what}");
            assert!(got[has..].iter().all(|byte| *byte == UNTOUCHED), "{what}");
            assert_eq!((refused(host, h2c(2)), refused(host, c2h(2))), (0, 0), "{what}");
        }
    }
    for receiver in [true, false] {
        let has = |count| ends.iter().any(|end| (end.0, end.1) == (receiver, count));
        assert!(has(0) && has(1), "{ends:?}");
    }
}

/// Held at a full card, as far as it got.
fn a_sender_that_is_held_says_how_far_it_came(host: &mut Host) {
    let len = 0x4_0000;
    let data = host.fill(DATA, len);
    sends(host, 0, len, D_LAST, By::Store);
    host.settle();
    assert_eq!(host.read(h2c(2) + STATUS), BUSY, "more than there is room for");
    stop(host, h2c(2));
    assert_eq!(host.read(h2c(2) + STATUS_RC), IDLE_STOPPED);
    let (count, told) = counts(host, h2c(2));
    assert!(count == 0 && told > 0 && (told as usize) < len, "{count}, {told}");
    let mut got = Vec::new();
    for _ in 0..len {
        receives(host, 0, 8192, By::Store);
        assert_eq!(ended(host, c2h(2)), (DONE, 1));
        let (kind, bytes) = result(host);
        got.extend(host.get(BACK, bytes as usize));
        if kind == END {
            break;
        }
    }
    assert_eq!(got.len(), told as usize);
    assert!(got == data[..got.len()]);
}

/// There is no run that could be stopped, and nothing is logged of one.
fn a_stop_behind_a_refusal_stops_nothing(host: &mut Host) {
    for channel in [h2c(0), c2h(0), h2c(2), c2h(2)] {
        host.write(channel + CONTROL, LOG_ALL);
        host.write(channel + IEM, LOG_ALL);
        let piece = Piece { flags: 0, len: 64, src: host.bus(DATA), dst: CARD };
        let mut bad = line(D_LAST, piece);
        bad[40] = 1;
        ring(host, channel, &bad, By::Store);
        stop(host, channel);
        assert_eq!((ended(host, channel), counts(host, channel)), ((0, 0), (0, 0)));
        assert_eq!((host.read(channel + CONTROL), refused(host, channel)), (LOG_ALL, R_FORMAT));
        host.assert_no_messages();
    }
    for to_card in [true, false] {
        moves(host, to_card, (200, 3), By::Eights);
    }
}

/// Each channel's message comes on its own vector, once, when it may; also that of a stop. What is refused has none.
fn each_run_of_a_line_has_its_message(host: &mut Host) {
    let lines: [(u32, u32); 8] = [
        (h2c(0), 0),
        (h2c(1), 1),
        (h2c(2), 2),
        (h2c(3), 3),
        (c2h(0), 4),
        (c2h(1), 5),
        (c2h(2), 6),
        (c2h(3), 7),
    ];
    host.write(0x20A0, 0x0302_0100);
    host.write(0x20A4, 0x0706_0504);
    host.write(0x2014, 0xFF);
    for (channel, _) in lines {
        host.write(channel + IEM, STOPPED | IDLE_STOPPED);
        host.write(channel + CONTROL, LOG_ALL);
    }
    let descriptor = |host: &Host, channel: u32| {
        let (src, dst) = if channel < 0x1000 {
            (host.bus(DATA), CARD)
        } else if channel & 0x200 == 0 {
            (CARD, host.bus(BACK))
        } else {
            (host.bus(RESULT), host.bus(BACK))
        };
        line(D_LAST, Piece { flags: 0, len: 64, src, dst })
    };
    // Masked it is pending, and comes once that is over.
    for (channel, vector) in lines {
        let rung = descriptor(host, channel);
        ring(host, channel, &rung, By::Store);
        assert_eq!(ended(host, channel), (DONE, 1), "{channel:#x}");
        host.assert_no_messages();
        assert_eq!(host.read(0x8FE0) >> vector & 1, 1, "{channel:#x} is pending");
        host.write(0x8000 + 16 * vector + 12, 0);
        host.wait_message(vector as usize);
        host.settle();
        host.assert_no_messages();
    }
    for (channel, vector) in lines {
        host.write(channel + STATUS_RC, 0);
        let rung = descriptor(host, channel);
        ring(host, channel, &rung, By::Eights);
        // Whether or not that is in time: the other one is refused, and nobody hears of it.
        ring(host, channel, &rung, By::Store);
        host.wait_message(vector as usize);
        assert_eq!((ended(host, channel), refused(host, channel)), ((DONE, 1), R_BUSY));
        host.assert_no_messages();
    }
    // A receiver for whom nothing comes is stopped.
    ring(host, c2h(3), &descriptor(host, c2h(3)), By::Words);
    host.settle();
    host.assert_no_messages();
    host.write(c2h(3) + CONTROL_W1C, RUN);
    host.wait_message(7);
    assert_eq!((host.read(c2h(3) + STATUS_RC), counts(host, c2h(3))), (IDLE_STOPPED, (0, 0)));
    host.settle();
    host.assert_no_messages();
}

on_both!(
    "loopback":
    a_packet_takes_as_many_lines_as_it_needs,
    a_receiver_that_is_stopped_has_what_it_tells,
    a_packet_that_is_cut_at_any_moment_is_as_long_as_was_told,
    a_sender_that_is_held_says_how_far_it_came,
    a_stop_behind_a_refusal_stops_nothing,
    each_run_of_a_line_has_its_message,
);
