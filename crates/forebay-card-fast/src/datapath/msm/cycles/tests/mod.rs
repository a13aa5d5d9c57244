// SPDX-License-Identifier: Apache-2.0
//! The model does what the RTL does, in any steps.

mod recorded;
mod steps;
