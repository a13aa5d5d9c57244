// SPDX-License-Identifier: Apache-2.0
//! What a program is told of a transfer that was cut is what has arrived, and packets keep to themselves.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::Arc;

use common::{BODIES, open, pattern};
use forebay::{Buffer, ChannelId, Device, ForebayError, Piece, Transfer};
use forebay_bus::{LinkParams, PcieGen};

fn shared(bytes: &[u8]) -> Arc<Buffer> {
    let mut buffer = Buffer::new(bytes.len()).unwrap();
    buffer.copy_from_slice(bytes);
    Arc::new(buffer)
}

fn send(device: &Device, bytes: &[u8], cuts: &[usize]) -> Transfer {
    let mut at = 0;
    let packets: Vec<_> = cuts
        .iter()
        .map(|len| {
            at += len;
            at - len..at
        })
        .collect();
    device.h2c(2).unwrap().submit_packets(shared(bytes), &packets).unwrap()
}

/// Bytes of a stalled or cancelled transfer that have arrived.
fn arrived(error: &ForebayError) -> Option<u64> {
    match error {
        ForebayError::Stalled { bytes, .. } | ForebayError::Cancelled { bytes, .. } => Some(*bytes),
        _ => None,
    }
}

#[test]
fn a_send_that_nobody_takes_says_how_much_of_it_is_on_the_card() {
    for body in BODIES {
        let device = open(body, "loopback");
        for (len, seed) in [(300_001, 1), (3 << 20, 2)] {
            let packet = pattern(len, seed);
            let error = device.h2c(2).unwrap().send(&packet).unwrap_err();
            let told = usize::try_from(arrived(&error).unwrap()).unwrap();
            assert!(told > 0 && error.to_string().contains(&told.to_string()), "{error}");
            let mut got = vec![0; len];
            let moved = device.c2h(2).unwrap().receive(&mut got).unwrap();
            assert_eq!((moved.bytes, moved.eop), (told as u64, true), "{body}");
            assert!(got[..told] == packet[..told], "{body}");
            assert!(got[told..].iter().all(|byte| *byte == 0), "{body}");
        }
    }
}

#[test]
fn of_several_packets_the_bytes_told_are_those_that_come_out() {
    for body in BODIES {
        let device = open(body, "loopback");
        let bytes = pattern(400_000, 3);
        let cuts = [1000, 30_000, 69_000, 300_000];
        let error = send(&device, &bytes, &cuts).wait().unwrap_err();
        let told = usize::try_from(arrived(&error).unwrap()).unwrap();
        let mut at = 0;
        for len in cuts {
            // Whole packets, and the one that was cut as short as it was told; a cut behind a packet is in none.
            let len = len.min(told - at);
            if len == 0 {
                break;
            }
            let mut packet = vec![0; 400_000];
            let moved = device.c2h(2).unwrap().receive(&mut packet).unwrap();
            assert_eq!((moved.bytes, moved.eop), (len as u64, true), "{body}: at {at} of {told}");
            assert!(packet[..len] == bytes[at..at + len], "{body}: at {at}");
            assert!(packet[len..].iter().all(|byte| *byte == 0), "{body}: at {at}");
            at += len;
        }
        assert_eq!(at, told, "{body}");
        let error = device.c2h(2).unwrap().receive(&mut [0; 64]).unwrap_err();
        assert_eq!(arrived(&error), Some(0), "{body}: nothing more");
    }
}

#[test]
fn a_packet_over_many_descriptors_leaves_the_next_one_alone() {
    for body in BODIES {
        let device = open(body, "loopback");
        let bytes = pattern(6 << 20, 4);
        let cuts = [(5 << 20) / 2, 300, 1 << 20, 2 << 20, 77];
        let total = cuts.iter().sum::<usize>();
        let sending = send(&device, &bytes[..total], &cuts);
        let mut at = 0;
        for len in cuts {
            let mut got = vec![0; 4 << 20];
            let moved = device.c2h(2).unwrap().receive(&mut got).unwrap();
            assert_eq!((moved.bytes, moved.eop), (len as u64, true), "{body}");
            assert!(got[..len] == bytes[at..at + len], "{body}: packet of {len}");
            assert!(got[len..].iter().all(|byte| *byte == 0), "{body}: packet of {len}");
            at += len;
        }
        sending.wait().unwrap();
    }
}

