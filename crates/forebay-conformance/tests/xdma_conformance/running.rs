// SPDX-License-Identifier: Apache-2.0
//! Runs: stopping, halting, credits, errors, addresses that stand still.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, CONTROL_W1C, D_LAST, DESC_ERROR, Host, IDLE_STOPPED,
    LOG_ALL, MAGIC_STOPPED, PARTIAL_BYTES, Piece, READ_ERROR, RUN, SG_CREDITS, STATUS, STATUS_RC,
    STOPPED, WRITE_ERROR, c2h, h2c,
};

const DATA: usize = 0x1_0000;
const DONE: u32 = STOPPED | COMPLETED;
const NON_INCREMENTING: u32 = 1 << 25;

/// The stop comes at many different moments: each time the descriptors counted are done, of the next one as much as is
/// said, and the rest is untouched.
fn clearing_run_stops_where_the_counts_say(host: &mut Host) {
    for (round, channel) in (0..16).zip([h2c(0), c2h(0)].into_iter().cycle()) {
        let to_card = channel == h2c(0);
        let data = if to_card { host.fill(DATA, 1000) } else { host.fill_card(0, 1000) };
        let target = 0x2_0000;
        if to_card {
            for at in (0..60 * 1024).step_by(64) {
                let line = [0xEE; 64];
                host.card.mmio_write(forebay_bus::Bar::Aperture, 0x1_0000 + at, &line).unwrap();
            }
        } else {
            host.put(target, &[0xEE; 60 * 1024]);
        }
        let pieces: Vec<_> = (0..60)
            .map(|n| {
                let (src, dst) = if to_card {
                    (host.bus(DATA), 0x1_0000 + 1024 * n)
                } else {
                    (0, host.bus(target) + 1024 * n)
                };
                Piece { flags: 0, len: 1000, src, dst }
            })
            .collect();
        host.write(channel + CONTROL_W1C, RUN);
        host.start(channel, 0, &pieces, LOG_ALL | RUN);
        host.advance(450 + 25 * round);
        let running = host.read(channel + STATUS);
        host.write(channel + CONTROL_W1C, RUN);
        host.settle();
        assert_eq!(running, BUSY, "round {round}: stopped while it moved");
        assert_eq!(host.read(channel + STATUS), IDLE_STOPPED);
        let count = u64::from(host.read(channel + COMPLETED_COUNT));
        assert!(count < 60, "round {round}: {count}");
        let partial = host.read(channel + PARTIAL_BYTES) as usize;
        for n in 0..60 {
            let at = 1024 * n;
            let moved = if to_card {
                host.get_card(0x1_0000 + at, 1000)
            } else {
                host.get(target + usize::try_from(at).unwrap(), 1000)
            };
            let done = match n {
                _ if n < count => 1000,
                _ if n == count => partial,
                _ => 0,
            };
            assert!(moved[..done] == data[..done], "round {round}, descriptor {n} of {count} done");
            assert!(moved[done..].iter().all(|byte| *byte == 0xEE), "the rest is untouched");
        }
        // Another clearing is no second stop.
        host.read(channel + STATUS_RC);
        host.write(channel + CONTROL_W1C, RUN);
        host.settle();
        assert_eq!(host.read(channel + STATUS), 0);
    }
}

fn credits_and_halt_hold_the_fetch(host: &mut Host) {
    for (channel, bit) in [(h2c(1), 1), (c2h(0), 16)] {
        let (memory, card) = (host.bus(DATA), 0);
        let (src, dst) = if channel == h2c(1) { (memory, card) } else { (card, memory) };
        let mut pieces = vec![Piece { flags: 0, len: 64, src, dst }; 20];
        pieces[19].flags = D_LAST;
        host.write(0x6024, 1 << bit);
        host.start(channel, 0, &pieces, LOG_ALL | RUN);
        host.settle();
        assert_eq!((host.read(channel + STATUS), host.read(channel + COMPLETED_COUNT)), (BUSY, 0));
        for (give, total) in [(3, 3), (1, 4), (7, 11)] {
            host.write(channel + SG_CREDITS, give);
            host.settle();
            assert_eq!(host.read(channel + COMPLETED_COUNT), total);
            assert_eq!(host.read(channel + SG_CREDITS), 0, "used");
        }
        host.write(0x6014, 1 << bit);
        host.write(channel + SG_CREDITS, 1000);
        host.write(channel + SG_CREDITS, 1000);
        host.settle();
        assert_eq!(host.read(channel + COMPLETED_COUNT), 11, "halted");
        assert_eq!(host.read(channel + SG_CREDITS), 1023, "as many as fit");
        host.write(0x6018, 1 << bit);
        host.settle();
        assert_eq!((host.read(channel + STATUS), host.read(channel + COMPLETED_COUNT)), (DONE, 20));
        host.write(channel + CONTROL_W1C, RUN);
        assert_eq!(host.read(channel + SG_CREDITS), 0, "credits end with the run");
        // A run that waits for a credit can be stopped.
        host.start(channel, 0, &pieces, LOG_ALL | RUN);
        host.settle();
        host.write(channel + CONTROL_W1C, RUN);
        host.settle();
        assert_eq!(host.read(channel + STATUS), IDLE_STOPPED);
        host.write(0x6028, 1 << bit);
        host.write(channel + SG_CREDITS, 5);
        assert_eq!(host.read(channel + SG_CREDITS), 0, "no credits without their mode");
    }
}

