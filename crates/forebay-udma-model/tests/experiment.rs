// SPDX-License-Identifier: Apache-2.0
//! The experiment of section 4.4 against an independent model's figures, typed by hand, and against itself played.

use forebay_udma_model::cost::{Bus, Terms, minimax, rows, turbochannel};
use forebay_udma_model::experiment::{
    Contention, Counts, Pace, Rates, Table, Users, contend, dwell, simulate, table,
};
use forebay_udma_model::explore::{Case, Switch};
use forebay_udma_model::scheme::{Engine, Name, Reading, Repeated};

fn users(scheme: Name, processes: u8) -> Users<Engine> {
    Users::new(Case::bare(scheme), processes)
}

fn five() -> Table {
    table(&users(Name::Repeat5, 2))
}

/// Errors and answers FAIL of 100 switches, rounded.
fn per_100(rates: Rates) -> (f64, f64) {
    ((100.0 * rates.errors).round(), (100.0 * rates.fails).round())
}

fn weights(store: f64, load: f64, gap: f64) -> Vec<f64> {
    let bus = Bus { store, load, barrier: 0.0, trap: 0.0 };
    dwell(users(Name::Repeat5, 2).processes[0].program.steps(), &bus, gap)
}

#[test]
fn the_25_pairs_of_phases_are_those_of_the_table() {
    let table = five();
    for (j, row) in table.cells.iter().enumerate() {
        for (k, counts) in row.iter().enumerate() {
            let (errors, fails) = match (j, k) {
                (0, 0) => (0, 0),
                (2, 0) => (3, 1),
                (3 | 4, 1) => (2, 1),
                _ => (1, 1),
            };
            let wanted = Counts { errors, fails, ..Counts::default() };
            assert_eq!(*counts, wanted, "resumed after {j}, left after {k}");
        }
    }
    assert_eq!((table.cells.len(), table.cells[0].len()), (5, 5));
}

#[test]
fn uniform_phases_give_28_and_24_of_25() {
    let rates = five().uniform();
    assert!((rates.errors - 28.0 / 25.0).abs() < 1e-12, "{rates:?}");
    assert!((rates.fails - 24.0 / 25.0).abs() < 1e-12, "{rates:?}");
    assert!((five().spread() - 0.52).abs() < 0.005, "{}", five().spread());
}

#[test]
fn unequal_dwell_moves_the_means() {
    let mean = |store, load, gap| per_100(five().mean(&weights(store, load, gap)));
    assert_eq!(mean(1.0, 2.0, 0.0), (114.0, 98.0), "loads twice as slow");
    assert_eq!(mean(1.0, 1.0, 1.0), (106.0, 89.0), "an idle gap of one access");
    assert_eq!(mean(1.0, 2.0, 1.0), (110.0, 95.0), "both");
}

#[test]
fn with_the_dwell_of_table_1_it_is_111_and_95() {
    let terms = Terms::AccessAndBarrier;
    let bus = turbochannel(terms, &minimax(&rows(terms)).unwrap());
    let weights = dwell(users(Name::Repeat5, 2).processes[0].program.steps(), &bus, 0.0);
    assert_eq!(per_100(five().mean(&weights)), (111.0, 95.0));
}

#[test]
fn slow_loads_and_gaps_alone_reach_only_the_lower_edge_of_what_was_measured() {
    let mut errors: Vec<f64> = Vec::new();
    for (load, gap) in
        (50..400).step_by(5).flat_map(|it| (0..300).step_by(5).map(move |gap| (it, gap)))
    {
        let rates = five().mean(&weights(1.0, f64::from(load) / 100.0, f64::from(gap) / 100.0));
        // 93 to 97 answers FAIL a second, at 100 switches.
        if (0.93..=0.97).contains(&rates.fails) {
            errors.push(100.0 * rates.errors);
        }
    }
    let most = errors.iter().fold(0.0_f64, |most, it| most.max(*it));
    assert!(errors.len() > 100 && (112.0..112.5).contains(&most), "{most}, of 112 to 115");
}

#[test]
fn only_the_literal_machine_gives_what_was_measured() {
    let resync = users(Name::Repeat5, 2).with(Repeated::new(5, Reading::Resync));
    assert_eq!(per_100(table(&resync).uniform()), (104.0, 48.0));
    let reset = users(Name::Repeat5, 2).with(Repeated::new(5, Reading::Reset));
    assert_eq!(table(&reset), five());
}

/// By p, the chance of being between two attempts, and the rest spread evenly.
#[test]
fn the_closed_form_is_the_table() {
    for p in [0.0, 0.17, 0.2, 0.26, 1.0] {
        let q = (1.0 - p) / 4.0;
        let rates = five().mean(&[p, q, q, q, q]);
        assert!((rates.fails - (1.0 - p * p)).abs() < 1e-12, "{p}: {rates:?}");
        let errors = 1.0 - p * p + 2.0 * q * p + 2.0 * q * q;
        assert!((rates.errors - errors).abs() < 1e-12, "{p}: {rates:?}");
    }
}

#[test]
fn each_scheme_has_its_own_rates() {
    let rates = |scheme| table(&users(scheme, 2)).uniform();
    let none = Rates::default();
    for scheme in [Name::Shrimp1, Name::Shadow, Name::Key, Name::Portal] {
        assert_eq!(rates(scheme), none, "{}", scheme.text());
    }
    let rejects = Rates { errors: 0.5, fails: 0.5, ..none };
    assert_eq!(rates(Name::ShadowCheck), rejects);
    assert_eq!(
        rates(Name::Shrimp2),
        Rates { errors: 0.25, fails: 0.25, wrong: 0.25, untold: 0.0 },
        "without its hook"
    );
    let helped = |scheme, switch, atomic| {
        let case = Case { switch, atomic, ..Case::bare(scheme) };
        table(&Users::new(case, 2)).uniform()
    };
    assert_eq!(helped(Name::Shrimp2, Switch::Hook, false), rejects);
    assert_eq!(helped(Name::Flash, Switch::Who, false), rejects);
    assert_eq!(helped(Name::Shrimp2, Switch::Silent, true), none);
}

