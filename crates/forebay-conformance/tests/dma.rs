// SPDX-License-Identifier: Apache-2.0
//! Data goes where it should, on every kind of card.

#![allow(clippy::single_range_in_vec_init, reason = "a list of packets may have one")]

mod common;

use std::sync::Arc;

use common::{BODIES, open, pattern};
use forebay::{Buffer, ForebayError};

#[test]
fn memory_keeps_what_was_written_at_any_alignment() {
    for body in BODIES {
        let device = open(body, "loopback");
        let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(1).unwrap());
        for (seed, (len, addr)) in
            (0..).zip([(1, 0), (64, 64), (63, 1), (65, 0xFC0), (4096, 0x1001), (10_000, 0x2_0FFF)])
        {
            let sent = pattern(len, seed);
            let mut around = vec![0xA5; len + 2];
            h2c.write_all_at(&around, addr).unwrap();
            h2c.write_all_at(&sent, addr + 1).unwrap();
            c2h.read_exact_at(&mut around, addr).unwrap();
            assert_eq!(around[1..=len], sent, "{body}: {len} bytes at {addr:#x}");
            assert_eq!(
                (around[0], around[len + 1]),
                (0xA5, 0xA5),
                "{body}: guard bytes around {addr:#x}"
            );
        }
    }
}

#[test]
fn an_unaligned_slice_of_host_memory_is_moved_exactly() {
    for body in BODIES {
        let device = open(body, "loopback");
        let sent = pattern(5000, 7);
        device.h2c(1).unwrap().write_all_at(&sent[13..4999], 0x77).unwrap();
        let mut back = vec![0; 5000];
        device.c2h(0).unwrap().read_exact_at(&mut back[1..4987], 0x77).unwrap();
        assert_eq!(back[1..4987], sent[13..4999], "{body}");
        assert_eq!((back[0], back[4987]), (0, 0), "{body}");
    }
}

#[test]
fn packets_come_back_as_they_were_sent() {
    for body in BODIES {
        let device = open(body, "loopback");
        let (h2c, c2h) = (device.h2c(2).unwrap(), device.c2h(2).unwrap());
        for (seed, len) in (0..).zip([1, 63, 64, 65, 1000, 4096, 20_000]) {
            let mut buffer = Buffer::new(len).unwrap();
            buffer[..len].copy_from_slice(&pattern(len, seed));
            let buffer = Arc::new(buffer);
            let whole = std::ops::Range { start: 0, end: len };
            let sending = h2c.submit_packets(Arc::clone(&buffer), &[whole]).unwrap();
            let mut back = vec![0; len + 100];
            let moved = c2h.receive(&mut back).unwrap();
            sending.wait().unwrap();
            assert_eq!((moved.bytes, moved.eop), (len as u64, true), "{body}");
            assert_eq!(back[..len], buffer[..len], "{body}: packet of {len} bytes");
            assert!(
                back[len..].iter().all(|byte| *byte == 0),
                "{body}: bytes behind a packet of {len}"
            );
        }
    }
}

#[test]
fn a_short_transfer_costs_the_bus_no_register_read() {
    // A look at the counters costs as many reads as the next one.
    let reads = |device: &forebay::Device| {
        let counters = device.describe(false).unwrap().counters;
        counters.iter().find(|counter| counter.name == "mmio_reads").unwrap().value
    };
    for body in BODIES {
        let device = open(body, "loopback");
        let (h2c, c2h) = (device.h2c(2).unwrap(), device.c2h(2).unwrap());
        let buffer = Arc::new(Buffer::new(4096).unwrap());
        let seen = [reads(&device), reads(&device)];
        let back = c2h.submit_packets(Buffer::new(4096).unwrap(), &[0..4096]).unwrap();
        h2c.submit_packets(buffer, &[0..4096]).unwrap().wait().unwrap();
        assert_eq!(back.wait().unwrap().1.bytes, 4096, "{body}");
        assert_eq!(reads(&device) - seen[1], seen[1] - seen[0], "{body}");
    }
}

#[test]
fn transfers_queue_on_one_channel_and_run_on_several() {
    for body in BODIES {
        let device = open(body, "loopback");
        let mut buffer = Buffer::new(1 << 16).unwrap();
        buffer.copy_from_slice(&pattern(1 << 16, 3));
        let buffer = Arc::new(buffer);
        let pieces =
            |at: usize| forebay::Piece { buffer: 0, range: at..at + 4096, card_addr: at as u64 };
        let transfers: Vec<_> = (0..16)
            .map(|n| {
                device
                    .h2c(n % 2)
                    .unwrap()
                    .submit(&[Arc::clone(&buffer)], &[pieces(4096 * n as usize)])
                    .unwrap()
            })
            .collect();
        for transfer in transfers {
            assert_eq!(transfer.wait().unwrap().bytes, 4096);
        }
        let read =
            device.c2h(0).unwrap().submit(Buffer::new(1 << 16).unwrap(), 0..1 << 16, 0).unwrap();
        let (back, moved) = read.wait().unwrap();
        assert_eq!(moved.bytes, 1 << 16);
        assert!(back[..] == buffer[..], "{body}: data differs");
    }
}

#[test]
fn a_long_chain_is_cut_into_runs() {
    for body in BODIES {
        let device = open(body, "loopback");
        let mut buffer = Buffer::new(3000 * 16).unwrap();
        buffer.copy_from_slice(&pattern(3000 * 16, 5));
        let buffer = Arc::new(buffer);
        let pieces: Vec<_> = (0..3000)
            .map(|n| forebay::Piece {
                buffer: 0,
                range: 16 * n..16 * n + 16,
                card_addr: 16 * (2999 - n as u64),
            })
            .collect();
        let moved =
            device.h2c(0).unwrap().submit(&[Arc::clone(&buffer)], &pieces).unwrap().wait().unwrap();
        assert_eq!(moved.bytes, 3000 * 16);
        let mut back = vec![0; 3000 * 16];
        device.c2h(0).unwrap().read_exact_at(&mut back, 0).unwrap();
        for n in 0..3000 {
            assert_eq!(
                back[16 * (2999 - n)..16 * (3000 - n)],
                buffer[16 * n..16 * n + 16],
                "{body}: piece {n}"
            );
        }
    }
}

#[test]
fn the_wrong_kind_of_call_says_which_one_is_right() {
    let device = open("fast", "loopback");
    let error = device.h2c(2).unwrap().write_all_at(&[0], 0).unwrap_err();
    assert!(matches!(error, ForebayError::WrongKind { stream: true, .. }), "{error}");
    assert!(error.to_string().contains("send"), "{error}");
    let error = device.c2h(0).unwrap().receive(&mut [0]).unwrap_err();
    assert!(matches!(error, ForebayError::WrongKind { stream: false, .. }), "{error}");
    let error = device.h2c(4).unwrap_err();
    assert!(matches!(error, ForebayError::NoSuchChannel { present: 4, .. }), "{error}");
}