/// Each cause at each place of the chain: its bit, the count of what came before, and the channel works afterwards.
fn each_error_has_its_bit_and_its_place(host: &mut Host) {
    let (nowhere, no_card) = (0x10, 0x9000_0000);
    for bad in 0..3 {
        for (channel, spoil_src, bit) in [
            (h2c(0), true, 1 << READ_ERROR),
            (h2c(0), false, 1 << WRITE_ERROR),
            (c2h(0), true, 1 << READ_ERROR),
            (c2h(0), false, 1 << WRITE_ERROR),
        ] {
            let to_card = channel == h2c(0);
            let (memory, card) = (host.bus(DATA), 0);
            let (src, dst) = if to_card { (memory, card) } else { (card, memory) };
            let good = Piece { flags: 0, len: 200, src, dst };
            let mut pieces = [good; 4];
            pieces[3].flags = D_LAST;
            if spoil_src {
                pieces[bad].src = if to_card { nowhere } else { no_card };
            } else {
                pieces[bad].dst = if to_card { no_card } else { nowhere };
            }
            let count = u32::try_from(bad).unwrap();
            assert_eq!(host.run(channel, &pieces, LOG_ALL), (bit, count));
            let last = Piece { flags: D_LAST, ..good };
            assert_eq!(host.run(channel, &[last], LOG_ALL), (DONE, 1), "usable afterwards");
        }
        // The descriptor itself: out of reach, and without the magic number.
        let good = Piece { flags: 0, len: 200, src: host.bus(DATA), dst: 0 };
        let mut pieces = [good; 4];
        pieces[3].flags = D_LAST;
        let adjacent = host.chain(0, &pieces);
        for (word, status) in [(0x0000_0003, MAGIC_STOPPED), (0xAD4A_0000, MAGIC_STOPPED)] {
            host.chain(0, &pieces);
            host.put(32 * bad, &u32::to_le_bytes(word));
            host.write(CONTROL_W1C, RUN);
            host.point(h2c(0), 0, adjacent);
            host.write(CONTROL, LOG_ALL | RUN);
            host.settle();
            let count = u32::try_from(bad).unwrap();
            assert_eq!((host.read(STATUS), host.read(COMPLETED_COUNT)), (status, count));
        }
    }
    host.write(CONTROL_W1C, RUN);
    host.write_pair(0x4080, 0x4084, 0x40);
    host.write(CONTROL, LOG_ALL | RUN);
    host.settle();
    assert_eq!((host.read(STATUS), host.read(COMPLETED_COUNT)), (1 << DESC_ERROR, 0));
}

/// Any adjacent count at any address: the engine itself keeps reads within 4 KiB.
fn blocks_may_cross_a_page(host: &mut Host) {
    for start in [0x1000 - 32, 0x1000 - 64, 0x1FE0 - 31 * 32] {
        let data = host.fill(DATA, 100 * 48);
        let mut pieces: Vec<_> = (0..100)
            .map(|n| Piece { flags: 0, len: 48, src: host.bus(DATA) + 48 * n, dst: 48 * n })
            .collect();
        pieces[99].flags = D_LAST;
        host.write(CONTROL_W1C, RUN);
        host.start(h2c(0), start, &pieces, LOG_ALL | RUN);
        host.settle();
        assert_eq!((host.read(STATUS), host.read(COMPLETED_COUNT)), (DONE, 100));
        assert!(host.get_card(0, data.len()) == data);
    }
}

