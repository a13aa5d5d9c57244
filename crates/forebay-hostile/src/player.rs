// SPDX-License-Identifier: Apache-2.0
//! Plays a schedule on a card.

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, Stop};
use forebay_faults::FaultCard;
use forebay_regs::xdma::{self, chan, irq, sgdma};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::HostileError;
use crate::bus::{Seen, WORD_BYTES, Watch};
use crate::phase::{Coverage, Hit, Phase};
use crate::run::{CARD_SOURCE, Run};
use crate::schedule::{CHANNELS, Chain, Schedule, Step};
use crate::stream::{Bytes, Sent, Start};

/// Card cycles within which a cancelled run is at rest.
const REST_CYCLES: u64 = 20_000;
/// Cycles without an access after which a run counts as stuck.
const STUCK_CYCLES: u64 = 600;
/// Cycles without an access after which what a stream holds has come out: longer than a packet takes through the card.
const STILL_CYCLES: u64 = 1500;
/// Cycles in which a message or what a stream holds has come if it comes at all.
pub(crate) const SETTLE_CYCLES: u64 = 6000;
/// Cycles from the end of a run to its message, and more.
pub(crate) const MESSAGE_CYCLES: u64 = 1000;
/// Everything that may be logged.
pub(crate) const LOGGED: u32 = 0x00FF_FE7E;
/// Card memory that C2H channels may read: one chain with its gaps.
const SOURCE_BYTES: usize = 0x1_1000;

/// One channel.
pub(crate) struct Lane {
    /// Runs that are not known to be over; all but the last have been taken over by the next.
    pub(crate) runs: Vec<Run>,
    /// Poll-mode word.
    pub(crate) word: Shared,
    /// Messages since it was last at rest.
    pub(crate) messages: u32,
}

/// Both ends of a looped-back stream.
pub(crate) struct Pair {
    pub(crate) sent: Vec<Sent>,
    /// What has come out since the last failure that has lost something.
    pub(crate) got: Bytes,
    /// Where in what was sent that may begin.
    pub(crate) starts: Vec<Start>,
}

impl Default for Pair {
    fn default() -> Self {
        Self { sent: Vec::new(), got: Bytes::default(), starts: vec![Start::default()] }
    }
}

pub(crate) struct Player {
    pub(crate) card: FaultCard,
    pub(crate) watch: Watch,
    pub(crate) lanes: Vec<Lane>,
    pub(crate) pairs: [Pair; 2],
    /// Card memory where it is known.
    pub(crate) memory: Vec<Option<u8>>,
    source: Vec<u8>,
    /// How much of the source the card has.
    filled: usize,
    random: ChaCha8Rng,
    next_run: u64,
    /// The card has nothing to do until software does something.
    still: bool,
    /// How many times as long as on the usual link everything may take.
    pace: u64,
    /// Cycles by which a message may be late, since the last reset.
    pub(crate) late_by: u32,
    /// Messages that may have been lost.
    pub(crate) lost: u32,
    pub(crate) coverage: Coverage,
}

/// Plays a schedule on a loopback card; which phases it hit.
///
/// # Errors
/// [`HostileError::Broken`] with the promise that was broken.
pub fn play(card: Box<dyn Card>, schedule: &Schedule) -> Result<Coverage, HostileError> {
    let mut player = Player::new(card, schedule.seed, schedule.link.pace())?;
    for (number, step) in schedule.steps.iter().enumerate() {
        let at = |error| HostileError::Broken(format!("step {number}: {error}"));
        player.step(step).map_err(at)?;
        player.check_stray().map_err(at)?;
    }
    player.end().map_err(|error| HostileError::Broken(format!("at the end: {error}")))?;
    player.check_stray()?;
    Ok(player.coverage)
}

pub(crate) fn base(channel: u8) -> u32 {
    let block = if channel < 4 { xdma::H2C } else { xdma::C2H };
    block.at(u32::from(channel % 4))
}

impl Player {
    fn new(card: Box<dyn Card>, seed: u64, pace: u64) -> Result<Self, HostileError> {
        let watch = Watch::default();
        card.host().interpose(Box::new(watch.clone()));
        let card = FaultCard::new(card);
        let lane = |_| {
            let word = card.host().share(64)?;
            Ok(Lane { runs: Vec::new(), word, messages: 0 })
        };
        let lanes = (0..CHANNELS).map(lane).collect::<Result<_, HostileError>>()?;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut source = vec![0; SOURCE_BYTES];
        random.fill(&mut source[..]);
        let mut player = Self {
            card,
            watch,
            lanes,
            pairs: Default::default(),
            memory: vec![None; usize::try_from(CARD_SOURCE).unwrap_or(0)],
            source,
            filled: 0,
            random,
            next_run: 0,
            still: false,
            pace,
            late_by: 0,
            lost: 0,
            coverage: Coverage::default(),
        };
        player.prepare()?;
        Ok(player)
    }

    // ---- registers ----

    pub(crate) fn read(&mut self, channel: u8, register: u32) -> Result<u32, HostileError> {
        Ok(self.card.read32(Bar::Dma, base(channel) + register)?)
    }

