// SPDX-License-Identifier: Apache-2.0
//! Bringing datapath and stream ports to rest, by registers alone, and by those alone that every datapath has.

use forebay_regs::user::{feature, stream};

use crate::ForebayError;
use crate::features::Feature;
use crate::identity::Identity;
use crate::registers::Registers;

/// While held, the stream ports throw away what they have and what comes.
pub(crate) fn hold_stream_ports(
    registers: &mut dyn Registers,
    identity: &Identity,
    hold: bool,
) -> Result<(), ForebayError> {
    let flush = if hold { stream::control::FLUSH.mask() } else { 0 };
    for (_, base) in ports(identity) {
        registers.write(base + stream::CONTROL, flush)?;
    }
    Ok(())
}

/// While held, datapaths come to rest and drop what they have.
pub(crate) fn hold_datapaths(
    registers: &mut dyn Registers,
    identity: &Identity,
    hold: bool,
) -> Result<(), ForebayError> {
    let quiesce = if hold { feature::control::QUIESCE.mask() } else { 0 };
    for datapath in identity.datapaths() {
        registers.write(datapath.word(feature::CONTROL), quiesce)?;
    }
    Ok(())
}

/// Looks in a row at a stream port that is being emptied and has no fewer entries than before; then it is not.
const LOOKS: u32 = 256;

/// Lets a flush end: it throws away at least one entry between two register reads.
pub(crate) fn wait_stream_ports_empty(
    registers: &mut dyn Registers,
    identity: &Identity,
) -> Result<(), ForebayError> {
    for (_, base) in ports(identity) {
        let (mut least, mut in_vain, mut looks) = (u32::MAX, 0, 0);
        loop {
            let held = occupancy(registers, base)?;
            looks += 1;
            if held == 0 {
                break;
            }
            in_vain = if held < least { 0 } else { in_vain + 1 };
            least = least.min(held);
            if in_vain == LOOKS {
                let what = "stream OCCUPANCY during a flush";
                return Err(ForebayError::RegisterWait { what, value: held, waited: looks });
            }
        }
    }
    Ok(())
}

/// A datapath that has something under way.
pub(crate) struct Busy<'a> {
    datapath: &'a Feature,
    status: u32,
}

impl Busy<'_> {
    /// What it is called when it stays so after it was told to come to rest.
    pub(crate) fn error(&self, waited: u64, next: &'static str) -> ForebayError {
        let Self { datapath, status } = *self;
        let (plug, header) = (datapath.to_string(), datapath.header);
        ForebayError::NeverIdle { plug, header, status, waited, next }
    }
}

/// The first datapath that has something under way; none if all are at rest.
pub(crate) fn busy_datapath<'a>(
    registers: &mut dyn Registers,
    identity: &'a Identity,
) -> Result<Option<Busy<'a>>, ForebayError> {
    for datapath in identity.datapaths() {
        let status = registers.read(datapath.word(feature::STATUS))?;
        if feature::status::BUSY.is_set(status) {
            return Ok(Some(Busy { datapath, status }));
        }
    }
    Ok(None)
}

/// Entries that a stream port has room for; `base` is where its registers are.
pub(crate) fn depth(registers: &mut dyn Registers, base: u32) -> Result<u32, ForebayError> {
    Ok(stream::depth::ENTRIES.get(registers.read(base + stream::DEPTH)?))
}

/// Entries in a stream port now.
pub(crate) fn occupancy(registers: &mut dyn Registers, base: u32) -> Result<u32, ForebayError> {
    Ok(stream::occupancy::ENTRIES.get(registers.read(base + stream::OCCUPANCY)?))
}

/// Every stream port with the place of its registers.
pub(crate) fn ports(identity: &Identity) -> impl Iterator<Item = (u32, u32)> + '_ {
    (0..).map_while(|port| Some((port, identity.stream_port(port)?)))
}
