// SPDX-License-Identifier: Apache-2.0
//! Memory of the buffers of a capture.

use forebay_bus::Buffer;

use crate::ForebayError;
use crate::capture::{CaptureError, CaptureOptions};

/// The buffers, as long as an engine whose lengths have so many bits can fill them.
pub(super) fn buffers(
    options: &CaptureOptions,
    length_bits: u32,
) -> Result<Vec<Buffer>, ForebayError> {
    let CaptureOptions { buffers, bytes, .. } = *options;
    let multiple = CaptureOptions::MULTIPLE;
    let most = (1_u64 << length_bits.min(u32::BITS)).saturating_sub(u64::from(multiple));
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    if bytes == 0 || !bytes.is_multiple_of(multiple) || bytes > most {
        return Err(CaptureError::Length { bytes, most }.into());
    }
    // What is asked of the system is there when it is first written, or the program ends: what does not fit is to be refused here.
    let fits = installed() / u64::from(bytes);
    if u64::from(buffers) > fits {
        return Err(CaptureError::NoMemory { buffers, bytes, fits, of: bytes, source: None }.into());
    }
    let mut all = Vec::new();
    for _ in 0..buffers {
        match Buffer::new(bytes as usize) {
            Ok(buffer) => all.push(buffer),
            Err(source) => {
                let (fits, source) = (all.len() as u64, Some(source));
                return Err(
                    CaptureError::NoMemory { buffers, bytes, fits, of: bytes, source }.into()
                );
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
