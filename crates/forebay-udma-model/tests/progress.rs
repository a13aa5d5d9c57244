// SPDX-License-Identifier: Apache-2.0
//! Who can be kept from their transfer for ever (L2), by others who want one of their own or by an attacker.

use forebay_udma_model::explore::{Case, Class, Livelock, Switch, livelock, text};
use forebay_udma_model::scheme::Name;

fn round(found: Option<Livelock>) -> String {
    found.map_or("none".into(), |found| text(&found.round))
}

#[test]
fn where_a_context_has_its_own_latches_everybody_gets_on_whatever_others_do() {
    for scheme in [Name::Shrimp1, Name::Shadow, Name::Key, Name::Portal] {
        let case = Case::bare(scheme);
        assert_eq!(livelock(&case.two_victims()), None, "{}", scheme.text());
        for class in Class::ALL {
            let attacked = case.attacked(class, None);
            assert_eq!(livelock(&attacked), None, "{} {}", scheme.text(), class.text());
        }
    }
    let atomic = Case { atomic: true, ..Case::bare(Name::Shrimp2) };
    assert_eq!(livelock(&atomic.two_victims()), None);
    assert_eq!(livelock(&atomic.attacked(Class::None, None)), None);
}

#[test]
fn one_latch_for_all_lets_two_processes_begin_again_for_ever() {
    for scheme in [Name::ShadowCheck, Name::Repeat4, Name::Repeat5] {
        let two = livelock(&Case::bare(scheme).two_victims());
        assert_eq!(round(two), "M st D, V ld A, M ld C, V st B", "{}", scheme.text());
    }
    let two = livelock(&Case::bare(Name::Repeat3).two_victims());
    assert_eq!(round(two), "V st B, M ld C, V ld A, V ld A, V ld A");
}

#[test]
fn an_attacker_without_rights_denies_with_one_access_for_each_attempt() {
    for scheme in [Name::ShadowCheck, Name::Repeat4, Name::Repeat5] {
        let attacked = livelock(&Case::bare(scheme).attacked(Class::None, None));
        assert_eq!(round(attacked), "M ld C, V ld A, V st B", "{}", scheme.text());
    }
    let attacked = livelock(&Case::bare(Name::Repeat3).attacked(Class::None, None));
    assert_eq!(round(attacked), "V ld A, M ld C");
}

#[test]
fn with_a_switch_for_each_access_so_does_the_kernels_help_on_one_processor() {
    let hook = Case { switch: Switch::Hook, ..Case::bare(Name::Shrimp2) };
    let found = livelock(&hook.two_victims());
    let switched = "K hook, M st D, K hook, V ld A, K hook, M ld C, K hook, V st B";
    assert_eq!(round(found), switched, "no scheduler switches that often");
}
