// SPDX-License-Identifier: Apache-2.0
//! One run: the memory it was given, and what must be in it when the channel is at rest.

use forebay_card::HostMemory;
use forebay_card::host::Shared;
use forebay_regs::{c2h_result, desc};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::HostileError;
use crate::schedule::Chain;
use crate::stream::Bytes;

const DESCRIPTOR_BYTES: usize = 32;
const RESULT_STRIDE: usize = 32;
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

/// A chain in memory.
pub(crate) struct Run {
    pub(crate) id: u64,
    pub(crate) chain: Chain,
    pub(crate) placed: Vec<Placed>,
    arena: Shared,
    /// What was in the arena at the start.
    image: Vec<u8>,
    results: usize,
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

    fn now(&self) -> Result<Vec<u8>, HostileError> {
        let mut bytes = vec![0; self.image.len()];
        self.arena.read(0, &mut bytes)?;
        Ok(bytes)
    }

    /// Nothing in the arena has changed outside what `allowed` says of (place, byte).
    fn unchanged_but(
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

    /// From a stream: bytes and ends as the results tell, agreeing with the counts where there are counts. `spoilt`: the
    /// bus has failed an access of it.
    pub(crate) fn check_from_stream(
        &self,
        counts: Option<Counts>,
        spoilt: bool,
    ) -> Result<Bytes, HostileError> {
        let now = self.now()?;
        let mut bytes = Bytes::default();
        let mut used = self.image.clone();
        let mut told = 0;
        for (n, place) in self.placed.iter().enumerate() {
            let slot = self.results + RESULT_STRIDE * n;
            if now[slot..slot + 8] == self.image[slot..slot + 8] {
                break;
            }
            let word =
                |at: usize| u32::from_le_bytes([now[at], now[at + 1], now[at + 2], now[at + 3]]);
            let (status, len) = (word(slot), word(slot + 4) as usize);
            let eop = c2h_result::status::EOP.is_set(status);
            if status & !c2h_result::status::EOP.mask() != c2h_result::status::RESET
                || len > place.len
            {
                return Err(self.broken(format!("result {n} is {status:#x}, {len} bytes")));
            }
            used[slot..slot + 8].copy_from_slice(&now[slot..slot + 8]);
            let data = place.host..place.host + len;
            used[data.clone()].copy_from_slice(&now[data.clone()]);
            bytes.push(&now[data], eop);
            told += 1;
            let cut = len < place.len && !eop;
            if let Some(counts) = counts.filter(|counts| !counts.failed) {
                let right = match n.cmp(&counts.completed) {
                    std::cmp::Ordering::Less => !cut,
                    std::cmp::Ordering::Equal => !eop && len == counts.partial && len > 0,
                    std::cmp::Ordering::Greater => false,
                };
                if !right {
                    return Err(self.broken(format!(
                        "result {n}, {len} of {} bytes, end {eop}, with {counts:?}",
                        place.len
                    )));
                }
            }
            if cut {
                break;
            }
        }
        let right = counts.is_none_or(|counts| match counts.failed {
            false => told == counts.completed + usize::from(counts.partial > 0),
            true => told >= counts.completed,
        });
        if !right {
            return Err(self.broken(format!("{told} results with {counts:?}")));
        }
        // A failure may have left bytes in buffers that no result tells of, and results of descriptors that were with the
        // mover by then; nothing else is written.
        let loose = |at: usize| {
            let mut untold = (told..).zip(&self.placed[told..]);
            spoilt
                && untold.any(|(n, place)| {
                    let slot = self.results + RESULT_STRIDE * n;
                    (place.host..place.host + place.len).contains(&at)
                        || (slot..slot + 8).contains(&at)
                })
        };
        self.unchanged_but(&now, |at, byte| byte == used[at] || loose(at))?;
        Ok(bytes)
    }

    /// Whether the run has ended by itself with that many descriptors, the last of which ended a packet or not.
    pub(crate) fn is_whole(&self, completed: usize, end: bool) -> bool {
        completed == self.placed.len() || (completed > 0 && end && self.stops_at_end(completed - 1))
    }

    pub(crate) fn stops_at_end(&self, n: usize) -> bool {
        self.is_c2h() && self.is_stream() && self.chain.pieces[n].stop_at_eop
    }
}
