// SPDX-License-Identifier: Apache-2.0
//! What a client may ask for, decoded and checked for everything that needs no device.

use rustix::io::Errno;

use crate::wire::{Fields, MAX_DATA_BYTES, command};

/// A decoded request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request<'a> {
    Version { major: u16, minor: u16, capabilities: &'a [u8] },
    DmaMap(DmaMap),
    DmaUnmap(DmaUnmap),
    GetInfo,
    GetRegionInfo { index: u32 },
    GetIrqInfo { index: u32 },
    SetIrqs(SetIrqs<'a>),
    RegionRead(RegionAccess),
    RegionWrite(RegionAccess, &'a [u8]),
    RegionWriteMulti(Vec<(RegionAccess, &'a [u8])>),
    Reset,
}

/// A range of guest memory; the file comes beside the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DmaMap {
    pub(crate) readable: bool,
    pub(crate) writable: bool,
    pub(crate) offset: u64,
    pub(crate) addr: u64,
    pub(crate) size: u64,
}

/// What the card is to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DmaUnmap {
    /// Every range.
    All,
    /// Every range inside this one.
    Range { addr: u64, size: u64 },
}

impl DmaUnmap {
    /// The answer: what was asked for, with the number of bytes that were removed.
    pub(crate) fn encode(&self, removed: u64) -> Vec<u8> {
        let (flags, addr) = match self {
            Self::All => (UNMAP_ALL, 0),
            Self::Range { addr, .. } => (0, *addr),
        };
        let mut bytes = DMA_UNMAP_BYTES.to_le_bytes().to_vec();
        bytes.extend_from_slice(&flags.to_le_bytes());
        bytes.extend_from_slice(&addr.to_le_bytes());
        bytes.extend_from_slice(&removed.to_le_bytes());
        bytes
    }
}

/// Where a region is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RegionAccess {
    pub(crate) region: u32,
    pub(crate) offset: u64,
    pub(crate) count: u32,
}

impl RegionAccess {
    /// The fields as an answer repeats them.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = self.offset.to_le_bytes().to_vec();
        bytes.extend_from_slice(&self.region.to_le_bytes());
        bytes.extend_from_slice(&self.count.to_le_bytes());
        bytes
    }
}

/// What [`SetIrqs`] brings for each vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IrqData<'a> {
    /// Nothing.
    None,
    /// A byte each: act on those that are not 0.
    Bools(&'a [u8]),
    /// An eventfd each, or none at all, which takes the present ones away.
    EventFds,
}

/// Triggers interrupts, or says how to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetIrqs<'a> {
    pub(crate) index: u32,
    pub(crate) start: u32,
    pub(crate) count: u32,
    pub(crate) data: IrqData<'a>,
}

const DMA_READ: u32 = 1;
const DMA_WRITE: u32 = 2;
const UNMAP_DIRTY_BITMAP: u32 = 1;
const UNMAP_ALL: u32 = 2;
const IRQ_DATA: u32 = 0x7;
const IRQ_DATA_NONE: u32 = 0x1;
const IRQ_DATA_BOOL: u32 = 0x2;
const IRQ_DATA_EVENTFD: u32 = 0x4;
const IRQ_ACTION: u32 = 0x38;
const IRQ_ACTION_TRIGGER: u32 = 0x20;
/// Most writes of a batch. QEMU's client sends up to 200; each may take as long as any access, and none of them is answered
/// by itself.
const MAX_MULTI_WRITES: u64 = 256;
/// Bytes of data that each write of a batch has room for.
const MULTI_DATA_BYTES: usize = 8;
/// Bytes of an info structure without what follows it.
const DMA_UNMAP_BYTES: u32 = 24;
const GET_INFO_BYTES: u32 = 16;
const GET_REGION_INFO_BYTES: u32 = 32;
const GET_IRQ_INFO_BYTES: u32 = 16;

