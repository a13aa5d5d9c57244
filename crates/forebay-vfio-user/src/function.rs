// SPDX-License-Identifier: Apache-2.0
//! The PCI function: what a request does to the card, and what is answered.

use forebay_bus::{Body, Card, CardError, Layout, Stop};
use forebay_trace::{Origin, Recorder};
use rustix::io::Errno;
use serde_json::{Value, json};

use crate::ServeError;
use crate::bars::{self, BarInfo};
use crate::config::{CONFIG_BYTES, Config, Effect};
use crate::connection::Message;
use crate::descriptors::ClientFd;
use crate::guest_memory::{GuestMemory, PAGE_BYTES};
use crate::identity::Identity;
use crate::irqs::{self, Irqs};
use crate::report::Limited;
use crate::request::{RegionAccess, Request, SetIrqs};
use crate::signaller::Signaller;
use crate::stop::StopSign;
use crate::summary::Summary;
use crate::wire::{MAX_DATA_BYTES, MAX_FDS, MAX_MAPS};

/// Protocol version: major, and the newest minor this server knows.
const VERSION: (u16, u16) = (0, 1);
/// Regions that VFIO has for PCI, and which of them is configuration space.
const REGIONS: u32 = 9;
const CONFIG_REGION: u32 = 7;
const REGION_READ_WRITE: u32 = 3;
const DEVICE_RESET_AND_PCI: u32 = 3;

/// Card cycles between two looks at the socket while the card is busy: short against what a client waits for a
/// register, long against the cost of a look.
const RTL_SLICE_CYCLES: u64 = 128;
const FAST_SLICE_CYCLES: u64 = 4096;

/// Card cycles that pass in front of a register read: two microseconds, in which a guest's processor gets from one access to
/// the next. What the link takes comes on top, where a card has one. Longer than who writes to host memory takes to come to
/// rest on the usual link (458 cycles, the bound in `bench/results/rest.json`): a driver that reads STATUS once behind a stop
/// and frees its buffer would be written to.
const READ_CYCLES: u64 = 500;

/// What becomes of a request: an answer, or the end of the card.
type Outcome = Result<Result<Vec<u8>, Errno>, CardError>;

/// A card and everything that makes it a PCI function.
pub(crate) struct Function {
    card: Box<dyn Card>,
    config: Config,
    irqs: Irqs,
    guest: GuestMemory,
    /// Vectors that are unmasked in the card's own table.
    unmasked: u32,
    /// Whether cycles may change something.
    busy: bool,
    /// Whether the client and we have agreed on a version.
    agreed: bool,
    lost_lines: Limited,
    refused_lines: Limited,
    stuck_lines: Limited,
    bad_inputs: u64,
    bad_input_lines: Limited,
    summary: Summary,
    recorder: Recorder,
}

impl Function {
    /// Makes a function of a card that is in its power-on state. What only the function knows goes to `recorder`.
    pub(crate) fn new(mut card: Box<dyn Card>, recorder: Recorder) -> Result<Self, ServeError> {
        let signaller = Signaller::shared().map_err(|errno| ServeError::Signals(errno.into()))?;
        recorder.set_origin(Origin::Server);
        let identity = Identity::read(&mut *card)?;
        let guest = GuestMemory::new(card.host().clone());
        // What was read for the identity does not belong to the guest's counters.
        card.reset()?;
        recorder.set_origin(Origin::Guest);
        Ok(Self {
            config: Config::new(&identity),
            irqs: Irqs::new(identity.vectors, signaller),
            guest,
            card,
            unmasked: 0,
            busy: true,
            agreed: false,
            lost_lines: Limited::default(),
            refused_lines: Limited::default(),
            stuck_lines: Limited::default(),
            bad_inputs: 0,
            bad_input_lines: Limited::default(),
            summary: Summary::default(),
            recorder,
        })
    }

    /// Counts so far.
    pub(crate) fn summary(&self) -> Summary {
        let dma = self.card.host().counts();
        Summary {
            dma_reads: dma.reads,
            dma_writes: dma.writes,
            dma_refused: dma.refused,
            cycles: self.card.now(),
            ..self.summary
        }
    }

