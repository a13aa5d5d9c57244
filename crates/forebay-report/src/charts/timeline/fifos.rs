// SPDX-License-Identifier: Apache-2.0
//! What was in the FIFOs over some of a run, and where they are full.

use forebay_host_model::{Occupancy, Time};
use plotters::prelude::*;

use super::{PARTS, STREAM_COLORS, STREAM_NAMES, Timelines};
use crate::charts::{Area, Drawn, GREY, PALE, SMALL, Sign, key, stretches, text};

/// Pixels of its key.
const KEY: u32 = 18;

impl Timelines<'_> {
    /// What was in the FIFO of a stream at some time: between two samples it changes steadily.
    fn level(trace: &[Occupancy], stream: usize, at: Time) -> f64 {
        let next = trace.partition_point(|sample| sample.at <= at);
        let of = |sample: &Occupancy| (sample.at.ps() as f64, sample.elements[stream] as f64);
        let before = next.checked_sub(1).map_or((0.0, 0.0), |index| of(&trace[index]));
        let after = trace.get(next).map_or(before, of);
        let long = (after.0 - before.0).max(1.0);
        before.1 + (after.1 - before.1) * ((at.ps() as f64 - before.0) / long).clamp(0.0, 1.0)
    }

    /// Samples of the window.
    fn samples<'t>(&self, trace: &'t [Occupancy]) -> &'t [Occupancy] {
        let first = trace.partition_point(|sample| sample.at <= self.from);
        let last = trace.partition_point(|sample| sample.at < self.to);
        &trace[first..last.max(first)]
    }

    /// The line of a stream, sample by sample.
    fn line(&self, trace: &[Occupancy], stream: usize) -> Vec<(f64, f64)> {
        let end = |at| (self.scale(at), Self::level(trace, stream, at));
        let mut line = vec![end(self.from)];
        let samples = self.samples(trace).iter();
        line.extend(samples.map(|one| (self.scale(one.at), one.elements[stream] as f64)));
        line.push(end(self.to));
        line
    }

    /// The least and the most of each part of the window, as an outline.
    fn band(&self, trace: &[Occupancy], stream: usize) -> Vec<(f64, f64)> {
        let samples = self.samples(trace);
        let (mut most, mut least) = (Vec::new(), Vec::new());
        for index in 0..PARTS {
            let (from, to) = (self.part(index), self.part(index + 1));
            let first = samples.partition_point(|sample| sample.at < from);
            let last = samples.partition_point(|sample| sample.at < to);
            let ends = [from, to].map(|at| Self::level(trace, stream, at));
            let levels = samples[first..last].iter().map(|one| one.elements[stream] as f64);
            let range =
                levels.chain(ends).fold((f64::MAX, 0.0), |(low, high): (f64, f64), level| {
                    (low.min(level), high.max(level))
                });
            for at in [from, to] {
                least.push((self.scale(at), range.0));
                most.push((self.scale(at), range.1));
            }
        }
        most.extend(least.into_iter().rev());
        most
    }

    /// Where the FIFOs are full: a line for both, or one for each in its colour.
    fn depths(&self) -> Vec<(RGBColor, u64, String)> {
        let depth = self.recording.cell.scenario.card.depth;
        if depth.iter().all(|one| *one == depth[0]) {
            return vec![(GREY, depth[0], format!("full: {}", depth[0]))];
        }
        let each = STREAM_NAMES.into_iter().zip(STREAM_COLORS).zip(depth);
        each.map(|((name, color), depth)| (color, depth, format!("{name} full: {depth}"))).collect()
    }

    /// The chart and its key.
    pub(super) fn fifos<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let Some(trace) = &self.recording.outcome.trace else { return Ok(()) };
        let depth = self.recording.cell.scenario.card.depth;
        let most = depth.into_iter().max().unwrap_or(1) as f64;
        let (from, to) = (self.scale(self.from), self.scale(self.to));
        let (_, height) = area.dim_in_pixel();
        let (above, keys) = area.split_vertically(height - KEY);
        let mut chart = ChartBuilder::on(&above)
            .margin(8)
            .set_label_area_size(LabelAreaPosition::Left, 86)
            .set_label_area_size(LabelAreaPosition::Bottom, 6)
            .build_cartesian_2d(from..to, 0.0..most * 1.08)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_labels(8)
            .y_labels(5)
            .x_label_formatter(&|_| String::new())
            .y_desc("elements in the FIFO")
            .label_style(text(SMALL))
            .y_label_formatter(&|elements| format!("{elements:.0}"))
            .draw()?;
        for (color, depth, _) in self.depths() {
            let line = [from, to].map(|time| (time, depth as f64));
            chart.draw_series(DashedLineSeries::new(line, 5, 4, color.stroke_width(1)))?;
        }
        for (stream, color) in STREAM_COLORS.into_iter().enumerate() {
            if self.samples(trace).len() > 4 * PARTS {
                let band = self.band(trace, stream);
                chart.draw_series([Polygon::new(band.clone(), color.mix(0.35).filled())])?;
                chart.draw_series([PathElement::new(band, color.mix(0.8))])?;
            } else {
                for stretch in stretches(&self.line(trace, stream)) {
                    chart.draw_series(LineSeries::new(stretch, color.stroke_width(2)))?;
                }
            }
        }
        let streams = STREAM_NAMES.into_iter().zip(STREAM_COLORS);
        let mut entries: Vec<_> =
            streams.map(|(name, color)| (color, Sign::Open, name.to_owned())).collect();
        let depths = self.depths().into_iter();
        entries.extend(depths.map(|(color, _, words)| (color, Sign::Dashed, words)));
        key(&keys, (94, 2), &entries)
    }
}
