// SPDX-License-Identifier: Apache-2.0
//! A hostile process beside one that moves and checks its data, in the guest, under every sound scheme of user-level DMA, on both
//! bodies of the card, behind an IOMMU and without.

use std::error::Error;
use std::time::Duration;

use forebay_guest::{Dma, Step};
use serde::Serialize;

use crate::guest::{Contents, Guest, Machine};
use crate::remarks::{Remark, remarks};

/// The native card and the RTL, with a table of slots.
const TABLE: [&str; 2] = ["fast:loopback-udma", "rtl:loopback-udma"];
/// The same with room for addresses of memory.
const DIRECT: [&str; 2] = ["fast:loopback-udma-direct", "rtl:loopback-udma-direct"];
/// Longest time of the program in one boot.
const LIMIT: Duration = Duration::from_secs(6600);

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Accesses of the hostile process under each scheme on the native card
    #[arg(long, default_value_t = 1_000_000)]
    fast: u32,
    /// The same on the RTL card
    #[arg(long, default_value_t = 10_000)]
    rtl: u32,
    /// Shadow addresses are those of memory, which they cannot be behind an IOMMU
    #[arg(long)]
    direct: bool,
    /// Kernel series
    #[arg(long, default_value = "6.12")]
    kernel: String,
    /// What is drawn depends on it
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    kernel: String,
    seed: u64,
    rows: Vec<Row>,
    /// Runs that have not come to their end, and why.
    failures: Vec<String>,
}

/// One scheme on one card, one way to memory.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Row {
    card: &'static str,
    dma: Dma,
    scheme: String,
    /// Of the hostile process.
    accesses: u64,
    /// Transfers that it started, of its own memory.
    starts: u64,
    /// Starts that it was refused.
    refused: u64,
    /// Accesses that the scheme had no use for.
    strays: u64,
    /// Pieces that its victim has moved and checked meanwhile.
    victim_pieces: u64,
    /// Bytes at the victim that were not as they had to be.
    wrong_bytes: u64,
    /// Bytes at the hostile process that are not its own.
    bytes_got: u64,
    /// By the guest's clock.
    milliseconds: u64,
}

impl Record {
    /// A byte was wrong, or a run has come to nothing.
    pub(crate) fn failed(&self) -> bool {
        !self.failures.is_empty() || self.rows.iter().any(|row| row.wrong_bytes + row.bytes_got > 0)
    }
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let mut record = Record {
        what: "a hostile process makes random accesses beside one that moves and checks its data; bytes of the one in the other",
        kernel: String::new(),
        seed: args.seed,
        rows: Vec::new(),
        failures: Vec::new(),
    };
    let ways = if args.direct { vec![Dma::Direct] } else { vec![Dma::Direct, Dma::Iommu] };
    let cards = if args.direct { DIRECT } else { TABLE };
    for (card, accesses) in cards.into_iter().zip([args.fast, args.rtl]) {
        for &dma in &ways {
            match on(args, card, accesses, dma) {
                Ok((release, rows)) => {
                    record.kernel = release;
                    record.rows.extend(rows);
                }
                Err(error) => {
                    record.failures.push(format!("{card}, {}: {error}", dma.name()));
                }
            }
        }
    }
    Ok(record)
}

/// All schemes in one boot.
fn on(
    args: &Args,
    card: &'static str,
    accesses: u32,
    dma: Dma,
) -> Result<(String, Vec<Row>), Box<dyn Error>> {
    let mut words = vec![
        "/tests/udma_hostile".to_owned(),
        format!("accesses={accesses}"),
        format!("seed={}", args.seed),
    ];
    if args.direct {
        words.push("direct".to_owned());
    }
    // A simulated card on a busy machine takes its time.
    let mut step = Step::command(Some(&["timeout_scale=60".to_owned()]), &words);
    step.limit = Some(LIMIT);
    let ended = Guest {
        name: &format!("bench-udma-hostile-{}", card.replace(':', "-")),
        machine: &Machine { card: card.to_owned(), kernel: args.kernel.clone() },
        record: None,
        dma,
        counts_instructions: false,
        contents: Contents::DriverTests,
        files: &[],
        steps: vec![step],
    }
    .run()?;
    let said = remarks(&ended.outputs.concat(), "hostile");
    if said.is_empty() {
        return Err("the program has said nothing".into());
    }
    let rows: Result<Vec<_>, _> = said.iter().map(|remark| Row::of(card, dma, remark)).collect();
    Ok((ended.release, rows?))
}

impl Row {
    fn of(card: &'static str, dma: Dma, remark: &Remark) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            card,
            dma,
            scheme: remark.text("scheme")?.to_owned(),
            accesses: remark.number("accesses")?,
            starts: remark.number("starts")?,
            refused: remark.number("refused")?,
            strays: remark.number("strays")?,
            victim_pieces: remark.number("pieces")?,
            wrong_bytes: remark.number("wrong")?,
            bytes_got: remark.number("got")?,
            milliseconds: remark.number("ms")?,
        })
    }
}
