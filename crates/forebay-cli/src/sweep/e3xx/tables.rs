// SPDX-License-Identifier: Apache-2.0
//! What was found, as tables.

use std::path::{Path, PathBuf};

use forebay_capture_model::experiment::{Path as Way, published};
use forebay_capture_model::{Notice, Sink};

use super::{Found, msps};
use crate::error::CliError;

pub(super) const fn way(path: Way) -> &'static str {
    match path {
        Way::SmallBuffers => "small buffers",
        Way::LargeBuffers => "large buffers",
    }
}

pub(super) const fn sink(sink: Sink) -> &'static str {
    match sink {
        Sink::Nothing => "no load",
        Sink::File => "file",
    }
}

pub(super) const fn notice(notice: Notice) -> &'static str {
    match notice {
        Notice::Interrupt => "interrupt",
        Notice::Polling => "polling",
    }
}

/// Writes them all; where they are.
pub(super) fn write(found: &Found, out: &Path) -> Result<Vec<PathBuf>, CliError> {
    let tables = [
        ("rates.csv", rates(found)),
        ("overflows.csv", overflows(found)),
        ("ablations.csv", ablations(found)),
        ("buffers.csv", buffers(found)),
        ("sensitivity.csv", sensitivity(found)),
        ("prices.csv", prices(found)),
    ];
    let write = |(name, rows): (&str, Vec<Vec<String>>)| {
        let path = out.join(name);
        let written = || -> Result<(), csv::Error> {
            let mut writer = csv::Writer::from_path(&path)?;
            rows.iter().try_for_each(|row| writer.write_record(row))?;
            Ok(writer.flush()?)
        };
        match written() {
            Ok(()) => Ok(path),
            Err(source) => Err(CliError::SweepTable { path, source }),
        }
    };
    tables.into_iter().map(write).collect()
}

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn rate(rate: u64) -> String {
    format!("{:.3}", msps(rate))
}

fn rates(found: &Found) -> Vec<Vec<String>> {
    let names = ["way", "published_msps", "modelled_msps", "error_percent", "binding"];
    let rows = found.rates.iter().map(|one| {
        vec![
            one.published.name.into(),
            rate(one.published.rate),
            rate(one.modelled),
            format!("{:.1}", one.error * 100.0),
            one.binding.words().into(),
        ]
    });
    std::iter::once(head(&names)).chain(rows).collect()
}

fn overflows(found: &Found) -> Vec<Vec<String>> {
    let mut rows = vec![head(&[
        "way",
        "sink",
        "notice",
        "rate_msps",
        "modelled_lost_percent",
        "modelled_lost_not_armed_percent",
        "modelled_overflows_per_second",
        "modelled_longest_gap_samples",
    ])];
    for curve in &found.overflows {
        rows.extend(curve.points.iter().map(|point| {
            vec![
                way(curve.path).into(),
                sink(curve.sink).into(),
                notice(curve.notice).into(),
                rate(point.rate),
                format!("{:.6}", point.lost_share * 100.0),
                format!("{:.6}", point.not_armed_share * 100.0),
                format!("{:.3}", point.gaps_per_second),
                point.longest_gap.to_string(),
            ]
        }));
    }
    rows
}

fn ablations(found: &Found) -> Vec<Vec<String>> {
    let names = ["change", "sink", "modelled_msps", "modelled_ratio", "binding"];
    let rows = found.ablations.iter().map(|one| {
        vec![
            one.change.words().into(),
            sink(one.sink).into(),
            rate(one.rate),
            format!("{:.3}", one.ratio),
            one.binding.words().into(),
        ]
    });
    std::iter::once(head(&names)).chain(rows).collect()
}

fn buffers(found: &Found) -> Vec<Vec<String>> {
    let names = [
        "way",
        "sink",
        "buffer_bytes",
        "buffers",
        "modelled_msps",
        "binding",
        "modelled_mean_latency_ms",
        "modelled_most_latency_ms",
    ];
    let rows = found.buffers.iter().map(|one| {
        vec![
            way(one.path).into(),
            sink(one.sink).into(),
            one.bytes.to_string(),
            one.count.to_string(),
            rate(one.rate),
            one.binding.words().into(),
            format!("{:.3}", one.mean_latency.ms()),
            format!("{:.3}", one.most_latency.ms()),
        ]
    });
    std::iter::once(head(&names)).chain(rows).collect()
}

fn sensitivity(found: &Found) -> Vec<Vec<String>> {
    let mut names = head(&["price", "value", "unit"]);
    names.extend(published().map(|one| format!("modelled_ratio: {}", one.name)));
    let rows = found.sensitivity.iter().map(|one| {
        let mut row = vec![one.price.into(), one.value.to_string(), one.unit.text().into()];
        row.extend(one.ratios.map(|ratio| format!("{ratio:.3}")));
        row
    });
    std::iter::once(names).chain(rows).collect()
}

fn prices(found: &Found) -> Vec<Vec<String>> {
    let names = ["price", "value", "least", "most", "unit", "basis", "source"];
    let rows = found.prices.iter().map(|spec| {
        vec![
            spec.name.into(),
            spec.default.to_string(),
            spec.low.to_string(),
            spec.high.to_string(),
            spec.unit.text().into(),
            spec.basis.word().into(),
            spec.source.into(),
        ]
    });
    std::iter::once(head(&names)).chain(rows).collect()
}
