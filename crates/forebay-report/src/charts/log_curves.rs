// SPDX-License-Identifier: Apache-2.0
//! Curves of one thing by another, both axes logarithmic, in panels beside each other; what is nothing is drawn below the least.

use std::ops::Range;
use std::path::{Path, PathBuf};

use plotters::prelude::*;

use super::labels::{self, About, Labels};
use super::marked::Marked;
use super::{
    Area, BLUE, Chart, Drawn, GREEN, GREY, INK, ORANGE, PALE, PINK, SKY, SMALL, Sign, TITLE,
    YELLOW, key, text, write_both,
};
use crate::ReportError;

const COLORS: [RGBColor; 7] = [BLUE, ORANGE, GREEN, PINK, YELLOW, SKY, INK];
/// Pixels of a panel, and of what is above and below all of them.
const WIDTH: u32 = 520;
const HEIGHT: u32 = 430;
const AROUND: u32 = 34;
const KEY: u32 = 24;
/// Entries of the key in a line.
const KEY_ENTRIES: usize = 4;

/// Curves in panels.
#[derive(Clone, Debug)]
pub struct LogCurves {
    /// What is above all of it.
    pub title: String,
    /// What is from left to right.
    pub x: String,
    /// What is from below to above.
    pub y: String,
    /// The least that is drawn. What is less, or nothing, lies on the line below it, which is called so.
    pub least: Option<(f64, String)>,
    /// From left to right.
    pub panels: Vec<LogPanel>,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct LogPanel {
    /// What is above it.
    pub title: String,
    /// What is drawn.
    pub curves: Vec<LogCurve>,
    /// Places on the lower axis with what is to be said of them, such as what others measured.
    pub marks: Vec<(f64, String)>,
}

/// One way.
#[derive(Clone, Debug)]
pub struct LogCurve {
    /// Its name. Curves of one name are in the key once, and should look alike.
    pub name: String,
    /// Which colour; those of one number have the same.
    pub color: usize,
    /// Drawn with dashes.
    pub dashed: bool,
    /// Where its points are, and what is written beside them.
    pub points: Vec<(f64, f64, String)>,
}

impl LogCurves {
    /// Writes the chart as `NAME.svg` and `NAME.png` to a folder, which is made if need be.
    ///
    /// # Errors
    /// `Output` for a folder or file that cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> Result<[PathBuf; 2], ReportError> {
        write_both(self, folder, name)
    }

    fn points(&self) -> impl Iterator<Item = &(f64, f64, String)> {
        self.panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points)
    }

    /// How high a value is. There is a line for nothing a third of a decade below the least.
    fn height(&self, value: f64) -> f64 {
        match &self.least {
            Some((least, _)) if value < *least => self.nothing(*least),
            _ => value.log10(),
        }
    }

    fn nothing(&self, least: f64) -> f64 {
        least.log10() - 0.35
    }

    fn heights(&self) -> Range<f64> {
        let all =
            self.points().map(|(_, value, _)| self.height(*value)).filter(|it| it.is_finite());
        let (low, high) = extent(all);
        let low = self.least.as_ref().map_or(low, |(least, _)| low.min(self.nothing(*least)));
        low - 0.1..high + 0.1
    }

    /// Curves that look different, by name.
    fn kinds(&self) -> Vec<&LogCurve> {
        let mut kinds: Vec<&LogCurve> = Vec::new();
        for curve in self.panels.iter().flat_map(|panel| &panel.curves) {
            if kinds.iter().all(|kind| kind.name != curve.name) {
                kinds.push(curve);
            }
        }
        kinds
    }

    fn key_lines(&self) -> u32 {
        u32::try_from(self.kinds().len().div_ceil(KEY_ENTRIES)).unwrap_or(1)
    }

    fn panel<B: DrawingBackend>(&self, area: &Area<B>, panel: &LogPanel) -> Drawn<B> {
        let (left, right) = extent(self.points().map(|(x, ..)| x.log10()));
        let heights = self.heights();
        let ticks = || {
            (-9..=9)
                .flat_map(|power| [1.0_f64, 2.0, 5.0].map(|digit| digit.log10() + f64::from(power)))
        };
        // Over many decades those between would be too close to each other.
        let dense = heights.end - heights.start < 4.0;
        let levels = ticks().filter(|it| dense || (it - it.round()).abs() < 0.01);
        let levels = levels
            .filter(|it| self.least.as_ref().is_none_or(|(least, _)| *it >= least.log10() - 0.01));
        let nothing = self.least.as_ref().map(|(least, _)| self.nothing(*least));
        let (bottom, top) = (heights.start, heights.end);
        let mut chart = ChartBuilder::on(area)
            .caption(&panel.title, text(SMALL + 1))
            .margin(6)
            .margin_right(20)
            .set_label_area_size(LabelAreaPosition::Left, 60)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(
                Marked::new(left - 0.05..right + 0.08, ticks()),
                Marked::new(heights, nothing.into_iter().chain(levels)),
            )?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_desc(format!("{} (log)", self.x))
            .y_desc(format!("{} (log)", self.y))
            .label_style(text(SMALL))
            .x_labels(60)
            .x_label_formatter(&|log| number(*log))
            .y_labels(60)
            .y_label_formatter(&|log| match &self.least {
                Some((least, name)) if *log < least.log10() - 0.1 => name.clone(),
                _ => number(*log),
            })
            .draw()?;
        let end = chart.backend_coord(&(right + 0.08, top)).0;
        let mut labels = Labels::until(end);
        for (at, words) in &panel.marks {
            let line = [(at.log10(), bottom), (at.log10(), top)];
            chart.draw_series(DashedLineSeries::new(line, 4, 4, INK.stroke_width(1)))?;
            let place = chart.backend_coord(&(at.log10(), top));
            if let Some(by) = labels.place(place, words, About::Line) {
                let words = Text::new(words.clone(), by, text(labels::SIZE));
                chart.draw_series([EmptyElement::at((at.log10(), top)) + words])?;
            }
        }
        for curve in &panel.curves {
            let color = COLORS[curve.color % COLORS.len()];
            let places: Vec<_> =
                curve.points.iter().map(|(x, y, _)| (x.log10(), self.height(*y))).collect();
            if curve.dashed {
                let line = places.iter().copied();
                chart.draw_series(DashedLineSeries::new(line, 6, 4, color.stroke_width(2)))?;
            } else {
                chart.draw_series(LineSeries::new(places.clone(), color.stroke_width(2)))?;
            }
            chart.draw_series(places.iter().map(|at| Circle::new(*at, 3, color.filled())))?;
            for (at, (.., words)) in places.iter().zip(&curve.points) {
                let place = chart.backend_coord(at);
                if let Some(by) = labels.place(place, words, About::Point) {
                    let words = Text::new(words.clone(), by, text(labels::SIZE));
                    chart.draw_series([EmptyElement::at(*at) + words])?;
                }
            }
        }
        Ok(())
    }
}

fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

/// What has that logarithm, without zeros that say nothing; what has many of them, by its power of ten.
fn number(log: f64) -> String {
    let value = 10_f64.powf(log);
    if log < -3.5 {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

impl Chart for LogCurves {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self) -> (u32, u32) {
        let panels = u32::try_from(self.panels.len()).unwrap_or(1).max(1);
        (panels.saturating_mul(WIDTH), HEIGHT + AROUND + self.key_lines() * KEY)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let area = area.titled(&self.title(), text(TITLE))?;
        let (_, height) = area.dim_in_pixel();
        let keys = self.key_lines() * KEY;
        let (above, below) = area.split_vertically(height - keys);
        for (part, panel) in
            above.split_evenly((1, self.panels.len().max(1))).iter().zip(&self.panels)
        {
            self.panel(part, panel)?;
        }
        for (line, kinds) in self.kinds().chunks(KEY_ENTRIES).enumerate() {
            let entries: Vec<_> = kinds
                .iter()
                .map(|curve| {
                    let sign = if curve.dashed { Sign::Dashed } else { Sign::Full };
                    (COLORS[curve.color % COLORS.len()], sign, curve.name.clone())
                })
                .collect();
            let line = i32::try_from(line).unwrap_or(0) * i32::try_from(KEY).unwrap_or(0);
            key(&below, (66, line + 4), &entries)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_below_the_least_and_has_its_name() {
        let curve = LogCurve {
            name: "one".into(),
            color: 0,
            dashed: true,
            points: vec![(1.0, 0.0, String::new()), (10.0, 50.0, "here".into())],
        };
        let panel = LogPanel {
            title: "left".into(),
            curves: vec![curve],
            marks: vec![(4.0, "there".into())],
        };
        let chart = LogCurves {
            title: "all".into(),
            x: "rate".into(),
            y: "lost".into(),
            least: Some((0.01, "none".into())),
            panels: vec![panel.clone(), LogPanel { title: "right".into(), ..panel }],
        };
        assert!(chart.height(0.0) < chart.height(0.01) && chart.height(0.005) == chart.height(0.0));
        assert!((chart.height(10.0) - 1.0).abs() < 1e-9);
        let drawn = super::super::svg(&chart).unwrap();
        for words in
            ["all", "left", "right", "none", "there", "here", "rate (log)", "lost (log)", "0.01"]
        {
            assert!(drawn.lines().any(|line| line.trim() == words), "{words}");
        }
        let numbers = [-8.0, -3.0, 2.0_f64.log10(), 2.0].map(number);
        assert_eq!(numbers, ["1e-8", "0.001", "2", "100"]);
        // Once in the key, whatever the panels.
        assert_eq!(drawn.lines().filter(|line| line.trim() == "one").count(), 1);
    }
}
