// SPDX-License-Identifier: Apache-2.0
//! What a card says of who waits for whom, by those registers alone that every datapath has.

use forebay_regs::user::feature::status;
use forebay_regs::user::{feature, stream};

use crate::ForebayError;
use crate::features::Feature;
use crate::identity::Identity;
use crate::quiesce::{depth, ports};
use crate::registers::Registers;
use crate::stall::{DatapathWait, FifoState};

/// The FIFOs, and what the datapaths wait for.
pub(crate) fn read(
    registers: &mut dyn Registers,
    identity: &Identity,
) -> Result<(Vec<FifoState>, Vec<DatapathWait>), ForebayError> {
    let mut waits = Vec::new();
    for datapath in identity.datapaths() {
        waits.push(wait_of(datapath, registers.read(datapath.word(feature::STATUS))?));
    }
    let mut fifos = Vec::new();
    for (port, base) in ports(identity) {
        let value = registers.read(base + stream::OCCUPANCY)?;
        fifos.push(FifoState {
            port,
            held: stream::occupancy::ENTRIES.get(value),
            depth: depth(registers, base)?,
            full: stream::occupancy::WAITS.is_set(value),
            starving: waits.iter().any(|wait| wait.ports.contains(&port)),
        });
    }
    Ok((fifos, waits))
}

/// What a datapath waits for, by the word STATUS of its header.
pub(crate) fn wait_of(datapath: &Feature, value: u32) -> DatapathWait {
    DatapathWait {
        datapath: datapath.to_string(),
        busy: status::BUSY.is_set(value),
        ports: numbers(status::WAITS_PORTS.get(value)),
        h2c: numbers(status::WAITS_H2C.get(value)),
        c2h: numbers(status::WAITS_C2H.get(value)),
    }
}

/// The numbers of the bits that are set.
fn numbers(bits: u32) -> Vec<u32> {
    (0..u32::BITS).filter(|bit| bits >> bit & 1 == 1).collect()
}
