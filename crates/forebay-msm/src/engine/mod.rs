// SPDX-License-Identifier: Apache-2.0
//! Fills all buckets natively: what the card's core does between the first pair and the read-out.
//!
//! Pairs arrive in chunks of any size and are worked off in blocks. A block is recoded once; then
//! every window is one parallel task that walks the block's digits and adds into its own buckets,
//! so no bucket is ever shared between cores and a window's buckets stay in the core's own cache.
//!
//! Two arithmetics do the additions ([`Arithmetic`]): arkworks' field on any machine, and eight
//! additions at a time where the processor has AVX-512 IFMA. Both give the same group elements,
//! though not the same coordinates.

#[cfg(forebay_ifma)]
#[expect(clippy::incompatible_msrv, reason = "the build script leaves it out on older compilers")]
mod ifma;
mod scalar;

use rayon::prelude::*;

use crate::{BUCKET_BYTES, CARD_POINT_BYTES, MsmError, SCALAR_BYTES, Scalar, WindowPlan};

/// Points per block: long enough to make a window's buckets worth loading, short enough for a
/// block's points and digits to stay in the shared cache.
const BLOCK: usize = 1 << 15;
/// Points per recoding task; a multiple of the eight points of a vector.
const STRIP: usize = 1 << 10;

/// What an engine has done since it was made or last drained.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EngineCounts {
    /// Pairs taken.
    pub pairs: u64,
    /// Additions into buckets.
    pub adds: u64,
    /// Zero digits, which cost no addition.
    pub zero_digits: u64,
}

/// The arithmetic that fills the buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// arkworks' field arithmetic, one addition at a time, on any machine.
    Scalar,
    /// AVX-512 IFMA, eight additions at a time.
    Ifma,
}

impl Arithmetic {
    /// The fastest arithmetic that this build and this processor have.
    #[must_use]
    pub fn best() -> Self {
        if Self::Ifma.is_available() { Self::Ifma } else { Self::Scalar }
    }

    /// Whether this build and this processor have the arithmetic.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(forebay_ifma)]
            Self::Ifma => ifma::is_available(),
            #[cfg(not(forebay_ifma))]
            Self::Ifma => false,
        }
    }

    /// Name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Ifma => "avx512-ifma",
        }
    }
}

/// Buckets of every window in the representation of one arithmetic.
#[derive(Debug)]
enum Windows {
    Scalar(Vec<scalar::Window>),
    #[cfg(forebay_ifma)]
    Ifma(Vec<ifma::Window>),
}

/// All buckets of one run.
#[derive(Debug)]
pub struct BucketEngine {
    plan: WindowPlan,
    windows: Windows,
    counts: EngineCounts,
}

/// Digits of up to [`STRIP`] scalars, one row per window.
struct Digits {
    rows: Vec<i32>,
    count: usize,
}

impl Digits {
    fn new(plan: &WindowPlan, scalars: &[u8]) -> Self {
        let count = scalars.len() / SCALAR_BYTES;
        let mut rows = vec![0; plan.window_count() * count];
        let mut digits = vec![0; plan.window_count()];
        let mut value: Scalar = [0; SCALAR_BYTES];
        for (i, scalar) in scalars.chunks_exact(SCALAR_BYTES).enumerate() {
            value.copy_from_slice(scalar);
            plan.recode(&value, &mut digits);
            for (window, digit) in digits.iter().enumerate() {
                rows[window * count + i] = *digit;
            }
        }
        Self { rows, count }
    }

    /// Digits of one window in the order of the points.
    fn row(&self, window: usize) -> &[i32] {
        &self.rows[window * self.count..][..self.count]
    }
}

impl BucketEngine {
    /// An engine with empty buckets and the best arithmetic.
    #[must_use]
    pub fn new(plan: WindowPlan) -> Self {
        Self::with_arithmetic(plan, Arithmetic::best())
    }

    /// An engine with a chosen arithmetic; one that is not available falls back to
    /// [`Arithmetic::Scalar`], see [`Self::arithmetic`].
    #[must_use]
    pub fn with_arithmetic(plan: WindowPlan, arithmetic: Arithmetic) -> Self {
        let sizes = (0..plan.window_count()).map(|window| plan.buckets_in(window));
        let windows = match arithmetic {
            #[cfg(forebay_ifma)]
            Arithmetic::Ifma if arithmetic.is_available() => {
                Windows::Ifma(sizes.map(ifma::Window::new).collect())
            }
            _ => Windows::Scalar(sizes.map(scalar::Window::new).collect()),
        };
        Self { plan, windows, counts: EngineCounts::default() }
    }

    /// The plan in use.
    #[must_use]
    pub fn plan(&self) -> &WindowPlan {
        &self.plan
    }

