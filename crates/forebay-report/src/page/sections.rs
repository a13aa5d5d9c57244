// SPDX-License-Identifier: Apache-2.0
//! The parts of the page. One that a sweep has nothing for is none.

use std::collections::BTreeMap;

use forebay_host_model::validate::ROWS;
use forebay_host_model::{Pattern, Time};
use forebay_sweep::{COLUMNS, Finding, Plan, Recording, Summary, Sweep, difference, rounded, rows};
use maud::{Markup, html};

use super::Studio;
use crate::charts::{Bar, Boxes, Rates, Steps, Timelines, legend};
use crate::windows::windows;
use crate::{ReportError, words};

/// Columns of the table in the page; the file has all.
const SHOWN: [&str; 12] = [
    "cell",
    "body",
    "runs",
    "deadlocks",
    "median_ms",
    "lower_quartile_ms",
    "upper_quartile_ms",
    "min_ms",
    "max_ms",
    "deviation_ms",
    "over_core_ms",
    "planner",
];

fn load(loaded: bool) -> &'static str {
    if loaded { "loaded" } else { "idle" }
}

/// A name in lines of a few words, for below a bar.
fn lines(name: &str) -> Vec<String> {
    name.split(", ").map(ToOwned::to_owned).collect()
}

pub(super) fn steps(
    sweep: &Sweep,
    summary: &Summary,
    studio: &mut Studio,
) -> Result<Option<Markup>, ReportError> {
    let Some(first) = summary.steps.first() else { return Ok(None) };
    let core = sweep.findings.iter().find(|one| one.cell.name == first.cell);
    let core_ms = core.and_then(|one| one.cell.core()).map_or(0.0, Time::ms);
    let mut bars: Vec<_> = summary
        .steps
        .iter()
        .map(|step| Bar {
            name: lines(step.name),
            ms: step.mean_ms,
            published: Some(step.published_ms),
        })
        .collect();
    let list = summary.lists.last();
    bars.extend(list.map(|(_, ms, _)| Bar {
        name: ["one list", "no call between", "chunks", "FIFO 1024"].map(Into::into).into(),
        ms: *ms,
        published: None,
    }));
    let figure = studio.pictured("steps", &Steps { bars, core_ms })?;
    let before = std::iter::once(None).chain(summary.steps.iter().map(Some));
    Ok(Some(html! {
        div.wide { (figure) }
        table {
            tr { th { "step" } th.n { "published" } th.n { "modelled" } th.n { "error" } th { "which cost it removed (modelled, means)" } }
            @for (before, step) in before.zip(&summary.steps) {
                tr {
                    td { (step.name) }
                    td.n { (step.published_ms) " ms" }
                    td.n { (format!("{:.2} ms", step.mean_ms)) }
                    td.n { (difference((step.mean_ms / step.published_ms - 1.0) * 100.0, 1)) " %" }
                    td { (words::step(before, step)) }
                }
            }
            @if let (Some((_, ms, core)), Some(last)) = (list, summary.steps.last()) {
                tr {
                    td { "one list, interleaved, written on while the card works, FIFO 1024" }
                    td.n.none { "-" }
                    td.n { (format!("{ms:.2} ms")) }
                    td {}
                    td {
                        "It removed every action of the host between chunks: "
                        (format!("{:.1} ms less than the last step. From its call until the core has done everything it takes {} % longer than the core alone.", last.mean_ms - ms, rounded((ms / core - 1.0) * 100.0, 2)))
                    }
                }
            }
        }
        p {
            @if summary.in_order { "Each step is faster than the one before, as published. " }
            @else { "The steps are not in the published order. " }
            @if let Some(alignment) = summary.alignment_ms {
                "Alignment alone, by polling with chunks of 1024: "
                (format!("{alignment:.2} ms"))
                " less. The model has a descriptor, a page to pin and a split beat more for what is not aligned, and nothing else; whatever the "
                "published runs gained by alignment beyond that it does not explain."
            }
        }
    }))
}

