// SPDX-License-Identifier: Apache-2.0
//! The experiments of the source, modelled: its five rates, its chart, and what each part of its change does. Everything here is computed.

mod ablation;
mod buffers;
mod curves;
mod rates;
mod sensitivity;

pub use ablation::{Ablation, Change, ablations};
pub use buffers::{Choice, choices};
pub use curves::{Curve, Path, Point, RATES, curves};
pub use rates::{Published, Rate, published, rates};
pub use sensitivity::{Move, sensitivity};
