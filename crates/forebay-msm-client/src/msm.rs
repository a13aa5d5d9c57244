// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication by the datapath of a card.

use forebay::{Class, Device};
use forebay_msm::passes::Geometry;
use forebay_msm::{G1Affine, Scalar, check};
use forebay_regs::user::status::card_kind::kind;

use crate::bases::Bases;
use crate::engine::Engine;
use crate::error::MsmClientError;
use crate::mode::ScalarMode;
use crate::report::MsmReport;

/// The MSM datapath of an open card. Clones share what they know of the card's memory.
#[derive(Clone, Debug)]
pub struct Msm {
    engine: Engine,
}

impl Msm {
    /// Takes the datapath of `device`; what it is made of comes from the card. Scalars are made uniform.
    ///
    /// # Errors
    /// [`MsmClientError::NoMsm`], or a datapath that says what makes no sense.
    pub fn new(device: &Device) -> Result<Self, MsmClientError> {
        let missing = || MsmClientError::NoMsm { datapath: device.identity().datapath };
        Ok(Self { engine: Engine::new(device)?.ok_or_else(missing)? })
    }

    /// Whether a card has such a datapath, in a version that this library knows.
    #[must_use]
    pub fn is_in(device: &Device) -> bool {
        device.identity().feature(Class::Datapath, kind::MSM).is_some()
    }

    /// The same datapath, which does that to scalars from now on.
    #[must_use]
    pub const fn in_mode(mut self, mode: ScalarMode) -> Self {
        self.engine.set_mode(mode);
        self
    }

    /// What it does to scalars.
    #[must_use]
    pub const fn mode(&self) -> ScalarMode {
        self.engine.mode()
    }

    /// The same datapath, with windows of no more than so many bits from now on, or of those that are quickest.
    ///
    /// # Errors
    /// [`MsmClientError::WindowBits`] if no plan has that width.
    pub fn with_window_bits(mut self, bits: Option<u32>) -> Result<Self, MsmClientError> {
        self.engine.set_window_bits(bits)?;
        Ok(self)
    }

    /// What the card is made of.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        self.engine.geometry()
    }

    /// Card cycles from one pair of a scalar and a point to the next that its streams are asked for, with many points.
    #[must_use]
    pub fn pair_cycles(&self) -> u64 {
        self.engine.pair_cycles()
    }

    /// Card cycles that a multiplication of so many points takes, about: what a progress bar goes by.
    #[must_use]
    pub fn expected_cycles(&self, points: usize) -> u64 {
        self.engine.expected_cycles(points)
    }

    /// Checks points and converts them once for any number of runs. Infinity is allowed.
    ///
    /// # Errors
    /// A point that is not on the curve or outside the subgroup, with its index.
    pub fn bases(&self, points: &[G1Affine]) -> Result<Bases, MsmClientError> {
        check::check_points(points)?;
        self.bases_unchecked(points)
    }

    /// Converts points that are known to be on the curve and in the subgroup ([`forebay_msm::check`]). Products with others are
    /// wrong: points outside the subgroup have no r-fold of zero, which the card counts on.
    ///
    /// # Errors
    /// A point without an Edwards image, with its index.
    pub fn bases_unchecked(&self, points: &[G1Affine]) -> Result<Bases, MsmClientError> {
        Bases::new(points, self.engine.most_points())
    }

    /// Brings points into the card's memory, so that runs over them send scalars alone from the first one on; whether they all are
    /// there. They stay as long as nobody else uses the card and other bases do not need the room.
    ///
    /// # Errors
    /// Whatever the card reports. The device works again afterwards.
    pub fn load(&self, bases: &Bases) -> Result<bool, MsmClientError> {
        self.engine.load(bases)
    }

    /// One multi-scalar multiplication: the sum of `scalars[i] * bases[i]`, and where the time went.
    ///
    /// # Errors
    /// See [`Msm::run_batch`].
    pub fn run(
        &self,
        bases: &Bases,
        scalars: &[Scalar],
    ) -> Result<(G1Affine, MsmReport), MsmClientError> {
        let (mut results, report) = self.run_batch(bases, &[scalars])?;
        Ok((results.pop().unwrap_or_default(), report))
    }

    /// Several multiplications over the same bases; each vector may be shorter than the bases.
    ///
    /// # Errors
    /// [`MsmClientError::LengthMismatch`] for more scalars than bases, and whatever the card reports. The device works
    /// again afterwards.
    pub fn run_batch(
        &self,
        bases: &Bases,
        batch: &[&[Scalar]],
    ) -> Result<(Vec<G1Affine>, MsmReport), MsmClientError> {
        self.engine.try_batch(bases, batch)
    }
}
