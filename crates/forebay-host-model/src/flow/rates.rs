// SPDX-License-Identifier: Apache-2.0
//! How fast each flow goes as long as nothing fills, empties or ends.

use super::{FlowCard, Rates, State};
use crate::card::{STREAMS, Target};
use crate::params::WritePath;

impl FlowCard {
    /// The rates of now.
    pub(super) fn rates(&self) -> Rates {
        let mut rates = Rates::default();
        let moving = self.channels.iter().filter(|one| matches!(one.state, State::Moving)).count();
        let share = self.params.link_per_ps() / moving.max(1) as f64;
        let mut sender = [None; STREAMS];
        for (index, channel) in self.channels.iter().enumerate() {
            if matches!(channel.state, State::Moving) {
                rates.channel[index] = share.min(channel.most);
                if let Target::Stream(stream) = channel.piece.target {
                    sender[stream] = Some(index);
                    rates.into[stream] = rates.channel[index] * channel.units;
                }
            }
        }
        rates.core = self.core_rate(&rates);
        for stream in 0..STREAMS {
            let Some(index) = sender[stream] else { continue };
            if self.level[stream] < self.room[stream] || rates.into[stream] <= rates.core {
                continue;
            }
            match self.params.write_path {
                WritePath::Shared => self.hold_all(&mut rates, (stream, index), sender),
                WritePath::Reserved => self.hold_one(&mut rates, (stream, index), sender),
            }
        }
        for (stream, of) in sender.iter().enumerate() {
            rates.held[stream] = of.is_some()
                && self.level[stream] == self.room[stream]
                && (rates.into[stream] - rates.core).abs() < 1e-9;
        }
        rates
    }

    /// What the core takes of both streams: one unit a picosecond, or what arrives where a FIFO is empty.
    fn core_rate(&self, rates: &Rates) -> f64 {
        (0..STREAMS)
            .filter(|stream| self.level[*stream] == 0)
            .fold(1.0, |least: f64, stream| least.min(rates.into[stream]))
    }

    /// A full FIFO holds up everything behind its next beat; channels take turns, so all have the bytes that this one has.
    fn hold_all(
        &self,
        rates: &mut Rates,
        (full, index): (usize, usize),
        sender: [Option<usize>; STREAMS],
    ) {
        let other = 1 - full;
        let units = self.channels[index].units;
        let waits = self.level[other] == 0;
        // The core is fed from the other stream only by what comes in turn with this one.
        let fed = sender[other].map_or(0.0, |of| self.channels[of].units);
        let bytes = if !waits {
            1.0 / units
        } else if fed >= units {
            // As much of the other comes with it as it needs.
            (1.0 / units).min(rates.channel[index])
        } else {
            0.0
        };
        for (channel, rate) in self.channels.iter().zip(&mut rates.channel) {
            if matches!(channel.state, State::Moving) {
                *rate = rate.min(bytes);
            }
        }
        for (stream, of) in sender.into_iter().enumerate() {
            rates.into[stream] = of.map_or(0.0, |of| rates.channel[of] * self.channels[of].units);
        }
        rates.core = self.core_rate(rates).min(1.0);
        if rates.into[full] > rates.core {
            rates.into[full] = rates.core;
        }
    }

    /// A full FIFO holds up its own sender; the others have the link to themselves.
    fn hold_one(
        &self,
        rates: &mut Rates,
        (full, index): (usize, usize),
        sender: [Option<usize>; STREAMS],
    ) {
        let units = self.channels[index].units;
        rates.channel[index] = rates.channel[index].min(rates.core / units);
        rates.into[full] = rates.channel[index] * units;
        let other = 1 - full;
        if let Some(of) = sender[other].filter(|_| self.level[other] < self.room[other]) {
            let rest = self.params.link_per_ps() - rates.channel[index];
            let channel = &self.channels[of];
            rates.channel[of] = rest.min(channel.most).max(rates.channel[of]);
            rates.into[other] = rates.channel[of] * channel.units;
            rates.core = self.core_rate(rates);
        }
    }
}
