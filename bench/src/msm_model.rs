// SPDX-License-Identifier: Apache-2.0
//! Multiplications that are too large to be done, by the native card's model of cycles alone.

use std::error::Error;
use std::time::Instant;

use clap::Parser;
use forebay::{Bar, Device};
use forebay_card_fast::models::{EngineCycles, engine_cycles};
use forebay_msm::passes::{Correction, Geometry, PassPlan, WINDOW_BITS};
use forebay_msm_client::Msm;
use forebay_regs::user::{self, msm};
use serde::Serialize;

/// What to measure.
#[derive(Debug, Parser)]
pub(crate) struct Args {
    /// Cards, separated by commas: what they are made of counts, and not the room of their memory
    #[arg(long, value_delimiter = ',', default_value = "fast:msm,fast:msm1")]
    card: Vec<String>,
    /// Numbers of points as powers of two, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "18,20,22,24,26")]
    log_points: Vec<u32>,
}

/// A multiplication, points in the card's memory; windows as the library chooses them.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    card: String,
    adders: usize,
    points: usize,
    fold: bool,
    windows: usize,
    passes: usize,
    cycles: u64,
    cycles_a_point: f64,
    ms_at_250_mhz: f64,
    additions: u64,
    /// Cycles of an adder on average, for each point.
    fill_cycles_a_point: f64,
    /// Cycles of all adders.
    summing: u64,
    model_seconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for card in &args.card {
        let device = Device::open(card)?;
        let made_of = Geometry { records: usize::MAX >> 1, ..*Msm::new(&device)?.geometry() };
        let word = device.read32(Bar::User, user::MSM.base() + msm::GEOMETRY)?;
        let banks = msm::geometry::BANKS.get(word) as usize;
        for bits in &args.log_points {
            rows.push(row(card, &made_of, banks, 1 << bits)?);
        }
    }
    Ok(rows)
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn row(card: &str, made_of: &Geometry, banks: usize, points: usize) -> Result<Row, Box<dyn Error>> {
    let plan = PassPlan::choose_for(made_of, &[points], Some(Correction::Known), WINDOW_BITS)?;
    let began = Instant::now();
    let EngineCycles { active, additions, fill, reduce, .. } =
        engine_cycles(made_of, banks, &plan, points);
    Ok(Row {
        card: card.into(),
        adders: made_of.adders,
        points,
        fold: plan.preparation().fold,
        windows: plan.of_scalars().count(),
        passes: plan.passes().len(),
        cycles: active,
        cycles_a_point: active as f64 / points as f64,
        ms_at_250_mhz: active as f64 / 250e3,
        additions,
        fill_cycles_a_point: fill as f64 / (made_of.adders * points) as f64,
        summing: reduce,
        model_seconds: began.elapsed().as_secs_f64(),
    })
}
