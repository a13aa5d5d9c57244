// SPDX-License-Identifier: Apache-2.0
//! What every plug owes the card, tried on each on every kind of card: it says what it is, gets on when it has work, comes to rest when
//! it is told to, and works again afterwards. Only [`exercise`] knows what a plug is for.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod bad;
mod capture;
#[path = "../common/mod.rs"]
mod common;
mod copies;
mod copy;
mod copy_edges;
mod copy_refused;
mod send;
mod transmit;
mod udma;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::wrong::{PORT0, check_memory, check_msm, count_of};
use common::{STALL_CYCLES, on_every_card, open, open_with_memory, pattern};
use copies::Bench;
use forebay::{Bar, Buffer, Class, Device, Feature, ForebayError};
use forebay_bus::{Card, CardExt, HostMemory, LinkParams};
use forebay_faults::FaultCard;
use forebay_regs::cards::FEATURES;
use forebay_regs::user::{feature, msm, sink};
use forebay_regs::{cards, fault, plug};

/// A build for each datapath; together they have every front end.
const BUILDS: [&str; 7] =
    ["loopback", "loopback-dma", "loopback-udma", "msm-toy", "msm-toy", "radio", "sink"];

fn read(device: &Device, plug: &Feature, word: u32) -> u32 {
    device.read32(Bar::User, plug.header + word).unwrap()
}

fn quiesce(device: &Device, plug: &Feature, held: bool) {
    device.write32(Bar::User, plug.header + feature::CONTROL, u32::from(held)).unwrap();
}

/// A plug that no build above has would be tried by nobody.
#[test]
fn every_plug_of_the_card_table_is_tried() {
    let tried: BTreeSet<_> = BUILDS
        .iter()
        .flat_map(|build| plugs(&open("fast", build)))
        .map(|plug| plug.name.unwrap())
        .collect();
    let is_plug = |line: &&forebay_regs::Feature| {
        matches!(line.class, forebay_regs::Class::FrontEnd | forebay_regs::Class::Datapath)
    };
    assert_eq!(tried, FEATURES.iter().filter(is_plug).map(|line| line.name).collect());
}

/// Lets the card work until the plug has nothing under way.
fn rest(device: &Device, plug: &Feature) {
    let idle = |status: u32| !feature::status::BUSY.is_set(status);
    device.wait_register("STATUS.BUSY of a plug", plug.header + feature::STATUS, &idle).unwrap();
}

fn plugs(device: &Device) -> Vec<Feature> {
    let is_plug = |plug: &&Feature| matches!(plug.class, Class::FrontEnd | Class::Datapath);
    device.identity().features.iter().filter(is_plug).cloned().collect()
}

fn has(device: &Device, name: &str) -> bool {
    plugs(device).iter().any(|plug| plug.name == Some(name))
}

fn datapath(device: &Device) -> Feature {
    plugs(device).pop().unwrap()
}

/// Does what the plug is for, and looks whether it was done.
fn exercise(device: &Device, memory: &HostMemory, plug: &Feature) {
    match plug.name.unwrap() {
        "xdma" => check_memory(device, "a rest"),
        "copy" => Bench::around(device.clone(), memory.clone()).check(5000, (1, 2), "a rest"),
        "udma" => udma::check(device, memory, plug),
        "source" => capture::check(device, memory),
        "s2mm" if datapath(device).name == Some("source") => capture::check(device, memory),
        "mm2s" if datapath(device).name == Some("source") => transmit::check(device, memory),
        "s2mm" | "mm2s" => send::check(device, memory),
        // Its streams are those of front ends.
        "loopback" if has(device, "mm2s") => send::check(device, memory),
        "loopback" => {
            let sent = pattern(3000, 1);
            let mut buffer = Buffer::new(3000).unwrap();
            buffer[..3000].copy_from_slice(&sent);
            let whole = std::ops::Range { start: 0, end: 3000 };
            // The last channels of every build that is tried are streams.
            let stream = device.identity().h2c - 1;
            let sending =
                device.h2c(stream).unwrap().submit_packets(Arc::new(buffer), &[whole]).unwrap();
            let mut back = vec![0; 3000];
            assert_eq!(device.c2h(stream).unwrap().receive(&mut back).unwrap().bytes, 3000);
            sending.wait().unwrap();
            assert!(back == sent);
        }
        "msm" => check_msm(device, "a rest"),
        "sink" => {
            let page = device.identity().user_offset(plug).unwrap();
            let write = |at, value| device.write32(Bar::User, page + at, value).unwrap();
            write(sink::PAIRING.at(0), 2);
            write(sink::STEPS, 5);
            write(sink::CONTROL, sink::control::START.mask());
            device.h2c(0).unwrap().write_all_at(&[7; 640], PORT0).unwrap();
            let over = |status| !sink::status::BUSY.is_set(status);
            device.wait_register("STATUS.BUSY", page + sink::STATUS, &over).unwrap();
            assert_eq!(device.read32(Bar::User, page + sink::STEPS_DONE).unwrap(), 5);
        }
        other => unreachable!("nobody has said what {other} is for"),
    }
}

