// SPDX-License-Identifier: Apache-2.0
//! Cards that say absurd things of themselves, and callers that ask for absurd things: a typed error in bounded time or an answer,
//! never a panic, and a card that works on.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use common::spoiled::spoiled_card;
use common::wrong::{check_memory, check_msm, fails, toy};
use common::{STALL_CYCLES, on_every_card};
use forebay::{Bar, Buffer, Counter, Device, Feature, Feed, ForebayError, Page, StreamWriter};
use forebay_bus::{Card, LinkParams};
use forebay_regs::user::msm::event;
use forebay_regs::user::{self, feature, status, stream};
use forebay_regs::{card, cards, plug};

/// Register reads within which everything here is over.
const MOST_READS: u64 = 1 << 14;

fn bare(body: &str, build: &str) -> Box<dyn Card> {
    forebay_sim::open(&format!("{body}:{build}"), LinkParams::default(), None).unwrap()
}

/// A device some of whose registers read something else; more reads than are bearable fail the test.
fn lying(body: &str, build: &str, lies: &[(u32, u32)]) -> Device {
    let lies = lies.to_vec();
    let reads = AtomicU64::new(0);
    let card = spoiled_card(bare(body, build), move |at| {
        let so_far = reads.fetch_add(1, Ordering::Relaxed);
        assert!(so_far < MOST_READS, "{so_far} reads, and no end");
        lies.iter().find(|(place, _)| u64::from(*place) == at).map(|(_, value)| *value)
    });
    Device::from_card(card, STALL_CYCLES).unwrap()
}

/// A FIFO that says all ones of its depth has as many entries as the field has room for, and one that does not get emptier ends the
/// wait for it, however many that are.
fn a_fifo_of_absurd_depth_is_given_up(body: &str) {
    for depth in [u32::MAX, 0xFFFF_0000, 0] {
        let port = user::STREAM.at(1);
        let lies = [(port + stream::DEPTH, depth), (port + stream::OCCUPANCY, u32::MAX)];
        let device = lying(body, "loopback", &lies);
        check_memory(&device, "nothing yet");
        let error = fails(&device, || device.recover());
        assert!(matches!(error, ForebayError::RegisterWait { .. }), "{body}: {error:?}");
        let depth = stream::depth::ENTRIES.get(depth);
        assert_eq!(device.describe(false).unwrap().streams[1].depth, depth, "{body}");
        check_memory(&device, "a FIFO of absurd depth");
        let control = device.read32(Bar::User, port + stream::CONTROL).unwrap();
        assert_eq!(control, 0, "{body}: it throws away what comes");
    }
}

/// The map of a card has two stream ports, whatever a card says.
fn more_stream_ports_than_there_are_addresses_for_are_not_offered(body: &str) {
    let ports = user::FEATURE.at(1);
    let lies = [
        (user::STATUS.base() + status::NUM_STREAM_PORTS, u32::MAX),
        (
            ports + feature::PAGE_BYTES,
            cards::layout::XDMA.user_bar_bytes - cards::STREAM_PORTS.page,
        ),
    ];
    let device = lying(body, "loopback", &lies);
    let present = card::STREAM_PORT.count();
    assert_eq!(device.identity().stream_ports, present, "{body}");
    assert_eq!(device.describe(false).unwrap().streams.len(), present as usize, "{body}");
    let writer = StreamWriter::new(&device, 0).unwrap();
    let buffer = Arc::new(Buffer::new(64).unwrap());
    for port in [present, 15, u32::MAX] {
        let feed = Feed { port, buffer: Arc::clone(&buffer), element_bytes: 64 };
        let error = writer.submit(&[feed], 1).unwrap_err();
        assert!(matches!(error, ForebayError::NoSuchStreamPort { .. }), "{body}: {error:?}");
    }
    check_memory(&device, "absurdly many stream ports");
}

