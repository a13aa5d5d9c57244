// SPDX-License-Identifier: Apache-2.0
//! `forebay replay`.

use forebay::{Device, OpenOptions};
use forebay_msm::vectors::{BucketDifference, Vectors};
use forebay_msm::{G1Affine, WindowPlan, reduce};
use forebay_msm_client::{Bases, Core, Msm};
use serde::Serialize;

use crate::args::ReplayArgs;
use crate::error::CliError;
use crate::progress::Done;
use crate::{card_name, output, progress};

/// What the command prints.
#[derive(Debug, Serialize)]
struct ReplayOutput {
    card: String,
    points: usize,
    /// Buckets compared, all of them equal; none of a card that sums them itself.
    buckets: Option<usize>,
    /// The result, equal to the vector's.
    result: String,
}

pub(crate) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let vectors = Vectors::read(&args.file)?;
    let plan = vectors.plan()?;
    let variant = if plan == WindowPlan::toy() { "msm-toy" } else { "msm" };
    let spec = card_name::spec(&args.card, variant);
    let (wave, patience) = (args.wave.clone(), card_name::patience());
    let options = OpenOptions { wave, patience, ..OpenOptions::default() };
    let device = Device::open_with(&spec, &options)?;
    let msm = Msm::new(&device)?;
    let bases = msm.bases(&vectors.points)?;
    let expected = msm.expected_cycles(vectors.points.len());
    let cycles = device.cycles();
    let (result, buckets) =
        progress::during("computing", Some(Done::cycles(&cycles, expected)), || {
            match msm.core() {
                Some(core) => read_out(core, &plan, &bases, &vectors),
                None => Ok((msm.run(&bases, &vectors.scalars)?.0, None)),
            }
        })?;
    if result != vectors.result {
        return Err(CliError::Wrong {
            of: String::new(),
            card: output::point(&result),
            witness: output::point(&vectors.result),
        });
    }
    let output = ReplayOutput {
        card: spec,
        points: vectors.points.len(),
        buckets,
        result: output::point(&result),
    };
    if args.json {
        return output::json(&output);
    }
    let ReplayOutput { card, points, buckets, result } = &output;
    let all =
        buckets.map_or_else(String::new, |count| format!("all {count} buckets as expected, "));
    output::text(&format!("{card}: {points} points, {all}result {result}"))
}

/// The result, and how many buckets were read out and are as expected.
fn read_out(
    core: &Core,
    plan: &WindowPlan,
    bases: &Bases,
    vectors: &Vectors,
) -> Result<(G1Affine, Option<usize>), CliError> {
    if core.plan() != plan {
        let [vector, card] = [plan, core.plan()].map(|plan| plan.bits().to_vec());
        return Err(CliError::Windows { vector, card });
    }
    let read_out = core.buckets(bases, &vectors.scalars)?;
    if let Some(difference) = vectors.first_difference(&read_out)? {
        return Err(wrong_bucket(&difference));
    }
    Ok((reduce::host_sum(plan, &read_out)?, Some(plan.bucket_count())))
}

fn wrong_bucket(difference: &BucketDifference) -> CliError {
    let show =
        |point: &Option<G1Affine>| point.as_ref().map_or_else(|| "empty".into(), output::point);
    CliError::WrongBucket {
        index: difference.index,
        window: difference.place.window,
        digit: difference.place.magnitude as u64,
        actual: show(&difference.actual),
        expected: show(&difference.expected),
    }
}
