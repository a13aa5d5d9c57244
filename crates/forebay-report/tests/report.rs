// SPDX-License-Identifier: Apache-2.0
//! What a report promises: one file that needs nothing else, every plot in it and beside it, and a trace of each run that was recorded.

mod common;

use std::fs;

use common::{report, run, small_f1};
use forebay_report::write_report;
use forebay_sweep::{Plan, Recording};
use serde_json::Value;

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Nothing in it leads elsewhere: no link but to its own places, no picture, style or script of another file.
fn needs_nothing_else(page: &str) {
    for attribute in ["src=", "url(", "@import"] {
        assert_eq!(count(page, attribute), 0, "{attribute}");
    }
    for (place, _) in page.match_indices("href=\"") {
        let target = &page[place + 6..];
        assert!(target.starts_with('#') || target.starts_with("data:,"), "{}", &target[..40]);
    }
    // The name of the format of a drawing is no address that anybody asks.
    let rest = page.replace("http://www.w3.org/2000/svg", "");
    assert_eq!(count(&rest, "http://") + count(&rest, "https://"), 0);
}

#[test]
fn the_published_experiment_has_all_its_parts() {
    let out = tempfile::tempdir().unwrap();
    let (written, recordings, page) = report(&small_f1(3), out.path());
    needs_nothing_else(&page);
    for part in ["steps", "gains", "deadlocks", "lines", "boxes", "table"] {
        assert_eq!(count(&page, &format!("<section id=\"{part}\">")), 1, "{part}");
    }
    assert!(page.contains("Every time here is <b>modelled</b>"));
    for fitted in
        ["Two parameters are <b>fitted</b>", "takes 114 ns for an element", " 8 other tasks"]
    {
        assert!(page.contains(fitted), "{fitted}");
    }
    for published in ["198.49", "165.1", "139.54", "124.09"] {
        assert!(count(&page, published) >= 3, "in the bars, the boxes and the table: {published}");
    }
    // Deadlocks that are looked at: scalars first, a chunk that is too large, two threads.
    assert_eq!(count(&page, "data-name=\"how it comes to stand\""), 3);
    assert_eq!(count(&page, "nothing moves after "), 3);
    // A sentence for each step; which cost it is depends on the model.
    assert_eq!(count(&page, "Where it begins: "), 1);
    assert!(count(&page, "It removed ") >= 2, "{}", count(&page, "It removed "));
    // The steps; four families of boxes for each order that ends, of two subjects; four more of the list; a figure for each window.
    let windows = count(&page, "data-part=");
    assert_eq!(recordings.len(), 9);
    assert!(windows >= recordings.len() * 2, "{windows}");
    let boxes = count(&page, "elements of a chunk");
    assert_eq!(count(&page, "<figure"), 1 + boxes + windows);
    assert_eq!(count(&page, "<svg"), count(&page, "<figure"));
    let names: Vec<_> = written
        .pictures
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap())
        .filter(|name| !name.starts_with("timeline"))
        .collect();
    let alternate = |fifo, load| format!("boxes-alternate-fifo{fifo}-{load}.png");
    let wanted = [
        "steps.png".into(),
        alternate(1024, "idle"),
        alternate(1024, "tasks8"),
        alternate(4096, "idle"),
        alternate(4096, "tasks8"),
    ];
    assert_eq!(names, wanted);
}

#[test]
fn every_line_and_sign_of_a_chart_is_in_its_key() {
    let out = tempfile::tempdir().unwrap();
    let (_, _, page) = report(&small_f1(1), out.path());
    let charts: Vec<_> = page
        .split("<svg")
        .skip(1)
        .filter_map(|chart| Some(chart.split_once("</svg>")?.0))
        .collect();
    let with = |part: &str| charts.iter().filter(|chart| chart.contains(part)).count();
    let windows = count(&page, "data-part=");
    assert_eq!(with("elements in the FIFO"), windows);
    // One depth for both streams.
    assert_eq!(with("\nfull: 1024\n") + with("\nfull: 4096\n"), windows);
    assert_eq!(with("points full"), 0);
    // Chunks of 2,048 and 4,096 do not end where FIFOs hold 1,024; published are four times, and each is in the chart of its setting.
    let boxes: Vec<_> =
        charts.iter().filter(|chart| chart.contains("elements of a chunk")).collect();
    let alternate: Vec<_> =
        boxes.iter().filter(|chart| chart.contains("\na call a chunk, FIFO of ")).take(4).collect();
    // Those of the published subject come first.
    assert_eq!(alternate.len(), 4);
    for chart in alternate {
        assert_eq!(chart.contains("no run ended"), chart.contains("FIFO of 1024, "));
    }
    let marked = boxes.iter().filter(|chart| chart.contains("published mean"));
    let marked: Vec<_> =
        marked.map(|chart| count(chart, "198.49") + count(chart, "124.09")).collect();
    assert_eq!(marked, [1, 1], "with FIFOs of 1,024 and of 4,096, beside other tasks");
}

