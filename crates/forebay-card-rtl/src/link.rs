// SPDX-License-Identifier: Apache-2.0
//! The PCIe link and the host behind it, as the card's AXI4 master sees them: [`Link`] on the signals of the simulation.
//!
//! Called once before and once after every cycle.

use forebay_bus::{Bar, CardError, HostMemory, Layout, LinkParams};
use forebay_link::{Address, Link, Who};

use crate::mmio::Mmio;
use crate::structs::{BEAT_BYTES, SimIn, SimOut};

const _: () = assert!(BEAT_BYTES == forebay_link::BEAT_BYTES, "one bus");

/// Link and host at the card's edge.
#[derive(Debug)]
pub(crate) struct HostLink {
    link: Link,
    mmio: Mmio,
}

impl HostLink {
    /// An idle link.
    pub(crate) fn new(params: LinkParams, host: HostMemory, layout: &'static Layout) -> Self {
        Self { link: Link::new(params, host), mmio: Mmio::new(layout) }
    }

    /// The host memory behind the link.
    pub(crate) fn host(&self) -> &HostMemory {
        self.link.host()
    }

    /// The link's parameters.
    pub(crate) fn params(&self) -> &LinkParams {
        self.link.params()
    }

    /// Whether the card has nothing under way beyond its edge, and is asked for nothing at its ports. An access may still be
    /// on its way: see [`HostLink::next_access`].
    pub(crate) fn is_idle(&self) -> bool {
        self.link.is_idle()
    }

    /// Whether an access of the host is on its way to the card, or an answer to the host.
    pub(crate) fn is_accessed(&self) -> bool {
        self.link.is_accessed()
    }

    /// The cycle in which the next thing happens to the host's accesses, if no port has one.
    pub(crate) fn next_access(&self) -> Option<u64> {
        self.link.next_access()
    }

    /// Whether a store of so many bytes may leave in front of cycle number `cycle`.
    pub(crate) fn has_room(&mut self, cycle: u64, bytes: usize) -> bool {
        self.link.has_room(cycle, bytes)
    }

    /// The cycle in which the host next hears of room for stores, as far as that is known.
    pub(crate) fn next_room(&self) -> Option<u64> {
        self.link.next_room()
    }

    /// Lets a store leave in front of cycle number `cycle`.
    pub(crate) fn write(&mut self, cycle: u64, bar: Bar, offset: u64, data: &[u8]) {
        self.link.write(cycle, bar, offset, data);
    }

    /// Lets a read leave in front of cycle number `cycle`; somebody waits for its answer.
    pub(crate) fn read(&mut self, cycle: u64, bar: Bar, offset: u64, bytes: usize) {
        self.link.read(cycle, bar, offset, bytes);
    }

    /// The answer to the read, once it is at the host.
    pub(crate) fn take_answer(&mut self, cycle: u64) -> Option<&[u8]> {
        self.link.take_answer(cycle).then(|| self.mmio.read_data())
    }

    /// Nobody waits for the answer any longer.
    pub(crate) fn give_up_read(&mut self) {
        self.link.give_up_read();
    }

    /// The error of an access that its port has left without an answer for longer than a card may.
    pub(crate) fn take_overdue(&mut self) -> Option<CardError> {
        self.mmio.take_overdue()
    }

    /// Vectors that have arrived since the last call, as a bit mask.
    pub(crate) fn take_messages(&mut self) -> u32 {
        self.link.take_messages()
    }

    /// The card is in reset and the link is not; to be called once a cycle, from before the first on; see [`Link::card_reset`].
    pub(crate) fn card_reset(&mut self) {
        self.link.card_reset();
        self.mmio.card_reset();
    }

    /// Whether a card in reset has nothing left that could reach host memory: no offer that it must not withdraw, and no
    /// write whose data are not all here.
    pub(crate) fn is_quiesced(&self, output: &SimOut) -> bool {
        let offers = output.host_ar_valid | output.host_aw_valid | output.host_w_valid;
        offers == 0 && self.link.is_complete()
    }

    /// Drives the card's inputs for cycle number `cycle`. Returns whether a message arrived.
    pub(crate) fn drive(&mut self, cycle: u64, input: &mut SimIn) -> bool {
        let message = self.link.begin(cycle);
        self.mmio.drive(&mut self.link, &mut input.bar);

        input.host_ar_ready = u8::from(self.link.takes_read());
        input.host_aw_ready = u8::from(self.link.takes_write());
        input.host_w_ready = u8::from(self.link.takes_data());
        input.msix_ready = 1;
        input.host_r_valid = 0;
        if let Some(beat) = self.link.read_beat() {
            input.host_r_valid = 1;
            input.host_r_id = beat.id;
            input.host_r_resp = beat.resp;
            input.host_r_last = u8::from(beat.last);
            input.host_r_data = beat.data;
        }
        input.host_b_valid = 0;
        if let Some(response) = self.link.write_response() {
            input.host_b_valid = 1;
            input.host_b_id = response.id;
            input.host_b_resp = response.resp;
        }
        message
    }

    /// Takes what the card did in the cycle that [`HostLink::drive`] prepared. The error says which bus rule it
    /// broke.
    pub(crate) fn react(&mut self, input: &SimIn, output: &SimOut) -> Result<(), String> {
        if input.host_r_valid & output.host_r_ready != 0 {
            self.link.pop_beat();
        }
        if input.host_b_valid & output.host_b_ready != 0 {
            self.link.pop_response();
        }
        if output.host_w_valid & input.host_w_ready != 0 {
            let beat = (&output.host_w_data, output.host_w_strb, output.host_w_last != 0);
            self.link.push_data(beat)?;
        }
        if output.host_aw_valid & input.host_aw_ready != 0 {
            let who = Who::checked(output.host_aw_purpose, output.host_aw_source)?;
            let id = (output.host_aw_id, who);
            let addr = output.host_aw_addr;
            let address = Address::checked(id, addr, output.host_aw_len, output.host_aw_bytes)?;
            self.link.push_write(address);
        }
        if output.host_ar_valid & input.host_ar_ready != 0 {
            let who = Who::checked(output.host_ar_purpose, output.host_ar_source)?;
            let id = (output.host_ar_id, who);
            let addr = output.host_ar_addr;
            let address = Address::checked(id, addr, output.host_ar_len, output.host_ar_bytes)?;
            self.link.push_read(address);
        }
        if output.msix_valid & input.msix_ready != 0 {
            self.link.push_message(output.msix_vector);
        }
        // Behind all the rest, so that an answer passes nothing that the card has sent.
        self.mmio.react(&mut self.link, &output.bar);
        Ok(())
    }
}
