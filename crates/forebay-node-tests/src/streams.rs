// SPDX-License-Identifier: Apache-2.0
//! Streaming channels of the loopback card: what goes into one comes out of its twin.

use std::sync::Arc;

use forebay::{Buffer, Device, ForebayError};

use crate::tap::Tap;
use crate::{Plan, pattern};

pub(crate) fn run(plan: &Plan, tap: &mut Tap) {
    tap.check("packets come back as they were sent", || packets(&plan.open(), plan.quick));
    tap.check("several packets are one transfer", || several(&plan.open()));
    tap.check("a stream takes one program at a time", || exclusive(plan));
    tap.check("the wrong kind of call says which is right", || {
        let error = plan.open().h2c(2).unwrap().write_all_at(&[0], 0).unwrap_err();
        assert!(matches!(error, ForebayError::WrongKind { stream: true, .. }), "{error}");
    });
}

/// Stream 2 gives back what it is sent.
pub(crate) fn stream_works(device: &Device) {
    packet(device, 3000, 43);
}

fn packet(device: &Device, len: usize, seed: u64) {
    let mut buffer = Buffer::new(len).unwrap();
    buffer[..len].copy_from_slice(&pattern(len, seed));
    let buffer = Arc::new(buffer);
    let whole = std::ops::Range { start: 0, end: len };
    let sending = device.h2c(2).unwrap().submit_packets(Arc::clone(&buffer), &[whole]).unwrap();
    let mut back = vec![0; len + 100];
    let moved = device.c2h(2).unwrap().receive(&mut back).unwrap();
    sending.wait().unwrap();
    assert_eq!((moved.bytes, moved.eop), (len as u64, true), "packet of {len} bytes");
    assert!(back[..len] == buffer[..len], "packet of {len} bytes");
    assert!(back[len..].iter().all(|byte| *byte == 0), "bytes behind a packet of {len}");
}

fn packets(device: &Device, quick: bool) {
    let long = if quick { 20_000 } else { 1_000_000 };
    for (seed, len) in (0..).zip([1, 63, 64, 65, 1000, 4096, 20_000, long]) {
        packet(device, len, seed);
    }
}

fn several(device: &Device) {
    let ranges: Vec<_> = (0..20).map(|n| 500 * n..500 * n + 100 + 20 * n).collect();
    let mut buffer = Buffer::new(10_000).unwrap();
    buffer.copy_from_slice(&pattern(10_000, 9));
    let sent = Arc::new(buffer);
    let room: Vec<_> = (0..20).map(|n| 1000 * n..1000 * n + 1000).collect();
    let read = device.c2h(3).unwrap().submit_packets(Buffer::new(20_000).unwrap(), &room).unwrap();
    let write = device.h2c(3).unwrap().submit_packets(Arc::clone(&sent), &ranges).unwrap();
    let total: usize = ranges.iter().map(ExactSizeIterator::len).sum();
    assert_eq!(write.wait().unwrap().bytes, total as u64);
    let (back, moved) = read.wait().unwrap();
    assert_eq!((moved.bytes, moved.eop), (total as u64, true));
    for (from, to) in ranges.iter().zip(&room) {
        assert!(back[to.start..to.start + from.len()] == sent[from.clone()], "packet at {from:?}");
    }
}

fn exclusive(plan: &Plan) {
    let (first, second) = (plan.open(), plan.open());
    let channel = first.c2h(2).unwrap();
    let error = second.c2h(2).unwrap_err();
    assert!(matches!(error, ForebayError::Busy { .. }), "{error:?}");
    drop((channel, first));
    stream_works(&second);
}
