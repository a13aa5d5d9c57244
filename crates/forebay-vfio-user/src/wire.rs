// SPDX-License-Identifier: Apache-2.0
//! The format on the socket: headers, numbers of commands and flags, and reading fields out of a payload.
//!
//! All integers are little-endian here; the protocol says host order, which is the same on every machine that
//! QEMU's client and this server share.

use rustix::io::Errno;

/// Bytes of a message header.
pub(crate) const HEADER_BYTES: usize = 16;
/// Largest data of one region access: what a client is told, and what every region takes that is so large. QEMU reads all of
/// configuration space at once.
pub(crate) const MAX_DATA_BYTES: usize = 4096;
/// Largest payload that is read into memory: data and the fields in front of it, or a batch of writes.
pub(crate) const MAX_PAYLOAD_BYTES: usize = MAX_DATA_BYTES + 4096;
/// Most file descriptors in one message.
pub(crate) const MAX_FDS: usize = 16;
/// Most mappings of guest memory at one time. Linux lets a process have 65,530 (`vm.max_map_count`), and the server needs some.
pub(crate) const MAX_MAPS: usize = 60_000;

/// Message type, in the low bits of the flags.
const TYPE: u32 = 0xf;
const TYPE_REPLY: u32 = 1;
const NO_REPLY: u32 = 1 << 4;
const ERROR: u32 = 1 << 5;

/// Numbers of the commands that this server knows.
pub(crate) mod command {
    pub(crate) const VERSION: u16 = 1;
    pub(crate) const DMA_MAP: u16 = 2;
    pub(crate) const DMA_UNMAP: u16 = 3;
    pub(crate) const GET_INFO: u16 = 4;
    pub(crate) const GET_REGION_INFO: u16 = 5;
    pub(crate) const GET_IRQ_INFO: u16 = 7;
    pub(crate) const SET_IRQS: u16 = 8;
    pub(crate) const REGION_READ: u16 = 9;
    pub(crate) const REGION_WRITE: u16 = 10;
    pub(crate) const RESET: u16 = 13;
    pub(crate) const REGION_WRITE_MULTI: u16 = 15;
}

/// What every message starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) id: u16,
    pub(crate) command: u16,
    /// Bytes of the whole message, this header included.
    pub(crate) size: u32,
    flags: u32,
    error: u32,
}

impl Header {
    /// Reads a header.
    pub(crate) fn parse(bytes: &[u8; HEADER_BYTES]) -> Self {
        let mut fields = Fields(bytes);
        Self {
            id: fields.u16().unwrap_or(0),
            command: fields.u16().unwrap_or(0),
            size: fields.u32().unwrap_or(0),
            flags: fields.u32().unwrap_or(0),
            error: fields.u32().unwrap_or(0),
        }
    }

    /// Bytes behind the header; `None` if the size does not even hold the header.
    pub(crate) fn payload_bytes(&self) -> Option<usize> {
        usize::try_from(self.size).ok()?.checked_sub(HEADER_BYTES)
    }

    /// Whether this asks for something; else it answers something.
    pub(crate) fn is_request(&self) -> bool {
        self.flags & TYPE == 0
    }

    /// Whether an answer is expected.
    pub(crate) fn wants_reply(&self) -> bool {
        self.flags & NO_REPLY == 0
    }

    /// The whole answer to this request. The protocol wants type and error bit both on a refusal.
    pub(crate) fn reply(&self, outcome: Result<&[u8], Errno>) -> Vec<u8> {
        let (payload, flags, error) = match outcome {
            Ok(payload) => (payload, TYPE_REPLY, 0),
            Err(errno) => (&[][..], TYPE_REPLY | ERROR, errno.raw_os_error().unsigned_abs()),
        };
        let size = u32::try_from(HEADER_BYTES + payload.len()).unwrap_or(u32::MAX);
        let mut message = Vec::with_capacity(HEADER_BYTES + payload.len());
        message.extend_from_slice(&self.id.to_le_bytes());
        message.extend_from_slice(&self.command.to_le_bytes());
        for field in [size, flags, error] {
            message.extend_from_slice(&field.to_le_bytes());
        }
        message.extend_from_slice(payload);
        message
    }
}

/// Reads fields from the front of a payload; one that is not there is an invalid argument.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl<'a> Fields<'a> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Errno> {
        let (field, rest) = self.0.split_first_chunk().ok_or(Errno::INVAL)?;
        self.0 = rest;
        Ok(*field)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Errno> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Errno> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Errno> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], Errno> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(Errno::INVAL)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// Everything that is left.
    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_carries_type_and_error_bit() {
        let request = Header { id: 7, command: 99, size: 16, flags: 0, error: 0 };
        let reply = request.reply(Err(Errno::INVAL));
        let header = Header::parse(reply[..].first_chunk().unwrap());
        assert_eq!((header.id, header.command, header.size), (7, 99, 16));
        assert_eq!((header.flags, header.error), (0x21, 22));
    }

    #[test]
    fn a_size_below_the_header_is_no_size() {
        let header = Header { id: 0, command: 1, size: 15, flags: 0x10, error: 0 };
        assert_eq!(header.payload_bytes(), None);
        assert!(!header.wants_reply() && header.is_request());
    }

    #[test]
    fn missing_fields_are_invalid_arguments() {
        let mut fields = Fields(&[1, 0, 2]);
        assert_eq!(fields.u16(), Ok(1));
        assert_eq!(fields.u32(), Err(Errno::INVAL));
        assert_eq!(fields.bytes(2), Err(Errno::INVAL));
        assert_eq!(fields.rest(), [2]);
    }
}