fn every_plug_gets_on_comes_to_rest_and_works_again(body: &str) {
    for build in BUILDS {
        let (device, memory) = open_with_memory(body, build);
        for plug in plugs(&device) {
            rest(&device, &plug);
            let before = read(&device, &plug, feature::PROGRESS);
            assert_eq!(read(&device, &plug, feature::PROGRESS), before, "{body} {build} {plug}");
            exercise(&device, &memory, &plug);
            rest(&device, &plug);
            let after = read(&device, &plug, feature::PROGRESS);
            assert_ne!(after, before, "{body} {build} {plug}: nothing of it shows");
            quiesce(&device, &plug, true);
            assert_eq!(read(&device, &plug, feature::CONTROL), 1, "{body} {build} {plug}");
            rest(&device, &plug);
            let held = read(&device, &plug, feature::PROGRESS);
            assert_eq!(read(&device, &plug, feature::PROGRESS), held, "{body} {build} {plug}");
            quiesce(&device, &plug, false);
            rest(&device, &plug);
            exercise(&device, &memory, &plug);
        }
    }
}

/// What it was told to drop is dropped once: then it is at rest, and begins nothing. ABORT keeps it in reset for as long as it is 1.
fn a_multiplier_is_busy_while_it_is_aborted_and_not_while_it_is_told_to_rest(body: &str) {
    let (device, memory) = open_with_memory(body, "msm-toy");
    let plug = datapath(&device);
    let page = device.identity().user_offset(&plug).unwrap();
    let status = |device: &Device| device.read32(Bar::User, page + msm::STATUS).unwrap();
    let control = |value| device.write32(Bar::User, page + msm::CONTROL, value).unwrap();
    let over = |status| !msm::status::BUSY.is_set(status);
    quiesce(&device, &plug, true);
    device.wait_register("STATUS.BUSY, quiesced", page + msm::STATUS, &over).unwrap();
    rest(&device, &plug);
    assert_eq!(status(&device), 0, "{body}: neither busy nor ready");
    quiesce(&device, &plug, false);
    assert_eq!(status(&device), msm::status::START_READY.mask(), "{body}");
    control(msm::control::ABORT.mask());
    assert_eq!(status(&device), msm::status::BUSY.mask(), "{body}: aborted");
    assert_eq!(read(&device, &plug, feature::STATUS), 1, "{body}: aborted");
    control(0);
    device.wait_register("STATUS.BUSY, released", page + msm::STATUS, &over).unwrap();
    rest(&device, &plug);
    exercise(&device, &memory, &plug);
}

