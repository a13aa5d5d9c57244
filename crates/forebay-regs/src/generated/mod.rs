// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! The generated modules, one per address map.

pub mod batch_desc;
pub mod batch_record;
pub mod c2h_result;
pub mod card;
pub mod cards;
pub mod desc;
pub mod fault;
pub mod interrupts;
pub mod plug;
pub mod poll_wb;
pub mod s2mm_record;
pub mod udma_window;
pub mod user;
pub mod xdma;
