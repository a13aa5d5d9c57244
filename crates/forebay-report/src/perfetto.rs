// SPDX-License-Identifier: Apache-2.0
//! One run as a trace that Perfetto opens (`ui.perfetto.dev`, Chrome's JSON format): threads and channels as tracks, FIFOs as counters.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use forebay_host_model::Time;
use forebay_sweep::Recording;
use serde::Serialize;
use serde_json::{Value, json};

use crate::ReportError;
use crate::tracks::tracks;

/// The one process.
const PROCESS: u64 = 1;

#[derive(Serialize)]
struct Event<'a> {
    name: &'a str,
    /// Complete, counter or metadata.
    ph: &'static str,
    pid: u64,
    tid: u64,
    /// Microseconds.
    ts: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<f64>,
    #[serde(skip_serializing_if = "Value::is_null")]
    args: Value,
}

fn metadata(name: &'static str, tid: u64, value: &str) -> Event<'static> {
    let args = json!({ "name": value });
    Event { name, ph: "M", pid: PROCESS, tid, ts: 0.0, dur: None, args }
}

/// Writes it.
///
/// # Errors
/// [`ReportError::Output`].
pub fn write_trace(recording: &Recording, path: &Path) -> Result<(), ReportError> {
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        write_events(recording, &mut file)?;
        file.flush()
    };
    write().map_err(|source| ReportError::Output { path: path.into(), source })
}

fn write_events(recording: &Recording, file: &mut impl Write) -> io::Result<()> {
    let Recording { cell, run, outcome, .. } = recording;
    let total = outcome.total.to_string();
    let about = json!({ "cell": cell.name, "run": run, "modelled": true, "total": total });
    write!(file, "{{\"displayTimeUnit\":\"ns\",\"otherData\":{about},\"traceEvents\":[")?;
    let process = format!("{}, run {run} (modelled)", cell.name);
    serde_json::to_writer(&mut *file, &metadata("process_name", 0, &process))?;
    let mut put = |event: &Event<'_>| -> io::Result<()> {
        file.write_all(b",\n")?;
        Ok(serde_json::to_writer(&mut *file, event)?)
    };
    for (tid, track) in (1..).zip(tracks(outcome)) {
        put(&metadata("thread_name", tid, &track.name))?;
        for span in &track.spans {
            let (ts, dur) = (span.from.us(), Some((span.to - span.from).us()));
            let name = span.what.words();
            put(&Event { name, ph: "X", pid: PROCESS, tid, ts, dur, args: Value::Null })?;
        }
    }
    let mut counter = |at: Time, elements: [u64; 2]| {
        let [scalars, points] = elements;
        let args = json!({ "scalars": scalars, "points": points });
        let name = "elements in FIFOs";
        put(&Event { name, ph: "C", pid: PROCESS, tid: 0, ts: at.us(), dur: None, args })
    };
    for sample in outcome.trace.iter().flatten() {
        counter(sample.at, sample.elements)?;
    }
    if let Some(deadlock) = &outcome.deadlock {
        let args = json!({ "why": deadlock.why });
        let (name, ts) = ("deadlock", deadlock.at.us());
        put(&Event { name, ph: "i", pid: PROCESS, tid: 1, ts, dur: None, args })?;
    }
    file.write_all(b"]}\n")
}
