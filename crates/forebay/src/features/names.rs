// SPDX-License-Identifier: Apache-2.0
//! Names of features and of their events, from the card table.

use forebay_regs::cards::FEATURES;
use forebay_regs::{Class as TableClass, Feature};

use super::Class;

fn line(class: Class, kind: u32) -> Option<&'static Feature> {
    let class = match class {
        Class::Platform => TableClass::Platform,
        Class::FrontEnd => TableClass::FrontEnd,
        Class::Datapath => TableClass::Datapath,
        Class::Other(_) => return None,
    };
    FEATURES.iter().find(|feature| (feature.class, feature.kind) == (class, kind))
}

/// The name of a kind, if it has one.
pub(super) fn name(class: Class, kind: u32) -> Option<&'static str> {
    line(class, kind).map(|feature| feature.name)
}

/// The name of an event of a feature, if it has one.
pub(crate) fn event_name(class: Class, kind: u32, event: u32) -> Option<&'static str> {
    let names = line(class, kind)?.event_names.iter();
    names.clone().find(|(number, _)| *number == event).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_events_have_the_names_of_the_card_table() {
        assert_eq!(name(Class::Platform, 1), Some("identity"));
        assert_eq!(name(Class::FrontEnd, 1), Some("xdma"));
        assert_eq!(name(Class::Datapath, 1), Some("loopback"));
        assert_eq!((name(Class::Datapath, 99), name(Class::Other(7), 1)), (None, None));
        for feature in FEATURES.iter().filter(|feature| feature.class == TableClass::Datapath) {
            for event in 0..feature.events {
                assert!(event_name(Class::Datapath, feature.kind, event).is_some(), "{feature:?}");
            }
            assert_eq!(event_name(Class::Datapath, feature.kind, feature.events), None);
        }
    }
}
