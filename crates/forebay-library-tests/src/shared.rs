// SPDX-License-Identifier: Apache-2.0
//! What bodies share: data, places that are wrong, and that a device works.

use std::ops::Range;
use std::sync::Arc;

use forebay::{Buffer, ChannelId, Device, ForebayError, Transfer};

/// A card address that nobody answers.
pub(crate) const NOWHERE: u64 = 0x9000_0000;
/// Card addresses of the stream ports.
pub(crate) const STREAM_PORTS: [u64; 2] = [0x1000_0000, 0x2000_0000];

/// Bytes that differ from place to place.
pub(crate) fn pattern(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        // xorshift64: any generator would do.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..len).map(|_| next()).collect()
}

/// A buffer that transfers may share.
pub(crate) fn shared(bytes: &[u8]) -> Arc<Buffer> {
    let mut buffer = Buffer::new(bytes.len()).unwrap();
    buffer.copy_from_slice(bytes);
    Arc::new(buffer)
}

/// Packets of these lengths, one behind the other.
pub(crate) fn packets_of(lengths: &[usize]) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut next = |len: &usize| {
        at += len;
        at - len..at
    };
    lengths.iter().map(&mut next).collect()
}

/// Sends packets of these lengths on stream `channel`, as one transfer.
pub(crate) fn send(device: &Device, channel: u32, bytes: &[u8], lengths: &[usize]) -> Transfer {
    device.h2c(channel).unwrap().submit_packets(shared(bytes), &packets_of(lengths)).unwrap()
}

/// The next packet of a stream is `expected`; there is room for as much again and nothing in it.
pub(crate) fn receives(device: &Device, channel: u32, expected: &[u8]) {
    let mut room = vec![0; 2 * expected.len() + 64];
    let moved = device.c2h(channel).unwrap().receive(&mut room).unwrap();
    let len = expected.len();
    assert_eq!((moved.bytes, moved.eop), (len as u64, true), "packet of {len}");
    assert!(room[..len] == *expected, "packet of {len}");
    assert!(room[len..].iter().all(|byte| *byte == 0), "bytes behind a packet of {len}");
}

/// The device moves data to the card's memory and back.
pub(crate) fn memory_works(device: &Device) {
    let sent = pattern(5000, 42);
    device.h2c(0).unwrap().write_all_at(&sent, 0x4567).unwrap();
    let mut back = vec![0; 5000];
    device.c2h(0).unwrap().read_exact_at(&mut back, 0x4567).unwrap();
    assert!(back == sent, "data differs");
}

/// Stream `channel` gives back what it is sent.
pub(crate) fn stream_works(device: &Device, channel: u32) {
    let sent = pattern(3000, 43);
    let sending = send(device, channel, &sent, &[3000]);
    receives(device, channel, &sent);
    assert_eq!(sending.wait().unwrap().bytes, 3000);
}

/// Memory and both streams of the loopback card.
pub(crate) fn works(device: &Device) {
    memory_works(device);
    stream_works(device, 2);
    stream_works(device, 3);
}

/// The error is that the transfer of `channel` was given up since nothing of it moved: the bytes that it had moved then, and
/// the error's text.
pub(crate) fn given_up(error: &ForebayError, channel: ChannelId) -> (u64, String) {
    let (at, bytes) = match error {
        ForebayError::Stalled { channel, bytes, .. } => (*channel, *bytes),
        ForebayError::Timeout { channel, done, .. } => (*channel, *done),
        other => unreachable!("{other:?}"),
    };
    assert_eq!(at, channel, "{error}");
    let text = error.to_string();
    assert!(text.contains("works again"), "{text}");
    (bytes, text)
}

/// A platform counter, or an event by the name of its feature.
pub(crate) fn count_of(device: &Device, name: &str) -> u64 {
    let description = device.describe(false).unwrap();
    description.counters.iter().find(|counter| counter.name == name).unwrap().value
}
