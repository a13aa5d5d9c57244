// SPDX-License-Identifier: Apache-2.0
//! What caching the kernel has given memory: its list of page attributes.
//!
//! Two mappings of a page have one caching. Through the files of a BAR in sysfs the kernel makes the second mapping as the first one is,
//! whatever it was asked for, and says so nowhere else.

use std::fs;
use std::ops::{Range, RangeInclusive};

use forebay_write_combining::Caching;

/// Of debugfs, for root alone.
pub(crate) const LIST: &str = "/sys/kernel/debug/x86/pat_memtype_list";

/// The caching that some of these physical addresses have, if it is not the one wanted. None too where a program may not see the list.
pub(crate) fn other_caching(addresses: &RangeInclusive<u64>, wanted: Caching) -> Option<String> {
    // The list is no file of the device: without it the mapping is as good as the kernel's word.
    other_in(&fs::read_to_string(LIST).ok()?, addresses, wanted)
}

fn other_in(list: &str, addresses: &RangeInclusive<u64>, wanted: Caching) -> Option<String> {
    let names: &[&str] = match wanted {
        Caching::Uncached => &["uncached", "uncached-minus"],
        Caching::WriteCombining => &["write-combining"],
    };
    let mut given = list.lines().filter_map(entry);
    let other = given.find(|(range, caching)| {
        range.start <= *addresses.end()
            && *addresses.start() < range.end
            && !names.contains(caching)
    });
    other.map(|(_, caching)| caching.to_owned())
}

/// A line such as `PAT: [mem 0x000000ff80000000-0x000000ff80001000] write-combining`, whose last address is the first one behind.
fn entry(line: &str) -> Option<(Range<u64>, &str)> {
    let (range, caching) = line.strip_prefix("PAT: [mem ")?.split_once("] ")?;
    let (start, end) = range.split_once('-')?;
    let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).ok();
    Some((number(start)?..number(end)?, caching.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNELS: &str = "\
PAT memtype list:
PAT: [mem 0x00000000f4000000-0x00000000f8000000] uncached-minus
PAT: [mem 0x000000ff80000000-0x000000ff80001000] write-combining
PAT: [mem 0x000000ff80002000-0x000000ff80003000] write-back
";

    #[test]
    fn a_part_that_has_another_caching_is_found() {
        let (plain, combining) = (Caching::Uncached, Caching::WriteCombining);
        for (addresses, wanted, other) in [
            (0xf400_0000..=0xf7ff_ffff, plain, None),
            (0xf400_0000..=0xf7ff_ffff, combining, Some("uncached-minus")),
            (0xf7ff_f000..=0xf8ff_ffff, combining, Some("uncached-minus")),
            (0xff_8000_0000..=0xff_8000_0fff, combining, None),
            (0xff_8000_0000..=0xff_bfff_ffff, combining, Some("write-back")),
            (0xff_8000_0000..=0xff_8000_0fff, plain, Some("write-combining")),
            (0xff_8000_1000..=0xff_8000_1fff, plain, None),
            (0xff_8000_1000..=0xff_8000_1fff, combining, None),
        ] {
            let found = other_in(KERNELS, &addresses, wanted);
            assert_eq!(found.as_deref(), other, "{addresses:x?} {wanted:?}");
        }
        assert_eq!(other_in("nonsense\nPAT: [mem x-y] z\n", &(0..=u64::MAX), plain), None);
    }
}