pub(super) fn gains(summary: &Summary) -> Option<Markup> {
    if summary.gains.is_empty() && summary.spread.is_empty() {
        return None;
    }
    Some(html! {
        @if !summary.gains.is_empty() {
            table {
                tr { th { "host" } th.n { "best with 1024 entries" } th.n { "best with 4096" } th.n { "gain" } th { "settings" } }
                @for gain in &summary.gains {
                    tr {
                        td { (load(gain.loaded)) }
                        td.n { (format!("{:.2} ms", gain.shallow.1)) }
                        td.n { (format!("{:.2} ms", gain.deep.1)) }
                        td.n { (rounded(gain.percent, 2)) " %" }
                        td { (gain.shallow.0) br; (gain.deep.0) }
                    }
                }
            }
        }
        @if !summary.spread.is_empty() {
            p { "One thread, chunks in turn, arrays that begin with a page; over all chunks that end:" }
            table {
                tr { th { "mode" } th { "FIFO" } th { "host" } th.n { "settings" } th.n { "mean" } th.n { "deviation of one run" } th.n { "widest range of a setting" } }
                @for one in &summary.spread {
                    tr {
                        td { (format!("{:?}", one.completion).to_lowercase()) }
                        td { (one.depth) }
                        td { (load(one.loaded)) }
                        td.n { (one.cells) }
                        td.n { (format!("{:.2} ms", one.mean_ms)) }
                        td.n { (format!("{:.3} ms", one.deviation_ms)) }
                        td.n { (format!("{:.2} ms", one.widest_ms)) }
                    }
                }
            }
        }
    })
}

pub(super) fn deadlocks(summary: &Summary) -> Option<Markup> {
    if summary.stuck.is_empty() {
        return None;
    }
    Some(html! {
        table {
            tr { th { "order" } th.n { "FIFO" } th.n { "never end" } th.n { "do not always" } th { "the first of them, as it stood" } th { "said before it ran" } }
            @for one in &summary.stuck {
                tr {
                    td { (one.order) @if !one.subject.is_empty() { " (" (one.subject) ")" } }
                    td.n { (one.fifo) }
                    td.n { (one.never) }
                    td.n { (one.sometimes) }
                    td { (one.cell) ": " (one.why) }
                    td { (one.planned) }
                }
            }
        }
    })
}

pub(super) fn timelines(
    recordings: &[Recording],
    studio: &mut Studio,
) -> Result<Option<Markup>, ReportError> {
    if recordings.is_empty() {
        return Ok(None);
    }
    let mut views = Vec::new();
    for (run, recording) in recordings.iter().enumerate() {
        for (part, window) in windows(recording).into_iter().enumerate() {
            let title = format!("{}: {}", recording.about, window.name);
            let (from, to) = (window.from, window.to);
            let chart = Timelines { title, recording, from, to };
            let figure = if part < 3 {
                let name = format!("timeline-{run}-{}", window.name.replace(' ', "-"));
                studio.pictured(&name, &chart)?
            } else {
                studio.figure(&chart)?
            };
            views.push(html! {
                div.wide data-run=(run) data-part=(part) data-name=(window.name) hidden[run + part > 0] { (figure) }
            });
        }
    }
    Ok(Some(html! {
        p {
            label { "Run " select id="run" {
                @for (run, recording) in recordings.iter().enumerate() { option value=(run) { (recording.about) } }
            } }
            " "
            label { "part " select id="part" {} }
        }
        @for (run, recording) in recordings.iter().enumerate() {
            p data-run=(run) hidden[run > 0] {
                (recording.cell.name) ", run " (recording.run) ": "
                @match &recording.outcome.deadlock {
                    Some(deadlock) => { "nothing moves after " (deadlock.at) ", since " (deadlock.why) "." }
                    None => { (format!("{:.3} ms", recording.outcome.total.ms())) " (modelled)." }
                }
            }
        }
        @for view in &views { (view) }
        p.key { @for (name, color) in legend() { span { i style={ "background:" (color) } {} (name) } } }
        p { "Where more happens than can be drawn, the height of a colour is its share of that moment. The same runs are in " code { "traces/" } ", for Perfetto." }
    }))
}

