// SPDX-License-Identifier: Apache-2.0
//! The plans that have a name.

use forebay_bus::LinkParams;
use forebay_host_model::{
    Completion, FITTED_TASKS, FlowParams, Load, Pattern, Profile, Scenario, Time, validate,
};

use crate::{Cell, Plan};

const PATTERNS: [Pattern; 4] = [
    Pattern::ScalarsThenPoints,
    Pattern::Alternate,
    Pattern::TwoThreadsBarrier,
    Pattern::TwoThreads,
];
const COMPLETIONS: [Completion; 2] = [Completion::Interrupt, Completion::Poll];
const CHUNKS: [u64; 6] = [128, 256, 512, 1024, 2048, 4096];
const DEPTHS: [u64; 2] = [1024, 4096];
const TASKS: [u32; 2] = [0, FITTED_TASKS];
/// Chunks of the second subject.
const MSM_CHUNKS: [u64; 2] = [256, 1024];
/// Chunk of the better way.
const LIST_CHUNK: u64 = 512;
/// Bytes of a scalar and of a point of this project's MSM core.
const MSM_ELEMENT_BYTES: [u64; 2] = [32, 144];
/// That core takes a pair in 20 cycles of 4 ns, a window a cycle.
const MSM_PAIR: Time = Time::from_ns(80);

/// Bytes of a call in the sweep of sizes: from 64 to 4 MiB, each twice the one before.
const LEAST_CALL: u64 = 64;
const CALL_SIZES: u32 = 17;
/// Calls of a thread in one of its runs.
const CALLS: u64 = 100;

impl Plan {
    /// Runs of a cell of the published experiment.
    pub const F1_RUNS: u64 = validate::RUNS;
    /// Runs of a cell of the sweep of sizes.
    pub const DMA_RUNS: u64 = 10;
    /// The subject with the point format of this project's MSM core.
    pub const MSM: &'static str = "msm";
    /// The subject that sends one list.
    pub const LIST: &'static str = "list";

    /// Every setting of the published experiment on AWS F1: 2^20 pairs through the vendor's driver and shell. Behind them fewer settings
    /// with the elements and the rate of this project's MSM core on that shell, and the better way: one list by a library with the card in
    /// its own process.
    #[must_use]
    pub fn f1(runs: u64, seed: u64) -> Self {
        let mut cells = Vec::new();
        for pattern in PATTERNS {
            for depth in DEPTHS {
                for tasks in TASKS {
                    for (chunk, aligned) in
                        CHUNKS.into_iter().flat_map(|chunk| [(chunk, false), (chunk, true)])
                    {
                        for completion in COMPLETIONS {
                            let scenario = Scenario::published(pattern, completion, chunk, depth);
                            let scenario = Scenario { aligned, ..loaded(scenario, tasks) };
                            cells.push(Cell::new(scenario, runs));
                        }
                    }
                }
            }
        }
        cells.extend(msm(runs));
        cells.extend(list(runs));
        for cell in &mut cells {
            cell.scenario.seed = seed.wrapping_mul(runs);
        }
        Self { name: "f1".into(), cells }
    }

    /// Calls of 64 bytes to 4 MiB on 1 to 4 channels at once, each with a thread, to memory of the card: the vendor's driver on the shell
    /// of F1, and the driver and the library of this project on its card.
    #[must_use]
    pub fn dma(runs: u64, seed: u64) -> Self {
        let ours = || FlowParams::forebay(&LinkParams::default(), 1);
        let hosts = [
            (Profile::stock_xdma(), FlowParams::f1_shell()),
            (Profile::forebay(), ours()),
            (Profile::in_process(), ours()),
        ];
        let mut cells = Vec::new();
        for (profile, card) in hosts {
            for channels in 1..=4 {
                for completion in COMPLETIONS {
                    for bytes in (0..CALL_SIZES).map(|size| LEAST_CALL << size) {
                        // With fixed prices threads that begin together march together for ever, which no machine lets them do.
                        let costs = profile.costs.clone().exponential();
                        let scenario = Scenario {
                            pairs: bytes * CALLS,
                            profile: Profile { costs, ..profile.clone() },
                            card: card.clone(),
                            seed: seed.wrapping_mul(runs),
                            ..Scenario::published(Pattern::Memory(channels), completion, bytes, 1)
                        };
                        cells.push(Cell::of(profile.name, scenario, runs));
                    }
                }
            }
        }
        Self { name: "dma".into(), cells }
    }
}

fn loaded(scenario: Scenario, tasks: u32) -> Scenario {
    let profile = Profile { load: Load::of(tasks), ..scenario.profile };
    Scenario { profile, ..scenario }
}

fn msm(runs: u64) -> Vec<Cell> {
    let mut cells = Vec::new();
    for pattern in PATTERNS {
        for depth in DEPTHS {
            for tasks in TASKS {
                for chunk in MSM_CHUNKS {
                    for completion in COMPLETIONS {
                        let scenario = Scenario::published(pattern, completion, chunk, depth);
                        let card = FlowParams {
                            element_bytes: MSM_ELEMENT_BYTES,
                            pair: MSM_PAIR,
                            ..scenario.card.clone()
                        };
                        let scenario = Scenario { card, ..loaded(scenario, tasks) };
                        cells.push(Cell::of(Plan::MSM, scenario, runs));
                    }
                }
            }
        }
    }
    cells
}

fn list(runs: u64) -> Vec<Cell> {
    let mut cells = Vec::new();
    for tasks in TASKS {
        for completion in COMPLETIONS {
            let scenario = Scenario::published(Pattern::OneList, completion, LIST_CHUNK, DEPTHS[0]);
            let scenario = Scenario { profile: Profile::in_process(), worked: true, ..scenario };
            cells.push(Cell::of(Plan::LIST, loaded(scenario, tasks), runs));
        }
    }
    cells
}
