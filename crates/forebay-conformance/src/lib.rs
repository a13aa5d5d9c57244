// SPDX-License-Identifier: Apache-2.0
//! Tests that need every part at once: both simulated bodies, the host library, what rides on it; it never has code that
//! another crate uses.