    fn write(&mut self, channel: u8, register: u32, value: u32) -> Result<(), HostileError> {
        Ok(self.card.write32(Bar::Dma, base(channel) + register, value)?)
    }

    fn write_pair(&mut self, channel: u8, low: u32, value: u64) -> Result<(), HostileError> {
        let half = |value: u64| u32::try_from(value & 0xFFFF_FFFF).unwrap_or(0);
        self.write(channel, low, half(value))?;
        self.write(channel, low + 4, half(value >> 32))
    }

    /// What software sets up once after a reset.
    fn prepare(&mut self) -> Result<(), HostileError> {
        for n in 0..2 {
            let vectors = 0x0302_0100 + 0x0404_0404 * n;
            self.card.write32(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_VECTOR.at(n), vectors)?;
        }
        for vector in 0..u32::from(CHANNELS) {
            let mask = xdma::MSIX_TABLE.at(vector) + xdma::msix_entry::VECTOR_CONTROL;
            self.card.write32(Bar::Dma, mask, 0)?;
        }
        self.card.write32(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_ENABLE_W1S, 0xFF)?;
        for channel in 0..CHANNELS {
            let word = self.lanes[usize::from(channel)].word.addr();
            self.write_pair(channel, chan::POLL_WB_ADDR_LO, word)?;
        }
        Ok(())
    }

    // ---- steps ----

    fn step(&mut self, step: &Step) -> Result<(), HostileError> {
        match step {
            Step::Start(chain) => self.start(chain.clone()),
            Step::Stop(channel) => self.stop(*channel, Hit::Stop),
            Step::Rest(channel) => self.rest(*channel),
            Step::Advance(cycles) => self.advance(u64::from(*cycles)),
            Step::Trouble(trouble, skip) => self.trouble(*trouble, *skip),
            Step::Reset => self.reset(),
        }
    }

    pub(crate) fn start(&mut self, chain: Chain) -> Result<(), HostileError> {
        let channel = chain.channel;
        let lane = usize::from(channel);
        let alone = self.lanes[lane].runs.is_empty();
        self.stop(channel, Hit::Restart)?;
        if alone {
            self.read(channel, chan::STATUS_RC)?;
            self.lanes[lane].word.write(0, &[0; 4])?;
            self.expect_no_messages(channel)?;
        }
        let mut run = Run::new(self.next_run, chain, self.card.host(), &mut self.random)?;
        run.alone = alone;
        self.next_run += 1;
        if run.is_c2h() && !run.is_stream() {
            self.fill(&run)?;
        }
        let word = self.lanes[lane].word.addr();
        self.watch.live(run.id, run.range());
        self.watch.live(run.id, word..word + WORD_BYTES);
        let enable = if run.chain.interrupt { LOGGED } else { 0 };
        let mut control = LOGGED | chan::control::RUN.mask();
        if run.chain.poll {
            control |= chan::control::POLL_WRITEBACK.mask();
        }
        let page = xdma::H2C_SGDMA.base();
        self.write_pair(channel, page + sgdma::FIRST_DESC_LO, run.first())?;
        self.write(channel, page + sgdma::FIRST_DESC_ADJACENT, run.adjacent(0))?;
        self.write(channel, chan::INTERRUPT_ENABLE, enable)?;
        self.lanes[lane].runs.push(run);
        self.still = false;
        self.write(channel, chan::CONTROL, control)
    }

    /// Clears RUN; who is hit by it is counted.
    pub(crate) fn stop(&mut self, channel: u8, hit: Hit) -> Result<(), HostileError> {
        let under_way = self.hit(channel, hit)?;
        if let Some(run) = self.lanes[usize::from(channel)].runs.last_mut() {
            run.stopped |= under_way;
        }
        self.write(channel, chan::CONTROL_W1C, chan::control::RUN.mask())
    }

    /// Counts the phase in which software hits a channel's run, if it has one that is not hit yet; whether that run was
    /// under way. Who is at rest has ended by itself, and is held to all of it.
    fn hit(&mut self, channel: u8, hit: Hit) -> Result<bool, HostileError> {
        let Some(run) = self.lanes[usize::from(channel)].runs.last() else { return Ok(false) };
        if run.stopped {
            return Ok(true);
        }
        let (seen, now) = (self.watch.seen(run.id), self.card.now());
        let moved = phase_of(run, seen);
        let busy = chan::status::BUSY.is_set(self.read(channel, chan::STATUS)?);
        let phase = match seen {
            _ if !busy => Phase::Ended,
            seen if !seen.fetched => Phase::Unfetched,
            seen if self.still || now > seen.last_cycle + STUCK_CYCLES => Phase::Stuck,
            _ => moved,
        };
        self.coverage.count(hit, channel, phase);
        Ok(busy)
    }

    /// A message that no run has sent, or a second one.
    pub(crate) fn expect_no_messages(&self, channel: u8) -> Result<(), HostileError> {
        match self.lanes[usize::from(channel)].messages {
            0 => Ok(()),
            many => Err(HostileError::Broken(format!(
                "channel {channel}: {many} messages while it is at rest"
            ))),
        }
    }

