// SPDX-License-Identifier: Apache-2.0
//! `forebay udma attack`: what is found, and how it is shown.

use serde_json::Value;

use crate::common::Outcome;
use crate::udma;

/// What was found of one scheme and one attacker: property, his accesses, all accesses.
fn found(explored: &Value) -> Vec<(String, u64, u64)> {
    let one = |broken: &Value| {
        let number = |key: &str| broken[key].as_u64().unwrap();
        (broken["property"].as_str().unwrap().to_owned(), number("foreign"), number("accesses"))
    };
    explored["broken"].as_array().unwrap().iter().map(one).collect()
}

pub(crate) fn attack(args: &[&str]) -> (Outcome, Value) {
    let outcome = udma(&[&["attack"], args, &["--json"]].concat());
    let json = outcome.json();
    assert_eq!(json["modelled"], true);
    (outcome, json)
}

#[test]
fn figure_6_is_found_not_stored_and_shown_as_both_see_it() {
    let args = ["repeat4", "--rights", "read-source", "--accesses", "4"];
    let (outcome, json) = attack(&args);
    assert_eq!(outcome.code, 6, "{}", outcome.err);
    let explored = &json["explored"][0];
    assert_eq!(explored["scheme"], "repeat4");
    assert_eq!(found(explored)[0], ("S3".into(), 1, 5));
    let worst = &explored["broken"][0];
    assert_eq!(worst["run"], "V st B, V ld A, V st B, M ld A, V ld A");
    // The figure is what the report prints, and the same run.
    let figures = json["figures"].as_array().unwrap();
    assert_eq!(figures.len(), 1);
    assert_eq!((&figures[0]["name"], &figures[0]["steps"]), (&"figure 6".into(), &worst["steps"]));
    let text = udma(&[&["attack"], &args[..]].concat());
    assert_eq!(text.code, 6);
    let wanted = [
        "    victim  attacker  answer  moved            ",
        " 1  st B                                       ",
        " 2  ld A              OK1                      ",
        " 3  st B                                       ",
        " 4          ld A      OK2     A to B, 64 bytes ",
        " 5  ld A              FAIL                     ",
    ];
    assert!(text.out.contains(&wanted.join("\n")), "{}", text.out);
    assert!(text.out.contains("== figure 6 of the report, repeat4\n"), "{}", text.out);
    assert!(text.out.ends_with("Modelled: nothing of it has touched a card.\n"), "{}", text.out);
}

#[test]
fn a_sound_scheme_is_said_to_be_unbroken_in_every_order_that_was_looked_at() {
    for scheme in ["shadow", "portal", "shrimp2+hook", "flash+who", "pal"] {
        let (outcome, json) = attack(&[scheme, "--rights", "read-source"]);
        assert_eq!(outcome.code, 0, "{scheme}: {}", outcome.err);
        let explored = &json["explored"][0];
        assert_eq!(found(explored), [], "{scheme}");
        let (states, tried) =
            (explored["states"].as_u64().unwrap(), explored["tried"].as_u64().unwrap());
        assert!(tried >= states && states > 10, "{scheme}: {states}, {tried}");
        let out = udma(&["attack", scheme, "--rights", "read-source"]).out;
        let line = format!(
            "nothing found: {scheme}, read-source: every order of the victim's accesses and up to 4 of the attacker's; {states} states, {tried} accesses tried in them\n"
        );
        assert!(out.starts_with(&line), "{out}");
    }
    // The same without what they want of the kernel.
    for scheme in ["shrimp2", "flash"] {
        let (outcome, json) = attack(&[scheme, "--rights", "none"]);
        assert_eq!(outcome.code, 6);
        assert_eq!(found(&json["explored"][0])[0], ("S1".into(), 1, 2), "{scheme}");
    }
}

#[test]
fn all_schemes_are_a_table_figures_and_the_worst_run_of_each_and_no_failure() {
    let (outcome, json) = attack(&["--accesses", "2"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let explored = json["explored"].as_array().unwrap();
    assert_eq!(explored.len(), 14 * 5);
    let names: Vec<_> = json["figures"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["figure 5", "figure 6"]);
    // Attackers by rights, as the model's README has them, with two accesses.
    let cells = |scheme: &str| -> Vec<_> {
        let of = explored.iter().filter(|it| it["scheme"] == scheme);
        of.map(|it| found(it).first().cloned()).collect()
    };
    let broken = |property: &str, foreign, all| Some((property.to_owned(), foreign, all));
    assert_eq!(cells("shadow"), vec![None; 5]);
    assert_eq!(cells("repeat4")[1], broken("S3", 1, 5));
    assert_eq!(cells("repeat3")[0], broken("S1", 2, 6));
    assert_eq!(cells("shrimp1")[4], broken("S1", 1, 1));
    let out = udma(&["attack", "--accesses", "2"]).out;
    for part in [
        "none",
        "read-write-source",
        "S1 1/2",
        "== figure 5 of the report, repeat3",
        "== shrimp2, none: S1",
        "C to B, 64 bytes",
    ] {
        assert!(out.contains(part), "`{part}` is not in: {out}");
    }
}
