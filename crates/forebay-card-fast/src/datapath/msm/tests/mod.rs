// SPDX-License-Identifier: Apache-2.0
//! The datapath by itself: what it refuses, and sums against those of arkworks.

mod cut_off;
mod registers;
mod rig;
mod runs;
