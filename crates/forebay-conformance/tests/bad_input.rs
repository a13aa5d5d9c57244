// SPDX-License-Identifier: Apache-2.0
//! Wrong use ends within bounded time in an error that says what, where and what next, and the device works afterwards.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]
#![allow(clippy::single_range_in_vec_init, reason = "a list of packets may have one")]

mod common;

use std::sync::Arc;

use common::wrong::{NOWHERE, WINDOW1, assert_stalled, check_memory, check_msm, count_of, fails};
use common::{on_every_card, open, open_with_memory, pattern};
use forebay::{
    Bar, Buffer, ChannelId, Device, EngineCause, Feed, ForebayError, Piece, StreamWriter, Transfer,
};
use forebay_bus::HostMemory;
use forebay_msm_client::{Msm, MsmClientError};
use forebay_regs::user::{self, msm as msm_regs};
use forebay_regs::xdma::{self, chan, sgdma};
use forebay_regs::{desc, poll_wb};

/// A host address below everything that is ever mapped.
const UNMAPPED: u64 = 0xDEAD_0040;

/// Stream 2 of the loopback card gives back what it is sent.
fn check_loopback(device: &Device, what: &str) {
    let mut buffer = Buffer::new(3000).unwrap();
    buffer.copy_from_slice(&pattern(3000, 43));
    let buffer = Arc::new(buffer);
    let sending = device.h2c(2).unwrap().submit_packets(Arc::clone(&buffer), &[0..3000]).unwrap();
    let mut back = vec![0; 4096];
    let moved = device.c2h(2).unwrap().receive(&mut back).unwrap();
    sending.wait().unwrap();
    assert_eq!((moved.bytes, moved.eop), (3000, true), "after {what}");
    assert!(back[..3000] == buffer[..], "packet differs after {what}");
}

/// The error is one of an engine; its cause, its descriptor and its text.
fn engine_error(error: &ForebayError) -> (Option<EngineCause>, u64, String) {
    match error {
        ForebayError::Engine { cause, descriptor, .. } => {
            (Some(*cause), *descriptor, error.to_string())
        }
        other => (None, 0, format!("{other:?}")),
    }
}

// ---- names, ranges ----

#[test]
fn names_that_open_nothing() {
    for (spec, part) in [("rtl", "no `:`"), ("soft:msm", "`soft`"), ("fast:nonsense", "loopback")] {
        let error = Device::open(spec).unwrap_err();
        assert!(error.to_string().contains(part), "{spec}: {error}");
    }
    let device = open("fast", "loopback");
    let error = Msm::new(&device).unwrap_err();
    assert!(matches!(error, MsmClientError::NoMsm { .. }), "{error:?}");
}

#[test]
fn ranges_and_windows_that_are_not_there() {
    let device = open("fast", "loopback");
    let buffer = Arc::new(Buffer::new(64).unwrap());
    let error = device
        .h2c(2)
        .unwrap()
        .submit_packets(Arc::clone(&buffer), &[60..65])
        .map(drop)
        .unwrap_err();
    assert!(matches!(error, ForebayError::Range { start: 60, end: 65, len: 64 }), "{error:?}");
    let piece = Piece { buffer: 1, range: 0..1, card_addr: 0 };
    let error =
        device.h2c(0).unwrap().submit(&[Arc::clone(&buffer)], &[piece]).map(drop).unwrap_err();
    assert!(
        matches!(error, ForebayError::NoSuchBuffer { piece: 0, buffer: 1, given: 1 }),
        "{error:?}"
    );
    let feed = Feed { window: 2, buffer, element_bytes: 32 };
    let writer = StreamWriter::new(&device, 0).unwrap();
    let error = writer.submit(&[feed], 1).map(drop).unwrap_err();
    assert!(matches!(error, ForebayError::NoSuchWindow { window: 2, present: 2 }), "{error:?}");
    check_memory(&device, "wrong ranges");
}

// ---- descriptors ----

