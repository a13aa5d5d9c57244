// SPDX-License-Identifier: Apache-2.0
//! Programs that are wrong and programs that are right.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::*;
use forebay_hazards::{
    DEFAULT_SEEDS, HazardError, Kind, Meaning, Program, Recorder, demonstrations,
};
use forebay_write_combining::Caching;

fn record(program: impl FnOnce(&mut Recorder) -> Result<(), HazardError>) -> Program {
    Program::record(map(), program).unwrap()
}

#[test]
fn each_side_effect_is_found_and_its_corrected_form_is_free() {
    let all = demonstrations::all().unwrap();
    // By hand, in the order of the page that tells of them.
    let names: Vec<_> = all.iter().map(|one| one.name).collect();
    assert_eq!(
        names,
        [
            "16 stores to control registers",
            "set up, then start, in two lines",
            "six bytes to one address of a FIFO",
            "four lines to a FIFO",
            "a line to a FIFO by several stores",
            "data and doorbell in one aperture",
            "another thread is told that data are there",
            "read what was just stored",
            "read it behind a fence that orders stores only",
            "a store, and then nothing",
        ]
    );
    let mut broken: Vec<_> = all.iter().map(|one| one.breaks).collect();
    for demonstration in &all {
        let name = demonstration.name;
        let report = demonstration.wrong.judge(DEFAULT_SEEDS).unwrap();
        let kinds: Vec<_> = report.hazards.iter().map(|hazard| hazard.kind).collect();
        assert_eq!(kinds, [demonstration.breaks], "{name}: {report}");
        assert!(!report.hazards[0].beyond_x86, "{name}");
        let report = demonstration.right.judge(DEFAULT_SEEDS).unwrap();
        assert!(report.is_free(), "{name}: {report}");
        assert_eq!(report.runs, 2 * (4 + DEFAULT_SEEDS), "{name}");
    }
    broken.sort_unstable();
    broken.dedup();
    let every = [Kind::Count, Kind::Order, Kind::Eaten, Kind::Unready, Kind::Stale, Kind::Pending];
    assert_eq!(broken, every, "each kind has its demonstration");
}

#[test]
fn a_report_names_the_access_and_shows_how_it_comes_about() {
    let program = record(|io| {
        io.store("memory", 0x40, &[1, 2, 3, 4])?;
        io.store("doorbell", 0, &[1; 4])?;
        io.fence()
    });
    let report = program.judge(DEFAULT_SEEDS).unwrap();
    let [hazard] = report.hazards.as_slice() else { panic!("{report}") };
    assert_eq!((hazard.kind, hazard.access), (Kind::Unready, 1));
    assert!(hazard.place.contains("tests/hazards.rs:"), "{}", hazard.place);
    let stored = &program.accesses()[0].place;
    assert_eq!(hazard.what, format!("memory+0x40 is not yet what {stored} stores"));
    let said = report.to_string();
    let lines: Vec<_> = said.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("tells before all has arrived: access 1 ("), "{said}");
    let at = |what: &str| {
        lines
            .iter()
            .position(|line| line.starts_with(what))
            .unwrap_or_else(|| panic!("{what}: {said}"))
    };
    let order = [
        "0 store memory+0x40 01 02 03 04",
        "1 store doorbell+0x0",
        "2 fence",
        "card gets doorbell+0x0 4 B of 1",
    ];
    assert!(order.map(at).is_sorted(), "{said}");
    assert!(!said.contains("card gets memory"), "it has not come when it shows: {said}");
    assert!(said.contains("mend: put a fence before it"), "{said}");
}

#[test]
fn what_x86_promises_is_told_apart() {
    let program = |fenced: bool| {
        record(|io| {
            io.store("memory", 0, &[1; 8])?;
            if fenced {
                io.fence()?;
            }
            io.store("uncached-doorbell", 0, &[1; 4])?;
            io.fence()
        })
    };
    assert_eq!(kinds(&program(false), DEFAULT_SEEDS), (vec![], vec![Kind::Unready]));
    assert_eq!(kinds(&program(true), DEFAULT_SEEDS), (vec![], vec![]));
    let said = program(false).judge(DEFAULT_SEEDS).unwrap().to_string();
    assert!(said.contains("not on x86"), "{said}");
}

