// SPDX-License-Identifier: Apache-2.0
//! What was found, drawn.

use std::path::{Path, PathBuf};

use forebay_capture_model::experiment::{Change, Path as Way, published};
use forebay_capture_model::{Extent, Notice, Sink};
use forebay_report::{DotRow, LogCurve, LogCurves, LogDots, LogPanel};

use super::tables::{notice, sink, way};
use super::{Found, msps};
use crate::error::CliError;

/// The least share of samples lost that is drawn, in percent: less than one sample of a run is.
const LEAST_PERCENT: f64 = 1e-8;
const SINKS: [Sink; 2] = [Sink::Nothing, Sink::File];

/// Draws all of it; where the pictures are.
pub(super) fn write(found: &Found, out: &Path) -> Result<Vec<PathBuf>, CliError> {
    let written = [
        overflows(found).write(out, "e3xx-overflows")?,
        rates(found).write(out, "e3xx-rates")?,
        ablations(found).write(out, "e3xx-ablations")?,
        buffers(found).write(out, "e3xx-buffers")?,
    ];
    Ok(written.into_iter().flatten().collect())
}

const fn color(path: Way) -> usize {
    match path {
        Way::SmallBuffers => 1,
        Way::LargeBuffers => 0,
    }
}

fn overflows(found: &Found) -> LogCurves {
    let panel = |at: Sink| {
        let curves = found.overflows.iter().filter(|curve| curve.sink == at);
        let curves = curves.map(|curve| LogCurve {
            name: format!("{}, {}", way(curve.path), notice(curve.notice)),
            color: color(curve.path),
            dashed: curve.notice == Notice::Polling,
            points: curve
                .points
                .iter()
                .map(|point| (msps(point.rate), point.lost_share * 100.0, String::new()))
                .collect(),
        });
        let here = published().into_iter().filter(|one| one.setup.sink == at);
        let continuous = here.filter(|one| matches!(one.setup.extent, Extent::Continuous(_)));
        LogPanel {
            title: sink(at).into(),
            curves: curves.collect(),
            marks: continuous
                .map(|one| (msps(one.rate), format!("published: {}", msps(one.rate))))
                .collect(),
        }
    };
    LogCurves {
        title: "Overflows in 30 s of one channel (modelled)".into(),
        x: "sample rate, MS/s".into(),
        y: "samples lost, %".into(),
        least: Some((LEAST_PERCENT, "none".into())),
        panels: SINKS.map(panel).into(),
    }
}

fn rates(found: &Found) -> LogDots {
    let rows = found.rates.iter().map(|one| DotRow {
        name: one.published.name.into(),
        values: vec![Some(msps(one.modelled)), Some(msps(one.published.rate))],
    });
    LogDots {
        title: "Largest rate without overflow (modelled, beside what was published)".into(),
        unit: "MS/s".into(),
        series: vec!["modelled".into(), "published".into()],
        rows: rows.collect(),
    }
}

fn ablations(found: &Found) -> LogDots {
    let rate = |change: Change, sink: Sink| {
        let one = found.ablations.iter().find(|one| one.change == change && one.sink == sink);
        one.map(|one| msps(one.rate))
    };
    let row = |change: Change| DotRow {
        name: change.words().into(),
        values: SINKS.map(|sink| rate(change, sink)).into(),
    };
    LogDots {
        title: "What each part of the change does (modelled)".into(),
        unit: "largest rate without overflow, MS/s".into(),
        series: SINKS.map(|one| sink(one).to_owned()).into(),
        rows: Change::ALL.map(row).into(),
    }
}

fn size(bytes: u64) -> String {
    if bytes < 1 << 20 { format!("{}K", bytes >> 10) } else { format!("{}M", bytes >> 20) }
}

/// Points that lie on each other have one name, from the first of them to the last.
fn named(points: &mut [(f64, f64, String)]) {
    const NEAR: f64 = 0.06;
    let mut first: Option<(usize, String)> = None;
    for at in 0..points.len() {
        let apart = |one: f64, other: f64| (one / other).log10().abs() > NEAR;
        let (x, y, name) = points[at].clone();
        let before = at.checked_sub(1).map(|before| points[before].clone());
        match (before, &first) {
            (Some((left, low, _)), Some((begun, from))) if !apart(x, left) && !apart(y, low) => {
                points[*begun].2 = format!("{from} to {name}");
                points[at].2.clear();
            }
            _ => first = Some((at, name)),
        }
    }
}

/// Into a file both ways are the same, so one is drawn.
fn buffers(found: &Found) -> LogCurves {
    let panel = |at: Sink| {
        let mut curves: Vec<LogCurve> = Vec::new();
        let mut totals: Vec<u64> = Vec::new();
        let drawn = |path: Way| at == Sink::Nothing || path == Way::LargeBuffers;
        for one in found.buffers.iter().filter(|one| one.sink == at && drawn(one.path)) {
            let total = one.bytes * one.count;
            let color = totals.iter().position(|it| *it == total).unwrap_or_else(|| {
                totals.push(total);
                totals.len() - 1
            });
            let name = format!("{} in all, {}", size(total), engine(one.path));
            let point = (msps(one.rate), one.mean_latency.ms(), size(one.bytes));
            match curves.iter_mut().find(|curve| curve.name == name) {
                Some(curve) => curve.points.push(point),
                None => curves.push(LogCurve {
                    name,
                    color,
                    dashed: one.path == Way::SmallBuffers,
                    points: vec![point],
                }),
            }
        }
        curves.iter_mut().for_each(|curve| named(&mut curve.points));
        LogPanel { title: sink(at).into(), curves, marks: Vec::new() }
    };
    LogCurves {
        title: "How late samples are, by size and number of buffers (modelled)".into(),
        x: "largest rate without overflow, MS/s".into(),
        y: "mean latency at nine tenths of it, ms".into(),
        least: None,
        panels: SINKS.map(panel).into(),
    }
}

const fn engine(path: Way) -> &'static str {
    match path {
        Way::SmallBuffers => "ring, uncached",
        Way::LargeBuffers => "direct, cached",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_each_other_have_one_name() {
        let point = |x: f64, y: f64, name: &str| (x, y, name.to_owned());
        let mut points = [
            point(1.0, 1.0, "a"),
            point(1.0, 9.0, "b"),
            point(1.02, 9.1, "c"),
            point(1.0, 9.2, "d"),
        ];
        named(&mut points);
        assert_eq!(points.map(|(.., name)| name), ["a", "b to d", "", ""]);
    }
}