/// Starts a chain of `count` pieces of 16 bytes to card memory and gives it with the bus address of its descriptors.
fn chain(device: &Device, count: usize) -> (Transfer, u64) {
    let mut buffer = Buffer::new(16 * count).unwrap();
    buffer.copy_from_slice(&pattern(16 * count, 44));
    let piece = |n: usize| Piece {
        buffer: 0,
        range: 16 * n..16 * n + 16,
        card_addr: 0x8000 + 16 * n as u64,
    };
    let pieces: Vec<_> = (0..count).map(piece).collect();
    let transfer = device.h2c(0).unwrap().submit(&[Arc::new(buffer)], &pieces).unwrap();
    let first =
        |offset| u64::from(device.read32(Bar::Dma, xdma::H2C_SGDMA.at(0) + offset).unwrap());
    (transfer, first(sgdma::FIRST_DESC_HI) << 32 | first(sgdma::FIRST_DESC_LO))
}

/// Writes over part of descriptor `index` of a chain that has just begun, far ahead of where the card is.
fn spoil(memory: &HostMemory, chain: u64, index: u64, offset: u32, bytes: &[u8]) {
    memory.dma_write(chain + 32 * index + u64::from(offset), bytes).unwrap();
}

fn elements_without_bytes_and_more_than_the_buffer_holds(body: &str) {
    let device = open(body, "msm-toy");
    let buffer = Arc::new(Buffer::new(6400).unwrap());
    let writer = StreamWriter::new(&device, 0).unwrap();
    let feed = |element_bytes| Feed { window: 1, buffer: Arc::clone(&buffer), element_bytes };
    let error = fails(&device, || writer.submit(&[feed(0)], 4));
    assert!(matches!(error, ForebayError::EmptyElement { window: 1 }), "{error:?}");
    for (bytes, elements) in [(64, 101), (64, usize::MAX), (1, usize::MAX), (usize::MAX, 2)] {
        let error = fails(&device, || writer.submit(&[feed(bytes)], elements));
        assert!(matches!(error, ForebayError::Range { start: 0, len: 6400, .. }), "{error:?}");
    }
    check_msm(&device, "feeds that cannot be");
}

fn a_card_address_that_goes_past_the_last(body: &str) {
    let device = open(body, "loopback");
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    let mut bytes = vec![0; 3 << 20];
    let at = u64::MAX - (2 << 20);
    for error in [
        fails(&device, || h2c.write_all_at(&bytes, at)),
        fails(&device, || c2h.submit(Buffer::new(3 << 20).unwrap(), 0..3 << 20, at)),
        fails(&device, || {
            let piece = Piece { buffer: 0, range: 0..3 << 20, card_addr: at };
            h2c.submit(&[Arc::new(Buffer::new(3 << 20).unwrap())], &[piece])
        }),
        fails(&device, || c2h.read_exact_at(&mut bytes, at)),
    ] {
        assert!(
            matches!(error, ForebayError::CardRange { card_addr, .. } if card_addr == at),
            "{error:?}"
        );
        assert!(error.to_string().contains("past the last address"), "{error}");
    }
    // Just not past it: the card itself says that nothing is there.
    let error = fails(&device, || h2c.write_all_at(&bytes[..64], u64::MAX - 64));
    assert!(matches!(error, ForebayError::Engine { .. }), "{error:?}");
    check_memory(&device, "addresses past the last");
}

fn a_descriptor_with_bad_magic(body: &str) {
    let (device, memory) = open_with_memory(body, "loopback");
    let (transfer, at) = chain(&device, 200);
    spoil(&memory, at, 150, desc::CONTROL + 2, &[0xBE, 0xEF]);
    let error = fails(&device, || transfer.wait());
    let (cause, descriptor, text) = engine_error(&error);
    assert_eq!((cause, descriptor), (Some(EngineCause::BadMagic), 150), "{body}: {text}");
    assert!(text.starts_with("h2c_0: bad descriptor magic at descriptor 150"), "{text}");
    let mut moved = vec![0; 16 * 150];
    device.c2h(0).unwrap().read_exact_at(&mut moved, 0x8000).unwrap();
    assert!(moved == pattern(16 * 200, 44)[..16 * 150], "{body}: what came before it");
    check_memory(&device, "bad magic");
}

