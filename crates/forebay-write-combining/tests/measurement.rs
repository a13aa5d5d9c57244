// SPDX-License-Identifier: Apache-2.0
//! What may be asked of the source's program, and what is odd about a row.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_write_combining::published::{FIRST_EDITION, TABLE};
use forebay_write_combining::{Column, Measurement, Processor, Remark, Run, WriteCombiningError};

#[test]
fn rows_double_from_16_integers_on() {
    let sizes = |integers| Measurement::new(integers, 7).unwrap().sizes().collect::<Vec<_>>();
    assert_eq!(sizes(16), [64]);
    assert_eq!(sizes(128), [64, 128, 256, 512]);
    assert_eq!(sizes(17), [64], "a maximum need not be a row");
    assert_eq!(sizes(1000), [64, 128, 256, 512, 1024, 2048]);
    let all: Vec<_> = TABLE.iter().map(|(bytes, _)| *bytes).collect();
    assert_eq!(sizes(1 << 20), all);
    assert_eq!(sizes(1 << 22).last(), Some(&(1 << 24)));
    assert_eq!(Measurement::new(16, 7).unwrap().passes(), 7);
}

#[test]
fn a_maximum_below_the_first_row_or_above_the_last_is_refused() {
    for value in [0, -1, i64::MIN, 1, 15, (1 << 22) + 1, i64::MAX] {
        let error = Measurement::new(value, 100).unwrap_err();
        let (least, most) = (16, 1 << 22);
        assert_eq!(error, WriteCombiningError::Integers { value, least, most });
        assert_eq!(error.to_string(), format!("integers is {value}; give 16 to 4194304"));
    }
    for value in [0, -1, i64::MIN, 1_000_001, i64::MAX] {
        let error = Measurement::new(16, value).unwrap_err();
        assert_eq!(error, WriteCombiningError::Passes { value, most: 1_000_000 });
        assert_eq!(error.to_string(), format!("passes is {value}; give 1 to 1000000"));
    }
}

#[test]
fn each_number_of_passes_has_its_own_edition_or_none() {
    let published = |passes| Measurement::new(16, passes).unwrap().published();
    assert_eq!(published(100), Some(&TABLE[..]));
    assert_eq!(published(1), Some(&FIRST_EDITION[..]));
    assert_eq!(published(99), None);
}

#[test]
fn a_row_says_when_it_is_too_short_or_too_long() {
    let remark =
        |bytes, passes| Remark::of(&Run::of(Processor::F1, Column::Burst, bytes, passes).unwrap());
    // 16 stores of 143.75 ns.
    assert_eq!(remark(64, 2), Some(Remark::TooShort));
    assert_eq!(remark(64, 4), None);
    assert_eq!(remark(1 << 18, 100), None);
    assert_eq!(remark(1 << 19, 100), Some(Remark::TooLong));
}