const SWITCHES: u32 = 20_000;
const EVEN: Pace = Pace { store: 1, load: 1, gap: 0 };

/// Whether two rates agree: within four standard errors of the played one (1 in 16,000), for there are a hundred comparisons here, and of
/// a hundred intervals of 95 % five would not hold the exact value.
fn agrees(exact: f64, played: f64, half_95: f64) -> bool {
    (exact - played).abs() <= half_95 * 4.0 / 1.984 + 1e-12
}

#[test]
fn played_every_scheme_gives_the_same_for_2_3_and_4_processes() {
    let plain = Name::ALL.map(Case::bare);
    let helped = [
        Case { switch: Switch::Hook, ..Case::bare(Name::Shrimp2) },
        Case { switch: Switch::Who, ..Case::bare(Name::Flash) },
        Case { atomic: true, ..Case::bare(Name::Shrimp2) },
        Case { exchange: true, ..Case::bare(Name::Shrimp1) },
    ];
    for case in plain.into_iter().chain(helped) {
        let exact = table(&Users::new(case, 2)).uniform();
        for processes in 2..=4 {
            let measured = simulate(&Users::new(case, processes), EVEN, SWITCHES, 1);
            let label = format!("{case:?}, {processes}: {exact:?}, {measured:?}");
            assert!(agrees(exact.errors, measured.rates.errors, measured.errors_95), "{label}");
            assert!(agrees(exact.fails, measured.rates.fails, measured.fails_95), "{label}");
            assert!((exact.wrong - measured.rates.wrong).abs() < 0.02, "{label}");
            assert!((exact.untold - measured.rates.untold).abs() < 0.02, "{label}");
            assert!(measured.errors_95 < 0.02, "{label}");
        }
    }
}

#[test]
fn played_with_slow_loads_and_gaps_it_is_the_weighted_table() {
    for (store, load, gap) in [(1, 2, 0), (1, 1, 1), (1, 2, 1), (3, 7, 5)] {
        let pace = Pace { store, load, gap };
        let exact = five().mean(&weights(store.into(), load.into(), gap.into()));
        for processes in 2..=4 {
            let measured = simulate(&users(Name::Repeat5, processes), pace, SWITCHES, 7);
            let label = format!("{pace:?}, {processes}: {exact:?}, {measured:?}");
            assert!(agrees(exact.errors, measured.rates.errors, measured.errors_95), "{label}");
            assert!(agrees(exact.fails, measured.rates.fails, measured.fails_95), "{label}");
        }
    }
}

#[test]
fn what_is_played_depends_on_its_seed_alone() {
    let run = |seed| simulate(&users(Name::Repeat5, 3), EVEN, 1_000, seed);
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

fn contention(scheme: Name, processors: u8) -> Contention {
    contend(&users(scheme, processors), 300_000, 1)
}

#[test]
fn on_several_processors_contexts_of_their_own_cost_nothing() {
    for scheme in [Name::Shrimp1, Name::Shadow, Name::Key, Name::Portal] {
        for processors in 1..=4 {
            let rates = contention(scheme, processors).rates;
            assert_eq!(rates, Rates::default(), "{} {processors}", scheme.text());
        }
    }
}

#[test]
fn on_several_processors_one_latch_that_is_checked_costs_an_attempt_for_each_other_one() {
    for processors in 1..=4 {
        let Contention { ended, rates } = contention(Name::ShadowCheck, processors);
        let wanted = f64::from(processors) - 1.0;
        // Attempts are independent: four standard errors of a geometric law.
        let tolerance = 4.0 * f64::sqrt(wanted * (wanted + 1.0) / f64::from(ended));
        assert!((rates.errors - wanted).abs() <= tolerance, "{processors}: {rates:?}");
        assert_eq!((rates.wrong, rates.untold), (0.0, 0.0));
    }
}

#[test]
fn on_several_processors_five_accesses_stay_right_and_hardly_ever_get_through() {
    // Attempts told no, for each transfer.
    for (processors, low, high) in
        [(1, 0.0, 0.0), (2, 24.0, 27.0), (3, 125.0, 150.0), (4, 380.0, 500.0)]
    {
        let Contention { rates, .. } = contention(Name::Repeat5, processors);
        assert!((low..=high).contains(&rates.errors), "{processors}: {rates:?}");
        assert_eq!((rates.wrong, rates.untold), (0.0, 0.0), "{processors}");
    }
}

#[test]
fn on_several_processors_honest_processes_are_enough_to_move_what_nobody_wants() {
    for scheme in [Name::Shrimp2, Name::Flash] {
        assert!(contention(scheme, 2).rates.wrong > 0.3, "{}", scheme.text());
    }
    // Of three accesses it takes three processes.
    assert_eq!(contention(Name::Repeat3, 2).rates.wrong, 0.0);
    assert!(contention(Name::Repeat3, 3).rates.wrong > 0.1);
    // Four accesses move what is wanted, and tell those who wanted it that they did not.
    let rates = contention(Name::Repeat4, 2).rates;
    assert!(rates.wrong == 0.0 && rates.untold > 0.2, "{rates:?}");
}
