// SPDX-License-Identifier: Apache-2.0
//! One run: the memory it was given, and what must be in it when the channel is at rest.

use forebay_bus::HostMemory;
use forebay_bus::host::{Purpose, Shared};
use forebay_regs::desc;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::HostileError;
use crate::schedule::Chain;
use crate::stream::Bytes;
use crate::traffic::Fault;

const DESCRIPTOR_BYTES: usize = 32;
pub(crate) const RESULT_STRIDE: usize = 32;
/// Bytes around every buffer that nobody may write.
const GUARD: usize = 64;
/// Where C2H channels read card memory, and H2C channels write it: 256 KiB each.
pub(crate) const CARD_SOURCE: u64 = 0x8_0000;
const CARD_TARGETS: u64 = 0x4_0000;

/// A descriptor's place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// In the arena.
    pub(crate) host: usize,
    /// On the card; without meaning on streams.
    pub(crate) card: u64,
    pub(crate) len: usize,
}

/// What the channel said when it was at rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) completed: usize,
    pub(crate) partial: usize,
    pub(crate) failed: bool,
}

impl Counts {
    /// No byte has arrived.
    pub(crate) const fn is_nothing(self) -> bool {
        self.completed == 0 && self.partial == 0
    }
}

/// The first of a chain that the bus has failed.
#[derive(Clone, Debug)]
pub(crate) struct First {
    /// Its descriptor.
    pub(crate) n: usize,
    /// Bytes of the descriptor in front of it.
    pub(crate) before: usize,
    /// The descriptor could not be read, or is none.
    pub(crate) of_descriptor: bool,
    pub(crate) write: bool,
    /// What the card may log of it: of all that has failed of that descriptor, one.
    pub(crate) status: Vec<u32>,
}

/// A chain in memory.
pub(crate) struct Run {
    pub(crate) id: u64,
    pub(crate) chain: Chain,
    pub(crate) placed: Vec<Placed>,
    arena: Shared,
    /// What was in the arena at the start.
    pub(crate) image: Vec<u8>,
    /// Where in the arena results are.
    pub(crate) results: usize,
    /// RUN was cleared while it was under way.
    pub(crate) stopped: bool,
    /// It was started on a channel at rest, so that messages and poll-mode word are its own.
    pub(crate) alone: bool,
}

impl Run {
    pub(crate) fn new(
        id: u64,
        chain: Chain,
        host: &HostMemory,
        random: &mut ChaCha8Rng,
    ) -> Result<Self, HostileError> {
        let count = chain.pieces.len();
        let results = (DESCRIPTOR_BYTES * count).next_multiple_of(64);
        let base = match chain.channel {
            0..4 => CARD_TARGETS * u64::from(chain.channel % 2),
            _ => CARD_SOURCE,
        };
        let (mut at, mut card) = (results + RESULT_STRIDE * count, base);
        let mut placed = Vec::with_capacity(count);
        for piece in &chain.pieces {
            at += GUARD + usize::from(piece.lead);
            card += u64::from(piece.lead);
            let len = piece.len as usize;
            placed.push(Placed { host: at, card, len });
            at += len;
            card += u64::from(piece.len);
        }
        let mut image = vec![0; at + GUARD];
        random.fill(&mut image[..]);
        let arena = host.share(image.len())?;
        let mut run =
            Self { id, chain, placed, arena, image, results, stopped: false, alone: true };
        run.write_descriptors();
        run.arena.write(0, &run.image)?;
        Ok(run)
    }

    pub(crate) fn first(&self) -> u64 {
        self.arena.addr()
    }

    pub(crate) fn range(&self) -> std::ops::Range<u64> {
        self.arena.addr()..self.arena.addr() + self.image.len() as u64
    }

    pub(crate) const fn is_stream(&self) -> bool {
        self.chain.channel % 4 >= 2
    }

    pub(crate) const fn is_c2h(&self) -> bool {
        self.chain.channel >= 4
    }

    /// Descriptors that follow descriptor `n` side by side, as its predecessor tells.
    pub(crate) fn adjacent(&self, n: usize) -> u32 {
        let follow = self.placed.len() - 1 - n;
        if self.chain.merged { u32::try_from(follow.min(63)).unwrap_or(0) } else { 0 }
    }

    fn write_descriptors(&mut self) {
        let last = self.placed.len() - 1;
        for (n, place) in self.placed.iter().enumerate() {
            let piece = &self.chain.pieces[n];
            let flag = |set: bool, field: forebay_regs::Field| field.put(u32::from(set));
            let mut control = desc::control::RESET
                | flag(n == last, desc::control::STOP)
                | flag(piece.completed, desc::control::COMPLETED)
                | flag(piece.eop && !self.is_c2h(), desc::control::EOP)
                | flag(
                    piece.stop_at_eop && self.is_c2h() && self.is_stream(),
                    desc::control::STOP_AT_EOP,
                );
            let mut next = 0;
            if n < last {
                control |= desc::control::NEXT_ADJACENT.put(self.adjacent(n + 1));
                next = self.first() + (DESCRIPTOR_BYTES * (n + 1)) as u64;
            }
            let host = self.first() + place.host as u64;
            let result = self.first() + (self.results + RESULT_STRIDE * n) as u64;
            let (src, dst) = match (self.is_c2h(), self.is_stream()) {
                (false, _) => (host, place.card),
                (true, false) => (place.card, host),
                (true, true) => (result, host),
            };
            let words = [u64::from(piece.len) << 32 | u64::from(control), src, dst, next];
            for (slot, word) in self.image[DESCRIPTOR_BYTES * n..].chunks_exact_mut(8).zip(words) {
                slot.copy_from_slice(&word.to_le_bytes());
            }
        }
    }

