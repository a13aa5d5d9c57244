// SPDX-License-Identifier: Apache-2.0
//! Schemes by name, alone and with what some of them want of the kernel.

use forebay_udma_model::explore::{Case, Class, Switch};
use forebay_udma_model::scheme::Name;

/// Names of rights for a command line.
pub(crate) const RIGHTS: [(&str, Class); 5] = [
    ("none", Class::None),
    ("read-source", Class::ReadA),
    ("read-destination", Class::ReadB),
    ("write-destination", Class::WriteB),
    ("read-write-source", Class::ReadWriteA),
];

/// A scheme as it is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject {
    /// What it is called here.
    pub(crate) name: &'static str,
    /// The same for the model.
    pub(crate) case: Case,
}

impl Subject {
    /// All of them: each as its program is listed and nobody helps, and those that are helped.
    pub(crate) fn all() -> Vec<Self> {
        let bare = |scheme: Name| Self { name: scheme.text(), case: Case::bare(scheme) };
        let (shrimp1, shrimp2) = (Case::bare(Name::Shrimp1), Case::bare(Name::Shrimp2));
        let flash = Case::bare(Name::Flash);
        let helped = [
            Self { name: "shrimp1+exchange", case: Case { exchange: true, ..shrimp1 } },
            Self { name: "shrimp2+hook", case: Case { switch: Switch::Hook, ..shrimp2 } },
            Self { name: "flash+who", case: Case { switch: Switch::Who, ..flash } },
            // One processor, whose code nothing comes between.
            Self { name: "pal", case: Case { atomic: true, ..shrimp2 } },
        ];
        Name::ALL.into_iter().map(bare).chain(helped).collect()
    }

    /// By its name.
    pub(crate) fn find(text: &str) -> Result<Self, String> {
        let found = Self::all().into_iter().find(|subject| subject.name == text);
        found.ok_or_else(|| format!("expected one of {}", Self::names()))
    }

    /// Those that there are.
    pub(crate) fn names() -> String {
        Self::all().iter().map(|subject| subject.name).collect::<Vec<_>>().join(", ")
    }
}