fn a_source_that_is_not_mapped(body: &str) {
    let (device, memory) = open_with_memory(body, "loopback");
    let faults = memory.faults().0;
    let (transfer, at) = chain(&device, 200);
    spoil(&memory, at, 150, desc::SRC_LO, &UNMAPPED.to_le_bytes());
    let error = fails(&device, || transfer.wait());
    let (cause, descriptor, text) = engine_error(&error);
    assert_eq!((cause, descriptor), (Some(EngineCause::Read), 150), "{body}: {text}");
    assert!(text.contains("refused host address 0xdead0040"), "{body}: {text}");
    assert_eq!(memory.faults().0, faults + 1, "{body}: refused once");
    assert_eq!(device.describe(false).unwrap().last_bad.host, UNMAPPED, "{body}");
    assert_eq!(count_of(&device, "host_errors"), 1, "{body}");
    check_memory(&device, "an unmapped source");
}

fn a_chain_that_leads_to_unmapped_memory(body: &str) {
    let (device, memory) = open_with_memory(body, "loopback");
    let (transfer, at) = chain(&device, 200);
    spoil(&memory, at, 127, desc::NEXT_LO, &0xDEAD_0000_u64.to_le_bytes());
    let error = fails(&device, || transfer.wait());
    let (cause, descriptor, text) = engine_error(&error);
    assert_eq!((cause, descriptor), (Some(EngineCause::DescriptorFetch), 128), "{body}: {text}");
    assert!(text.contains("refused host address 0xdead0000"), "{body}: {text}");
    check_memory(&device, "an unmapped descriptor");
}

/// Runs one descriptor on C2H channel 0 without the library; the channel's status when it is no longer busy.
fn run_by_hand(device: &Device, memory: &HostMemory, source: u64, destination: u64) -> u32 {
    let ring = memory.share(64).unwrap();
    let mut bytes = Vec::new();
    let control =
        desc::control::RESET | desc::control::STOP.mask() | desc::control::COMPLETED.mask();
    bytes.extend(control.to_le_bytes());
    bytes.extend(64_u32.to_le_bytes());
    bytes.extend(source.to_le_bytes());
    bytes.extend(destination.to_le_bytes());
    ring.write(0, &bytes).unwrap();
    let dma = |offset: u32, value: u64| {
        device.write32(Bar::Dma, offset, u32::try_from(value & 0xFFFF_FFFF).unwrap()).unwrap();
    };
    let (channel, page) = (xdma::C2H.at(0), xdma::C2H_SGDMA.at(0));
    let old = device.read32(Bar::Dma, channel + chan::POLL_WB_ADDR_LO).unwrap();
    let old_high = device.read32(Bar::Dma, channel + chan::POLL_WB_ADDR_HI).unwrap();
    dma(channel + chan::POLL_WB_ADDR_LO, ring.addr() + 32);
    dma(channel + chan::POLL_WB_ADDR_HI, (ring.addr() + 32) >> 32);
    dma(page + sgdma::FIRST_DESC_LO, ring.addr());
    dma(page + sgdma::FIRST_DESC_HI, ring.addr() >> 32);
    dma(page + sgdma::FIRST_DESC_ADJACENT, 0);
    let all = chan::status::READ_ERROR.mask() | chan::status::WRITE_ERROR.mask();
    let flags = chan::control::RUN.mask() | chan::control::POLL_WRITEBACK.mask();
    dma(channel + chan::CONTROL, u64::from(all | flags));
    // Another channel's work lets the card's time pass.
    check_memory_of_h2c(device);
    let status = device.read32(Bar::Dma, channel + chan::STATUS_RC).unwrap();
    assert!(!chan::status::BUSY.is_set(status), "{status:#x}");
    let mut word = [0; 4];
    ring.read(32, &mut word).unwrap();
    assert!(poll_wb::word::ERROR.is_set(u32::from_le_bytes(word)), "{word:x?}");
    dma(channel + chan::CONTROL_W1C, 1);
    dma(channel + chan::POLL_WB_ADDR_LO, u64::from(old));
    dma(channel + chan::POLL_WB_ADDR_HI, u64::from(old_high));
    status
}

