// SPDX-License-Identifier: Apache-2.0
//! Recording into memory.

use std::io::Write;
use std::sync::{Arc, Mutex};

use forebay_bus::{Card, LinkParams};
use forebay_trace::{Header, Recorder, RecordingCard, TraceWriter};

/// A file that recorder and test both hold.
#[derive(Clone, Default)]
pub(crate) struct Shelf(Arc<Mutex<Vec<u8>>>);

impl Shelf {
    /// What was written.
    pub(crate) fn content(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for Shelf {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Records what `card` does.
pub(crate) fn recorded(card: Box<dyn Card>) -> (Box<dyn Card>, Recorder, Shelf) {
    let shelf = Shelf::default();
    let header = Header {
        card: "loopback".into(),
        program: env!("CARGO_PKG_VERSION").into(),
        link: (&LinkParams::default()).into(),
    };
    let sink: Box<dyn Write + Send> = Box::new(shelf.clone());
    let recorder = Recorder::new(TraceWriter::new(sink, &header).unwrap());
    (Box::new(RecordingCard::new(card, recorder.clone())), recorder, shelf)
}
