// SPDX-License-Identifier: Apache-2.0
//! Many additions at a time, one in each lane of a vector.
//!
//! A batch is gone through twice. Forwards the denominators of the slopes are multiplied up, lane by lane, and
//! their product is inverted; backwards every pair gets its own inverse out of it and is added. Points are kept
//! coordinate by coordinate, so a group of points is transposed when it is loaded and when it is stored.
//!
//! The formula has exceptions: the same point twice, or a point and its opposite. Then a denominator and with it the
//! product are zero, which is seen at the end of the way forwards, and the batch is added anew with an eye on them.

mod add;
mod field;
mod fma;
mod ifma;
mod kernel;
mod parse;
mod twin;

pub(super) use fma::Fma;
pub(super) use ifma::Ifma;
