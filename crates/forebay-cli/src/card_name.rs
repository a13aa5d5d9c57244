// SPDX-License-Identifier: Apache-2.0
//! Short names of cards.

/// `rtl` and `fast` stand for that body with `variant`; a body with its variant, or a device node, is taken as it is.
pub(crate) fn spec(name: &str, variant: &str) -> String {
    if name.contains(':') || is_node(name) { name.into() } else { format!("{name}:{variant}") }
}

/// Whether a card is named by its device nodes, so that nobody here knows what is behind them.
pub(crate) fn is_node(spec: &str) -> bool {
    spec.contains('/')
}
