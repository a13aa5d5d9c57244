// SPDX-License-Identifier: Apache-2.0
//! What files say, and what is refused.

use std::collections::HashSet;

use forebay_host_model::{Costs, Profile, Time};

use super::*;
use crate::{Body, Cell};

fn read(text: &str) -> Result<Plan, SweepError> {
    Plan::from_text(Path::new("my/sweep.toml"), text, None, None)
}

#[test]
fn an_empty_file_is_one_setting_of_the_published_card() {
    let plan = read("").unwrap();
    assert_eq!(plan.name, "sweep");
    let scenario = Scenario::published(Pattern::Alternate, Completion::Interrupt, 512, 1024);
    assert_eq!(plan.cells, [Cell::new(scenario, RUNS)]);
}

#[test]
fn every_key_is_heeded_and_every_combination_is_there_once() {
    let text = r#"
        name = "mine"
        runs = 3
        seed = 2
        [host]
        profile = ["forebay", "forebay-in-process"]
        tasks = [0, 9]
        worked = true
        costs = { wake_up_idle = "7 us", system_call = "exponential(300 ns)" }
        [card]
        like = "forebay"
        fifo = [64, 1024]
        pair = ["20 ns", "1 us"]
        element_bytes = [32, 144]
        write_path = "shared"
        [send]
        pattern = ["alternate", "memory_3"]
        completion = ["interrupt", "poll"]
        aligned = [true, false]
        chunk = { from = 16, to = 64 }
        pairs = [1000, 2000]
    "#;
    let plan = read(text).unwrap();
    // Profiles, tasks, times, completions, alignments, chunks, numbers of pairs; FIFOs only where it is not memory.
    let each = 2 * 2 * 2 * 2 * 2 * 3 * 2;
    assert_eq!((&*plan.name, plan.cells.len()), ("mine", each * 2 + each));
    let names: HashSet<_> = plan.cells.iter().map(|cell| &cell.name).collect();
    assert_eq!(names.len(), plan.cells.len());
    let name =
        "forebay-in-process-pair1us-pairs2000-alternate-fifo64-tasks9-poll-unaligned-chunk32";
    let Cell { scenario, runs, subject, .. } = plan.find(name).unwrap();
    let costs = Costs::default()
        .with_text("wake_up_idle = 7 us\nsystem_call = exponential(300 ns)")
        .unwrap();
    let wanted = Scenario {
        pattern: Pattern::Alternate,
        completion: Completion::Poll,
        aligned: false,
        chunk: 32,
        pairs: 2000,
        profile: Profile { costs, ..Profile::in_process().with_tasks(9) },
        card: FlowParams {
            depth: [64; 2],
            pair: Time::from_us(1),
            element_bytes: [32, 144],
            write_path: WritePath::Shared,
            ..FlowParams::forebay(&LinkParams::default(), 20)
        },
        seed: 6,
        worked: true,
        trace: false,
    };
    assert_eq!((scenario, *runs, &**subject), (&wanted, 3, "forebay-in-process-pair1us-pairs2000"));
}

/// A file of a setting on the native card.
fn on_fast(card: &str, send: &str) -> String {
    format!("[card]\nlike = 'forebay'\nbody = 'fast'\n{card}\n[send]\n{send}")
}

#[test]
fn the_fifos_of_this_projects_card_hold_fewer_elements_where_these_are_larger() {
    for (text, depth) in [
        (on_fast("element_bytes = [64, 128]", ""), [1024, 512]),
        (on_fast("element_bytes = [16, 64]", ""), [4096, 1024]),
        ("[card]\nlike = 'forebay'\nelement_bytes = [32, 144]".into(), [2048, 455]),
        ("[card]\nlike = 'forebay'\nelement_bytes = [64, 64]\nfifo = 16".into(), [16; 2]),
        // Of which the source tells elements.
        ("[card]\nelement_bytes = [32, 144]".into(), [1024; 2]),
        ("[card]\nlike = 'bypassed'\nelement_bytes = [32, 144]".into(), [1024; 2]),
    ] {
        let plan = read(&text).unwrap();
        assert!(plan.cells.iter().all(|cell| cell.scenario.card.depth == depth), "{text}");
    }
    let text = read("[card]\nlike = 'forebay'\nelement_bytes = [0, 64]").unwrap_err().to_string();
    assert!(text.contains("element_bytes is 0"), "{text}");
}

#[test]
fn a_cell_is_on_each_body_that_is_named_and_its_key_says_on_which() {
    let read = |bodies: &str| {
        read(&format!("[card]\nlike = 'forebay'\nbody = {bodies}\n[send]\nchunk = [256, 512]"))
    };
    let plan = read("['flow', 'fast']").unwrap();
    let bodies: Vec<_> = plan.cells.iter().map(|cell| (cell.body, &*cell.subject)).collect();
    assert_eq!(bodies[..2], [(Body::Flow, "flow"); 2]);
    assert_eq!(bodies[2..], [(Body::Fast, "fast"); 2]);
    for (flow, fast) in plan.cells[..2].iter().zip(&plan.cells[2..]) {
        assert_eq!(flow.scenario, fast.scenario);
        assert_ne!(flow.key("model"), fast.key("model"));
        assert!(flow.version.is_empty() && !fast.version.is_empty());
    }
    // One that is alone has no name for it.
    let alone = read("'fast'").unwrap();
    let names: Vec<_> = alone.cells.iter().map(|cell| (cell.body, &*cell.subject)).collect();
    assert_eq!(names, [(Body::Fast, ""); 2]);
    assert_eq!(alone.cells[0].key("model"), plan.cells[2].key("model"));
}

