// SPDX-License-Identifier: Apache-2.0
//! What a program may cost whoever judges it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::path::Path;

use forebay_hazards::{HazardError, Map, Meaning, Program, Range};
use forebay_write_combining::Caching;

/// Bytes that a program may move, loads and stores together.
const MOST_BYTES: u64 = 4 << 20;

fn memory(bytes: u64) -> Map {
    let (name, caching) = ("memory".to_owned(), Caching::WriteCombining);
    Map::new(vec![Range { name, base: 0, bytes, caching, meaning: Meaning::Memory }]).unwrap()
}

/// Each byte of a load is kept in every order, as one of a store is.
#[test]
fn bytes_loaded_count_as_bytes_stored_do() {
    let whole = vec![0; 1 << 20];
    let record = |more: u64| {
        Program::record(memory(MOST_BYTES), |io| {
            let mut back = whole.clone();
            for _ in 0..2 {
                io.store("memory", 0, &whole)?;
                io.load("memory", 0, &mut back)?;
            }
            for _ in 0..more {
                io.load("memory", 0, &mut back[..1])?;
            }
            Ok(())
        })
    };
    assert_eq!(record(0).unwrap().accesses().len(), 4);
    let error = record(1).map(|program| program.accesses().len()).unwrap_err();
    assert!(
        matches!(error, HazardError::TooMany { what: "bytes stored and loaded", most: 4_194_304 }),
        "{error:?}"
    );
}

/// A file without an end fills no memory.
#[test]
fn a_file_that_does_not_end_is_refused() {
    let error = Program::read(Path::new("/dev/zero")).unwrap_err();
    assert!(matches!(error, HazardError::TooLong { most: 0x0200_0000, .. }), "{error:?}");
    assert!(error.to_string().starts_with("/dev/zero: more than "), "{error}");
}
