// SPDX-License-Identifier: Apache-2.0
//! Reads the kernel's console log for complaints.

/// What a kernel prints when something is wrong with it or with a driver. Looked for anywhere in a
/// line, since its beginning is a time and sometimes a processor.
const COMPLAINTS: &[&str] = &[
    "BUG: ",
    "WARNING: CPU",
    "WARNING: possible",
    "WARNING: inconsistent",
    "WARNING: suspicious",
    "WARNING: lock held",
    "WARNING: held lock",
    "WARNING: bad",
    "WARNING: Nested",
    "WARNING: at ",
    "Oops",
    "Kernel panic",
    "general protection fault",
    "invalid opcode",
    "Unable to handle",
    "unable to handle",
    "KASAN: ",
    "UBSAN: ",
    "DMA-API: ",
    "ODEBUG: ",
    "refcount_t: ",
    "list_add corruption",
    "list_del corruption",
    "Bad page ",
    "Bad rss-counter",
    "kmemleak: Cannot",
    "new suspected memory leaks",
    "INFO: task ",
    "INFO: rcu",
    "rcu: INFO",
    "self-detected stall",
    "soft lockup",
    "hard LOCKUP",
    "nobody cared",
    "scheduling while atomic",
    "sleeping function called",
    "Object still in use",
    "kmem_cache_destroy",
    "------------[ cut here",
    // The console was slower than the kernel, and nobody knows what it has left out.
    "printk messages dropped",
];

/// Lines that look like complaints and are none.
const HARMLESS: &[&str] = &[
    // What DMA-API debugging says of itself at start.
    "DMA-API: preallocated",
    "DMA-API: debugging enabled",
];

/// A warning with a trace that says one of these is none of ours.
const HARMLESS_TRACES: &[&str] = &[
    // Pieces of a program's memory that share a cache line, both written by the card. It is the program's choice, and
    // wrong only where caches are not coherent, which this machine's are. Linux 6.12 knows no way to tell it.
    "cacheline tracking EEXIST",
];

/// Begin and end of a warning with a trace.
const TRACE_BEGIN: &str = "------------[ cut here";
const TRACE_END: &str = "---[ end trace";

/// One complaint of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Line in the log, from 1.
    pub line: usize,
    /// The line itself.
    pub text: String,
    /// The step that ran when it came, if one did.
    pub step: Option<String>,
}

/// Every complaint in a console log.
#[must_use]
pub fn complaints(log: &str) -> Vec<Complaint> {
    let lines: Vec<_> = log.lines().collect();
    let mut step = None;
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        if line.contains(TRACE_BEGIN)
            && let Some(length) = harmless_trace(&lines[index..])
        {
            index += length;
            continue;
        }
        if let Some((_, note)) = line.split_once("forebay-guest: ") {
            step = note.strip_prefix("begin ").map(|name| name.trim().to_owned());
        } else if complains(line) {
            found.push(Complaint {
                line: index + 1,
                text: line.trim().to_owned(),
                step: step.clone(),
            });
        }
        index += 1;
    }
    found
}

fn complains(line: &str) -> bool {
    let names = |patterns: &[&str]| patterns.iter().any(|pattern| line.contains(pattern));
    names(COMPLAINTS) && !names(HARMLESS)
}

