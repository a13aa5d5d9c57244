// SPDX-License-Identifier: Apache-2.0
//! Lists of features that are strange or broken: how a card with one is opened all the same, or refused. A whole one:
//! `forebay-library-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::wrong::check_memory;
use common::{STALL_CYCLES, on_every_card};
use forebay::{Device, FeatureError, ForebayError, Standing};
use forebay_bus::{Bar, Card, CardExt, LinkParams};
use forebay_faults::FaultCard;
use forebay_regs::user::feature::{self, id};
use forebay_regs::{cards, fault, user};

/// A card on which registers can be made to read something else.
fn card(body: &str, build: &str) -> FaultCard {
    let name = format!("{body}:{build}");
    FaultCard::new(forebay_sim::open(&name, LinkParams::default(), None).unwrap())
}

/// From now on the register at `place` of the user BAR reads `value`.
fn lie(card: &mut dyn Card, place: u32, value: u32) {
    for (register, value) in [
        (fault::KIND, fault::kind::what::FALSE_WORD),
        (fault::PLACE, place),
        (fault::PARAM, value),
        (fault::COUNT, u32::MAX),
        (fault::ARM, 1),
    ] {
        card.write32(Bar::User, cards::FAULTS.page + register, value).unwrap();
    }
}

fn word(header: u32, word: u32) -> u32 {
    user::FEATURE.at(header) + word
}

/// What opening a loopback card comes to when one word of its list is another.
fn open_with(body: &str, place: u32, value: u32) -> Result<Device, ForebayError> {
    let mut card = card(body, "loopback");
    lie(&mut card, place, value);
    Device::from_card(Box::new(card), STALL_CYCLES)
}

#[track_caller]
fn refused(body: &str, place: u32, value: u32) -> FeatureError {
    match open_with(body, place, value) {
        Err(ForebayError::Features(error)) => error,
        other => unreachable!("{body}: {other:?}"),
    }
}

fn names(device: &Device) -> Vec<String> {
    device.identity().features.iter().map(ToString::to_string).collect()
}

fn faults_are_one_more_feature(body: &str) {
    for build in ["loopback", "loopback-shell", "msm-toy"] {
        let bare = forebay_sim::open(&format!("{body}:{build}"), LinkParams::default(), None);
        let bare = Device::from_card(bare.unwrap(), STALL_CYCLES).unwrap();
        let faulty = Device::from_card(Box::new(card(body, build)), STALL_CYCLES).unwrap();
        let mut with_faults = names(&bare);
        with_faults.push("faults".into());
        assert_eq!(names(&faulty), with_faults, "{body}: {build}");
    }
}

fn what_is_not_known_is_left_alone_and_the_card_works(body: &str) {
    let identity = cards::FEATURES.len();
    assert!(identity > 4);
    let strange = id::RESET | id::CLASS.put(id::class::PLATFORM) | 0x7777;
    let alien = id::RESET | id::CLASS.put(0xE) | 1;
    let future = feature::version::MAJOR.put(2);
    for (place, value, standing) in [
        (word(1, feature::ID), strange, Standing::UnknownKind),
        (word(2, feature::ID), alien, Standing::UnknownKind),
        (word(1, feature::VERSION), future, Standing::UnknownVersion),
        (word(2, feature::VERSION), u32::MAX, Standing::UnknownVersion),
    ] {
        let device = open_with(body, place, value).unwrap();
        let header = ((place - user::FEATURE.base()) / user::FEATURE.stride()) as usize;
        assert_eq!(device.identity().features[header].standing, standing, "{body}: {place:#x}");
        device.describe(false).unwrap();
        check_memory(&device, "a feature that is not known");
        device.recover().unwrap();
    }
    // A datapath that nobody knows is brought to rest like any other.
    let mut card = card(body, "loopback");
    let mut at = 0;
    while id::CLASS.get(card.read32(Bar::User, word(at, feature::ID)).unwrap())
        != id::class::DATAPATH
    {
        at += 1;
    }
    let unknown = id::RESET | id::CLASS.put(id::class::DATAPATH) | 0x7F;
    lie(&mut card, word(at, feature::ID), unknown);
    let device = Device::from_card(Box::new(card), STALL_CYCLES).unwrap();
    let error = device.c2h(2).unwrap().receive(&mut [0; 64]).unwrap_err();
    assert!(matches!(error, ForebayError::Stalled { .. }), "{body}: {error:?}");
    check_memory(&device, "a stall of a datapath that is not known");
    assert_eq!(device.describe(false).unwrap().plugs.last().unwrap().name, "datapath 127");
}

fn without_channels_that_are_known_the_card_is_described(body: &str) {
    let device =
        open_with(body, word(3, feature::VERSION), feature::version::MAJOR.put(9)).unwrap();
    device.describe(false).unwrap();
    let error = device.h2c(0).unwrap_err();
    assert!(matches!(error, ForebayError::NoFeature { .. }), "{body}: {error:?}");
    assert!(error.to_string().contains("forebay describe"), "{error}");
}

fn a_broken_list_is_refused(body: &str) {
    let error = refused(body, word(0, feature::ID), 0);
    assert!(matches!(error, FeatureError::NoList { value: 0, .. }), "{body}: {error}");
    let error = refused(body, word(3, feature::ID), u32::MAX);
    assert!(matches!(error, FeatureError::NoMark { .. }), "{body}: {error}");
    for back in 0..=3 {
        let error = refused(body, word(3, feature::NEXT), user::FEATURE.at(back));
        let next = user::FEATURE.at(back);
        assert_eq!(error, FeatureError::Loop { from: user::FEATURE.at(3), next }, "{body}");
    }
    for outside in [cards::layout::XDMA.user_bar_bytes, 0xFFFF_FFC0] {
        let error = refused(body, word(2, feature::NEXT), outside);
        assert!(matches!(error, FeatureError::Outside { .. }), "{body}: {error}");
    }
    let error = refused(body, word(2, feature::NEXT), user::FEATURE.at(3) + 4);
    assert!(matches!(error, FeatureError::Unaligned { .. }), "{body}: {error}");
    for (at, value) in [
        (feature::PAGE_OFFSET, 0xFFFF_F000),
        (feature::PAGE_OFFSET, 0x1004),
        (feature::PAGE_BYTES, u32::MAX),
        (feature::PAGE_BAR, 5),
    ] {
        let error = refused(body, word(1, at), value);
        assert!(matches!(error, FeatureError::Page { .. }), "{body}: {error}");
    }
    let ports = id::RESET | id::CLASS.put(id::class::PLATFORM) | cards::STREAM_PORTS.kind;
    let error = refused(body, word(2, feature::ID), ports);
    assert!(matches!(error, FeatureError::Two { .. }), "{body}: {error}");
    let error = refused(body, word(0, feature::VERSION), feature::version::MAJOR.put(2));
    assert!(matches!(error, FeatureError::NoIdentity { major: 2, .. }), "{body}: {error}");
}

on_every_card!(
    faults_are_one_more_feature,
    what_is_not_known_is_left_alone_and_the_card_works,
    without_channels_that_are_known_the_card_is_described,
    a_broken_list_is_refused,
);
