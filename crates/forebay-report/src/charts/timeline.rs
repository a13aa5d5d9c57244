// SPDX-License-Identifier: Apache-2.0
//! What was in the FIFOs, and what the threads of the host and their channels did, over some of one run.

mod fifos;

use forebay_host_model::{Activity, STREAMS, Span, Time};
use forebay_sweep::Recording;
use plotters::prelude::*;

use super::{
    Area, BLUE, Chart, Drawn, GREEN, GREY, ORANGE, PALE, PINK, SKY, SMALL, Sign, TITLE, YELLOW,
    key, text,
};
use crate::tracks::{Track, tracks};

/// Parts of a window that are told apart where there is more in it.
const PARTS: usize = 240;
/// Spans of a track that are drawn one by one.
const MOST_SPANS: usize = 400;
/// Pixels of the chart of the FIFOs, with its key.
const FIFOS: u32 = 208;
/// Names of the streams.
const STREAM_NAMES: [&str; STREAMS] = ["scalars", "points"];
const STREAM_COLORS: [RGBColor; STREAMS] = [BLUE, ORANGE];

/// Some of one run.
pub(crate) struct Timelines<'a> {
    pub(crate) title: String,
    pub(crate) recording: &'a Recording,
    pub(crate) from: Time,
    pub(crate) to: Time,
}

const fn color(what: Activity) -> RGBColor {
    match what {
        Activity::Prepares => BLUE,
        Activity::Sleeps => PALE,
        Activity::Polls => YELLOW,
        Activity::WakesUp => ORANGE,
        Activity::Finishes => SKY,
        Activity::Barrier => GREEN,
        Activity::Preempted => PINK,
        Activity::Transfers => GREY,
    }
}

/// What the colours of a time-line mean, as a page writes colours.
pub(crate) fn legend() -> Vec<(&'static str, String)> {
    let css = |what| {
        let RGBColor(red, green, blue) = color(what);
        format!("#{red:02x}{green:02x}{blue:02x}")
    };
    Activity::ALL.into_iter().map(|what| (what.words(), css(what))).collect()
}

