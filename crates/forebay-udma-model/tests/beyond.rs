// SPDX-License-Identifier: Apache-2.0
//! What the interleavings show beyond the table of `interleavings.rs`: any number of accesses, threads, sharing, abandoned attempts,
//! what the door and the driver have to do.

mod common;

use common::{broken, case, first, found, last_only, with};
use forebay_udma_model::explore::Property::{L1, S1, S2, S3, S4, S5, S6};
use forebay_udma_model::explore::{
    A, B, C, Case, Class, D, Door, Rights, Setting, accesses_at, explore, text,
};
use forebay_udma_model::program::{Check, program};
use forebay_udma_model::scheme::{Name, Reading, Repeated};

/// Those that are sound between processes.
const SOUND: [Name; 5] = [Name::Shrimp1, Name::ShadowCheck, Name::Shadow, Name::Key, Name::Portal];

#[test]
fn with_no_limit_repeat5_breaks_only_for_who_may_name_the_destination() {
    let unlimited = |class| explore(&case(Name::Repeat5).attacked(class, None)).broken();
    assert_eq!(unlimited(Class::None), []);
    assert_eq!(unlimited(Class::ReadA), [S2]);
    assert_eq!(unlimited(Class::ReadWriteA), [S2]);
    assert_eq!(unlimited(Class::ReadB), [S2, S3, S4]);
    // Five foreign: the attacker's own C to B takes the victim's last load, and the victim is told OK.
    let findings = explore(&case(Name::Repeat5).attacked(Class::WriteB, Some(7)));
    assert_eq!(findings.broken(), [S2, S3]);
    assert_eq!(found(&findings, S3), [(5, 10)]);
    assert_eq!(
        first(&findings, S3),
        "V st B, V ld A, V st B, V ld A, M ld C, M st B, M ld C, M st B, M ld C, V ld B"
    );
}

#[test]
fn more_own_addresses_give_an_attacker_nothing_more() {
    for (scheme, class) in Name::ALL.into_iter().flat_map(|it| Class::ALL.map(|class| (it, class)))
    {
        let setting = case(scheme).attacked(class, None);
        let addresses = [A, B, C, C + 8, C + 16, D];
        let accesses = accesses_at(&addresses, scheme, Rights::Attacked(class), false);
        assert!(accesses.len() >= setting.accesses.len());
        let more = Setting { accesses, ..setting.clone() };
        let label = format!("{} {}", scheme.text(), class.text());
        assert_eq!(explore(&more).broken(), explore(&setting).broken(), "{label}");
    }
}

#[test]
fn who_looks_only_at_the_last_answer_never_ends_after_one_stray_access() {
    for (scheme, wanted) in [(Name::Repeat3, "M ld C"), (Name::Repeat4, "M st C")] {
        let findings = explore(&last_only(scheme).attacked(Class::None, Some(4)));
        assert_eq!(found(&findings, L1), [(1, 1)], "{}", scheme.text());
        assert_eq!(first(&findings, L1), wanted, "{}", scheme.text());
        let findings = explore(&case(scheme).attacked(Class::None, Some(4)));
        assert_eq!(found(&findings, L1), [], "{} looks at each", scheme.text());
    }
    assert!(!broken(last_only(Name::Repeat5), Class::None, 7).contains(&L1));
}

#[test]
fn an_honest_process_is_enough_for_four_accesses_to_slip_and_to_start_twice() {
    let findings = explore(&case(Name::Repeat4).two_victims());
    assert_eq!(findings.broken(), [S3, S4]);
    for scheme in [Name::Repeat3, Name::Repeat5] {
        assert_eq!(explore(&case(scheme).two_victims()).broken(), [], "{}", scheme.text());
    }
}

#[test]
fn processes_that_share_both_pages_need_a_lock_for_every_repeated_scheme() {
    let sharing = |scheme| explore(&case(scheme).sharing()).broken();
    assert_eq!(sharing(Name::Repeat3), [S2, S3, S4]);
    assert_eq!(sharing(Name::Repeat4), [S2, S3, S4]);
    assert_eq!(sharing(Name::Repeat5), [S2, S3, S4]);
    for scheme in SOUND {
        assert_eq!(sharing(scheme), [], "{}", scheme.text());
    }
}

