// SPDX-License-Identifier: Apache-2.0
//! The model against the source.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_capture_model::experiment::{Ablation, Change, ablations, published, rates};
use forebay_capture_model::{Binding, CaptureModelError, Prices, Run, Setup, Sink, largest_rate};

#[test]
fn the_five_published_rates_come_out_within_a_fifth_by_one_set_of_prices() {
    let found = rates(&Prices::default(), 0..3).unwrap();
    for rate in &found {
        assert!(rate.error.abs() < 0.2, "{rate:?}");
    }
    // The two steps of four have different causes.
    let bindings: Vec<_> = found.iter().map(|rate| rate.binding).collect();
    let (copy, interrupt) = (Binding::Copy, Binding::Interrupt);
    assert_eq!(bindings, [copy, Binding::Commit, interrupt, Binding::Disk, interrupt]);
}

#[test]
fn each_is_within_a_fifth_for_any_seed() {
    for published in published() {
        for seed in 1_000..1_004 {
            let limit = largest_rate(&published.setup, &Prices::default(), seed..seed + 1).unwrap();
            let error = limit.rate as f64 / published.rate as f64 - 1.0;
            assert!(error.abs() < 0.2, "{} by seed {seed}: {limit:?}", published.name);
        }
    }
}

#[test]
fn the_step_without_load_is_copy_and_buffers_and_that_into_a_file_is_the_ring() {
    let all = ablations(&Prices::default(), 0..1).unwrap();
    let of = |change: Change, sink: Sink| -> Ablation {
        *all.iter().find(|one| one.change == change && one.sink == sink).unwrap()
    };
    let (idle, file) = (Sink::Nothing, Sink::File);
    // Without load: depth does nothing, larger buffers and cached copies each less than a factor of 2, together with direct mode 4.
    assert!((of(Change::Depth, idle).ratio - 1.0).abs() < 0.2);
    for change in [Change::Buffers, Change::Copy] {
        let ratio = of(change, idle).ratio;
        assert!((1.3..2.1).contains(&ratio), "{change:?}: {ratio}");
    }
    assert!((3.2..4.8).contains(&of(Change::All, idle).ratio));
    assert!(of(Change::AllButCopy, idle).ratio < 2.0);
    // Into a file: the ring's depth alone is the whole step, and without it the rest is nothing.
    assert!((3.2..4.8).contains(&of(Change::Depth, file).ratio));
    assert!((of(Change::Copy, file).ratio - 1.0).abs() < 0.2);
    let (deep, all) = (of(Change::Depth, file), of(Change::All, file));
    assert!((deep.rate as f64 / all.rate as f64 - 1.0).abs() < 0.1);
    assert_eq!((deep.binding, all.binding), (Binding::Disk, Binding::Disk));
    assert!(of(Change::AllButDepth, file).ratio < 2.5);
}

#[test]
fn what_cannot_be_is_refused_by_its_name() {
    let prices = Prices::default();
    let setup = Setup::large_buffers(Sink::Nothing);
    let refused = |setup: &Setup, rate| Run::new(setup, &prices, rate, 0).unwrap_err();
    for rate in [0, 50_000_001] {
        assert!(matches!(refused(&setup, rate), CaptureModelError::Rate { most: 50_000_000, .. }));
    }
    for (bad, name) in [
        (Setup { bytes: 0, ..setup }, "bytes is 0"),
        (Setup { bytes: 4_098, ..setup }, "bytes is 4098"),
        (Setup { count: 0, ..setup }, "count is 0"),
        (
            Setup { engine: forebay_capture_model::Engine::Direct { armed: 3 }, ..setup },
            "armed is 3",
        ),
        (Setup { count: 1, ..setup.burst() }, "burst is 167772160"),
    ] {
        let error = refused(&bad, 1_000_000).to_string();
        assert!(error.starts_with(name) && error.contains("; give "), "{error}");
    }
}
