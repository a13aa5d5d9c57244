// SPDX-License-Identifier: Apache-2.0
//! Arguments of `forebay udma`.

#[cfg(feature = "sweep")]
use std::path::PathBuf;

use clap::{Args, Subcommand};
use forebay_udma_model::explore::Class;

use super::EXIT_CODES;
use crate::udma::{RIGHTS, Subject};

/// More would take hours.
const MOST_SWITCHES: i64 = 10_000_000;
/// Each has a context.
#[expect(clippy::cast_possible_wrap, reason = "they are eight")]
const MOST_PROCESSES: i64 = forebay_udma_model::scheme::CONTEXTS as i64;
/// Worlds grow with it, and nothing new is found behind 7.
const MOST_ACCESSES: i64 = 12;

const ATTACK_HELP: &str = "V, the victim, wants 64 bytes of A moved to B, looks at each answer and begins again whenever it is told no. M, the attacker, has a page C of his own and
makes any access that his rights allow. st is a store, ld a load, xc an exchange, and K the kernel. The first of the shortest runs is shown for each property that breaks:
  S1 authority, S2 no mixing, S3 truth, S4 one start a call, L1 an end for who is alone

Examples:
  forebay udma attack
  forebay udma attack repeat4 --rights read-source
  forebay udma attack shrimp2+hook
  forebay udma attack shrimp2 --rights none --card fast
  forebay udma attack repeat5 --json";

#[derive(Debug, Args)]
pub(crate) struct UdmaArgs {
    #[command(subcommand)]
    pub verb: UdmaVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum UdmaVerb {
    /// Try every order of a victim's and an attacker's accesses, and show the shortest runs that go wrong as both see them, or that there are none; without a
    /// scheme all of them, with figures 5 and 6 of FORTH TR-182 (modelled)
    #[command(after_help = EXIT_CODES, after_long_help = format!("{ATTACK_HELP}\n\n{EXIT_CODES}"))]
    Attack(AttackArgs),
    /// Errors and answers FAIL for each context switch, as in section 4.4 of FORTH TR-182: predicted, and played (modelled)
    #[command(after_help = EXIT_CODES)]
    Experiment(ExperimentArgs),
    /// What starting a transfer costs, scheme by scheme: accesses, and time on the published bus and on PCI Express (modelled)
    #[command(after_help = EXIT_CODES)]
    Bench(BenchArgs),
}

impl UdmaArgs {
    /// Whether JSON was asked for.
    pub(crate) const fn json(&self) -> bool {
        match &self.verb {
            UdmaVerb::Attack(args) => args.json,
            UdmaVerb::Experiment(args) => args.json,
            UdmaVerb::Bench(args) => args.json,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct AttackArgs {
    // From the list that the parser takes, so that the two name the same.
    #[arg(value_name = "SCHEME", help = format!("One of {}", Subject::names()), value_parser = Subject::find)]
    pub scheme: Option<Subject>,
    #[arg(long, value_name = "RIGHTS", help = format!("What the attacker may do beside what he likes with his own pages, one of {}; each of them if not given", rights_names()), value_parser = rights)]
    pub rights: Option<Class>,
    /// Accesses of the attacker; as many as what is known to break needs if not given: 4, or 7 for repeat4 and repeat5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=MOST_ACCESSES))]
    pub accesses: Option<u8>,
    /// Play each run on a simulated card too, rtl or fast, or BODY:BUILD: through its window, with real bytes in the pages
    #[cfg(feature = "sim")]
    #[arg(long, value_name = "CARD")]
    pub card: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExperimentArgs {
    #[arg(long, value_name = "SCHEME", help = format!("One of {}; each of them if not given", Subject::names()), value_parser = Subject::find)]
    pub scheme: Option<Subject>,
    /// Processes that take turns; 2, 3 and 4 if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MOST_PROCESSES))]
    pub processes: Option<u8>,
    /// Context switches to play, rounded up to whole hundreds
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=MOST_SWITCHES))]
    pub switches: u32,
    /// All that is drawn depends on it
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Draw the times as udma-cost.svg and udma-cost.png in this directory, which is made if need be
    #[cfg(feature = "sweep")]
    #[arg(long, value_name = "DIR")]
    pub plot: Option<PathBuf>,
    /// Start transfers of 64 bytes on a simulated card instead, rtl or fast, or BODY:BUILD, by the portal and by the kernel: how many a second, and the ratio (modelled
    /// link)
    #[cfg(feature = "sim")]
    #[arg(long, value_name = "CARD", num_args = 0..=1, default_missing_value = "fast")]
    #[cfg_attr(feature = "sweep", arg(conflicts_with = "plot"))]
    pub small: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

fn rights(text: &str) -> Result<Class, String> {
    let found = RIGHTS.iter().find(|(name, _)| *name == text);
    found.map(|(_, class)| *class).ok_or_else(|| format!("expected one of {}", rights_names()))
}

fn rights_names() -> String {
    RIGHTS.map(|(name, _)| name).join(", ")
}
