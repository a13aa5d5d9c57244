// SPDX-License-Identifier: Apache-2.0
//! Stores into an aperture against DMA, by size.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_bus::LinkParams;
use forebay_host_model::crossover::Crossover;
use forebay_host_model::{FlowParams, Profile};
use forebay_write_combining::Processor;

fn of(profile: &Profile) -> Crossover {
    Crossover::of(Processor::F1, profile, &FlowParams::forebay(&LinkParams::default(), 1)).unwrap()
}

#[test]
fn every_host_has_a_size_from_which_a_call_is_sooner() {
    for profile in Profile::all() {
        let Crossover { sizes, from_bytes, unread_from_bytes } = of(&profile);
        assert_eq!(sizes.len(), 17, "64 B to 4 MiB");
        assert!(sizes.windows(2).all(|pair| pair[1].bytes == 2 * pair[0].bytes));
        for pair in sizes.windows(2) {
            assert!(pair[0].stores < pair[1].stores && pair[0].dma <= pair[1].dma, "{pair:?}");
        }
        let [from, unread] = [from_bytes, unread_from_bytes]
            .map(|from| from.unwrap_or_else(|| panic!("{}: none", profile.name)));
        assert_eq!([from % 64, unread % 64], [0, 0]);
        for size in sizes {
            let sooner = [size.dma < size.stores_known, size.dma < size.stores];
            let meant = [size.bytes >= from, size.bytes >= unread];
            assert_eq!(sooner, meant, "{}: {size:?}", profile.name);
        }
    }
}

#[test]
fn both_ways_end_when_the_program_knows() {
    // Of stores it knows by a read behind them, so a call is sooner from fewer bytes on than where nobody asks.
    let Processor { read_ps, .. } = Processor::F1;
    for profile in Profile::all() {
        let Crossover { sizes, from_bytes, unread_from_bytes } = of(&profile);
        for size in sizes {
            assert_eq!(size.stores_known.ps(), size.stores.ps() + read_ps, "{size:?}");
        }
        assert!(from_bytes < unread_from_bytes, "{}: {from_bytes:?}", profile.name);
    }
}

#[test]
fn the_dearer_the_call_the_later_it_pays() {
    let [driver, own] =
        [Profile::forebay(), Profile::in_process()].map(|host| of(&host).from_bytes);
    let vendor = of(&Profile::stock_xdma()).from_bytes;
    assert!(own < driver && driver < vendor, "{own:?} {driver:?} {vendor:?}");
}

#[test]
fn a_line_takes_a_line_and_all_of_it_counts() {
    let first = of(&Profile::forebay()).sizes[0];
    let Processor { drain_ps, .. } = Processor::F1;
    assert!(first.stores.ps() >= drain_ps, "it is at the card: {first:?}");
    let last = of(&Profile::forebay()).sizes[16];
    let rate = last.bytes as f64 / last.stores.ps() as f64 * 1e3;
    assert!((1.8..2.0).contains(&rate), "the published plateau: {rate}");
}

#[test]
fn a_processor_that_cannot_be_is_refused() {
    let processor = Processor { buffers: 0, ..Processor::F1 };
    let card = FlowParams::forebay(&LinkParams::default(), 1);
    let said = Crossover::of(processor, &Profile::forebay(), &card).unwrap_err().to_string();
    assert!(said.contains("buffers is 0"), "{said}");
}
