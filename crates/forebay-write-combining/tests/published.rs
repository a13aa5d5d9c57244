// SPDX-License-Identifier: Apache-2.0
//! The published table, predicted by one set of parameters.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_write_combining::published::{FIRST_EDITION, PASSES, TABLE};
use forebay_write_combining::{
    Caching, Column, Counter, Processor, Routine, Run, Score, Step, Timed, WriteCombiner, predict,
};

#[test]
fn the_published_table_is_predicted() {
    let cells = predict(Processor::F1, &TABLE, PASSES).unwrap();
    assert_eq!(cells.len(), 68);
    let silent: Vec<_> = cells.iter().filter(|cell| !cell.informative).collect();
    let places: Vec<_> = silent.iter().map(|cell| (cell.column, cell.bytes)).collect();
    let mib = 1 << 20;
    let custom = Column::Custom;
    let burst = (Column::Burst, 4 * mib);
    assert_eq!(places, [(custom, mib), (custom, 2 * mib), burst, (custom, 4 * mib)]);
    // Those that lose seconds begin where they do in the source.
    let wrapped = |column| {
        let own = cells.iter().filter(move |cell| cell.column == column && cell.lost_seconds > 0);
        own.map(|cell| cell.bytes).collect::<Vec<_>>()
    };
    assert_eq!(wrapped(Column::Burst), [mib / 2, mib, 2 * mib, 4 * mib]);
    assert_eq!(wrapped(custom), [mib / 8, mib / 4, mib / 2, mib, 2 * mib, 4 * mib]);
    assert_eq!([wrapped(Column::BurstWc), wrapped(Column::CustomWc)], [const { vec![] }; 2]);

    let scores = Score::of(&cells);
    let counts: Vec<_> = scores.iter().map(|score| score.informative).collect();
    assert_eq!(counts, [16, 17, 14, 17]);
    let within: usize = scores.iter().map(|score| score.within_tenth).sum();
    assert!(within >= 62, "{within} of 64: {scores:#?}");
    for score in scores {
        assert!(score.median_percent <= 3.0, "{score:?}");
    }
    // What is not explained, and nothing else is.
    let missed = cells.iter().filter(|cell| cell.informative && cell.error_percent.abs() > 10.0);
    let missed: Vec<_> = missed.map(|cell| (cell.column, cell.bytes)).collect();
    assert_eq!(missed, [(Column::BurstWc, 128), (Column::CustomWc, 1024)]);
}

#[test]
fn our_copy_is_at_least_the_best_published_one_at_every_size() {
    for (bytes, figures) in TABLE {
        let run = Run::of(Processor::F1, Column::Lines, bytes, PASSES).unwrap();
        let best = figures.into_iter().fold(0.0, f64::max);
        assert!(run.rate() >= best, "{bytes} B: {} against {best}", run.rate());
        assert_eq!(run.writes, Some(PASSES * bytes / 64), "{bytes} B: whole lines");
    }
}

#[test]
fn the_plateaus_of_one_pass_are_those_of_the_first_edition() {
    // Nothing is fitted to it but what a line of `rep movsb` takes. Rows below 2 KiB hold the clock's own time.
    let large: Vec<_> = FIRST_EDITION.into_iter().filter(|(bytes, _)| *bytes >= 2048).collect();
    let scores = Score::of(&predict(Processor::F1, &large, 1).unwrap());
    let within: Vec<_> = scores.iter().map(|score| score.within_quarter).collect();
    assert_eq!(scores.iter().map(|score| score.informative).collect::<Vec<_>>(), [12; 4]);
    for (column, least) in [(0, 12), (1, 10), (2, 12), (3, 8)] {
        assert!(within[column] >= least, "{:#?}", scores[column]);
    }
}

#[test]
fn passes_that_are_not_looked_at_change_nothing() {
    for column in Column::ALL {
        for bytes in [4, 64, 72, 128, 512, 1024, 2048, 8192] {
            for processor in [
                Processor::F1,
                Processor { queue: 5, ..Processor::F1 },
                Processor { buffers: 1, hand_over_ps: 140_000, ..Processor::F1 },
            ] {
                let mut plain = WriteCombiner::new(processor, Counter::default()).unwrap();
                let data = vec![0; bytes];
                for _ in 0..PASSES {
                    plain.copy(column.routine(), column.caching(), 0, &data).unwrap();
                }
                let program_ps = plain.now_ps();
                plain.fence();
                let arrived_ps = plain.drained_ps();
                let writes = plain.into_bus().writes;
                let (bytes, passes) = (bytes as u64, PASSES);
                let run = Run::of(processor, column, bytes, passes).unwrap();
                let plain = Run { bytes, passes, program_ps, arrived_ps, writes: Some(writes) };
                assert_eq!(run, plain, "{column:?}, {bytes} B");
            }
        }
    }
}

/// Counts of stores by width.
fn widths(bytes: usize) -> [usize; 2] {
    let mut widths = [0; 2];
    Routine::Libc.each(0, bytes, &Processor::F1.code, |step: Step| {
        widths[usize::from(step.width == 32)] += 1;
    });
    widths
}

#[test]
fn memcpy_stores_as_often_as_its_instructions_do() {
    for (bytes, narrow, wide) in
        [(64, 8, 0), (128, 16, 0), (256, 8, 5), (512, 8, 13), (1024, 8, 29), (2048, 0, 64)]
    {
        assert_eq!(widths(bytes), [narrow, wide], "{bytes} B");
    }
    let uncached = |bytes| {
        let mut combiner = WriteCombiner::new(Processor::F1, Counter::default()).unwrap();
        combiner.copy(Routine::Libc, Caching::Uncached, 0, &vec![0; bytes]).unwrap();
        combiner.into_bus().writes
    };
    assert_eq!([64, 1024, 2048].map(uncached), [8, 37, 2048], "from 2 KiB on it is byte for byte");
}

#[test]
fn the_timer_of_the_source_loses_whole_seconds() {
    for (ps, lost, printed) in [
        (999_999_999_999, 0, 1_000_000.0 / 999_999_999.0),
        (1_000_000_001_000, 1, 1_000_000.0),
        (3_500_000_000_000, 3, 1_000_000.0 / 500_000_000.0),
    ] {
        let timed = Timed::of_ps(ps);
        assert_eq!((timed.lost_seconds(), timed.printed(1_000_000)), (lost, printed), "{ps} ps");
    }
    assert!(Timed::of_ps(9_999_999_999_999).is_informative());
    assert!(!Timed::of_ps(10_000_000_000_000).is_informative());
}
