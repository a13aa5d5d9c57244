// SPDX-License-Identifier: Apache-2.0
//! Wrong use on the loopback card ends in an error that says what, where and what next, and the device works afterwards.

use std::time::{Duration, Instant};

use forebay::{Bar, Buffer, ChannelId, Device, EngineCause, ForebayError};

use crate::streams::stream_works;
use crate::tap::Tap;
use crate::transfers::memory_works;
use crate::{Plan, pattern};

/// Card address of stream window 1.
const WINDOW1: u64 = forebay_regs::card::WINDOW.at(1) as u64;
/// A card address that nobody answers.
const NOWHERE: u64 = 0x9000_0000;
/// Bytes that fill a stream window: 1,024 entries of 64.
const WINDOW_BYTES: usize = 64 * 1024;
/// Entries of the longest burst.
const MOST_BEATS: usize = 16;
/// In which every error must have come.
const BOUND: Duration = Duration::from_secs(60);

/// Bytes that never cross a page: of several descriptors any may be the last that the card has refused.
#[repr(align(64))]
struct Line([u8; 64]);

pub(crate) fn run(plan: &Plan, tap: &mut Tap) {
    tap.check("a card address that does not exist", || nowhere(&plan.open()));
    tap.check("a stream window cannot be read", || window_read(&plan.open()));
    tap.check("a window that nobody reads", || full_window(&plan.open_impatient()));
    tap.check("a receiver without a packet", || no_packet(&plan.open_impatient()));
    tap.check("a packet that nobody receives", || no_receiver(&plan.open_impatient()));
    tap.check("transfers that are dropped", || dropped(&plan.open_impatient()));
    tap.check("a device given up in the middle", || given_up(plan));
    tap.check("registers that are not there", || registers(&plan.open()));
    tap.check("channels that are not there", || channels(&plan.open()));
}

/// `then` fails within bounded time; its error.
fn fails<T>(then: impl FnOnce() -> Result<T, ForebayError>) -> ForebayError {
    let began = Instant::now();
    let error = then().err().unwrap();
    assert!(began.elapsed() < BOUND, "took {:?}: {error}", began.elapsed());
    error
}

fn works(device: &Device) {
    memory_works(device);
    stream_works(device);
}

fn nowhere(device: &Device) {
    let error = fails(|| device.h2c(0).unwrap().write_all_at(&Line([1; 64]).0, NOWHERE));
    let ForebayError::Engine { channel, cause, card_addr, bad_card_addr, host_addr, .. } = error
    else {
        unreachable!("{error:?}");
    };
    assert_eq!((channel, cause), (ChannelId::H2c(0), EngineCause::Write));
    assert_eq!((card_addr, bad_card_addr, host_addr), (NOWHERE, NOWHERE, None));
    memory_works(device);
    let error =
        fails(|| device.c2h(0).unwrap().read_exact_at(&mut Line([0; 64]).0, NOWHERE + 0x40));
    let text = error.to_string();
    assert!(text.starts_with("c2h_0: source read refused at descriptor 0"), "{text}");
    assert!(text.contains("card address 0x90000040; "), "{text}");
    // What was done before it counts, and the call says so.
    let end = u64::from(device.identity().mem_bytes);
    let mut across = vec![0; 8192];
    let error = fails(|| device.c2h(0).unwrap().read_exact_at(&mut across, end - 4096));
    assert!(matches!(error, ForebayError::Engine { cause: EngineCause::Read, .. }), "{error:?}");
    works(device);
}

fn window_read(device: &Device) {
    let error = fails(|| device.c2h(0).unwrap().read_exact_at(&mut [0; 64], WINDOW1 + 0x80));
    assert!(matches!(error, ForebayError::Engine { cause: EngineCause::Read, .. }), "{error:?}");
    works(device);
}

/// The error is the driver's time-out on `channel`; its text.
fn timed_out(error: &ForebayError, channel: ChannelId) -> String {
    assert!(
        matches!(error, ForebayError::Timeout { channel: at, .. } if *at == channel),
        "{error:?}"
    );
    error.to_string()
}

fn full_window(device: &Device) {
    let bytes = vec![0; WINDOW_BYTES + 64];
    let error = fails(|| device.h2c(1).unwrap().write_all_at(&bytes, WINDOW1));
    let text = timed_out(&error, ChannelId::H2c(1));
    // A burst goes in whole: where pages do not lie side by side a short one comes first, and the last finds too little room.
    let full = 1024 - (MOST_BEATS - 1)..=1024;
    let said = |held| text.contains(&format!("stream window 1 holds {held} of 1024"));
    assert!(full.into_iter().any(said), "{text}");
    device.recover().unwrap();
    assert_eq!(device.describe(false).unwrap().streams[1].occupancy, 0, "flushed");
    works(device);
}

fn no_packet(device: &Device) {
    let error = fails(|| device.c2h(3).unwrap().receive(&mut [0; 256]));
    timed_out(&error, ChannelId::C2h(3));
    works(device);
}

fn no_receiver(device: &Device) {
    let packet = pattern(1 << 20, 45);
    let error = fails(|| device.h2c(2).unwrap().send(&packet));
    let ForebayError::Timeout { channel: ChannelId::H2c(2), done, total, .. } = error else {
        unreachable!("{error:?}");
    };
    assert_eq!(total, packet.len() as u64);
    assert!((1 << 15..total).contains(&done), "{done} bytes");
    // What the error counts comes out, and is a packet of its own: the next one begins a packet.
    let mut room = vec![0; packet.len()];
    let cut = device.c2h(2).unwrap().receive(&mut room).unwrap();
    assert_eq!((cut.bytes, cut.eop), (done, true));
    let len = usize::try_from(done).unwrap();
    assert!(room[..len] == packet[..len], "the bytes that were sent first");
    let next = pattern(64, 47);
    device.h2c(2).unwrap().send(&next).unwrap();
    let whole = device.c2h(2).unwrap().receive(&mut room).unwrap();
    assert_eq!((whole.bytes, whole.eop), (64, true));
    assert!(room[..64] == next[..], "nothing of the packet before");
    works(device);
}

fn dropped(device: &Device) {
    let read = device.c2h(2).unwrap().submit(Buffer::new(4096).unwrap(), 0..4096, 0).unwrap();
    drop(read);
    let began = Instant::now();
    device.recover().unwrap();
    assert!(began.elapsed() < BOUND);
    works(device);
}

/// Closing everything with calls under way ends, and the next to open the card finds it in order.
fn given_up(plan: &Plan) {
    let device = plan.open_impatient();
    let read = device.c2h(3).unwrap().submit(Buffer::new(4096).unwrap(), 0..4096, 0).unwrap();
    let began = Instant::now();
    drop((read, device));
    assert!(began.elapsed() < BOUND);
    works(&plan.open());
}

fn registers(device: &Device) {
    let error = device.read32(Bar::User, 2_u32).unwrap_err();
    assert!(error.to_string().contains("user registers at 0x2"), "{error}");
    let error = device.read32(Bar::User, 0x0400_0000_u32).unwrap_err();
    assert!(matches!(error, ForebayError::NodeIo { at: 0x0400_0000, .. }), "{error:?}");
    let error = device.read32(Bar::Dma, 0_u32).unwrap_err();
    assert!(matches!(error, ForebayError::NoSuchBar { .. }), "{error:?}");
    works(device);
}

fn channels(device: &Device) {
    let error = device.h2c(4).unwrap_err();
    assert!(matches!(error, ForebayError::NoSuchChannel { present: 4, .. }), "{error:?}");
}
