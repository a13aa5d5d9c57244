// SPDX-License-Identifier: Apache-2.0
//! The host library on a loopback card, its transfers given up at any moment, against the same model.

use std::ops::Range;
use std::sync::Arc;

use forebay::{Buffer, Device, ForebayError, Piece, Transfer};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::HostileError;
use crate::schedule::Link;
use crate::stream::{self, Bytes, Cut, Sent, Start};
use crate::trial;

/// Card cycles without progress after which the library gives a transfer up.
const STALL_CYCLES: u64 = 20_000;
/// Card memory of each of the two channels that move to and from memory.
const AREA_BYTES: usize = 1 << 16;
/// What receive buffers hold before.
const UNTOUCHED: u8 = 0xA5;

/// How often what has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Transfers that have ended well.
    pub whole: u64,
    /// Transfers that have ended with an error, all or nothing of them moved.
    pub cut: u64,
    /// Transfers that have ended with an error in the middle.
    pub cut_inside: u64,
    /// Transfers dropped.
    pub dropped: u64,
    /// Recoveries asked for.
    pub recovered: u64,
}

impl Tally {
    /// Adds what another player has met.
    pub fn add(&mut self, other: Self) {
        self.whole += other.whole;
        self.cut += other.cut;
        self.cut_inside += other.cut_inside;
        self.dropped += other.dropped;
        self.recovered += other.recovered;
    }
}

/// One stream through the card and back.
#[derive(Default)]
struct Pair {
    sent: Vec<Sent>,
    got: Bytes,
    /// Transfers that nobody has waited for, with their places in `sent`.
    flying: Vec<(usize, usize, Transfer)>,
}

/// One piece of card memory.
struct Area {
    /// What it holds where that is known.
    bytes: Vec<Option<u8>>,
    /// A write under way.
    flying: Option<(Range<usize>, Vec<u8>, Transfer)>,
}

struct Player {
    device: Device,
    random: ChaCha8Rng,
    pairs: [Pair; 2],
    areas: [Area; 2],
    tally: Tally,
}

