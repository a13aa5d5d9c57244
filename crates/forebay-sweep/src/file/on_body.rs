// SPDX-License-Identifier: Apache-2.0
//! What the cards of a file are made of, and which of its settings none of them can play.

use forebay_timed_card::{Refused, TimedCardError};
use toml::Value;

use super::Values;
use crate::{Body, Cell, SweepError};

/// The key.
pub(super) const KEY: &str = "card.body";

impl Values<'_> {
    /// What a card is made of.
    pub(super) fn body(&self, key: &str, value: &Value) -> Result<Body, SweepError> {
        let name = self.text(key, value)?;
        let found = Body::ALL.iter().find(|(known, _)| *known == name).map(|(_, body)| *body);
        let known = Body::ALL.map(|(name, _)| name).join(", ");
        found.ok_or_else(|| self.wrong(key, value, &known))
    }

    /// The cell on that card, in a file of cards like that one, or what of the file no build of it can play.
    pub(super) fn on(&self, cell: Cell, body: Body, like: &str) -> Result<Cell, SweepError> {
        cell.on(body).map_err(|error| match error {
            TimedCardError::Refused(Refused { parameter, value, wanted }) => {
                // Of the card as a whole the file has a name.
                let value = if parameter == "card" { like.into() } else { value };
                // A file has one depth for both streams, and the card one for each.
                let none = if parameter == "depth" { "none: the card's are " } else { "" };
                let wanted = format!("{none}{wanted}; or leave {} out of {KEY}", body.name());
                let (path, key) = (self.path.into(), key_of(parameter).into());
                SweepError::Value { path, key, value, wanted }
            }
            source => {
                let (path, source) = (self.path.into(), Box::new(source));
                SweepError::Body { path, key: KEY, body: body.name(), source }
            }
        })
    }
}

/// The key of a file that a parameter comes from.
fn key_of(parameter: &str) -> &str {
    match parameter {
        "card" => "card.like",
        "depth" => "card.fifo",
        "element_bytes" => "card.element_bytes",
        "pair" => "card.pair",
        "pattern" => "send.pattern",
        "chunk" => "send.chunk",
        "pairs" => "send.pairs",
        "aligned" => "send.aligned",
        other => other,
    }
}
