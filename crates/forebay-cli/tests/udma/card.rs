// SPDX-License-Identifier: Apache-2.0
//! `forebay udma attack --card`: the same runs with real bytes.

use serde_json::{Value, json};

use crate::attack::attack;
use crate::udma;

/// A run on a card by what the model says of it: every answer, and the bytes of the first transfer, which later ones may write again.
fn agrees(run: &Value) {
    let steps = run["steps"].as_array().unwrap();
    let card = run["card"].as_array().unwrap();
    assert_eq!(card.len(), steps.len());
    let mut is_first = true;
    for (step, played) in steps.iter().zip(card) {
        assert_eq!(played["answer"], step["answer"], "{run}");
        if let Some(start) = step["start"].as_object().filter(|_| is_first) {
            is_first = false;
            let page = |address: &Value| {
                let page = usize::try_from(address.as_u64().unwrap() >> 12).unwrap();
                ["0", "A", "B", "C", "D"][page]
            };
            let offset = |address: &Value| address.as_u64().unwrap() % 4096;
            let holds = format!("{}{}", page(&start["src"]), offset(&start["src"]));
            let to = match offset(&start["dst"]) {
                0 => page(&start["dst"]).to_owned(),
                offset => format!("{}+{offset}", page(&start["dst"])),
            };
            let moved = json!([{ "to": to, "bytes": start["size"], "holds": holds }]);
            // Bytes that are moved to where they are have not changed.
            let wanted = if start["src"] == start["dst"] { json!([]) } else { moved };
            assert_eq!(played["moved"], wanted, "{run}");
        } else if step["start"].is_null() {
            assert_eq!(played["moved"], json!([]), "{run}");
        }
    }
}

#[test]
fn what_the_model_finds_happens_on_a_card_with_real_bytes() {
    let (_, json) = attack(&["shrimp2", "--rights", "none", "--card", "fast"]);
    assert_eq!(json["on"], "fast:loopback-udma");
    let nothing = json!({ "answer": null, "moved": [] });
    let moved = json!({ "answer": 1, "moved": [{ "to": "B", "bytes": 64, "holds": "C0" }] });
    let run = &json["explored"][0]["broken"][0];
    assert_eq!(run["run"], "V st B, M ld C");
    assert_eq!(run["card"], json!([nothing, moved]));
    let mut runs = 0;
    for scheme in ["shrimp2", "flash", "repeat3", "repeat4", "repeat5"] {
        let (outcome, json) = attack(&[scheme, "--card", "fast"]);
        assert_eq!(outcome.code, 6, "{scheme}: {}", outcome.err);
        let explored = json["explored"].as_array().unwrap();
        for run in explored.iter().flat_map(|it| it["broken"].as_array().unwrap()) {
            agrees(run);
            runs += 1;
        }
        json["figures"].as_array().unwrap().iter().for_each(agrees);
    }
    assert!(runs > 30, "{runs}");
    let out = udma(&[
        "attack",
        "repeat4",
        "--rights",
        "read-source",
        "--accesses",
        "1",
        "--card",
        "fast",
    ])
    .out;
    for part in
        ["64 bytes at B now begin with \"A0\"", "played on fast:loopback-udma, a simulated card."]
    {
        assert!(out.contains(part), "`{part}` is not in: {out}");
    }
}

#[test]
fn a_card_without_user_level_dma_is_named_and_so_is_none() {
    udma(&["attack", "portal", "--card", "fast:loopback"])
        .failed(2, &["fast:loopback", "loopback-udma"]);
    udma(&["attack", "portal", "--card", "paper:loopback"])
        .failed(4, &["paper:loopback", "rtl:BUILD"]);
}
