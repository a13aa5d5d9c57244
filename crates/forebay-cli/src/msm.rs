// SPDX-License-Identifier: Apache-2.0
//! `forebay msm`.

mod input;
mod output;

use std::time::Instant;

use forebay::{Device, OpenOptions};
use forebay_msm::{G1Affine, Scalar, witness};
use forebay_msm_client::{Bases, Msm, MsmReport};

use self::input::Input;
use self::output::{Done, MsmOutput};
use crate::args::MsmArgs;
use crate::error::CliError;
use crate::{card_name, output as print, progress};

/// What to do about a wrong result.
const OF_CHECKED_POINTS: &str =
    "run again, and with --scalar-mode plain; if it differs each time report points and scalars";
const OF_ANY_POINTS: &str = "nobody has checked the points: run again without --trust-points";

pub(crate) fn run(args: &MsmArgs) -> Result<(), CliError> {
    let began = Instant::now();
    let input = progress::during("reading and checking", None, || Input::read(args))?;
    let batch = input.batch()?;
    let card = card_name::spec(&args.card, "msm");
    let (wave, patience) = (args.wave.clone(), card_name::patience());
    let options = OpenOptions { wave, patience, ..OpenOptions::default() };
    let device = Device::open_with(&card, &options)?;
    let mut msm = Msm::new(&device)?.with_window_bits(args.window_bits)?;
    if let Some(mode) = args.scalar_mode {
        msm = msm.in_mode(mode);
    }
    // The input has been checked, or is trusted.
    let bases = progress::during("preparing points", None, || msm.bases_unchecked(&input.points))?;
    let times = batch.len().saturating_mul(args.repeat.get()) as u64;
    let expected = msm.expected_cycles(input.points.len()).saturating_mul(times);
    let card_began = Instant::now();
    let cycles = device.cycles();
    let (results, reports) =
        progress::during("computing", Some(progress::Done::cycles(&cycles, expected)), || {
            repeat(&msm, &bases, &batch, args.repeat.get())
        })?;
    let card_seconds = card_began.elapsed().as_secs_f64();
    let wall_seconds = began.elapsed().as_secs_f64();
    let verified = verify(args, &input.points, &batch, &results)?;
    let modelled = device.identity().modelled;
    let link_modelled = !modelled && !card_name::is_node(&card);
    let done = Done {
        card,
        modelled,
        link_modelled,
        wall_seconds,
        card_seconds,
        verified,
        results,
        reports,
    };
    let output = MsmOutput::new(done);
    if args.json { print::json(&output) } else { print::text(&output.text()) }
}

/// Does the batch that often; all give the same points.
fn repeat(
    msm: &Msm,
    bases: &Bases,
    batch: &[&[Scalar]],
    times: usize,
) -> Result<(Vec<G1Affine>, Vec<MsmReport>), CliError> {
    let (results, report) = msm.run_batch(bases, batch)?;
    let mut reports = vec![report];
    for repeat in 1..times {
        let (again, report) = msm.run_batch(bases, batch)?;
        if let Some(index) = results.iter().zip(&again).position(|(first, now)| first != now) {
            let [card, first] = [&again, &results].map(|points| print::point(&points[index]));
            return Err(CliError::Unsteady { repeat, index, card, first });
        }
        reports.push(report);
    }
    Ok((results, reports))
}

/// Each multiplication of the batch against arkworks.
fn verify(
    args: &MsmArgs,
    points: &[G1Affine],
    batch: &[&[Scalar]],
    results: &[G1Affine],
) -> Result<Option<bool>, CliError> {
    if !args.verify {
        return Ok(None);
    }
    for (index, (scalars, result)) in batch.iter().zip(results).enumerate() {
        let witness =
            progress::during("verifying with arkworks", None, || witness::msm(points, scalars))?;
        if witness != *result {
            let [card, witness] = [result, &witness].map(print::point);
            let of = match batch.len() {
                1 => String::new(),
                _ => format!(" of multiplication {index}"),
            };
            let next = if args.trust_points { OF_ANY_POINTS } else { OF_CHECKED_POINTS };
            return Err(CliError::Wrong { of, card, witness, next });
        }
    }
    Ok(Some(true))
}
