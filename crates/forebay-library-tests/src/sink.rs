// SPDX-License-Identifier: Apache-2.0
//! Two streams to a datapath that takes them together.

use std::sync::Arc;

use forebay::{Bar, Buffer, ChannelId, Device, ForebayError, Lacking, Outlook, Piece, Transfer};
use forebay_regs::user::sink;
use forebay_regs::{card, cards};

use crate::Fixture;
use crate::shared::memory_works;

/// Bytes of an entry of a FIFO.
const ENTRY: usize = 64;

fn register(device: &Device, offset: u32) -> u32 {
    device.read32(Bar::User, cards::SINK.page + offset).unwrap()
}

fn set(device: &Device, offset: u32, value: u32) {
    device.write32(Bar::User, cards::SINK.page + offset, value).unwrap();
}

/// A run of so many steps, each of which takes an entry of both ports.
fn start(device: &Device, steps: usize) {
    for port in 0..2 {
        set(device, sink::PAIRING.at(port), 1);
    }
    set(device, sink::STEPS, steps.try_into().unwrap());
    set(device, sink::CONTROL, sink::control::START.mask());
}

/// Sends one list of chunks to these ports, each of so many entries.
fn submit(device: &Device, ports: &[u32], entries: usize) -> Transfer {
    let buffer = Arc::new(Buffer::new(entries * ENTRY).unwrap());
    let piece = |port: &u32| Piece {
        buffer: 0,
        range: 0..entries * ENTRY,
        card_addr: card::STREAM_PORT.at(*port).into(),
    };
    let pieces: Vec<_> = ports.iter().map(piece).collect();
    device.h2c(0).unwrap().submit(&[buffer], &pieces).unwrap()
}

/// Sends both streams in turns, and has the datapath take all of them.
fn in_turns(device: &Device, entries: usize) {
    start(device, 3 * entries);
    let moved = submit(device, &[0, 1, 0, 1, 0, 1], entries).wait().unwrap();
    assert_eq!(moved.bytes, (6 * entries * ENTRY) as u64);
    let rests = |value| !sink::status::BUSY.is_set(value);
    device.wait_register("the sink", cards::SINK.page + sink::STATUS, &rests).unwrap();
    assert_eq!(register(device, sink::STEPS_DONE), u32::try_from(3 * entries).unwrap());
}

fn depth(device: &Device) -> usize {
    device.stall().unwrap().fifos[0].depth.try_into().unwrap()
}

pub(crate) fn a_list_that_takes_streams_in_turns_goes_through(fixture: &Fixture) {
    let device = fixture.open();
    let depth = depth(&device);
    for entries in [1, depth / 3, depth] {
        in_turns(&device, entries);
    }
}

/// More of the first than its FIFO holds, and all of the second behind it: the error says so, and with which text is the same
/// everywhere.
pub(crate) fn a_list_that_takes_streams_one_by_one_is_a_deadlock(fixture: &Fixture) {
    let device = fixture.open();
    let entries = depth(&device) + 1;
    start(&device, 2 * entries);
    let transfer = submit(&device, &[0, 0, 1, 1], entries);
    let error = fixture.fails(&device, || transfer.wait());
    let ForebayError::Deadlock { channel, bytes, stall, .. } = &error else {
        unreachable!("{error:?}")
    };
    assert_eq!(*channel, ChannelId::H2c(0));
    assert_eq!(stall.outlook, Outlook::Deadlock(Lacking::Port(1)));
    assert_eq!((stall.full().unwrap().port, stall.starving().unwrap().port), (0, 1));
    assert_eq!(stall.blocked.len(), 1);
    assert_eq!((stall.blocked[0].channel, stall.blocked[0].port), (*channel, Some(0)));
    assert_eq!(stall.waits[0].ports, [1]);
    // In process what waited for room has been let in to be thrown away.
    let most = if fixture.way() == crate::Way::Nodes { entries } else { 2 * entries };
    assert!((entries..=most).contains(&(usize::try_from(*bytes).unwrap() / ENTRY)), "{error}");
    let text = error.to_string();
    for part in [
        "h2c_0: deadlock: descriptor ",
        " waits for room in stream port 0 (",
        "sink waits for data of stream port 1 (0 of ",
        "what there is for stream port 1 is queued behind that, so that no time helps",
        "works again",
    ] {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    fixture.after_giving_up(&device);
    memory_works(&device);
    in_turns(&device, entries - 1);
}

/// Of what nobody has queued it is not said.
pub(crate) fn what_somebody_may_still_send_is_no_deadlock(fixture: &Fixture) {
    let device = fixture.open_impatient();
    let entries = depth(&device) + 1;
    start(&device, 2 * entries);
    let transfer = submit(&device, &[0, 0], entries);
    let error = fixture.fails(&device, || transfer.wait());
    let (_, text) = crate::shared::given_up(&error, ChannelId::H2c(0));
    assert!(text.contains("what is missing may still come"), "{text}");
    fixture.after_giving_up(&device);
    in_turns(&device, entries - 1);
}