impl<'a> Request<'a> {
    /// Decodes a payload. Not a command of this server: `ENOTSUP`; a payload that does not fit: `EINVAL`; an access of more than
    /// [`MAX_DATA_BYTES`], or a batch of more writes than [`MAX_MULTI_WRITES`]: `EMSGSIZE`.
    pub(crate) fn parse(command: u16, payload: &'a [u8]) -> Result<Self, Errno> {
        let mut fields = Fields(payload);
        Ok(match command {
            command::VERSION => Self::Version {
                major: fields.u16()?,
                minor: fields.u16()?,
                capabilities: fields.rest(),
            },
            command::DMA_MAP => Self::DmaMap(dma_map(fields)?),
            command::DMA_UNMAP => Self::DmaUnmap(dma_unmap(fields)?),
            command::GET_INFO => {
                argsz(&mut fields, GET_INFO_BYTES)?;
                Self::GetInfo
            }
            command::GET_REGION_INFO => {
                argsz(&mut fields, GET_REGION_INFO_BYTES)?;
                Self::GetRegionInfo { index: fields.u32()? }
            }
            command::GET_IRQ_INFO => {
                argsz(&mut fields, GET_IRQ_INFO_BYTES)?;
                Self::GetIrqInfo { index: fields.u32()? }
            }
            command::SET_IRQS => Self::SetIrqs(set_irqs(fields)?),
            command::REGION_READ => Self::RegionRead(access(&mut fields)?),
            command::REGION_WRITE => {
                let access = access(&mut fields)?;
                Self::RegionWrite(access, fields.bytes(access.count as usize)?)
            }
            command::REGION_WRITE_MULTI => Self::RegionWriteMulti(writes(fields)?),
            command::RESET => Self::Reset,
            _ => return Err(Errno::NOTSUP),
        })
    }
}

/// Skips size and flags of an info structure; the client must have room for the answer.
fn argsz(fields: &mut Fields<'_>, least: u32) -> Result<(), Errno> {
    let argsz = fields.u32()?;
    let _flags = fields.u32()?;
    if argsz < least { Err(Errno::INVAL) } else { Ok(()) }
}

fn dma_map(mut fields: Fields<'_>) -> Result<DmaMap, Errno> {
    let _argsz = fields.u32()?;
    let flags = fields.u32()?;
    if flags & !(DMA_READ | DMA_WRITE) != 0 {
        return Err(Errno::INVAL);
    }
    Ok(DmaMap {
        readable: flags & DMA_READ != 0,
        writable: flags & DMA_WRITE != 0,
        offset: fields.u64()?,
        addr: fields.u64()?,
        size: fields.u64()?,
    })
}

fn dma_unmap(mut fields: Fields<'_>) -> Result<DmaUnmap, Errno> {
    let _argsz = fields.u32()?;
    let flags = fields.u32()?;
    let (addr, size) = (fields.u64()?, fields.u64()?);
    match flags {
        0 => Ok(DmaUnmap::Range { addr, size }),
        UNMAP_ALL if addr == 0 && size == 0 => Ok(DmaUnmap::All),
        // Dirty bitmaps belong to migration, which is not offered.
        flags if flags & UNMAP_DIRTY_BITMAP != 0 => Err(Errno::NOTSUP),
        _ => Err(Errno::INVAL),
    }
}

fn access(fields: &mut Fields<'_>) -> Result<RegionAccess, Errno> {
    let (offset, region, count) = (fields.u64()?, fields.u32()?, fields.u32()?);
    if count as usize > MAX_DATA_BYTES {
        return Err(Errno::MSGSIZE);
    }
    Ok(RegionAccess { region, offset, count })
}

fn writes(mut fields: Fields<'_>) -> Result<Vec<(RegionAccess, &[u8])>, Errno> {
    let count = fields.u64()?;
    if count > MAX_MULTI_WRITES {
        return Err(Errno::MSGSIZE);
    }
    let mut writes = Vec::new();
    for _ in 0..count {
        let access = access(&mut fields)?;
        let data = fields.bytes(MULTI_DATA_BYTES)?;
        writes.push((access, data.get(..access.count as usize).ok_or(Errno::INVAL)?));
    }
    Ok(writes)
}

