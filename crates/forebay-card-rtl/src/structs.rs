// SPDX-License-Identifier: Apache-2.0
// Generated from sim/fby_sim_pkg.sv by `python scripts/sim_structs.py`; edit that instead.
//! What goes in and out of a verilated card in a cycle: the structs of `sim/fby_shim.h`.

use std::mem::offset_of;

/// Raised with every change of a struct here or of a function of `fby_shim.h`.
pub(crate) const ABI_VERSION: u32 = 5;
/// Bytes of one beat of the card's buses.
pub(crate) const BEAT_BYTES: usize = 64;
/// Ports of the BARs: registers of the user BAR, those of the DMA BAR, the aperture.
pub(crate) const BARS: usize = 3;

/// What the outside drives at one BAR; addresses are offsets in it.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct BarIn {
    pub(crate) w_data: [u8; 64],
    pub(crate) ar_addr: u64,
    pub(crate) aw_addr: u64,
    pub(crate) w_strb: u64,
    /// Exact bytes wanted, 1 to 4096.
    pub(crate) ar_bytes: u16,
    pub(crate) aw_bytes: u16,
    pub(crate) ar_valid: u8,
    /// Beats less one.
    pub(crate) ar_len: u8,
    pub(crate) r_ready: u8,
    pub(crate) aw_valid: u8,
    pub(crate) aw_len: u8,
    pub(crate) w_valid: u8,
    pub(crate) w_last: u8,
    pub(crate) b_ready: u8,
    pub(crate) reserved: u32,
}

const _: () = {
    assert!(offset_of!(BarIn, w_data) == 0);
    assert!(offset_of!(BarIn, ar_addr) == 64);
    assert!(offset_of!(BarIn, aw_addr) == 72);
    assert!(offset_of!(BarIn, w_strb) == 80);
    assert!(offset_of!(BarIn, ar_bytes) == 88);
    assert!(offset_of!(BarIn, aw_bytes) == 90);
    assert!(offset_of!(BarIn, ar_valid) == 92);
    assert!(offset_of!(BarIn, ar_len) == 93);
    assert!(offset_of!(BarIn, r_ready) == 94);
    assert!(offset_of!(BarIn, aw_valid) == 95);
    assert!(offset_of!(BarIn, aw_len) == 96);
    assert!(offset_of!(BarIn, w_valid) == 97);
    assert!(offset_of!(BarIn, w_last) == 98);
    assert!(offset_of!(BarIn, b_ready) == 99);
    assert!(offset_of!(BarIn, reserved) == 100);
    assert!(size_of::<BarIn>() == 104);
};

impl Default for BarIn {
    fn default() -> Self {
        // SAFETY: integers and arrays of integers only; all zero is a value of each.
        unsafe { std::mem::zeroed() }
    }
}

/// What the card drives there.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct BarOut {
    pub(crate) r_data: [u8; 64],
    pub(crate) ar_ready: u8,
    pub(crate) r_valid: u8,
    pub(crate) r_resp: u8,
    pub(crate) r_last: u8,
    pub(crate) aw_ready: u8,
    pub(crate) w_ready: u8,
    pub(crate) b_valid: u8,
    pub(crate) b_resp: u8,
}

const _: () = {
    assert!(offset_of!(BarOut, r_data) == 0);
    assert!(offset_of!(BarOut, ar_ready) == 64);
    assert!(offset_of!(BarOut, r_valid) == 65);
    assert!(offset_of!(BarOut, r_resp) == 66);
    assert!(offset_of!(BarOut, r_last) == 67);
    assert!(offset_of!(BarOut, aw_ready) == 68);
    assert!(offset_of!(BarOut, w_ready) == 69);
    assert!(offset_of!(BarOut, b_valid) == 70);
    assert!(offset_of!(BarOut, b_resp) == 71);
    assert!(size_of::<BarOut>() == 72);
};

impl Default for BarOut {
    fn default() -> Self {
        // SAFETY: integers and arrays of integers only; all zero is a value of each.
        unsafe { std::mem::zeroed() }
    }
}

/// What the outside drives in a cycle. A channel is offered with its valid byte, accepted with its ready byte; the payload of
/// a channel that is not valid is ignored.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct SimIn {
    pub(crate) host_r_data: [u8; 64],
    pub(crate) bar: [BarIn; 3],
    /// 1 holds bus and card in reset.
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
    /// 1 holds the card in reset, and not the bus.
    pub(crate) rst_card: u8,
    pub(crate) reserved: [u8; 59],
}