#[test]
fn a_doorbell_that_comes_too_late_is_found_too() {
    // The ring stays in its buffer while the next message overwrites the first one.
    let program = record(|io| {
        io.store("memory", 0, &[1; 8])?;
        io.fence()?;
        io.store("doorbell", 0, &[1; 4])?;
        io.store("memory", 0, &[2; 8])?;
        io.fence()
    });
    let report = program.judge(DEFAULT_SEEDS).unwrap();
    let hazard = report.hazards.iter().find(|hazard| hazard.kind == Kind::Unready).unwrap();
    assert!(hazard.what.contains("is already what"), "{report}");
}

#[test]
fn equal_bytes_hide_nothing() {
    let program = record(|io| {
        io.store("port", 8, &[0; 4])?;
        io.store("port", 0, &[0; 4])?;
        io.fence()
    });
    assert_eq!(kinds(&program, 1).0, [Kind::Order]);
}

#[test]
fn a_long_program_is_told_apart_by_more_than_eight_bits() {
    // The low eight bits of the numbers of both stores are the same.
    let program = record(|io| {
        io.store("port", 64, &[1])?;
        (0..255).try_for_each(|_| io.load("memory", 0, &mut [0]))?;
        io.store("port", 0, &[2])?;
        io.fence()
    });
    let report = program.judge(DEFAULT_SEEDS).unwrap();
    let found: Vec<_> = report.hazards.iter().map(|hazard| (hazard.kind, hazard.access)).collect();
    assert_eq!(found, [(Kind::Order, 0)], "{report}");
    assert!(report.to_string().contains("lines left out"), "{report}");
}

#[test]
fn a_load_from_registers_is_behind_their_writes() {
    let program = |fenced: bool| {
        record(|io| {
            io.store("control", 0, &[1; 4])?;
            if fenced {
                io.full_fence()?;
            }
            io.load("control", 64, &mut [0; 4])?;
            io.fence()
        })
    };
    assert_eq!(kinds(&program(false), DEFAULT_SEEDS).0, [Kind::Stale]);
    assert_eq!(kinds(&program(true), DEFAULT_SEEDS).0, []);
}

/// How a program waits for its stores.
type Wait = fn(&mut Recorder) -> Result<(), HazardError>;

#[test]
fn a_store_fence_orders_stores_and_signals_and_no_load() {
    let program = |wait: Wait, range: &str| {
        record(|io| {
            io.store(range, 0, &[1; 4])?;
            wait(io)?;
            io.load(range, 0, &mut [0; 4])?;
            io.signal()
        })
    };
    for range in ["memory", "control"] {
        let kinds = |wait: Wait| kinds(&program(wait, range), DEFAULT_SEEDS);
        assert_eq!(kinds(Recorder::fence), (vec![Kind::Stale], vec![]), "{range}");
        assert_eq!(kinds(Recorder::full_fence), (vec![], vec![]), "{range}");
        assert_eq!(kinds(|io| io.fence().and_then(|()| io.fence())), (vec![Kind::Stale], vec![]));
    }
    let said = program(Recorder::fence, "memory").judge(DEFAULT_SEEDS).unwrap().to_string();
    assert!(
        said.contains("it sees what was there before") && said.contains("full fence"),
        "{said}"
    );
    // Stores behind the fence wait with it, and the load passes them too.
    let program = record(|io| {
        io.store("memory", 0, &[1; 4])?;
        io.fence()?;
        io.store("memory", 64, &[2; 4])?;
        io.load("memory", 0, &mut [0; 4])?;
        io.fence()
    });
    assert_eq!(kinds(&program, DEFAULT_SEEDS), (vec![Kind::Stale], vec![]));
    let report = program.judge(DEFAULT_SEEDS).unwrap();
    let [stale] = report.hazards.as_slice() else { panic!("{report}") };
    let arrived = stale.trace.iter().any(|line| line.contains("card gets"));
    assert_eq!((stale.access, arrived), (3, false), "nothing has come when it reads: {report}");
}

