// SPDX-License-Identifier: Apache-2.0
//! The functions of a verilated card's C interface (`sim/fby_shim.h`): a handle that owns one simulated card together with the
//! library its code lives in.

use std::ffi::{CStr, CString, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;

use forebay_bus::CardError;
use libloading::Library;

use crate::error::RtlError;
use crate::structs::{ABI_VERSION, SimIn, SimOut};

/// The library's `fby_sim`, never looked into.
#[repr(C)]
struct RawSim {
    _opaque: [u8; 0],
}

type AbiVersion = unsafe extern "C" fn() -> u32;
type StructSizes = unsafe extern "C" fn() -> u64;
type HasWaves = unsafe extern "C" fn() -> u32;
type New = unsafe extern "C" fn(*const c_char) -> *mut RawSim;
type Free = unsafe extern "C" fn(*mut RawSim);
type Cycle = unsafe extern "C" fn(*mut RawSim, *const SimIn, *mut SimOut) -> i32;
type Failure = unsafe extern "C" fn(*const RawSim) -> *const c_char;

/// One simulated card.
pub(crate) struct Sim {
    raw: NonNull<RawSim>,
    cycle: Cycle,
    free: Free,
    failure: Failure,
    // Dropped last (fields drop in order, and `Drop` runs before them): the code behind the pointers.
    _library: Library,
}

// SAFETY: the shim keeps no state outside the `fby_sim` except a thread-local pointer that it sets and clears
// within each call, so a card may move to another thread between calls. It is not `Sync`: calls take `&mut`.
unsafe impl Send for Sim {}

/// One function of the library, by name.
///
/// # Safety
/// `T` must be the type that `sim/fby_shim.h` declares for `name`.
unsafe fn symbol<T: Copy>(library: &Library, path: &Path, name: &CStr) -> Result<T, RtlError> {
    // SAFETY: handed on to the caller.
    let found = unsafe { library.get::<T>(name.to_bytes_with_nul()) };
    found.map(|function| *function).map_err(|_| RtlError::LibraryMismatch {
        path: path.to_owned(),
        what: format!("it has no function {}", name.to_string_lossy()),
    })
}

/// Sizes of both structs as `fby_sim_struct_sizes` gives them.
const STRUCT_SIZES: u64 = size_of::<SimIn>() as u64 | (size_of::<SimOut>() as u64) << 32;

/// Refuses a library whose structs are laid out otherwise than ours.
fn check_layout(library: &Library, path: &Path) -> Result<(), RtlError> {
    // SAFETY: the types are those of `sim/fby_shim.h`.
    let (version, sizes) = unsafe {
        let version: AbiVersion = symbol(library, path, c"fby_sim_abi_version")?;
        let sizes: StructSizes = symbol(library, path, c"fby_sim_struct_sizes")?;
        (version(), sizes())
    };
    match layout_mismatch(version, sizes) {
        Some(what) => Err(RtlError::LibraryMismatch { path: path.to_owned(), what }),
        None => Ok(()),
    }
}

/// What is wrong with a library of this version of the interface and with structs of these sizes, if anything.
fn layout_mismatch(version: u32, sizes: u64) -> Option<String> {
    if version != ABI_VERSION {
        return Some(format!("it speaks interface version {version}, this program {ABI_VERSION}"));
    }
    (sizes != STRUCT_SIZES).then(|| {
        format!("its interface structs have sizes {sizes:#x}, this program's {STRUCT_SIZES:#x}")
    })
}

/// Refuses a waveform of a library that was built without.
fn check_waves(library: &Library, path: &Path, file: &Path) -> Result<(), CardError> {
    // SAFETY: the type is that of `sim/fby_shim.h`.
    let has = unsafe { symbol::<HasWaves>(library, path, c"fby_sim_has_waves")?() };
    if has != 0 {
        return Ok(());
    }
    let build = path.parent().and_then(Path::file_name).unwrap_or_default().display();
    let why = format!(
        "the card `{build}` was built without waveforms; `make -C sim {build} WAVES={build}` builds it with them"
    );
    Err(CardError::Waveform { path: file.to_owned(), why })
}

impl Sim {
    /// Loads the library at `path` and makes a card; `wave` names a waveform file to write.
    pub(crate) fn open(path: &Path, wave: Option<&Path>) -> Result<Self, CardError> {
        // SAFETY: the library is one of our own builds; its initialisers only set up the C++ runtime.
        let library = unsafe { Library::new(path) }
            .map_err(|source| RtlError::LibraryLoad { path: path.to_owned(), source })?;
        check_layout(&library, path)?;
        if let Some(file) = wave {
            check_waves(&library, path, file)?;
            check_replaceable(file)?;
        }
        let wave_name = wave.map(wave_c_string).transpose()?;
        let wave_pointer = wave_name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr());
        // SAFETY: the types are those of `sim/fby_shim.h`, whose version was just checked; the name lives
        // until after the call.
        let (raw, cycle, free, failure) = unsafe {
            let new: New = symbol(&library, path, c"fby_sim_new")?;
            let cycle: Cycle = symbol(&library, path, c"fby_sim_cycle")?;
            let free: Free = symbol(&library, path, c"fby_sim_free")?;
            let failure: Failure = symbol(&library, path, c"fby_sim_failure")?;
            (new(wave_pointer), cycle, free, failure)
        };
        let raw = NonNull::new(raw).ok_or_else(|| match wave {
            Some(file) => CardError::Waveform {
                path: file.to_owned(),
                why: "cannot be written; choose a directory that exists and is writable".to_owned(),
            },
            None => RtlError::LibraryMismatch {
                path: path.to_owned(),
                what: "it could not make a card".to_owned(),
            }
            .into(),
        })?;
        Ok(Self { raw, cycle, free, failure, _library: library })
    }

    /// One clock cycle. An error is the text of what ended the simulation.
    pub(crate) fn cycle(&mut self, input: &SimIn, output: &mut SimOut) -> Result<(), String> {
        // SAFETY: `raw` is alive until drop, and both structs have the layout that `open` checked.
        let ended = unsafe { (self.cycle)(self.raw.as_ptr(), input, output) };
        if ended == 0 {
            return Ok(());
        }
        // SAFETY: the text lives until `fby_sim_free`, and is copied here.
        let text = unsafe { CStr::from_ptr((self.failure)(self.raw.as_ptr())) };
        Err(text.to_string_lossy().into_owned())
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        // SAFETY: `raw` came from `fby_sim_new` and is freed once.
        unsafe { (self.free)(self.raw.as_ptr()) };
    }
}