/// Plays `steps` random steps that `seed` decides on a body, `fast` or `rtl`.
///
/// # Errors
/// [`HostileError::Broken`] with the step and the promise that was broken.
pub fn play(body: &str, seed: u64, steps: usize) -> Result<Tally, HostileError> {
    let device = Device::from_card(trial::open(body, seed, Link::Usual)?, STALL_CYCLES)
        .map_err(unexpected)?;
    let area = |_| Area { bytes: vec![None; AREA_BYTES], flying: None };
    let mut player = Player {
        device,
        random: ChaCha8Rng::seed_from_u64(seed),
        pairs: Default::default(),
        areas: [0, 1].map(area),
        tally: Tally::default(),
    };
    for number in 0..steps {
        let at = |error| HostileError::Broken(format!("seed {seed}, step {number}: {error}"));
        player.step().map_err(at)?;
    }
    player.end().map_err(|error| HostileError::Broken(format!("seed {seed}, the end: {error}")))?;
    Ok(player.tally)
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err gives")]
fn unexpected(error: ForebayError) -> HostileError {
    HostileError::Broken(error.to_string())
}

/// Bytes of a transfer that was given up that have arrived.
fn arrived(error: ForebayError) -> Result<usize, HostileError> {
    match error {
        ForebayError::Stalled { bytes, .. } | ForebayError::Cancelled { bytes, .. } => {
            Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
        }
        other => Err(unexpected(other)),
    }
}

fn broken<R>(what: impl Into<String>) -> Result<R, HostileError> {
    Err(HostileError::Broken(what.into()))
}

impl Player {
    fn step(&mut self) -> Result<(), HostileError> {
        let which = usize::from(self.random.random_bool(0.5));
        match self.random.random_range(0..20) {
            0..6 => self.send(which),
            6..10 => self.receive(which),
            10..12 => self.wait(which),
            12 => {
                self.drop_one(which);
                Ok(())
            }
            13 => self.recover(),
            14..16 => self.write(which),
            16..18 => self.read(which),
            _ => self.queue_write(which),
        }
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.random.fill(&mut bytes[..]);
        bytes
    }

    fn len(&mut self) -> usize {
        match self.random.random_range(0..4) {
            0 => self.random.random_range(1..=64),
            1 => 64 * self.random.random_range(1..=64),
            2 => self.random.random_range(1..=5000),
            _ => self.random.random_range(1..=150_000),
        }
    }

    fn count(&mut self, moved: usize, total: usize) {
        if moved > 0 && moved < total {
            self.tally.cut_inside += 1;
        } else {
            self.tally.cut += 1;
        }
    }

    // ---- streams ----

    fn send(&mut self, pair: usize) -> Result<(), HostileError> {
        let mut whole = Bytes::default();
        let mut packets = Vec::new();
        for _ in 0..self.random.random_range(1..5) {
            let len = self.len();
            let start = whole.data.len();
            packets.push(start..start + len);
            let data = self.bytes(len);
            whole.push(&data, true);
        }
        let total = whole.data.len();
        let mut buffer = Buffer::new(total)?;
        buffer.copy_from_slice(&whole.data);
        let h2c = self.device.h2c(stream_channel(pair)).map_err(unexpected)?;
        let transfer = h2c.submit_packets(Arc::new(buffer), &packets).map_err(unexpected)?;
        let Pair { sent, flying, .. } = &mut self.pairs[pair];
        flying.push((sent.len(), total, transfer));
        sent.push(Sent::under_way(whole, Cut::Maybe(true)));
        Ok(())
    }

    /// Waits for the oldest transfer to a stream.
    fn wait(&mut self, pair: usize) -> Result<(), HostileError> {
        if self.pairs[pair].flying.is_empty() {
            return Ok(());
        }
        let (place, total, transfer) = self.pairs[pair].flying.remove(0);
        let (bytes, cut) = match transfer.wait() {
            Ok(moved) if moved.bytes == total as u64 => {
                self.tally.whole += 1;
                (total, Cut::Maybe(false))
            }
            Ok(moved) => {
                return broken(format!("{} of {total} bytes sent, and no error", moved.bytes));
            }
            Err(error) => {
                let bytes = arrived(error)?;
                self.count(bytes, total);
                (bytes, Cut::Yes)
            }
        };
        self.pairs[pair].sent[place].settle(bytes, cut);
        Ok(())
    }

    /// Brings everything to rest: transfers under way end, and nothing that streams were given before comes out behind it. What has
    /// come out until then is compared with what they tell at their end; half of the time all of it has.
    fn recover(&mut self) -> Result<(), HostileError> {
        if self.random.random_bool(0.5) {
            for pair in 0..self.pairs.len() {
                self.drain(pair)?;
            }
        }
        self.device.recover().map_err(unexpected)?;
        self.tally.recovered += 1;
        for pair in 0..self.pairs.len() {
            self.wait_all(pair)?;
            self.check(pair, false)?;
            self.pairs[pair] = Pair::default();
        }
        Ok(())
    }

    fn wait_all(&mut self, pair: usize) -> Result<(), HostileError> {
        while !self.pairs[pair].flying.is_empty() {
            self.wait(pair)?;
        }
        Ok(())
    }

    /// All that was sent to a stream comes out.
    fn drain(&mut self, pair: usize) -> Result<(), HostileError> {
        self.wait_all(pair)?;
        while self.receive_into(pair, 1 << 20)? > 0 {}
        self.check(pair, true)
    }

    /// What has come out of a stream is what was sent; all of it if it is `drained`.
    fn check(&self, pair: usize, drained: bool) -> Result<(), HostileError> {
        let Pair { sent, got, .. } = &self.pairs[pair];
        stream::check(sent, got, &[Start::default()], drained).map_err(HostileError::Broken)
    }

    fn drop_one(&mut self, pair: usize) {
        let many = self.pairs[pair].flying.len();
        if many > 0 {
            drop(self.pairs[pair].flying.remove(self.random.random_range(0..many)));
            self.tally.dropped += 1;
        }
    }

    fn receive(&mut self, pair: usize) -> Result<(), HostileError> {
        let room = self.len();
        self.receive_into(pair, room).map(drop)
    }

    /// Receives into so much room; bytes that have come.
    fn receive_into(&mut self, pair: usize, room: usize) -> Result<usize, HostileError> {
        let c2h = self.device.c2h(stream_channel(pair)).map_err(unexpected)?;
        let mut buffer = vec![UNTOUCHED; room];
        let (bytes, eop) = match c2h.receive(&mut buffer) {
            Ok(moved) => (usize::try_from(moved.bytes).unwrap_or(usize::MAX), moved.eop),
            Err(error) => (arrived(error)?, false),
        };
        let Some((data, behind)) = buffer.split_at_checked(bytes) else {
            return broken(format!("{bytes} bytes received in {room}"));
        };
        if behind.iter().any(|byte| *byte != UNTOUCHED) {
            return broken(format!("written behind {bytes} bytes in {room}"));
        }
        self.pairs[pair].got.push(data, eop);
        self.check(pair, false)?;
        Ok(bytes)
    }

    // ---- memory ----

    fn range(&mut self) -> Range<usize> {
        let len = self.random.random_range(1..=20_000);
        let start = self.random.random_range(0..AREA_BYTES - len);
        start..start + len
    }

    /// Waits for the write under way, if there is one.
    fn settle(&mut self, area: usize) -> Result<(), HostileError> {
        let Some((range, data, transfer)) = self.areas[area].flying.take() else { return Ok(()) };
        let bytes = match transfer.wait() {
            Ok(moved) if moved.bytes == data.len() as u64 => {
                self.tally.whole += 1;
                data.len()
            }
            Ok(moved) => return broken(format!("{} bytes written, and no error", moved.bytes)),
            Err(error) => {
                let bytes = arrived(error)?;
                self.count(bytes, data.len());
                bytes
            }
        };
        self.areas[area].book(range.start, &data[..bytes]);
        Ok(())
    }

    fn write(&mut self, area: usize) -> Result<(), HostileError> {
        self.settle(area)?;
        let range = self.range();
        let data = self.bytes(range.len());
        let h2c = self.device.h2c(channel(area)).map_err(unexpected)?;
        h2c.write_all_at(&data, card(area, &range)).map_err(unexpected)?;
        self.areas[area].book(range.start, &data);
        Ok(())
    }

    fn queue_write(&mut self, area: usize) -> Result<(), HostileError> {
        self.settle(area)?;
        let range = self.range();
        let data = self.bytes(range.len());
        let mut buffer = Buffer::new(data.len())?;
        buffer.copy_from_slice(&data);
        let piece = Piece { buffer: 0, range: 0..data.len(), card_addr: card(area, &range) };
        let h2c = self.device.h2c(channel(area)).map_err(unexpected)?;
        let transfer = h2c.submit(&[Arc::new(buffer)], &[piece]).map_err(unexpected)?;
        if self.random.random_bool(0.2) {
            drop(transfer);
            self.tally.dropped += 1;
            self.areas[area].bytes[range].fill(None);
        } else {
            self.areas[area].flying = Some((range, data, transfer));
        }
        Ok(())
    }

    fn read(&mut self, area: usize) -> Result<(), HostileError> {
        self.settle(area)?;
        let range = self.range();
        self.compare(area, range)
    }

    fn compare(&self, area: usize, range: Range<usize>) -> Result<(), HostileError> {
        let mut got = vec![UNTOUCHED; range.len()];
        let c2h = self.device.c2h(channel(area)).map_err(unexpected)?;
        c2h.read_exact_at(&mut got, card(area, &range)).map_err(unexpected)?;
        let wanted = &self.areas[area].bytes[range.clone()];
        let differs = |(wanted, got): (&Option<u8>, &u8)| wanted.is_some_and(|byte| byte != *got);
        match wanted.iter().zip(&got).position(differs) {
            Some(at) => broken(format!("area {area}: byte {:#x} is wrong", range.start + at)),
            None => Ok(()),
        }
    }

    // ---- the end ----

    /// Everything ends, all that was sent comes out, and every channel works.
    fn end(&mut self) -> Result<(), HostileError> {
        for which in 0..2 {
            self.settle(which)?;
            self.compare(which, 0..AREA_BYTES)?;
            self.write(which)?;
            self.compare(which, 0..AREA_BYTES)?;
            self.drain(which)?;
            self.send(which)?;
            while self.receive_into(which, 1 << 20)? > 0 {}
            self.drain(which)?;
        }
        Ok(())
    }
}

impl Area {
    fn book(&mut self, start: usize, data: &[u8]) {
        for (known, byte) in self.bytes[start..].iter_mut().zip(data) {
            *known = Some(*byte);
        }
    }
}

fn channel(area: usize) -> u32 {
    u32::from(area > 0)
}

fn stream_channel(pair: usize) -> u32 {
    2 + u32::from(pair > 0)
}

fn card(area: usize, range: &Range<usize>) -> u64 {
    (area * AREA_BYTES + range.start) as u64
}