fn check_memory_of_h2c(device: &Device) {
    device.h2c(0).unwrap().write_all_at(&[0; 1 << 16], 0).unwrap();
}

fn a_destination_that_is_not_mapped(body: &str) {
    let (device, memory) = open_with_memory(body, "loopback");
    let status = run_by_hand(&device, &memory, 0x1000, UNMAPPED);
    assert_eq!(chan::status::WRITE_ERROR.get(status), 1, "{body}: {status:#x}");
    assert!(memory.faults().1.unwrap().write, "{body}: {:?}", memory.faults());
    assert_eq!(device.describe(false).unwrap().last_bad.host, UNMAPPED, "{body}");
    check_memory(&device, "an unmapped destination");
}

fn a_source_lent_for_reading_cannot_be_written(body: &str) {
    let (device, memory) = open_with_memory(body, "loopback");
    let bytes = [7; 64];
    memory.scope(&bytes, |addr| {
        let status = run_by_hand(&device, &memory, 0x1000, addr);
        assert_eq!(chan::status::WRITE_ERROR.get(status), 1, "{body}: {status:#x}");
    });
    assert_eq!(bytes, [7; 64]);
    check_memory(&device, "a read-only destination");
}

// ---- card addresses ----

fn a_card_address_that_does_not_exist(body: &str) {
    let device = open(body, "loopback");
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    let error = fails(&device, || h2c.write_all_at(&[1; 64], NOWHERE));
    let (cause, descriptor, text) = engine_error(&error);
    assert_eq!((cause, descriptor), (Some(EngineCause::Write), 0), "{body}: {text}");
    assert!(text.contains("card address 0x90000000; "), "{body}: {text}");
    check_memory(&device, "a write to nowhere");
    let error = fails(&device, || c2h.read_exact_at(&mut [0; 64], NOWHERE + 0x40));
    let (cause, _, text) = engine_error(&error);
    assert_eq!(cause, Some(EngineCause::Read), "{body}: {text}");
    assert!(text.contains("card address 0x90000040; "), "{body}: {text}");
    let description = device.describe(false).unwrap();
    assert_eq!(description.last_bad.card, NOWHERE + 0x40, "{body}");
    assert_eq!(count_of(&device, "card_errors"), 2, "{body}");
    check_memory(&device, "a read from nowhere");
}

fn a_stream_window_cannot_be_read(body: &str) {
    let device = open(body, "loopback");
    let c2h = device.c2h(0).unwrap();
    let error = fails(&device, || c2h.read_exact_at(&mut [0; 64], WINDOW1 + 0x80));
    let (cause, _, text) = engine_error(&error);
    assert_eq!(cause, Some(EngineCause::Read), "{body}: {text}");
    let status = match error {
        ForebayError::Engine { status, .. } => status,
        _ => 0,
    };
    // Bit 1 of the group: somebody has the address and refuses.
    assert_eq!(chan::status::READ_ERROR.get(status), 2, "{body}: {text}");
    check_memory(&device, "a read from a window");
}

// ---- streams that stand still ----

fn a_window_that_nobody_reads(body: &str) {
    let device = open(body, "loopback");
    let bytes = vec![0; 64 * 1025];
    let error = fails(&device, || device.h2c(1).unwrap().write_all_at(&bytes, WINDOW1));
    assert_stalled(&error, ChannelId::H2c(1), "stream window 1 holds 1024 of 1024");
    assert_eq!(device.describe(false).unwrap().streams[1].occupancy, 0, "{body}: flushed");
    check_memory(&device, "a full window");
}

