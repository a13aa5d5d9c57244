// SPDX-License-Identifier: Apache-2.0
//! A capture whose card goes away under it, as the driver lets go of it: the program is told by an error, and the card that comes back streams.

use forebay::ForebayError;

use crate::Fixture;
use crate::capture_bench::{Arrived, Bench, LONG, options};

#[track_caller]
fn is_gone<T>(outcome: Result<T, ForebayError>) {
    let error = outcome.err().unwrap();
    assert!(matches!(error, ForebayError::CardGone { .. }), "{error:?}");
}

pub(crate) fn a_driver_that_lets_go_of_a_card_under_a_capture_is_an_error(fixture: &Fixture) {
    for held in [0, 3] {
        let bench = Bench::open(fixture, &options(8, 4096));
        bench.capture.start().unwrap();
        bench.start(&bench.ramp(0x1000_0000), None);
        let mut buffers: Vec<_> = (0..held).map(|_| bench.acquire()).collect();
        let bind = fixture.unbind();
        fixture.in_time(|| {
            is_gone(bench.capture.acquire(LONG));
            is_gone(bench.capture.start());
            is_gone(bench.capture.stop());
            is_gone(bench.capture.stats());
            is_gone(bench.source.status());
            assert!(!bench.capture.is_running());
            // What they held is there no more, and is not read.
            buffers.pop().into_iter().for_each(|buffer| is_gone(buffer.release()));
            drop((buffers, bench));
        });
        bind();
    }
    let bench = Bench::open(fixture, &options(8, 4096));
    let signal = bench.ramp(0x1000_0000);
    bench.capture.start().unwrap();
    let samples = 5000;
    let mut arrived = Arrived::new(signal, bench.start(&signal, Some(samples)));
    while arrived.kept < samples {
        arrived.check(&bench.acquire());
    }
    assert_eq!(bench.end().kept, samples);
}
