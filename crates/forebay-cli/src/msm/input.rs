// SPDX-License-Identifier: Apache-2.0
//! What is multiplied: points, and the scalars of each multiplication of a batch.

use forebay_msm::formats::{PointOptions, ScalarOptions, read_points, read_scalars};
use forebay_msm::{G1Affine, Scalar, check, vectors};

use crate::args::{MsmArgs, Scalars};
use crate::error::CliError;

/// Points, and scalars for them.
pub(crate) struct Input {
    pub points: Vec<G1Affine>,
    batch: usize,
    /// Those of all multiplications, back to back.
    scalars: Vec<Scalar>,
}

impl Input {
    /// Reads and checks what the arguments name.
    pub(crate) fn read(args: &MsmArgs) -> Result<Self, CliError> {
        refuse_idle_options(args)?;
        let batch = args.batch.get();
        let options = PointOptions { format: args.points_format, count: args.count };
        let points = read_points(&args.points, &options)?.points;
        if !args.trust_points {
            check::check_points(&points)?;
        }
        let no_room = |points| CliError::NoRoom { points, batch };
        let scalars = match &args.scalars {
            Scalars::Random(seed) => {
                random_scalars(*seed, points.len(), batch).ok_or_else(|| no_room(points.len()))?
            }
            Scalars::File(path) => {
                let count =
                    |points: usize| points.checked_mul(batch).ok_or_else(|| no_room(points));
                let options = ScalarOptions {
                    ark_vector: args.scalars_ark,
                    montgomery: args.scalars_montgomery,
                    reduce: args.reduce,
                    count: args.count.map(count).transpose()?,
                };
                read_scalars(path, &options)?
            }
        };
        match (batch, points.len(), scalars.len()) {
            (1, points, scalars) if points != scalars => Err(CliError::Unequal { points, scalars }),
            (_, points, scalars) if points.checked_mul(batch) != Some(scalars) => {
                Err(CliError::UnequalBatch { points, batch, scalars })
            }
            _ => Ok(Self { points, batch, scalars }),
        }
    }

    /// The scalars of each multiplication.
    pub(crate) fn batch(&self) -> Result<Vec<&[Scalar]>, CliError> {
        let (points, batch) = (self.points.len(), self.batch);
        let mut parts = Vec::new();
        parts.try_reserve_exact(batch).map_err(|_| CliError::NoRoom { points, batch })?;
        parts.extend((0..batch).map(|part| &self.scalars[part * points..(part + 1) * points]));
        Ok(parts)
    }
}

/// What says how to read a scalars file would be left out in silence where there is none.
fn refuse_idle_options(args: &MsmArgs) -> Result<(), CliError> {
    let about_file =
        [(args.scalars_ark, "--scalars-ark"), (args.scalars_montgomery, "--scalars-montgomery")];
    let given = about_file.into_iter().find_map(|(given, option)| given.then_some(option));
    match (&args.scalars, given) {
        (Scalars::Random(_), Some(option)) => Err(CliError::NoScalarsFile { option }),
        _ => Ok(()),
    }
}

/// Those of `seed`, of `seed + 1` and so on, or nothing where memory has no room for them.
fn random_scalars(seed: u64, points: usize, batch: usize) -> Option<Vec<Scalar>> {
    let mut scalars = Vec::new();
    scalars.try_reserve_exact(points.checked_mul(batch)?).ok()?;
    for part in (0..batch as u64).take_while(|_| points > 0) {
        scalars.extend(vectors::random_scalars(seed.wrapping_add(part), points));
    }
    Some(scalars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_multiplication_has_the_scalars_of_its_own_seed() {
        let scalars = random_scalars(7, 5, 3).unwrap();
        for (part, scalars) in (0..).zip(scalars.chunks(5)) {
            assert_eq!(scalars, vectors::random_scalars(7 + part, 5));
        }
        let last = random_scalars(u64::MAX, 2, 2).unwrap();
        assert_eq!(last[2..], vectors::random_scalars(0, 2));
    }

    #[test]
    fn a_batch_beyond_memory_is_refused_before_it_is_made() {
        assert_eq!(random_scalars(1, 2, usize::MAX), None);
        assert_eq!(random_scalars(1, 800, 1 << 40), None);
        assert_eq!(random_scalars(1, 0, usize::MAX), Some(vec![]));
    }
}
