// SPDX-License-Identifier: Apache-2.0
//! A device that moves while the library asks who waits for whom, one register after the other: what it reads then is of several states.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use forebay::{Bar, Outlook};
use forebay_bus::host::Shared;
use forebay_bus::{Card, CardError, CardExt, LinkParams};
use forebay_faults::{Hook, HookedCard};
use forebay_regs::xdma::{self, chan, doorbell};
use forebay_regs::{card, desc, user};

use crate::CERTAIN_ONLY;
use crate::bench::Bench;
use crate::common::on_every_card;

/// Scalars are more than their FIFO has room for, by less than the other host has points for.
const PAIRS: usize = 2400;
/// Points of the other host.
const POINTS: u32 = 512;
/// Bytes of each.
const ENTRY: u32 = 64;
/// Its channel, of which the library makes no use.
const CHANNEL: u32 = 1;
/// Longer than the points take.
const SOON_CYCLES: u64 = 4096;

/// Another host, which sends its points in the step in which the library asks.
struct Other {
    points: Shared,
    /// It waits for that step.
    armed: Arc<AtomicBool>,
}

impl Other {
    fn send(&self, card: &mut dyn Card) -> Result<(), CardError> {
        let mut line = [0; 64];
        let control = desc::control::RESET | desc::control::STOP.mask();
        line[..4].copy_from_slice(&control.to_le_bytes());
        line[4..8].copy_from_slice(&(POINTS * ENTRY).to_le_bytes());
        line[8..16].copy_from_slice(&self.points.addr().to_le_bytes());
        line[16..24].copy_from_slice(&u64::from(card::STREAM_PORT.at(1)).to_le_bytes());
        let at = xdma::H2C_DOORBELL.at(CHANNEL) + doorbell::LINE.base();
        card.mmio_write(Bar::Dma, at.into(), &line)?;
        card.advance(SOON_CYCLES)?;
        let control = xdma::H2C.at(CHANNEL) + chan::CONTROL_W1C;
        card.write32(Bar::Dma, control, chan::control::RUN.mask())
    }
}

impl Hook for Other {
    /// Behind the last register that the library reads of a channel.
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        card.mmio_read(bar, offset, data)?;
        let last = u64::from(xdma::H2C.at(0) + chan::PARTIAL_BYTES);
        if (bar, offset) == (Bar::Dma, last) && self.armed.swap(false, Ordering::Relaxed) {
            self.send(card)?;
        }
        Ok(())
    }
}

/// A bench beside another host that may be armed.
fn beside(body: &'static str) -> (Bench, Arc<AtomicBool>) {
    let card = forebay_sim::open(&format!("{body}:sink"), LinkParams::default(), None).unwrap();
    let points = card.host().share((POINTS * ENTRY) as usize).unwrap();
    let armed = Arc::new(AtomicBool::new(false));
    let card = HookedCard::new(card, Other { points, armed: Arc::clone(&armed) });
    (Bench::on(body, Box::new(card), CERTAIN_ONLY, PAIRS), armed)
}

/// The points of another host come while the library reads: by what it has read before, it would be a deadlock.
fn what_moves_while_it_is_asked_is_not_ended(body: &'static str) {
    let (bench, armed) = beside(body);
    bench.start(PAIRS / 2);
    armed.store(true, Ordering::Relaxed);
    let moved = bench.submit(0, &[(0, 0, PAIRS), (1, 0, PAIRS)]).wait().unwrap();
    assert!(!armed.load(Ordering::Relaxed), "{body}: the library has asked");
    assert_eq!(moved.bytes, 96 * PAIRS as u64, "{body}");
    assert_eq!(bench.settled(), (false, u32::try_from(PAIRS / 2).unwrap()), "{body}");
    let held: Vec<_> = bench.device.stall().unwrap().fifos.iter().map(|fifo| fifo.held).collect();
    assert_eq!(held, [0, POINTS], "{body}: of the points as many are left as the other sent");
    bench.device.recover().unwrap();
    bench.works(body);
}

/// Nor is it told as one to who asks himself.
fn what_moves_while_it_is_asked_is_no_deadlock(body: &'static str) {
    let (bench, armed) = beside(body);
    bench.start(PAIRS / 2);
    let sent = bench.submit(0, &[(0, 0, PAIRS), (1, 0, PAIRS)]);
    // A wait for a register that stays as it is has the card come to rest.
    let magic = user::STATUS.base() + user::status::MAGIC;
    bench.device.wait_register("never", magic, &|_| false).unwrap_err();
    let stall = bench.device.stall().unwrap();
    assert!(stall.is_deadlock(), "{body}: {stall}");
    armed.store(true, Ordering::Relaxed);
    let moving = bench.device.stall().unwrap();
    assert_eq!((moving.outlook, armed.load(Ordering::Relaxed)), (Outlook::Open, false), "{body}");
    assert_eq!(sent.wait().unwrap().bytes, 96 * PAIRS as u64, "{body}");
    bench.device.recover().unwrap();
    bench.works(body);
}

on_every_card!(
    what_moves_while_it_is_asked_is_not_ended,
    what_moves_while_it_is_asked_is_no_deadlock,
);
