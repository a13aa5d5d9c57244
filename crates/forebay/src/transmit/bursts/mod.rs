// SPDX-License-Identifier: Apache-2.0
//! Bursts that are sent: number and time of each of their packets, and what became of them.

mod lane;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use self::lane::Lane;
use super::{Air, TransmitError};
use crate::capture::Rate;
use crate::capture::chdr::{MOST_SAMPLES, Outgoing};
use crate::{Device, ForebayError};

/// Packets on their way of which nobody has asked what became, and events that nobody has taken: behind so many the oldest are seen to, so that a program need not ask.
const MOST: usize = 1024;

/// The bursts that a program sends by the card's four channels, which it alone uses meanwhile.
///
/// A burst begins with a packet and ends with one that has `end_of_burst`. If it begins at a time, each of its packets has the time of its first sample: what comes too late is dropped then, and
/// what is behind it is in its place again. If it does not, its samples are sent one behind the other, however late.
///
/// The card counts samples and packets, not holes, so what [`Bursts::event`] tells is what somebody has seen: two holes between two looks are one, and packets that were late are the first
/// ones between them that can have been. It follows packets that reach the card: behind a stop, an error or a reset that has taken some of them back, begin anew.
#[derive(Debug)]
pub struct Bursts {
    air: Air,
    rate: Rate,
    endpoint: u16,
    state: Mutex<State>,
}

/// What became of a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BurstEventKind {
    /// It had no sample for a moment: told once for each hole.
    Underrun,
    /// Packets were dropped because their time was over: told once for each burst.
    Late,
    /// All of it was sent, or dropped because it was late.
    Sent,
}

/// What became of bursts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BurstEvent {
    /// What it is.
    pub kind: BurstEventKind,
    /// The channels it is told of, a bit for each.
    pub channels: u32,
    /// Late, and sent: when the burst was to begin, if that was said.
    pub time: Option<u64>,
}

#[derive(Debug, Default)]
struct State {
    lanes: [Lane; Air::CHANNELS as usize],
    events: VecDeque<BurstEvent>,
}

impl Bursts {
    /// Clears the air, and sets the rate of all channels and the endpoint of packets of channel 0, from which those of the others count on.
    ///
    /// # Errors
    /// [`ForebayError::NoFeature`] on a card without; what using the card can end in.
    pub fn begin(device: &Device, rate: Rate, endpoint: u16) -> Result<Self, ForebayError> {
        let air = device.air()?;
        air.clear()?;
        air.configure(rate, endpoint)?;
        Ok(Self { air, rate, endpoint, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next packet of a channel, of so many samples, which the caller sends next. `time` is that of its first sample, and begins a burst at that time or goes on in one at it; without,
    /// it goes on where the packet before ended, or begins a burst at once. A burst that begins less than a sample behind another one goes on in the moments of that one.
    ///
    /// # Errors
    /// [`TransmitError::Channel`] of a channel that is not there, and [`TransmitError::Samples`]; what using the card can end in.
    pub fn packet(
        &self,
        channel: u32,
        samples: u64,
        time: Option<u64>,
        end_of_burst: bool,
    ) -> Result<Outgoing, ForebayError> {
        if !(1..=MOST_SAMPLES as u64).contains(&samples) {
            return Err(TransmitError::Samples { samples }.into());
        }
        let mut state = self.state();
        let lane = state.lane(channel)?;
        let (sequence, time) = lane.packet(self.rate, samples, time, end_of_burst);
        if lane.on_their_way() > MOST {
            state.look(&self.air)?;
        }
        Ok(Outgoing { endpoint: self.endpoint_of(channel), sequence, time, end_of_burst })
    }

    /// The packet of one sample, which is to be silence, that ends the burst a channel is in behind its last one, however late; none if it is in none. There is no packet without a sample.
    ///
    /// # Errors
    /// [`TransmitError::Channel`] of a channel that is not there.
    pub fn end(&self, channel: u32) -> Result<Option<Outgoing>, ForebayError> {
        let sequence = self.state().lane(channel)?.end(self.rate);
        let endpoint = self.endpoint_of(channel);
        Ok(sequence.map(|sequence| Outgoing { endpoint, sequence, time: None, end_of_burst: true }))
    }

    fn endpoint_of(&self, channel: u32) -> u16 {
        #[expect(clippy::cast_possible_truncation, reason = "there are four channels")]
        let channel = channel as u16;
        self.endpoint.wrapping_add(channel)
    }

    /// The next thing that is told, waited for so long at most, which is as for [`Air::wait`].
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn event(&self, limit: Duration) -> Result<Option<BurstEvent>, ForebayError> {
        let found = RefCell::new(Ok(None));
        // It is asked again when it has found something.
        let look = |_| {
            let mut found = found.borrow_mut();
            if matches!(*found, Ok(None)) {
                *found = self.next();
            }
            !matches!(*found, Ok(None))
        };
        match self.air.watch("what becomes of a burst", limit, &look) {
            Ok(()) | Err(ForebayError::RegisterWait { .. }) => found.into_inner(),
            Err(error) => Err(error),
        }
    }

    /// What is told next, if there is anything.
    fn next(&self) -> Result<Option<BurstEvent>, ForebayError> {
        let mut state = self.state();
        if state.events.is_empty() {
            state.look(&self.air)?;
        }
        Ok(state.events.pop_front())
    }
}

impl State {
    fn lane(&mut self, channel: u32) -> Result<&mut Lane, TransmitError> {
        let last = Air::CHANNELS - 1;
        self.lanes.get_mut(channel as usize).ok_or(TransmitError::Channel { channel, last })
    }

    /// Looks what has become of the channels' packets.
    fn look(&mut self, air: &Air) -> Result<(), ForebayError> {
        for (channel, lane) in (0..).zip(&mut self.lanes) {
            if !lane.is_used() {
                continue;
            }
            let mut found = Vec::new();
            lane.look(&air.account(channel)?, &mut found);
            for (kind, time) in found {
                self.events.push_back(BurstEvent { kind, channels: 1 << channel, time });
            }
        }
        let excess = self.events.len().saturating_sub(MOST);
        self.events.drain(..excess);
        Ok(())
    }
}
