// SPDX-License-Identifier: Apache-2.0
//! Random steps of the host library on every body of the card.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_hostile::{Tally, play_library};

fn try_on(body: &str, seeds: std::ops::Range<u64>, steps: usize) {
    let mut all = Tally::default();
    for seed in seeds {
        all.add(play_library(body, seed, steps).unwrap());
    }
    println!("{body}: {all:?}");
    let Tally { whole, cut, cut_inside, dropped, recovered } = all;
    let counts = [whole, cut, cut_inside, dropped, recovered];
    assert!(counts.iter().all(|count| *count > 0), "{body}: not all was met, {all:?}");
}

#[test]
fn what_the_library_tells_of_the_native_card_is_what_has_arrived() {
    try_on("fast", 0..60, 60);
}

#[test]
fn what_the_library_tells_of_the_rtl_card_is_what_has_arrived() {
    try_on("rtl", 0..4, 40);
}
