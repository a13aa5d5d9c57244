// SPDX-License-Identifier: Apache-2.0
//! `forebay replay`.

use forebay::{Device, OpenOptions};
use forebay_msm::vectors::{BucketDifference, Vectors};
use forebay_msm::{WindowPlan, reduce};
use forebay_msm_client::Msm;
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
    /// Buckets compared, all of them equal.
    buckets: usize,
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
    if *msm.plan() != plan {
        return Err(CliError::Windows {
            vector: plan.bits().to_vec(),
            card: msm.plan().bits().to_vec(),
        });
    }
    let bases = msm.bases(&vectors.points)?;
    let expected = (vectors.points.len() * plan.window_count() + plan.bucket_count() * 3) as u64;
    let cycles = device.cycles();
    let read_out = progress::during("computing", Some(Done::cycles(&cycles, expected)), || {
        msm.buckets(&bases, &vectors.scalars)
    })?;
    if let Some(difference) = vectors.first_difference(&read_out)? {
        return Err(wrong_bucket(&difference));
    }
    let result = reduce::host_sum(&plan, &read_out)?;
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
        buckets: plan.bucket_count(),
        result: output::point(&result),
    };
    if args.json {
        return output::json(&output);
    }
    let ReplayOutput { card, points, buckets, result } = &output;
    output::text(&format!(
        "{card}: {points} points, all {buckets} buckets as expected, result {result}"
    ))
}

fn wrong_bucket(difference: &BucketDifference) -> CliError {
    let show = |point: &Option<forebay_msm::G1Affine>| {
        point.as_ref().map_or_else(|| "empty".into(), output::point)
    };
    CliError::WrongBucket {
        index: difference.index,
        window: difference.place.window,
        digit: difference.place.magnitude as u64,
        actual: show(&difference.actual),
        expected: show(&difference.expected),
    }
}