fn a_packet_that_nobody_receives(body: &str) {
    let device = open(body, "loopback");
    let packet = pattern(1 << 20, 45);
    let error = fails(&device, || device.h2c(2).unwrap().send(&packet));
    assert_stalled(&error, ChannelId::H2c(2), "take all of its output");
    // What had reached the kernel is still there: it comes out first, as a packet cut short, and nothing after it.
    let mut rest = vec![0; 1 << 20];
    let moved = device.c2h(2).unwrap().receive(&mut rest).unwrap();
    assert!(moved.eop);
    let held = rest.iter().zip(&packet).take_while(|(a, b)| a == b).count();
    assert!(held >= 1 << 15, "{body}: {held} bytes");
    assert_eq!(moved.bytes, held as u64, "{body}");
    assert!(rest[held..].iter().all(|byte| *byte == 0), "{body}");
    check_loopback(&device, "a packet without receiver");
    check_memory(&device, "a packet without receiver");
}

fn a_receiver_without_a_packet(body: &str) {
    let device = open(body, "loopback");
    let error = fails(&device, || device.c2h(3).unwrap().receive(&mut [0; 256]));
    assert_stalled(&error, ChannelId::C2h(3), "0 of 1 descriptors done");
    let error = fails(&device, || device.c2h(2).unwrap().receive(&mut [0; 256]));
    assert_stalled(&error, ChannelId::C2h(2), "0 of 1 descriptors done");
    check_loopback(&device, "a receiver without packet");
}

// ---- transfers given up ----

fn transfers_that_are_dropped(body: &str) {
    let device = open(body, "loopback");
    // A read that waits for a packet that never comes; a write under way; both given up.
    let read = device.c2h(2).unwrap().submit(Buffer::new(4096).unwrap(), 0..4096, 0).unwrap();
    drop(read);
    let (write, _) = chain(&device, 200);
    drop(write);
    check_loopback(&device, "dropped transfers");
    check_memory(&device, "dropped transfers");
    // Transfers that wait behind the one given up are told.
    let (first, _) = chain(&device, 200);
    let (second, _) = chain(&device, 2);
    drop(first);
    let error = second.wait().unwrap_err();
    assert!(
        matches!(error, ForebayError::Cancelled { channel: ChannelId::H2c(0), bytes: 0 }),
        "{error:?}"
    );
    assert!(error.to_string().contains("submit it again"), "{error}");
    check_memory(&device, "a cancelled transfer");
}

// ---- registers ----

fn registers_that_are_not_there(body: &str) {
    let device = open(body, "msm-toy");
    device.describe(true).unwrap();
    assert_eq!(device.read32(Bar::User, 0x3FF0_u32).unwrap(), 0, "{body}: a hole reads 0");
    assert_eq!(device.describe(false).unwrap().last_bad.mmio, 0x3FF0, "{body}");
    // Registers that only report.
    for offset in [0, user::MSM.base() + msm_regs::NUM_BUCKETS, user::STREAM.at(1) + 4] {
        let value = device.read32(Bar::User, offset).unwrap();
        device.write32(Bar::User, offset, !value).unwrap();
        assert_eq!(device.read32(Bar::User, offset).unwrap(), value, "{body}: {offset:#x}");
        assert_eq!(device.describe(false).unwrap().last_bad.mmio, u64::from(offset), "{body}");
    }
    assert_eq!(count_of(&device, "mmio_errors"), 4, "{body}");
    let error = device.read32(Bar::User, 2_u32).unwrap_err();
    assert!(error.to_string().contains("user registers at 0x2"), "{error}");
    check_msm(&device, "wrong registers");
}

on_every_card!(
    a_descriptor_with_bad_magic,
    a_source_that_is_not_mapped,
    a_chain_that_leads_to_unmapped_memory,
    a_destination_that_is_not_mapped,
    a_source_lent_for_reading_cannot_be_written,
    a_card_address_that_does_not_exist,
    a_stream_window_cannot_be_read,
    a_window_that_nobody_reads,
    elements_without_bytes_and_more_than_the_buffer_holds,
    a_card_address_that_goes_past_the_last,
    a_packet_that_nobody_receives,
    a_receiver_without_a_packet,
    transfers_that_are_dropped,
    registers_that_are_not_there,
);
