// SPDX-License-Identifier: Apache-2.0
//! Charts, each drawn once for the page (SVG) and for other documents (PNG).

mod boxes;
mod labels;
mod log_curves;
mod log_dots;
mod log_rates;
mod marked;
mod rates;
mod steps;
mod stretches;
mod timeline;

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Once;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::ReportError;

pub(crate) use boxes::Boxes;
pub use log_curves::{LogCurve, LogCurves, LogPanel};
pub use log_dots::{DotRow, LogDots};
pub use log_rates::{LogLine, LogRates};
pub(crate) use rates::Rates;
pub(crate) use steps::{Bar, Steps};
use stretches::stretches;
pub(crate) use timeline::{Timelines, legend};

/// What is drawn on.
type Area<B> = DrawingArea<B, Shift>;
/// How drawing ends.
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// The font of all text. The page takes the reader's own of that name; pictures take the one that comes with the program.
const FONT: &str = "sans-serif";
const SMALL: i32 = 13;
const TITLE: i32 = 17;
/// Colours that people tell apart who do not see all of them (Okabe and Ito).
const BLUE: RGBColor = RGBColor(0, 114, 178);
const ORANGE: RGBColor = RGBColor(213, 94, 0);
const GREEN: RGBColor = RGBColor(0, 158, 115);
const SKY: RGBColor = RGBColor(86, 180, 233);
const YELLOW: RGBColor = RGBColor(230, 159, 0);
const PINK: RGBColor = RGBColor(204, 121, 167);
const INK: RGBColor = RGBColor(34, 34, 34);
const GREY: RGBColor = RGBColor(150, 150, 150);
const PALE: RGBColor = RGBColor(225, 225, 225);

/// Something that can be drawn.
pub(crate) trait Chart {
    /// What is above it.
    fn title(&self) -> String;
    /// Pixels.
    fn size(&self) -> (u32, u32);
    /// Draws it.
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B>;
}

fn text(size: i32) -> TextStyle<'static> {
    (FONT, size).into_font().color(&INK)
}

/// Pictures need a font wherever they are made.
fn bring_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A font that is not taken shows in the first text that is drawn.
        let font = epaint_default_fonts::UBUNTU_LIGHT;
        let _ = plotters::style::register_font(FONT, FontStyle::Normal, font);
    });
}

fn paint<B: DrawingBackend>(chart: &impl Chart, area: &Area<B>) -> Result<(), ReportError> {
    bring_font();
    let drawn = area.fill(&WHITE).and_then(|()| chart.draw(area)).and_then(|()| area.present());
    drawn.map_err(|error| ReportError::Chart { chart: chart.title(), what: error.to_string() })
}

/// As a part of a page.
pub(crate) fn svg(chart: &impl Chart) -> Result<String, ReportError> {
    let mut text = String::new();
    paint(chart, &SVGBackend::with_string(&mut text, chart.size()).into_drawing_area())?;
    Ok(text)
}

/// As a picture.
pub(crate) fn png(chart: &impl Chart, path: &Path) -> Result<(), ReportError> {
    let (width, height) = chart.size();
    let mut pixels = vec![0; width as usize * height as usize * 3];
    paint(chart, &BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area())?;
    let write = || -> io::Result<()> {
        let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder.write_header()?.write_image_data(&pixels)?;
        Ok(())
    };
    write().map_err(|source| ReportError::Output { path: path.into(), source })
}

/// As `NAME.svg` and `NAME.png` in a folder, which is made if need be.
fn write_both(chart: &impl Chart, folder: &Path, name: &str) -> Result<[PathBuf; 2], ReportError> {
    let at = |path: &Path| {
        let path = path.to_path_buf();
        move |source| ReportError::Output { path, source }
    };
    fs::create_dir_all(folder).map_err(at(folder))?;
    let [drawn, picture] = ["svg", "png"].map(|kind| folder.join(format!("{name}.{kind}")));
    fs::write(&drawn, svg(chart)?).map_err(at(&drawn))?;
    png(chart, &picture)?;
    Ok([drawn, picture])
}

/// What a key shows a thing by: as it is drawn.
#[derive(Clone, Copy)]
enum Sign {
    Full,
    Open,
    Dashed,
    Cross,
    Triangle,
}

/// A key, from left to right.
fn key<B: DrawingBackend>(
    area: &Area<B>,
    at: (i32, i32),
    entries: &[(RGBColor, Sign, String)],
) -> Drawn<B> {
    let (mut x, y) = at;
    for (color, sign, words) in entries {
        let (corners, middle) = ([(x, y), (x + 11, y + 11)], (x + 5, y + 5));
        match sign {
            Sign::Full => area.draw(&Rectangle::new(corners, color.filled()))?,
            Sign::Open => area.draw(&Rectangle::new(corners, color.stroke_width(2)))?,
            Sign::Dashed => {
                for from in [x - 2, x + 6] {
                    let dash = [(from, middle.1), (from + 5, middle.1)];
                    area.draw(&PathElement::new(dash, color.stroke_width(1)))?;
                }
            }
            Sign::Cross => area.draw(&Cross::new(middle, 4, color.stroke_width(2)))?,
            Sign::Triangle => area.draw(&TriangleMarker::new(middle, 6, color.filled()))?,
        }
        area.draw(&Text::new(words.clone(), (x + 16, y - 1), text(SMALL)))?;
        let (width, _) = area.estimate_text_size(words, &text(SMALL))?;
        x += 16 + i32::try_from(width).unwrap_or(0) + 18;
    }
    Ok(())
}
