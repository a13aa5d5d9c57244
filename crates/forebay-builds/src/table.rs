// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! The builds of the card table.

use forebay_regs::cards::layout;

use crate::Row;

pub(crate) const BUILDS: &[Row] = &[
    // DMA, streams, benchmarks of the engine.
    Row {
        name: "loopback",
        kind: 1,
        layout: &layout::XDMA,
        front_ends: 2,
        num_h2c: 4,
        num_c2h: 4,
        h2c_stream: 0b1100,
        c2h_stream: 0b1100,
        fifo_entries: 1024,
        option: 0,
        mem_bytes: 0x0400_0000,
    },
    // All channels memory-mapped, for scripts of drivers that know only such cards.
    Row {
        name: "loopback-mm",
        kind: 1,
        layout: &layout::XDMA,
        front_ends: 2,
        num_h2c: 4,
        num_c2h: 4,
        h2c_stream: 0b0000,
        c2h_stream: 0b0000,
        fifo_entries: 64,
        option: 0,
        mem_bytes: 0x0040_0000,
    },
    // All channels streams, for the same.
    Row {
        name: "loopback-st",
        kind: 1,
        layout: &layout::XDMA,
        front_ends: 1,
        num_h2c: 4,
        num_c2h: 4,
        h2c_stream: 0b1111,
        c2h_stream: 0b1111,
        fifo_entries: 1024,
        option: 0,
        mem_bytes: 0x0040_0000,
    },
    // As loopback, where a cloud card's shell lets it lie on its bus.
    Row {
        name: "loopback-shell",
        kind: 1,
        layout: &layout::SHELL,
        front_ends: 2,
        num_h2c: 4,
        num_c2h: 4,
        h2c_stream: 0b1100,
        c2h_stream: 0b1100,
        fifo_entries: 1024,
        option: 0,
        mem_bytes: 0x0400_0000,
    },
    // The main job: 20 windows.
    Row {
        name: "msm",
        kind: 2,
        layout: &layout::XDMA,
        front_ends: 1,
        num_h2c: 2,
        num_c2h: 2,
        h2c_stream: 0b0000,
        c2h_stream: 0b0010,
        fifo_entries: 4096,
        option: 0,
        mem_bytes: 0x0400_0000,
    },
    // The same core with 4 windows of 3 bits, for tests that look at every bucket.
    Row {
        name: "msm-toy",
        kind: 2,
        layout: &layout::XDMA,
        front_ends: 1,
        num_h2c: 2,
        num_c2h: 2,
        h2c_stream: 0b0000,
        c2h_stream: 0b0010,
        fifo_entries: 64,
        option: 1,
        mem_bytes: 0x0400_0000,
    },
    // As msm-toy, with the gates of its seven multipliers: one test that both are the same card.
    Row {
        name: "msm-gates",
        kind: 2,
        layout: &layout::XDMA,
        front_ends: 1,
        num_h2c: 2,
        num_c2h: 2,
        h2c_stream: 0b0000,
        c2h_stream: 0b0010,
        fifo_entries: 64,
        option: 1,
        mem_bytes: 0x0400_0000,
    },
    // What a consumer of two stream ports and of H2C streams sees.
    Row {
        name: "sink",
        kind: 3,
        layout: &layout::XDMA,
        front_ends: 2,
        num_h2c: 4,
        num_c2h: 4,
        h2c_stream: 0b1100,
        c2h_stream: 0b0000,
        fifo_entries: 1024,
        option: 0,
        mem_bytes: 0x0400_0000,
    },
];