#[test]
fn threads_of_one_process_mix_in_every_scheme_but_five_accesses_of_their_own_pages() {
    let threads = |scheme| explore(&case(scheme).two_threads()).broken();
    for scheme in [Name::Shrimp2, Name::Flash, Name::ShadowCheck, Name::Shadow, Name::Portal] {
        assert_eq!(threads(scheme), [S2, S3], "{}", scheme.text());
    }
    assert_eq!(threads(Name::Key), [S2, S3, S4]);
    assert_eq!(threads(Name::Repeat4), [S3, S4]);
    for scheme in [Name::Shrimp1, Name::Repeat3, Name::Repeat5] {
        assert_eq!(threads(scheme), [], "{}", scheme.text());
    }
}

#[test]
fn an_abandoned_attempt_misleads_in_three_and_four_accesses_without_anybody_else() {
    let abandons = |scheme| {
        explore(&Setting { abandons: true, ..case(scheme).attacked(Class::None, Some(0)) })
    };
    let findings = abandons(Name::Repeat4);
    assert_eq!(first(&findings, S3), "V st B, V ld A, begins again, V st B, V ld A");
    let findings = abandons(Name::Repeat3);
    assert_eq!(first(&findings, S3), "V ld A, V st B, begins again, V ld A");
    // One access is a whole transfer, and the stand-in for the exchange asks only afterwards.
    assert_eq!(abandons(Name::Shrimp1).broken(), [S4]);
    for scheme in Name::ALL {
        let broken = abandons(scheme).broken();
        let is_known = [Name::Shrimp1, Name::Repeat3, Name::Repeat4].contains(&scheme);
        assert_eq!(broken.is_empty(), !is_known, "{} {broken:?}", scheme.text());
    }
}

#[test]
fn a_right_to_write_alone_lets_a_key_pass_a_source_unless_the_door_looks_at_rights() {
    let setting = case(Name::Key).attacked(Class::WriteB, Some(4));
    let findings = explore(&setting);
    assert_eq!(findings.broken(), [S1]);
    assert_eq!(found(&findings, S1), [(4, 4)]);
    let checked = Setting { door: Door::Rights, ..setting };
    assert_eq!(explore(&checked).broken(), []);
}

#[test]
fn shrimp1_gives_who_may_write_a_page_its_partner_too() {
    for exchange in [false, true] {
        let case = Case { exchange, ..case(Name::Shrimp1) };
        let findings = explore(&case.attacked(Class::ReadWriteA, None));
        assert_eq!(findings.broken(), [S1]);
    }
}

#[test]
fn a_portal_is_only_as_safe_as_its_door() {
    let setting = case(Name::Portal).attacked(Class::None, Some(8));
    assert_eq!(explore(&setting).broken(), []);
    let open = Setting { door: Door::Extent, ..setting };
    assert_eq!(explore(&open).broken(), [S1]);
}

#[test]
fn what_leaves_its_page_is_stopped_by_the_door_alone() {
    for scheme in Name::ALL {
        let mut setting = case(scheme).attacked(Class::None, Some(0));
        let process = &mut setting.processes[0];
        process.call.size = 4097;
        process.program = program(scheme, &process.call, Check::Each);
        let open = Setting { door: Door::Open, ..setting.clone() };
        assert!(explore(&open).broken().contains(&S5), "{}", scheme.text());
        assert!(!explore(&setting).broken().contains(&S5), "{}", scheme.text());
    }
}

#[test]
fn a_revoked_process_moves_what_is_anothers_now_unless_its_latches_are_cleared() {
    for scheme in Name::ALL {
        let breaks = |clears| explore(&case(scheme).revoked(clears)).broken().contains(&S6);
        let latches = scheme != Name::Shrimp1;
        assert_eq!(breaks(false), latches, "{}", scheme.text());
        assert!(!breaks(true), "{}", scheme.text());
    }
}

#[test]
fn looked_at_as_a_sliding_window_five_accesses_never_end_after_a_stray_store() {
    let setting = case(Name::Repeat5).attacked(Class::None, Some(4));
    let findings = explore(&with(setting, Repeated::new(5, Reading::Sliding)));
    assert_eq!(findings.broken(), [L1]);
    // From here on the victim is one half of the sequence behind: told OK2 where it waits for OK1, it begins again, and still is.
    assert_eq!(text(&findings.of(L1)[0].events), "V st B, M st C");
}
