// SPDX-License-Identifier: Apache-2.0
//! All columns beside the published ones, as a table and drawn.

use std::sync::Arc;

use comfy_table::{CellAlignment, Table, presets};
use forebay_write_combining::{Cell, Column, Measurement, Processor, Remark, Score};
use serde::Serialize;

use super::in_words;
use super::pace::Pace;
use super::subject::Subject;
use crate::args::WcPerfArgs;
use crate::error::CliError;
use crate::output;

/// What the command prints of all columns.
#[derive(Debug, Serialize)]
struct TableOutput {
    passes: u64,
    /// None where it is the model of the published card.
    card: Option<String>,
    /// Every time but the published ones is that of a model.
    modelled: bool,
    /// That model, where it is one.
    processor: Option<Processor>,
    rows: Vec<TableRow>,
    /// Against what was published for as many passes, where that was.
    scores: Vec<Score>,
    plots: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TableRow {
    bytes: u64,
    /// Of the source, then ours.
    columns: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    column: Column,
    /// Gigabytes a second, of all of the time.
    rate: f64,
    remark: Option<Remark>,
    published: Option<Cell>,
}

pub(super) fn run(
    args: &WcPerfArgs,
    subject: &Arc<Subject>,
    measurement: Measurement,
    pace: &Arc<Pace>,
) -> Result<(), CliError> {
    let rows = pace.within(subject, move |subject, pace| {
        let rows = measurement.sizes().map(|bytes| row(subject, measurement, bytes, pace));
        rows.collect::<Result<Vec<_>, CliError>>()
    })?;
    let entries = rows.iter().flat_map(|row| &row.columns);
    let cells: Vec<_> = entries.filter_map(|entry| entry.published).collect();
    let mut output = TableOutput {
        passes: measurement.passes(),
        card: subject.name(),
        modelled: subject.is_modelled(),
        processor: subject.is_modelled().then_some(Processor::F1),
        rows,
        scores: if subject.is_published() { Score::of(&cells) } else { Vec::new() },
        plots: Vec::new(),
    };
    draw(args, subject, &mut output)?;
    if args.json {
        output::json(&output)
    } else {
        output::text(&output.text(subject, args.verbose))
    }
}

fn row(
    subject: &Subject,
    measurement: Measurement,
    bytes: u64,
    pace: &Pace,
) -> Result<TableRow, CliError> {
    let published = measurement.published().unwrap_or_default();
    let figures = published.iter().find(|(size, _)| *size == bytes).map(|(_, figures)| figures);
    let columns = Column::ALL.into_iter().enumerate().map(|(at, column)| {
        let run = subject.run(column, bytes, measurement.passes(), pace)?;
        // The source does not have the last one.
        let figure = figures.and_then(|figures| figures.get(at));
        let published = figure.map(|figure| Cell::of(&run, column, *figure));
        Ok(Entry { column, rate: run.rate(), remark: Remark::of(&run), published })
    });
    Ok(TableRow { bytes, columns: columns.collect::<Result<_, CliError>>()? })
}

#[cfg(feature = "sweep")]
fn draw(args: &WcPerfArgs, subject: &Subject, output: &mut TableOutput) -> Result<(), CliError> {
    use forebay_report::{LogLine, LogRates};
    let Some(folder) = &args.plot else { return Ok(()) };
    let lines = Column::ALL.into_iter().enumerate().map(|(at, column)| {
        let entries =
            || output.rows.iter().filter_map(move |row| Some((row.bytes, row.columns.get(at)?)));
        LogLine {
            name: column.name().into(),
            line: entries().map(|(bytes, entry)| (bytes, entry.rate)).collect(),
            crosses: entries()
                .filter_map(|(bytes, entry)| Some((bytes, entry.published?.published)))
                .collect(),
        }
    });
    let has_published = output.rows.iter().any(TableRow::has_published);
    let chart = LogRates {
        title: format!("Stores into a BAR{}, {} a row", subject.on(), in_words(output.passes)),
        unit: if has_published { "GB/s" } else { subject.unit() }.into(),
        meaning: if subject.is_modelled() { "modelled" } else { "measured" }.into(),
        crosses: "as published, lost seconds and all".into(),
        lines: lines.collect(),
    };
    output.plots = output::paths(chart.write(folder, "wc-perf")?);
    Ok(())
}

#[cfg(not(feature = "sweep"))]
const fn draw(_: &WcPerfArgs, _: &Subject, _: &mut TableOutput) -> Result<(), CliError> {
    Ok(())
}

impl TableOutput {
    fn text(&self, subject: &Subject, verbose: bool) -> String {
        let has_published = self.rows.iter().any(TableRow::has_published);
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        let mut head = vec!["bytes"];
        for column in Column::PUBLISHED {
            head.push(column.name());
            if has_published {
                head.extend(["published", "%"]);
            }
        }
        head.push(Column::Lines.name());
        let width = head.len();
        table.set_header(head);
        for row in &self.rows {
            table.add_row(row.cells(has_published));
        }
        for column in 0..width {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let beside = if has_published { ", beside what is published" } else { "" };
        let (unit, on, passes) = (subject.unit(), subject.on(), in_words(self.passes));
        let mut text = format!("{unit}{on}, {passes} a row{beside}\n\n{table}\n");
        if self.scores.iter().any(|score| score.informative > 0) {
            text += "\n* published with whole seconds lost: the error is that of what the source's program would print\n\
                     - so many lost that the figure says nothing\n";
        }
        for score in &self.scores {
            text += &format!(
                "{:9} {} of {} within 10 %, median {:.1} %, worst {:.1} % at {} B\n",
                score.column.name(),
                score.within_tenth,
                score.informative,
                score.median_percent,
                score.worst_percent,
                score.worst_bytes
            );
        }
        for row in self.rows.iter().filter(|_| verbose) {
            for Entry { column, remark, .. } in &row.columns {
                if let Some(remark) = remark {
                    text += &format!("{} B, {}: {}\n", row.bytes, column.name(), remark.words());
                }
            }
        }
        for plot in &self.plots {
            text += &format!("plot: {plot}\n");
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// A percentage with its sign; what is nothing in its digits has none.
fn signed(percent: f64) -> String {
    let tenths = (percent * 10.0).round();
    if tenths == 0.0 { "0.0".into() } else { format!("{:+.1}", tenths / 10.0) }
}

impl TableRow {
    fn has_published(&self) -> bool {
        self.columns.iter().any(|entry| entry.published.is_some())
    }

    fn cells(&self, with_published: bool) -> Vec<String> {
        let mut cells = vec![self.bytes.to_string()];
        for Entry { column, rate, published, .. } in &self.columns {
            cells.push(format!("{rate:.4}"));
            if !with_published || *column == Column::Lines {
                continue;
            }
            let Some(cell) = published else {
                cells.extend([String::new(), String::new()]);
                continue;
            };
            let lost = if cell.lost_seconds > 0 { "*" } else { "" };
            cells.push(format!("{lost}{:.4}", cell.published));
            cells.push(match cell.informative {
                true => signed(cell.error_percent),
                false => "-".into(),
            });
        }
        cells
    }
}
