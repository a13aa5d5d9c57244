// SPDX-License-Identifier: Apache-2.0
//! Times of several ways under each other, on a logarithmic axis, with a mark for each of a few circumstances.

use std::path::{Path, PathBuf};

use plotters::prelude::*;

use super::marked::Marked;
use super::{
    Area, BLUE, Chart, Drawn, GREY, INK, ORANGE, PALE, SMALL, Sign, TITLE, key, text, write_both,
};
use crate::ReportError;

/// Marks by circumstance.
const MARKS: [(RGBColor, Sign); 3] =
    [(BLUE, Sign::Full), (ORANGE, Sign::Triangle), (INK, Sign::Cross)];
const ROW: u32 = 28;

/// Times of several ways to do the same.
#[derive(Clone, Debug)]
pub struct LogDots {
    /// What is above it.
    pub title: String,
    /// What the marks are in, as the axis says it.
    pub unit: String,
    /// The circumstances: a square, a triangle and a cross; no more than these.
    pub series: Vec<String>,
    /// A row for each way, from above.
    pub rows: Vec<DotRow>,
}

/// One way.
#[derive(Clone, Debug)]
pub struct DotRow {
    /// Its name.
    pub name: String,
    /// In the order of the circumstances; what is not known, or not positive, has no mark.
    pub values: Vec<Option<f64>>,
}

impl LogDots {
    /// Writes the chart as `NAME.svg` and `NAME.png` to a folder, which is made if need be.
    ///
    /// # Errors
    /// `Output` for a folder or file that cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> Result<[PathBuf; 2], ReportError> {
        write_both(self, folder, name)
    }

    /// What a circumstance has, by row.
    fn marks(&self, series: usize) -> Vec<(f64, f64)> {
        let value = |row: &DotRow| row.values.get(series).copied().flatten();
        let positive = |(row, value): (f64, Option<f64>)| {
            value.filter(|it| *it > 0.0).map(|value| (value.log10(), row))
        };
        self.places().zip(self.rows.iter().map(value)).filter_map(positive).collect()
    }

    /// Where rows are, from above.
    fn places(&self) -> impl Iterator<Item = f64> {
        (0..u32::try_from(self.rows.len()).unwrap_or(u32::MAX)).map(|row| -f64::from(row))
    }
}

impl Chart for LogDots {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self) -> (u32, u32) {
        let rows = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        (900, 130 + rows.saturating_mul(ROW))
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let all = (0..MARKS.len()).flat_map(|series| self.marks(series)).map(|(value, _)| value);
        let (low, high) =
            all.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let last = self.places().last().unwrap_or(0.0);
        let area = area.titled(&self.title(), text(TITLE))?;
        let decades = (-6..=6)
            .flat_map(|power| [1.0_f64, 2.0, 5.0].map(|digit| digit.log10() + f64::from(power)));
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_bottom(30)
            .margin_right(24)
            .set_label_area_size(LabelAreaPosition::Left, 170)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(
                Marked::new(low - 0.1..high + 0.1, decades),
                Marked::new(last - 0.6..0.6, self.places()),
            )?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_desc(format!("{} (log)", self.unit))
            .label_style(text(SMALL))
            .x_labels(40)
            .x_label_formatter(&|log| {
                format!("{:.4}", 10_f64.powf(*log))
                    .trim_end_matches('0')
                    .trim_end_matches('.')
                    .into()
            })
            .y_labels(self.rows.len().max(1))
            .y_label_formatter(&|place| {
                let here = self.places().zip(&self.rows).find(|(at, _)| (at - place).abs() < 0.5);
                here.map(|(_, row)| row.name.clone()).unwrap_or_default()
            })
            .draw()?;
        let mut entries = Vec::new();
        for (number, (name, (color, sign))) in self.series.iter().zip(MARKS).enumerate() {
            for at in self.marks(number) {
                let mark = EmptyElement::at(at);
                match sign {
                    Sign::Triangle => chart
                        .draw_series([mark + TriangleMarker::new((0, 0), 7, color.filled())])?,
                    Sign::Cross => {
                        chart.draw_series([mark + Cross::new((0, 0), 5, color.stroke_width(2))])?
                    }
                    _ => chart
                        .draw_series([mark + Rectangle::new([(-5, -5), (5, 5)], color.filled())])?,
                };
            }
            entries.push((color, sign, name.clone()));
        }
        let (_, height) = area.dim_in_pixel();
        key(&area, (170, i32::try_from(height).unwrap_or(0) - 22), &entries)
    }
}
