// SPDX-License-Identifier: Apache-2.0
//! Streaming channels of the loopback card: what goes into one comes out of its twin, packet by packet.

use forebay::{Buffer, Device, ForebayError};

use crate::Fixture;
use crate::shared::{packets_of, pattern, receives, send, shared, stream_works};

pub(crate) fn packets_come_back_as_they_were_sent(fixture: &Fixture) {
    let device = fixture.open();
    let long = fixture.rounds(1_000_000, 70_000);
    for (seed, len) in (0..).zip([1, 63, 64, 65, 1000, 4096, 20_000, long]) {
        let sent = pattern(len, seed);
        let sending = send(&device, 2, &sent, &[len]);
        receives(&device, 2, &sent);
        assert_eq!(sending.wait().unwrap().bytes, len as u64);
    }
}

pub(crate) fn a_packet_that_just_fills_its_room_is_seen_to_end(fixture: &Fixture) {
    let device = fixture.open();
    let (h2c, c2h) = (device.h2c(2).unwrap(), device.c2h(2).unwrap());
    for (seed, len) in (0..).zip([64, 100, 4096]) {
        let sent = pattern(len, seed);
        h2c.send(&sent).unwrap();
        let mut back = vec![0; len];
        let moved = c2h.receive(&mut back).unwrap();
        assert_eq!((moved.bytes, moved.eop), (len as u64, true));
        assert!(back == sent, "packet of {len}");
    }
    stream_works(&device, 2);
}

pub(crate) fn a_packet_larger_than_its_room_goes_on_in_the_next(fixture: &Fixture) {
    let device = fixture.open();
    let c2h = device.c2h(2).unwrap();
    let sent = pattern(3000, 11);
    device.h2c(2).unwrap().send(&sent).unwrap();
    let mut back = vec![0; 4000];
    let moved = c2h.receive(&mut back[..1024]).unwrap();
    assert_eq!((moved.bytes, moved.eop), (1024, false));
    let moved = c2h.receive(&mut back[1024..]).unwrap();
    assert_eq!((moved.bytes, moved.eop), (3000 - 1024, true));
    assert!(back[..3000] == sent && back[3000..].iter().all(|byte| *byte == 0));
    stream_works(&device, 2);
}

pub(crate) fn several_packets_are_one_transfer(fixture: &Fixture) {
    let device = fixture.open();
    let ranges: Vec<_> = (0..20).map(|n| 500 * n..500 * n + 100 + 20 * n).collect();
    let sent = pattern(10_000, 9);
    let room: Vec<_> = (0..20).map(|n| 1000 * n..1000 * n + 1000).collect();
    let read = device.c2h(3).unwrap().submit_packets(Buffer::new(20_000).unwrap(), &room).unwrap();
    let write = device.h2c(3).unwrap().submit_packets(shared(&sent), &ranges).unwrap();
    let total: usize = ranges.iter().map(ExactSizeIterator::len).sum();
    assert_eq!(write.wait().unwrap().bytes, total as u64);
    let (back, moved) = read.wait().unwrap();
    assert_eq!((moved.bytes, moved.eop), (total as u64, true));
    for (from, to) in ranges.iter().zip(room) {
        let (packet, behind) = back[to].split_at(from.len());
        assert!(*packet == sent[from.clone()], "packet at {from:?}");
        assert!(behind.iter().all(|byte| *byte == 0), "behind the packet at {from:?}");
    }
}

pub(crate) fn a_packet_over_many_descriptors_leaves_the_next_one_alone(fixture: &Fixture) {
    let device = fixture.open();
    let lengths = [(5 << 20) / 2, 300, 1 << 20, 2 << 20, 77];
    let bytes = pattern(lengths.iter().sum(), 4);
    let sending = send(&device, 2, &bytes, &lengths);
    for packet in packets_of(&lengths) {
        receives(&device, 2, &bytes[packet]);
    }
    assert_eq!(sending.wait().unwrap().bytes, bytes.len() as u64);
}

pub(crate) fn each_range_of_a_read_takes_one_packet_however_long_it_is(fixture: &Fixture) {
    let device = fixture.open();
    let lengths = [100, (1 << 20) + 5, 64, 4096];
    let bytes = pattern(lengths.iter().sum(), 5);
    let sending = send(&device, 2, &bytes, &lengths);
    let rooms = packets_of(&[3 << 20; 4]);
    let back = read_into(&device, &bytes, rooms.last().unwrap().end, &rooms);
    for (packet, room) in packets_of(&lengths).into_iter().zip(rooms) {
        let (begin, behind) = back[room].split_at(packet.len());
        assert!(*begin == bytes[packet.clone()], "packet at {packet:?}");
        assert!(behind.iter().all(|byte| *byte == 0), "behind the packet at {packet:?}");
    }
    sending.wait().unwrap();
}

/// A run has 1024 descriptors, one for each packet of a byte and the last for the beginning of a room of several.
pub(crate) fn a_packet_that_ends_with_the_last_descriptor_of_a_run_leaves_the_rest_of_its_room_alone(
    fixture: &Fixture,
) {
    const SMALL: usize = 1023;
    let device = fixture.open();
    let lengths: Vec<_> = [1].into_iter().cycle().take(SMALL).chain([700, 300]).collect();
    let bytes = pattern(SMALL + 1000, 7);
    let sending = send(&device, 2, &bytes, &lengths);
    let rooms: Vec<_> = [1].into_iter().cycle().take(SMALL).chain([3 << 20; 2]).collect();
    let rooms = packets_of(&rooms);
    let back = read_into(&device, &bytes, rooms.last().unwrap().end, &rooms);
    assert!(back[..SMALL] == bytes[..SMALL]);
    for (packet, room) in packets_of(&lengths).into_iter().zip(rooms).skip(SMALL) {
        let (begin, behind) = back[room].split_at(packet.len());
        assert!(*begin == bytes[packet.clone()], "packet at {packet:?}");
        assert!(behind.iter().all(|byte| *byte == 0), "behind the packet at {packet:?}");
    }
    sending.wait().unwrap();
}

/// Reads `expected` from stream 2 as one transfer with a packet in each room.
fn read_into(
    device: &Device,
    expected: &[u8],
    bytes: usize,
    rooms: &[std::ops::Range<usize>],
) -> Buffer {
    let buffer = Buffer::new(bytes).unwrap();
    let read = device.c2h(2).unwrap().submit_packets(buffer, rooms).unwrap();
    let (back, moved) = read.wait().unwrap();
    assert_eq!((moved.bytes, moved.eop), (expected.len() as u64, true));
    back
}

pub(crate) fn a_stream_takes_one_program_at_a_time(fixture: &Fixture) {
    let (first, second) = (fixture.open(), fixture.open());
    let channel = first.c2h(2).unwrap();
    let error = second.c2h(2).unwrap_err();
    assert!(matches!(error, ForebayError::Busy { .. }), "{error:?}");
    drop((channel, first));
    stream_works(&second, 2);
}
