// SPDX-License-Identifier: Apache-2.0
//! The aperture as a program maps it: what is stored is where it should be, and nothing else is touched.

use forebay::{Aperture, ApertureError, Bar, Caching, Device, ForebayError, Instructions};

use crate::Fixture;
use crate::shared::{count_of, memory_works, pattern};

type Copy = fn(&mut Aperture, u64, &[u8]);

/// Each copy of the library, with its fence.
const COPIES: [(&str, Copy); 3] = [
    ("burst", |aperture, at, data| {
        let mut writer = aperture.writer();
        writer.burst(at, data).unwrap();
        writer.barrier().unwrap();
    }),
    ("libc", |aperture, at, data| {
        let mut writer = aperture.writer();
        writer.libc(at, data).unwrap();
        writer.barrier().unwrap();
    }),
    ("write_lines", |aperture, at, data| {
        let mut writer = aperture.writer();
        writer.write_lines(at, data).unwrap();
        writer.barrier().unwrap();
    }),
];

fn map(device: &Device, caching: Caching) -> Aperture {
    device.bar(Bar::Aperture).map(caching).unwrap()
}

/// DMA, which has nothing to do with how the aperture is mapped, is the witness.
fn memory(device: &Device, at: u64, len: usize) -> Vec<u8> {
    let mut back = vec![0; len];
    device.c2h(0).unwrap().read_exact_at(&mut back, at).unwrap();
    back
}

pub(crate) fn what_is_stored_into_the_aperture_is_in_memory_and_nothing_else(fixture: &Fixture) {
    let device = fixture.open();
    for caching in [Caching::Uncached, Caching::WriteCombining] {
        let mut aperture = map(&device, caching);
        assert_eq!(aperture.caching(), caching);
        for (name, copy) in COPIES {
            for (seed, (len, at)) in
                (0..).zip([(64, 0), (1, 63), (63, 65), (65, 0x1FC0), (1000, 0x103), (4096, 0x2000)])
            {
                let before = pattern(len + 256, 99);
                device.h2c(0).unwrap().write_all_at(&before, at).unwrap();
                let stored = pattern(len, seed);
                copy(&mut aperture, at + 128, &stored);
                let expected = [&before[..128], &stored[..], &before[128 + len..]].concat();
                let case = format!("{name}, {caching:?}, {len} bytes at {at:#x}");
                assert!(memory(&device, at, len + 256) == expected, "{case}");
                let mut back = vec![0; len + 256];
                aperture.reader().unwrap().read(at, &mut back).unwrap();
                assert!(back == expected, "{case}: read back");
            }
        }
    }
    memory_works(&device);
}

pub(crate) fn stores_into_memory_are_beats_of_its_bank(fixture: &Fixture) {
    let device = fixture.open();
    let bank = u64::from(device.identity().mem_bytes) / 4;
    for caching in [Caching::Uncached, Caching::WriteCombining] {
        let mut aperture = map(&device, caching);
        for index in 0..4_u64 {
            let counts =
                || [0, 1, 2, 3].map(|bank| count_of(&device, &format!("bank{bank}_beats_written")));
            let before = counts();
            let mut writer = aperture.writer();
            // Sixteen words of a line, whichever way they come: one to sixteen beats, all of that bank.
            writer.burst(bank * index + 64, &pattern(64, 5)).unwrap();
            // A read is behind all of it, so all of it is counted.
            let mut last = [0; 1];
            writer.fence().unwrap().read(bank * index + 127, &mut last).unwrap();
            for (at, (after, before)) in counts().into_iter().zip(before).enumerate() {
                let beats = after - before;
                let own = at as u64 == index;
                assert!(
                    if own { (1..=16).contains(&beats) } else { beats == 0 },
                    "{caching:?}, bank {index}: {beats} beats of bank {at}"
                );
            }
        }
    }
}

pub(crate) fn a_copy_that_does_not_fit_the_aperture_writes_nothing(fixture: &Fixture) {
    let device = fixture.open();
    let mut aperture = map(&device, Caching::WriteCombining);
    let (end, refused) = (aperture.bytes(), count_of(&device, "mmio_errors"));
    for (at, len) in [(end - 63, 64), (end, 1), (u64::MAX - 3, 8)] {
        let error = aperture.writer().write_lines(at, &vec![1; len]).unwrap_err().to_string();
        assert!(error.contains(&format!("{at:#x}")), "{error}");
    }
    assert_eq!(count_of(&device, "mmio_errors"), refused, "nothing has left");
    let bar = device.bar(Bar::User).map(Caching::WriteCombining).unwrap_err();
    assert!(matches!(bar, ForebayError::NotPrefetchable { .. }), "{bar}");
    memory_works(&device);
}

/// The processor may do anything with a page that has two.
pub(crate) fn a_page_is_not_mapped_with_two_cachings_at_once(fixture: &Fixture) {
    let device = fixture.open();
    let [plain, combining] = [Caching::Uncached, Caching::WriteCombining];
    for (first, second) in [(plain, combining), (combining, plain)] {
        let held = map(&device, first);
        let error = device.bar(Bar::Aperture).map(second).unwrap_err();
        let seen = matches!(&error, ForebayError::Aperture(ApertureError::Map { .. }));
        assert!(seen && error.to_string().contains("another caching"), "{error}");
        // The same one again is as good as the first.
        map(&device, first);
        drop(held);
        map(&device, second);
    }
    memory_works(&device);
}

/// A processor of a virtual machine has others than that of its host.
pub(crate) fn each_set_of_instructions_that_there_is_stores_lines(fixture: &Fixture) {
    const AT: u64 = 0x1003;
    let device = fixture.open();
    let mut aperture = map(&device, Caching::WriteCombining);
    for (seed, by) in (30..).zip(Instructions::present()) {
        let before = pattern(400, seed);
        device.h2c(0).unwrap().write_all_at(&before, AT - 3).unwrap();
        let stored = pattern(300, seed + 50);
        let mut writer = aperture.writer();
        writer.write_lines_by(by, AT, &stored).unwrap();
        writer.barrier().unwrap();
        let expected = [&before[..3], &stored[..], &before[303..]].concat();
        assert!(memory(&device, AT - 3, 400) == expected, "{by}");
    }
}
