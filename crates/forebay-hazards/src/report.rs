// SPDX-License-Identifier: Apache-2.0
//! A report as a person reads it.

use std::fmt::{Display, Formatter, Result};

use crate::arrivals::{Arrival, Event, Run, access};
use crate::program::{Act, Program};
use crate::{Hazard, Report};

/// Lines of a trace before and behind the gap of a long one.
const LINES: usize = 12;
/// Accesses before the one that breaks.
const BEFORE: usize = 3;
/// Bytes of a write that are shown.
const SHOWN: usize = 8;

/// What the program does from shortly before an access on, and what arrives, until that many have arrived.
pub(crate) fn trace(program: &Program, run: &Run, access: usize, seen_at: usize) -> Vec<String> {
    let shown = &run.arrivals[..seen_at.min(run.arrivals.len())];
    let last = shown.last().map_or(access, |arrival| arrival.during).max(access);
    let mut lines = Vec::new();
    for (at, step) in
        program.accesses.iter().enumerate().take(last + 1).skip(access.saturating_sub(BEFORE))
    {
        lines.push(format!("{at:>4} {}  ({})", does(program, &step.act), step.place));
        lines.extend(
            shown
                .iter()
                .filter(|arrival| arrival.during == at)
                .map(|arrival| arrives(program, arrival)),
        );
    }
    if last >= program.accesses.len() {
        let end = shown.iter().filter(|arrival| arrival.during >= program.accesses.len());
        lines.extend(end.map(|arrival| arrives(program, arrival)));
    }
    if lines.len() > 2 * LINES {
        let gap = lines.len() - 2 * LINES;
        lines.splice(LINES..LINES + gap, [format!("     ({gap} lines left out)")]);
    }
    lines
}

fn does(program: &Program, act: &Act) -> String {
    match act {
        Act::Store { address, bytes } => {
            format!("store {} {}", program.map.say(*address), hex(bytes))
        }
        Act::Load { address, bytes } => format!("load  {} {bytes} B", program.map.say(*address)),
        Act::Fence => "fence".to_owned(),
        Act::FullFence => "full fence".to_owned(),
        Act::Signal => "signal".to_owned(),
    }
}

fn arrives(program: &Program, arrival: &Arrival) -> String {
    match &arrival.event {
        Event::Write(bytes) => {
            let at =
                bytes.first().map(|(address, _)| program.map.say(*address)).unwrap_or_default();
            let mut origins: Vec<_> = bytes.iter().map(|(_, origin)| access(*origin)).collect();
            origins.sort_unstable();
            origins.dedup();
            let origins: Vec<_> = origins.iter().map(usize::to_string).collect();
            format!("       card gets {at} {} B of {}", bytes.len(), origins.join(", "))
        }
        Event::Signal => "       the other one looks".to_owned(),
        Event::End => "       the program ends".to_owned(),
    }
}

fn hex(bytes: &[u8]) -> String {
    let shown: Vec<_> = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    let more = if bytes.len() > SHOWN { format!(" … {} B", bytes.len()) } else { String::new() };
    format!("{}{more}", shown.join(" "))
}

impl Display for Hazard {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let Self { kind, access, place, what, processor, beyond_x86, trace } = self;
        writeln!(out, "{}: access {access} ({place}): {what}", kind.words())?;
        if *beyond_x86 {
            writeln!(out, "  not on x86, where an uncached access waits for the buffers")?;
        }
        writeln!(out, "  seen with: {processor}")?;
        for line in trace {
            writeln!(out, "  {line}")?;
        }
        write!(out, "  mend: {}", kind.advice())
    }
}

impl Display for Report {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for hazard in &self.hazards {
            writeln!(out, "{hazard}\n")?;
        }
        match self.hazards.len() {
            0 => write!(out, "nothing breaks in {} orders", self.runs),
            1 => write!(out, "1 kind of hazard in {} orders", self.runs),
            count => write!(out, "{count} kinds of hazard in {} orders", self.runs),
        }
    }
}
