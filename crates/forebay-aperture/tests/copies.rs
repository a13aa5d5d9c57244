// SPDX-License-Identifier: Apache-2.0
//! Every copy is `memcpy`, at any alignment and length, and touches nothing else.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_aperture::{ApertureError, Instructions, Memory};
use memmap2::{MmapOptions, MmapRaw};
use proptest::prelude::*;

/// Bytes of a page.
const PAGE: usize = 4096;
/// What was there before.
const OLD: u8 = 0xa5;

/// A way to copy.
#[derive(Clone, Copy, Debug)]
enum Way {
    Burst,
    Libc,
    Lines(Instructions),
    Best,
}

fn ways() -> Vec<Way> {
    let lines = Instructions::present().map(Way::Lines);
    [Way::Burst, Way::Libc, Way::Best].into_iter().chain(lines).collect()
}

fn copy(memory: &mut Memory<'_>, way: Way, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
    match way {
        Way::Burst => memory.burst(offset, data),
        Way::Libc => memory.libc(offset, data),
        Way::Lines(instructions) => memory.write_lines_by(instructions, offset, data),
        Way::Best => memory.write_lines(offset, data),
    }
}

/// Bytes that tell places apart.
fn data(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at * 7 + at / 256).to_le_bytes()[0]).collect()
}

/// Pages of a file, and one more behind its end: to touch that one ends the program.
struct Guarded {
    mapping: MmapRaw,
    file: tempfile::NamedTempFile,
}

impl Guarded {
    fn of(pages: usize) -> Self {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), vec![OLD; pages * PAGE]).unwrap();
        let file_again = std::fs::File::options().read(true).write(true).open(file.path()).unwrap();
        let mapping = MmapOptions::new().len((pages + 1) * PAGE).map_raw(&file_again).unwrap();
        Self { mapping, file }
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(self.file.path()).unwrap()
    }
}

#[test]
fn at_every_alignment_of_both_ends_just_the_bytes_given_change() {
    // Up to three lines, so that head, whole lines and tail come in every combination; the source is never as aligned as the memory.
    let source = data(200);
    for way in ways() {
        for offset in 0..64 {
            for bytes in 0..=180 {
                // A boundary that is aligned whatever the allocator does.
                let mut buffer = vec![OLD; 512];
                let first = buffer.as_ptr().align_offset(64);
                let memory = &mut buffer[first..first + 320];
                let mut expected = memory.to_vec();
                expected[64 + offset..][..bytes].copy_from_slice(&source[1..][..bytes]);
                copy(&mut Memory::of_slice(memory), way, 64 + offset as u64, &source[1..][..bytes])
                    .unwrap();
                assert_eq!(memory, expected, "{way:?}: {bytes} bytes at {offset}");
            }
        }
    }
}

#[test]
fn up_to_the_last_byte_before_a_page_that_nobody_may_touch() {
    for way in ways() {
        for bytes in [1, 2, 3, 7, 15, 31, 63, 64, 65, 127, 128, 1000, PAGE] {
            let mut guarded = Guarded::of(1);
            let (at, data) = (PAGE - bytes, data(bytes));
            copy(&mut Memory::of_mapping(&mut guarded.mapping), way, at as u64, &data).unwrap();
            let mut back = vec![0; bytes];
            Memory::of_mapping(&mut guarded.mapping).read(at as u64, &mut back).unwrap();
            assert_eq!(back, data, "{way:?}: {bytes} bytes read back");
            let expected = [vec![OLD; at], data].concat();
            assert_eq!(guarded.bytes(), expected, "{way:?}: {bytes} bytes");
        }
    }
}

#[test]
fn what_is_not_all_inside_is_refused_before_a_byte_is_written() {
    let mut buffer = data(300);
    let before = buffer.clone();
    for way in ways() {
        let mut memory = Memory::of_slice(&mut buffer);
        let past = copy(&mut memory, way, 200, &[0; 101]).unwrap_err();
        assert!(
            matches!(
                past,
                ApertureError::PastEnd { offset: 200, bytes: 101, aperture: 300, room: 100 }
            ),
            "{way:?}: {past:?}"
        );
        assert!(past.to_string().contains("101 bytes at 0xc8"), "{past}");
        for (offset, bytes) in [(300, 1), (301, 0), (u64::MAX, 1), (1 << 63, 300)] {
            let outside = copy(&mut memory, way, offset, &vec![0; bytes]).unwrap_err();
            let seen = |at| matches!(outside, ApertureError::Outside { offset, aperture: 300 } if offset == at);
            assert!(seen(offset), "{way:?}: {outside:?}");
        }
        copy(&mut memory, way, 300, &[]).unwrap();
    }
    let mut memory = Memory::of_slice(&mut buffer);
    let mut into = [7; 2];
    assert!(matches!(memory.read(299, &mut into), Err(ApertureError::PastEnd { room: 1, .. })));
    assert!(matches!(memory.read(300, &mut into), Err(ApertureError::Outside { .. })));
    assert_eq!(into, [7; 2]);
    drop(memory);
    assert_eq!(buffer, before);
}

#[test]
fn instructions_that_are_not_there_are_refused_and_nothing_is_written() {
    let mut buffer = vec![OLD; 128];
    for asked in Instructions::ALL {
        let result = Memory::of_slice(&mut buffer).write_lines_by(asked, 0, &[OLD; 128]);
        match result {
            Ok(()) => assert!(Instructions::present().any(|one| one == asked)),
            Err(error) => {
                assert!(
                    matches!(error, ApertureError::NoInstructions { asked: seen } if seen == asked)
                );
                assert!(!Instructions::present().any(|one| one == asked));
            }
        }
    }
    let error = ApertureError::NoInstructions { asked: Instructions::Movdir64b };
    let text = error.to_string();
    assert!(
        text.starts_with("this processor has no MOVDIR64B; it has plain stores, SSE2"),
        "{text}"
    );
}

/// What the kernel says of the processor, which it has asked itself.
#[test]
fn what_is_there_is_what_the_kernel_says() {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap();
    let flags = cpu.lines().find(|line| line.starts_with("flags")).unwrap();
    let has = |flag: &str| flags.split_whitespace().any(|one| one == flag);
    for (instructions, flag) in [
        (Instructions::Sse2, "sse2"),
        (Instructions::Avx, "avx"),
        (Instructions::Avx512, "avx512f"),
        (Instructions::Movdir64b, "movdir64b"),
    ] {
        assert_eq!(instructions.is_present(), has(flag), "{flag}");
    }
    assert!(Instructions::Plain.is_present());
    assert_eq!(Instructions::best(), Instructions::present().max().unwrap());
}

proptest! {
    #[test]
    fn any_copies_one_after_the_other_leave_what_memcpy_leaves(
        copies in prop::collection::vec((0_usize..1 << 20, 0_usize..5000, 0_usize..64, any::<u8>()), 1..8),
        way in prop::sample::select(ways()),
    ) {
        let mut guarded = Guarded::of(3);
        let mut expected = guarded.bytes();
        let source = data(6000);
        for (offset, bytes, from, xor) in copies {
            let offset = offset % expected.len();
            let bytes = bytes.min(expected.len() - offset);
            let data: Vec<_> = source[from..][..bytes].iter().map(|byte| byte ^ xor).collect();
            expected[offset..][..bytes].copy_from_slice(&data);
            copy(&mut Memory::of_mapping(&mut guarded.mapping), way, offset as u64, &data).unwrap();
        }
        prop_assert_eq!(guarded.bytes(), expected);
    }
}
