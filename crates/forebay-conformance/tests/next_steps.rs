// SPDX-License-Identifier: Apache-2.0
//! A transfer that an engine gives up says what to do about it, and that fits why: each cause that a card can have, on every card.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::collections::BTreeSet;

use common::{STALL_CYCLES, on_every_card};
use forebay::{Bar, Device, EngineCause, ForebayError};
use forebay_bus::LinkParams;
use forebay_faults::FaultCard;
use forebay_regs::cards::FAULTS;
use forebay_regs::fault::{self, kind::what, select};

/// Bytes of a transfer whose descriptors are in memory: more than one of them.
const LISTED: usize = (1 << 20) + 64;
/// Card addresses that nobody has, and that cannot be read.
const NOWHERE: u64 = 0x9000_0000;
const STREAM_PORT: u64 = 0x1000_0000;

/// What goes wrong: a fault and the accesses that it hits, or a card address.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    Bus(u32, u32),
    Address(u64),
}

const READ_DATA: u32 = select::READ.mask() | select::DATA.mask();
const WRITE_DATA: u32 = select::WRITE.mask() | select::DATA.mask();
const FETCH: u32 = select::READ.mask() | select::DESCRIPTOR.mask();

/// Whether it is on the way to the card, what goes wrong, and what the error says.
const CASES: [(bool, Trouble, EngineCause, &str); 12] = [
    (
        true,
        Trouble::Bus(what::BAD_MAGIC, FETCH),
        EngineCause::BadMagic,
        "overwrote the library's descriptors",
    ),
    (
        true,
        Trouble::Bus(what::UNSUPPORTED_REQUEST, FETCH),
        EngineCause::DescriptorFetch,
        "does not reach the descriptors",
    ),
    (
        true,
        Trouble::Bus(what::COMPLETER_ABORT, FETCH),
        EngineCause::DescriptorFetch,
        "PCIe and IOMMU errors",
    ),
    (false, Trouble::Bus(what::POISONED, FETCH), EngineCause::DescriptorFetch, "marked as damaged"),
    (
        true,
        Trouble::Bus(what::UNSUPPORTED_REQUEST, READ_DATA),
        EngineCause::Read,
        "not mapped for reading",
    ),
    (
        true,
        Trouble::Bus(what::COMPLETER_ABORT, READ_DATA),
        EngineCause::Read,
        "PCIe and IOMMU errors",
    ),
    (true, Trouble::Bus(what::POISONED, READ_DATA), EngineCause::Read, "marked as damaged"),
    (
        false,
        Trouble::Bus(what::UNSUPPORTED_REQUEST, WRITE_DATA),
        EngineCause::Write,
        "not mapped for writing",
    ),
    (
        false,
        Trouble::Bus(what::COMPLETER_ABORT, WRITE_DATA),
        EngineCause::Write,
        "PCIe and IOMMU errors",
    ),
    (true, Trouble::Address(NOWHERE), EngineCause::Write, "nothing is at that card address"),
    (false, Trouble::Address(NOWHERE), EngineCause::Read, "nothing is at that card address"),
    (false, Trouble::Address(STREAM_PORT), EngineCause::Read, "cannot be read"),
];

fn every_cause_has_the_next_step_that_fits_it(body: &str) {
    let card = forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap();
    let device = Device::from_card(Box::new(FaultCard::new(card)), STALL_CYCLES).unwrap();
    let mut seen = BTreeSet::new();
    for (to_card, trouble, expected, told) in CASES {
        let (at, (kind, select)) = match trouble {
            Trouble::Bus(kind, select) => (0x40, (kind, select)),
            Trouble::Address(at) => (at, (what::NONE, 0)),
        };
        for (register, value) in
            [(fault::KIND, kind), (fault::SELECT, select), (fault::COUNT, 1), (fault::ARM, 1)]
        {
            device.write32(Bar::User, FAULTS.page + register, value).unwrap();
        }
        let len = if select & FETCH == FETCH { LISTED } else { 64 };
        let outcome = if to_card {
            device.h2c(0).unwrap().write_all_at(&vec![7; len], at)
        } else {
            device.c2h(0).unwrap().read_exact_at(&mut vec![0; len], at)
        };
        let error = outcome.unwrap_err();
        let ForebayError::Engine { cause, next, .. } = &error else { unreachable!("{error:?}") };
        assert_eq!(*cause, expected, "{body}: {trouble:?}: {error}");
        assert!(next.contains(told), "{body}: {trouble:?}: {error}");
        assert!(next.ends_with("the channel works again"), "{body}: {trouble:?}: {error}");
        seen.insert(*next);
    }
    // What the host refuses, or sends damaged, is the same trouble whatever it was wanted for.
    assert_eq!(seen.len(), 8, "{seen:#?}");
    device.h2c(0).unwrap().write_all_at(&[9; 64], 0x40).unwrap();
    let mut back = [0; 64];
    device.c2h(0).unwrap().read_exact_at(&mut back, 0x40).unwrap();
    assert_eq!(back, [9; 64], "{body}: it works again");
}

on_every_card!(every_cause_has_the_next_step_that_fits_it);
