// SPDX-License-Identifier: Apache-2.0
//! `forebay udma bench --small`: what starting small transfers without the kernel is worth.

use crate::udma;

#[test]
fn small_transfers_are_started_faster_by_the_portal_and_faster_in_batches() {
    let outcome = udma(&["bench", "--small", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    assert_eq!(
        (&json["modelled"], &json["card"], &json["bytes"]),
        (&true.into(), &"fast:loopback-udma".into(), &64.into())
    );
    let rows = json["rows"].as_array().unwrap();
    let named: Vec<_> = (rows.iter())
        .map(|row| (row["way"].as_str().unwrap(), row["batch"].as_u64().unwrap()))
        .collect();
    let portal = [1, 2, 4, 8, 64].map(|batch| ("portal", batch));
    let lists = [2, 4, 8, 64, 128].map(|batch| ("portal_list", batch));
    assert_eq!(named, [&[("kernel", 1)], &portal[..], &lists[..]].concat());
    let number = |at: usize, name: &str| rows[at][name].as_f64().unwrap();
    for (at, row) in rows.iter().enumerate() {
        let rate = number(at, "starts_per_second");
        let exact = 1e6 / (number(at, "card_us") + number(at, "processor_us"));
        assert!((rate - exact).abs() < 1e-6 * exact, "{row}");
        let ratio = rate / number(0, "starts_per_second");
        assert!((number(at, "ratio") - ratio).abs() < 1e-9 * ratio, "{row}");
        // A list comes a round trip later than lines, so its rows rise by themselves from the kernel's way on.
        if at > 0 {
            let before = if named[at] == lists[0] { 0 } else { at - 1 };
            assert!(rate > number(before, "starts_per_second"), "{row}");
        }
    }
    let rate_of =
        |row| number(named.iter().position(|it| *it == row).unwrap(), "starts_per_second");
    assert!(rate_of(("portal_list", 64)) > rate_of(("portal", 64)), "long ones are worth it");
    let out = udma(&["bench", "--small", "fast"]).out;
    for part in ["modelled", "Gen3 x16", "kernel", "portal", "starts a second"] {
        assert!(out.contains(part), "`{part}` is not in: {out}");
    }
}

#[test]
fn what_cannot_be_asked_of_small_transfers_is_refused_with_the_next_step() {
    let without = ["bench", "--small", "fast:loopback"];
    let drawn = ["bench", "--small", "fast", "--plot", "nowhere"];
    for (args, parts) in [
        (&without[..], ["card fast:loopback has no user-level DMA", "fast:loopback-udma"]),
        (&drawn[..], ["--small", "cannot be used with"]),
    ] {
        let outcome = udma(args);
        assert_eq!(outcome.code, 2, "{}", outcome.err);
        assert_eq!(outcome.out, "");
        for part in parts {
            assert!(outcome.err.contains(part), "`{part}` is not in: {}", outcome.err);
        }
    }
}
