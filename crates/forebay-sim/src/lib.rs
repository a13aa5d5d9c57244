// SPDX-License-Identifier: Apache-2.0
//! Simulated cards by name, `rtl:BUILD`, `fast:BUILD` or `paced:BUILD`; it never knows what is done with them.
//!
//! ```no_run
//! use forebay_bus::{Bar, CardExt, LinkParams};
//!
//! # fn main() -> Result<(), forebay_bus::CardError> {
//! let mut card = forebay_sim::open("rtl:loopback", LinkParams::default(), None)?;
//! let identifier = card.read32(Bar::Dma, 0_u32)?;
//! # Ok(())
//! # }
//! ```

use std::path::Path;

use forebay_bus::{Body, Card, CardError, LinkParams};
use forebay_card_fast::{FastCard, PacedCard};
use forebay_card_rtl::RtlCard;

/// A name that says what a simulated card is made of, and which build it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardName<'a> {
    whole: &'a str,
    body: Body,
    /// The wall's clock drives it.
    paced: bool,
    build: &'a str,
}

/// A name that names no simulated card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("card `{name}` is not known: {why}")]
pub struct NoSuchCard {
    /// The name.
    pub name: String,
    /// Which part of it is wrong.
    pub why: String,
}

impl From<NoSuchCard> for CardError {
    fn from(error: NoSuchCard) -> Self {
        Self::UnknownCard {
            name: error.name,
            known: "rtl:BUILD, fast:BUILD and paced:BUILD".into(),
        }
    }
}

impl<'a> CardName<'a> {
    /// Reads a name. Whether there is a build of that name shows when it is opened.
    ///
    /// # Errors
    /// [`NoSuchCard`] when it does not begin with the name of a body.
    pub fn parse(name: &'a str) -> Result<Self, NoSuchCard> {
        let unknown = |why| NoSuchCard { name: name.into(), why };
        let (body, build) =
            name.split_once(':').ok_or_else(|| unknown("there is no `:`".into()))?;
        let (body, paced) = match body {
            "rtl" => (Body::Rtl, false),
            "fast" => (Body::Fast, false),
            "paced" => (Body::Fast, true),
            other => return Err(unknown(format!("`{other}` is not a kind of card"))),
        };
        Ok(Self { whole: name, body, paced, build })
    }

    /// Whether the wall's clock drives it, so that no two runs are the same.
    #[must_use]
    pub const fn is_paced(self) -> bool {
        self.paced
    }

    /// Makes the card behind `link`; the RTL with every cycle in the waveform file `wave`, if one is given.
    ///
    /// # Errors
    /// [`CardError::UnknownCard`] for a build that there is not, [`CardError::Waveform`] for one of a card without signals,
    /// [`CardError::Link`], and what loading the RTL can end in.
    pub fn open(self, link: LinkParams, wave: Option<&Path>) -> Result<Box<dyn Card>, CardError> {
        match (self.body, wave) {
            (Body::Rtl, _) => Ok(Box::new(RtlCard::open(self.build, link, wave)?)),
            (Body::Fast, None) if self.paced => Ok(Box::new(PacedCard::open(self.build, link)?)),
            (Body::Fast, None) => Ok(Box::new(FastCard::open(self.build, link)?)),
            (Body::Fast, Some(path)) => Err(no_waveform(self.whole, path)),
        }
    }
}

/// Makes the card that `name` names; see [`CardName`].
///
/// # Errors
/// [`CardError::UnknownCard`] for a name that names none, else see [`CardName::open`].
pub fn open(name: &str, link: LinkParams, wave: Option<&Path>) -> Result<Box<dyn Card>, CardError> {
    CardName::parse(name)?.open(link, wave)
}

fn no_waveform(name: &str, path: &Path) -> CardError {
    let why = format!("`{name}` writes none; only RTL cards do, such as the one of `--card rtl`");
    CardError::Waveform { path: path.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use forebay_bus::{Bar, CardExt, Stop};
    use forebay_regs::card::CLOCK_KHZ;
    use forebay_regs::cards;
    use forebay_regs::user::source;

    use super::*;

    fn refusal(name: &str, wave: Option<&Path>) -> String {
        open(name, LinkParams::default(), wave).err().map(|error| error.to_string()).unwrap()
    }

    #[test]
    fn a_name_that_names_no_card_says_which_part_of_it_is_wrong() {
        let why = |name| CardName::parse(name).map_err(|error| error.why);
        assert_eq!(why("fast"), Err("there is no `:`".into()));
        assert_eq!(why("paper:loopback"), Err("`paper` is not a kind of card".into()));
        assert!(why("rtl:loopback").is_ok());
        let text = refusal("paper:loopback", None);
        assert!(text.contains("`paper:loopback`") && text.contains("rtl:BUILD"), "{text}");
    }

    #[test]
    fn the_card_is_made_of_what_its_name_says() {
        let card = open("fast:loopback", LinkParams::default(), None).unwrap();
        assert_eq!(card.body(), Body::Fast);
        let text = refusal("fast:nonsense", None);
        assert!(text.contains("`nonsense`") && text.contains("loopback"), "{text}");
    }

    #[test]
    fn the_clock_of_a_paced_card_is_that_of_the_wall() {
        let began = Instant::now();
        let mut card = open("paced:radio", LinkParams::default(), None).unwrap();
        // A burst without an end, so that it is busy.
        let page = cards::SOURCE.page;
        card.write32(Bar::User, page + source::CONTROL, source::control::START.mask()).unwrap();
        let cycles = 2_000_000;
        let end = card.now() + cycles;
        while card.now() < end {
            assert_ne!(card.advance(end - card.now()).unwrap(), Stop::Idle);
        }
        let took = Duration::from_nanos(cycles * 1_000_000 / u64::from(CLOCK_KHZ));
        assert!(began.elapsed() >= took, "{:?}", began.elapsed());
    }

    #[test]
    fn a_card_without_signals_refuses_a_waveform() {
        let text = refusal("fast:loopback", Some(Path::new("x.fst")));
        assert!(text.starts_with("waveform x.fst: `fast:loopback` writes none"), "{text}");
    }
}
