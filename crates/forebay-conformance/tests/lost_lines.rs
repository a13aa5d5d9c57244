// SPDX-License-Identifier: Apache-2.0
//! What is said of a transfer whose doorbell got lost or was refused: that of its own run, and of nobody's before.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::on_every_card;
use forebay::{Bar, ChannelId, Device, ForebayError};
use forebay_bus::{Card, CardError, LinkParams};
use forebay_faults::{Hook, HookedCard};

const STALL_CYCLES: u64 = 20_000;
/// The last word of the doorbell of H2C channel 0.
const LAST_WORD: u64 = 0x9000 + 0x7C;

/// Loses the end of the next line, where told to.
struct Losing(Arc<AtomicBool>);

impl Hook for Losing {
    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        if data.len() == 64 && self.0.swap(false, Ordering::Relaxed) {
            return card.mmio_write(bar, offset, &data[..8]);
        }
        card.mmio_write(bar, offset, data)
    }
}

fn losing(body: &str, spoil: impl FnOnce(&mut dyn Card)) -> (Device, Arc<AtomicBool>) {
    let mut card =
        forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap();
    spoil(&mut *card);
    let lose = Arc::new(AtomicBool::new(false));
    let card = HookedCard::new(card, Losing(Arc::clone(&lose)));
    (Device::from_card(Box::new(card), STALL_CYCLES).unwrap(), lose)
}

/// The count register is that of the run before as long as the run has not begun.
fn a_line_that_got_lost_is_in_the_report_also_after_another_run(body: &str) {
    for before in [0, 1] {
        let (device, lose) = losing(body, |_| {});
        let h2c = device.h2c(0).unwrap();
        for _ in 0..before {
            h2c.write_all_at(&[1; 64], 0).unwrap();
        }
        lose.store(true, Ordering::Relaxed);
        let error = h2c.write_all_at(&[2; 64], 0).unwrap_err();
        let ForebayError::Stalled { stall, .. } = error else { unreachable!("{error:?}") };
        let at: Vec<_> =
            stall.blocked.iter().map(|at| (at.channel, at.descriptor, at.total)).collect();
        assert_eq!(at, [(ChannelId::H2c(0), 0, Some(1))], "{body}: {before} runs before");
        let mut back = [0; 64];
        h2c.write_all_at(&[3; 64], 0x40).unwrap();
        device.c2h(0).unwrap().read_exact_at(&mut back, 0x40).unwrap();
        assert_eq!(back, [3; 64]);
    }
}

/// What somebody else was refused is no refusal of ours.
fn a_refusal_of_before_is_not_told_of_a_transfer(body: &str) {
    let (device, lose) = losing(body, |card| {
        card.mmio_write(Bar::Dma, LAST_WORD, &[0; 4]).unwrap();
    });
    lose.store(true, Ordering::Relaxed);
    let error = device.h2c(0).unwrap().write_all_at(&[2; 64], 0).unwrap_err();
    assert!(matches!(error, ForebayError::Stalled { .. }), "{body}: {error:?}");
}

on_every_card!(
    a_line_that_got_lost_is_in_the_report_also_after_another_run,
    a_refusal_of_before_is_not_told_of_a_transfer,
);
