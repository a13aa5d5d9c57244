// SPDX-License-Identifier: Apache-2.0
//! Where in a transfer something hit it.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// What hit a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hit {
    /// RUN was cleared.
    Stop,
    /// RUN was cleared and set again at once.
    Restart,
    /// The card was reset.
    Reset,
    /// The bus failed an access.
    Failure,
}

/// How far the run was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No descriptor had been read.
    Unfetched,
    /// A descriptor, and no data.
    Fetched,
    /// Some data.
    Moving,
    /// Data, and then nothing for a while: it waited for its stream.
    Stuck,
    /// Nothing was left to move.
    Ended,
}

/// Kinds of channel.
pub const KINDS: [&str; 4] = ["h2c memory", "h2c stream", "c2h memory", "c2h stream"];
/// All phases, in order.
pub const PHASES: [Phase; 5] =
    [Phase::Unfetched, Phase::Fetched, Phase::Moving, Phase::Stuck, Phase::Ended];
const HITS: [Hit; 4] = [Hit::Stop, Hit::Restart, Hit::Reset, Hit::Failure];

/// How often each phase of each kind of channel was hit by what.
#[derive(Clone, Debug, Default)]
pub struct Coverage(BTreeMap<(Hit, usize, Phase), u64>);

/// A row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What hit.
    pub hit: Hit,
    /// Direction and kind of the channel.
    pub channel: &'static str,
    /// How far the run was.
    pub phase: Phase,
    /// How often.
    pub count: u64,
}

impl Coverage {
    pub(crate) fn count(&mut self, hit: Hit, channel: u8, phase: Phase) {
        *self.0.entry((hit, kind(channel), phase)).or_default() += 1;
    }

    /// Adds what another player has covered.
    pub fn add(&mut self, other: &Self) {
        for (key, count) in &other.0 {
            *self.0.entry(*key).or_default() += count;
        }
    }

    /// The table, row by row.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let row = |(&(hit, kind, phase), &count)| Row { hit, channel: KINDS[kind], phase, count };
        self.0.iter().map(row).collect()
    }

    /// How often runs of channels of that kind, one of [`KINDS`], were hit so in those phases.
    #[must_use]
    pub fn hits(&self, hit: Hit, kind: &str, phases: &[Phase]) -> u64 {
        let hit = |row: &Row| row.hit == hit && row.channel == kind && phases.contains(&row.phase);
        self.rows().iter().filter(|row| hit(row)).map(|row| row.count).sum()
    }
}

fn kind(channel: u8) -> usize {
    2 * usize::from(channel / 4) + usize::from(channel % 4 / 2)
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:22}", "")?;
        for phase in PHASES {
            write!(f, "{:>10}", format!("{phase:?}").to_lowercase())?;
        }
        for hit in HITS {
            for (kind, name) in KINDS.iter().enumerate() {
                write!(f, "\n{:10}{name:12}", format!("{hit:?}").to_lowercase())?;
                for phase in PHASES {
                    let count = self.0.get(&(hit, kind, phase)).copied().unwrap_or(0);
                    write!(f, "{count:>10}")?;
                }
            }
        }
        Ok(())
    }
}
