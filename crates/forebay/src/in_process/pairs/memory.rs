// SPDX-License-Identifier: Apache-2.0
//! Memory of the buffers of an engine.

use forebay_bus::{Buffer, CardError};

/// Why there are no such buffers.
#[derive(Debug)]
pub(in super::super) enum Unfit {
    /// Their length; the most bytes of one.
    Length { bytes: u32, most: u32 },
    /// How many would fit, and the system's reason where it was asked.
    NoMemory { buffers: u32, bytes: u32, fits: u64, source: Option<CardError> },
}

/// A buffer takes whole pages, which have so many bytes or more.
const PAGE_BYTES: u64 = 4096;

/// So many buffers of so many bytes, a multiple of those of a beat, and as long as an engine whose lengths have so many bits can take them.
pub(in super::super) fn buffers(
    (buffers, bytes): (u32, u32),
    multiple: u32,
    length_bits: u32,
) -> Result<Vec<Buffer>, Unfit> {
    let most = (1_u64 << length_bits.min(u32::BITS)).saturating_sub(u64::from(multiple));
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    if bytes == 0 || !bytes.is_multiple_of(multiple) || bytes > most {
        return Err(Unfit::Length { bytes, most });
    }
    // What is asked of the system is there when it is first written, or the program ends: what does not fit is to be refused here.
    let fits = installed() / u64::from(bytes).next_multiple_of(PAGE_BYTES);
    if u64::from(buffers) > fits {
        return Err(Unfit::NoMemory { buffers, bytes, fits, source: None });
    }
    let mut all = Vec::new();
    for _ in 0..buffers {
        match Buffer::new(bytes as usize) {
            Ok(buffer) => all.push(buffer),
            Err(source) => {
                let (fits, source) = (all.len() as u64, Some(source));
                return Err(Unfit::NoMemory { buffers, bytes, fits, source });
            }
        }
    }
    Ok(all)
}

/// Bytes of memory that the machine has.
fn installed() -> u64 {
    let system = rustix::system::sysinfo();
    system.totalram.saturating_mul(u64::from(system.mem_unit))
}
