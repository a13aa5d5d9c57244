// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a question.

use forebay_host_model::Time;

/// Errors of the model. Each names the place, the value seen and the next step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureModelError {
    /// A price that nothing has.
    #[error("{name} is {value} {unit}; give a finite number above 0")]
    Price {
        /// Its name.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What it is in.
        unit: &'static str,
    },
    /// Something that would go on all the time.
    #[error("{name} is {takes}, as long as the {every} within which it comes again; give less")]
    Always {
        /// Its name.
        name: &'static str,
        /// How long it takes.
        takes: Time,
        /// How often it comes.
        every: Time,
    },
    /// A setup that cannot be.
    #[error("{name} is {value}; give {wanted}")]
    Setup {
        /// What of it.
        name: &'static str,
        /// What was given.
        value: u64,
        /// What may be given.
        wanted: &'static str,
    },
    /// Samples faster than the sample clock can be, or than the engine moves them.
    #[error("rate is {rate} samples a second; give 1 to {most}, which is what {limit}")]
    Rate {
        /// What was given.
        rate: u64,
        /// The most that may be.
        most: u64,
        /// What allows no more.
        limit: &'static str,
    },
    /// A setup that loses samples at any rate.
    #[error("samples are lost at {least} samples a second already; give more or larger buffers")]
    NoRate {
        /// The least rate that was tried.
        least: u64,
    },
}
