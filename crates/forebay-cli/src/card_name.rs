// SPDX-License-Identifier: Apache-2.0
//! Short names of cards.

/// `rtl` and `fast` stand for that body with `variant`; a body with its variant, or a device node, is taken as it is.
pub(crate) fn spec(name: &str, variant: &str) -> String {
    if name.contains([':', '/']) { name.into() } else { format!("{name}:{variant}") }
}
