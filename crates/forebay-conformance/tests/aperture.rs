// SPDX-License-Identifier: Apache-2.0
//! A mapped aperture on every body: the card sees what a processor would have sent, and what a program has fenced is there.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::{STALL_CYCLES, on_every_card, pattern};
use forebay::{
    ApertureError, Bar, Caching, Counter, Device, FifoWriter, ForebayError, Instructions,
    OpenOptions, Processor,
};
use forebay_bus::LinkParams;
use forebay_regs::card;
use forebay_regs::user::counter;
use forebay_write_combining::{Eviction, PartialFlush};

const CACHINGS: [Caching; 2] = [Caching::Uncached, Caching::WriteCombining];

fn open(body: &str, processor: Processor) -> Device {
    let options =
        OpenOptions { patience: STALL_CYCLES.into(), processor, ..OpenOptions::default() };
    let card = forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap();
    Device::from_card_with(card, &options).unwrap()
}

/// Stores and loads that the card has seen, and those that it refused.
fn accesses(device: &Device) -> [u64; 3] {
    use counter::index::{MMIO_ERRORS, MMIO_READS, MMIO_WRITES};
    [MMIO_WRITES, MMIO_READS, MMIO_ERRORS]
        .map(|index| device.counter(Counter::numbered(index)).unwrap())
}

fn as_many_writes_as_a_processor_sends(body: &str) {
    let device = open(body, Processor::F1);
    let line = pattern(64, 1);
    let lines = pattern(1 << 16, 2);
    for (caching, of_words, of_lines) in
        [(Caching::Uncached, 16, 2048), (Caching::WriteCombining, 1, 1024)]
    {
        let mut aperture = device.bar(Bar::Aperture).map(caching).unwrap();
        assert_eq!(aperture.bytes(), u64::from(card::APERTURE_BAR_BYTES), "{body}");
        let [before, ..] = accesses(&device);
        let mut writer = aperture.writer();
        writer.burst(0x40, &line).unwrap();
        let [words, _, errors] = accesses(&device);
        assert_eq!((words - before, errors), (of_words, 0), "{body} {caching:?}");
        writer.write_lines(0x1000, &lines).unwrap();
        let [all, _, errors] = accesses(&device);
        assert_eq!((all - words, errors), (of_lines, 0), "{body} {caching:?}");
        let (c2h, mut back) = (device.c2h(0).unwrap(), vec![0; lines.len()]);
        c2h.read_exact_at(&mut back, 0x1000).unwrap();
        assert!(back == lines, "{body} {caching:?}");
        c2h.read_exact_at(&mut back[..64], 0x40).unwrap();
        assert_eq!(back[..64], line, "{body} {caching:?}");
    }
}

fn what_was_fenced_is_read_back_by_loads_and_by_dma(body: &str) {
    const BYTES: usize = 2048;
    for seed in 0..4 {
        let eviction = Eviction::Random { seed, unasked: 3 };
        let partial = PartialFlush::Either;
        let device = open(body, Processor { eviction, partial, ..Processor::F1 });
        for (caching, base) in CACHINGS.into_iter().zip([0x2000_u64, 0x3000]) {
            let mut aperture = device.bar(Bar::Aperture).map(caching).unwrap();
            let mut expected = pattern(BYTES, seed);
            device.h2c(0).unwrap().write_all_at(&expected, base).unwrap();
            let mut writer = aperture.writer();
            for (index, by) in (0..).zip(Instructions::ALL) {
                let (at, bytes) = (97 * index, 330 + 11 * index);
                let data = pattern(bytes, 100 + seed + index as u64);
                writer.write_lines_by(by, base + at as u64, &data).unwrap();
                writer.burst(base + 1500, &data[..9]).unwrap();
                writer.libc(base + 1503, &data[..70 + index]).unwrap();
                expected[at..][..bytes].copy_from_slice(&data);
                expected[1500..1509].copy_from_slice(&data[..9]);
                expected[1503..][..70 + index].copy_from_slice(&data[..70 + index]);
            }
            let mut back = vec![0; BYTES];
            let mut reader = writer.fence().unwrap();
            reader.read(base + 1, &mut back[..700]).unwrap();
            assert_eq!(back[..700], expected[1..701], "{body} {caching:?} {seed}");
            device.c2h(0).unwrap().read_exact_at(&mut back, base).unwrap();
            assert!(back == expected, "{body} {caching:?} {seed}");
        }
        let [.., errors] = accesses(&device);
        assert_eq!(errors, 0, "{body} {seed}");
    }
}