    /// Whether the channel waits for an answer that does not come before a reset, and is busy until then.
    pub(crate) fn waits_for_ever(&self, channel: u8) -> bool {
        let runs = &self.lanes[usize::from(channel)].runs;
        runs.iter().any(|run| self.watch.seen(run.id).unanswered)
    }

    pub(crate) fn rest(&mut self, channel: u8) -> Result<(), HostileError> {
        self.stop(channel, Hit::Stop)?;
        if self.lanes[usize::from(channel)].runs.is_empty() {
            return Ok(());
        }
        if self.waits_for_ever(channel) {
            return self.stay_busy(channel);
        }
        let cycles = REST_CYCLES * self.pace;
        let end = self.card.now() + cycles;
        while self.is_busy(channel)? {
            let before = self.card.now();
            if before > end {
                return Err(HostileError::Broken(format!(
                    "channel {channel} is busy {cycles} cycles after it was stopped"
                )));
            }
            self.advance(64)?;
            if self.waits_for_ever(channel) {
                return self.stay_busy(channel);
            }
            if self.card.now() == before && self.is_busy(channel)? {
                return Err(HostileError::Broken(format!(
                    "channel {channel} stands still and is busy, stopped"
                )));
            }
        }
        self.finish(channel)
    }

    fn stay_busy(&mut self, channel: u8) -> Result<(), HostileError> {
        if self.is_busy(channel)? {
            return Ok(());
        }
        Err(HostileError::Broken(format!(
            "channel {channel} is at rest with an access that was never answered"
        )))
    }

    pub(crate) fn is_busy(&mut self, channel: u8) -> Result<bool, HostileError> {
        Ok(chan::status::BUSY.is_set(self.read(channel, chan::STATUS)?))
    }

    pub(crate) fn advance(&mut self, cycles: u64) -> Result<(), HostileError> {
        let end = self.card.now() + cycles;
        self.still = false;
        while self.card.now() < end {
            let stop = self.card.advance(end - self.card.now())?;
            let sent = self.card.take_messages();
            for (vector, lane) in self.lanes.iter_mut().enumerate() {
                lane.messages += sent >> vector & 1;
            }
            if stop == Stop::Idle {
                self.still = true;
                break;
            }
        }
        Ok(())
    }

    /// So many cycles of the usual link.
    pub(crate) fn advance_paced(&mut self, cycles: u64) -> Result<(), HostileError> {
        self.advance(cycles * self.pace)
    }

    /// Lets a channel's last run go on until it has ended or waits for something that does not come.
    pub(crate) fn advance_until_still(&mut self, channel: u8) -> Result<(), HostileError> {
        let Some(run) = self.lanes[usize::from(channel)].runs.last().map(|run| run.id) else {
            return Ok(());
        };
        loop {
            let last = self.watch.seen(run).last_cycle;
            self.advance_paced(STILL_CYCLES)?;
            if self.still || self.watch.seen(run).last_cycle == last {
                return Ok(());
            }
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), HostileError> {
        for channel in 0..CHANNELS {
            self.hit(channel, Hit::Reset)?;
        }
        self.card.reset()?;
        for lane in &mut self.lanes {
            for run in lane.runs.drain(..) {
                self.watch.over(run.id);
            }
            lane.messages = 0;
        }
        self.card.take_messages();
        self.pairs = Default::default();
        self.memory.fill(None);
        self.filled = 0;
        self.late_by = 0;
        self.lost = 0;
        self.prepare()
    }

    // ---- card memory ----

    /// What a byte that C2H channels read is.
    pub(crate) fn source_byte(source: &[u8], at: u64) -> u8 {
        usize::try_from(at - CARD_SOURCE).ok().and_then(|at| source.get(at)).copied().unwrap_or(0)
    }

    pub(crate) fn source(&self) -> &[u8] {
        &self.source
    }

    /// Puts as much of the source on the card as a run reads.
    fn fill(&mut self, run: &Run) -> Result<(), HostileError> {
        let end = run.placed.iter().map(|place| place.card + place.len as u64).max().unwrap_or(0);
        let end = usize::try_from(end - CARD_SOURCE).unwrap_or(0).next_multiple_of(64);
        while self.filled < end.min(SOURCE_BYTES) {
            let line = &self.source[self.filled..self.filled + 64];
            self.card.mmio_write(Bar::Aperture, CARD_SOURCE + self.filled as u64, line)?;
            self.filled += 64;
        }
        Ok(())
    }
}

/// How far a run's bytes are.
pub(crate) fn phase_of(run: &Run, seen: Seen) -> Phase {
    let whole = run.placed.iter().map(|place| place.len as u64).sum::<u64>();
    match seen {
        seen if !seen.fetched => Phase::Unfetched,
        seen if seen.data == 0 => Phase::Fetched,
        seen if seen.data >= whole => Phase::Ended,
        _ => Phase::Moving,
    }
}
