// SPDX-License-Identifier: Apache-2.0
//! Writes of host memory by the card: bursts become posted write packets.

use std::collections::VecDeque;

use forebay_bus::host::Refusal;
use forebay_bus::{HostMemory, LinkParams};

use crate::axi::{Address, BEAT_BYTES, RESP_OKAY, response};
use crate::reads::piece;
use crate::wire::{NEVER, Ticks, Wire};

/// A response for the card's B channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteResponse {
    /// Identifier of the burst.
    pub id: u8,
    /// How the write went.
    pub resp: u8,
}

#[derive(Debug)]
struct Burst {
    address: Address,
    beats_taken: u32,
    /// Response to the whole burst: that of the first packet that was refused.
    resp: u8,
    /// There will be no response, for one of the packets got none.
    unanswered: bool,
}

/// Write bursts in the order the card sent them; all of it stays in that order, but that what is never answered holds up
/// no response with another identifier.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    bursts: VecDeque<Burst>,
    /// The packet being filled: address of its first byte, and its bytes.
    packet_addr: u64,
    packet: Vec<u8>,
    /// Packets that wait for the wire: when they are through, and their payload.
    posted: VecDeque<(Ticks, u32)>,
    posted_bytes: u32,
    responses: VecDeque<(Ticks, WriteResponse)>,
    last_sent: Ticks,
}

impl Writes {
    /// Whether nothing is open and no response is owed.
    pub(crate) fn is_idle(&self) -> bool {
        self.bursts.is_empty() && self.responses.is_empty()
    }

    /// Whether the data of every burst have come.
    pub(crate) fn is_complete(&self) -> bool {
        self.bursts.is_empty()
    }

    /// Whether another burst may be announced.
    pub(crate) fn has_room(&self) -> bool {
        self.bursts.len() < 256
    }

    /// Whether a beat may come: its burst is known and posted credit is left.
    pub(crate) fn wants_data(&self, params: &LinkParams) -> bool {
        !self.bursts.is_empty() && self.posted_bytes < params.posted_credit_bytes
    }

    /// Takes a burst from the AW channel.
    pub(crate) fn push(&mut self, address: Address) {
        self.bursts.push_back(Burst {
            address,
            beats_taken: 0,
            resp: RESP_OKAY,
            unanswered: false,
        });
    }

    /// Takes a beat from the W channel. The error says which rule the card broke.
    pub(crate) fn push_data(
        &mut self,
        now: Ticks,
        beat: (&[u8; BEAT_BYTES], u64, bool),
        params: &LinkParams,
        up: &mut Wire,
        host: &HostMemory,
    ) -> Result<(), String> {
        let (data, strobes, last) = beat;
        let Some(burst) = self.bursts.front_mut() else {
            return Err("write data without an address".to_owned());
        };
        let address = burst.address;
        let index = burst.beats_taken;
        let lanes = address.lanes(index);
        burst.beats_taken += 1;
        // A burst that a reset has cut is filled up with beats that write nothing.
        let written = strobes != 0;
        if written && strobes != lane_mask(lanes.start, lanes.end) {
            return Err(format!(
                "write to {:#x}: beat {index} has strobes {strobes:#x}, the burst lanes {lanes:?}",
                address.addr
            ));
        }
        if last != (burst.beats_taken == address.beats()) {
            return Err(format!("write to {:#x}: wrong last on beat {index}", address.addr));
        }
        if written {
            let addr = address.addr + (u64::from(address.beat_end(index)) - lanes.len() as u64);
            if self.packet.is_empty() {
                self.packet_addr = addr;
            }
            self.packet.extend_from_slice(&data[lanes]);
        }
        let filled = u32::try_from(self.packet.len()).unwrap_or(u32::MAX);
        // A full packet ends at a multiple of the payload size, which is a multiple of the beat size.
        let full = last || piece(self.packet_addr, filled + 1, params.max_payload) == filled;
        if filled > 0 && (full || !written) {
            self.post(now, filled, params, up, host);
        }
        if last {
            self.respond();
        }
        Ok(())
    }

    /// Sends the packet and performs the write; what is not mapped is refused as a whole.
    fn post(
        &mut self,
        now: Ticks,
        bytes: u32,
        params: &LinkParams,
        up: &mut Wire,
        host: &HostMemory,
    ) {
        self.last_sent = up.send(now, bytes + params.request_overhead);
        self.posted.push_back((self.last_sent, bytes));
        self.posted_bytes += bytes;
        if let Some(burst) = self.bursts.front_mut() {
            let purpose = burst.address.who.purpose;
            let written = host.dma_write_for(purpose, self.packet_addr, &self.packet);
            if let Err(fault) = written {
                burst.unanswered |= fault.refusal == Refusal::Unanswered;
                if burst.resp == RESP_OKAY {
                    burst.resp = response(fault.refusal);
                }
            }
        }
        self.packet.clear();
    }

    fn respond(&mut self) {
        if let Some(burst) = self.bursts.pop_front() {
            let response = WriteResponse { id: burst.address.id, resp: burst.resp };
            let at = if burst.unanswered { NEVER } else { self.last_sent };
            self.responses.push_back((at, response));
        }
    }

    /// Gives back the credit of packets that are through.
    pub(crate) fn settle(&mut self, now: Ticks) {
        while let Some((_, bytes)) = self.posted.front().filter(|(sent, _)| *sent <= now) {
            self.posted_bytes -= bytes;
            self.posted.pop_front();
        }
    }

    /// The response that the B channel offers at `now`.
    pub(crate) fn head(&self, now: Ticks) -> Option<WriteResponse> {
        let index = self.ready(now)?;
        self.responses.get(index).map(|(_, response)| *response)
    }

    /// The card took the response of [`Writes::head`].
    pub(crate) fn pop(&mut self, now: Ticks) {
        if let Some(index) = self.ready(now) {
            self.responses.remove(index);
        }
    }

    /// Lets what was never to be answered be answered at `at`.
    pub(crate) fn answer_all(&mut self, at: Ticks) {
        for (sent, _) in self.responses.iter_mut().filter(|(sent, _)| *sent == NEVER) {
            *sent = at;
        }
    }

    /// The first response that is due and has none of the same identifier in front of it.
    fn ready(&self, now: Ticks) -> Option<usize> {
        let (at, _) = self.responses.front()?;
        if *at != NEVER {
            return (*at <= now).then_some(0);
        }
        let mut seen = [false; 1 << u8::BITS];
        self.responses.iter().position(|(at, response)| {
            let first_of_id = !std::mem::replace(&mut seen[usize::from(response.id)], true);
            first_of_id && *at <= now
        })
    }
}

/// Strobes of the lanes `begin..end` of a beat.
fn lane_mask(begin: usize, end: usize) -> u64 {
    let below = |lane: usize| if lane == BEAT_BYTES { u64::MAX } else { (1 << lane) - 1 };
    below(end) & !below(begin)
}