    /// Bytes of descriptors up to number `count`, and `partial` more.
    pub(crate) fn bytes(&self, counts: Counts) -> usize {
        self.placed[..counts.completed].iter().map(|place| place.len).sum::<usize>()
            + counts.partial
    }

    /// What the run would send in the end, with the ends of its packets.
    pub(crate) fn outgoing(&self) -> Bytes {
        let mut bytes = Bytes::default();
        for (piece, place) in self.chain.pieces.iter().zip(&self.placed) {
            bytes.push(self.source(*place), piece.eop);
        }
        bytes
    }

    /// The bytes of a descriptor in the arena as they were at the start.
    pub(crate) fn source(&self, place: Placed) -> &[u8] {
        &self.image[place.host..place.host + place.len]
    }

    pub(crate) fn now(&self) -> Result<Vec<u8>, HostileError> {
        let mut bytes = vec![0; self.image.len()];
        self.arena.read(0, &mut bytes)?;
        Ok(bytes)
    }

    /// Nothing in the arena has changed outside what `allowed` says of (place, byte).
    pub(crate) fn unchanged_but(
        &self,
        now: &[u8],
        allowed: impl Fn(usize, u8) -> bool,
    ) -> Result<(), HostileError> {
        let bad = (0..now.len()).find(|at| now[*at] != self.image[*at] && !allowed(*at, now[*at]));
        bad.map_or(Ok(()), |at| {
            Err(self.broken(format!("byte {at:#x} of its memory was written, {}", self.name(at))))
        })
    }

    fn name(&self, at: usize) -> String {
        let within = |place: &Placed| (place.host..place.host + place.len).contains(&at);
        match self.placed.iter().position(within) {
            Some(n) => format!("byte {} of descriptor {n}", at - self.placed[n].host),
            None if at < self.results => "a descriptor".into(),
            None if at < self.placed[0].host - GUARD => {
                format!("result {}", (at - self.results) / RESULT_STRIDE)
            }
            None => "between buffers".into(),
        }
    }

    pub(crate) fn broken(&self, what: impl std::fmt::Display) -> HostileError {
        HostileError::Broken(format!("channel {} run {}: {what}", self.chain.channel, self.id))
    }

    /// The card has written none of it: it has only read, or not begun.
    pub(crate) fn check_untouched(&self) -> Result<(), HostileError> {
        self.unchanged_but(&self.now()?, |_, _| false)
    }

    /// From card memory `card`: what is counted is there, the rest is old or right, and nothing else has changed.
    pub(crate) fn check_from_memory(
        &self,
        card: impl Fn(u64) -> u8,
        counts: Option<Counts>,
    ) -> Result<(), HostileError> {
        let now = self.now()?;
        let mut wanted = self.image.clone();
        for place in &self.placed {
            for (n, slot) in (0..).zip(&mut wanted[place.host..place.host + place.len]) {
                *slot = card(place.card + n);
            }
        }
        let told = counts.map_or(0, |counts| self.bytes(counts));
        let mut left = told;
        for (n, place) in self.placed.iter().enumerate() {
            let range = place.host..place.host + place.len.min(left);
            left -= range.len();
            if let Some(at) = range.clone().find(|at| now[*at] != wanted[*at]) {
                let at = at - place.host;
                return Err(self.broken(format!(
                    "{told} bytes told, and byte {at} of descriptor {n} is wrong"
                )));
            }
        }
        self.unchanged_but(&now, |at, byte| byte == wanted[at])
    }

    /// The first of its chain that the bus has failed.
    pub(crate) fn first_fault(&self, faults: &[Fault]) -> Option<First> {
        let mut first: Option<First> = None;
        for fault in faults {
            let (n, before) = self.place(fault);
            if first.as_ref().is_none_or(|first| n < first.n) {
                let of_descriptor = fault.purpose == Purpose::Descriptor;
                first = Some(First {
                    n,
                    before,
                    of_descriptor,
                    write: fault.write,
                    status: Vec::new(),
                });
            }
            if let Some(first) = first.as_mut().filter(|first| first.n == n) {
                first.before = first.before.min(before);
                first.status.push(fault.status);
            }
        }
        first
    }

    /// The descriptor that an access was for, and how many of its bytes are in front of the access.
    fn place(&self, fault: &Fault) -> (usize, usize) {
        let at = usize::try_from(fault.addr - self.first()).unwrap_or(usize::MAX);
        match fault.purpose {
            Purpose::Descriptor => (at / DESCRIPTOR_BYTES, 0),
            Purpose::WriteBack => {
                let n = (at - self.results) / RESULT_STRIDE;
                (n, self.placed.get(n).map_or(0, |place| place.len))
            }
            Purpose::Data => {
                let within = |place: &Placed| (place.host..place.host + place.len).contains(&at);
                let n = self.placed.iter().position(within).unwrap_or(self.placed.len());
                (n, self.placed.get(n).map_or(0, |place| at - place.host))
            }
        }
    }

    /// Whether the run has ended by itself with that many descriptors, the last of which ended a packet or not.
    pub(crate) fn is_whole(&self, completed: usize, end: bool) -> bool {
        completed == self.placed.len() || (completed > 0 && end && self.stops_at_end(completed - 1))
    }

    pub(crate) fn stops_at_end(&self, n: usize) -> bool {
        self.is_c2h() && self.is_stream() && self.chain.pieces[n].stop_at_eop
    }
}
