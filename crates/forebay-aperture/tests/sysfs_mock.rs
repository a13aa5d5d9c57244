// SPDX-License-Identifier: Apache-2.0
//! BARs of a device in a mock of sysfs: the files that the kernel makes, of ordinary bytes. What caching a mapping has is not seen here.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::fs;
use std::path::PathBuf;

use forebay_aperture::{Aperture, ApertureError, Caching, PciBar};
use tempfile::TempDir;

/// BAR0 of registers, BAR2 of I/O ports, BAR4 prefetchable, as the kernel writes them; BAR1 is not in use.
const RESOURCE: &str = "\
0x00000000c4000000 0x00000000c4000fff 0x0000000000040200
0x0000000000000000 0x0000000000000000 0x0000000000000000
0x000000000000e000 0x000000000000e07f 0x0000000000040101
0x0000000000000000 0x0000000000000000 0x0000000000000000
0x0000005e00000000 0x0000005e00001fff 0x000000000014220c
";
const BAR_BYTES: usize = 0x2000;

/// A device with those BARs.
struct MockDevice(TempDir);

impl MockDevice {
    fn new() -> Self {
        let device = Self(tempfile::tempdir().unwrap());
        device.put("resource", RESOURCE.as_bytes());
        device.put("resource0", &[0x11; 0x1000]);
        device.put("resource4", &[0x44; BAR_BYTES]);
        device.put("resource4_wc", &[0x4c; BAR_BYTES]);
        device
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn put(&self, file: &str, bytes: &[u8]) {
        fs::write(self.path(file), bytes).unwrap();
    }

    fn bytes(&self, file: &str) -> Vec<u8> {
        fs::read(self.path(file)).unwrap()
    }

    fn map(&self, bar: usize, caching: Caching) -> Result<Aperture, ApertureError> {
        PciBar::new(self.0.path(), bar).map(caching)
    }
}

#[test]
fn each_caching_is_mapped_through_its_file_and_all_of_the_bar() {
    for (caching, file, other, old) in [
        (Caching::Uncached, "resource4", "resource4_wc", 0x44),
        (Caching::WriteCombining, "resource4_wc", "resource4", 0x4c),
    ] {
        let device = MockDevice::new();
        let before = device.bytes(other);
        let mut aperture = device.map(4, caching).unwrap();
        assert_eq!((aperture.bytes(), aperture.caching()), (BAR_BYTES as u64, caching));
        assert_eq!(aperture.modelled_ps(), None);
        let mut writer = aperture.writer();
        writer.write_lines(1, &[1; 200]).unwrap();
        writer.burst(0x1ffc, &[2; 4]).unwrap();
        writer.barrier().unwrap();
        writer.libc(300, &[3; 5]).unwrap();
        let mut back = [0; 202];
        let mut reader = writer.fence().unwrap();
        reader.read(0, &mut back).unwrap();
        let expected = [vec![old], vec![1; 200], vec![old]].concat();
        assert_eq!(back, expected[..], "{file}");
        reader.writer().write_lines(0, &[9]).unwrap();
        let mut all = vec![old; BAR_BYTES];
        all[..202].copy_from_slice(&expected);
        all[0x1ffc..].fill(2);
        all[300..305].fill(3);
        all[0] = 9;
        drop(aperture);
        assert_eq!(device.bytes(file), all);
        assert_eq!(device.bytes(other), before);
    }
}

#[test]
fn a_bar_that_is_not_prefetchable_is_mapped_uncached_only() {
    let device = MockDevice::new();
    let error = device.map(0, Caching::WriteCombining).unwrap_err();
    let seen = matches!(error, ApertureError::NotPrefetchable { bar: 0, flags: 0x40200, .. });
    assert!(seen && error.to_string().contains("map it uncached"), "{error}");
    // Also where somebody has put such a file there.
    device.put("resource0_wc", &[0; 0x1000]);
    let error = device.map(0, Caching::WriteCombining).unwrap_err();
    assert!(matches!(error, ApertureError::NotPrefetchable { .. }), "{error}");
    assert_eq!(device.map(0, Caching::Uncached).unwrap().bytes(), 0x1000);
}

#[test]
fn bars_that_are_not_there_or_no_memory_are_refused() {
    let device = MockDevice::new();
    for (bar, part) in [(1, "not in use"), (2, "I/O ports"), (5, "not there")] {
        for caching in [Caching::Uncached, Caching::WriteCombining] {
            let error = device.map(bar, caching).unwrap_err();
            let seen = matches!(&error, ApertureError::NoSuchBar { bar: seen, .. } if *seen == bar);
            assert!(seen && error.to_string().contains(part), "{error}");
        }
    }
}

#[test]
fn files_that_are_not_there_or_say_something_else_are_named() {
    let device = MockDevice::new();
    for (caching, file, part) in [
        (Caching::WriteCombining, "resource4_wc", "nopat"),
        (Caching::Uncached, "resource4", "through its driver"),
    ] {
        fs::remove_file(device.path(file)).unwrap();
        let error = device.map(4, caching).unwrap_err();
        let named =
            matches!(&error, ApertureError::NoFile { path, .. } if *path == device.path(file));
        assert!(named && error.to_string().contains(part), "{error}");
    }
    for text in ["", "0x1 0x2\n0x1 0x2\n0x1 0x2\n0x1 0x2\n0x1 0x2\n", "a\nb\nc\nd\nnonsense 0 0\n"]
    {
        device.put("resource", text.as_bytes());
        let error = device.map(4, Caching::Uncached).unwrap_err();
        let (no_line, no_numbers) = (
            matches!(error, ApertureError::NoSuchBar { .. }),
            matches!(&error, ApertureError::NoDevice { path, .. } if *path == device.path("resource")),
        );
        assert!(if text.is_empty() { no_line } else { no_numbers }, "{text}: {error}");
    }
    fs::remove_file(device.path("resource")).unwrap();
    let error = device.map(4, Caching::Uncached).unwrap_err();
    assert!(matches!(&error, ApertureError::NoDevice { .. }), "{error}");
    assert!(error.to_string().contains("/sys/bus/pci/devices"), "{error}");
}

#[test]
fn sizes_that_cannot_be_are_refused_by_name() {
    let device = MockDevice::new();
    let refusal = |first: u64, last: u64| {
        let line = format!("{first:#x} {last:#x} 0x14220c\n");
        device.put("resource", line.repeat(5).as_bytes());
        device.map(4, Caching::Uncached).unwrap_err()
    };
    for last in [(1 << 62) - 1, u64::MAX - 1] {
        let error = refusal(0, last);
        let seen = matches!(&error, ApertureError::Map { bytes, .. } if *bytes == last + 1);
        assert!(seen && error.to_string().contains("resource4"), "{error}");
    }
    for (first, last) in [(0, u64::MAX), (2, 1)] {
        let error = refusal(first, last);
        assert!(matches!(&error, ApertureError::NoDevice { .. }), "{error}");
        assert!(error.to_string().contains("not first and last address"), "{error}");
    }
}

/// The kernel maps from the beginning of the first page, so the first byte of the mapping would be somebody else's.
#[test]
fn a_bar_that_begins_inside_a_page_is_refused() {
    for (first, last) in [(0x1100, 0x11ff), (0x1f80, 0x2f7f)] {
        let device = MockDevice::new();
        device.put("resource", format!("{first:#x} {last:#x} 0x14220c\n").repeat(5).as_bytes());
        for caching in [Caching::Uncached, Caching::WriteCombining] {
            let error = device.map(4, caching).unwrap_err();
            let seen =
                matches!(&error, ApertureError::InsidePage { bar: 4, at, .. } if *at == first);
            assert!(seen && error.to_string().contains("through its driver"), "{error}");
        }
    }
}

#[test]
fn what_is_behind_the_end_of_a_file_is_not_mapped() {
    let device = MockDevice::new();
    let path = device.path("resource0");
    let file = fs::File::options().read(true).write(true).open(&path).unwrap();
    let map = |bytes| Aperture::of_file(&file, &path, bytes, Caching::Uncached);
    let error = map(0x1001).unwrap_err();
    let seen = matches!(&error, ApertureError::Map { path: at, bytes: 0x1001, .. } if *at == path);
    assert!(seen && error.to_string().contains("it has 0x1000"), "{error}");
    map(0x1000).unwrap().writer().write_lines(0xfff, &[7]).unwrap();
    assert_eq!(device.bytes("resource0")[0xffe..], [0x11, 7]);
}

#[test]
fn a_file_that_is_shorter_than_its_bar_is_refused() {
    let device = MockDevice::new();
    device.put("resource4_wc", &[0; BAR_BYTES - 1]);
    let error = device.map(4, Caching::WriteCombining).unwrap_err();
    let seen = matches!(&error, ApertureError::Map { path, bytes, .. }
        if *path == device.path("resource4_wc") && *bytes == BAR_BYTES as u64);
    assert!(seen && error.to_string().contains("it has 0x1fff"), "{error}");
    assert_eq!(device.map(4, Caching::Uncached).unwrap().bytes(), BAR_BYTES as u64);
}