fn events_are_in_the_plugs_own_page_and_can_be_cleared(body: &str) {
    for build in BUILDS {
        let (device, memory) = open_with_memory(body, build);
        let plug = datapath(&device);
        exercise(&device, &memory, &plug);
        let page = device.identity().user_offset(&plug).unwrap();
        let line = FEATURES.iter().find(|line| Some(line.name) == plug.name).unwrap();
        let names: Vec<_> = line.event_names.iter().map(|(_, name)| *name).collect();
        assert_eq!(names.len(), plug.events as usize, "{body} {build}");
        let moved = (0..plug.events).filter(|event| device.event(&plug, *event).unwrap() > 0);
        assert_eq!(moved.count() > 0, plug.events > 0, "{body} {build}: none has counted");
        device.describe(true).unwrap();
        for event in 0..plug.events {
            assert_eq!(device.event(&plug, event).unwrap(), 0, "{body} {build}: {event}");
        }
        for behind in plug.events..plug::EVENT.count() {
            let at = page + plug::EVENT.at(behind);
            assert_eq!(device.read32(Bar::User, at).unwrap(), 0, "{body} {build}: {behind}");
        }
        let error = device.event(&plug, plug.events).unwrap_err();
        assert!(matches!(error, ForebayError::NoSuchEvent { .. }), "{error:?}");
    }
}

/// A device of which a word of the datapath's header reads `value` from the beginning on.
fn with_false_word(body: &str, word: u32, value: u32) -> (Device, HostMemory) {
    let header = datapath(&open(body, "loopback")).header;
    let card = forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None);
    let mut card = FaultCard::new(card.unwrap());
    for (register, value) in [
        (fault::KIND, fault::kind::what::FALSE_WORD),
        (fault::PLACE, header + word),
        (fault::PARAM, value),
        (fault::COUNT, u32::MAX),
        (fault::ARM, 1),
    ] {
        card.write32(Bar::User, cards::FAULTS.page + register, value).unwrap();
    }
    let memory = card.host().clone();
    (Device::from_card(Box::new(card), STALL_CYCLES).unwrap(), memory)
}

fn a_plug_that_never_comes_to_rest_costs_a_reset_in_bounded_time(body: &str) {
    let (device, memory) = with_false_word(body, feature::STATUS, feature::status::BUSY.mask());
    device.h2c(0).unwrap().write_all_at(&[9; 64], 0x100).unwrap();
    let began = device.now().unwrap();
    device.recover().unwrap();
    assert!(device.now().unwrap() - began < 3 << 20, "{body}");
    // A reset disarms the fault; what is counted begins anew, and the card works.
    assert_eq!(count_of(&device, "h2c_beats"), 0, "{body}");
    check_memory(&device, "a plug that did not come to rest");
    exercise(&device, &memory, &datapath(&device));
}

/// Every register reads all ones, until the reset that this costs.
fn a_card_off_the_bus_is_recovered_in_bounded_time(body: &str) {
    let card = forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None);
    let card = FaultCard::new(card.unwrap());
    let memory = card.host().clone();
    let device = Device::from_card(Box::new(card), STALL_CYCLES).unwrap();
    for (register, value) in
        [(fault::KIND, fault::kind::what::ALL_ONES), (fault::COUNT, u32::MAX), (fault::ARM, 1)]
    {
        device.write32(Bar::User, cards::FAULTS.page + register, value).unwrap();
    }
    device.recover().unwrap();
    let seen = device.read32(Bar::User, cards::FAULTS.page + fault::SEEN).unwrap();
    assert_eq!(seen, 0, "{body}: a reset disarms the fault");
    check_memory(&device, "off the bus");
    exercise(&device, &memory, &datapath(&device));
}

fn a_plug_that_shows_no_progress_does_not_keep_others_from_ending(body: &str) {
    let (device, _) = with_false_word(body, feature::PROGRESS, 5);
    check_memory(&device, "a plug without progress");
    let error = device.c2h(2).unwrap().receive(&mut [0; 64]).unwrap_err();
    assert!(matches!(error, ForebayError::Stalled { .. }), "{body}: {error:?}");
    check_memory(&device, "a stall");
}

on_every_card!(
    every_plug_gets_on_comes_to_rest_and_works_again,
    a_multiplier_is_busy_while_it_is_aborted_and_not_while_it_is_told_to_rest,
    events_are_in_the_plugs_own_page_and_can_be_cleared,
    a_plug_that_never_comes_to_rest_costs_a_reset_in_bounded_time,
    a_card_off_the_bus_is_recovered_in_bounded_time,
    a_plug_that_shows_no_progress_does_not_keep_others_from_ending,
);