/// Refuses what is there and is no file: the simulator's writer removes what has the name before it makes its own, a device too.
fn check_replaceable(file: &Path) -> Result<(), CardError> {
    match file.symlink_metadata() {
        Ok(there) if !there.is_file() && !there.is_symlink() => Err(CardError::Waveform {
            path: file.to_owned(),
            why: "is no file and would be replaced by one; choose another name".to_owned(),
        }),
        _ => Ok(()),
    }
}

fn wave_c_string(file: &Path) -> Result<CString, CardError> {
    CString::new(file.as_os_str().as_bytes()).map_err(|_| CardError::Waveform {
        path: file.to_owned(),
        why: "the name has a zero byte in it; choose another".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn a_waveform_replaces_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        let [file, socket, link, new] =
            ["file", "socket", "link", "new"].map(|name| folder.path().join(name));
        std::fs::write(&file, "a waveform").unwrap();
        let _listens = UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink(&socket, &link).unwrap();
        for path in [&file, &link, &new] {
            check_replaceable(path).unwrap();
        }
        for path in [&*socket, folder.path()] {
            let text = check_replaceable(path).unwrap_err().to_string();
            assert!(
                text.contains(&*path.to_string_lossy()) && text.contains("is no file"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_library_of_another_interface_is_refused_by_its_version() {
        assert_eq!(layout_mismatch(ABI_VERSION, STRUCT_SIZES), None);
        let older = layout_mismatch(ABI_VERSION - 1, STRUCT_SIZES).expect("another version");
        assert_eq!(older, "it speaks interface version 4, this program 5");
        let longer = layout_mismatch(ABI_VERSION, STRUCT_SIZES + 8).expect("other structs");
        assert_eq!(
            longer,
            "its interface structs have sizes 0x180000001c8, this program's 0x180000001c0"
        );
    }
}
