// SPDX-License-Identifier: Apache-2.0
//! The verilated card's C interface: mirrors of the structs in `sim/fby_shim.h`, and a handle that owns one
//! simulated card together with the library its code lives in.

use std::ffi::{CStr, CString, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;

use forebay_bus::CardError;
use libloading::Library;

use crate::error::RtlError;

/// Version of the interface this file mirrors (`FBY_SIM_ABI_VERSION`).
const ABI_VERSION: u32 = 4;

/// Bytes of one beat of the card's buses.
pub(crate) const BEAT_BYTES: usize = 64;
/// The same in the width of addresses within a burst.
pub(crate) const LINE_BYTES: u32 = 64;

/// Ports of the BARs.
pub(crate) const BARS: usize = 3;

/// Mirror of `fby_sim_bar_in`; see there for the meaning of every member.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct BarIn {
    pub(crate) w_data: [u8; BEAT_BYTES],
    pub(crate) ar_addr: u64,
    pub(crate) aw_addr: u64,
    pub(crate) w_strb: u64,
    pub(crate) ar_bytes: u16,
    pub(crate) aw_bytes: u16,
    pub(crate) ar_valid: u8,
    pub(crate) ar_len: u8,
    pub(crate) r_ready: u8,
    pub(crate) aw_valid: u8,
    pub(crate) aw_len: u8,
    pub(crate) w_valid: u8,
    pub(crate) w_last: u8,
    pub(crate) b_ready: u8,
    pub(crate) reserved: [u8; 4],
}

/// Mirror of `fby_sim_bar_out`.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct BarOut {
    pub(crate) r_data: [u8; BEAT_BYTES],
    pub(crate) ar_ready: u8,
    pub(crate) r_valid: u8,
    pub(crate) r_resp: u8,
    pub(crate) r_last: u8,
    pub(crate) aw_ready: u8,
    pub(crate) w_ready: u8,
    pub(crate) b_valid: u8,
    pub(crate) b_resp: u8,
}

/// Mirror of `fby_sim_in`; see there for the meaning of every member.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct SimIn {
    pub(crate) host_r_data: [u8; BEAT_BYTES],
    pub(crate) bar: [BarIn; BARS],
    pub(crate) rst: u8,
    pub(crate) host_ar_ready: u8,
    pub(crate) host_r_valid: u8,
    pub(crate) host_r_id: u8,
    pub(crate) host_r_resp: u8,
    pub(crate) host_r_last: u8,
    pub(crate) host_aw_ready: u8,
    pub(crate) host_w_ready: u8,
    pub(crate) host_b_valid: u8,
    pub(crate) host_b_id: u8,
    pub(crate) host_b_resp: u8,
    pub(crate) msix_ready: u8,
    pub(crate) rst_card: u8,
    pub(crate) reserved: [u8; 3],
}

/// Mirror of `fby_sim_out`.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct SimOut {
    pub(crate) host_w_data: [u8; BEAT_BYTES],
    pub(crate) bar: [BarOut; BARS],
    pub(crate) host_w_strb: u64,
    pub(crate) host_ar_addr: u64,
    pub(crate) host_aw_addr: u64,
    pub(crate) host_ar_bytes: u16,
    pub(crate) host_aw_bytes: u16,
    pub(crate) host_ar_valid: u8,
    pub(crate) host_ar_id: u8,
    pub(crate) host_ar_len: u8,
    pub(crate) host_ar_purpose: u8,
    pub(crate) host_ar_source: u8,
    pub(crate) host_r_ready: u8,
    pub(crate) host_aw_valid: u8,
    pub(crate) host_aw_id: u8,
    pub(crate) host_aw_len: u8,
    pub(crate) host_aw_purpose: u8,
    pub(crate) host_aw_source: u8,
    pub(crate) host_w_valid: u8,
    pub(crate) host_w_last: u8,
    pub(crate) host_b_ready: u8,
    pub(crate) msix_valid: u8,
    pub(crate) msix_vector: u8,
    pub(crate) busy: u8,
    pub(crate) reserved: [u8; 3],
}

impl Default for BarIn {
    fn default() -> Self {
        // SAFETY: integers and arrays of integers only; all zero is a value of each.
        unsafe { std::mem::zeroed() }
    }
}

impl Default for BarOut {
    fn default() -> Self {
        // SAFETY: integers and arrays of integers only; all zero is a value of each.
        unsafe { std::mem::zeroed() }
    }
}

impl Default for SimIn {
    fn default() -> Self {
        // SAFETY: integers and arrays of integers only; all zero is a value of each.
        unsafe { std::mem::zeroed() }
    }
}

impl Default for SimOut {
    fn default() -> Self {
        // SAFETY: as for `SimIn`.
        unsafe { std::mem::zeroed() }
    }
}

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

/// Refuses a library whose structs are laid out otherwise than ours.
fn check_layout(library: &Library, path: &Path) -> Result<(), RtlError> {
    let mismatch = |what| RtlError::LibraryMismatch { path: path.to_owned(), what };
    // SAFETY: the types are those of `sim/fby_shim.h`.
    let (version, sizes) = unsafe {
        let version: AbiVersion = symbol(library, path, c"fby_sim_abi_version")?;
        let sizes: StructSizes = symbol(library, path, c"fby_sim_struct_sizes")?;
        (version(), sizes())
    };
    if version != ABI_VERSION {
        return Err(mismatch(format!(
            "it speaks interface version {version}, this program {ABI_VERSION}"
        )));
    }
    let ours = size_of::<SimIn>() as u64 | (size_of::<SimOut>() as u64) << 32;
    if sizes != ours {
        return Err(mismatch(format!(
            "its interface structs have sizes {sizes:#x}, this program's {ours:#x}"
        )));
    }
    Ok(())
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

fn wave_c_string(file: &Path) -> Result<CString, CardError> {
    CString::new(file.as_os_str().as_bytes()).map_err(|_| CardError::Waveform {
        path: file.to_owned(),
        why: "the name has a zero byte in it; choose another".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_have_the_size_the_header_adds_up_to() {
        // A BAR: 64 data, 3 x 8 addresses and strobes, 2 x 2 byte counts, 12 bytes of signals; out: 64 data, 8 signals.
        assert_eq!((size_of::<BarIn>(), size_of::<BarOut>()), (104, 72));
        // 64 data, three BARs, 16 bytes of signals; out: 3 x 8 addresses and strobes and 2 x 2 byte counts with them.
        assert_eq!(size_of::<SimIn>(), 64 + 3 * 104 + 16);
        assert_eq!(size_of::<SimOut>(), 64 + 3 * 72 + 24 + 4 + 20);
    }
}