    /// Whether the card has work.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy
    }

    /// Lets the card work for a while, and delivers what it says.
    pub(crate) fn advance(&mut self) -> Result<(), CardError> {
        self.work(match self.card.body() {
            Body::Rtl => RTL_SLICE_CYCLES,
            Body::Fast => FAST_SLICE_CYCLES,
        })
    }

    /// Lets the time in front of a register read pass. What is as good as done when software asks is done when the card is
    /// asked, however late this process gets its turn.
    fn travel(&mut self) -> Result<(), CardError> {
        let arrival = self.card.now() + READ_CYCLES;
        while self.busy && self.card.now() < arrival {
            let before = self.card.now();
            self.work(arrival - before)?;
            if self.card.now() == before {
                break;
            }
        }
        Ok(())
    }

    /// Lets the card work for so many cycles at most, and delivers what it says.
    fn work(&mut self, cycles: u64) -> Result<(), CardError> {
        self.busy = match self.card.advance(cycles) {
            // What a guest computes is its own business: the RTL makes nonsense of it, this card leaves it out and goes on.
            Err(error @ CardError::Input(_)) => {
                self.bad_inputs += 1;
                let cycle = self.card.now();
                self.bad_input_lines
                    .tell(self.bad_inputs, || format!("card cycle {cycle}: {error}"));
                true
            }
            Ok(stop) => stop != Stop::Idle,
            Err(error) => {
                let told = (&mut self.summary, &mut self.stuck_lines);
                bars::settle(Err(error), self.card.now(), told)?;
                true
            }
        };
        self.deliver();
        Ok(())
    }

    /// Passes messages on, and tells of refused DMA.
    fn deliver(&mut self) {
        let mut vectors = self.card.take_messages();
        while vectors != 0 {
            let vector = vectors.trailing_zeros();
            vectors &= vectors - 1;
            if self.config.bus_master() && self.irqs.deliver(vector) {
                self.summary.messages += 1;
            } else {
                self.summary.messages_lost += 1;
                let (cycle, master) = (self.card.now(), self.config.bus_master());
                self.lost_lines.tell(self.summary.messages_lost, || {
                    let why = if master {
                        "nobody listens on it"
                    } else {
                        "the bus master bit is off, or the card sleeps"
                    };
                    format!("card cycle {cycle}: message of vector {vector} lost: {why}")
                });
            }
        }
        let (refused, last) = self.card.host().faults();
        if let Some(fault) = last {
            let cycle = self.card.now();
            self.refused_lines.tell(refused, || format!("card cycle {cycle}: {fault}"));
        }
    }

    /// Answers a message. One that asks for many things ends in the middle when the server is to stop.
    pub(crate) fn handle(&mut self, message: Message, stop: StopSign<'_>) -> Outcome {
        let outcome = match message.payload {
            Ok(payload) => match Request::parse(message.header.command, &payload) {
                Ok(request) => self.request(request, message.fds, stop)?,
                Err(errno) => Err(errno),
            },
            Err(errno) => Err(errno),
        };
        self.summary.requests_refused += u64::from(outcome.is_err());
        Ok(outcome)
    }

    fn request(&mut self, request: Request<'_>, fds: Vec<ClientFd>, stop: StopSign<'_>) -> Outcome {
        if let Request::Version { major, minor, capabilities } = request {
            return Ok(self.agree(major, minor, capabilities));
        }
        if !self.agreed {
            return Ok(Err(Errno::INVAL));
        }
        Ok(match request {
            Request::Version { .. } => Err(Errno::INVAL),
            Request::DmaMap(map) => {
                let done = self.guest.map(&map, fds.into_iter().next());
                done.map(|access| {
                    self.summary.maps += 1;
                    self.recorder.mapped(self.card.now(), map.addr, map.size, access);
                    Vec::new()
                })
            }
            Request::DmaUnmap(unmap) => self.guest.unmap(unmap).map(|gone| {
                self.summary.unmaps += gone.len() as u64;
                for (addr, size) in &gone {
                    self.recorder.unmapped(self.card.now(), *addr, *size);
                }
                // All addresses that there are do not fit.
                unmap.encode(gone.iter().fold(0, |sum: u64, (_, size)| sum.saturating_add(*size)))
            }),
            Request::GetInfo => Ok(words(&[16, DEVICE_RESET_AND_PCI, REGIONS, irqs::KINDS])),
            Request::GetRegionInfo { index } => region_info(self.card.layout(), index),
            Request::GetIrqInfo { index } => {
                self.irqs.info(index).map(|(flags, count)| words(&[16, flags, index, count]))
            }
            Request::SetIrqs(request) => return self.set_irqs(&request, fds),
            Request::RegionRead(access) => return self.read(access),
            Request::RegionWrite(access, data) => return self.write(access, data),
            Request::RegionWriteMulti(writes) => return self.write_all(&writes, stop),
            Request::Reset => {
                self.reset()?;
                Ok(Vec::new())
            }
        })
    }

    /// Settles version and capabilities.
    fn agree(&mut self, major: u16, minor: u16, capabilities: &[u8]) -> Result<Vec<u8>, Errno> {
        if major != VERSION.0 {
            return Err(Errno::NOTSUP);
        }
        let text = capabilities.split(|byte| *byte == 0).next().unwrap_or_default();
        let offered = match text {
            [] => Value::Null,
            text => serde_json::from_slice(text).map_err(|_| Errno::INVAL)?,
        };
        let batches = offered["capabilities"]["write_multiple"].as_bool().unwrap_or(false);
        let ours = json!({ "capabilities": {
            "max_msg_fds": MAX_FDS,
            "max_data_xfer_size": MAX_DATA_BYTES,
            "max_dma_maps": MAX_MAPS,
            "pgsizes": PAGE_BYTES,
            "write_multiple": batches,
        }});
        let mut reply = Vec::new();
        reply.extend_from_slice(&VERSION.0.to_le_bytes());
        reply.extend_from_slice(&minor.min(VERSION.1).to_le_bytes());
        reply.extend_from_slice(ours.to_string().as_bytes());
        reply.push(0);
        self.agreed = true;
        Ok(reply)
    }

    fn set_irqs(&mut self, request: &SetIrqs<'_>, fds: Vec<ClientFd>) -> Outcome {
        let done = self.irqs.set(request, fds);
        self.mirror_masks()?;
        self.touched();
        Ok(done.map(|()| Vec::new()))
    }

    /// Masks in the card what the client does not listen to.
    fn mirror_masks(&mut self) -> Result<(), CardError> {
        self.recorder.set_origin(Origin::Server);
        let done = self.irqs.mirror(&mut *self.card, &mut self.unmasked);
        self.recorder.set_origin(Origin::Guest);
        done
    }

    /// The card was reached from outside: cycles may change something again.
    fn touched(&mut self) {
        self.busy = true;
        self.deliver();
    }

    fn read(&mut self, access: RegionAccess) -> Outcome {
        let mut reply = access.encode();
        if access.region == CONFIG_REGION {
            let bytes = self.config.read(access.offset, access.count);
            return Ok(bytes.ok_or(Errno::INVAL).map(|bytes| {
                reply.extend_from_slice(bytes);
                reply
            }));
        }
        if let Err(errno) = check(self.card.layout(), &access) {
            return Ok(Err(errno));
        }
        self.travel()?;
        let fields = reply.len();
        reply.resize(fields + access.count as usize, 0xff);
        if !self.config.awake() {
            return Ok(Ok(reply));
        }
        let out = &mut reply[fields..];
        let told = (&mut self.summary, &mut self.stuck_lines);
        bars::read(&mut *self.card, access.region, access.offset, out, told)?;
        self.touched();
        Ok(Ok(reply))
    }

    fn write(&mut self, access: RegionAccess, data: &[u8]) -> Outcome {
        if access.region == CONFIG_REGION {
            return match self.config.write(access.offset, data) {
                None => Ok(Err(Errno::INVAL)),
                Some(effect) => {
                    if effect == Effect::Reset {
                        self.reset()?;
                    }
                    self.guest.set_bus_master(self.config.bus_master());
                    Ok(Ok(access.encode()))
                }
            };
        }
        if let Err(errno) = check(self.card.layout(), &access) {
            return Ok(Err(errno));
        }
        if !self.config.awake() {
            return Ok(Ok(access.encode()));
        }
        let told = (&mut self.summary, &mut self.stuck_lines);
        bars::write(&mut *self.card, access.region, access.offset, data, told)?;
        self.touched();
        Ok(Ok(access.encode()))
    }

    /// Writes one after another; the first that is refused ends it.
    fn write_all(&mut self, writes: &[(RegionAccess, &[u8])], stop: StopSign<'_>) -> Outcome {
        for (access, data) in writes {
            // A write that the card does not answer takes its whole budget.
            if stop.is_up() {
                return Ok(Err(Errno::INTR));
            }
            if let Err(errno) = self.write(*access, data)? {
                return Ok(Err(errno));
            }
        }
        Ok(Ok((writes.len() as u64).to_le_bytes().to_vec()))
    }

    /// Resets the function. Guest memory and eventfds are the client's and stay.
    fn reset(&mut self) -> Result<(), CardError> {
        self.summary.resets += 1;
        self.card.reset()?;
        self.config.reset();
        self.guest.set_bus_master(false);
        self.unmasked = 0;
        self.mirror_masks()?;
        self.touched();
        Ok(())
    }

    /// A client has come.
    pub(crate) fn client_here(&mut self) {
        self.recorder.client(self.card.now(), true);
    }

    /// The client is gone: forgets all that was its own, and resets the card for the next one.
    pub(crate) fn client_gone(&mut self) -> Result<(), CardError> {
        self.recorder.client(self.card.now(), false);
        self.guest.clear();
        self.irqs.clear();
        self.agreed = false;
        self.reset()
    }
}

fn bar(layout: &Layout, region: u32) -> Option<BarInfo> {
    bars::bars(layout).find(|bar| bar.number == region)
}

/// Refuses an access that does not lie within a BAR. It is no longer than a client may make one.
fn check(layout: &Layout, access: &RegionAccess) -> Result<(), Errno> {
    let info = bar(layout, access.region).ok_or(Errno::INVAL)?;
    let end = access.offset.checked_add(u64::from(access.count)).ok_or(Errno::INVAL)?;
    if end <= info.size && access.count > 0 { Ok(()) } else { Err(Errno::INVAL) }
}

fn region_info(layout: &Layout, index: u32) -> Result<Vec<u8>, Errno> {
    let size = match bar(layout, index) {
        Some(info) => info.size,
        None if index == CONFIG_REGION => CONFIG_BYTES as u64,
        None if index < REGIONS => 0,
        None => return Err(Errno::INVAL),
    };
    let flags = if size == 0 { 0 } else { REGION_READ_WRITE };
    let mut reply = words(&[32, flags, index, 0]);
    reply.extend_from_slice(&size.to_le_bytes());
    reply.extend_from_slice(&0_u64.to_le_bytes());
    Ok(reply)
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
