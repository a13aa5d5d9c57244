// SPDX-License-Identifier: Apache-2.0
//! What starting a transfer costs: accesses taken from the programs, and time on two buses (table 1 of the report).
//!
//! Nothing here is measured by us. The report's figures are fitted by as few constants as there can be; those of PCIe are the host
//! model's, with their sources there.

mod batch;
mod fit;
mod pcie;
mod turbochannel;
mod way;

pub use batch::{batch_microseconds, door_microseconds};
pub use fit::{Fit, Row, least_squares, minimax};
pub use pcie::{Crossing, Extent, crossing, gen3_x16, link_bus, pcie};
pub use turbochannel::{Published, TABLE_1, Terms, rows, turbochannel};
pub use way::{Bus, Count, Way};
