// SPDX-License-Identifier: Apache-2.0
//! What is run.

use forebay_udma_model::explore::{Case, Switch};
use forebay_udma_model::scheme::Name;

/// Of round robin, as the report has it; `udma_experiment.c` sets it.
pub(super) const QUANTUM_MS: u64 = 10;
/// Between two accesses where they are kept equally far apart: more than any of them takes.
const PACE_US: u64 = 100;

/// One run.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// What it is called here.
    pub(super) name: &'static str,
    /// The same for the model.
    pub(super) case: Case,
    /// Further words for the guest's program.
    options: &'static [&'static str],
    /// Processes.
    pub(super) processes: u8,
    /// Whether accesses are kept equally far apart.
    pub(super) paced: bool,
}

/// All of them: the report's scheme first, then those that lose nothing, with 2, 3 and 4 processes; the others with 2.
pub(super) fn plans() -> Vec<Plan> {
    let run =
        |name, case, options, processes| Plan { name, case, options, processes, paced: false };
    let bare = |scheme: Name, processes| run(scheme.text(), Case::bare(scheme), &[], processes);
    let (shrimp2, flash) = (Case::bare(Name::Shrimp2), Case::bare(Name::Flash));
    let several = |scheme| [2, 3, 4].map(|processes| bare(scheme, processes));
    let mut all = several(Name::Repeat5).to_vec();
    all.push(Plan { paced: true, ..bare(Name::Repeat5, 2) });
    all.extend([Name::Shadow, Name::Key, Name::Portal].into_iter().flat_map(several));
    all.extend([
        run("shrimp2", shrimp2, &["bare"], 2),
        run("shrimp2+hook", Case { switch: Switch::Hook, ..shrimp2 }, &[], 2),
        run("pal", Case { atomic: true, ..shrimp2 }, &["restart"], 2),
        run("flash+who", Case { switch: Switch::Who, ..flash }, &[], 2),
        bare(Name::ShadowCheck, 2),
        bare(Name::Repeat3, 2),
        bare(Name::Repeat4, 2),
        bare(Name::Shrimp1, 2),
    ]);
    all
}

impl Plan {
    /// The guest's command.
    pub(super) fn words(&self, seconds: u64, switches: u64) -> Vec<String> {
        // The report's scheme wants an interval; of the others every switch has to do what it has to.
        let turns = if self.case.scheme == Name::Repeat5 { switches } else { switches.min(1000) };
        let mut words = vec![
            "/tests/udma_experiment".to_owned(),
            format!("scheme={}", self.case.scheme.text()),
            format!("processes={}", self.processes),
            format!("turns={turns}"),
            format!("seconds={seconds}"),
            format!("pace_us={}", self.pace_us()),
        ];
        words.extend(self.options.iter().map(|&option| option.to_owned()));
        words
    }

    /// Between two accesses; 0: as fast as they come.
    pub(super) const fn pace_us(&self) -> u64 {
        if self.paced { PACE_US } else { 0 }
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let paced = if self.paced { ", equally far apart" } else { "" };
        format!("{} by {}{paced}", self.name, self.processes)
    }
}
