// SPDX-License-Identifier: Apache-2.0
//! What a program is told of a transfer that was cut is what has arrived, also where a slow link lies between the two. The promises
//! that need no link of their own: `forebay-library-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use common::wrong::{check_memory, count_of};
use common::{STALL_CYCLES, on_every_card, pattern};
use forebay::{Buffer, Class, Device, DoorbellRefusal, ForebayError, Piece};
use forebay_bus::{Bar, Card, CardError, LinkParams, PcieGen};
use forebay_faults::{Hook, HookedCard};
use forebay_regs::user::{self, feature};

fn shared(bytes: &[u8]) -> Arc<Buffer> {
    let mut buffer = Buffer::new(bytes.len()).unwrap();
    buffer.copy_from_slice(bytes);
    Arc::new(buffer)
}

/// The end of the first transfer is in memory long before the card is told so, and until then the second cannot begin.
#[test]
fn a_transfer_that_is_given_up_before_it_has_begun_has_brought_nothing() {
    const LEN: usize = 1 << 16;
    const WIDE: usize = 1 << 19;
    let link = LinkParams { generation: PcieGen::Gen1, lanes: 1, ..LinkParams::default() };
    let card = forebay_sim::open("rtl:loopback", link, None).unwrap();
    let device = Device::from_card(card, 1_000_000).unwrap();
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    for round in 0..4 {
        let bytes = pattern(LEN, 8 + round);
        h2c.write_all_at(&vec![0; LEN], 0).unwrap();
        // Fills the wire to the host.
        let reading = c2h.submit(Buffer::new(WIDE).unwrap(), 0..WIDE, WIDE as u64).unwrap();
        let queue = |len: usize| {
            let piece = Piece { buffer: 0, range: 0..len, card_addr: 0 };
            h2c.submit(&[shared(&bytes)], &[piece]).unwrap()
        };
        let (first, second) = (queue(64), queue(LEN));
        first.wait().unwrap();
        device.recover().unwrap();
        let error = second.wait().unwrap_err();
        let ForebayError::Cancelled { bytes: told, .. } = error else { unreachable!("{error:?}") };
        let told = usize::try_from(told).unwrap();
        drop(reading);
        let mut got = vec![0xFF; LEN];
        c2h.read_exact_at(&mut got, 0).unwrap();
        let same = got.iter().zip(&bytes).take_while(|(got, sent)| got == sent).count();
        assert!(told <= same, "round {round}: {told} bytes told, {same} have arrived");
    }
}

/// One access of the card gets no answer: the one with that number from now on, counted down.
struct Overdue {
    left: Arc<AtomicU32>,
}

impl Overdue {
    fn pass(&self, bar: Bar, offset: u64) -> Result<(), CardError> {
        match self.left.fetch_sub(1, Ordering::Relaxed) {
            1 => Err(CardError::MmioTimeout { bar, offset, cycles: 0 }),
            _ => Ok(()),
        }
    }
}

impl Hook for Overdue {
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        self.pass(bar, offset)?;
        card.mmio_read(bar, offset, data)
    }

    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        self.pass(bar, offset)?;
        card.mmio_write(bar, offset, data)
    }
}

/// Bytes of a transfer of one descriptor, which a doorbell brings, and of one whose descriptors are in memory.
const RUNG: usize = 100_000;
const LISTED: usize = (1 << 20) + 4096;

/// Whichever access of a transfer gets no answer: the transfer ends with that error, nothing of it is left in the line, and no
/// access of the card to its memory comes later.
fn a_transfer_that_an_overdue_access_has_ended_is_not_left_behind(body: &str) {
    for (len, accesses) in [(RUNG, 2), (LISTED, 5)] {
        overdue_accesses(body, len, accesses);
    }
}

/// The same of a transfer of that length, which has so many accesses at least.
fn overdue_accesses(body: &str, len: usize, accesses: u32) {
    let card = forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap();
    let left = Arc::new(AtomicU32::new(0));
    let card = HookedCard::new(card, Overdue { left: Arc::clone(&left) });
    let device = Device::from_card(Box::new(card), STALL_CYCLES).unwrap();
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    let mut overdue = 0;
    for place in 1..1000 {
        let what = format!("{body}: access {place}");
        let bytes = pattern(len, place.into());
        let (mut back, reads) = (vec![0; len], place % 2 == 0);
        if reads {
            h2c.write_all_at(&bytes, 0).unwrap();
        }
        left.store(place / 2 + 1, Ordering::Relaxed);
        let ended =
            if reads { c2h.read_exact_at(&mut back, 0) } else { h2c.write_all_at(&bytes, 0) };
        let was_reached = left.swap(0, Ordering::Relaxed).wrapping_sub(1) > u32::MAX / 2;
        assert_eq!(was_reached, ended.is_err(), "{what}: {ended:?}");
        if !was_reached {
            break;
        }
        overdue += 1;
        assert!(matches!(ended, Err(ForebayError::Card(_))), "{what}: {ended:?}");
        check_memory(&device, &what);
        assert_eq!(count_of(&device, "host_errors"), 0, "{what}");
    }
    assert!(overdue >= 2 * accesses - 1, "{body}: {overdue} accesses of transfers each way");
}

/// Somebody has asked the channels to rest, and a transfer never begins: nothing is counted for it, whatever the one before has
/// counted, and the next one works when they are let go.
fn a_transfer_that_is_not_let_through_has_brought_nothing(body: &str) {
    for len in [4096, LISTED] {
        not_let_through(body, len);
    }
}

fn not_let_through(body: &str, len: usize) {
    let card = forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap();
    let device = Device::from_card(card, STALL_CYCLES).unwrap();
    let channels = device.identity().feature(Class::FrontEnd, user::FRONT_END_XDMA).unwrap();
    let hold =
        |value| device.write32(Bar::User, channels.header + feature::CONTROL, value).unwrap();
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    let mut back = vec![0xFF; len];
    h2c.write_all_at(&vec![7; len], 0).unwrap();
    c2h.read_exact_at(&mut back, 0).unwrap();
    hold(feature::control::QUIESCE.mask());
    for (to_card, ended) in [
        (true, h2c.write_all_at(&vec![8; len], 0)),
        (false, c2h.read_exact_at(&mut vec![0; len], 0)),
    ] {
        let what = format!("{body}, to card: {to_card}: {ended:?}");
        match ended {
            Err(ForebayError::Stalled { done, total, bytes, .. }) if len == LISTED => {
                assert_eq!((done, total, bytes), (0, 2, 0), "{what}");
            }
            // A doorbell is refused, and says why.
            Err(ForebayError::Refused { why: DoorbellRefusal::Busy, .. }) if len != LISTED => {}
            _ => unreachable!("{what}"),
        }
    }
    hold(0);
    c2h.read_exact_at(&mut back, 0).unwrap();
    assert!(back == vec![7; len], "{body}: nothing was moved");
    check_memory(&device, "let go");
    assert_eq!(count_of(&device, "host_errors"), 0, "{body}");
}

on_every_card!(
    a_transfer_that_an_overdue_access_has_ended_is_not_left_behind,
    a_transfer_that_is_not_let_through_has_brought_nothing,
);
