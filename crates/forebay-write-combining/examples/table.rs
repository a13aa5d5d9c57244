// SPDX-License-Identifier: Apache-2.0
//! Prints the published table, what the model says of each cell, and our own copy beside it, as JSON:
//! `cargo run --release -p forebay-write-combining --example table`.

use forebay_write_combining::published::{FIRST_EDITION, PASSES, TABLE};
use forebay_write_combining::{Column, Processor, Run, Score, predict};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let processor = Processor::F1;
    let cells = predict(processor, &TABLE, PASSES)?;
    let first = predict(processor, &FIRST_EDITION, 1)?;
    let mut lines = Vec::new();
    for (bytes, figures) in TABLE {
        let run = Run::of(processor, Column::Lines, bytes, PASSES)?;
        let once = Run::of(processor, Column::Lines, bytes, 1)?;
        let best = figures.into_iter().fold(0.0, f64::max);
        lines.push(json!({
            "bytes": bytes, "rate": run.rate(), "best_published": best, "writes_a_pass": run.writes.map(|writes| writes / PASSES),
            "one_pass_rate": once.rate(),
        }));
    }
    let counted = |column| Run::of(processor, column, 64, 1).map(|run| run.writes);
    let record = json!({
        "modelled": true,
        "processor": processor,
        "scores": Score::of(&cells),
        "cells": cells,
        "lines": lines,
        "one_pass": { "scores": Score::of(&first), "cells": first },
        "writes_of_16_stores": { "uncached": counted(Column::Burst)?, "combined": counted(Column::BurstWc)? },
        "writes_of_1_mib": Run::of(processor, Column::Lines, 1 << 20, 1)?.writes,
    });
    println!("{}", serde_json::to_string_pretty(&record)?);
    Ok(())
}
