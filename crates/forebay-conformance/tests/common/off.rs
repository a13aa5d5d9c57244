// SPDX-License-Identifier: Apache-2.0
//! How far the native card's cycles are off those of the RTL.

/// It may be off by so much of what the RTL takes.
const MOST_PER_CENT: f64 = 2.0;

/// Cycles of samples on both cards.
#[derive(Default)]
pub(crate) struct Off {
    errors: Vec<(f64, String)>,
    found: Vec<String>,
}

impl Off {
    /// Notes a sample.
    pub(crate) fn note(&mut self, name: String, native: u64, rtl: u64) {
        let error = 100.0 * (native as f64 / rtl as f64 - 1.0);
        println!("{error:+8.2} %  {name}: {native} cycles, RTL {rtl}");
        self.found.push(format!(r#"{{"of": "{name}", "native": {native}, "rtl": {rtl}}}"#));
        self.errors.push((error.abs(), name));
    }

    /// Says what it has found of a kind, as a line of JSON for `bench/run.sh` if that asks, and fails if a sample is too far off.
    pub(crate) fn judge(mut self, what: &str) {
        let errors = &mut self.errors;
        errors.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let (median, (worst, name)) = (errors[errors.len() / 2].0, &errors[errors.len() - 1]);
        println!("{what}: {} samples, worst {worst:.2} %, median {median:.2} %", errors.len());
        if std::env::var_os("FOREBAY_CLOCK_JSON").is_some() {
            let found = self.found.join(", ");
            println!(
                r#"FOUND {{"what": "{what}", "worst_per_cent": {worst:.2}, "median_per_cent": {median:.2}, "cycles": [{found}]}}"#
            );
        }
        assert!(*worst <= MOST_PER_CENT, "{name}: off by {worst:.2} %");
    }
}
