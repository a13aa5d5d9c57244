// SPDX-License-Identifier: Apache-2.0
//! `forebay udma bench`: table 1 of the report, with more ways, and on today's bus.

use comfy_table::{CellAlignment, Table, presets};
use forebay_udma_model::cost::{
    Bus, Count, Extent, TABLE_1, Terms, Way, crossing, gen3_x16, minimax, pcie, rows, turbochannel,
};
use forebay_udma_model::scheme::Name;
use serde::Serialize;

use super::batches::{self, Batch};
use crate::args::BenchArgs;
use crate::error::CliError;
use crate::output;

const EXTENTS: [Extent; 3] = [Extent::Low, Extent::Default, Extent::High];

/// Prices in microseconds.
#[derive(Clone, Copy, Debug, Serialize)]
struct Prices {
    store: f64,
    load: f64,
    barrier: f64,
    system_call: f64,
}

/// What one way costs.
#[derive(Clone, Debug, Serialize)]
struct Row {
    way: &'static str,
    stores: u32,
    loads: u32,
    barriers: u32,
    system_calls: u32,
    /// Table 1, where it has this way.
    published_us: Option<f64>,
    /// By the constants fitted to table 1.
    turbochannel_us: f64,
    /// PCI Express by the host model's prices.
    pcie_us: f64,
    /// The same at the ends of what others have seen.
    pcie_least_us: f64,
    pcie_most_us: f64,
    /// PCI Express Gen3 x16 by the link model, where a read is its round trip and packets.
    link_us: f64,
}

/// What the command prints.
#[derive(Debug, Serialize)]
struct BenchOutput {
    modelled: bool,
    turbochannel: Prices,
    /// The most that a line of table 1 is off, as a share.
    worst: f64,
    pcie: Prices,
    link: Prices,
    rows: Vec<Row>,
    /// Transfers of a list that one line of a portal starts, on PCI Express.
    batches: Vec<Batch>,
    /// The cheapest first.
    turbochannel_ranking: Vec<&'static str>,
    pcie_ranking: Vec<&'static str>,
    /// Ways that cost more than the kernel's, on PCI Express.
    slower_than_kernel: Vec<&'static str>,
    /// The kernel costs more than five accesses only where a read takes less than this.
    repeat5_read_us: Option<f64>,
    /// A kernel that does not read the status costs more than extended shadow addresses only where a read takes less than this.
    shadow_read_us: Option<f64>,
    plots: Vec<String>,
}

impl From<Bus> for Prices {
    fn from(Bus { store, load, barrier, trap }: Bus) -> Self {
        Self { store, load, barrier, system_call: trap }
    }
}

pub(super) fn run(args: &BenchArgs) -> Result<(), CliError> {
    let terms = Terms::AccessAndBarrier;
    let fit = minimax(&rows(terms)).ok_or(CliError::Table1Unfitted)?;
    let published = turbochannel(terms, &fit);
    let today = pcie(Extent::Default, Extent::Default, Extent::Default);
    let link = gen3_x16();
    let ways = Way::all();
    let rows: Vec<_> = ways.iter().map(|way| Row::of(*way, &published, &today, &link)).collect();
    let ranking = |bus: &Bus| bus.ranking(ways.clone()).into_iter().map(Way::text).collect();
    let kernel = today.microseconds(Way::Kernel);
    let slower = ways.iter().filter(|way| today.microseconds(**way) > kernel);
    let read = |one, two| crossing(&today, one, two).map(|it| it.read_microseconds);
    let plots = draw(args, &rows)?;
    let output = BenchOutput {
        modelled: true,
        turbochannel: published.into(),
        worst: fit.worst(),
        pcie: today.into(),
        link: link.into(),
        turbochannel_ranking: ranking(&published),
        pcie_ranking: ranking(&today),
        slower_than_kernel: slower.map(|way| way.text()).collect(),
        repeat5_read_us: read(Way::Scheme(Name::Repeat5), Way::Kernel),
        shadow_read_us: read(Way::Scheme(Name::Shadow), Way::KernelUnread),
        rows,
        batches: batches::batches(&today),
        plots,
    };
    if args.json { output::json(&output) } else { output::text(&output.text()) }
}

