// SPDX-License-Identifier: Apache-2.0
//! Sentences about figures.

use std::collections::BTreeMap;

use forebay_sweep::Step;

/// What is too little to be told of, in milliseconds.
const LITTLE_MS: f64 = 0.5;

/// A part of a thread's time, in words. Names are those of the model's account.
fn part(name: &str) -> &str {
    match name {
        "system_call" => "entering the kernel",
        "driver_call" => "the driver's own work in each call",
        "pin_page" => "pinning pages",
        "unpin_page" => "giving pages back",
        "build_descriptor" => "building descriptors",
        "posted_write" => "register writes",
        "read_round_trip" => "register reads",
        "interrupt_delivery" => "messages on their way to the handler",
        "wake_up_idle" => "wake-ups on a processor that slept",
        "wake_up_loaded" => "wake-ups on a processor that others had",
        "poll_step" => "looking at the word in memory",
        "barrier" => "coming to the barrier",
        "context_switch" => "switches between tasks",
        "card" => "waiting for the card",
        "preempted" => "waiting while other tasks had the processor",
        "barrier_wait" => "waiting for the other thread",
        "ended" => "having nothing left to do",
        other => other,
    }
}

/// `3.1 ms of this, 2 ms of that and 1 ms of those`, the most first.
fn list(parts: impl Iterator<Item = (f64, String)>) -> Option<String> {
    let mut parts: Vec<_> = parts.filter(|(ms, _)| *ms >= LITTLE_MS).collect();
    parts.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let words: Vec<_> =
        parts.into_iter().map(|(ms, name)| format!("{ms:.1} ms of {name}")).collect();
    match words.split_last()? {
        (last, []) => Some(last.clone()),
        (last, rest) => Some(format!("{} and {last}", rest.join(", "))),
    }
}

fn parts(account: &BTreeMap<String, f64>, sign: f64) -> impl Iterator<Item = (f64, String)> {
    account.iter().map(move |(name, ms)| (ms * sign, part(name).to_owned()))
}

/// Which cost a step removed, and which it added; of the first one, what its time is made of.
pub(crate) fn step(before: Option<&Step>, step: &Step) -> String {
    let Some(before) = before else {
        let made = list(parts(&step.account_ms, 1.0)).unwrap_or_else(|| "nothing".into());
        return format!("Where it begins: {made}.");
    };
    let removed = list(parts(&step.change_ms, -1.0));
    let added = list(parts(&step.change_ms, 1.0));
    let total = before.mean_ms - step.mean_ms;
    match (removed, added) {
        (Some(removed), Some(added)) => {
            format!("It removed {removed}, and added {added}: {total:.1} ms less in all.")
        }
        (Some(removed), None) => format!("It removed {removed}: {total:.1} ms less in all."),
        (None, Some(added)) => format!("It added {added}."),
        (None, None) => "It changed nothing that counts.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mean_ms: f64, change: &[(&str, f64)], account: &[(&str, f64)]) -> Step {
        let map = |parts: &[(&str, f64)]| {
            parts.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect()
        };
        Step {
            name: "",
            published_ms: 1.0,
            cell: String::new(),
            mean_ms,
            account_ms: map(account),
            change_ms: map(change),
        }
    }

    #[test]
    fn a_step_is_told_by_what_it_removed_and_added_the_most_first() {
        let first = of(10.0, &[], &[("card", 8.0), ("pin_page", 2.0), ("barrier", 0.1)]);
        assert_eq!(
            step(None, &first),
            "Where it begins: 8.0 ms of waiting for the card and 2.0 ms of pinning pages."
        );
        let changes = [("card", -1.0), ("pin_page", -2.0), ("poll_step", 0.6), ("barrier", -0.1)];
        let second = of(7.5, &changes, &[]);
        assert_eq!(
            step(Some(&first), &second),
            "It removed 2.0 ms of pinning pages and 1.0 ms of waiting for the card, and added 0.6 ms of looking at the word in memory: \
             2.5 ms less in all."
        );
        assert_eq!(step(Some(&first), &of(10.0, &[], &[])), "It changed nothing that counts.");
    }

    #[test]
    fn every_part_of_an_account_has_words() {
        let account = forebay_host_model::Account::default();
        for (name, _) in account.parts() {
            assert_ne!(part(name), name);
        }
    }
}
