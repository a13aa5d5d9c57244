// SPDX-License-Identifier: Apache-2.0
//! A datapath that owes the card what every datapath owes it: the rest of the card works on.

use forebay_builds::Build;
use forebay_bus::{Bar, Card, CardExt, HostMemory, LinkParams, Stop};
use forebay_regs::user::{self, copy, counter, feature};
use forebay_regs::{cards, xdma};

use super::*;
use crate::datapath::{Datapath, Lines, Ports, Step};
use crate::features::Waits;

/// What it does wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Misdeeds {
    /// Is never at rest, and never has nothing to do.
    busy: bool,
    /// Has no register, not even one of those that it should have.
    silent: bool,
    /// Raises every line, again and again.
    loud: bool,
    /// Gives data that nobody has asked for, held or not.
    wild: bool,
}

struct Bad(Misdeeds);

impl Datapath for Bad {
    fn read(&mut self, offset: u32, _: u64) -> Option<u32> {
        (!self.0.silent).then_some(offset)
    }

    fn write(&mut self, _: u32, _: u32, _: &mut Ports<'_>) -> bool {
        !self.0.silent
    }

    fn step(&mut self, _: u64, ports: &mut Ports<'_>) -> Result<Step, CardError> {
        if self.0.wild {
            for stream in &mut *ports.to_host {
                let room = stream.room();
                stream.push(&vec![0xEE; room]);
            }
        }
        Ok(Step::of(self.0.busy.then_some(1)))
    }

    fn take_lines(&mut self) -> Lines {
        let lines = if self.0.loud { u32::MAX } else { 0 };
        Lines { high: lines, fell: lines }
    }

    fn busy(&self, _: &Ports<'_>) -> bool {
        self.0.busy
    }

    fn waits(&self, _: &Ports<'_>) -> Waits {
        Waits::default()
    }

    fn quiesce(&mut self, _: bool, _: &mut Ports<'_>) {}
}

/// A plug for each misdeed, in the place of the datapath that has a line: what a plug is made by cannot be told more.
const fn plug(make: fn(&Build) -> Box<dyn Datapath>) -> Plug {
    Plug { feature: &cards::SINK, to_host_beats: 4, make }
}

static BUSY: Plug = plug(|_| Box::new(Bad(Misdeeds { busy: true, ..Misdeeds::default() })));
static SILENT: Plug = plug(|_| Box::new(Bad(Misdeeds { silent: true, ..Misdeeds::default() })));
static LOUD: Plug = plug(|_| Box::new(Bad(Misdeeds { loud: true, ..Misdeeds::default() })));
static WILD: Plug = plug(|_| Box::new(Bad(Misdeeds { wild: true, ..Misdeeds::default() })));

/// Cycles that a card is given at a time.
const BUDGET: u64 = 10_000;

fn card(plug: &'static Plug) -> FastCard {
    FastCard::new(Build::find("sink").unwrap(), plug, HostMemory::new(), LinkParams::default())
}

/// Where the header of the datapath is, the last one.
fn header(card: &mut FastCard, word: u32) -> u32 {
    let last = u32::try_from(card.chain.len() - 1).unwrap();
    user::FEATURE.at(last) + word
}

fn user(card: &mut FastCard, offset: u32) -> u32 {
    card.read32(Bar::User, offset).unwrap()
}

/// Its front ends move data: host memory is copied, by way of the card.
fn works(card: &mut FastCard) {
    const BYTES: usize = 5000;
    let memory = card.host().clone();
    let (from, to) = (memory.share(BYTES).unwrap(), memory.share(BYTES).unwrap());
    let data: Vec<u8> = (0..=250).cycle().take(BYTES).collect();
    from.write(0, &data).unwrap();
    for (src, dst, spaces) in [
        (from.addr(), 0x40, copy::spaces::DST_CARD.mask()),
        (0x40, to.addr(), copy::spaces::SRC_CARD.mask()),
    ] {
        for (register, value) in [
            (copy::SRC_LO, src & 0xFFFF_FFFF),
            (copy::SRC_HI, src >> 32),
            (copy::DST_LO, dst & 0xFFFF_FFFF),
            (copy::DST_HI, dst >> 32),
            (copy::LENGTH, BYTES as u64),
            (copy::SPACES, spaces.into()),
            (copy::CONTROL, copy::control::GO.mask().into()),
        ] {
            let value = u32::try_from(value).unwrap();
            card.write32(Bar::User, cards::COPY.page + register, value).unwrap();
        }
        card.advance(BUDGET).unwrap();
        let status = user(card, cards::COPY.page + copy::STATUS);
        assert_eq!(status, copy::status::DONE.mask(), "whole, and at rest");
        card.write32(Bar::User, cards::COPY.page + copy::STATUS, status).unwrap();
    }
    let mut back = vec![0; BYTES];
    to.read(0, &mut back).unwrap();
    assert!(back == data);
}

#[test]
fn one_that_is_never_at_rest_says_so_and_takes_no_more_time_than_is_given() {
    let mut card = card(&BUSY);
    for _ in 0..3 {
        let began = card.now();
        assert_eq!(card.advance(BUDGET).unwrap(), Stop::Budget);
        assert!(card.now() - began <= BUDGET + 1, "{} cycles", card.now() - began);
    }
    let (control, status) =
        (header(&mut card, feature::CONTROL), header(&mut card, feature::STATUS));
    card.write32(Bar::User, control, 1).unwrap();
    card.advance(BUDGET).unwrap();
    assert_eq!(user(&mut card, status), feature::status::BUSY.mask());
    works(&mut card);
    card.reset().unwrap();
    assert_eq!(user(&mut card, control), 0);
    works(&mut card);
}

#[test]
fn registers_that_it_does_not_have_are_counted_and_read_nothing() {
    let mut card = card(&SILENT);
    let errors = user::COUNTER.at(counter::index::MMIO_ERRORS);
    for accesses in 1..=3 {
        assert_eq!(user(&mut card, cards::SINK.page + 4 * accesses), 0);
        assert_eq!(user(&mut card, errors), accesses);
    }
    works(&mut card);
}

#[test]
fn lines_that_are_not_its_own_reach_nobody() {
    let mut card = card(&LOUD);
    card.advance(BUDGET).unwrap();
    let own = ((1 << cards::SINK.lines) - 1) << cards::SINK.first_line;
    let requests = xdma::IRQ.base() + xdma::irq::USER_REQUEST;
    assert_eq!(card.read32(Bar::Dma, requests).unwrap(), own);
    works(&mut card);
    assert_eq!(card.read32(Bar::Dma, requests).unwrap(), own);
}

#[test]
fn data_that_nobody_asked_for_stay_where_they_are() {
    let mut card = card(&WILD);
    let control = header(&mut card, feature::CONTROL);
    card.write32(Bar::User, control, 1).unwrap();
    assert_eq!(card.advance(BUDGET).unwrap(), Stop::Idle, "full streams are no work");
    works(&mut card);
}
