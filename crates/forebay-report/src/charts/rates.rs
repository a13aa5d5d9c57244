// SPDX-License-Identifier: Apache-2.0
//! Bytes a second by the size of a call, a line for each number of channels.

use plotters::prelude::*;

use super::marked::Marked;
use super::{
    Area, BLUE, Chart, Drawn, GREEN, GREY, ORANGE, PALE, PINK, SMALL, Sign, TITLE, YELLOW, key,
    text,
};

/// Rates of one host.
pub(crate) struct Rates {
    pub(crate) title: String,
    /// A name, and for each size in bytes gigabytes a second.
    pub(crate) lines: Vec<(String, Vec<(u64, f64)>)>,
    pub(crate) most: f64,
}

/// 64 B, 1 KiB, 4 MiB.
pub(crate) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

pub(super) fn log2(bytes: u64) -> f64 {
    (bytes as f64).log2()
}

impl Chart for Rates {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self) -> (u32, u32) {
        (640, 340)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let sizes = || self.lines.iter().flat_map(|(_, line)| line.iter().map(|(size, _)| *size));
        let (least, most) = (sizes().min().unwrap_or(1), sizes().max().unwrap_or(2).max(2));
        let marks = (0..=20).map(|power| f64::from(power) * 2.0);
        let area = area.titled(&self.title(), text(TITLE))?;
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_bottom(26)
            .margin_right(24)
            .set_label_area_size(LabelAreaPosition::Left, 52)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(
                Marked::new(log2(least)..log2(most), marks),
                0.0..self.most * 1.05,
            )?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_desc("bytes of a call")
            .y_desc("GB/s, modelled")
            .label_style(text(SMALL))
            .x_labels(21)
            .x_label_formatter(&|log| {
                let size = sizes().find(|size| (log2(*size) - log).abs() < 0.01);
                size.map(bytes).unwrap_or_default()
            })
            .draw()?;
        let colors = [BLUE, ORANGE, GREEN, PINK, YELLOW];
        let mut entries = Vec::new();
        for ((name, line), color) in self.lines.iter().zip(colors.iter().cycle()) {
            let points: Vec<_> = line.iter().map(|(size, rate)| (log2(*size), *rate)).collect();
            chart.draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?;
            chart.draw_series(points.into_iter().map(|at| Circle::new(at, 3, color.filled())))?;
            entries.push((*color, Sign::Full, name.clone()));
        }
        let (_, height) = area.dim_in_pixel();
        key(&area, (60, i32::try_from(height).unwrap_or(0) - 20), &entries)
    }
}
