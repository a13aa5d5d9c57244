// SPDX-License-Identifier: Apache-2.0
//! A few constants for a few measured times, by the least squares and by the least worst error.

/// What a time consists of, and the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// How often each constant counts.
    pub counts: Vec<f64>,
    /// The measured time.
    pub value: f64,
}

/// Constants, and how well they do.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// In the order of the counts.
    pub constants: Vec<f64>,
    /// By row: how far the fitted time is off, as a share of the measured one.
    pub errors: Vec<f64>,
}

impl Fit {
    fn of(constants: Vec<f64>, rows: &[Row]) -> Self {
        let fitted =
            |row: &Row| row.counts.iter().zip(&constants).map(|(n, it)| n * it).sum::<f64>();
        let errors = rows.iter().map(|row| fitted(row) / row.value - 1.0).collect();
        Self { constants, errors }
    }

    /// The worst of them, without its sign.
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.errors.iter().fold(0.0, |worst, error| error.abs().max(worst))
    }
}

/// The constants whose absolute errors have the least sum of squares; none where they cannot be told apart.
#[must_use]
pub fn least_squares(rows: &[Row]) -> Option<Fit> {
    let unknowns = rows.first()?.counts.len();
    let product = |one: &dyn Fn(&Row) -> f64, two: usize| {
        rows.iter().map(|row| one(row) * row.counts[two]).sum::<f64>()
    };
    let normal = (0..unknowns).map(|at| {
        let mut line: Vec<_> = (0..unknowns).map(|by| product(&|row| row.counts[by], at)).collect();
        line.push(product(&|row| row.value, at));
        line
    });
    Some(Fit::of(solve(normal.collect())?, rows))
}

/// The constants whose worst error, as a share of the measured time, is the least. With n constants that is decided by some n + 1 rows, which
/// are all off by the same share, in some order of signs.
#[must_use]
pub fn minimax(rows: &[Row]) -> Option<Fit> {
    let unknowns = rows.first()?.counts.len();
    let deciding = |set: &usize| set.count_ones() as usize == unknowns + 1;
    let mut best: Option<Fit> = None;
    for set in (0..1_usize << rows.len()).filter(deciding) {
        let chosen: Vec<_> = (0..rows.len()).filter(|at| set >> at & 1 == 1).collect();
        for signs in 0..1_usize << chosen.len() {
            let equation = |(at, row): (usize, &usize)| {
                let Row { counts, value } = &rows[*row];
                let share = if signs >> at & 1 == 1 { *value } else { -value };
                [&counts[..], &[share, *value]].concat()
            };
            let Some(mut constants) = solve(chosen.iter().enumerate().map(equation).collect())
            else {
                continue;
            };
            constants.truncate(unknowns);
            let fit = Fit::of(constants, rows);
            if best.as_ref().is_none_or(|best| fit.worst() < best.worst()) {
                best = Some(fit);
            }
        }
    }
    best
}

/// Lines of factors with what they sum to, by elimination; none where a factor of every remaining line is 0.
fn solve(mut lines: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    const NOTHING: f64 = 1e-12;
    let size = lines.len();
    for at in 0..size {
        let largest =
            (at..size).max_by(|a, b| lines[*a][at].abs().total_cmp(&lines[*b][at].abs()))?;
        lines.swap(at, largest);
        let pivot = lines[at].clone();
        if pivot[at].abs() < NOTHING {
            return None;
        }
        for (number, line) in lines.iter_mut().enumerate() {
            let factor = if number == at { 0.0 } else { line[at] / pivot[at] };
            line.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    Some((0..size).map(|at| lines[at][size] / lines[at][at]).collect())
}