    /// The arithmetic in use.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        match self.windows {
            Windows::Scalar(_) => Arithmetic::Scalar,
            #[cfg(forebay_ifma)]
            Windows::Ifma(_) => Arithmetic::Ifma,
        }
    }

    /// Counters since the last drain.
    #[must_use]
    pub fn counts(&self) -> EngineCounts {
        self.counts
    }

    /// Adds pairs of the run: `points` holds [`CARD_POINT_BYTES`] per pair, `scalars`
    /// [`SCALAR_BYTES`] per pair. May be called with chunks of any number of whole pairs; a few
    /// thousand pairs or more per call keep all cores busy.
    /// After an error the buckets hold an unknown part of this call's pairs: drain and start again.
    ///
    /// # Errors
    /// [`MsmError::BufferSize`] for partial records, [`MsmError::LengthMismatch`] for unequal
    /// numbers, [`MsmError::FieldRange`] for a coordinate >= p (index counted within this call).
    pub fn accumulate(&mut self, points: &[u8], scalars: &[u8]) -> Result<(), MsmError> {
        let count = whole_records("card points", points.len(), CARD_POINT_BYTES)?;
        let scalar_count = whole_records("scalars", scalars.len(), SCALAR_BYTES)?;
        if count != scalar_count {
            return Err(MsmError::LengthMismatch { points: count, scalars: scalar_count });
        }
        for (block, (points, scalars)) in points
            .chunks(BLOCK * CARD_POINT_BYTES)
            .zip(scalars.chunks(BLOCK * SCALAR_BYTES))
            .enumerate()
        {
            self.accumulate_block(points, scalars, block * BLOCK)?;
        }
        Ok(())
    }

    fn accumulate_block(
        &mut self,
        points: &[u8],
        scalars: &[u8],
        first: usize,
    ) -> Result<(), MsmError> {
        let plan = &self.plan;
        let adds = match &mut self.windows {
            Windows::Scalar(windows) => {
                let strips = parse_strips(plan, points, scalars, first, scalar::Points::parse)?;
                fill(windows, &strips, scalar::Window::add)
            }
            #[cfg(forebay_ifma)]
            Windows::Ifma(windows) => {
                let strips = parse_strips(plan, points, scalars, first, ifma::Points::parse)?;
                fill(windows, &strips, ifma::Window::add)
            }
        };
        let pairs = (points.len() / CARD_POINT_BYTES) as u64;
        self.counts.pairs += pairs;
        self.counts.adds += adds;
        self.counts.zero_digits += pairs * self.plan.window_count() as u64 - adds;
        Ok(())
    }

    /// Takes all buckets in the card's read-out format ([`BUCKET_BYTES`] each, plan order, empty
    /// buckets all zero) and leaves the engine empty for the next run.
    ///
    /// A bucket that has been added to is not empty, even if its points cancel out.
    #[must_use]
    pub fn drain(&mut self) -> Vec<u8> {
        self.counts = EngineCounts::default();
        let mut bytes = vec![0; self.plan.bucket_count() * BUCKET_BYTES];
        let mut outputs = Vec::with_capacity(self.plan.window_count());
        let mut rest = bytes.as_mut_slice();
        for window in 0..self.plan.window_count() {
            let (output, tail) = rest.split_at_mut(self.plan.buckets_in(window) * BUCKET_BYTES);
            outputs.push(output);
            rest = tail;
        }
        match &mut self.windows {
            Windows::Scalar(windows) => {
                windows.par_iter_mut().zip(outputs).for_each(|(window, out)| window.drain(out));
            }
            #[cfg(forebay_ifma)]
            Windows::Ifma(windows) => {
                windows.par_iter_mut().zip(outputs).for_each(|(window, out)| window.drain(out));
            }
        }
        bytes
    }
}

/// Number of records in a buffer that must hold whole ones.
fn whole_records(what: &'static str, bytes: usize, record: usize) -> Result<usize, MsmError> {
    if bytes.is_multiple_of(record) {
        Ok(bytes / record)
    } else {
        Err(MsmError::BufferSize { what, expected: bytes / record * record, actual: bytes })
    }
}

/// Parses a block's points and recodes its scalars, on all cores.
fn parse_strips<Points: Send>(
    plan: &WindowPlan,
    points: &[u8],
    scalars: &[u8],
    first: usize,
    parse: impl Fn(&[u8], usize) -> Result<Points, MsmError> + Sync,
) -> Result<Vec<(Points, Digits)>, MsmError> {
    points
        .par_chunks(STRIP * CARD_POINT_BYTES)
        .zip(scalars.par_chunks(STRIP * SCALAR_BYTES))
        .enumerate()
        .map(|(strip, (points, scalars))| {
            Ok((parse(points, first + strip * STRIP)?, Digits::new(plan, scalars)))
        })
        .collect()
}

/// Adds a block into every window, windows in parallel; returns the number of additions.
fn fill<Window: Send, Points: Sync>(
    windows: &mut [Window],
    strips: &[(Points, Digits)],
    add: impl Fn(&mut Window, &Points, &[i32]) -> u64 + Sync,
) -> u64 {
    windows
        .par_iter_mut()
        .enumerate()
        .map(|(number, window)| {
            strips
                .iter()
                .map(|(points, digits)| add(window, points, digits.row(number)))
                .sum::<u64>()
        })
        .sum()
}
