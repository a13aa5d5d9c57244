// SPDX-License-Identifier: Apache-2.0
//! What the kernel writes before the first access.

use std::collections::BTreeMap;
use std::num::ParseIntError;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Engine, Key, Name, Shrimp1};

/// What the kernel has written before the first access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setup {
    /// Keys of contexts; the others have none.
    Keys(Vec<KeyOf>),
    /// Of SHRIMP-1.
    Partner {
        /// The bus has an exchange, and nothing else is an access.
        exchange: bool,
        /// Number of a page to the number of its partner.
        #[serde(deserialize_with = "numbered")]
        partner: BTreeMap<u64, u64>,
    },
}

/// Numbers as names in a map, which serde reads only where a type is known beforehand.
fn numbered<'de, D: Deserializer<'de>>(input: D) -> Result<BTreeMap<u64, u64>, D::Error> {
    let named = BTreeMap::<String, u64>::deserialize(input)?;
    let numbers = named.into_iter().map(|(page, partner)| Ok((page.parse()?, partner)));
    numbers.collect::<Result<_, ParseIntError>>().map_err(D::Error::custom)
}

/// The key of one context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyOf {
    /// Whose.
    pub context: u8,
    /// 60 bits.
    pub key: u64,
}

impl Name {
    /// This scheme with nothing latched, set up so.
    #[must_use]
    pub fn set_up(self, setup: Option<&Setup>) -> Engine {
        match setup {
            Some(Setup::Keys(keys)) => {
                let keys: Vec<_> = keys.iter().map(|key| (key.context, key.key)).collect();
                Engine::Key(Key::new(&keys))
            }
            Some(Setup::Partner { exchange, partner }) => {
                Engine::Shrimp1(Shrimp1::new(*exchange, partner.clone()))
            }
            None => self.engine(),
        }
    }
}