fn what_must_not_be_is_refused_before_the_card_sees_anything(body: &str) {
    let device = open(body, Processor::F1);
    for bar in [Bar::User, Bar::Dma] {
        let error = device.bar(bar).map(Caching::WriteCombining).unwrap_err();
        assert!(matches!(error, ForebayError::NotPrefetchable { bar: seen } if seen == bar));
        let error = device.bar(bar).map(Caching::Uncached).unwrap_err();
        assert!(matches!(error, ForebayError::NotMapped { bar: seen } if seen == bar), "{error}");
        assert!(error.to_string().contains("read32"), "{error}");
    }
    for caching in CACHINGS {
        let mut aperture = device.bar(Bar::Aperture).map(caching).unwrap();
        let [before, ..] = accesses(&device);
        let mut writer = aperture.writer();
        let end = writer.bytes();
        let error = writer.write_lines(end - 64, &[0; 65]).unwrap_err();
        assert!(matches!(error, ApertureError::PastEnd { room: 64, .. }), "{error}");
        let error = writer.burst(end, &[0; 4]).unwrap_err();
        assert!(matches!(error, ApertureError::Outside { .. }), "{error}");
        writer.fence().unwrap();
        assert_eq!(accesses(&device)[0], before, "{body} {caching:?}");
    }
    let processor = Processor { buffers: 65, ..Processor::F1 };
    let error = open(body, processor).bar(Bar::Aperture).map(Caching::Uncached).unwrap_err();
    assert!(matches!(error, ForebayError::Aperture(ApertureError::Processor(_))), "{error}");
}

fn card_addresses_with_nothing_behind_them_are_the_cards_business(body: &str) {
    let device = open(body, Processor::F1);
    let nowhere = u64::from(device.identity().mem_bytes);
    let mut aperture = device.bar(Bar::Aperture).map(Caching::WriteCombining).unwrap();
    let mut writer = aperture.writer();
    // Posted: nobody hears that the card refused it but its own counter.
    writer.write_lines(nowhere, &[1; 64]).unwrap();
    let mut back = [0; 8];
    writer.fence().unwrap().read(nowhere, &mut back).unwrap();
    assert_eq!(back, [0xff; 8], "{body}");
    assert_eq!(accesses(&device)[2], 2, "{body}");
}

fn a_stream_port_gets_an_entry_for_each_line_of_a_stream(body: &str) {
    let device = open(body, Processor::F1);
    let port = u64::from(card::STREAM_PORT.at(1));
    let mut aperture = device.bar(Bar::Aperture).map(Caching::WriteCombining).unwrap();
    let [before, ..] = accesses(&device);
    let mut fifo = FifoWriter::new(aperture.writer(), port..port + 4 * 64).unwrap();
    fifo.write(&pattern(10 * 64, 3)).unwrap();
    assert_eq!(fifo.accepted(), 640, "{body}");
    let [after, _, errors] = accesses(&device);
    assert_eq!((after - before, errors), (10, 0), "{body}");
    assert_eq!(device.describe(false).unwrap().streams[1].occupancy, 10, "{body}");
}

fn pieces_of_lines_make_whole_entries_however_they_are_flushed(body: &str) {
    for seed in 0..6 {
        let eviction = Eviction::Random { seed, unasked: 2 };
        let partial = PartialFlush::Either;
        let device = open(body, Processor { eviction, partial, ..Processor::F1 });
        let port = u64::from(card::STREAM_PORT.at(0));
        let mut aperture = device.bar(Bar::Aperture).map(Caching::WriteCombining).unwrap();
        let mut fifo = FifoWriter::new(aperture.writer(), port..port + 4 * 64).unwrap();
        for bytes in [100, 3, 64, 1, 129] {
            fifo.write(&pattern(bytes, seed)).unwrap();
        }
        let entries = || device.describe(false).unwrap().streams[0].occupancy;
        assert_eq!((fifo.accepted(), entries()), (297, 4), "{body} {seed}: 41 bytes wait for more");
        fifo.fill_entry().unwrap();
        assert_eq!((fifo.accepted(), entries()), (320, 5), "{body} {seed}");
        assert_eq!(accesses(&device)[2], 0, "{body} {seed}");
    }
}

on_every_card!(
    pieces_of_lines_make_whole_entries_however_they_are_flushed,
    a_stream_port_gets_an_entry_for_each_line_of_a_stream,
    as_many_writes_as_a_processor_sends,
    what_was_fenced_is_read_back_by_loads_and_by_dma,
    what_must_not_be_is_refused_before_the_card_sees_anything,
    card_addresses_with_nothing_behind_them_are_the_cards_business,
);
