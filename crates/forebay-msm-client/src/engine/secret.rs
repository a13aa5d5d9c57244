// SPDX-License-Identifier: Apache-2.0
//! Random numbers of the operating system: those that nobody may guess.

use forebay_msm::passes::rho::Rho;
use forebay_msm::passes::{Geometry, PassPlan};

use crate::error::MsmClientError;

/// Draws of a rho before it is given up. One in two does not pass by chance at most; so many do not all fail.
const MOST_DRAWS: usize = 100;

/// A rho whose multiples cluster in no window of the plan ([`forebay_msm::passes::rho`]), nor crowd a bucket in flight ([`PassPlan::crowd`]).
pub(super) fn rho(card: &Geometry, plan: &PassPlan, points: usize) -> Result<Rho, MsmClientError> {
    screened(card, plan, points, fill)
}

/// As [`rho`], of such random bytes.
fn screened(
    card: &Geometry,
    plan: &PassPlan,
    points: usize,
    mut random: impl FnMut(&mut [u8]) -> Result<(), MsmClientError>,
) -> Result<Rho, MsmClientError> {
    let mut found = None;
    for _ in 0..MOST_DRAWS {
        let mut bytes = [0; Rho::RANDOM_BYTES];
        random(&mut bytes)?;
        let rho = Rho::from_random(&bytes);
        let clusters = plan.cluster(&rho, points).map(|cluster| cluster.window);
        match clusters.or_else(|| plan.crowd(card, &rho, points)) {
            None => return Ok(rho),
            window => found = window,
        }
    }
    Err(MsmClientError::Clusters { draws: MOST_DRAWS, window: found.unwrap_or_default() })
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
    use forebay_msm::passes::{Correction, Preparation};

    use super::*;

    const CARD: Geometry =
        Geometry { adders: 3, buckets: 64, records: 3072, adder_latency: 184, hold_depth: 16 };

    fn plan() -> PassPlan {
        let preparation = Preparation { uniform: Some(Correction::Known), fold: true };
        PassPlan::choose(&CARD, 3000, preparation).unwrap()
    }

    #[test]
    fn a_rho_that_clusters_is_drawn_again() {
        let mut draws = 0;
        // Small ones are near zero in the top window.
        let rho = screened(&CARD, &plan(), 3000, |bytes| {
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
        let error = screened(&CARD, &plan(), 3000, |_| Ok(())).unwrap_err();
        assert!(matches!(error, MsmClientError::Clusters { draws: MOST_DRAWS, .. }), "{error}");
    }

    #[test]
    fn no_two_rhos_and_tags_are_the_same() {
        let plan = plan();
        let [a, b] = [(); 2].map(|()| rho(&CARD, &plan, 3000).unwrap().to_bytes());
        assert_ne!(a, b);
        assert_ne!(tag().unwrap(), tag().unwrap());
    }
}
