// SPDX-License-Identifier: Apache-2.0
//! What a card's bus has seen between two marks: reads of one counter of its status block, which no driver makes by itself.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use forebay_regs::user::{COUNTER, counter};
use forebay_trace::{Event, Origin, TraceReader, Wanted};

/// What lies between two marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window {
    pub register_writes: u64,
    pub register_reads: u64,
    pub messages: u64,
    pub descriptor_reads: u64,
    pub write_backs: u64,
}

/// Offset in BAR0 of the counter whose reads are the marks.
pub(crate) const fn mark() -> u32 {
    COUNTER.at(counter::index::MMIO_READS) + counter::LO
}

/// What the trace has between each pair of marks.
pub(crate) fn windows(trace: &Path) -> Result<Vec<Window>, Box<dyn Error>> {
    let mut reader = TraceReader::new(BufReader::new(File::open(trace)?))?;
    let mut windows = Vec::new();
    let mut open: Option<Window> = None;
    while let Some(event) = reader.next_event()? {
        if is_mark(&event) {
            match open.take() {
                Some(window) => windows.push(window),
                None => open = Some(Window::default()),
            }
        } else if let Some(window) = &mut open {
            window.add(&event);
        }
    }
    Ok(windows)
}

fn is_mark(event: &Event) -> bool {
    matches!(event, Event::Read { origin: Origin::Guest, at, .. }
        if at.bar == 0 && at.offset == u64::from(mark()))
}

impl Window {
    fn add(&mut self, event: &Event) {
        match event {
            Event::Read { origin: Origin::Guest, .. } => self.register_reads += 1,
            Event::Write { origin: Origin::Guest, .. } => self.register_writes += 1,
            Event::Messages { vectors, .. } => self.messages += u64::from(vectors.count_ones()),
            Event::DmaRead { purpose: Wanted::Descriptors, .. } => self.descriptor_reads += 1,
            Event::DmaWrite { purpose: Wanted::WriteBack, .. } => self.write_backs += 1,
            _ => {}
        }
    }
}
