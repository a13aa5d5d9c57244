// SPDX-License-Identifier: Apache-2.0
//! The published steps and the better way: a bar each, with what was published.

use plotters::prelude::*;

use super::{Area, BLUE, Chart, Drawn, GREEN, GREY, INK, PALE, SMALL, Sign, TITLE, key, text};

/// One bar.
pub(crate) struct Bar {
    /// Lines below it.
    pub(crate) name: Vec<String>,
    /// Modelled.
    pub(crate) ms: f64,
    /// Published, where it is.
    pub(crate) published: Option<f64>,
}

/// All bars, and the core's own time.
pub(crate) struct Steps {
    pub(crate) bars: Vec<Bar>,
    pub(crate) core_ms: f64,
}

impl Chart for Steps {
    fn title(&self) -> String {
        "From the first attempt to one list: 2^20 pairs on a loaded host (modelled)".into()
    }

    fn size(&self) -> (u32, u32) {
        (900, 460)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let count = self.bars.len();
        let values = self.bars.iter().flat_map(|bar| [bar.ms, bar.published.unwrap_or(0.0)]);
        let most = values.fold(self.core_ms, f64::max) * 1.12;
        let area = area.titled(&self.title(), text(TITLE))?;
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_bottom(112)
            .set_label_area_size(LabelAreaPosition::Left, 52)
            .build_cartesian_2d(0.0..count as f64, 0.0..most)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .y_desc("ms")
            .label_style(text(SMALL))
            .y_label_formatter(&|ms| format!("{ms:.0}"))
            .draw()?;
        for (index, bar) in self.bars.iter().enumerate() {
            let left = index as f64;
            let color = if bar.published.is_some() { BLUE } else { GREEN };
            chart.draw_series([Rectangle::new(
                [(left + 0.2, 0.0), (left + 0.8, bar.ms)],
                color.mix(0.75).filled(),
            )])?;
            if let Some(published) = bar.published {
                let line = [(left + 0.12, published), (left + 0.88, published)];
                chart.draw_series([PathElement::new(line, INK.stroke_width(3))])?;
            }
            let value = bar.published.map_or_else(
                || format!("{:.1}", bar.ms),
                |published| format!("{:.1} (published {published})", bar.ms),
            );
            let top = bar.published.unwrap_or(0.0).max(bar.ms);
            let (x, y) = chart.backend_coord(&(left + 0.5, top));
            centred(&area, &value, (x, y - 20))?;
            let (x, mut y) = chart.backend_coord(&(left + 0.5, 0.0));
            for line in &bar.name {
                y += 16;
                centred(&area, line, (x, y - 8))?;
            }
        }
        let core = [(0.0, self.core_ms), (count as f64, self.core_ms)];
        chart.draw_series(DashedLineSeries::new(core, 6, 4, GREY.stroke_width(1)))?;
        let (_, height) = area.dim_in_pixel();
        let entries = [
            (BLUE, Sign::Full, "modelled".into()),
            (INK, Sign::Full, "published (line)".into()),
            (GREEN, Sign::Full, "one list, FIFO 1024 (modelled)".into()),
            (GREY, Sign::Dashed, format!("the core alone, {:.1} ms (fitted)", self.core_ms)),
        ];
        key(&area, (60, i32::try_from(height).unwrap_or(0) - 20), &entries)
    }
}

/// Text in the middle of that place. Coordinates of a chart are of the whole picture, and text is too where the area begins below a title.
fn centred<B: DrawingBackend>(area: &Area<B>, words: &str, (x, y): (i32, i32)) -> Drawn<B> {
    let (width, _) = area.estimate_text_size(words, &text(SMALL))?;
    let (left, top) = area.get_base_pixel();
    let half = i32::try_from(width / 2).unwrap_or(0);
    area.draw(&Text::new(words.to_owned(), (x - left - half, y - top), text(SMALL)))
}
