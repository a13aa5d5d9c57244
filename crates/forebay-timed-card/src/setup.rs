// SPDX-License-Identifier: Apache-2.0
//! Which build of the card plays a scenario, and how.

use std::path::PathBuf;

use forebay_builds::Build;
use forebay_bus::{Body, Card, CardError, LinkParams};
use forebay_host_model::{FlowParams, PAGE_BYTES, Pattern, STREAMS, Scenario, WritePath};
use forebay_plan::Plan;

use crate::consumer::{Consumer, ENTRY_BYTES};
use crate::{Refused, TimedCardError};

/// What a scenario takes of a simulated card.
#[derive(Clone, Debug)]
pub struct Setup {
    build: Build,
    link: LinkParams,
    /// None where no stream is sent.
    pub(crate) consumer: Option<Consumer>,
    pub(crate) element_bytes: [u64; STREAMS],
    /// Channels that are used.
    pub(crate) channels: u32,
    /// Bytes of memory of the card that each of them has for itself.
    pub(crate) room: u64,
    /// Bytes that a descriptor of the host's software describes at most.
    pub(crate) descriptor_bytes: u64,
}

impl Setup {
    /// Of a scenario on this project's card.
    ///
    /// # Errors
    /// [`TimedCardError::Refused`] for what no build has: another card, another FIFO, more channels, elements that fill no entries,
    /// [`TimedCardError::Model`] for what no card has.
    pub fn of(scenario: &Scenario) -> Result<Self, TimedCardError> {
        scenario.check()?;
        let shared = scenario.card.write_path == WritePath::Shared;
        let build = Build::find(if shared { "sink-shared" } else { "sink" })?;
        let channels = scenario.pattern.threads();
        // Those that are streams have no address.
        let present = (0..build.num_h2c).take_while(|bit| build.h2c_stream >> bit & 1 == 0).count();
        if channels as usize > present {
            let wanted = format!(
                "a pattern of {present} channels at most: build {} has no more",
                build.name
            );
            return Err(refused("pattern", &scenario.pattern, wanted).into());
        }
        let link = LinkParams::default();
        let of_memory = matches!(scenario.pattern, Pattern::Memory(_));
        check_card(&scenario.card, &link, (build.fifo_entries, !of_memory))?;
        let consumer = if of_memory {
            None
        } else {
            let FlowParams { element_bytes, pair, .. } = scenario.card;
            Some(Consumer::of(element_bytes, pair, scenario.pairs)?)
        };
        let setup = Self {
            room: u64::from(build.mem_bytes) / u64::from(channels),
            build,
            link,
            consumer,
            element_bytes: scenario.card.element_bytes,
            channels,
            descriptor_bytes: scenario.profile.descriptor_bytes.max(PAGE_BYTES),
        };
        setup.check_pieces(scenario)?;
        Ok(setup)
    }

    /// Every descriptor fills entries, or has room in memory.
    fn check_pieces(&self, scenario: &Scenario) -> Result<(), Refused> {
        let (chunk, pairs) = (scenario.chunk, scenario.pairs);
        let Some(consumer) = &self.consumer else {
            let most = self.room;
            let wanted = format!("{most} at most: so much memory of the card has each channel");
            return if chunk > most { Err(refused("chunk", &chunk, wanted)) } else { Ok(()) };
        };
        let step = consumer.step_pairs();
        let whole = scenario.pattern == Pattern::ScalarsThenPoints;
        if !whole && !chunk.is_multiple_of(step) {
            let wanted = format!("a multiple of {step}: elements that fill entries of 64 bytes");
            return Err(refused("chunk", &chunk, wanted));
        }
        let longest = self.element_bytes.into_iter().fold(0, u64::max);
        let longest = if whole { pairs } else { chunk.min(pairs) }.saturating_mul(longest);
        if !scenario.aligned && longest.saturating_add(PAGE_BYTES) > self.descriptor_bytes {
            let wanted =
                "true, or a profile with longer descriptors: an entry of 64 bytes would lie in two"
                    .into();
            return Err(refused("aligned", &false, wanted));
        }
        Ok(())
    }

    /// What the planner has to know of a scenario on this card, which takes steps of whole entries and the first of a step before the
    /// last have come; none where no stream is sent.
    #[must_use]
    pub fn plan(&self, scenario: &Scenario) -> Option<Plan> {
        let streams = self.consumer.as_ref()?.streams(self.build.fifo_entries.into());
        scenario.plan().map(|plan| Plan { streams, ..plan })
    }

    /// The card at power-on.
    ///
    /// # Errors
    /// What making one can end in.
    pub fn card(&self, body: Body) -> Result<Box<dyn Card>, CardError> {
        forebay_sim::open(&self.card_name(body), self.link.clone(), None)
    }

    /// Its name, as `forebay` has them.
    #[must_use]
    pub fn card_name(&self, body: Body) -> String {
        let body = match body {
            Body::Rtl => "rtl",
            Body::Fast => "fast",
        };
        format!("{body}:{}", self.build.name)
    }

    /// The file that the card is loaded from, where it is: its cycles are in there.
    ///
    /// # Errors
    /// When it has not been built.
    pub fn library(&self, body: Body) -> Result<Option<PathBuf>, CardError> {
        match body {
            Body::Rtl => Ok(Some(forebay_card_rtl::library(&self.build)?)),
            Body::Fast => Ok(None),
        }
    }
}

/// It is this project's card behind that link, with FIFOs of so many entries, whatever its core and its write path.
fn check_card(
    card: &FlowParams,
    link: &LinkParams,
    (entries, of_streams): (u32, bool),
) -> Result<(), Refused> {
    let FlowParams { element_bytes, pair, write_path, depth, .. } = *card;
    let depths = element_bytes.map(|bytes| u64::from(entries) * ENTRY_BYTES / bytes);
    let ours =
        FlowParams { element_bytes, pair, write_path, depth, ..FlowParams::forebay(link, 1) };
    if *card != ours {
        let wanted = "forebay: a simulated card is this project's";
        return Err(refused("card", &"another one", wanted.into()));
    }
    if of_streams && depth != depths {
        let [first, second] = depths;
        let wanted = format!("{first} and {second}: FIFOs of {entries} entries of 64 bytes");
        return Err(refused("depth", &format!("{} and {}", depth[0], depth[1]), wanted));
    }
    Ok(())
}

fn refused(parameter: &'static str, value: &impl ToString, wanted: String) -> Refused {
    Refused { parameter, value: value.to_string(), wanted }
}
