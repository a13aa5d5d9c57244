// SPDX-License-Identifier: Apache-2.0
//! Random numbers of the operating system: those that nobody may guess.

use forebay_msm::passes::PassPlan;
use forebay_msm::passes::rho::Rho;

use crate::error::MsmClientError;

/// Draws of a rho before it is given up. One in three clusters by chance at most; so many do not.
const MOST_DRAWS: usize = 100;

/// A rho whose multiples cluster in no window of the plan ([`forebay_msm::passes::rho`]).
pub(super) fn rho(plan: &PassPlan, points: usize) -> Result<Rho, MsmClientError> {
    screened(plan, points, fill)
}

/// As [`rho`], of such random bytes.
fn screened(
    plan: &PassPlan,
    points: usize,
    mut random: impl FnMut(&mut [u8]) -> Result<(), MsmClientError>,
) -> Result<Rho, MsmClientError> {
    let mut found = None;
    for _ in 0..MOST_DRAWS {
        let mut bytes = [0; Rho::RANDOM_BYTES];
        random(&mut bytes)?;
        let rho = Rho::from_random(&bytes);
        match plan.cluster(&rho, points) {
            None => return Ok(rho),
            cluster => found = cluster,
        }
    }
    let window = found.map_or(0, |cluster| cluster.window);
    Err(MsmClientError::Clusters { draws: MOST_DRAWS, window })
}

/// What nobody else writes into two registers.
pub(super) fn tag() -> Result<(u32, u32), MsmClientError> {
    let mut tag = [[0; 4]; 2];
    fill(tag.as_flattened_mut())?;
    let [points, slot] = tag.map(u32::from_le_bytes);
    Ok((points, slot))
}

fn fill(bytes: &mut [u8]) -> Result<(), MsmClientError> {
    getrandom::fill(bytes).map_err(MsmClientError::Random)
}

#[cfg(test)]
mod tests {
    use forebay_msm::passes::{Correction, Geometry, Preparation};

    use super::*;

    fn plan() -> PassPlan {
        let card = Geometry { adders: 3, buckets: 64, records: 3072, adder_latency: 184 };
        let preparation = Preparation { uniform: Some(Correction::Known), fold: true };
        PassPlan::choose(&card, 3000, preparation).unwrap()
    }

    #[test]
    fn a_rho_that_clusters_is_drawn_again() {
        let mut draws = 0;
        // Small ones are near zero in the top window.
        let rho = screened(&plan(), 3000, |bytes| {
            draws += 1;
            if draws > 2 {
                return fill(bytes);
            }
            bytes[0] = 1;
            Ok(())
        });
        assert!(rho.is_ok_and(|rho| rho.to_bytes()[1..] != [0; 31]));
        assert!(draws > 2);
    }

    #[test]
    fn random_numbers_that_are_none_are_given_up() {
        let error = screened(&plan(), 3000, |_| Ok(())).unwrap_err();
        assert!(matches!(error, MsmClientError::Clusters { draws: MOST_DRAWS, .. }), "{error}");
    }

    #[test]
    fn no_two_rhos_and_tags_are_the_same() {
        let plan = plan();
        let [a, b] = [(); 2].map(|()| rho(&plan, 3000).unwrap().to_bytes());
        assert_ne!(a, b);
        assert_ne!(tag().unwrap(), tag().unwrap());
    }
}
