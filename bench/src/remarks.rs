// SPDX-License-Identifier: Apache-2.0
//! What a test program of the guest has counted: remarks in its output, `# KIND name=value ...`.

use std::collections::BTreeMap;
use std::error::Error;

/// One remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    kind: String,
    fields: BTreeMap<String, String>,
}

/// All remarks of a kind, in order. Whatever has another form is for people.
pub(crate) fn remarks(output: &str, kind: &str) -> Vec<Remark> {
    output.lines().filter_map(Remark::read).filter(|remark| remark.kind == kind).collect()
}

impl Remark {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.trim_end().strip_prefix("# ")?.split(' ');
        let kind = words.next()?.to_owned();
        let fields: Option<BTreeMap<_, _>> = words
            .map(|word| word.split_once('=').map(|(name, value)| (name.into(), value.into())))
            .collect();
        fields.filter(|fields| !fields.is_empty()).map(|fields| Self { kind, fields })
    }

    /// A field.
    pub(crate) fn text(&self, name: &str) -> Result<&str, Box<dyn Error>> {
        let found = self.fields.get(name).map(String::as_str);
        found.ok_or_else(|| format!("the guest's remark `{}` has no `{name}`", self.kind).into())
    }

    /// A field that is a whole number.
    pub(crate) fn number(&self, name: &str) -> Result<u64, Box<dyn Error>> {
        let text = self.text(name)?;
        let wrong = || format!("`{}` of the guest: {name} is `{text}`, no number", self.kind);
        text.parse().map_err(|_| wrong().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_told_from_what_is_for_people() {
        let output =
            "TAP version 13\n# run of words\nok 1 - # run a=1\n# run a=1 b=x\n# other a=2\n# run\n";
        let found = remarks(output, "run");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].number("a").expect("a number"), 1);
        assert_eq!(found[0].text("b").expect("a text"), "x");
        let message = found[0].number("b").expect_err("no number").to_string();
        assert_eq!(message, "`run` of the guest: b is `x`, no number");
        let message = found[0].number("c").expect_err("no field").to_string();
        assert_eq!(message, "the guest's remark `run` has no `c`");
    }
}
