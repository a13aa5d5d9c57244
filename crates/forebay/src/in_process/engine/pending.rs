// SPDX-License-Identifier: Apache-2.0
//! What a channel still has to do: the descriptor at which it stands, and where what is behind that goes.

use std::collections::BTreeMap;

use forebay_bus::Card;
use forebay_regs::card::STREAM_PORT;

use super::{ChannelId, Engine, ForebayError, Layout, Segment};
use crate::stall::{BlockedDescriptor, Lacking};

/// A channel with something to do.
pub(crate) struct Pending {
    /// Where it stands; no port is named.
    pub(crate) at: BlockedDescriptor,
    /// It writes to addresses of the card.
    pub(crate) writes: bool,
    /// The stream that this goes into.
    pub(crate) into: Option<Lacking>,
    /// Every stream that something behind it goes into.
    pub(crate) behind: Vec<Lacking>,
}

impl Engine {
    /// What it still has to do; none if that is nothing.
    pub(crate) fn pending(&self, card: &mut dyn Card) -> Result<Option<Pending>, ForebayError> {
        if self.run.is_empty() {
            return Ok(None);
        }
        // Until the run has begun the count is that of the one before.
        let count = if self.has_begun(card)? { self.done_by_now(card)?.0 } else { 0 };
        let mut jobs = self.queue.iter();
        let (mut at, mut into, mut behind) = (None, None, Vec::new());
        for listed in &self.run.lists {
            let Some(job) = jobs.next() else { break };
            let done = listed.done(count);
            let mut rest = &listed.list.segments()[done..];
            if at.is_none()
                && let Some((first, others)) = rest.split_first()
            {
                let descriptor = job.done + done as u64;
                at = Some(self.stands(first, descriptor, job.total));
                into = self.into(first);
                rest = others;
            }
            self.note(&mut behind, rest.iter().chain(&job.segments));
        }
        jobs.for_each(|job| self.note(&mut behind, &job.segments));
        let writes = self.writes();
        Ok(at.map(|at| Pending { at, writes, into, behind }))
    }

    fn stands(&self, segment: &Segment, descriptor: u64, total: u64) -> BlockedDescriptor {
        let Segment { host, card, len, .. } = *segment;
        BlockedDescriptor {
            channel: self.channel,
            descriptor,
            total: Some(total),
            host_addr: Some(host),
            card_addr: card,
            bytes: Some(len),
            port: None,
            held_up_by: None,
        }
    }

    /// Adds the streams that the segments go into.
    fn note<'a>(
        &self,
        streams: &mut Vec<Lacking>,
        segments: impl IntoIterator<Item = &'a Segment>,
    ) {
        for stream in segments.into_iter().filter_map(|segment| self.into(segment)) {
            if !streams.contains(&stream) {
                streams.push(stream);
            }
        }
    }

    /// The stream that a segment goes into.
    fn into(&self, segment: &Segment) -> Option<Lacking> {
        match (self.layout(), self.channel) {
            (Layout::HostToCard, ChannelId::H2c(channel)) if self.stream => {
                Some(Lacking::H2c(channel))
            }
            (Layout::HostToCard, _) => port_of(segment.card).map(Lacking::Port),
            _ => None,
        }
    }

    /// Whether it writes to addresses of the card.
    fn writes(&self) -> bool {
        self.layout() == Layout::HostToCard && !self.stream
    }

    /// Adds the bytes of its transfers for each stream port: all of each, however far it is.
    pub(crate) fn queued(&self, bytes: &mut BTreeMap<u32, u64>) {
        if self.writes() {
            for (port, of_job) in self.queue.iter().flat_map(|job| &job.ports) {
                *bytes.entry(*port).or_default() += of_job;
            }
        }
    }
}

/// The stream port at that card address.
pub(crate) fn port_of(card: u64) -> Option<u32> {
    let addr = u32::try_from(card).ok()?;
    STREAM_PORT.find(addr).map(|(port, _)| port)
}

/// Bytes for each stream port.
pub(super) fn ports<'a>(segments: impl IntoIterator<Item = &'a Segment>) -> BTreeMap<u32, u64> {
    let mut ports = BTreeMap::new();
    for segment in segments {
        if let Some(port) = port_of(segment.card) {
            *ports.entry(port).or_default() += segment.len;
        }
    }
    ports
}