const _: () = {
    assert!(offset_of!(SimIn, host_r_data) == 0);
    assert!(offset_of!(SimIn, bar) == 64);
    assert!(offset_of!(SimIn, rst) == 376);
    assert!(offset_of!(SimIn, host_ar_ready) == 377);
    assert!(offset_of!(SimIn, host_r_valid) == 378);
    assert!(offset_of!(SimIn, host_r_id) == 379);
    assert!(offset_of!(SimIn, host_r_resp) == 380);
    assert!(offset_of!(SimIn, host_r_last) == 381);
    assert!(offset_of!(SimIn, host_aw_ready) == 382);
    assert!(offset_of!(SimIn, host_w_ready) == 383);
    assert!(offset_of!(SimIn, host_b_valid) == 384);
    assert!(offset_of!(SimIn, host_b_id) == 385);
    assert!(offset_of!(SimIn, host_b_resp) == 386);
    assert!(offset_of!(SimIn, msix_ready) == 387);
    assert!(offset_of!(SimIn, rst_card) == 388);
    assert!(offset_of!(SimIn, reserved) == 389);
    assert!(size_of::<SimIn>() == 448);
};

impl Default for SimIn {
    fn default() -> Self {
        // SAFETY: integers and arrays of integers only; all zero is a value of each.
        unsafe { std::mem::zeroed() }
    }
}

/// What the card drove in the same cycle, sampled just before the rising clock edge. A handshake happened exactly when valid and
/// ready of one channel were both 1 in the same call. A payload means something only while its valid is 1.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct SimOut {
    pub(crate) host_w_data: [u8; 64],
    pub(crate) bar: [BarOut; 3],
    pub(crate) host_w_strb: u64,
    pub(crate) host_ar_addr: u64,
    pub(crate) host_aw_addr: u64,
    pub(crate) host_ar_bytes: u16,
    pub(crate) host_aw_bytes: u16,
    pub(crate) host_ar_valid: u8,
    pub(crate) host_ar_id: u8,
    pub(crate) host_ar_len: u8,
    /// One of `card_purpose_e` in regs/card.rdl.
    pub(crate) host_ar_purpose: u8,
    /// Number of the front end that asked.
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
    /// 0: no register, stream or host-side activity is under way.
    pub(crate) busy: u8,
    pub(crate) reserved: [u8; 59],
}

const _: () = {
    assert!(offset_of!(SimOut, host_w_data) == 0);
    assert!(offset_of!(SimOut, bar) == 64);
    assert!(offset_of!(SimOut, host_w_strb) == 280);
    assert!(offset_of!(SimOut, host_ar_addr) == 288);
    assert!(offset_of!(SimOut, host_aw_addr) == 296);
    assert!(offset_of!(SimOut, host_ar_bytes) == 304);
    assert!(offset_of!(SimOut, host_aw_bytes) == 306);
    assert!(offset_of!(SimOut, host_ar_valid) == 308);
    assert!(offset_of!(SimOut, host_ar_id) == 309);
    assert!(offset_of!(SimOut, host_ar_len) == 310);
    assert!(offset_of!(SimOut, host_ar_purpose) == 311);
    assert!(offset_of!(SimOut, host_ar_source) == 312);
    assert!(offset_of!(SimOut, host_r_ready) == 313);
    assert!(offset_of!(SimOut, host_aw_valid) == 314);
    assert!(offset_of!(SimOut, host_aw_id) == 315);
    assert!(offset_of!(SimOut, host_aw_len) == 316);
    assert!(offset_of!(SimOut, host_aw_purpose) == 317);
    assert!(offset_of!(SimOut, host_aw_source) == 318);
    assert!(offset_of!(SimOut, host_w_valid) == 319);
    assert!(offset_of!(SimOut, host_w_last) == 320);
    assert!(offset_of!(SimOut, host_b_ready) == 321);
    assert!(offset_of!(SimOut, msix_valid) == 322);
    assert!(offset_of!(SimOut, msix_vector) == 323);
    assert!(offset_of!(SimOut, busy) == 324);
    assert!(offset_of!(SimOut, reserved) == 325);
    assert!(size_of::<SimOut>() == 384);
};

impl Default for SimOut {
    fn default() -> Self {
        // SAFETY: integers and arrays of integers only; all zero is a value of each.
        unsafe { std::mem::zeroed() }
    }
}
