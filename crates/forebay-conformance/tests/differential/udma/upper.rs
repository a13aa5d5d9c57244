// SPDX-License-Identifier: Apache-2.0
//! The upper window by itself: shapes, and holes.

use super::*;

/// What is asked of the upper window in other shapes than those of words, and what is a hole of it.
#[test]
fn shapes_and_holes_of_the_upper_window() {
    let mut programs = Programs::new(84, Addresses::Memory);
    for direct in [0, DIRECT.mask()] {
        programs.put(udma::SCHEME, scheme::SHADOW | direct);
        for place in [1 << card::UPPER_WINDOW_BITS, (2 << card::UPPER_WINDOW_BITS) - 64] {
            for (from, bytes) in [(0, 4), (0, 8), (4, 4), (2, 4), (4, 8), (1, 1), (0, 64), (8, 40)]
            {
                let at = place + from;
                let [fast, rtl] = [&mut programs.pair.fast, &mut programs.pair.rtl].map(|side| {
                    let mut read = vec![0; bytes];
                    side.card.mmio_read(Bar::Aperture, at, &mut read).unwrap();
                    read
                });
                assert_eq!(fast, rtl, "{bytes} at {at:#x}, direct {direct:#x}");
                programs.store_bytes(at, &vec![3; bytes]);
                programs.pair.compare_counters(&format!("{bytes} at {at:#x}, direct {direct:#x}"));
            }
        }
        // The shadow of slots is there in the one case, that of addresses in the other.
        for place in [udma_window::SHADOW_PAGE.base(), udma_window::CONTEXT_PAGE.base()] {
            programs.load(place);
            programs.pair.compare_counters("the window of the registers' BAR");
        }
    }
    // Below is the aperture, with nothing behind the card's own addresses.
    for at in [0_u64, (1 << 30) - 4, 1 << 30, (1 << card::UPPER_WINDOW_BITS) - 4] {
        programs.pair.read(Bar::Aperture, at);
        programs.pair.compare_counters("the lower half");
    }
    for context in 0..CONTEXTS {
        programs.put(udma::CONTEXT, context);
        programs.get(udma::STRAYS);
    }
}
