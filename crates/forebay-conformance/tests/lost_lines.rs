// SPDX-License-Identifier: Apache-2.0
//! What is said of a transfer whose doorbell got lost or was refused: that of its own run, and of nobody's before.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::on_every_card;
use common::wrong::check_memory;
use forebay::{Bar, Buffer, ChannelId, Class, Device, DoorbellRefusal, ForebayError, Piece};
use forebay_bus::{Card, CardError, LinkParams};
use forebay_faults::{Hook, HookedCard};
use forebay_regs::user::feature;

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

/// The last words of the doorbells of C2H channel 2 and H2C channel 1.
const LAST_WORDS: [u32; 2] = [0xA200 + 0x7C, 0x9100 + 0x7C];
/// Stream port 1, whose FIFO has less room than `MUCH`.
const PORT1: u64 = 0x1000_0000 + 0x1000_0000;
const MUCH: usize = 80_000;

/// Somebody else rings while a run of ours is under way, whether a doorbell began it or a list: what he is refused is not told of it.
fn a_refusal_of_another_is_not_told_of_a_run_that_has_begun(body: &str) {
    let (device, _) = losing(body, |_| {});
    let receiving = device.c2h(2).unwrap().submit(Buffer::new(64).unwrap(), 0..64, 0).unwrap();
    let bytes = Arc::new(Buffer::new(MUCH).unwrap());
    let pieces: Vec<_> = [0..MUCH / 2, MUCH / 2..MUCH]
        .map(|range| Piece { buffer: 0, range, card_addr: PORT1 })
        .into();
    let sending = device.h2c(1).unwrap().submit(&[bytes], &pieces).unwrap();
    // Both have begun, and wait for ever.
    let _ = device.wait_register("never", 0_u32, &|_| false).unwrap_err();
    for last in LAST_WORDS {
        device.write32(Bar::Dma, last, 0).unwrap();
        assert_ne!(
            device.read32(Bar::Dma, (last & !0xFF) + 4).unwrap(),
            0,
            "{body}: he is refused"
        );
    }
    let error = receiving.wait().unwrap_err();
    assert!(matches!(error, ForebayError::Stalled { bytes: 0, .. }), "{body}: {error:?}");
    let error = sending.wait().unwrap_err();
    assert!(matches!(error, ForebayError::Cancelled { bytes: 1.., .. }), "{body}: {error:?}");
    for last in LAST_WORDS {
        assert_eq!(
            device.read32(Bar::Dma, (last & !0xFF) + 4).unwrap(),
            0,
            "{body}: and forgotten"
        );
    }
    check_memory(&device, body);
}

/// Of a run that has a list in memory and was never begun, as another program holds the front end at rest.
fn a_refusal_of_another_is_not_told_of_a_list(body: &str) {
    let (device, _) = losing(body, |_| {});
    hold(&device, true);
    let bytes = Arc::new(Buffer::new(128).unwrap());
    let pieces = [0..64, 64..128].map(|range| Piece { buffer: 0, range, card_addr: 0 });
    let sending = device.h2c(1).unwrap().submit(&[bytes], &pieces).unwrap();
    device.write32(Bar::Dma, LAST_WORDS[1], 0).unwrap();
    let error = sending.wait().unwrap_err();
    assert!(matches!(error, ForebayError::Stalled { done: 0, bytes: 0, .. }), "{body}: {error:?}");
    hold(&device, false);
    check_memory(&device, body);
}

/// Whoever waits, the one that was refused is told so, and those behind it that they were cancelled.
fn a_refusal_is_told_of_the_transfer_that_was_refused(body: &str) {
    for waits_for in 0..3 {
        let (device, _) = losing(body, |_| {});
        hold(&device, true);
        let bytes = Arc::new(Buffer::new(64).unwrap());
        let h2c = device.h2c(1).unwrap();
        let mut queued: Vec<_> = [0, 0x40, 0x80]
            .map(|card_addr| Piece { buffer: 0, range: 0..64, card_addr })
            .map(|piece| Some(h2c.submit(&[Arc::clone(&bytes)], &[piece]).unwrap()))
            .into();
        let mut errors: Vec<_> = (0..3).map(|_| None).collect();
        for n in [waits_for, 0, 1, 2] {
            if let Some(transfer) = queued[n].take() {
                errors[n] = Some(transfer.wait().unwrap_err());
            }
        }
        let what = format!("{body}, waits for {waits_for}: {errors:?}");
        let (busy, channel) = (DoorbellRefusal::Busy, ChannelId::H2c(1));
        let [Some(refused), behind @ ..] = &errors[..] else { unreachable!("{what}") };
        assert!(
            matches!(refused, ForebayError::Refused { channel: at, why } if (*at, *why) == (channel, busy)),
            "{what}"
        );
        for (n, error) in (1..).zip(behind.iter().flatten()) {
            let cancelled = matches!(error, ForebayError::Cancelled { bytes: 0, .. });
            let stalled = matches!(error, ForebayError::Stalled { done: 0, bytes: 0, .. });
            assert!(if n == waits_for { stalled } else { cancelled }, "{what}: {n}");
        }
        hold(&device, false);
        check_memory(&device, body);
    }
}

/// Holds the DMA front end at rest, or lets it go.
fn hold(device: &Device, hold: bool) {
    let features = &device.identity().features;
    let own = features.iter().find(|own| own.class == Class::FrontEnd).unwrap();
    let quiesce = if hold { feature::control::QUIESCE.mask() } else { 0 };
    device.write32(Bar::User, own.header + feature::CONTROL, quiesce).unwrap();
}

on_every_card!(
    a_line_that_got_lost_is_in_the_report_also_after_another_run,
    a_refusal_of_before_is_not_told_of_a_transfer,
    a_refusal_of_another_is_not_told_of_a_run_that_has_begun,
    a_refusal_of_another_is_not_told_of_a_list,
    a_refusal_is_told_of_the_transfer_that_was_refused,
);
