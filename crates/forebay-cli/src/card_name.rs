// SPDX-License-Identifier: Apache-2.0
//! Short names of cards, and how long one may get nowhere.

use forebay::Patience;

/// A command gives up when it would otherwise look who waits for whom: nobody but it sends anything to a simulated card.
pub(crate) fn patience() -> Patience {
    Patience::default().look_cycles.into()
}

/// `rtl`, `fast` and `paced` stand for that body with `variant`; all else is taken as it is, so that an error names what was given.
pub(crate) fn spec(name: &str, variant: &str) -> String {
    if matches!(name, "rtl" | "fast" | "paced") { format!("{name}:{variant}") } else { name.into() }
}

/// Whether a card is named by its device nodes, so that nobody here knows what is behind them.
pub(crate) fn is_node(spec: &str) -> bool {
    spec.contains('/')
}