/// What would wait for ever is refused before anything is sent, and told by the FIFO that is too small; what fits is sent.
fn a_fifo_with_no_room_for_a_chunk_is_told(body: &str) {
    for (depth, refused) in [(0, true), (8, true), (9, false)] {
        let device = lying(body, "sink", &[(user::STREAM.at(0) + stream::DEPTH, depth)]);
        let writer = StreamWriter::new(&device, 0).unwrap();
        let buffer = Arc::new(Buffer::new(4 * 144).unwrap());
        let feeds =
            [0, 1].map(|port| Feed { port, buffer: Arc::clone(&buffer), element_bytes: 144 });
        // Four elements are nine entries, and there is no smaller chunk of whole ones.
        match (writer.submit(&feeds, 4), refused) {
            (
                Err(ForebayError::FifoTooSmall { port: 0, elements: 4, entries: 9, depth: seen }),
                true,
            ) => {
                assert_eq!(seen, depth as usize, "{body}");
            }
            (Ok(transfer), false) => {
                assert_eq!(transfer.wait().unwrap().bytes, 2 * 9 * 64, "{body}");
            }
            (other, _) => unreachable!("{body}: {depth}: {other:?}"),
        }
        device.recover().unwrap();
        check_memory(&device, "a FIFO with no room");
    }
}

/// The register map has four channels a direction.
fn more_channels_than_there_are_registers_for_are_not_offered(body: &str) {
    let channels = status::channels::NUM_H2C.put(15) | status::channels::NUM_C2H.put(15);
    let streams = status::channels::H2C_STREAM.put(0xC) | status::channels::C2H_STREAM.put(0xC);
    let lies = [(user::STATUS.base() + status::CHANNELS, channels | streams)];
    let device = lying(body, "loopback", &lies);
    check_memory(&device, "absurdly many channels");
    let error = device.h2c(4).unwrap_err();
    assert!(matches!(error, ForebayError::NoSuchChannel { present: 4, .. }), "{body}: {error:?}");
    let errors = common::wrong::count_of(&device, "mmio_errors");
    assert_eq!(errors, 0, "{body}: registers that nobody has were asked");
}

/// A feature is one of the card's own, not whatever somebody has made up.
fn events_of_a_feature_that_the_card_does_not_have_are_refused(body: &str) {
    let device = Device::from_card(bare(body, "sink"), STALL_CYCLES).unwrap();
    let own = device.identity().features.iter().find(|feature| feature.events > 0).unwrap();
    device.event(own, 0).unwrap();
    let made_up = |page| Feature { page, ..own.clone() };
    let bytes = own.page.bytes;
    for page in [
        Page { bar: own.page.bar, offset: u32::MAX - 3, bytes },
        Page { bar: own.page.bar, offset: own.page.offset + 0x1000, bytes },
    ] {
        let error = device.event(&made_up(page), 0).unwrap_err();
        assert!(matches!(error, ForebayError::NoSuchEvent { .. }), "{body}: {error:?}");
    }
    for index in [own.events, u32::MAX] {
        let error = device.event(own, index).unwrap_err();
        assert!(matches!(error, ForebayError::NoSuchEvent { .. }), "{body}: {error:?}");
    }
}

/// A counter that the map has no place for reads 0, as is said of it: it is not what lies there, nor one that its reading clears.
fn counters_that_the_map_has_no_place_for_read_0(body: &str) {
    let device = Device::from_card(bare(body, "loopback"), STALL_CYCLES).unwrap();
    check_memory(&device, "nothing yet");
    let all = || {
        let counters = device.describe(false).unwrap().counters;
        counters
            .into_iter()
            .filter(|counter| !counter.name.starts_with("mmio_"))
            .collect::<Vec<_>>()
    };
    let (before, errors) = (all(), common::wrong::count_of(&device, "mmio_errors"));
    let clears = (user::COUNTER_CLEAR.base() - user::COUNTER.base()) / user::COUNTER.stride();
    for index in [user::COUNTER.count(), 63, 96, clears, clears + 9, 1 << 24, 1 << 29, u32::MAX] {
        assert_eq!(device.counter(Counter::numbered(index)).unwrap(), 0, "{body}: {index}");
    }
    assert_eq!(all(), before, "{body}: nothing was cleared");
    assert_eq!(common::wrong::count_of(&device, "mmio_errors"), errors, "{body}: nor asked");
}

