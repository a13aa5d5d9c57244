// SPDX-License-Identifier: Apache-2.0
//! What the model of the schemes, which knows nothing of this crate, has written down: the same answers, strays and starts.

use forebay_regs::user::udma::slot_rights;
use serde_json::Value;

use super::*;
use crate::front_end::udma::slots::Slot;

const TRACES: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/udma-traces.json"));

fn number(value: &Value, of: &str) -> u64 {
    value[of].as_u64().unwrap_or_else(|| panic!("no number {of} in {value}"))
}

fn word(value: &Value, of: &str) -> u32 {
    u32::try_from(number(value, of)).unwrap()
}

fn index(value: &Value, of: &str) -> usize {
    usize::try_from(number(value, of)).unwrap()
}

/// Whether that is a trace of a bus with an exchange, or has one in it, which no bus of this card has.
fn exchanges(trace: &Value) -> bool {
    let of_bus = trace["setup"]["exchange"] == Value::Bool(true);
    of_bus || trace["steps"].as_array().unwrap().iter().any(|step| step["op"] == "exchange")
}

/// A scheme as the kernel has set it up.
fn set_up(trace: &Value) -> Bench {
    let name = trace["scheme"].as_str().unwrap();
    let (scheme, _) = number::ALL.iter().find(|(_, own)| *own == name).unwrap();
    let mut bench = Bench::new(*scheme);
    for entry in trace["setup"].as_array().into_iter().flatten() {
        bench.keys[index(entry, "context")] = number(entry, "key");
    }
    for (page, partner) in trace["setup"]["partner"].as_object().into_iter().flatten() {
        let partner = u32::try_from(partner.as_u64().unwrap()).unwrap();
        let rights = slot_rights::PARTNER.put(partner);
        bench.slots.set(page.parse().unwrap(), Slot { rights, ..Slot::default() });
    }
    bench
}

fn access(step: &Value) -> Access {
    let data = number(step, "data");
    let op = match step["op"].as_str().unwrap() {
        "load" => Op::Load,
        "store" if step["wide"] == Value::Bool(true) => Op::Wide(data),
        "store" => Op::Store(u32::try_from(data).unwrap()),
        other => panic!("no access {other}: {step}"),
    };
    let space = match step["space"].as_str().unwrap() {
        "shadow" => Space::Shadow,
        "context" => Space::Context,
        "portal" => Space::Portal,
        other => panic!("no space {other}: {step}"),
    };
    Access { op, space, context: index(step, "context"), address: number(step, "addr") }
}

fn start(step: &Value) -> Option<Start> {
    let start = &step["start"];
    (!start.is_null()).then(|| Start {
        context: index(start, "context"),
        src: number(start, "src"),
        dst: number(start, "dst"),
        size: word(start, "size"),
        record: start["record"] == Value::Bool(true),
        record_address: number(start, "record_addr"),
        cookie: word(start, "cookie"),
        list: false,
    })
}

/// Does a step, and compares what comes of it.
fn replay(bench: &mut Bench, step: &Value, why: &str) {
    match step["op"].as_str().unwrap() {
        "hook" => return bench.scheme.hook(),
        "who" => return bench.who = word(step, "data"),
        "done" => {
            let failed = step["failed"] == Value::Bool(true);
            bench.progress[index(step, "context")] =
                Progress { busy: false, failed, ..Progress::default() };
            return;
        }
        _ => {}
    }
    let access = access(step);
    let say = bench.does(access);
    assert_eq!(say.stray, step["stray"] == Value::Bool(true), "{why}");
    assert_eq!(say.start, start(step), "{why}");
    let taken = step["accept"] == Value::Bool(true);
    if access.op == Op::Load {
        let answer = if say.start.is_none() || taken { say.answer } else { say.refused };
        assert_eq!(answer, word(step, "answer"), "{why}");
    }
    if let Some(start) = say.start {
        bench.scheme.verdict(start.context, taken);
        if taken {
            bench.progress[start.context] =
                Progress { busy: true, left: start.size, failed: false };
        }
    }
}

#[test]
fn every_trace_of_the_model_goes_the_same_way() {
    let all: Value = serde_json::from_str(TRACES).unwrap();
    let mut seen = Vec::new();
    for trace in all["traces"].as_array().unwrap().iter().filter(|trace| !exchanges(trace)) {
        let mut bench = set_up(trace);
        let name = trace["name"].as_str().unwrap();
        for (nth, step) in trace["steps"].as_array().unwrap().iter().enumerate() {
            replay(&mut bench, step, &format!("{name}, step {nth}: {step}"));
        }
        seen.push(trace["scheme"].as_str().unwrap().to_owned());
    }
    for (scheme, name) in number::ALL {
        assert!(*scheme == number::NONE || seen.iter().any(|seen| seen == name), "{name}");
    }
}