#[test]
fn where_fifos_differ_each_has_a_line_where_it_is_full() {
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("mine.toml");
    let text =
        "runs = 1\n[host]\nprofile = 'forebay'\n[card]\nlike = 'forebay'\n[send]\npairs = 8192";
    fs::write(&file, text).unwrap();
    let plan = Plan::from_file(&file, None, None).unwrap();
    let sweep = run(&plan, out.path());
    let recording = Recording::of(&sweep.findings[0].cell, 0, "a run".into()).unwrap();
    let written = write_report(&sweep, &[recording], out.path()).unwrap();
    let page = fs::read_to_string(&written.page).unwrap();
    let windows = count(&page, "data-part=");
    assert!(windows > 0);
    for full in ["\nscalars full: 2048\n", "\npoints full: 1024\n"] {
        assert_eq!(count(&page, full), windows, "{full}");
    }
}

#[test]
fn pictures_are_pictures_in_which_something_is_drawn() {
    let out = tempfile::tempdir().unwrap();
    let mut plan = small_f1(3);
    plan.cells.retain(|cell| cell.subject.is_empty() && cell.name.starts_with("alternate"));
    let (written, ..) = report(&plan, out.path());
    assert!(written.pictures.len() > 5);
    for path in &written.pictures {
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert!(info.width >= 600 && info.height >= 200, "{info:?}");
        let colors: std::collections::HashSet<_> = pixels.chunks(3).collect();
        assert!(colors.len() > 20, "{}: {} colours", path.display(), colors.len());
    }
    // Made again, nothing of before is left.
    fs::write(out.path().join("plots/old.png"), "").unwrap();
    let (again, ..) = report(&plan, out.path());
    let left = fs::read_dir(out.path().join("plots")).unwrap().count();
    assert_eq!((left, again.pictures), (written.pictures.len(), written.pictures));
}

#[test]
fn calls_by_size_have_a_line_for_each_number_of_channels() {
    let out = tempfile::tempdir().unwrap();
    let (written, _, page) = report(&Plan::dma(1, 0), out.path());
    needs_nothing_else(&page);
    assert_eq!(count(&page, "<section id=\"rates\">"), 1);
    for absent in ["steps", "gains", "deadlocks", "boxes"] {
        assert_eq!(count(&page, &format!("<section id=\"{absent}\">")), 0, "{absent}");
    }
    // Three hosts, asleep and polling.
    let rates = written.pictures.iter().filter(|path| path.to_str().unwrap().contains("rates-"));
    assert_eq!(rates.count(), 6);
    assert_eq!(count(&page, "4 channels\n"), 6, "a key each");
    for size in ["64 B", "1 KiB", "4 MiB"] {
        assert!(count(&page, size) >= 6, "{size}");
    }
}

#[test]
fn a_trace_has_every_span_and_every_level_of_its_run() {
    let out = tempfile::tempdir().unwrap();
    let (written, recordings, _) = report(&small_f1(3), out.path());
    assert_eq!(written.traces.len(), recordings.len());
    for (path, recording) in written.traces.iter().zip(&recordings) {
        let trace: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        assert_eq!(trace["otherData"]["modelled"], true);
        let events = trace["traceEvents"].as_array().unwrap();
        let of =
            |phase: &str| events.iter().filter(|event| event["ph"] == phase).collect::<Vec<_>>();
        let outcome = &recording.outcome;
        let levels: Vec<_> = of("C")
            .iter()
            .map(|event| {
                let args = &event["args"];
                (
                    event["ts"].as_f64().unwrap(),
                    [&args["scalars"], &args["points"]].map(|one| one.as_u64().unwrap()),
                )
            })
            .collect();
        let kept: Vec<_> =
            outcome.trace.iter().flatten().map(|one| (one.at.us(), one.elements)).collect();
        assert_eq!(levels, kept);
        let timelines = outcome.timelines.as_ref().unwrap();
        let tracks: std::collections::BTreeSet<_> =
            of("X").iter().map(|event| event["tid"].as_u64().unwrap()).collect();
        assert_eq!(tracks, (1..=2 * timelines.len() as u64).collect());
        for track in tracks {
            // One after the other, so that a viewer need not guess which lies within which.
            let spans = of("X").into_iter().filter(|event| event["tid"] == track);
            let spans: Vec<_> = spans
                .map(|event| (event["ts"].as_f64().unwrap(), event["dur"].as_f64().unwrap()))
                .collect();
            assert!(spans.is_sorted_by(|(before, long), (after, _)| before + long <= after + 1e-6));
            let (last, long) = spans.last().unwrap();
            assert!(last + long <= outcome.total.us() + 1e-6);
        }
        let transfers: usize = timelines.iter().map(|timeline| timeline.channel.len()).sum();
        let named = of("X").into_iter().filter(|event| event["name"] == "transfer").count();
        assert_eq!(named, transfers);
        assert_eq!(of("i").len(), usize::from(outcome.deadlock.is_some()));
        let names: Vec<_> = of("M")
            .iter()
            .map(|event| event["args"]["name"].as_str().unwrap().to_owned())
            .collect();
        assert!(names[0].ends_with("(modelled)"), "{names:?}");
        assert_eq!(names[1..3], ["thread 0", "channel 0"]);
    }
}

#[test]
fn a_place_where_nothing_can_be_written_is_named() {
    let out = tempfile::tempdir().unwrap();
    let plan = Plan { cells: small_f1(1).cells[..1].to_vec(), ..small_f1(1) };
    let sweep = run(&plan, out.path());
    let file = out.path().join("file");
    fs::write(&file, "").unwrap();
    let error = write_report(&sweep, &[], &file).unwrap_err().to_string();
    assert!(error.contains("file/plots: ") && error.contains("; give a directory"), "{error}");
}
