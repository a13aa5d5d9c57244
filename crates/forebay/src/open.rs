// SPDX-License-Identifier: Apache-2.0
//! Opening a card by name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use forebay_aperture::Processor;
use forebay_bus::{CardError, LinkParams};
#[cfg(feature = "sim")]
use forebay_sim::CardName;

use crate::node::{Completion, NodeTransport};
use crate::{Device, ForebayError, Patience};

/// How to open a card.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Write an FST waveform there (RTL cards only).
    pub wave: Option<PathBuf>,
    /// The modelled PCIe link of a simulated card.
    pub link: LinkParams,
    /// How long a simulated card may get nowhere.
    pub patience: Patience,
    /// Start a transfer of one descriptor on a simulated card by its doorbell, where it has one. Without, each is a list in memory.
    pub doorbells: bool,
    /// The modelled processor by which stores get into a mapped aperture of a simulated card.
    pub processor: Processor,
    /// How a kernel driver waits for transfers; none for its own default.
    pub completion: Option<Completion>,
}

impl Default for OpenOptions {
    fn default() -> Self {
        let (link, patience) = (LinkParams::default(), Patience::default());
        Self {
            wave: None,
            link,
            patience,
            doorbells: true,
            processor: Processor::F1,
            completion: None,
        }
    }
}

/// Opens the card that `spec` names.
pub(crate) fn open(spec: &str, options: &OpenOptions) -> Result<Device, ForebayError> {
    if !spec.contains('/') {
        return simulated(spec, options);
    }
    no_waveform(spec, options)?;
    let (transport, identity) = NodeTransport::open(Path::new(spec), options.completion.clone())?;
    Ok(Device::new(Arc::new(transport), identity))
}

/// Refuses a waveform of a card whose signals are not simulated.
fn no_waveform(spec: &str, options: &OpenOptions) -> Result<(), CardError> {
    let Some(path) = options.wave.clone() else { return Ok(()) };
    let why = format!("`{spec}` writes none; only RTL cards do, such as the one of `--card rtl`");
    Err(CardError::Waveform { path, why })
}

#[cfg(feature = "sim")]
fn simulated(spec: &str, options: &OpenOptions) -> Result<Device, ForebayError> {
    let name = CardName::parse(spec)
        .map_err(|error| ForebayError::UnknownDevice { spec: spec.into(), why: error.why })?;
    let card = name.open(options.link.clone(), options.wave.as_deref())?;
    Device::from_card_with(card, options)
}

#[cfg(not(feature = "sim"))]
fn simulated(spec: &str, _: &OpenOptions) -> Result<Device, ForebayError> {
    let why = "this program was built without simulated cards".into();
    Err(ForebayError::UnknownDevice { spec: spec.into(), why })
}
