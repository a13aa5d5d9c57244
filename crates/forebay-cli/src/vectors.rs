// SPDX-License-Identifier: Apache-2.0
//! `forebay vectors`.

use forebay_msm::MsmError;
use forebay_msm::vectors::{VectorSpec, Vectors};
use serde::Serialize;

use crate::args::VectorsArgs;
use crate::error::CliError;
use crate::{output, progress};

/// What the command prints.
#[derive(Debug, Serialize)]
struct VectorsOutput {
    file: String,
    points: usize,
    buckets: usize,
    /// Expected result, or infinity.
    result: String,
}

pub(crate) fn run(args: &VectorsArgs) -> Result<(), CliError> {
    let spec = VectorSpec {
        seed: args.seed,
        count: args.count,
        distribution: args.distribution,
        window_bits: args.windows.0.clone(),
    };
    let vectors = progress::during("generating", None, || Vectors::generate(&spec))?;
    vectors.write(&args.out).map_err(|error| match error {
        MsmError::Io { path, source } => CliError::VectorFile { path, source },
        other => other.into(),
    })?;
    let output = VectorsOutput {
        file: output::path(&args.out),
        points: vectors.points.len(),
        buckets: vectors.buckets.len(),
        result: output::point(&vectors.result),
    };
    if args.json {
        return output::json(&output);
    }
    output::text(&format!(
        "{}: {} points, {} buckets, result {}",
        output.file, output.points, output.buckets, output.result
    ))
}
