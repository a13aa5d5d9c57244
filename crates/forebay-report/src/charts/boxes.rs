// SPDX-License-Identifier: Apache-2.0
//! Box plots of the settings of one family: a group for each chunk, a box for each mode.

use forebay_host_model::Completion;
use forebay_sweep::{Finding, Stats};
use plotters::prelude::*;

use super::marked::Marked;
use super::{Area, BLUE, Chart, Drawn, GREY, INK, ORANGE, PALE, SMALL, Sign, TITLE, key, text};

/// Milliseconds that an axis is marked at, where they are on it.
const MARKS_MS: [f64; 22] = [
    1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 50.0, 80.0, 100.0, 120.0, 140.0, 170.0, 200.0, 250.0,
    300.0, 400.0, 600.0, 800.0, 1200.0, 2000.0, 5000.0,
];

/// How a cell is sent: completion, alignment.
type Mode = (Completion, bool);

/// The settings of one family.
pub(crate) struct Boxes<'a> {
    pub(crate) title: String,
    pub(crate) findings: Vec<&'a Finding>,
    /// Published times, each with the name of the cell that stands for it.
    pub(crate) published: Vec<(String, f64)>,
    /// From and to of the axis in milliseconds, which is logarithmic, so that charts beside one another can be compared.
    pub(crate) range: (f64, f64),
}

impl<'a> Boxes<'a> {
    /// The axis on which all of them are seen; none where nothing has ended.
    pub(crate) fn range(findings: &[&Finding], published: &[(String, f64)]) -> Option<(f64, f64)> {
        let stats = findings.iter().filter_map(|finding| finding.stats);
        let all = stats.flat_map(|stats: Stats| [stats.min, stats.max]);
        let all: Vec<f64> = all.chain(published.iter().map(|(_, ms)| *ms)).collect();
        let least = all.iter().copied().reduce(f64::min)?;
        let most = all.iter().copied().reduce(f64::max)?;
        Some((least * 0.95, most * 1.1))
    }

    fn chunks(&self) -> Vec<u64> {
        let mut chunks: Vec<_> = self.findings.iter().map(|one| one.cell.scenario.chunk).collect();
        chunks.sort_unstable();
        chunks.dedup();
        chunks
    }

    fn modes(&self) -> Vec<Mode> {
        let all = [Completion::Interrupt, Completion::Poll]
            .into_iter()
            .flat_map(|completion| [(completion, false), (completion, true)]);
        all.filter(|mode| self.findings.iter().any(|one| mode_of(one) == *mode)).collect()
    }
}

fn mode_of(finding: &Finding) -> Mode {
    (finding.cell.scenario.completion, finding.cell.scenario.aligned)
}

fn color(completion: Completion) -> RGBColor {
    match completion {
        Completion::Interrupt => BLUE,
        Completion::Poll => ORANGE,
    }
}

fn words((completion, aligned): Mode) -> String {
    let completion = match completion {
        Completion::Interrupt => "interrupt",
        Completion::Poll => "poll",
    };
    format!("{completion}, {}", if aligned { "aligned" } else { "unaligned" })
}