fn set_irqs(mut fields: Fields<'_>) -> Result<SetIrqs<'_>, Errno> {
    let _argsz = fields.u32()?;
    let flags = fields.u32()?;
    let (index, start, count) = (fields.u32()?, fields.u32()?, fields.u32()?);
    if flags & IRQ_ACTION != IRQ_ACTION_TRIGGER || flags & !(IRQ_ACTION | IRQ_DATA) != 0 {
        return Err(Errno::INVAL);
    }
    let data = match flags & IRQ_DATA {
        IRQ_DATA_NONE => IrqData::None,
        IRQ_DATA_BOOL => IrqData::Bools(fields.bytes(count as usize)?),
        IRQ_DATA_EVENTFD => IrqData::EventFds,
        _ => return Err(Errno::INVAL),
    };
    Ok(SetIrqs { index, start, count, data })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn a_batch_of_writes_is_cut_into_its_writes() {
        let payload = words(&[2, 0, 0x10, 0, 0, 4, 1, 0, 0x20, 0, 2, 8, 2, 3]);
        let Ok(Request::RegionWriteMulti(writes)) = Request::parse(15, &payload) else {
            panic!("not decoded")
        };
        assert_eq!(
            writes[0],
            (RegionAccess { region: 0, offset: 0x10, count: 4 }, &[1, 0, 0, 0][..])
        );
        assert_eq!(writes[1].1, [2, 0, 0, 0, 3, 0, 0, 0]);
    }

    #[test]
    fn a_count_that_the_payload_does_not_hold_is_invalid() {
        let mut batch = words(&[0, 0, 0, 0, 0, 4, 1, 0]);
        for (count, why) in [
            (2, Errno::INVAL),
            (256, Errno::INVAL),
            (257, Errno::MSGSIZE),
            (u64::MAX, Errno::MSGSIZE),
        ] {
            batch[0..8].copy_from_slice(&count.to_le_bytes());
            assert_eq!(Request::parse(15, &batch), Err(why), "{count}");
        }
        batch[0..8].copy_from_slice(&1_u64.to_le_bytes());
        batch[20] = 9;
        assert_eq!(Request::parse(15, &batch), Err(Errno::INVAL), "nine bytes in room for eight");
        assert_eq!(Request::parse(10, &words(&[0, 0, 0, 5, 1])), Err(Errno::INVAL));
        for count in [4097, 1 << 21, u32::MAX] {
            let payload = words(&[0, 0, 0, count]);
            assert_eq!(Request::parse(9, &payload), Err(Errno::MSGSIZE), "{count}");
            assert_eq!(Request::parse(10, &payload), Err(Errno::MSGSIZE), "{count}");
        }
        assert_eq!(Request::parse(8, &words(&[20, 0x22, 2, 0, 3])), Err(Errno::INVAL));
    }

    #[test]
    fn unknown_commands_and_flags_are_told_apart() {
        assert_eq!(Request::parse(14, &[]), Err(Errno::NOTSUP));
        assert_eq!(Request::parse(16, &[0; 64]), Err(Errno::NOTSUP));
        assert_eq!(Request::parse(2, &words(&[32, 4, 0, 0, 0, 0, 0, 1])), Err(Errno::INVAL));
        assert_eq!(Request::parse(3, &words(&[24, 1, 0, 0, 0, 1])), Err(Errno::NOTSUP));
        assert_eq!(Request::parse(3, &words(&[24, 4, 0, 0, 0, 1])), Err(Errno::INVAL));
        assert_eq!(
            Request::parse(8, &words(&[20, 0x09, 2, 0, 0])),
            Err(Errno::INVAL),
            "mask action"
        );
        assert_eq!(Request::parse(4, &words(&[15, 0, 0, 0])), Err(Errno::INVAL));
    }

    #[test]
    fn unmapping_all_names_no_range() {
        let all = words(&[24, 2, 0, 0, 0, 0]);
        assert_eq!(Request::parse(3, &all), Ok(Request::DmaUnmap(DmaUnmap::All)));
        for payload in [[24, 2, 0x1000, 0, 0, 0], [24, 2, 0, 0, 0x1000, 0], [24, 6, 0, 0, 0, 0]] {
            assert_eq!(Request::parse(3, &words(&payload)), Err(Errno::INVAL));
        }
        assert_eq!(DmaUnmap::All.encode(0x1000), words(&[24, 2, 0, 0, 0x1000, 0]));
    }
}
