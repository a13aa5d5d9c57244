// SPDX-License-Identifier: Apache-2.0
//! The cycles of an adder with its buckets: who has which bucket, and which operation is issued when.
//!
//! | Module | What it has the cycles of |
//! |---|---|
//! | `hazard`, `hold`, `ready` | `fby_msm_hazard` and the modules of these names in it; the adder and the bucket memory are a number of cycles |
//! | `in_flight` | of it: which bucket somebody has |
//! | `facts` | latencies and depths |

pub(super) mod facts;
mod hazard;
mod hold;
mod in_flight;
mod ready;

pub(super) use hazard::{Adder, Hazard};
