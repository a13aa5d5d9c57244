// SPDX-License-Identifier: Apache-2.0
//! Sending, and receiving meanwhile: whatever ends it, the card is silent, and what became of the samples is told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use forebay::capture::chdr::{Multiplexer, Outgoing, SAMPLE_BYTES, packet_bytes};
use forebay::{Air, AirAccount, Source, Transmit, TransmitBuffer};

use super::input::Input;
use super::listen::Listener;
use super::plan::{Block, Plan};
use super::told::Told;
use crate::error::CliError;

/// Seconds of the card's time behind which the last sample is on the air, or never will be.
const END_SECONDS: u64 = 1;

pub(super) struct Session<'a> {
    pub look: Duration,
    pub source: &'a Source,
    pub air: &'a Air,
    pub transmit: &'a Transmit,
    pub plan: &'a Plan,
    /// Samples that were sent into the queue, for who watches.
    pub queued: &'a AtomicU64,
    pub stop: &'a AtomicBool,
}

impl Session<'_> {
    pub(super) fn run(
        &self,
        input: &mut Input,
        listener: &mut Option<Listener<'_>>,
    ) -> Result<Told, CliError> {
        self.air.clear()?;
        self.air.configure(self.plan.rate, 0)?;
        if let Some(listener) = listener {
            listener.prepare()?;
        }
        let first = self.plan.first(self.source.time()?)?;
        let sent = self.send(input, listener, first);
        let told = sent.and_then(|()| self.told(first));
        if self.stopped() || told.is_err() {
            // What went wrong first is told.
            let _ = self.transmit.stop();
            let _ = self.air.clear();
        }
        // The recording is valid however it ends.
        let heard = listener.take().map(Listener::finish).transpose();
        let mut told = told?;
        told.heard = heard?;
        Ok(told)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn send(
        &self,
        input: &mut Input,
        listener: &mut Option<Listener<'_>>,
        first: u64,
    ) -> Result<(), CliError> {
        if let Some(listener) = listener {
            listener.begin(first)?;
        }
        self.transmit.start()?;
        let (mut numbers, mut frames) = (Multiplexer::default(), Vec::new());
        for block in self.plan.blocks() {
            let Some(buffer) = self.buffer(listener)? else { return self.transmit_stop() };
            input.take(block.index, block.samples, &mut frames)?;
            self.fill(buffer, block, first, (&frames[..], &mut numbers))?;
            self.queued.fetch_add(block.samples as u64, Ordering::Relaxed);
        }
        while !self.transmit.drain(self.look)? {
            if self.stopped() {
                return self.transmit_stop();
            }
            self.heard(listener)?;
        }
        self.silence(listener, first)?;
        match listener {
            Some(listener) if !self.stopped() => listener.rest(self.stop),
            _ => Ok(()),
        }
    }

    fn transmit_stop(&self) -> Result<(), CliError> {
        Ok(self.transmit.stop()?)
    }

    /// A free buffer; none when somebody stops it.
    fn buffer(
        &self,
        listener: &mut Option<Listener<'_>>,
    ) -> Result<Option<TransmitBuffer>, CliError> {
        loop {
            self.heard(listener)?;
            if self.stopped() {
                return Ok(None);
            }
            if let Some(buffer) = self.transmit.acquire(self.look)? {
                return Ok(Some(buffer));
            }
        }
    }

    /// Sends a packet of each channel.
    fn fill(
        &self,
        mut buffer: TransmitBuffer,
        block: Block,
        first: u64,
        (frames, numbers): (&[u8], &mut Multiplexer),
    ) -> Result<(), CliError> {
        let channels = self.plan.channels as usize;
        let time = Some(self.plan.time(first, block.index));
        let mut used = 0;
        for channel in 0..channels {
            let endpoint = u16::try_from(channel).unwrap_or_default();
            let sequence = numbers.next(endpoint);
            let packet = Outgoing { endpoint, sequence, time, end_of_burst: block.last };
            let (own, _) = frames.as_chunks::<SAMPLE_BYTES>();
            let place = packet.begin(&mut buffer[used..], block.samples)?;
            for (to, from) in
                place.chunks_exact_mut(SAMPLE_BYTES).zip(own.iter().skip(channel).step_by(channels))
            {
                to.copy_from_slice(from);
            }
            used += packet_bytes(block.samples);
        }
        Ok(buffer.send(used)?)
    }

    /// Waits until the last sample is on the air and over.
    fn silence(&self, listener: &mut Option<Listener<'_>>, first: u64) -> Result<(), CliError> {
        let last = self.plan.time(first, self.plan.base() + self.plan.moments());
        let end = last.saturating_add(END_SECONDS * self.source.clock_hz());
        while !self.air.wait(self.look)? {
            if self.stopped() {
                break;
            }
            if self.source.time()? > end {
                return Err(CliError::Stuck {
                    what: "something is on the air",
                    seconds: END_SECONDS,
                });
            }
            self.heard(listener)?;
        }
        Ok(())
    }

    fn heard(&self, listener: &mut Option<Listener<'_>>) -> Result<(), CliError> {
        listener.as_mut().map_or(Ok(()), Listener::take_all)
    }

    /// What became of the samples of all channels.
    fn told(&self, first: u64) -> Result<Told, CliError> {
        let (mut sum, mut gaps) = (AirAccount::default(), 0_u64);
        for channel in 0..self.plan.channels {
            let one = self.air.account(channel)?;
            sum.sent += one.sent;
            sum.missed += one.missed;
            sum.late += one.late;
            sum.late_packets += one.late_packets;
            sum.packets += one.packets;
            sum.skips += one.skips;
            // What was stopped has not got to its later ones.
            let moments = if self.stopped() { one.sent + one.missed } else { u64::MAX };
            gaps = gaps.saturating_add(self.plan.gaps(moments));
        }
        Ok(Told::new(
            self.plan,
            first,
            (gaps, sum),
            (self.air.malformed()?, self.transmit.stats()?),
        ))
    }
}
