// SPDX-License-Identifier: Apache-2.0
//! Descriptors and host memory that are wrong, behind the library's back: each ends within bounded time in an error that says what,
//! where and what next, and the device works afterwards. What a program can do wrong by itself: `forebay-library-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::Arc;

use common::wrong::{check_memory, count_of, fails};
use common::{on_every_card, open_with_memory, pattern};
use forebay::{Bar, Buffer, Device, EngineCause, ForebayError, Piece, Transfer};
use forebay_bus::HostMemory;
use forebay_regs::xdma::{self, chan, sgdma};
use forebay_regs::{desc, poll_wb};

/// A host address below everything that is ever mapped.
const UNMAPPED: u64 = 0xDEAD_0040;

/// The error is one of an engine; its cause, its descriptor and its text.
fn engine_error(error: &ForebayError) -> (Option<EngineCause>, u64, String) {
    match error {
        ForebayError::Engine { cause, descriptor, .. } => {
            (Some(*cause), *descriptor, error.to_string())
        }
        other => (None, 0, format!("{other:?}")),
    }
}

#[test]
fn names_that_open_nothing() {
    for (spec, part) in [("rtl", "no `:`"), ("soft:msm", "`soft`"), ("fast:nonsense", "loopback")] {
        let error = Device::open(spec).unwrap_err();
        assert!(error.to_string().contains(part), "{spec}: {error}");
    }
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
    let (transfer, at) = chain(&device, 300);
    // The ones before say that they are the last of a block; otherwise nobody looks at where it leads.
    for index in 192..256 {
        let adjacent = u32::try_from(254_u64.saturating_sub(index)).unwrap();
        let mut control = [0; 4];
        memory.dma_read(at + 32 * index, &mut control).unwrap();
        let control = desc::control::NEXT_ADJACENT.replace(u32::from_le_bytes(control), adjacent);
        spoil(&memory, at, index, desc::CONTROL, &control.to_le_bytes());
    }
    spoil(&memory, at, 255, desc::NEXT_LO, &0xDEAD_0000_u64.to_le_bytes());
    let error = fails(&device, || transfer.wait());
    let (cause, descriptor, text) = engine_error(&error);
    assert_eq!((cause, descriptor), (Some(EngineCause::DescriptorFetch), 256), "{body}: {text}");
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

on_every_card!(
    a_descriptor_with_bad_magic,
    a_source_that_is_not_mapped,
    a_chain_that_leads_to_unmapped_memory,
    a_destination_that_is_not_mapped,
    a_source_lent_for_reading_cannot_be_written,
);