impl Row {
    fn of(way: Way, published: &Bus, today: &Bus, link: &Bus) -> Self {
        let Count { stores, loads, barriers, traps } = way.count();
        let ends = EXTENTS.map(|end| pcie(end, end, end).microseconds(way));
        Self {
            way: way.text(),
            stores,
            loads,
            barriers,
            system_calls: traps,
            published_us: TABLE_1.iter().find(|line| line.way == way).map(|it| it.microseconds),
            turbochannel_us: published.microseconds(way),
            pcie_us: today.microseconds(way),
            pcie_least_us: ends.into_iter().fold(f64::INFINITY, f64::min),
            pcie_most_us: ends.into_iter().fold(0.0, f64::max),
            link_us: link.microseconds(way),
        }
    }

    fn cells(&self) -> [String; 10] {
        let us = |value: f64| format!("{value:.2}");
        [
            self.way.into(),
            self.stores.to_string(),
            self.loads.to_string(),
            self.barriers.to_string(),
            self.system_calls.to_string(),
            self.published_us.map_or_else(|| "-".into(), |value| format!("{value:.1}")),
            us(self.turbochannel_us),
            us(self.pcie_us),
            format!("{:.2} to {:.2}", self.pcie_least_us, self.pcie_most_us),
            us(self.link_us),
        ]
    }
}

impl BenchOutput {
    fn text(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header([
            "way",
            "stores",
            "loads",
            "barriers",
            "calls",
            "published",
            "TurboChannel",
            "PCIe",
            "least to most",
            "PCIe link",
        ]);
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by(|one, two| one.pcie_us.total_cmp(&two.pcie_us));
        for row in rows {
            table.add_row(row.cells());
        }
        for column in 1..10 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let Prices { store, load, barrier, system_call } = self.turbochannel;
        let (today, link) = (self.pcie, self.link);
        let mut text = format!(
            "Microseconds until a program that has started a transfer goes on; no data. Modelled, but for what was published.\n\n{table}\n\n\
             TurboChannel: {store:.2} an access, {barrier:.2} a barrier, {system_call:.1} a system call ({load:.2} a load), fitted to the published \
             lines; the worst is off by {:.1} %.\n\
             PCIe: {:.3} a store, {:.2} a load, {:.1} a system call, by the host model, and at the ends of what others have seen. By the link model (Gen3 x16) a \
             load takes {:.2}.\n\nTurboChannel, the cheapest first: {}\nPCIe, the cheapest first: {}\n\
             Dearer than the kernel on PCIe: {}\n",
            100.0 * self.worst,
            today.store,
            today.load,
            today.system_call,
            link.load,
            self.turbochannel_ranking.join("; "),
            self.pcie_ranking.join("; "),
            self.slower_than_kernel.join("; "),
        );
        if let (Some(repeated), Some(shadow)) = (self.repeat5_read_us, self.shadow_read_us) {
            text += &format!(
                "A load would have to take less than {repeated:.2} us for repeat5 to beat the kernel, and less than {shadow:.2} us for shadow to beat a \
                 kernel that does not read the status.\n"
            );
        }
        text += &batches::text(&self.batches);
        for plot in &self.plots {
            text += &format!("\ndrawn in {plot}\n");
        }
        text
    }
}

#[cfg(feature = "sweep")]
fn draw(args: &BenchArgs, rows: &[Row]) -> Result<Vec<String>, CliError> {
    use forebay_report::{DotRow, LogDots};
    let Some(folder) = &args.plot else { return Ok(Vec::new()) };
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort_by(|one, two| one.pcie_us.total_cmp(&two.pcie_us));
    let row = |row: &Row| DotRow {
        name: row.way.into(),
        values: vec![Some(row.turbochannel_us), Some(row.pcie_us), row.published_us],
    };
    let chart = LogDots {
        title: "Starting a transfer, then and now (modelled)".into(),
        unit: "microseconds until the program goes on".into(),
        series: vec![
            "TurboChannel, fitted".into(),
            "PCI Express, modelled".into(),
            "published (TurboChannel)".into(),
        ],
        rows: rows.into_iter().map(row).collect(),
    };
    Ok(output::paths(chart.write(folder, "udma-cost")?))
}

#[cfg(not(feature = "sweep"))]
const fn draw(_: &BenchArgs, _: &[Row]) -> Result<Vec<String>, CliError> {
    Ok(Vec::new())
}
