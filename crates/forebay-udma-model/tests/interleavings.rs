// SPDX-License-Identifier: Apache-2.0
//! Every cell of an independent model's table (victim A to B with retry, up to 4 accesses of an attacker with his own page C), typed by
//! hand, and what goes beyond it.

mod common;

use common::{broken, case, first, found, last_only, moves, with};
use forebay_udma_model::explore::Property::{S1, S2, S3};
use forebay_udma_model::explore::{Case, Class, KEYS, Setting, Switch, explore, replay, text};
use forebay_udma_model::program::Check;
use forebay_udma_model::scheme::{Key, KeyByOrder, Name, Order, Reading, Repeated};

#[test]
fn repeat3_is_unsafe_without_any_right() {
    let findings = explore(&case(Name::Repeat3).attacked(Class::None, Some(4)));
    // 2 foreign and 6 in all, or 3 foreign and 5 in all.
    assert_eq!(found(&findings, S1), [(2, 6), (3, 5)]);
    assert_eq!(
        first(&findings, S1),
        "V ld A, V st B, M ld C, V ld A, M st C, V ld A",
        "A moves to C, with the victim's retry"
    );
    assert_eq!(
        text(&findings.of(S1)[1].events),
        "V ld A, M ld C, M ld C, V st B, M ld C",
        "C moves to B"
    );
    for reading in [Reading::Resync, Reading::Sliding] {
        let setting = case(Name::Repeat3).attacked(Class::None, Some(4));
        let findings = explore(&with(setting, Repeated::new(3, reading)));
        assert_eq!(found(&findings, S1), [(2, 4)], "{reading:?}");
        assert_eq!(first(&findings, S1), "V ld A, M ld C, V st B, M ld C", "{reading:?}");
    }
}

#[test]
fn figure_5_works_in_all_three_readings_and_is_not_minimal() {
    let figure = moves("V, M st C+8, M ld C+8, M ld C, V, M ld C, V");
    for reading in [Reading::Reset, Reading::Resync, Reading::Sliding] {
        let setting = case(Name::Repeat3).attacked(Class::None, Some(4));
        let setting = with(setting, Repeated::new(3, reading));
        let broken = replay(&setting, &figure).0;
        // The sixth access moves C to B.
        assert_eq!(broken, [(5, S1), (5, S2)], "{reading:?}");
    }
}

#[test]
fn figure_6_misleads_the_victim_of_four_accesses_with_one_foreign() {
    let setting = case(Name::Repeat4).attacked(Class::ReadA, Some(4));
    let findings = explore(&setting);
    assert_eq!(found(&findings, S3), [(1, 5)]);
    assert_eq!(first(&findings, S3), "V st B, V ld A, V st B, M ld A, V ld A", "figure 6");
    assert_eq!(replay(&setting, &moves("V, V, V, M ld A, V")).0, [(3, S2), (4, S3)]);
}

#[test]
fn repeat4_slips_by_two_without_any_right_and_moves_nothing_wrong_up_to_7_foreign() {
    let slip = "V st B, V ld A, M ld C, V st B, V ld A, V st B, V ld A, V st B, V ld A";
    let findings = explore(&last_only(Name::Repeat4).attacked(Class::None, Some(4)));
    assert_eq!(found(&findings, S3), [(1, 9)]);
    assert_eq!(first(&findings, S3), slip);
    // Who looks at each answer, as figure 10 has it, is misled two accesses sooner.
    let findings = explore(&case(Name::Repeat4).attacked(Class::None, Some(4)));
    assert_eq!(found(&findings, S3), [(1, 7)]);
    assert_eq!(first(&findings, S3), slip.rsplit_once(", V st").unwrap().0);
    for case in [case(Name::Repeat4), last_only(Name::Repeat4)] {
        let broken = broken(case, Class::None, 7);
        assert!(!broken.contains(&S1) && !broken.contains(&S2), "{broken:?}");
    }
}

#[test]
fn repeat5_has_no_attack_without_rights_up_to_7_foreign() {
    for check in [Check::Each, Check::Last] {
        let case = Case { check, ..case(Name::Repeat5) };
        assert_eq!(broken(case, Class::None, 7), []);
    }
}

#[test]
fn repeat5_resists_who_may_read_or_write_the_source() {
    for class in [Class::ReadA, Class::ReadWriteA] {
        assert_eq!(broken(case(Name::Repeat5), class, 4), [], "{}", class.text());
        // From 5 on a load of the victim completes the attacker's own legal transfer; the victim is not misled.
        let findings = explore(&case(Name::Repeat5).attacked(class, Some(7)));
        assert_eq!(findings.broken(), [S2], "{}", class.text());
        assert_eq!(found(&findings, S2), [(5, 7)], "{}", class.text());
    }
    let findings = explore(&case(Name::Repeat5).attacked(Class::ReadA, Some(5)));
    assert_eq!(first(&findings, S2), "V st B, M st C, M st C, V ld A, M st C, M ld A, M ld C");
}

