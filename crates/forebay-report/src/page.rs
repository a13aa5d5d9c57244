// SPDX-License-Identifier: Apache-2.0
//! The page: one file that needs nothing else, and the pictures and traces beside it.

mod sections;

use std::fs;
use std::path::{Path, PathBuf};

use forebay_host_model::{FITTED_PAIR, FITTED_TASKS};
use forebay_sweep::{Body, Recording, Sweep};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::charts::{self, Chart};
use crate::{ReportError, write_trace};

/// What a report has written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The page.
    pub page: PathBuf,
    /// The main charts, as pictures.
    pub pictures: Vec<PathBuf>,
    /// A trace for Perfetto of each run that was recorded.
    pub traces: Vec<PathBuf>,
}

/// Charts as they are made: in the page, and some also as pictures.
struct Studio {
    folder: PathBuf,
    pictures: Vec<PathBuf>,
}

impl Studio {
    fn figure(&self, chart: &impl Chart) -> Result<Markup, ReportError> {
        let svg = charts::svg(chart)?;
        Ok(html! { figure role="img" aria-label=(chart.title()) { (PreEscaped(svg)) } })
    }

    /// The same, and a picture of that name.
    fn pictured(&mut self, name: &str, chart: &impl Chart) -> Result<Markup, ReportError> {
        let path = self.folder.join(format!("{name}.png"));
        charts::png(chart, &path)?;
        self.pictures.push(path);
        self.figure(chart)
    }
}

/// Makes a folder, and takes away what an earlier report has left in it.
fn fresh(folder: PathBuf, suffix: &str) -> Result<PathBuf, ReportError> {
    let at = |source| ReportError::Output { path: folder.clone(), source };
    fs::create_dir_all(&folder).map_err(at)?;
    for entry in fs::read_dir(&folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if path.extension().is_some_and(|found| found == suffix) {
            fs::remove_file(&path).map_err(|source| ReportError::Output { path, source })?;
        }
    }
    Ok(folder)
}

/// Writes `report.html`, `plots/*.png` and `traces/*.json` of a sweep and of some of its runs. All of it is modelled, and says so.
///
/// # Errors
/// [`ReportError`].
pub fn write_report(
    sweep: &Sweep,
    recordings: &[Recording],
    out: &Path,
) -> Result<Written, ReportError> {
    let mut studio = Studio { folder: fresh(out.join("plots"), "png")?, pictures: Vec::new() };
    let folder = fresh(out.join("traces"), "json")?;
    let mut traces = Vec::new();
    for recording in recordings {
        let path = folder.join(format!("{}-run{}.json", recording.cell.name, recording.run));
        write_trace(recording, &path)?;
        traces.push(path);
    }
    let page = out.join("report.html");
    let text = whole(sweep, recordings, &mut studio)?.into_string();
    fs::write(&page, text).map_err(|source| ReportError::Output { path: page.clone(), source })?;
    Ok(Written { page, pictures: studio.pictures, traces })
}

fn whole(
    sweep: &Sweep,
    recordings: &[Recording],
    studio: &mut Studio,
) -> Result<Markup, ReportError> {
    let summary = sweep.summary();
    let parts: Vec<(&str, &str, Option<Markup>)> = vec![
        ("steps", "Step by step", sections::steps(sweep, &summary, studio)?),
        ("gains", "What deeper FIFOs gain, and how much runs differ", sections::gains(&summary)),
        ("deadlocks", "What never ends", sections::deadlocks(&summary)),
        ("lines", "Time-lines", sections::timelines(recordings, studio)?),
        ("rates", "Bytes a second by the size of a call", sections::rates(sweep, studio)?),
        ("boxes", "Every setting", sections::boxes(sweep, studio)?),
        ("table", "The table", Some(sections::table(sweep))),
    ];
    let parts: Vec<_> =
        parts.into_iter().filter_map(|(id, title, part)| Some((id, title, part?))).collect();
    let title = format!("Sweep {}", sweep.name);
    Ok(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                // No request for an icon either.
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                h1 { (title) }
                p.modelled {
                    "Every time here is "
                    b { "modelled" }
                    ": that of a host in virtual time in front of a card modelled as flows"
                    @if sweep.findings.iter().any(|finding| finding.cell.body != Body::Flow) {
                        "; where " code { "body" } " is " code { "fast" } " or " code { "rtl" } ", in front of this project's card, native or RTL, behind the host library"
                    }
                    ". Only what is called published was measured, by others."
                }
                p.fitted {
                    "Two parameters are "
                    b { "fitted" }
                    " to the four published times and come from nowhere else: the core takes "
                    (FITTED_PAIR.to_string()) " for an element of each stream, and " (FITTED_TASKS)
                    " other tasks load the loaded host. A sweep file may give others."
                }
                p {
                    (summary.cells) " settings, " (summary.runs) " runs, " (summary.calls) " calls modelled; "
                    (summary.deadlocked[0]) " settings never end, " (summary.deadlocked[1]) " do not always end."
                }
                nav { @for (id, title, _) in &parts { a href={ "#" (id) } { (title) } } }
                @for (id, title, part) in &parts { section id=(id) { h2 { (title) } (part) } }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    })
}