impl Timelines<'_> {
    /// Times are told in microseconds, unless that is thousands of them.
    fn unit(&self) -> (f64, &'static str) {
        if self.to - self.from < Time::from_ms(2) { (1e6, "us") } else { (1e9, "ms") }
    }

    fn scale(&self, time: Time) -> f64 {
        time.ps() as f64 / self.unit().0
    }

    fn part(&self, index: usize) -> Time {
        let window = u128::from((self.to - self.from).ps()) * index as u128;
        self.from + Time::from_ps(u64::try_from(window / PARTS as u128).unwrap_or(u64::MAX))
    }

    /// What never ends goes on for as long as is shown.
    fn end(&self, span: &Span) -> Time {
        let outcome = &self.recording.outcome;
        if outcome.deadlock.is_some() && span.to == outcome.total { self.to } else { span.to }
    }

    fn seen<'s>(&self, spans: &'s [Span]) -> &'s [Span] {
        let first = spans.partition_point(|span| span.to <= self.from);
        let last = spans.partition_point(|span| span.from < self.to);
        &spans[first..last.max(first)]
    }

    fn hosts<B: DrawingBackend>(&self, area: &Area<B>, tracks: &[Track]) -> Drawn<B> {
        let (from, to) = (self.scale(self.from), self.scale(self.to));
        let rows = tracks.len();
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .set_label_area_size(LabelAreaPosition::Left, 86)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(from..to, 0.0..rows as f64)?;
        let (_, unit) = self.unit();
        let digits = usize::from(to - from < 20.0);
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .axis_style(GREY)
            .x_labels(8)
            .y_labels(0)
            .x_desc(format!("{unit}, modelled"))
            .label_style(text(SMALL))
            .x_label_formatter(&|time| format!("{time:.digits$}"))
            .draw()?;
        let (_, top) = area.get_base_pixel();
        for (row, track) in tracks.iter().enumerate() {
            let foot = (rows - 1 - row) as f64 + 0.12;
            let spans = self.seen(&track.spans);
            if spans.len() <= MOST_SPANS {
                chart.draw_series(spans.iter().map(|span| {
                    let ends = [span.from.max(self.from), self.end(span).min(self.to)];
                    let [begin, end] = ends.map(|time| self.scale(time));
                    let corners = [(begin, foot), (end, foot + 0.76)];
                    Rectangle::new(corners, color(span.what).filled())
                }))?;
            } else {
                for (what, outline) in self.shares(spans, foot) {
                    chart.draw_series([Polygon::new(outline, color(what).filled())])?;
                }
            }
            let (_, y) = chart.backend_coord(&(from, foot + 0.38));
            area.draw(&Text::new(track.name.clone(), (8, y - top - 7), text(SMALL)))?;
        }
        Ok(())
    }

    /// What share of each part of the window went into what: outlines, one on top of the other.
    fn shares(&self, spans: &[Span], foot: f64) -> Vec<(Activity, Vec<(f64, f64)>)> {
        let mut below = vec![0.0; PARTS];
        let mut outlines = Vec::new();
        for what in Activity::ALL {
            let mut sums = vec![0.0; PARTS];
            for span in spans.iter().filter(|span| span.what == what) {
                self.spread(span, &mut sums);
            }
            if sums.iter().all(|share| *share == 0.0) {
                continue;
            }
            let above: Vec<f64> =
                below.iter().zip(&sums).map(|(from, share)| from + share).collect();
            let edge = |levels: &[f64]| -> Vec<(f64, f64)> {
                let steps = levels.iter().zip(0..).flat_map(|(level, index)| {
                    let y = foot + 0.76 * level.min(1.0);
                    [index, index + 1].map(|index| (self.scale(self.part(index)), y))
                });
                steps.collect()
            };
            let mut outline = edge(&above);
            outline.extend(edge(&below).into_iter().rev());
            outlines.push((what, outline));
            below = above;
        }
        outlines
    }

    /// Adds what a span has of each part.
    fn spread(&self, span: &Span, sums: &mut [f64]) {
        let part = (self.to - self.from).ps() as f64 / PARTS as f64;
        let ends = [span.from.max(self.from), span.to.min(self.to)];
        let [from, to] = ends.map(|time| (time - self.from).ps() as f64 / part);
        for (index, sum) in sums.iter_mut().enumerate() {
            let (begin, end) = (index as f64, index as f64 + 1.0);
            if begin >= to {
                break;
            }
            if from < end {
                *sum += to.min(end) - from.max(begin);
            }
        }
    }
}

impl Chart for Timelines<'_> {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self) -> (u32, u32) {
        let rows = u32::try_from(tracks(&self.recording.outcome).len()).unwrap_or(8);
        let fifos = if self.recording.outcome.trace.is_some() { FIFOS } else { 0 };
        (960, 100 + fifos + 46 * rows)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let tracks = tracks(&self.recording.outcome);
        let area = area.titled(&self.title(), text(TITLE))?;
        let (_, height) = area.dim_in_pixel();
        let (above, keys) = area.split_vertically(height - 26);
        if self.recording.outcome.trace.is_some() {
            let (fifos, hosts) = above.split_vertically(FIFOS);
            self.fifos(&fifos)?;
            self.hosts(&hosts, &tracks)?;
        } else {
            self.hosts(&above, &tracks)?;
        }
        let mut entries = Vec::new();
        for what in Activity::ALL {
            let is_seen =
                |track: &Track| self.seen(&track.spans).iter().any(|one| one.what == what);
            if tracks.iter().any(is_seen) {
                entries.push((color(what), Sign::Full, what.words().to_owned()));
            }
        }
        key(&keys, (20, 6), &entries)
    }
}