#[test]
fn repeat5_is_figure_6_again_for_who_may_read_the_destination() {
    let findings = explore(&case(Name::Repeat5).attacked(Class::ReadB, Some(4)));
    assert_eq!(found(&findings, S2), [(1, 5)]);
    assert_eq!(found(&findings, S3), [(1, 6)]);
    assert_eq!(first(&findings, S3), "V st B, V ld A, V st B, V ld A, M ld B, V ld B");
}

#[test]
fn repeat5_takes_the_first_store_of_who_may_write_the_destination() {
    let findings = explore(&case(Name::Repeat5).attacked(Class::WriteB, Some(4)));
    assert_eq!(findings.broken(), [S2]);
    assert_eq!(found(&findings, S2), [(2, 7)]);
    let seven = "V st B, M st B, M st B, V ld A, V st B, V ld A, V ld B";
    assert_eq!(first(&findings, S2), seven);
}

#[test]
fn shrimp2_without_its_hook_falls_to_one_foreign() {
    let setting = case(Name::Shrimp2).attacked(Class::None, Some(4));
    let findings = explore(&setting);
    assert_eq!(found(&findings, S1), [(1, 2)]);
    assert_eq!(first(&findings, S1), "V st B, M ld C", "C moves to B");
    assert_eq!(found(&findings, S3), [(1, 3)]);
    assert_eq!(first(&findings, S3), "V st B, M st C, V ld A", "A moves to C and V is told OK");
    assert_eq!(replay(&setting, &moves("V, M st C, V")).0, [(2, S1), (2, S2), (2, S3)]);
}

#[test]
fn hook_who_and_atomic_pair_are_safe_on_one_processor_only() {
    let atomic = Case { atomic: true, ..case(Name::Shrimp2) };
    let helped = [
        Case { switch: Switch::Hook, ..case(Name::Shrimp2) },
        Case { switch: Switch::Who, ..case(Name::Flash) },
        atomic,
    ];
    for (one, class) in helped.iter().flat_map(|case| Class::ALL.map(|class| (case, class))) {
        // Any number of foreign accesses.
        assert_eq!(explore(&one.attacked(class, None)).broken(), [], "{one:?} {}", class.text());
        // On several processors foreign accesses come without a switch, and between those of an uninterruptible pair.
        let several = Case { switch: Switch::Silent, atomic: false, ..*one };
        assert_eq!(broken(several, class, 1), [S1, S2, S3], "{one:?} {}", class.text());
    }
    for one in helped {
        assert_eq!(explore(&one.two_victims()).broken(), [], "{one:?}");
    }
}

/// Those that the table calls safe.
const SOUND: [Name; 5] = [Name::Shrimp1, Name::ShadowCheck, Name::Shadow, Name::Key, Name::Portal];

#[test]
fn the_sound_schemes_are_safe_whatever_the_attacker_may_read_of_the_victims() {
    for scheme in SOUND {
        for class in [Class::None, Class::ReadA, Class::ReadB] {
            // Any number of foreign accesses: the worlds are finitely many.
            let findings = explore(&case(scheme).attacked(class, None));
            assert_eq!(findings.broken(), [], "{} {}", scheme.text(), class.text());
        }
        assert_eq!(explore(&case(scheme).two_victims()).broken(), [], "{}", scheme.text());
    }
    let exchange = Case { exchange: true, ..case(Name::Shrimp1) };
    assert_eq!(explore(&exchange.attacked(Class::None, None)).broken(), []);
    for scheme in [Name::ShadowCheck, Name::Shadow, Name::Portal] {
        for class in [Class::WriteB, Class::ReadWriteA] {
            let findings = explore(&case(scheme).attacked(class, None));
            assert_eq!(findings.broken(), [], "{} {}", scheme.text(), class.text());
        }
    }
}

#[test]
fn key_by_the_last_two_stores_is_safe_and_by_turns_reverses_after_an_abandoned_attempt() {
    let abandons = || Setting { abandons: true, ..case(Name::Key).attacked(Class::None, Some(4)) };
    assert_eq!(explore(&abandons()).broken(), [], "with a role");
    let by = |order| KeyByOrder::new(Key::new(&[(0, KEYS[0]), (1, KEYS[1])]), order);
    assert_eq!(explore(&with(abandons(), by(Order::LastTwo))).broken(), []);
    let setting = with(abandons(), by(Order::Toggle));
    let findings = explore(&setting);
    assert_eq!(findings.broken(), [S3]);
    assert_eq!(
        first(&findings, S3),
        "V st B, begins again, V st B, V st A, V st context 0, V ld context 0"
    );
}