pub(super) fn rates(sweep: &Sweep, studio: &mut Studio) -> Result<Option<Markup>, ReportError> {
    // By host and how it hears of the end, and by the number of channels: bytes of a call, and bytes a second.
    type Lines = BTreeMap<u32, Vec<(u64, f64)>>;
    let mut hosts: BTreeMap<(&str, String), Lines> = BTreeMap::new();
    let mut most: f64 = 0.0;
    for Finding { cell, stats, .. } in &sweep.findings {
        let (Pattern::Memory(channels), Some(stats)) = (cell.scenario.pattern, stats) else {
            continue;
        };
        let rate = cell.bytes() as f64 / stats.mean / 1e6;
        most = most.max(rate);
        let how = format!("{:?}", cell.scenario.completion).to_lowercase();
        let how = match cell.scenario.profile.load.tasks {
            0 => how,
            tasks => format!("{how}, {tasks} tasks"),
        };
        let line = hosts.entry((&cell.subject, how)).or_default().entry(channels).or_default();
        line.push((cell.scenario.chunk, rate));
    }
    if hosts.is_empty() {
        return Ok(None);
    }
    let mut figures = Vec::new();
    for ((subject, how), lines) in hosts {
        let host = if subject.is_empty() { &sweep.name } else { subject };
        let lines = lines.into_iter().map(|(channels, mut line)| {
            line.sort_by_key(|(bytes, _)| *bytes);
            let plural = if channels == 1 { "" } else { "s" };
            (format!("{channels} channel{plural}"), line)
        });
        let title = format!("{host}, {how}");
        let name = format!("rates-{}", title.replace(", ", "-").replace(' ', ""));
        figures.push(studio.pictured(&name, &Rates { title, lines: lines.collect(), most })?);
    }
    Ok(Some(html! { div.pair { @for figure in &figures { (figure) } } }))
}

/// What the settings of a family have in common.
fn family_title(findings: &[&Finding]) -> String {
    let Some(Finding { cell, .. }) = findings.first() else { return String::new() };
    let scenario = &cell.scenario;
    let load = match scenario.profile.load.tasks {
        0 => "an idle host".into(),
        tasks => format!("{tasks} other tasks"),
    };
    format!("{}, FIFO of {}, {load}", scenario.pattern, scenario.card.depth[0])
}

pub(super) fn boxes(sweep: &Sweep, studio: &mut Studio) -> Result<Option<Markup>, ReportError> {
    let mut groups: Vec<((&str, Pattern), Vec<&Finding>)> = Vec::new();
    for finding in &sweep.findings {
        let of = (&*finding.cell.subject, finding.cell.scenario.pattern);
        if matches!(of.1, Pattern::Memory(_)) {
            continue;
        }
        match groups.iter_mut().find(|(other, _)| *other == of) {
            Some((_, findings)) => findings.push(finding),
            None => groups.push((of, vec![finding])),
        }
    }
    let published: Vec<_> = ROWS
        .iter()
        .filter_map(|row| Some((sweep.standing_for(row)?.0.cell.name.clone(), row.published)))
        .collect();
    let mut parts = Vec::new();
    for ((subject, pattern), findings) in groups {
        let of_it = |(cell, _): &&(String, f64)| findings.iter().any(|one| one.cell.name == *cell);
        let published: Vec<_> = published.iter().filter(of_it).cloned().collect();
        let mut figures = Vec::new();
        if let Some(range) = Boxes::range(&findings, &published) {
            let mut families: Vec<String> = findings.iter().map(|one| one.cell.family()).collect();
            families.dedup();
            for family in families {
                let of_it = findings.iter().filter(|one| one.cell.family() == family);
                let findings: Vec<_> = of_it.copied().collect();
                let published = published.clone();
                let name = format!("boxes-{family}");
                let title = family_title(&findings);
                let chart = Boxes { title, findings, published, range };
                let is_main = subject.is_empty() && pattern == Pattern::Alternate;
                figures.push(if is_main {
                    studio.pictured(&name, &chart)?
                } else {
                    studio.figure(&chart)?
                });
            }
        }
        parts.push(html! {
            h3 { (pattern) @if !subject.is_empty() { " (" (subject) ")" } }
            @if figures.is_empty() { p.none { "None of these settings ends; see above for the reason." } }
            div.pair { @for figure in &figures { (figure) } }
        });
    }
    if parts.is_empty() {
        return Ok(None);
    }
    Ok(Some(html! {
        p {
            "A box is the middle half of the runs with its median, whiskers reach to the least and the most. Full boxes: arrays begin with a page. A "
            "cross at the foot: no run ended. Black triangles: published means."
            @if sweep.findings.iter().any(|one| one.cell.subject == Plan::MSM) {
                " Subject " code { (Plan::MSM) } ": elements and rate of this project's MSM core on the same shell."
            }
        }
        @for part in &parts { (part) }
    }))
}

pub(super) fn table(sweep: &Sweep) -> Markup {
    let places = SHOWN.map(|name| COLUMNS.iter().position(|column| *column == name).unwrap_or(0));
    html! {
        p { "All columns, and each run: " code { "results.csv" } ", " code { "results.json" } "." }
        details {
            summary { (sweep.findings.len()) " settings" }
            table {
                tr { @for name in SHOWN { th { (name) } } }
                @for row in rows(sweep) { tr { @for place in places { td { (row[place]) } } } }
            }
        }
    }
}
