// SPDX-License-Identifier: Apache-2.0
//! Point and scalar files: arkworks as the outside witness, hand-built gnark records, damaged files.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::{fs, path::PathBuf};

use ark_ec::AffineRepr;
use ark_ff::{BigInteger, PrimeField};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use forebay_msm::{
    CARD_POINT_BYTES, Fr, G1Affine, MsmError, curve,
    formats::{
        PointFormat, PointOptions, ScalarOptions, detect_format, read_card_points, read_points,
        read_scalars, write_points, write_scalars,
    },
    vectors::{random_points, random_scalars},
};
use tempfile::TempDir;

/// Points with both signs of y and infinity, more than one parsing batch.
fn points() -> Vec<G1Affine> {
    let mut points = random_points(21, 1500);
    points[7] = G1Affine::identity();
    points[8] = -points[9];
    points
}

/// A file with the given content in a folder that vanishes with the returned guard.
fn file(content: &[u8]) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    fs::write(&path, content).unwrap();
    (dir, path)
}

fn encoded(format: PointFormat, points: &[G1Affine]) -> Vec<u8> {
    let (_dir, path) = file(&[]);
    write_points(&path, format, points).unwrap();
    fs::read(&path).unwrap()
}

fn read_all(content: &[u8], format: Option<PointFormat>) -> Result<Vec<G1Affine>, MsmError> {
    let (_dir, path) = file(content);
    read_points(&path, &PointOptions { format, count: None }).map(|file| file.points)
}

#[test]
fn arkworks_vectors_are_byte_identical() {
    let points = points();
    let mut uncompressed = Vec::new();
    points.serialize_uncompressed(&mut uncompressed).unwrap();
    assert!(encoded(PointFormat::ArkUncompressed, &points) == uncompressed);
    let mut compressed = Vec::new();
    points.serialize_compressed(&mut compressed).unwrap();
    assert!(encoded(PointFormat::ArkCompressed, &points) == compressed);
    assert!(Vec::<G1Affine>::deserialize_compressed(&*compressed).unwrap() == points);
}

#[test]
fn every_format_is_detected_and_read_back() {
    for points in [points(), Vec::new(), random_points(1, 1), vec![G1Affine::identity(); 3]] {
        for format in PointFormat::ALL {
            let content = encoded(format, &points);
            assert_eq!(content.len() as u64, format.file_bytes(points.len() as u64));
            let (_dir, path) = file(&content);
            let named = PointOptions { format: Some(format), count: None };
            assert!(read_points(&path, &named).unwrap().points == points, "{format}");
            let found = read_points(&path, &PointOptions::default()).unwrap();
            assert!(found.points == points, "{format} {}", points.len());
            // Empty arkworks vectors of both kinds are the same eight bytes.
            if !points.is_empty() {
                assert_eq!(detect_format(&path).unwrap(), format);
            }
        }
    }
}