/// The number of lines of the trace that begins here, if it is a harmless one.
fn harmless_trace(lines: &[&str]) -> Option<usize> {
    let length = 1 + lines.iter().position(|line| line.contains(TRACE_END))?;
    let trace = &lines[..length];
    // Two that came at once are told apart by nobody.
    let nested = trace[1..].iter().any(|line| line.contains(TRACE_BEGIN));
    let reason = |line: &str| HARMLESS_TRACES.iter().any(|text| line.contains(text));
    let harmless = trace.iter().any(|line| reason(line));
    // What another processor says meanwhile is no part of it.
    let own = |line: &str| reason(line) || line.contains("WARNING: CPU");
    let foreign = trace[1..].iter().any(|line| complains(line) && !own(line));
    // What follows says where the memory was mapped.
    let tail =
        lines[length..].iter().take_while(|line| line.contains("DMA-API: Mapped at:")).count();
    (harmless && !nested && !foreign).then_some(length + tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAN: &str = "\
[    0.000000] Linux version 6.1.0\r
[    0.100000] DMA-API: preallocated 65536 debug entries\r
[    1.000000] mtrr: probably your BIOS does not setup all CPUs.\r
[    2.000000] forebay-guest: begin transfers\r
[    2.100000] forebay 0000:01:00.0: h2c0: descriptor 0 of 1: read error\r
[    2.200000] forebay-guest: end transfers with status 0\r
";

    #[test]
    fn a_clean_log_has_none_even_where_the_driver_reports_card_errors() {
        assert_eq!(complaints(CLEAN), []);
    }

    #[test]
    fn each_kind_is_found_and_belongs_to_its_step() {
        for line in [
            "[    3.0] WARNING: CPU: 1 PID: 77 at drivers/x.c:1 f+0x1/0x2",
            "[    3.0] BUG: KASAN: slab-use-after-free in f+0x1/0x2",
            "[    3.0] Oops: 0000 [#1] PREEMPT SMP",
            "[    3.0] kmemleak: 2 new suspected memory leaks (see /sys/kernel/debug/kmemleak)",
            "[    3.0] WARNING: possible circular locking dependency detected",
            "[    3.0] DMA-API: forebay 0000:01:00.0: device driver has pending DMA allocations",
            "[    3.0] INFO: task dd:80 blocked for more than 120 seconds.",
            "[    3.0] Kernel panic - not syncing: x",
        ] {
            let log = format!("[ 2.9] forebay-guest: begin reset\n{line}\n");
            let found = complaints(&log);
            assert_eq!(found.len(), 1, "{line}");
            assert_eq!((found[0].line, found[0].step.as_deref()), (2, Some("reset")), "{line}");
        }
    }

    const SHARED_LINE: &str = "\
[ 1.0] ------------[ cut here ]------------
[ 1.0] DMA-API: forebay 0000:01:00.0: cacheline tracking EEXIST, overlapping mappings aren't supported
[ 1.0] WARNING: CPU: 1 PID: 93 at kernel/dma/debug.c:601 add_dma_entry+0x336/0x374
[ 1.0] ---[ end trace 0000000000000000 ]---
[ 1.0] DMA-API: Mapped at:
";

    #[test]
    fn pieces_that_share_a_cache_line_are_no_complaint_but_what_follows_is() {
        assert_eq!(complaints(SHARED_LINE), []);
        let log =
            format!("{SHARED_LINE}[ 2.0] DMA-API: forebay 0000:01:00.0: device driver frees\n");
        assert_eq!(complaints(&log).len(), 1);
        let other = SHARED_LINE.replace("cacheline tracking EEXIST", "freed twice");
        assert_eq!(complaints(&other).len(), 4);
        let cut = SHARED_LINE.lines().take(3).collect::<Vec<_>>().join("\n");
        assert_eq!(complaints(&cut).len(), 3, "a trace without an end is not trusted");
    }

    #[test]
    fn what_another_processor_says_inside_a_harmless_trace_is_not_lost() {
        let bug = "[ 1.0] BUG: KASAN: slab-use-after-free in f+0x1/0x2\n";
        let (begin, end) = SHARED_LINE.split_at(SHARED_LINE.find("[ 1.0] ---[ end").expect("it"));
        let found = complaints(&format!("{begin}{bug}{end}"));
        assert!(found.iter().any(|complaint| complaint.text == bug.trim()), "{found:?}");
    }

    #[test]
    fn messages_that_never_reached_the_log_may_have_been_complaints() {
        assert_eq!(complaints("** 312 printk messages dropped **\n").len(), 1);
    }

    #[test]
    fn after_a_step_nobody_is_blamed() {
        let log = "forebay-guest: begin a\nforebay-guest: end a with status 0\nBUG: late\n";
        assert_eq!(complaints(log)[0].step, None);
    }
}