#[test]
fn each_range_of_a_read_takes_one_packet_however_long_it_is() {
    for body in BODIES {
        let device = open(body, "loopback");
        let bytes = pattern(2 << 20, 5);
        let cuts = [100, (1 << 20) + 5, 64, 4096];
        let total = cuts.iter().sum::<usize>();
        let sending = send(&device, &bytes[..total], &cuts);
        let room = 3 << 20;
        let ranges: Vec<_> = (0..cuts.len()).map(|n| n * room..(n + 1) * room).collect();
        let buffer = Buffer::new(cuts.len() * room).unwrap();
        let read = device.c2h(2).unwrap().submit_packets(buffer, &ranges).unwrap();
        let (got, moved) = read.wait().unwrap();
        assert_eq!((moved.bytes, moved.eop), (total as u64, true), "{body}");
        let mut at = 0;
        for (len, range) in cuts.into_iter().zip(ranges) {
            let (packet, behind) = got[range].split_at(len);
            assert!(*packet == bytes[at..at + len], "{body}: packet of {len}");
            assert!(behind.iter().all(|byte| *byte == 0), "{body}: packet of {len}");
            at += len;
        }
        sending.wait().unwrap();
    }
}

#[test]
fn a_packet_that_ends_with_the_last_descriptor_of_a_run_leaves_the_rest_of_its_room_alone() {
    // A run has 1024 descriptors, one for each packet of a byte and the last for the beginning of a room of several.
    const SMALL: usize = 1023;
    let room = 3 << 20;
    for body in BODIES {
        let device = open(body, "loopback");
        let bytes = pattern(SMALL + 700 + 300, 7);
        let cuts: Vec<_> = [1].into_iter().cycle().take(SMALL).chain([700, 300]).collect();
        let sending = send(&device, &bytes, &cuts);
        let small = (0..SMALL).map(|n| n..n + 1);
        let rooms = [SMALL..SMALL + room, SMALL + room..SMALL + 2 * room];
        let ranges: Vec<_> = small.chain(rooms.clone()).collect();
        let buffer = Buffer::new(SMALL + 2 * room).unwrap();
        let read = device.c2h(2).unwrap().submit_packets(buffer, &ranges).unwrap();
        let (got, moved) = read.wait().unwrap();
        assert_eq!((moved.bytes, moved.eop), (bytes.len() as u64, true), "{body}");
        assert!(got[..SMALL] == bytes[..SMALL], "{body}");
        let packets = [&bytes[SMALL..SMALL + 700], &bytes[SMALL + 700..]];
        for (room, packet) in rooms.into_iter().zip(packets) {
            let (begin, behind) = got[room].split_at(packet.len());
            assert!(begin == packet, "{body}: packet of {}", packet.len());
            assert!(behind.iter().all(|byte| *byte == 0), "{body}: behind {}", packet.len());
        }
        sending.wait().unwrap();
    }
}

#[test]
fn a_transfer_behind_one_that_stalls_has_brought_nothing() {
    for body in BODIES {
        let device = open(body, "loopback");
        let bytes = pattern(600_000, 6);
        let (first, second) =
            (send(&device, &bytes, &[600_000]), send(&device, &bytes, &[600_000]));
        let error = first.wait().unwrap_err();
        assert!(arrived(&error).is_some_and(|bytes| bytes > 0), "{body}: {error}");
        let error = second.wait().unwrap_err();
        let channel = ChannelId::H2c(2);
        assert!(
            matches!(error, ForebayError::Cancelled { channel: at, bytes: 0 } if at == channel),
            "{body}: {error}"
        );
    }
}

/// The end of the first transfer is in memory long before the card is told so, and until then the second cannot begin.
#[test]
fn a_transfer_that_is_given_up_before_it_has_begun_has_brought_nothing() {
    const LEN: usize = 1 << 16;
    const WIDE: usize = 1 << 19;
    let link = LinkParams { generation: PcieGen::Gen1, lanes: 1, ..LinkParams::default() };
    let card = forebay_sim::open("rtl:loopback", link, None).unwrap();
    let device = Device::from_card(card, 1_000_000).unwrap();
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    for round in 0..4 {
        let bytes = pattern(LEN, 8 + round);
        h2c.write_all_at(&vec![0; LEN], 0).unwrap();
        // Fills the wire to the host.
        let reading = c2h.submit(Buffer::new(WIDE).unwrap(), 0..WIDE, WIDE as u64).unwrap();
        let queue = |len: usize| {
            let piece = Piece { buffer: 0, range: 0..len, card_addr: 0 };
            h2c.submit(&[shared(&bytes)], &[piece]).unwrap()
        };
        let (first, second) = (queue(64), queue(LEN));
        first.wait().unwrap();
        device.recover().unwrap();
        let told = usize::try_from(arrived(&second.wait().unwrap_err()).unwrap()).unwrap();
        drop(reading);
        let mut got = vec![0xFF; LEN];
        c2h.read_exact_at(&mut got, 0).unwrap();
        let same = got.iter().zip(&bytes).take_while(|(got, sent)| got == sent).count();
        assert!(told <= same, "round {round}: {told} bytes told, {same} have arrived");
    }
}
