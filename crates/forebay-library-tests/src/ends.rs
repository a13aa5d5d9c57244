// SPDX-License-Identifier: Apache-2.0
//! Transfers that do not end by themselves: what a program is told of one is what has arrived, packets keep to themselves, and
//! the device works afterwards.

use forebay::{Buffer, ChannelId, Device, ForebayError, Piece, Transfer};

use crate::Fixture;
use crate::shared::{
    STREAM_PORTS, given_up, memory_works, packets_of, pattern, receives, send, shared,
    stream_works, works,
};

/// Entries of a stream port of the loopback card, of 64 bytes each.
const PORT_ENTRIES: u32 = 1024;
/// Entries of the longest burst.
const MOST_BEATS: u32 = 16;

// ---- given up ----

pub(crate) fn a_send_that_nobody_takes_says_how_much_of_it_is_on_the_card(fixture: &Fixture) {
    let device = fixture.open_impatient();
    for (len, seed) in [(300_001, 1), (3 << 20, 2)] {
        let packet = pattern(len, seed);
        let error = fixture.fails(&device, || device.h2c(2).unwrap().send(&packet));
        let (told, text) = given_up(&error, ChannelId::H2c(2));
        assert!((1 << 15..len as u64).contains(&told), "{told} bytes");
        assert!(text.contains(&told.to_string()), "{text}");
        assert!(text.contains("take all of its output"), "{text}");
        // It comes out first, as a packet of its own, and the next one begins a packet.
        receives(&device, 2, &packet[..usize::try_from(told).unwrap()]);
        let next = pattern(64, 3);
        device.h2c(2).unwrap().send(&next).unwrap();
        receives(&device, 2, &next);
    }
    works(&device);
}

pub(crate) fn of_several_packets_the_bytes_told_are_those_that_come_out(fixture: &Fixture) {
    let device = fixture.open_impatient();
    let lengths = [1000, 30_000, 69_000, 300_000];
    let bytes = pattern(lengths.iter().sum(), 3);
    let sending = send(&device, 2, &bytes, &lengths);
    let error = fixture.fails(&device, || sending.wait());
    let told = usize::try_from(given_up(&error, ChannelId::H2c(2)).0).unwrap();
    assert!(told > 31_000, "{told} bytes");
    // Whole packets, and the one that was cut as short as it was told; a cut behind a packet is in none.
    for packet in packets_of(&lengths).into_iter().take_while(|packet| packet.start < told) {
        receives(&device, 2, &bytes[packet.start..packet.end.min(told)]);
    }
    let error = fixture.fails(&device, || device.c2h(2).unwrap().receive(&mut [0; 64]));
    assert_eq!(given_up(&error, ChannelId::C2h(2)).0, 0, "nothing more");
    works(&device);
}

pub(crate) fn a_transfer_behind_one_that_is_given_up_has_brought_nothing(fixture: &Fixture) {
    let device = fixture.open_impatient();
    let bytes = pattern(600_000, 6);
    let [first, second, third] = [(); 3].map(|()| send(&device, 2, &bytes, &[600_000]));
    let error = fixture.fails(&device, || first.wait());
    let told = usize::try_from(given_up(&error, ChannelId::H2c(2)).0).unwrap();
    assert!(told > 0, "{error}");
    for behind in [second, third] {
        let error = fixture.fails(&device, || behind.wait());
        assert_cancelled(&error, ChannelId::H2c(2));
        assert!(error.to_string().contains("submit it again"), "{error}");
    }
    receives(&device, 2, &bytes[..told]);
    works(&device);
}

fn assert_cancelled(error: &ForebayError, channel: ChannelId) {
    assert!(
        matches!(error, ForebayError::Cancelled { channel: at, bytes: 0 } if *at == channel),
        "{error:?}"
    );
}

pub(crate) fn a_receiver_without_a_packet(fixture: &Fixture) {
    let device = fixture.open_impatient();
    for channel in [3, 2] {
        let c2h = device.c2h(channel).unwrap();
        let error = fixture.fails(&device, || c2h.receive(&mut [0; 256]));
        let (told, text) = given_up(&error, ChannelId::C2h(channel));
        assert!(told == 0 && text.contains("with 0 of "), "{text}");
    }
    works(&device);
}

pub(crate) fn a_stream_port_that_nobody_reads(fixture: &Fixture) {
    let device = fixture.open_impatient();
    fill_port(fixture, &device);
    fixture.after_giving_up(&device);
    assert_eq!(device.describe(false).unwrap().streams[1].occupancy, 0, "flushed");
    works(&device);
}

