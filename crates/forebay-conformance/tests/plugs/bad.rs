// SPDX-License-Identifier: Apache-2.0
//! Plugs that break their word for good: an error that names the plug and what to do, and a card that works on without it.

use std::sync::atomic::{AtomicU32, Ordering};

use forebay::{Bar, Device, ForebayError};
use forebay_bus::LinkParams;
use forebay_msm_client::{Msm, MsmClientError};
use forebay_regs::user::{self, feature, stream};

use crate::common::spoiled::spoiled_card;
use crate::common::wrong::{check_memory, fails};
use crate::common::{STALL_CYCLES, on_every_card};
use crate::{datapath, open, read};

/// A device whose registers read something else for ever.
fn spoiled(
    body: &str,
    build: &str,
    instead: impl Fn(u64) -> Option<u32> + Send + 'static,
) -> Device {
    let card = forebay_sim::open(&format!("{body}:{build}"), LinkParams::default(), None);
    let card = spoiled_card(card.unwrap(), instead);
    Device::from_card(card, STALL_CYCLES).unwrap()
}

/// The same of one word of the datapath's header.
fn with_word(body: &str, build: &str, word: u32, value: u32) -> Device {
    let place = u64::from(datapath(&open(body, build)).header + word);
    spoiled(body, build, move |at| (at == place).then_some(value))
}

fn one_that_not_even_a_reset_brings_to_rest_is_named_and_the_rest_works_on(body: &str) {
    let busy = feature::status::BUSY.mask();
    let device = with_word(body, "loopback", feature::STATUS, busy);
    let plug = datapath(&device);
    let header = format!("header at {:#x}", plug.header);
    check_memory(&device, "nothing yet");
    for round in 0..2 {
        let began = device.now().unwrap();
        let error = device.recover().unwrap_err();
        let took = device.now().unwrap() - began;
        assert!(took < 4 << 20, "{body}: {took} cycles");
        let text = error.to_string();
        assert!(matches!(error, ForebayError::NeverIdle { .. }), "{body}: {error:?}");
        for part in ["loopback", &header, "0x00000001", "load another image"] {
            assert!(text.contains(part), "{body}: `{part}` is not in: {text}");
        }
        check_memory(&device, "a plug that is never at rest");
        assert_eq!(read(&device, &plug, feature::CONTROL), 0, "{body}: round {round}");
    }
    // A stream that stalls ends in the same error, and leaves no stream port that throws away what comes.
    let error = device.c2h(2).unwrap().receive(&mut [0; 64]).unwrap_err();
    assert!(matches!(error, ForebayError::NeverIdle { .. }), "{body}: {error:?}");
    for port in 0..device.identity().stream_ports {
        let control = device.read32(Bar::User, user::STREAM.at(port) + stream::CONTROL).unwrap();
        assert_eq!(control, 0, "{body}: stream port {port}");
    }
    check_memory(&device, "a stall");
    assert!(device.describe(false).unwrap().plugs.iter().any(|state| state.busy), "{body}");
}

fn one_whose_registers_do_not_answer_is_named_and_described_without(body: &str) {
    let (build, name) = ("msm-toy", "msm");
    let whole = open(body, build);
    let plug = datapath(&whole);
    let page = u64::from(whole.identity().user_offset(&plug).unwrap());
    let pages = page..page + u64::from(plug.page.bytes);
    let device = spoiled(body, build, move |at| pages.contains(&at).then_some(u32::MAX));
    let error = device.event(&plug, 0).unwrap_err();
    assert!(matches!(error, ForebayError::NoAnswer { .. }), "{body}: {error:?}");
    let text = error.to_string();
    let header = format!("{name}, header at {:#x}", plug.header);
    assert!(text.contains(&header) && text.contains("reset the card"), "{body}: {text}");
    let told = device.describe(true).unwrap();
    let silent: Vec<_> =
        told.plugs.iter().filter(|state| !state.answers).map(|state| state.name.as_str()).collect();
    assert_eq!(silent, [name], "{body}");
    let (all, own) = (whole.describe(false).unwrap().counters.len(), plug.events as usize);
    assert_eq!(told.counters.len(), all - own, "{body}: counters of all others");
    assert!(told.counters.iter().all(|counter| counter.value < 1 << 48), "{body}");
    let error = fails(&device, || Msm::new(&device));
    assert!(matches!(error, MsmClientError::Datapath { what: "BUCKETS", .. }), "{body}: {error:?}");
    check_memory(&device, "a plug that does not answer");
}

fn one_that_claims_lines_that_there_are_not_is_opened_and_left_with_them(body: &str) {
    let claims = feature::lines::FIRST.put(14) | feature::lines::COUNT.put(4);
    let device = with_word(body, "loopback", feature::LINES, claims);
    let lines = datapath(&device).lines;
    assert_eq!((lines.first, lines.count), (14, 4), "{body}");
    check_memory(&device, "lines that there are not");
    device.describe(false).unwrap();
}

/// Busy, at rest for the one look that is taken while it is held, and busy again: no reset was needed, and none is told of.
fn one_that_rests_while_it_is_held_only_is_named_and_no_stream_port_is_left_flushing(body: &str) {
    const LOOKS_BEFORE: u32 = 2;
    let place = u64::from(datapath(&open(body, "loopback")).header + feature::STATUS);
    let looks = AtomicU32::new(0);
    let device = spoiled(body, "loopback", move |at| {
        let held = at == place && looks.fetch_add(1, Ordering::Relaxed) == LOOKS_BEFORE;
        (at == place).then_some(if held { 0 } else { feature::status::BUSY.mask() })
    });
    let plug = datapath(&device);
    let error = device.recover().unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, ForebayError::NeverIdle { .. }), "{body}: {error:?}");
    assert!(text.contains("busy again when it was released"), "{body}: {text}");
    assert_eq!(read(&device, &plug, feature::CONTROL), 0, "{body}: released");
    for port in 0..device.identity().stream_ports {
        let control = device.read32(Bar::User, user::STREAM.at(port) + stream::CONTROL).unwrap();
        assert_eq!(control, 0, "{body}: stream port {port}");
    }
    check_memory(&device, "a plug that is busy again");
}

on_every_card!(
    one_that_not_even_a_reset_brings_to_rest_is_named_and_the_rest_works_on,
    one_that_rests_while_it_is_held_only_is_named_and_no_stream_port_is_left_flushing,
    one_whose_registers_do_not_answer_is_named_and_described_without,
    one_that_claims_lines_that_there_are_not_is_opened_and_left_with_them,
);