impl Chart for Boxes<'_> {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self) -> (u32, u32) {
        (640, 358)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let (chunks, modes) = (self.chunks(), self.modes());
        let area = area.titled(&self.title(), text(TITLE))?;
        let centres = (0..chunks.len()).map(|index| index as f64 + 0.5);
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_bottom(44)
            .set_label_area_size(LabelAreaPosition::Left, 52)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(
                Marked::new(0.0..chunks.len() as f64, centres),
                Marked::new(self.range.0.ln()..self.range.1.ln(), MARKS_MS.map(f64::ln)),
            )?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_desc("elements of a chunk")
            .y_desc("ms, modelled (log)")
            .label_style(text(SMALL))
            .x_labels(chunks.len())
            .x_label_formatter(&|x| {
                let chunk = chunks
                    .iter()
                    .zip(0..)
                    .find(|(_, index)| (*x - 0.5 - f64::from(*index)).abs() < 0.1);
                chunk.map_or_else(String::new, |(chunk, _)| chunk.to_string())
            })
            .y_labels(MARKS_MS.len())
            .y_label_formatter(&|log| format!("{:.0}", log.exp()))
            .draw()?;
        let width = 0.84 / modes.len().max(1) as f64;
        let (mut marks, mut taken) = (Vec::new(), Vec::new());
        for finding in &self.findings {
            let group = chunks.iter().position(|chunk| *chunk == finding.cell.scenario.chunk);
            let place = modes.iter().position(|mode| *mode == mode_of(finding));
            let (Some(group), Some(place)) = (group, place) else { continue };
            let left = group as f64 + 0.08 + width * place as f64;
            let (from, to) = (left + width * 0.12, left + width * 0.88);
            let middle = left + width / 2.0;
            let (completion, aligned) = mode_of(finding);
            let color = color(completion);
            let Some(Stats { min, lower, median, upper, max, .. }) = finding.stats else {
                let (foot, head) = (self.range.0.ln(), self.range.1.ln());
                let foot = foot + (head - foot) * 0.04;
                chart.draw_series([Cross::new((middle, foot), 4, color.stroke_width(2))])?;
                continue;
            };
            let [min, lower, median, upper, max] = [min, lower, median, upper, max].map(f64::ln);
            taken.push([chart.backend_coord(&(from, max)), chart.backend_coord(&(to, min))]);
            let line = |points: Vec<(f64, f64)>, width| {
                PathElement::new(points, color.stroke_width(width))
            };
            let fill = if aligned { color.mix(0.45).filled() } else { WHITE.filled() };
            chart.draw_series([
                line(vec![(middle, min), (middle, max)], 1),
                line(vec![(from, min), (to, min)], 1),
                line(vec![(from, max), (to, max)], 1),
            ])?;
            chart.draw_series([Rectangle::new([(from, lower), (to, upper)], fill)])?;
            chart.draw_series([Rectangle::new(
                [(from, lower), (to, upper)],
                color.stroke_width(1),
            )])?;
            chart.draw_series([line(vec![(from, median), (to, median)], 2)])?;
            let published = self.published.iter().filter(|(cell, _)| *cell == finding.cell.name);
            marks.extend(published.map(|(_, ms)| (middle, *ms)));
        }
        // On top of all boxes.
        let (left, top) = area.get_base_pixel();
        for (middle, ms) in &marks {
            let (x, y) = chart.backend_coord(&(*middle, ms.ln()));
            chart.draw_series([TriangleMarker::new((*middle, ms.ln()), 6, INK.filled())])?;
            taken.push([(x - 6, y - 6), (x + 6, y + 6)]);
        }
        for (middle, ms) in &marks {
            let words = ms.to_string();
            let (wide, high) = area.estimate_text_size(&words, &text(SMALL))?;
            let size = [wide, high].map(|size| i32::try_from(size).unwrap_or(0));
            let place = free_place(chart.backend_coord(&(*middle, ms.ln())), size, &taken);
            taken.push(place);
            let [at, _] = place.map(|(x, y)| (x - left, y - top));
            area.draw(&Text::new(words, at, text(SMALL)))?;
        }
        let sign = |aligned| if aligned { Sign::Full } else { Sign::Open };
        let modes: Vec<_> =
            modes.iter().map(|mode| (color(mode.0), sign(mode.1), words(*mode))).collect();
        let mut signs = Vec::new();
        if self.findings.iter().any(|finding| finding.stats.is_none()) {
            signs.push((GREY, Sign::Cross, "no run ended".to_owned()));
        }
        if !marks.is_empty() {
            signs.push((INK, Sign::Triangle, "published mean".to_owned()));
        }
        let (_, height) = area.dim_in_pixel();
        let foot = i32::try_from(height).unwrap_or(0);
        key(&area, (60, foot - 38), &modes)?;
        key(&area, (60, foot - 20), &signs)
    }
}

/// Corners, the upper left one first.
type Place = [(i32, i32); 2];

/// Where a text of that size beside a mark covers nothing that is drawn: above it, or else on its right, its left, or below.
fn free_place((x, y): (i32, i32), [wide, high]: [i32; 2], taken: &[Place]) -> Place {
    let places = [
        (x - wide / 2, y - 9 - high),
        (x + 9, y - high / 2),
        (x - 9 - wide, y - high / 2),
        (x - wide / 2, y + 9),
    ];
    let places = places.map(|at| [at, (at.0 + wide, at.1 + high)]);
    let is_free = |place: &Place| !taken.iter().any(|other| meet(place, other));
    places.into_iter().find(is_free).unwrap_or(places[0])
}

/// Whether they have a pixel in common.
fn meet(one: &Place, other: &Place) -> bool {
    let apart = |(from, to): (i32, i32), (begin, end): (i32, i32)| to < begin || end < from;
    let xs = |place: &Place| (place[0].0, place[1].0);
    let ys = |place: &Place| (place[0].1, place[1].1);
    !apart(xs(one), xs(other)) && !apart(ys(one), ys(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_where_nothing_else_is() {
        let (at, size) = ((100, 100), [20, 10]);
        let free = |taken: &[Place]| free_place(at, size, taken)[0];
        let above = (90, 81);
        assert_eq!(free(&[]), above);
        // A box that ends a pixel before it, and one that reaches into it.
        assert_eq!(free(&[[(70, 80), (89, 95)]]), above);
        let left = [(70, 80), (90, 95)];
        assert_eq!(free(&[left]), (109, 95));
        let right = [(105, 90), (140, 105)];
        assert_eq!(free(&[left, right]), (90, 109), "not on the left, where the box is");
        assert_eq!(free(&[[(95, 60), (105, 90)], right]), (71, 95));
        assert_eq!(free(&[[(0, 0), (200, 200)]]), above, "nowhere");
    }
}