/// Writes more to stream port 1 than it holds, which nobody reads.
fn fill_port(fixture: &Fixture, device: &Device) {
    let bytes = vec![0; (PORT_ENTRIES as usize + 1) * 64];
    let error =
        fixture.fails(device, || device.h2c(1).unwrap().write_all_at(&bytes, STREAM_PORTS[1]));
    let (_, text) = given_up(&error, ChannelId::H2c(1));
    // A burst goes in whole: where pages do not lie side by side a short one comes first, and the last finds too little room.
    let full = PORT_ENTRIES - (MOST_BEATS - 1)..=PORT_ENTRIES;
    let said = |held| text.contains(&format!("stream port 1 ({held} of {PORT_ENTRIES} entries)"));
    assert!(full.into_iter().any(said), "{text}");
}

// ---- dropped ----

/// Starts a transfer of many pieces to card memory.
fn chain(device: &Device, count: usize) -> Transfer {
    let piece = |n: usize| Piece {
        buffer: 0,
        range: 16 * n..16 * n + 16,
        card_addr: 0x8000 + 16 * n as u64,
    };
    let pieces: Vec<_> = (0..count).map(piece).collect();
    device.h2c(0).unwrap().submit(&[shared(&pattern(16 * count, 44))], &pieces).unwrap()
}

pub(crate) fn transfers_that_are_dropped(fixture: &Fixture) {
    let device = fixture.open_impatient();
    // A read that waits for a packet that never comes; a write under way.
    let read = device.c2h(2).unwrap().submit(Buffer::new(4096).unwrap(), 0..4096, 0).unwrap();
    drop(read);
    drop(chain(&device, 200));
    fixture.after_giving_up(&device);
    works(&device);
}

pub(crate) fn what_waits_behind_a_dropped_transfer_is_told(fixture: &Fixture) {
    let device = fixture.open();
    let (first, second) = (chain(&device, 200), chain(&device, 2));
    drop(first);
    let error = fixture.fails(&device, || second.wait());
    assert_cancelled(&error, ChannelId::H2c(0));
    memory_works(&device);
}

/// Closing everything with calls under way ends, and the next to open the card finds it in order.
pub(crate) fn a_device_given_up_in_the_middle(fixture: &Fixture) {
    let device = fixture.open_impatient();
    let read = device.c2h(3).unwrap().submit(Buffer::new(4096).unwrap(), 0..4096, 0).unwrap();
    fixture.in_time(|| drop((read, device)));
    works(&fixture.open());
}

// ---- recovered ----

/// Whatever a recovery finds under way has ended when it is through, and nothing of it comes later.
pub(crate) fn a_recovery_ends_what_is_under_way(fixture: &Fixture) {
    let device = fixture.open_impatient();
    let read = device.c2h(3).unwrap().submit(Buffer::new(4096).unwrap(), 0..4096, 0).unwrap();
    let bytes = pattern(600_000, 8);
    let (first, second) = (send(&device, 2, &bytes, &[600_000]), send(&device, 2, &bytes, &[64]));
    // Meanwhile the stream takes what it can.
    memory_works(&device);
    fixture.in_time(|| device.recover()).unwrap();
    match read.wait().unwrap_err() {
        ForebayError::Cancelled { channel: ChannelId::C2h(3), bytes: 0 } => {}
        error => assert_eq!(given_up(&error, ChannelId::C2h(3)).0, 0),
    }
    // Held streams take everything: a driver may get to the end of what it has.
    match first.wait() {
        Ok(moved) => assert_eq!(moved.bytes, 600_000),
        Err(error) => assert!(matches!(error, ForebayError::Cancelled { .. }), "{error:?}"),
    }
    assert_cancelled(&second.wait().unwrap_err(), ChannelId::H2c(2));
    let description = device.describe(false).unwrap();
    assert!(description.plugs.iter().all(|plug| !plug.quiesced && !plug.busy), "{description:?}");
    assert!(description.streams.iter().all(|stream| stream.occupancy == 0), "{description:?}");
    stream_works(&device, 2);
    works(&device);
}

pub(crate) fn a_recovery_of_a_card_in_order_changes_nothing(fixture: &Fixture) {
    let device = fixture.open();
    let sent = pattern(5000, 9);
    device.h2c(0).unwrap().write_all_at(&sent, 0x100).unwrap();
    fixture.in_time(|| device.recover()).unwrap();
    let mut back = vec![0; 5000];
    device.c2h(1).unwrap().read_exact_at(&mut back, 0x100).unwrap();
    assert!(back == sent, "card memory");
    works(&device);
}
