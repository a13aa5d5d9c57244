// SPDX-License-Identifier: Apache-2.0
//! Recording: a card that notes what is done to it, and what it does to host memory.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::host::{Bus, Interposer};
use forebay_bus::{Access, Bar, Body, Card, CardError, DmaFault, HostMemory, Layout, Stop};

use crate::event::{Call, Origin, Outcome, Place, Refused, Stopped};
use crate::{Event, TraceError, TraceWriter};

type Sink = Box<dyn Write + Send>;

struct State {
    /// Gone once the trace has ended.
    writer: Option<TraceWriter<Sink>>,
    failure: Option<TraceError>,
    /// Somebody has been told that the trace is not whole.
    broken: bool,
    origin: Origin,
}

/// Where transactions are noted; clones note in the same trace. The default one notes nothing.
#[derive(Clone, Default)]
pub struct Recorder(Option<Arc<Mutex<State>>>);

impl Recorder {
    /// Notes into `writer`.
    #[must_use]
    pub fn new(writer: TraceWriter<Sink>) -> Self {
        let state =
            State { writer: Some(writer), failure: None, broken: false, origin: Origin::Guest };
        Self(Some(Arc::new(Mutex::new(state))))
    }

    fn state(&self) -> Option<MutexGuard<'_, State>> {
        self.0.as_ref().map(|state| state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, event: impl FnOnce(Origin) -> Event) {
        let Some(mut state) = self.state() else { return };
        let event = event(state.origin);
        if state.failure.is_none()
            && let Some(writer) = &mut state.writer
            && let Err(error) = writer.write(&event)
        {
            state.failure = Some(error);
        }
    }

    /// Whose BAR accesses follow.
    pub fn set_origin(&self, origin: Origin) {
        if let Some(mut state) = self.state() {
            state.origin = origin;
        }
    }

    /// Notes that memory was mapped.
    pub fn mapped(&self, cycle: u64, addr: u64, size: u64, access: Option<Access>) {
        self.note(|_| Event::Map { cycle, addr, size, access: access.map(Into::into) });
    }

    /// Notes that memory was unmapped.
    pub fn unmapped(&self, cycle: u64, addr: u64, size: u64) {
        self.note(|_| Event::Unmap { cycle, addr, size });
    }

    /// Notes that a client came or went.
    pub fn client(&self, cycle: u64, here: bool) {
        self.note(|_| Event::Client { cycle, here });
    }

    /// Ends the trace. What happens later is not noted.
    ///
    /// # Errors
    /// What went wrong first, now or earlier: then the trace is not whole. [`TraceError::NotWhole`] after that.
    pub fn finish(&self) -> Result<(), TraceError> {
        let Some(mut state) = self.state() else { return Ok(()) };
        let writer = state.writer.take();
        let ended = match (state.failure.take(), writer) {
            (Some(failure), _) => Err(failure),
            (None, Some(writer)) => writer.finish().map(drop),
            (None, None) if state.broken => Err(TraceError::NotWhole),
            (None, None) => Ok(()),
        };
        state.broken |= ended.is_err();
        ended
    }
}

/// A card whose every transaction is noted.
pub struct RecordingCard {
    card: Box<dyn Card>,
    recorder: Recorder,
}

impl RecordingCard {
    /// Notes what `card` does from now on. It must be fresh, with nothing yet between it and its memory: then the trace
    /// holds exactly what the card sees, and replays on a fresh card.
    #[must_use]
    pub fn new(card: Box<dyn Card>, recorder: Recorder) -> Self {
        card.host().interpose(Box::new(Tap(recorder.clone())));
        Self { card, recorder }
    }

    /// Makes a call and tells how it went.
    fn call<R>(
        &mut self,
        body: impl FnOnce(&mut dyn Card) -> Result<R, CardError>,
    ) -> (Result<R, CardError>, Call) {
        let begin = self.card.now();
        let result = body(&mut *self.card);
        let outcome = Outcome::of(&result);
        (result, Call { begin, end: self.card.now(), outcome })
    }

    /// Notes an access: `taken` makes the transaction of one that the card takes. One that it does not take is no access of a
    /// place on the bus, and its data, of any length, are nobody's.
    fn note(
        &self,
        write: bool,
        (bar, offset, bytes): (Bar, u64, usize),
        call: Call,
        taken: impl FnOnce(Origin, Place) -> Event,
    ) {
        self.recorder.note(|origin| match call.outcome {
            Outcome::Misshapen => {
                let (part, bytes) = (bar.into(), bytes as u64);
                Event::NotTaken { origin, write, part, offset, bytes, call }
            }
            _ => taken(origin, Place::of(self.layout(), bar, offset, bytes)),
        });
    }
}

impl Card for RecordingCard {
    fn body(&self) -> Body {
        self.card.body()
    }

    fn layout(&self) -> &'static Layout {
        self.card.layout()
    }

    fn host(&self) -> &HostMemory {
        self.card.host()
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        let (result, call) = self.call(|card| card.mmio_read(bar, offset, data));
        let access = (bar, offset, data.len());
        self.note(false, access, call, |origin, at| {
            let data = data.to_vec();
            Event::Read { origin, at, data, call }
        });
        result
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        let (result, call) = self.call(|card| card.mmio_write(bar, offset, data));
        let access = (bar, offset, data.len());
        self.note(true, access, call, |origin, at| {
            let data = data.to_vec();
            Event::Write { origin, at, data, call }
        });
        result
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let (result, call) = self.call(|card| card.advance(cycles));
        let stop = result.as_ref().map_or(Stopped::Idle, |stop| Stopped::from(*stop));
        self.recorder.note(|_| Event::Advance { cycles, stop, call });
        result
    }

    fn now(&self) -> u64 {
        self.card.now()
    }

    fn take_messages(&mut self) -> u32 {
        let vectors = self.card.take_messages();
        // To take nothing changes nothing.
        if vectors != 0 {
            let cycle = self.card.now();
            self.recorder.note(|_| Event::Messages { cycle, vectors });
        }
        vectors
    }

    fn reset(&mut self) -> Result<(), CardError> {
        let (result, call) = self.call(|card| card.reset());
        self.recorder.note(|_| Event::Reset { call });
        result
    }
}

/// Notes DMA.
struct Tap(Recorder);

impl Interposer for Tap {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let result = next.read(addr, out);
        let refused = result.err().map(|fault| Refused::from(fault.refusal));
        self.0.note(|_| Event::DmaRead {
            cycle: next.cycle(),
            purpose: next.purpose().into(),
            addr,
            bytes: u32::try_from(out.len()).unwrap_or(u32::MAX),
            data: if refused.is_some() { Vec::new() } else { out.to_vec() },
            refused,
            late: next.late(),
        });
        result
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let result = next.write(addr, data);
        let refused = result.err().map(|fault| Refused::from(fault.refusal));
        self.0.note(|_| Event::DmaWrite {
            cycle: next.cycle(),
            purpose: next.purpose().into(),
            addr,
            data: data.to_vec(),
            refused,
        });
        result
    }
}