#[test]
fn an_uncached_load_waits_for_the_buffers_on_x86_whatever_the_fence() {
    let program = |wait: Wait| {
        record(|io| {
            io.store("doorbell", 0, &[1; 4])?;
            wait(io)?;
            io.load("uncached-doorbell", 0, &mut [0; 4])?;
            io.fence()
        })
    };
    assert_eq!(kinds(&program(Recorder::fence), DEFAULT_SEEDS), (vec![], vec![Kind::Stale]));
    assert_eq!(kinds(&program(Recorder::full_fence), DEFAULT_SEEDS), (vec![], vec![]));
}

#[test]
fn what_is_recorded_is_what_memory_would_do() {
    let mut seen = [9; 4];
    let program = record(|io| {
        io.store("memory", 4, &[1, 2])?;
        io.load("memory", 3, &mut seen)?;
        io.signal()
    });
    assert_eq!(seen, [0, 1, 2, 0]);
    assert_eq!(program.accesses().len(), 3);
}

#[test]
fn bad_input_names_place_value_and_next_step() {
    let error = |program: fn(&mut Recorder) -> Result<(), HazardError>| {
        Program::record(map(), program).unwrap_err().to_string()
    };
    let said = error(|io| io.store("ddr", 0, &[1]));
    assert!(
        said.contains("hazards.rs:") && said.contains("`ddr`") && said.contains("memory, port"),
        "{said}"
    );
    for program in [
        (|io| io.store("port", 4093, &[1; 4])) as fn(&mut Recorder) -> _,
        |io| io.store("port", u64::MAX, &[1; 4]),
        |io| io.store("port", 0, &[]),
        |io| io.load("port", 4096, &mut [0]),
    ] {
        let said = error(program);
        assert!(
            said.contains("hazards.rs:") && said.contains("`port`, which has 0x1000"),
            "{said}"
        );
    }
    for (seeds, said) in [
        (0, "0 random orders; give 1 to 1000000"),
        (1_000_001, "1000001 random orders; give 1 to 1000000"),
    ] {
        assert_eq!(record(Recorder::fence).judge(seeds).unwrap_err().to_string(), said);
    }
    let error = Program::record(map(), |io| (0..=100_000).try_for_each(|_| io.fence()));
    assert!(error.unwrap_err().to_string().contains("more than 100000 accesses"));
}

#[test]
fn ranges_that_cannot_be_are_refused() {
    use forebay_hazards::{Map, Range};
    let good = range("a", 0, WC, Meaning::Memory);
    for (bad, said) in [
        (Range { name: String::new(), ..good.clone() }, "no name"),
        (
            Range { name: "a\u{1b}[2J".to_owned(), ..good.clone() },
            "range `a\\u{1b}[2J`: its name has",
        ),
        (Range { bytes: 0, ..good.clone() }, "none, or reach"),
        (Range { base: u64::MAX - 63, ..good.clone() }, "none, or reach"),
        (Range { base: 32, ..good.clone() }, "give multiples of 64"),
        (Range { bytes: 100, ..good.clone() }, "give multiples of 64"),
    ] {
        let error = Map::new(vec![bad]).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    let odd = Range {
        base: 4095,
        bytes: 1,
        name: "b".to_owned(),
        caching: Caching::Uncached,
        ..good.clone()
    };
    let error = Map::new(vec![good.clone(), odd.clone()]).unwrap_err().to_string();
    assert_eq!(error, "range `b`: it shares addresses with `a`; give others");
    assert!(Map::new(vec![odd]).is_ok(), "an uncached range lies anywhere");
    let error = Map::new(vec![good.clone(), Range { base: 8192, ..good }]).unwrap_err().to_string();
    assert!(error.contains("two of that name"), "{error}");
}