#[test]
fn count_reads_the_first_points_only() {
    let points = points();
    for format in PointFormat::ALL {
        let (_dir, path) = file(&encoded(format, &points));
        for count in [0, 1, 1100, 1500] {
            let options = PointOptions { format: None, count: Some(count) };
            let file = read_points(&path, &options).unwrap();
            assert_eq!((file.format, file.available), (format, 1500));
            assert!(file.points == points[..count]);
        }
        let options = PointOptions { format: None, count: Some(1501) };
        match read_points(&path, &options) {
            Err(MsmError::CountTooLarge { wanted: 1501, available: 1500, .. }) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn truncated_and_oversized_files_are_reported_as_such() {
    let points = random_points(2, 30);
    for format in PointFormat::ALL {
        let content = encoded(format, &points);
        for option in [None, Some(format)] {
            match read_all(&content[..content.len() - 1], option) {
                Err(MsmError::Truncated { what, expected, actual, .. }) => {
                    assert_eq!(what, format.name());
                    assert_eq!(
                        (expected, actual + 1),
                        (content.len() as u64, content.len() as u64)
                    );
                }
                other => panic!("{format} {other:?}"),
            }
            let mut longer = content.clone();
            longer.push(0);
            match read_all(&longer, option) {
                Err(MsmError::Oversized { what, expected, .. }) => {
                    assert_eq!((what, expected), (format.name(), content.len() as u64));
                }
                other => panic!("{format} {other:?}"),
            }
        }
        let header = read_all(&content[..3], Some(format));
        assert!(matches!(header, Err(MsmError::Truncated { actual: 3, .. })), "{header:?}");
    }
}

#[test]
fn absurd_counts_do_not_allocate() {
    let mut content = encoded(PointFormat::ArkUncompressed, &random_points(2, 3));
    content[..8].fill(0xff);
    assert!(matches!(read_all(&content, None), Err(MsmError::Truncated { .. })));
}

#[test]
fn a_count_that_lies_is_told_with_its_value() {
    let points = random_points(2, 3);
    for format in PointFormat::ALL {
        let (at, bytes) = match format {
            PointFormat::Card => (16, 8),
            PointFormat::ArkUncompressed | PointFormat::ArkCompressed => (0, 8),
            PointFormat::GnarkRaw | PointFormat::GnarkCompressed => (0, 4),
        };
        for (byte, count) in
            [(0, "0"), (0xff, if bytes == 4 { "4294967295" } else { "18446744073709551615" })]
        {
            let mut content = encoded(format, &points);
            content[at..at + bytes].fill(byte);
            let text = read_all(&content, Some(format)).unwrap_err().to_string();
            assert!(
                text.contains(&format!("{format} with a count of {count} in its header")),
                "{text}"
            );
        }
    }
    let (_dir, path) = file(&[[0xff; 8].as_slice(), &[0; 32]].concat());
    let options = ScalarOptions { ark_vector: true, ..ScalarOptions::default() };
    let text = read_scalars(&path, &options).unwrap_err().to_string();
    assert!(text.contains("scalar file with a count of 18446744073709551615"), "{text}");
    fs::write(&path, [[2, 0, 0, 0, 0, 0, 0, 0].as_slice(), &[0; 96]].concat()).unwrap();
    let text = read_scalars(&path, &options).unwrap_err().to_string();
    assert!(text.contains("scalar file with a count of 2 in its header"), "{text}");
}

#[test]
fn unknown_formats_are_refused() {
    for content in [&b""[..], b"hello", &[0x5a; 500]] {
        match read_all(content, None) {
            Err(MsmError::UnknownFormat { size, .. }) => assert_eq!(size, content.len() as u64),
            other => panic!("{other:?}"),
        }
    }
    let missing = read_points("/nonexistent/points".as_ref(), &PointOptions::default());
    assert!(matches!(missing, Err(MsmError::Io { .. })));
}

#[test]
fn bad_records_are_named_with_index_and_offset() {
    let points = random_points(2, 1200);
    let cases = [
        // Coordinate not below p.
        (PointFormat::ArkUncompressed, 1100, 47, 0xff, "x = 0xff"),
        // Both flag bits.
        (PointFormat::ArkUncompressed, 3, 95, 0xc0, "both set"),
        // Infinity with coordinates.
        (PointFormat::ArkUncompressed, 4, 95, 0x40, "infinity"),
        (PointFormat::ArkCompressed, 5, 47, 0xc0, "both set"),
        (PointFormat::GnarkRaw, 6, 0, 0xa0, "0xa0"),
        (PointFormat::GnarkRaw, 7, 48, 0xff, "y = 0xff"),
        // A raw point, an unused mask, infinity with a coordinate, a coordinate not below p.
        (PointFormat::GnarkCompressed, 8, 0, 0x00, "0x00"),
        (PointFormat::GnarkCompressed, 1100, 0, 0xe1, "0xe0"),
        (PointFormat::GnarkCompressed, 9, 0, 0xc0, "infinity"),
        (PointFormat::GnarkCompressed, 10, 0, 0xbf, "x = 0x1f"),
    ];
    for (format, index, byte, value, text) in cases {
        let mut content = encoded(format, &points);
        let offset = format.header_bytes() + index * format.record_bytes();
        content[offset + byte] = value;
        match read_all(&content, Some(format)) {
            Err(MsmError::BadEncoding { index: i, offset: o, reason, .. }) => {
                assert_eq!((i, o), (index, offset as u64), "{format}");
                assert!(reason.contains(text), "{reason}");
            }
            other => panic!("{format} {index} {other:?}"),
        }
    }
}

#[test]
fn compressed_x_without_a_point_is_named() {
    let mut content = encoded(PointFormat::ArkCompressed, &random_points(2, 3));
    // x = 1 gives y^2 = 2; try small x until one has no point.
    let mut failures = 0;
    for x in 1..20 {
        content[8 + 48..8 + 96].fill(0);
        content[8 + 48] = x;
        if let Err(error) = read_all(&content, Some(PointFormat::ArkCompressed)) {
            assert!(matches!(error, MsmError::BadEncoding { index: 1, offset: 56, .. }));
            failures += 1;
        }
    }
    assert!(failures > 3);
}

#[test]
fn gnark_raw_is_big_endian_with_a_three_bit_mask() {
    let generator = G1Affine::generator();
    let mut content = 2u32.to_be_bytes().to_vec();
    content.extend(generator.x.into_bigint().to_bytes_be());
    content.extend(generator.y.into_bigint().to_bytes_be());
    content.push(0x40);
    content.extend([0; 95]);
    assert_eq!(read_all(&content, None).unwrap(), [generator, G1Affine::identity()]);
    assert_eq!(encoded(PointFormat::GnarkRaw, &[generator, G1Affine::identity()]), content);
}

/// The generator as EIP-2539 prints it, the encoding by hand from gnark-crypto's description: count, then x with the flags
/// 101 (larger y), 100 (smaller y) and 110 (infinity) in the first byte.
#[test]
fn gnark_compressed_is_big_endian_with_the_root_in_the_mask() {
    let x = "8848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef";
    let zeros = "0".repeat(94);
    let content = hex(&format!("00000003 a0{x} 80{x} c0{zeros}"));
    let generator = G1Affine::generator();
    let y = hex(
        "01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6",
    );
    assert_eq!(generator.y.into_bigint().to_bytes_be(), y);
    let points = [generator, -generator, G1Affine::identity()];
    let (_dir, path) = file(&content);
    assert_eq!(detect_format(&path).unwrap(), PointFormat::GnarkCompressed);
    assert_eq!(read_all(&content, None).unwrap(), points);
    assert_eq!(encoded(PointFormat::GnarkCompressed, &points), content);
}

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&String::from_iter(pair), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

#[test]
fn card_files_are_checked() {
    let points = random_points(2, 40);
    let content = encoded(PointFormat::Card, &points);
    let (_dir, path) = file(&content);
    let bytes = read_card_points(&path, None).unwrap();
    assert_eq!(bytes, curve::to_card_points(&points).unwrap());
    assert_eq!(read_card_points(&path, Some(3)).unwrap(), bytes[..3 * CARD_POINT_BYTES]);
    for (byte, offset) in [(0, 0), (8, 8), (12, 12), (24, 24), (32 + 5, 24)] {
        let mut damaged = content.clone();
        damaged[byte] ^= 1;
        match read_all(&damaged, Some(PointFormat::Card)) {
            Err(MsmError::BadHeader { offset: o, .. }) => assert_eq!(o, offset),
            other => panic!("{byte} {other:?}"),
        }
    }
}

#[test]
fn scalar_files_come_in_four_kinds() {
    let scalars = random_scalars(6, 100);
    let (_dir, path) = file(&[]);
    for ark_vector in [false, true] {
        write_scalars(&path, &scalars, ark_vector).unwrap();
        let options = ScalarOptions { ark_vector, ..ScalarOptions::default() };
        assert_eq!(read_scalars(&path, &options).unwrap(), scalars);
        let first = ScalarOptions { count: Some(7), ..options };
        assert_eq!(read_scalars(&path, &first).unwrap(), scalars[..7]);
        let more = ScalarOptions { count: Some(101), ..options };
        assert!(matches!(
            read_scalars(&path, &more),
            Err(MsmError::CountTooLarge { wanted: 101, available: 100, .. })
        ));

        let raw: Vec<[u8; 32]> = scalars
            .iter()
            .map(|scalar| Fr::from_le_bytes_mod_order(scalar).0.to_bytes_le().try_into().unwrap())
            .collect();
        write_scalars(&path, &raw, ark_vector).unwrap();
        let montgomery = ScalarOptions { montgomery: true, ..options };
        assert_eq!(read_scalars(&path, &montgomery).unwrap(), scalars);
    }
    let values: Vec<Fr> = scalars.iter().map(|s| Fr::from_le_bytes_mod_order(s)).collect();
    let mut ark = Vec::new();
    values.serialize_uncompressed(&mut ark).unwrap();
    fs::write(&path, &ark).unwrap();
    let options = ScalarOptions { ark_vector: true, ..ScalarOptions::default() };
    assert_eq!(read_scalars(&path, &options).unwrap(), scalars);
}

#[test]
fn bad_scalar_files_are_refused() {
    let plain = ScalarOptions::default();
    let (_dir, path) = file(&[0; 33]);
    match read_scalars(&path, &plain) {
        Err(MsmError::Truncated { expected: 64, actual: 33, .. }) => {}
        other => panic!("{other:?}"),
    }
    let vector = ScalarOptions { ark_vector: true, ..plain };
    for (content, oversized) in [(vec![1; 5], false), (vec![0; 9], true), (vec![0xff; 40], false)] {
        fs::write(&path, content).unwrap();
        match read_scalars(&path, &vector) {
            Err(MsmError::Truncated { .. }) => assert!(!oversized),
            Err(MsmError::Oversized { expected: 8, actual: 9, .. }) => assert!(oversized),
            other => panic!("{other:?}"),
        }
    }
    let mut scalars = random_scalars(1, 10);
    scalars[4] = [0xff; 32];
    write_scalars(&path, &scalars, false).unwrap();
    let refused = read_scalars(&path, &plain);
    assert!(matches!(refused, Err(MsmError::ScalarTooLarge { index: 4, .. })));
    let reduce = ScalarOptions { reduce: true, ..plain };
    let reduced = read_scalars(&path, &reduce).unwrap();
    assert_eq!(reduced[..4], scalars[..4]);
    assert!(Fr::from_le_bytes_mod_order(&scalars[4]) == Fr::from_le_bytes_mod_order(&reduced[4]));
    assert!(reduced[4] != scalars[4]);
    assert!(read_scalars(&path, &ScalarOptions { count: Some(4), ..plain }).is_ok());
}