#[test]
fn what_is_wrong_is_told_by_file_key_value_and_what_may_be() {
    for (text, parts) in [
        ("chunks = 3", &["line 1: unknown field `chunks`", "README of forebay-sweep"][..]),
        ("\n[send]\nchunk_size = 3", &["line 3: unknown field `chunk_size`", "`chunk`"]),
        ("[send\n", &["line 1: "]),
        ("[send]\nchunk = 0", &["chunk is 0; give 1 to 2^36"]),
        ("[send]\nchunk = -5", &["send.chunk = -5; give a whole number"]),
        ("[send]\nchunk = []", &["send.chunk = []; give at least one value"]),
        ("[send]\nchunk = [8, 8]", &["send.chunk = [8, 8]; give 8 once"]),
        ("[send]\nchunk = { from = 9, to = 8 }", &["send.chunk = ", "MOST not below it"]),
        ("[send]\nchunk = { from = 0, to = 8 }", &["send.chunk = ", "LEAST at least 1"]),
        ("[send]\nchunk = { from = 1, until = 8 }", &["send.chunk = ", "{ from = LEAST, to"]),
        ("[send]\npairs = 100000000000", &["pairs is 100000000000; give 1 to 2^36"]),
        ("[send]\npattern = 'sideways'", &["send.pattern: no pattern", "`sideways`", "alternate"]),
        ("[send]\npattern = 'memory_5'", &["send.pattern = \"memory_5\"; give memory_1 to"]),
        ("[send]\npattern = 'one_list'", &["one_list", "forebay-in-process"]),
        ("[send]\ncompletion = 'luck'", &["`luck`", "interrupt, poll"]),
        ("[send]\naligned = 1", &["send.aligned = 1; give true or false"]),
        ("[card]\nbody = 'paper'", &["card.body = \"paper\"; give flow, fast, rtl"]),
        ("[card]\nbody = 1", &["card.body = 1; give a name in quotation marks"]),
        ("[card]\nbody = ['fast', 'fast']", &["card.body = ", "give \"fast\" once"]),
        (
            "[card]\nbody = ['flow', 'fast']",
            &["card.like = f1-shell; give forebay", "or leave fast out of card.body"],
        ),
        (
            &on_fast("fifo = 512", ""),
            &["card.fifo = 512 and 512; give none: the card's are 2048 and 1024: FIFOs of"],
        ),
        (
            &on_fast("element_bytes = [32, 144]", ""),
            &["card.element_bytes = [32, 144]; give two powers of two"],
        ),
        (
            &on_fast("element_bytes = [64, 48]\nfifo = 1024", ""),
            &["card.fifo = 1024 and 1024; give none: the card's are 1024 and 1365"],
        ),
        (&on_fast("pair = '90 us'", ""), &["card.pair = 90 us; give", "such as 65536 ns"]),
        (&on_fast("", "chunk = 511"), &["send.chunk = 511; give a multiple of 2"]),
        (&on_fast("", "pairs = 511"), &["send.pairs = 511; give a multiple of 2"]),
        (&on_fast("", "aligned = false"), &["send.aligned = false; give true, or a profile"]),
        (&on_fast("", "pattern = 'memory_3'"), &["send.pattern = ", "of 2 channels at most"]),
        (
            &on_fast("write_path = 'shared'", "pattern = 'memory_4'"),
            &["send.pattern = ", "build sink-shared has no more"],
        ),
        ("[card]\npair = 114", &["card.pair: `114` has no unit"]),
        ("[card]\npair = '114'", &["card.pair: `114` has no unit"]),
        ("[card]\npair = '0 ns'", &["pair is 0 ps; give"]),
        ("[card]\nfifo = 0", &["depth is 0; give 1 to 2^26"]),
        ("[card]\nfifo = 1000000000000", &["depth is 1000000000000; give 1 to 2^26"]),
        ("[card]\nelement_bytes = [32]", &["card.element_bytes = [32]; give two sizes"]),
        ("[card]\nelement_bytes = [32, 5000]", &["element_bytes is 5000; give 1 to 4096"]),
        ("[card]\nlike = 'paper'", &["card.like = \"paper\"; give f1-shell, bypassed"]),
        ("[card]\nwrite_path = 'long'", &["card.write_path", "shared or reserved"]),
        ("[host]\nprofile = 'vista'", &["host.profile: no host profile", "`vista`", "stock-xdma"]),
        ("[host]\ntasks = 5000000000", &["host.tasks = 5000000000; give 65536 at most"]),
        ("[host]\ntasks = 70000", &["tasks is 70000; give 65536 at most"]),
        ("[host.costs]\nwake_up_idle = 22", &["host.costs.wake_up_idle: `22` has no unit"]),
        ("[host.costs]\nwake_up = '22 us'", &["host.costs.wake_up: no cost is called `wake_up`"]),
        ("[host.costs]\npoll_step = true", &["host.costs.poll_step = true; give a time"]),
        ("runs = 0", &["runs is 0; give 1 to 100000"]),
        ("runs = 'many'", &["runs = \"many\"; give a whole number"]),
        ("name = 3", &["name = 3; give a name in quotation marks"]),
    ] {
        let error = read(text).unwrap_err().to_string();
        for part in parts {
            assert!(error.contains(part), "{text}: `{part}` is not in: {error}");
        }
        assert!(error.starts_with("my/sweep.toml: ") || text.starts_with("runs = 0"), "{error}");
    }
    let numbers: Vec<_> = (1..=400).map(|number: u32| number.to_string()).collect();
    let numbers = numbers.join(", ");
    let text = format!("[send]\nchunk = [{numbers}]\npairs = [{numbers}]");
    let error = read(&text).unwrap_err();
    assert!(matches!(error, SweepError::TooMany { cells: 160_000, .. }), "{error}");
}
