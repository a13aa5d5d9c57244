// SPDX-License-Identifier: Apache-2.0
//! Cards.

use std::ffi::{CStr, c_char};

use forebay::Device;

use crate::Status;
use crate::guard::{Failure, call, clear, end, given, put};

/// Opens a card: `/dev/forebay0` behind its driver, or one in this process such as `fast:radio`, `paced:radio` (by the wall's clock) or `rtl:radio`.
///
/// # Safety
/// `spec` is a string that ends with a zero; `device` has room for a pointer, which `forebay_close` ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_open(spec: *const c_char, device: *mut *mut Device) -> Status {
    call(|| {
        // SAFETY: by the caller.
        unsafe { clear(device, "device") }?;
        // SAFETY: it is not NULL here, and a string by the caller.
        let spec = unsafe { CStr::from_ptr(given(spec, "spec")?) };
        let spec = spec.to_str().map_err(|_| {
            Failure::Argument(
                "the name of the card is not UTF-8; give one such as fast:radio".into(),
            )
        })?;
        let opened = Box::into_raw(Box::new(Device::open(spec)?));
        // SAFETY: by the caller.
        unsafe { put(device, "device", opened) }?;
        Ok(Status::Ok)
    })
}

/// Lets a card go. Captures of it live on. NULL is none.
///
/// # Safety
/// `device` came from `forebay_open`, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forebay_close(device: *mut Device) {
    // SAFETY: by the caller.
    unsafe { end(device) };
}
