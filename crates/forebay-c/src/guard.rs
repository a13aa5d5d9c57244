// SPDX-License-Identifier: Apache-2.0
//! Between C and the library: no panic gets out, and a failure leaves its words.

use std::panic::{AssertUnwindSafe, catch_unwind};

use forebay::ForebayError;

use crate::Status;
use crate::status::keep;

/// Why a call has not done what it should.
pub(crate) enum Failure {
    /// A pointer is NULL that must not be, or a value makes no sense.
    Argument(String),
    Library(ForebayError),
}

impl From<ForebayError> for Failure {
    fn from(error: ForebayError) -> Self {
        Self::Library(error)
    }
}

/// Runs what a call is to do.
pub(crate) fn call(work: impl FnOnce() -> Result<Status, Failure>) -> Status {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(status)) => status,
        Ok(Err(Failure::Argument(words))) => {
            keep(words);
            Status::Argument
        }
        Ok(Err(Failure::Library(error))) => {
            let status = Status::of(&error);
            keep(error.to_string());
            status
        }
        Err(_) => {
            keep("the library broke, which is a defect of it: close what is open".into());
            Status::Broken
        }
    }
}

/// What a pointer of the caller points to.
///
/// # Safety
/// It is NULL, or points to a valid `T` that nobody writes to for `'a`.
pub(crate) unsafe fn given<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: by the caller.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// Where the caller wants an answer.
///
/// # Safety
/// It is NULL, or points to room for a `T`.
pub(crate) unsafe fn put<T>(pointer: *mut T, name: &str, value: T) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: by the caller.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Where the caller wants a handle: NULL at first, so that none is left there by a call that fails.
///
/// # Safety
/// As [`put`].
pub(crate) unsafe fn clear<T>(pointer: *mut *mut T, name: &str) -> Result<(), Failure> {
    // SAFETY: by the caller.
    unsafe { put(pointer, name, std::ptr::null_mut()) }
}

/// Ends a handle; NULL is none.
///
/// # Safety
/// It came from a `Box` of this library, and nobody uses it any more.
pub(crate) unsafe fn end<T>(handle: *mut T) {
    if handle.is_null() {
        return;
    }
    // SAFETY: by the caller.
    let boxed = unsafe { Box::from_raw(handle) };
    // What goes wrong at an end has nobody to be told.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(boxed)));
}

pub(crate) fn null(name: &str) -> Failure {
    Failure::Argument(format!("{name} is NULL; give a pointer"))
}
