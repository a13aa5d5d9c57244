// SPDX-License-Identifier: Apache-2.0
//! Schedules: what software and bus do to a card, step by step.

use forebay_bus::{LinkParams, PcieGen};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::strategy::Just;
use serde::{Deserialize, Serialize};

/// Channels of the loopback card: H2C 0 to 3, then C2H 0 to 3; 2 and 3 of each direction are streams.
pub const CHANNELS: u8 = 8;
/// Most bytes of one chain.
const CHAIN_BYTES: u32 = 1 << 20;
/// Most bytes of a chain that goes to, or comes from, card memory.
const MEMORY_CHAIN_BYTES: u32 = 1 << 16;

/// One descriptor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Bytes.
    pub len: u32,
    /// Bytes left free in front of it, in host and card memory: its alignment.
    pub lead: u8,
    /// H2C streams: a packet ends with it.
    pub eop: bool,
    /// C2H streams: the run ends with it if a packet does.
    pub stop_at_eop: bool,
    /// It asks for COMPLETED.
    pub completed: bool,
}

/// A chain of descriptors for one channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    /// Which channel, below [`CHANNELS`].
    pub channel: u8,
    /// The descriptors; the last one has STOP.
    pub pieces: Vec<Piece>,
    /// Descriptors tell how many follow them side by side, so that they are fetched in blocks.
    pub merged: bool,
    /// Poll mode.
    pub poll: bool,
    /// The channel's interrupt is enabled for every cause.
    pub interrupt: bool,
}

/// What the bus does to an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// A read of data fails.
    DataRead,
    /// A write of data fails.
    DataWrite,
    /// A read of a descriptor fails.
    Descriptor,
    /// A descriptor comes back without its magic.
    Magic,
    /// A result of a stream, or a poll-mode word, is refused.
    WriteBack,
    /// A message comes late.
    LateMessage,
    /// A message does not come.
    LostMessage,
    /// An access gets no answer before the card is reset.
    Unanswered,
    /// The same of a result or a poll-mode word.
    UnansweredWriteBack,
    /// Reads come late, each by another time and so out of order.
    LateReads,
}

/// The link at the card's edge, where the body has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Link {
    /// As cards have it.
    #[default]
    Usual,
    /// A long way to host memory and back.
    Far,
    /// Few lanes, small packets and requests, little credit.
    Narrow,
}

impl Link {
    pub(crate) fn params(self, shuffle_seed: u64) -> LinkParams {
        let usual = LinkParams { shuffle_seed, ..LinkParams::default() };
        match self {
            Self::Usual => usual,
            Self::Far => LinkParams { round_trip_cycles: 1500, ..usual },
            Self::Narrow => LinkParams {
                generation: PcieGen::Gen2,
                lanes: 4,
                max_payload: 128,
                max_read_request: 128,
                read_credits: 16,
                posted_credit_bytes: 256,
                ..usual
            },
        }
    }

    /// How many times as long as on the usual link everything may take. Narrow, a channel's 16 KiB of reads take 2,048
    /// cycles, those of all eight fewer than the usual bound.
    pub(crate) const fn pace(self) -> u64 {
        match self {
            Self::Usual => 1,
            Self::Far | Self::Narrow => 2,
        }
    }
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// RUN is set for a new chain; if the last one has not been seen to end, it is stopped right before.
    Start(Chain),
    /// RUN is cleared, and nobody waits.
    Stop(u8),
    /// RUN is cleared; when the channel is at rest its counts are compared and its memory is taken away.
    Rest(u8),
    /// Card cycles pass.
    Advance(u32),
    /// The access with that number after this one goes wrong.
    Trouble(Trouble, u8),
    /// The card is reset, whatever it does.
    Reset,
}

/// A schedule, with everything that decides how it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Seed of the data, and of the order in which reads come back where the body has such an order; 0: as asked for.
    pub seed: u64,
    /// The link it goes over.
    #[serde(default)]
    pub link: Link,
    /// What happens.
    pub steps: Vec<Step>,
}

/// Schedules of up to `steps` steps.
pub fn schedules(steps: usize) -> impl Strategy<Value = Schedule> {
    let link = prop_oneof![6 => Just(Link::Usual), 1 => Just(Link::Far), 1 => Just(Link::Narrow)];
    (prop_oneof![Just(0), any::<u64>()], link, vec(step(), 1..=steps))
        .prop_map(|(seed, link, steps)| Schedule { seed, link, steps })
}

fn step() -> impl Strategy<Value = Step> {
    let trouble = prop_oneof![
        Just(Trouble::DataRead),
        Just(Trouble::DataWrite),
        Just(Trouble::Descriptor),
        Just(Trouble::Magic),
        Just(Trouble::WriteBack),
        Just(Trouble::LateMessage),
        Just(Trouble::LostMessage),
        Just(Trouble::Unanswered),
        Just(Trouble::UnansweredWriteBack),
        Just(Trouble::LateReads),
    ];
    prop_oneof![
        8 => chain().prop_map(Step::Start),
        3 => (0..CHANNELS).prop_map(Step::Stop),
        3 => (0..CHANNELS).prop_map(Step::Rest),
        10 => prop_oneof![0..40_u32, 0..1500_u32, 0..8000_u32].prop_map(Step::Advance),
        2 => (trouble, prop_oneof![0..4_u8, 0..40_u8]).prop_map(|(trouble, skip)| Step::Trouble(trouble, skip)),
        1 => Just(Step::Reset),
    ]
}

fn chain() -> impl Strategy<Value = Chain> {
    // Streams have more ways to be at odds with software.
    let channel =
        prop_oneof![1 => 0..CHANNELS, 2 => prop_oneof![Just(2_u8), Just(3), Just(6), Just(7)]];
    (channel, vec(piece(), 1..24), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(channel, pieces, merged, poll, interrupt)| {
            let most = if channel % 4 < 2 { MEMORY_CHAIN_BYTES } else { CHAIN_BYTES };
            Chain { channel, pieces: fitting(pieces, most), merged, poll, interrupt }
        },
    )
}

/// As many of the pieces as fit, and at least the first, shortened.
fn fitting(mut pieces: Vec<Piece>, most: u32) -> Vec<Piece> {
    let mut left = most;
    pieces.retain_mut(|piece| {
        if left == most {
            piece.len = piece.len.min(most);
        }
        let fits = piece.len <= left;
        if fits {
            left -= piece.len;
        }
        fits
    });
    pieces
}

fn piece() -> impl Strategy<Value = Piece> {
    let len = prop_oneof![
        4 => 1..=300_u32,
        3 => (1..=20_u32).prop_map(|beats| 64 * beats),
        3 => 1..=5000_u32,
        2 => (1..=4_u32).prop_map(|pages| 4096 * pages),
        1 => 1..=CHAIN_BYTES,
    ];
    let lead = prop_oneof![Just(0), 0..64_u8];
    (len, lead, any::<bool>(), any::<bool>(), proptest::bool::weighted(0.2)).prop_map(
        |(len, lead, eop, stop_at_eop, completed)| Piece { len, lead, eop, stop_at_eop, completed },
    )
}
