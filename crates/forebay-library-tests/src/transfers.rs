// SPDX-License-Identifier: Apache-2.0
//! Memory-mapped channels: data goes where it should, and in order.

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use forebay::{Buffer, Piece};

use crate::shared::{count_of, memory_works, packets_of, pattern, receives, send, shared, works};
use crate::{Fixture, Way};

pub(crate) fn memory_keeps_what_was_written_at_any_alignment(fixture: &Fixture) {
    any_alignment(&fixture.open());
}

pub(crate) fn memory_keeps_it_also_when_the_caller_spins_for_the_end(fixture: &Fixture) {
    any_alignment(&fixture.open_spinning());
}

fn any_alignment(device: &forebay::Device) {
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(1).unwrap());
    for (seed, (len, addr)) in
        (0..).zip([(1, 0), (64, 64), (63, 1), (65, 0xFC0), (4096, 0x1001), (100_000, 0x2_0FFF)])
    {
        let sent = pattern(len, seed);
        let mut around = vec![0xA5; len + 2];
        h2c.write_all_at(&around, addr).unwrap();
        h2c.write_all_at(&sent, addr + 1).unwrap();
        c2h.read_exact_at(&mut around, addr).unwrap();
        assert!(around[1..=len] == sent, "{len} bytes at {addr:#x}");
        assert_eq!((around[0], around[len + 1]), (0xA5, 0xA5), "around {len} bytes at {addr:#x}");
    }
    memory_works(device);
}

pub(crate) fn an_unaligned_slice_of_host_memory_is_moved_exactly(fixture: &Fixture) {
    let device = fixture.open();
    let sent = pattern(5000, 7);
    device.h2c(1).unwrap().write_all_at(&sent[13..4999], 0x77).unwrap();
    let mut back = vec![0; 5000];
    device.c2h(0).unwrap().read_exact_at(&mut back[1..4987], 0x77).unwrap();
    assert!(back[1..4987] == sent[13..4999]);
    assert_eq!((back[0], &back[4987..]), (0, &[0; 13][..]));
}

pub(crate) fn no_bytes_are_a_transfer_that_has_ended(fixture: &Fixture) {
    let device = fixture.open();
    device.h2c(0).unwrap().write_all_at(&[], 0x40).unwrap();
    device.c2h(0).unwrap().read_exact_at(&mut [], 0x40).unwrap();
    let none = device.h2c(0).unwrap().submit(&[], &[]).unwrap();
    assert_eq!(none.wait().unwrap().bytes, 0);
    memory_works(&device);
}

/// They are no packet of a stream and no room for one, wherever among others they are.
pub(crate) fn ranges_without_bytes_are_left_out(fixture: &Fixture) {
    let device = fixture.open();
    let bytes = pattern(60, 11);
    for lengths in [&[0][..], &[0, 10, 0, 50], &[10, 50, 0, 0]] {
        let moved = send(&device, 2, &bytes, lengths).wait().unwrap();
        assert_eq!(moved.bytes, lengths.iter().sum::<usize>() as u64, "{lengths:?}");
        for packet in packets_of(lengths).into_iter().filter(|packet| !packet.is_empty()) {
            receives(&device, 2, &bytes[packet]);
        }
    }
    let sending = send(&device, 2, &bytes, &[10, 50]);
    let c2h = device.c2h(2).unwrap();
    let rooms = [0..0, 0..20, 20..20, 20..120, 120..120];
    let read = c2h.submit_packets(Buffer::new(120).unwrap(), &rooms).unwrap();
    let (back, moved) = read.wait().unwrap();
    assert_eq!((moved.bytes, moved.eop), (60, true));
    assert!(back[..10] == bytes[..10] && back[20..70] == bytes[10..]);
    assert_eq!(sending.wait().unwrap().bytes, 60);
    for none in [
        c2h.submit(Buffer::new(1).unwrap(), 1..1, 0),
        c2h.submit_packets(Buffer::new(1).unwrap(), std::slice::from_ref(&(0..0))),
    ] {
        let (_, moved) = none.unwrap().wait().unwrap();
        assert_eq!((moved.bytes, moved.eop), (0, false));
    }
    let piece = |range: Range<usize>| Piece { buffer: 0, card_addr: range.start as u64, range };
    let pieces = [piece(0..30), piece(30..30), piece(30..60)];
    let written = device.h2c(0).unwrap().submit(&[shared(&bytes)], &pieces).unwrap();
    assert_eq!(written.wait().unwrap().bytes, 60);
    works(&device);
}