/// A page has 64 events at most, whatever its header says, and none that are behind its end.
fn events_that_a_page_has_no_place_for_are_refused(body: &str) {
    let of = Device::from_card(bare(body, "sink"), STALL_CYCLES).unwrap();
    let header = of.identity().features.iter().find(|own| own.events > 0).unwrap().header;
    for (lies, present) in [
        (vec![(header + feature::EVENTS, u32::MAX)], plug::EVENT.count()),
        (vec![(header + feature::PAGE_BYTES, 64)], 0),
    ] {
        let device = lying(body, "sink", &lies);
        let own = device.identity().features.iter().find(|own| own.header == header).unwrap();
        for index in [present, 128, 256, 0xFFFE].into_iter().filter(|index| *index >= present) {
            match device.event(own, index) {
                Err(ForebayError::NoSuchEvent { present: told, .. }) => assert_eq!(told, present),
                other => unreachable!("{body}: {index}: {other:?}"),
            }
        }
        if present > 0 {
            device.event(own, present - 1).unwrap();
        }
        device.describe(true).unwrap();
        assert_eq!(common::wrong::count_of(&device, "mmio_errors"), 0, "{body}");
    }
}

/// Who never wants to give up says so with the longest time there is.
fn the_longest_patience_is_no_overflow(body: &str) {
    let device = Device::from_card(bare(body, "msm-toy"), u64::MAX).unwrap();
    check_memory(&device, "nothing yet");
    check_msm(&device, "the longest patience");
}

/// Whoever may read counters may clear them, also while somebody else counts by them.
fn counters_that_somebody_clears_in_a_run_are_no_underflow(body: &str) {
    let place = u64::from(cards::MSM.page + plug::EVENT.at(event::ADDS) + plug::event::LO);
    let armed = Arc::new(AtomicBool::new(false));
    let lies = Arc::clone(&armed);
    let card = spoiled_card(bare(body, "msm-toy"), move |at| {
        (at == place && lies.swap(false, Ordering::Relaxed)).then_some(1 << 20)
    });
    let device = Device::from_card(card, STALL_CYCLES).unwrap();
    let (msm, bases, v) = toy(&device, 9);
    armed.store(true, Ordering::Relaxed);
    let (result, report) = msm.run(&bases, &v.scalars).unwrap();
    assert_eq!(result, v.result, "{body}");
    assert!((1..1 << 20).contains(&report.adder.additions), "{body}: {:?}", report.adder);
}

/// Whoever judges a register may look at others meanwhile.
fn a_wait_lets_its_judge_at_the_device(body: &str) {
    let device = Device::from_card(bare(body, "loopback"), STALL_CYCLES).unwrap();
    let magic = user::STATUS.base() + status::MAGIC;
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let same = |value| device.read32(Bar::User, magic).unwrap() == value;
        let waited = device.wait_register("the magic number", magic, &same);
        let never = device.wait_register("another one", magic, &|value| !same(value));
        tell.send((waited.unwrap(), never.unwrap_err().to_string())).unwrap();
    });
    let (value, error) = told.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
    assert_eq!(value, status::magic::RESET, "{body}");
    assert!(error.starts_with("another one still reads 0x59414246 after"), "{body}: {error}");
}

on_every_card!(
    a_wait_lets_its_judge_at_the_device,
    a_fifo_of_absurd_depth_is_given_up,
    a_fifo_with_no_room_for_a_chunk_is_told,
    more_stream_ports_than_there_are_addresses_for_are_not_offered,
    more_channels_than_there_are_registers_for_are_not_offered,
    events_of_a_feature_that_the_card_does_not_have_are_refused,
    events_that_a_page_has_no_place_for_are_refused,
    counters_that_the_map_has_no_place_for_read_0,
    the_longest_patience_is_no_overflow,
    counters_that_somebody_clears_in_a_run_are_no_underflow,
);
