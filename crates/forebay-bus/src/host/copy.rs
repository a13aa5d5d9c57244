// SPDX-License-Identifier: Apache-2.0
//! The copies between the card and memory that is lent to it.
//!
//! Memory behind a mapping may be changed by others at any time: a guest's processors, another process. So no
//! reference to it is ever formed; every copy goes through raw volatile accesses, the widest that fit, so that
//! an aligned word is never seen half written.
//!
//! Memory that may go altogether is copied by the kernel, which answers with an error where an access of our own
//! would end the process. It is slower, and the kernel makes no promise about words.

use std::ptr::NonNull;

/// The memory is not there, or not any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gone;

/// Copies out of memory that may go meanwhile; `out` may then be changed in part.
///
/// # Safety
/// As for [`load`], but for memory that is gone.
pub(super) unsafe fn try_load(from: NonNull<u8>, out: &mut [u8]) -> Result<(), Gone> {
    let (ours, theirs) = (part(out.as_mut_ptr(), out.len()), part(from.as_ptr(), out.len()));
    // SAFETY: one part each, `out` is as long as its part says; the other part the kernel checks.
    let copied = unsafe { libc::process_vm_readv(libc::getpid(), &ours, 1, &theirs, 1, 0) };
    if usize::try_from(copied) == Ok(out.len()) { Ok(()) } else { Err(Gone) }
}

/// Copies into memory that may go meanwhile; it may then be changed up to where it ends.
///
/// # Safety
/// As for [`store`], but for memory that is gone.
pub(super) unsafe fn try_store(to: NonNull<u8>, data: &[u8]) -> Result<(), Gone> {
    let ours = part(data.as_ptr().cast_mut(), data.len());
    let theirs = part(to.as_ptr(), data.len());
    // SAFETY: one part each; the kernel only reads ours, which is as long as it says, and checks the other.
    let copied = unsafe { libc::process_vm_writev(libc::getpid(), &ours, 1, &theirs, 1, 0) };
    if usize::try_from(copied) == Ok(data.len()) { Ok(()) } else { Err(Gone) }
}

fn part(base: *mut u8, len: usize) -> libc::iovec {
    libc::iovec { iov_base: base.cast(), iov_len: len }
}

/// Copies out of memory that others may write.
///
/// # Safety
/// `out.len()` bytes from `from` on must be readable, and no reference to them may exist.
pub(super) unsafe fn load(from: NonNull<u8>, out: &mut [u8]) {
    let mut done = 0;
    while done < out.len() {
        let rest = &mut out[done..];
        // SAFETY: done < len, the caller vouches for len bytes; the casts are to types as aligned as the
        // address was found to be.
        done += unsafe {
            let at = from.add(done);
            match widest(at, rest.len()) {
                8 => put(rest, at.cast::<u64>().read_volatile().to_ne_bytes()),
                4 => put(rest, at.cast::<u32>().read_volatile().to_ne_bytes()),
                _ => put(rest, [at.read_volatile()]),
            }
        };
    }
}

/// Copies into memory that others may read and write.
///
/// # Safety
/// `data.len()` bytes from `to` on must be writable, and no reference to them may exist.
pub(super) unsafe fn store(to: NonNull<u8>, data: &[u8]) {
    let mut done = 0;
    while done < data.len() {
        let rest = &data[done..];
        // SAFETY: as for `load`.
        done += unsafe {
            let at = to.add(done);
            match widest(at, rest.len()) {
                8 => {
                    at.cast::<u64>().write_volatile(u64::from_ne_bytes(take(rest)));
                    8
                }
                4 => {
                    at.cast::<u32>().write_volatile(u32::from_ne_bytes(take(rest)));
                    4
                }
                _ => {
                    at.write_volatile(rest[0]);
                    1
                }
            }
        };
    }
}

/// Size of the widest access that `at` is aligned for and that `left` bytes allow.
fn widest(at: NonNull<u8>, left: usize) -> usize {
    let fits = |size: usize| left >= size && at.addr().get().is_multiple_of(size);
    if fits(8) {
        8
    } else if fits(4) {
        4
    } else {
        1
    }
}

fn put<const N: usize>(out: &mut [u8], word: [u8; N]) -> usize {
    out[..N].copy_from_slice(&word);
    N
}

fn take<const N: usize>(data: &[u8]) -> [u8; N] {
    let mut word = [0; N];
    word.copy_from_slice(&data[..N]);
    word
}
