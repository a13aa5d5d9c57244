// SPDX-License-Identifier: Apache-2.0
//! What a program is told of a transfer that was cut is what has arrived, also where a slow link lies between the two. The promises
//! that need no link of their own: `forebay-library-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::Arc;

use common::pattern;
use forebay::{Buffer, Device, ForebayError, Piece};
use forebay_bus::{LinkParams, PcieGen};

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