fn any_length_and_alignment_is_moved(host: &mut Host) {
    let sizes = [0, 1, 3, 4, 63, 64, 65, 511, 4095, 4096, 4097, 12_345];
    for (n, len) in (0..).zip(sizes) {
        let (memory, card) = (DATA + 7 * n, 0x100 + 13 * n as u64);
        let bytes = len as usize;
        let sent = host.fill(memory, bytes);
        let there = Piece { flags: D_LAST, len, src: host.bus(memory), dst: card };
        assert_eq!(host.run(h2c(1), &[there], LOG_ALL), (DONE, 1), "{len} bytes");
        let back = 0x4_0000 + 29 * n;
        host.put(back - 1, &vec![0x55; bytes + 2]);
        let here = Piece { flags: D_LAST, len, src: card, dst: host.bus(back) };
        assert_eq!(host.run(c2h(1), &[here], LOG_ALL), (DONE, 1), "{len} bytes");
        let got = host.get(back - 1, bytes + 2);
        assert!(got[1..=bytes] == sent, "{len} bytes");
        assert_eq!((got[0], got[bytes + 1]), (0x55, 0x55), "{len} bytes and not one more");
    }
}

fn a_fixed_card_address_stands_still(host: &mut Host) {
    let data = host.fill(DATA, 640);
    host.fill_card(0x1000, 704);
    let around = host.get_card(0x1040, 640);
    let there = Piece { flags: D_LAST, len: 640, src: host.bus(DATA), dst: 0x1000 };
    assert_eq!(host.run(h2c(0), &[there], LOG_ALL | NON_INCREMENTING), (DONE, 1));
    assert_eq!(host.get_card(0x1000, 64), data[576..], "the last beat stays");
    assert_eq!(host.get_card(0x1040, 640), around);
    let here = Piece { flags: D_LAST, len: 256, src: 0x1000, dst: host.bus(DATA) };
    assert_eq!(host.run(c2h(0), &[here], LOG_ALL | NON_INCREMENTING), (DONE, 1));
    for beat in host.get(DATA, 256).chunks(64) {
        assert_eq!(beat, &data[576..]);
    }
    // Into a stream port every beat is an entry, in order, wherever it is written.
    let into = Piece { flags: D_LAST, len: 640, src: host.bus(DATA), dst: 0x1000_0000 };
    assert_eq!(host.run(h2c(0), &[into], LOG_ALL | NON_INCREMENTING), (DONE, 1));
    assert_eq!(host.read_user(0x2008), 10, "entries");
    host.write(CONTROL_W1C, NON_INCREMENTING);
    host.write_user(0x2000, 1);
}

fn eight_channels_run_at_once(host: &mut Host) {
    let mut wanted = Vec::new();
    for n in 0..2_u32 {
        let memory = 0x2_0000 * (1 + n as usize);
        let sent = host.fill(memory, 10_000);
        let card = 0x1_0000 * u64::from(1 + n);
        let (first, second) = (host.bus(memory), host.bus(memory + 5000));
        host.write(h2c(n) + CONTROL_W1C, RUN);
        let pieces = [
            Piece { flags: 0, len: 5000, src: first, dst: card },
            Piece { flags: D_LAST, len: 5000, src: second, dst: card + 5000 },
        ];
        host.start(h2c(n), 0x1000 * n as usize, &pieces, LOG_ALL | RUN);
        wanted.push((card, sent));
    }
    for n in 0..2_u32 {
        let (send, receive) = (0x6_0000 + 0x2_0000 * n as usize, 0x7_0000 + 0x2_0000 * n as usize);
        let piece = Piece { flags: D_LAST, len: 9000, src: host.bus(send), dst: 0 };
        host.start(h2c(2 + n), 0x4000 + 0x1000 * n as usize, &[piece], LOG_ALL | RUN);
        let (src, dst) = (host.bus(0xF000 + 64 * n as usize), host.bus(receive));
        let piece = Piece { flags: D_LAST, len: 9000, src, dst };
        host.start(c2h(2 + n), 0x6000 + 0x1000 * n as usize, &[piece], LOG_ALL | RUN);
        let piece = Piece { flags: D_LAST, len: 3000, src: 0x8_0000, dst: host.bus(0xB_0000) };
        host.start(c2h(n), 0x8000 + 0x1000 * n as usize, &[piece], LOG_ALL | RUN);
    }
    host.settle();
    for n in 0..4 {
        assert_eq!(host.read(h2c(n) + STATUS), DONE, "H2C {n}");
        assert_eq!(host.read(c2h(n) + STATUS), DONE, "C2H {n}");
    }
    for (card, sent) in wanted {
        assert!(host.get_card(card, 10_000) == sent);
    }
    for n in 0..2 {
        let (send, receive) = (0x6_0000 + 0x2_0000 * n, 0x7_0000 + 0x2_0000 * n);
        assert!(host.get(receive, 9000) == host.get(send, 9000), "loop {n}");
    }
}

on_both!(
    "loopback":
    clearing_run_stops_where_the_counts_say,
    credits_and_halt_hold_the_fetch,
    each_error_has_its_bit_and_its_place,
    blocks_may_cross_a_page,
    any_length_and_alignment_is_moved,
    a_fixed_card_address_stands_still,
    eight_channels_run_at_once,
);
