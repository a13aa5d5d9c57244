// SPDX-License-Identifier: Apache-2.0
//! Vector files: the same spec gives the same file, a damaged file is refused with its reason.

use std::fs;

use forebay_msm::{
    MsmError, check,
    vectors::{Distribution, VectorSpec, Vectors, random_points, random_scalars},
};

fn toy(distribution: Distribution) -> VectorSpec {
    VectorSpec { seed: 42, count: 33, distribution, window_bits: vec![3; 4] }
}

#[test]
fn files_read_back_as_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("vector");
    for distribution in Distribution::ALL {
        let vectors = Vectors::generate(&toy(distribution)).unwrap();
        vectors.write(&path).unwrap();
        assert_eq!(Vectors::read(&path).unwrap(), vectors, "{distribution:?}");
        assert_eq!(Distribution::from_name(distribution.name()), Some(distribution));
    }
    assert_eq!(Distribution::from_name("r-1"), Some(Distribution::RMinusOne));
    assert_eq!(Distribution::from_name("normal"), None);
}

#[test]
fn generation_is_pinned() {
    // A change here means other vectors from the same seed: raise the number in GENERATOR.
    let vectors = Vectors::generate(&toy(Distribution::Uniform)).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("vector");
    vectors.write(&path).unwrap();
    let content = fs::read(&path).unwrap();
    let end = content.iter().position(|byte| *byte == b'\n').unwrap();
    let header = String::from_utf8(content[..end].to_vec()).unwrap();
    assert!(header.contains("\"checksum\":\"0xe3e0884b81708d19\""), "{header}");
}

#[test]
fn scalars_follow_their_distribution() {
    let low = |distribution| -> Vec<u16> {
        let vectors = Vectors::generate(&toy(distribution)).unwrap();
        assert!(vectors.scalars.iter().all(|scalar| scalar[2..].iter().all(|byte| *byte == 0)));
        vectors.scalars.iter().map(|scalar| u16::from_le_bytes([scalar[0], scalar[1]])).collect()
    };
    assert!(low(Distribution::Uniform).iter().all(|value| *value < 1 << 12));
    assert!(low(Distribution::Zeros).iter().all(|value| *value == 0));
    assert!(low(Distribution::Ones).iter().all(|value| *value == 1));
    let equal = low(Distribution::Equal);
    assert!(equal.iter().all(|value| *value == equal[0]));
    // r - 1 is a multiple of 2^47, so its low twelve bits are zero.
    assert!(low(Distribution::RMinusOne).iter().all(|value| *value == 0));
    assert_eq!(low(Distribution::Sparse).iter().filter(|value| **value != 0).count(), 4);
    assert!(low(Distribution::Small).iter().all(|value| *value < 1 << 8));
}

#[test]
fn longer_requests_start_with_shorter_ones() {
    assert_eq!(random_scalars(1, 10), random_scalars(1, 100)[..10]);
    assert_eq!(random_points(1, 10), random_points(1, 5000)[..10]);
    assert!(random_scalars(1, 10) != random_scalars(2, 10));
    let points = random_points(3, 5000);
    check::check_points(&points).unwrap();
    let mut distinct: Vec<_> = points.iter().map(|point| point.x).collect();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 5000);
}

#[test]
fn damaged_files_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("vector");
    Vectors::generate(&toy(Distribution::Uniform)).unwrap().write(&path).unwrap();
    let good = fs::read(&path).unwrap();
    let read = |content: &[u8]| {
        fs::write(&path, content).unwrap();
        Vectors::read(&path)
    };

    let mut flipped = good.clone();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    let error = read(&flipped).unwrap_err();
    assert!(matches!(&error, MsmError::BadVector { .. }) && error.to_string().contains("checksum"));

    assert!(matches!(read(&good[..last]), Err(MsmError::Truncated { .. })));
    assert!(matches!(read(&[&good[..], b"x"].concat()), Err(MsmError::Oversized { .. })));
    assert!(matches!(read(b"no header"), Err(MsmError::BadVector { .. })));
    assert!(matches!(read(b"{}\n"), Err(MsmError::BadVector { .. })));

    let replaced = |from: &str, to: &str| {
        let end = good.iter().position(|byte| *byte == b'\n').unwrap();
        let header = String::from_utf8(good[..end].to_vec()).unwrap();
        assert!(header.contains(from), "{header}");
        [header.replace(from, to).as_bytes(), &good[end..]].concat()
    };
    let error = read(&replaced("\"version\":1", "\"version\":2")).unwrap_err();
    assert!(error.to_string().contains("version 2"), "{error}");
    let error = read(&replaced("\"bucket_count\":20", "\"bucket_count\":21")).unwrap_err();
    assert!(error.to_string().contains("21 buckets"), "{error}");
    let windows = read(&replaced("[3,3,3,3]", "[3,3,3,1]"));
    assert!(matches!(windows, Err(MsmError::BadWindows { .. })));
}