/// Each piece overwrites half of the one before it, so that only the right order leaves the right bytes.
pub(crate) fn queued_transfers_go_in_order_on_several_channels(fixture: &Fixture) {
    const PIECE: usize = 1000;
    let device = fixture.open();
    let count = 40;
    let buffers = [0, 1].map(|channel| shared(&pattern(PIECE * count, channel)));
    let base = |channel: usize| channel as u64 * 0x4_0000;
    let mut transfers = Vec::new();
    for start in (0..count).step_by(8) {
        for (channel, buffer) in (0..).zip(&buffers) {
            let piece = |n: usize| Piece {
                buffer: 0,
                range: PIECE * n..PIECE * (n + 1),
                card_addr: base(channel) + (PIECE / 2 * n) as u64,
            };
            let pieces: Vec<_> = (start..start + 8).map(piece).collect();
            let h2c = device.h2c(u32::try_from(channel).unwrap()).unwrap();
            transfers.push(h2c.submit(&[Arc::clone(buffer)], &pieces).unwrap());
        }
    }
    for transfer in transfers {
        assert_eq!(transfer.wait().unwrap().bytes, 8 * PIECE as u64);
    }
    for (channel, buffer) in buffers.iter().enumerate() {
        let len = PIECE / 2 * (count + 1);
        // Room behind it, which stays as it is.
        let room = Buffer::new(2 * len).unwrap();
        let read = device.c2h(0).unwrap().submit(room, len..2 * len, base(channel)).unwrap();
        let (back, moved) = read.wait().unwrap();
        assert_eq!(moved.bytes, len as u64);
        let (before, back) = back.split_at(len);
        assert!(before.iter().all(|byte| *byte == 0), "outside the range that was read");
        for n in 0..count {
            let (card, host) = (PIECE / 2 * n, PIECE * n);
            let same = back[card..card + PIECE / 2] == buffer[host..host + PIECE / 2];
            assert!(same, "piece {n} on channel {channel}");
        }
        let last = &buffer[PIECE * count - PIECE / 2..];
        assert!(back[len - PIECE / 2..] == *last, "the end of the last on channel {channel}");
    }
}

/// Only what lets the card work ends a transfer; a look says whether it has, and the wait is over then.
pub(crate) fn a_look_at_a_transfer_lets_no_time_pass(fixture: &Fixture) {
    const BYTES: usize = 4096;
    let device = fixture.open();
    let sent = pattern(BYTES, 9);
    let piece = Piece { buffer: 0, range: 0..BYTES, card_addr: 0x100 };
    let transfer = device.h2c(0).unwrap().submit(&[shared(&sent)], &[piece]).unwrap();
    let began = device.now().unwrap();
    assert!(!transfer.has_ended().unwrap());
    assert_eq!(device.now().unwrap(), began);
    // Whoever waits for something longer lets the card work on this too.
    let mut back = vec![0; 32 * BYTES];
    device.c2h(0).unwrap().read_exact_at(&mut back, 0x10_0000).unwrap();
    let now = device.now().unwrap();
    assert!(transfer.has_ended().unwrap() && transfer.has_ended().unwrap());
    let moved = transfer.wait().unwrap();
    assert_eq!((moved.bytes, device.now().unwrap()), (BYTES as u64, now));
    assert!(began < moved.finished_at && moved.finished_at <= now);
    device.c2h(0).unwrap().read_exact_at(&mut back[..BYTES], 0x100).unwrap();
    assert!(back[..BYTES] == sent);
}

pub(crate) fn a_transfer_of_many_pieces_moves_each(fixture: &Fixture) {
    let device = fixture.open();
    // More than a ring of descriptors holds. Our driver takes them by one call, up to 1024, others each by a call of its own; their rings are
    // their business.
    let count: usize = if fixture.way() == Way::InProcess { 3000 } else { 300 };
    let buffer = shared(&pattern(16 * count, 5));
    let piece = |n: usize| Piece {
        buffer: 0,
        range: 16 * n..16 * n + 16,
        card_addr: 16 * (count - 1 - n) as u64,
    };
    let pieces: Vec<_> = (0..count).map(piece).collect();
    let moved =
        device.h2c(0).unwrap().submit(&[Arc::clone(&buffer)], &pieces).unwrap().wait().unwrap();
    assert_eq!(moved.bytes, 16 * count as u64);
    let mut back = vec![0; 16 * count];
    device.c2h(0).unwrap().read_exact_at(&mut back, 0).unwrap();
    for n in 0..count {
        let at = 16 * (count - 1 - n);
        assert_eq!(back[at..at + 16], buffer[16 * n..16 * n + 16], "piece {n}");
    }
}

pub(crate) fn threads_share_a_device(fixture: &Fixture) {
    let device = fixture.open();
    let rounds = fixture.rounds(50, 5);
    thread::scope(|scope| {
        for worker in 0..4_u32 {
            let device = &device;
            scope.spawn(move || {
                let (h2c, c2h) = (device.h2c(worker % 2).unwrap(), device.c2h(worker % 2).unwrap());
                let addr = u64::from(worker) * 0x2_0000;
                for round in 0..rounds {
                    let sent = pattern(3000, round * 4 + u64::from(worker));
                    h2c.write_all_at(&sent, addr).unwrap();
                    let mut back = vec![0; 3000];
                    c2h.read_exact_at(&mut back, addr).unwrap();
                    assert!(back == sent, "round {round} of {worker}");
                }
            });
        }
    });
}

pub(crate) fn a_short_transfer_costs_the_bus_no_register_read(fixture: &Fixture) {
    let device = fixture.open();
    // A look at the counters costs as many reads as the next one.
    let reads = || count_of(&device, "mmio_reads");
    let seen = [reads(), reads()];
    let (h2c, c2h) = (device.h2c(2).unwrap(), device.c2h(2).unwrap());
    let room = Range { start: 0, end: 4096 };
    let back = c2h.submit_packets(Buffer::new(4096).unwrap(), std::slice::from_ref(&room)).unwrap();
    h2c.submit_packets(shared(&[0; 4096]), &[room]).unwrap().wait().unwrap();
    assert_eq!(back.wait().unwrap().1.bytes, 4096);
    assert_eq!(reads() - seen[1], seen[1] - seen[0]);
}
