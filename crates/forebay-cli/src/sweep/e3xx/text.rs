// SPDX-License-Identifier: Apache-2.0
//! What was found, for people.

use comfy_table::{CellAlignment, Table, presets};
use forebay_capture_model::experiment::{Change, published};
use forebay_capture_model::{Basis, Sink};
use forebay_sweep::difference;

use super::{Found, msps};

/// Moves of a rate that are told, as a share of it.
const TOLD: f64 = 0.05;

fn table(head: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(head.to_vec());
    table.add_rows(rows);
    for column in right {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

fn rates(found: &Found) -> String {
    let rows = found.rates.iter().map(|one| {
        vec![
            one.published.name.into(),
            format!("{:.0}", msps(one.published.rate)),
            format!("{:.2}", msps(one.modelled)),
            difference(one.error * 100.0, 1),
            one.binding.words().into(),
        ]
    });
    table(&["way", "published", "modelled", "error %", "what binds"], rows.collect(), &[1, 2, 3])
}

fn ablations(found: &Found) -> String {
    let of = |change: Change, sink: Sink| {
        found.ablations.iter().find(|one| one.change == change && one.sink == sink)
    };
    let rows = Change::ALL.map(|change| {
        let mut row = vec![change.words().to_owned()];
        for sink in [Sink::Nothing, Sink::File] {
            row.extend(of(change, sink).into_iter().flat_map(|one| {
                let rate = format!("{:.2}", msps(one.rate));
                [rate, format!("{:.2}", one.ratio), one.binding.words().into()]
            }));
        }
        row
    });
    let head = ["change", "no load", "ratio", "what binds", "file", "ratio", "what binds"];
    table(&head, rows.into(), &[1, 2, 4, 5])
}

fn sensitivity(found: &Found) -> String {
    let mut text = String::new();
    for (index, published) in published().into_iter().enumerate() {
        let mut moves: Vec<_> = found
            .sensitivity
            .iter()
            .filter(|one| (one.ratios[index] - 1.0).abs() >= TOLD)
            .collect();
        moves.sort_by(|a, b| {
            let far = |ratio: f64| ratio.ln().abs();
            far(b.ratios[index]).total_cmp(&far(a.ratios[index]))
        });
        let moves: Vec<_> = moves
            .iter()
            .map(|one| {
                let percent = difference((one.ratios[index] - 1.0) * 100.0, 0);
                format!("{} {} {} {percent} %", one.price, one.value, one.unit.text())
            })
            .collect();
        text += &format!("  {}: {}\n", published.name, moves.join("; "));
    }
    text
}

pub(super) fn of(found: &Found) -> String {
    let fitted = found.prices.iter().filter(|spec| spec.basis == Basis::Fitted);
    let fitted: Vec<_> = fitted
        .map(|spec| format!("{} ({} {})", spec.name, spec.default, spec.unit.text()))
        .collect();
    let mut text = format!(
        "{}: capture on the radio of the source, modelled; {} runs of each setting\n\n\
         Largest rate without overflow, MS/s:\n{}\n\nFitted: {}; nothing else is.\n\n\
         What each part of the change does, MS/s, modelled:\n{}\n\n\
         Prices that move a rate by {:.0} % and more, each at an end of its range, modelled:\n{}",
        found.name,
        found.runs,
        rates(found),
        fitted.join(", "),
        ablations(found),
        TOLD * 100.0,
        sensitivity(found),
    );
    for path in found.tables.iter().chain(&found.pictures) {
        text += &format!("\nwritten: {path}");
    }
    text
}

#[cfg(test)]
mod tests {
    use forebay_capture_model::experiment::{Rate, published};
    use forebay_capture_model::{Binding, Price};

    use super::*;

    #[test]
    fn rates_are_said_to_be_modelled_and_fits_are_named() {
        let [published, ..] = published();
        let rate = Rate { published, modelled: 10_250_000, binding: Binding::Copy, error: 0.025 };
        let found = Found {
            name: "e3xx",
            modelled: true,
            first_seed: 0,
            runs: 2,
            prices: Price::SPECS,
            rates: vec![rate],
            overflows: Vec::new(),
            ablations: Vec::new(),
            buffers: Vec::new(),
            sensitivity: Vec::new(),
            tables: vec!["here".into()],
            pictures: Vec::new(),
        };
        let said = of(&found);
        for words in [
            "modelled; 2 runs of each",
            "small buffers         10     10.25     +2.5  copy",
            "Fitted: masked (88 us), program (37 us), commit (36500 us); nothing else is.",
            "written: here",
        ] {
            let spaces = said.split_whitespace().collect::<Vec<_>>().join(" ");
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(spaces.contains(&words), "`{words}` is not in: {said}");
        }
    }
}
