// SPDX-License-Identifier: Apache-2.0
//! What must be answered to requests whose answer depends on nothing that was done before.

use crate::common::*;

/// Size of a region that is a BAR.
pub(crate) const fn bar_bytes(region: u32) -> u64 {
    match region {
        BAR_USER => 64 << 20,
        BAR_DMA => 64 << 10,
        BAR_APERTURE => 1 << 30,
        _ => 0,
    }
}

/// What information must be answered.
pub(crate) fn info(command: u16, argsz: u32, index: u32) -> Result<Vec<u8>, u32> {
    let enough = argsz >= if command == GET_REGION_INFO { 32 } else { 16 };
    match (command, index) {
        _ if !enough => Err(EINVAL),
        (GET_INFO, _) => Ok(words(&[16, 3, 9, 5])),
        (GET_REGION_INFO, 0..9) => {
            let size = if index == CONFIG { 4096 } else { bar_bytes(index) };
            let flags = if size == 0 { 0 } else { 3 };
            let mut info = words(&[32, flags, index, 0]);
            info.extend([size, 0].map(u64::to_le_bytes).concat());
            Ok(info)
        }
        (GET_IRQ_INFO, 0..5) => {
            let count = irq_count(index);
            Ok(words(&[16, u32::from(count > 0), index, count]))
        }
        _ => Err(EINVAL),
    }
}

/// MSI-X has a vector for each channel and 16 more, and there is an error line.
const fn irq_count(index: u32) -> u32 {
    match index {
        2 => 24,
        3 => 1,
        _ => 0,
    }
}

/// Whether vectors must be taken: `fds` says how many descriptors come, and whether they are eventfds.
pub(crate) fn irqs_taken(
    flags: u32,
    index: u32,
    (start, count): (u32, u32),
    (fds, are_eventfds): (usize, bool),
) -> Result<(), u32> {
    let known = matches!(flags, 0x21 | 0x22 | 0x24) && index < 5;
    if !known || start + count > irq_count(index) {
        return Err(EINVAL);
    }
    let given = flags == 0x24 && fds > 0 && irq_count(index) > 0;
    if given && (fds != count as usize || !are_eventfds) { Err(EINVAL) } else { Ok(()) }
}
