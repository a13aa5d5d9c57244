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

    for (content, bytes) in [(&good[..last], last), (&[&good[..], b"x"].concat(), good.len() + 1)] {
        let text = read(content).unwrap_err().to_string();
        let told = format!(
            "count is 33: with 20 buckets that makes {} bytes, the file has {bytes}",
            good.len()
        );
        assert!(text.contains(&told), "{text}");
    }
    assert!(matches!(read(b"no header"), Err(MsmError::BadVector { .. })));
    assert!(matches!(read(b"{}\n"), Err(MsmError::BadVector { .. })));

    let replaced = |from: &str, to: &str| {
        let end = good.iter().position(|byte| *byte == b'\n').unwrap();
        let header = String::from_utf8(good[..end].to_vec()).unwrap();
        assert!(header.contains(from), "{header}");
        [header.replace(from, to).as_bytes(), &good[end..]].concat()
    };
    let error = read(&replaced("\"version\":1", "\"version\":2")).unwrap_err();
    assert!(error.to_string().contains("version is 2"), "{error}");
    let error = read(&replaced("\"bucket_count\":20", "\"bucket_count\":21")).unwrap_err();
    assert!(error.to_string().contains("bucket_count is 21"), "{error}");
    let error = read(&replaced("[3,3,3,3]", "[3,3,3,1]")).unwrap_err();
    assert!(error.to_string().contains("window 3 has 1 bits"), "{error}");
}

/// Whatever a header says, what is wrong is told by field and value, with what to do, and nothing is allocated for it.
#[test]
fn a_header_that_lies_is_refused_by_field_and_value() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("vector");
    Vectors::generate(&toy(Distribution::Uniform)).unwrap().write(&path).unwrap();
    let good = fs::read(&path).unwrap();
    let end = good.iter().position(|byte| *byte == b'\n').unwrap();
    let header: serde_json::Value = serde_json::from_slice(&good[..end]).unwrap();
    let body = &good[end..];
    // A table that needs as many buckets as the true one, but is another.
    let longest = vec![2_u32; 33];
    for (field, lie, told) in [
        ("format", "other".into(), "format is \"other\""),
        ("format", serde_json::Value::Null, "format is null"),
        ("version", 2.into(), "version is 2"),
        ("version", (1_u64 << 40).into(), "version is 1099511627776"),
        ("version", (-1).into(), "version is -1"),
        ("seed", "x".into(), "seed is \"x\""),
        ("seed", "x".repeat(50_000).into(), "seed is \"xxx"),
        ("format", "é".repeat(25_000).into(), "format is \"éé"),
        ("generator", 7.into(), "generator is 7"),
        ("count", 34.into(), "count is 34"),
        ("count", 32.into(), "count is 32"),
        ("count", 0.into(), "count is 0"),
        ("count", u64::MAX.into(), "count is 18446744073709551615"),
        ("count", (1_u64 << 57).into(), "count is 144115188075855872"),
        ("count", (-1).into(), "count is -1"),
        ("count", 1.5.into(), "count is 1.5"),
        ("distribution", "normal".into(), "distribution is \"normal\""),
        ("bucket_count", 19.into(), "bucket_count is 19"),
        ("bucket_count", u64::MAX.into(), "bucket_count is 18446744073709551615"),
        ("window_bits", vec![3, 3, 3, 4].into(), "window_bits is [3,3,3,4]"),
        ("window_bits", vec![3, 3, 3, 1].into(), "window_bits is [3,3,3,1]"),
        ("window_bits", vec![3, 3, 3, 1 << 20].into(), "window_bits is [3,3,3,1048576]"),
        ("window_bits", vec![0_u32; 0].into(), "window_bits is []"),
        ("window_bits", longest.into(), "window_bits is [2,2,2"),
        ("window_bits", vec![-3].into(), "window_bits is [-3]"),
        ("checksum", "0x0".into(), "checksum is \"0x0\""),
        ("checksum", 0.into(), "checksum is 0"),
    ] {
        let mut header = header.clone();
        header[field] = lie;
        fs::write(&path, [header.to_string().as_bytes(), body].concat()).unwrap();
        let error = Vectors::read(&path).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, MsmError::BadVector { .. }), "{error:?}");
        assert!(text.contains(told), "{field}: {text}");
        assert!(text.contains(&*path.to_string_lossy()), "{text}");
        assert!(text.ends_with("generate it again with `forebay vectors`"), "{text}");
        assert!(text.len() < 600, "{} characters: {text}", text.len());
    }
    for field in ["format", "version", "seed", "count", "window_bits", "bucket_count", "checksum"] {
        let mut header = header.clone();
        header.as_object_mut().unwrap().remove(field);
        fs::write(&path, [header.to_string().as_bytes(), body].concat()).unwrap();
        let text = Vectors::read(&path).unwrap_err().to_string();
        assert!(text.contains(&format!("{field} is missing")), "{text}");
    }
}

#[test]
fn a_header_line_without_end_is_not_read_to_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("vector");
    // A terabyte of nothing, which no memory holds.
    let file = fs::File::create(&path).unwrap();
    file.set_len(1 << 40).unwrap();
    let text = Vectors::read(&path).unwrap_err().to_string();
    assert!(text.contains("no header line within its first 65536 bytes"), "{text}");
    // And the same behind a true header.
    Vectors::generate(&toy(Distribution::Uniform)).unwrap().write(&path).unwrap();
    let whole = fs::metadata(&path).unwrap().len();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    let error = Vectors::read(&path).unwrap_err();
    assert!(
        matches!(&error, MsmError::BadVector { reason, .. } if reason.contains(&format!("count is 33: with 20 buckets that makes {whole} bytes"))),
        "{error}"
    );
}
