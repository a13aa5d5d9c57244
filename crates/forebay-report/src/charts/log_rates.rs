// SPDX-License-Identifier: Apache-2.0
//! Bytes a second by size, both axes logarithmic: lines, and what others measured as crosses.

use std::path::{Path, PathBuf};

use plotters::prelude::*;

use super::marked::Marked;
use super::rates::{bytes, log2};
use super::{
    Area, BLUE, Chart, Drawn, GREEN, GREY, ORANGE, PALE, PINK, SMALL, Sign, TITLE, YELLOW, key,
    text, write_both,
};
use crate::ReportError;

/// Rates of several ways to do the same.
#[derive(Clone, Debug)]
pub struct LogRates {
    /// What is above it.
    pub title: String,
    /// What the lines and crosses are in, as the axis says it.
    pub unit: String,
    /// What the lines are, where there are crosses too.
    pub meaning: String,
    /// What the crosses are.
    pub crosses: String,
    /// A line each; those without any positive rate are left out.
    pub lines: Vec<LogLine>,
}

/// One way.
#[derive(Clone, Debug)]
pub struct LogLine {
    /// Its name.
    pub name: String,
    /// Size in bytes and gigabytes a second: joined by a line.
    pub line: Vec<(u64, f64)>,
    /// The same, as crosses of the same colour.
    pub crosses: Vec<(u64, f64)>,
}

impl LogRates {
    /// Writes the chart as `NAME.svg` and `NAME.png` to a folder, which is made if need be.
    ///
    /// # Errors
    /// `Output` for a folder or file that cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> Result<[PathBuf; 2], ReportError> {
        write_both(self, folder, name)
    }

    fn points(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let all = self.lines.iter().flat_map(|line| line.line.iter().chain(&line.crosses));
        all.copied().filter(|(size, rate)| *size > 0 && *rate > 0.0)
    }
}

impl Chart for LogRates {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self) -> (u32, u32) {
        (900, 520)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let (least, most) = self
            .points()
            .fold((u64::MAX, 2), |(least, most), (size, _)| (least.min(size), most.max(size)));
        let rates = self.points().map(|(_, rate)| rate.log10());
        let (low, high) =
            rates.fold((0.0_f64, 0.0_f64), |(low, high), rate| (low.min(rate), high.max(rate)));
        let area = area.titled(&self.title(), text(TITLE))?;
        let decades = (-6..=6)
            .flat_map(|power| [1.0_f64, 2.0, 5.0].map(|digit| digit.log10() + f64::from(power)));
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_bottom(30)
            .margin_right(24)
            .set_label_area_size(LabelAreaPosition::Left, 62)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(
                Marked::new(log2(least.min(most))..log2(most), (0..=40).map(f64::from)),
                Marked::new(low - 0.1..high + 0.1, decades),
            )?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_desc("bytes (log)")
            .y_desc(format!("{} (log)", self.unit))
            .label_style(text(SMALL))
            .x_labels(41)
            .x_label_formatter(&|log| {
                // Every other mark has its size, so that they do not meet.
                let size = self.points().find(|(size, _)| (log2(*size) - log).abs() < 0.01);
                let size = size.filter(|(size, _)| size.trailing_zeros() % 2 == 0);
                size.map(|(size, _)| bytes(size)).unwrap_or_default()
            })
            .y_labels(40)
            .y_label_formatter(&|log| {
                format!("{:.4}", 10_f64.powf(*log))
                    .trim_end_matches('0')
                    .trim_end_matches('.')
                    .into()
            })
            .draw()?;
        let colors = [BLUE, ORANGE, GREEN, PINK, YELLOW];
        let place = |points: &[(u64, f64)]| -> Vec<(f64, f64)> {
            let seen = points.iter().filter(|(size, rate)| *size > 0 && *rate > 0.0);
            seen.map(|(size, rate)| (log2(*size), rate.log10())).collect()
        };
        let mut entries = Vec::new();
        for (line, color) in self.lines.iter().zip(colors.iter().cycle()) {
            chart.draw_series(LineSeries::new(place(&line.line), color.stroke_width(2)))?;
            let crosses = place(&line.crosses).into_iter();
            chart.draw_series(crosses.map(|at| Cross::new(at, 4, color.stroke_width(2))))?;
            entries.push((*color, Sign::Full, line.name.clone()));
        }
        if self.lines.iter().any(|line| !line.crosses.is_empty()) {
            entries.push((GREY, Sign::Full, format!("lines: {}", self.meaning)));
            entries.push((GREY, Sign::Cross, format!("crosses: {}", self.crosses)));
        }
        let (_, height) = area.dim_in_pixel();
        key(&area, (70, i32::try_from(height).unwrap_or(0) - 22), &entries)
    }
}
