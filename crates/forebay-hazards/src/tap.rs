// SPDX-License-Identifier: Apache-2.0
//! Accesses of a program that runs on a simulated card.

use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_aperture::Listener;

use crate::{Act, HazardError, Map, Program, Recorder};

/// Writes down what a program does to apertures of a simulated card, in the order in which it does it. Clones write down the same program.
///
/// Addresses of the map are offsets in the aperture, and its ranges say how a real program would have it mapped.
#[derive(Clone, Debug)]
pub struct Tap(Arc<Mutex<Noted>>);

#[derive(Debug)]
struct Noted {
    /// None behind the end.
    recorder: Option<Recorder>,
    /// The first access that cannot be judged.
    wrong: Option<HazardError>,
}

impl Tap {
    /// Nothing yet.
    #[must_use]
    pub fn new(map: Map) -> Self {
        let recorder = Some(Recorder::new(map));
        Self(Arc::new(Mutex::new(Noted { recorder, wrong: None })))
    }

    /// For `Aperture::listen`.
    #[must_use]
    pub fn listener(&self) -> Box<dyn Listener> {
        Box::new(self.clone())
    }

    /// The program tells somebody else, by ordinary memory or by what does not go through an aperture, that all is there.
    #[track_caller]
    pub fn signal(&self) {
        self.note(Location::caller(), |recorder, place| recorder.keep(place, Act::Signal));
    }

    /// What was done since the beginning, which ends it.
    ///
    /// # Errors
    /// What was wrong with the first access that cannot be judged; all before it are still to be had. `Ended` the second time.
    pub fn program(&self) -> Result<Program, HazardError> {
        let mut noted = self.noted();
        if let Some(wrong) = noted.wrong.take() {
            return Err(wrong);
        }
        Ok(noted.recorder.take().ok_or(HazardError::Ended)?.into_program())
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(
        &self,
        place: &Location<'_>,
        act: impl FnOnce(&mut Recorder, String) -> Result<(), HazardError>,
    ) {
        let mut noted = self.noted();
        let place = format!("{}:{}", place.file(), place.line());
        if noted.wrong.is_none() {
            noted.wrong = noted.recorder.as_mut().and_then(|recorder| act(recorder, place).err());
        }
    }
}

impl Listener for Tap {
    fn store(&mut self, place: &'static Location<'static>, offset: u64, data: &[u8]) {
        self.note(place, |recorder, place| {
            let (range, offset) = recorder.name(&place, offset)?;
            recorder.store_at(place, &range, offset, data)
        });
    }

    fn load(&mut self, place: &'static Location<'static>, offset: u64, bytes: usize) {
        self.note(place, |recorder, place| {
            let (range, offset) = recorder.name(&place, offset)?;
            recorder.load_at(place, &range, offset, bytes as u64).map(|_| ())
        });
    }

    fn fence(&mut self, place: &'static Location<'static>) {
        self.note(place, |recorder, place| recorder.keep(place, Act::Fence));
    }

    fn full_fence(&mut self, place: &'static Location<'static>) {
        self.note(place, |recorder, place| recorder.keep(place, Act::FullFence));
    }
}
