// SPDX-License-Identifier: Apache-2.0
//! QUIESCE in the headers of front ends and datapath while channels move: what comes to rest, and what goes on afterwards.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, D_EOP, D_LAST, D_STOP, Host, IDLE_STOPPED, LOG_ALL,
    PARTIAL_BYTES, Piece, RUN, STATUS, STOPPED, c2h, h2c,
};
use crate::stops::{clear_run, packet_goes_through};

// Headers of the build `loopback` and words of them, typed by hand.
const XDMA: u32 = 0x04C0;
const LOOPBACK: u32 = 0x0540;
const HOLD: u32 = 0x30;
const RESTS: u32 = 0x34;
const RESTS_BUSY: u32 = 1;

const DONE: u32 = STOPPED | COMPLETED;
const RING: usize = 0x4000;
const MEMORY: usize = 0x1_0000;
const CARD: u64 = 0x4_0000;
const LEN: u32 = 300;
const COUNT: u32 = 3;
const BYTES: usize = (LEN * COUNT) as usize;

fn is_busy(host: &mut Host, header: u32) -> bool {
    host.read_user(header + RESTS) & RESTS_BUSY != 0
}

/// The end of a run that leaves its packet open, wherever in a beat: nothing moves, so nobody is busy, told to rest or not.
fn a_packet_that_is_left_open_is_no_activity(host: &mut Host) {
    for len in [64, 100, 1, 4096 + 63] {
        let data = host.fill(MEMORY, len as usize);
        let open = Piece { flags: D_STOP, len, src: host.bus(MEMORY), dst: 0 };
        assert_eq!(host.run(h2c(2), &[open], LOG_ALL), (STOPPED, 1));
        assert!(!is_busy(host, LOOPBACK), "{len} bytes");
        // It goes on where it was.
        let rest = Piece { flags: D_LAST, len: 500, src: host.bus(MEMORY), dst: 0 };
        assert_eq!(host.run(h2c(2), &[rest], LOG_ALL), (DONE, 1));
        let got = crate::stops::receive_packet(host, 2);
        assert_eq!(got.len(), data.len() + 500);
        assert!(got[..data.len()] == data);
        assert_eq!(host.run(h2c(2), &[open], LOG_ALL), (STOPPED, 1));
        host.write_user(LOOPBACK + HOLD, 1);
        host.settle();
        assert!(!is_busy(host, LOOPBACK), "{len} bytes: told to rest");
        host.write_user(LOOPBACK + HOLD, 0);
        host.settle();
        assert!(!is_busy(host, LOOPBACK), "{len} bytes: released");
        // What was dropped is gone; what the channel still had leads the rest of its packet.
        let end = Piece { flags: D_LAST, len: 64, src: host.bus(MEMORY), dst: 0 };
        assert_eq!(host.run(h2c(2), &[end], LOG_ALL), (DONE, 1));
        let tail = len as usize % 64;
        assert_eq!(crate::stops::receive_packet(host, 2).len(), tail + 64, "{len} bytes");
        packet_goes_through(host, 2, 300);
    }
}

/// The front end told to rest at any moment: each channel as if it had been stopped, none begins before it is released.
fn channels_that_are_told_to_rest_are_stopped_and_begin_again_when_released(host: &mut Host) {
    for (to_card, moment) in
        (0..700).step_by(31).flat_map(|moment| [(true, moment), (false, moment)])
    {
        let what = format!("to card: {to_card}, cycle {moment}");
        let channel = if to_card { h2c(0) } else { c2h(0) };
        let (sent, before) = if to_card {
            (host.fill(MEMORY, BYTES), host.fill_card(CARD, BYTES))
        } else {
            (host.fill_card(CARD, BYTES), host.fill(MEMORY, BYTES))
        };
        let (src, dst) = (host.bus(MEMORY), CARD);
        let (src, dst) = if to_card { (src, dst) } else { (dst, src) };
        let pieces: Vec<_> = (0..COUNT)
            .map(|n| {
                let at = u64::from(n * LEN);
                let flags = if n + 1 == COUNT { D_LAST & !D_EOP } else { 0 };
                Piece { flags, len: LEN, src: src + at, dst: dst + at }
            })
            .collect();
        clear_run(host, channel);
        host.start(channel, RING, &pieces, LOG_ALL | RUN);
        host.advance(moment);
        host.write_user(XDMA + HOLD, 1);
        host.settle();
        assert!(!is_busy(host, XDMA), "{what}");
        assert_eq!(host.read(channel + CONTROL) & RUN, 0, "{what}");
        let count = host.read(channel + COMPLETED_COUNT);
        let arrived = (count * LEN + host.read(channel + PARTIAL_BYTES)) as usize;
        let wanted = if arrived == BYTES { DONE } else { IDLE_STOPPED };
        assert_eq!(host.read(channel + STATUS), wanted, "{what}: {arrived} bytes");
        let look = |host: &mut Host| {
            if to_card { host.get_card(CARD, BYTES) } else { host.get(MEMORY, BYTES) }
        };
        let got = look(host);
        assert!(got[..arrived] == sent[..arrived] && got[arrived..] == before[arrived..], "{what}");
        // Asked for while it is held: not now, and not when it is released.
        host.write(channel + CONTROL, LOG_ALL | RUN);
        host.settle();
        assert_eq!(host.read(channel + STATUS), wanted, "{what}: held");
        host.write_user(XDMA + HOLD, 0);
        host.settle();
        assert_eq!(host.read(channel + STATUS) & BUSY, 0, "{what}: released");
        assert!(look(host) == got, "{what}: nothing was begun");
        host.write(channel + CONTROL, LOG_ALL | RUN);
        host.settle();
        assert_eq!(
            (host.read(channel + STATUS), host.read(channel + COMPLETED_COUNT)),
            (DONE, 3),
            "{what}"
        );
        assert!(look(host) == sent, "{what}: the next run");
    }
}

on_both!(
    "loopback":
    a_packet_that_is_left_open_is_no_activity,
    channels_that_are_told_to_rest_are_stopped_and_begin_again_when_released,
);
