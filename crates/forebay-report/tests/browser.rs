// SPDX-License-Identifier: Apache-2.0
//! The page in a real browser: every chart is laid out, choosing a run shows it and nothing else, and nothing is said on the console.
//! Without `chromium-headless-shell`, which `make setup` brings where it can, this says so and checks nothing.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use common::{report, small_f1};
use serde_json::Value;

const BROWSER: &str = "chromium-headless-shell";

/// Asks the page what a reader would see, and leaves the answers in it.
const QUESTIONS: &str = r#"<pre id="answers"></pre><script>{
const seen = (one) => { const box = one.getBoundingClientRect(); return box.width > 200 && box.height > 100; };
const lines = document.getElementById("lines");
const answers = { figures: document.querySelectorAll("section:not(#lines) figure svg").length, seen: 0, views: [] };
for (const svg of document.querySelectorAll("section:not(#lines) figure svg")) answers.seen += seen(svg);
const run = document.getElementById("run"), part = document.getElementById("part");
for (const one of Array.from(run.options)) {
  run.value = one.value; run.dispatchEvent(new Event("change"));
  for (const other of Array.from(part.options)) {
    part.value = other.value; part.dispatchEvent(new Event("change"));
    const shown = Array.from(lines.querySelectorAll("figure")).filter((figure) => seen(figure.querySelector("svg")));
    answers.views.push([one.textContent, other.textContent, shown.map((figure) => figure.getAttribute("aria-label"))]);
  }
}
document.getElementById("answers").textContent = JSON.stringify(answers);
}</script></body>"#;

fn open(page: &Path) -> Output {
    Command::new(BROWSER)
        .args(["--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--log-level=0"])
        .args(["--timeout=60000", "--window-size=1340,2000", "--dump-dom"])
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap()
}

/// What the page has said on the console.
fn console(output: &Output) -> Vec<String> {
    let said = String::from_utf8_lossy(&output.stderr);
    said.lines().filter(|line| line.contains("CONSOLE")).map(Into::into).collect()
}

#[test]
fn a_browser_shows_every_chart_and_has_nothing_to_say() {
    if Command::new(BROWSER).arg("--version").output().is_err() {
        eprintln!(
            "skipped: no {BROWSER} here; install the Debian package of that name, or run `make setup` as root"
        );
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let (_, recordings, page) = report(&small_f1(2), out.path());
    let asking = out.path().join("asking.html");
    fs::write(&asking, page.replace("</body>", QUESTIONS)).unwrap();
    let output = open(&asking);
    assert_eq!(console(&output), [""; 0]);
    let dom = String::from_utf8(output.stdout).unwrap();
    let (_, answers) = dom.split_once("<pre id=\"answers\">").unwrap();
    let (answers, _) = answers.split_once("</pre>").unwrap();
    let answers: Value = serde_json::from_str(&answers.replace("&amp;", "&")).unwrap();
    // The steps, and boxes of all orders that end.
    assert!(answers["figures"].as_u64().unwrap() > 20, "{answers}");
    assert_eq!(answers["figures"], answers["seen"]);
    let views = answers["views"].as_array().unwrap();
    assert!(views.len() > 2 * recordings.len(), "{answers}");
    for view in views {
        let title = format!("{}: {}", view[0].as_str().unwrap(), view[1].as_str().unwrap());
        assert_eq!(view[2], serde_json::json!([title]));
    }
    // That it would have heard a complaint.
    let broken = page.replace("\"use strict\";", "\"use strict\"; nothing.of.the.kind();");
    fs::write(&asking, broken).unwrap();
    assert_eq!(console(&open(&asking)).len(), 1);
}
