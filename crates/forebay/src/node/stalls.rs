// SPDX-License-Identifier: Apache-2.0
//! Who waits for whom behind a kernel driver: what the card's own registers say, and of descriptors what the driver does.

use std::sync::{Mutex, PoisonError};

use forebay_plan::Path;

use super::abi::{self, LastError, LastStall};
use super::user::User;
use crate::consumed::{self, Queued};
use crate::identity::Identity;
use crate::in_process::port_of;
use crate::stall::{BlockedDescriptor, FifoState, Lacking, Outlook, Stall, in_front};
use crate::{ChannelId, Consumed, ForebayError, waits};

/// Elements of a stream that goes on and on: of what other programs send nobody knows.
const ENDLESS: u64 = 1 << 20;

/// What the datapath takes, where somebody has told.
#[derive(Default)]
pub(super) struct Declared(Mutex<Vec<Consumed>>);

impl Declared {
    pub(super) fn set(&self, consumed: &[Consumed]) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = consumed.to_vec();
    }

    /// Who waits for whom at this moment. `gave_up`: a channel that the driver has just stopped, and why; nothing of it waits for room any
    /// more, while the FIFOs and the datapath are as they were.
    pub(super) fn stall(
        &self,
        user: &User,
        identity: &Identity,
        gave_up: Option<(ChannelId, &LastError)>,
    ) -> Result<Stall, ForebayError> {
        let (fifos, waits) = waits::read(&mut user.lock(), identity)?;
        let blocked = gave_up.map(|(channel, error)| blocked(channel, error, &fifos, identity));
        let safe = self.safe(&fifos, identity.write_path());
        let (blocked, outlook) = (blocked.into_iter().collect(), Outlook::Open);
        Ok(Stall { waited: 0, fifos, blocked, waits, outlook, safe })
    }

    /// Who waited for whom when the driver looked, before it stopped what got nowhere.
    pub(super) fn told(&self, identity: &Identity, told: &LastStall) -> Stall {
        let first = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let ports = (0..).zip(told.fifos).take(first(told.num_fifos));
        let fifos: Vec<_> = ports.map(|(port, of)| fifo(port, of)).collect();
        let words = told.datapaths.into_iter().take(first(told.num_datapaths));
        let waits = identity.datapaths().zip(words);
        let waits = waits.map(|(datapath, status)| waits::wait_of(datapath, status)).collect();
        let path = identity.write_path();
        let blocked = told.blocked.iter().take(first(told.num_blocked));
        let blocked = blocked.map(|at| stood(at, &fifos, path)).collect();
        let outlook = named(told.lacking)
            .map_or(Outlook::Open, |port| Outlook::Deadlock(Lacking::Port(port)));
        let waited = u64::from(told.waited_ms) * u64::from(identity.clock_khz);
        let safe = self.safe(&fifos, path);
        Stall { waited, fifos, blocked, waits, outlook, safe }
    }

    /// The largest chunk that is safe for one thread, if it is known what the datapath takes.
    fn safe(&self, fifos: &[FifoState], path: Path) -> Option<crate::SafeChunk> {
        let consumed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let queued: Vec<_> = consumed
            .iter()
            .map(|of| Queued { port: of.port, bytes: of.element_bytes.saturating_mul(ENDLESS) })
            .collect();
        consumed::safe_chunk(&consumed, &queued, fifos, path, false)
    }
}

/// A stream port, if it is one.
fn named(port: u32) -> Option<u32> {
    (port != abi::NO_PORT).then_some(port)
}

fn fifo(port: u32, of: abi::Fifo) -> FifoState {
    let has = |flag| of.flags & flag != 0;
    let (full, starving) = (has(abi::FIFO_FULL), has(abi::FIFO_STARVING));
    FifoState { port, held: of.held, depth: of.depth, full, starving }
}

fn stood(at: &abi::Blocked, fifos: &[FifoState], path: Path) -> BlockedDescriptor {
    let abi::Blocked { channel, flags, port, descriptor, total, card_addr, bytes, .. } = *at;
    let c2h = flags & abi::INFO_C2H != 0;
    let writes = flags & (abi::INFO_C2H | abi::INFO_STREAM) == 0;
    BlockedDescriptor {
        channel: if c2h { ChannelId::C2h(channel) } else { ChannelId::H2c(channel) },
        descriptor,
        total: Some(total),
        host_addr: None,
        card_addr,
        bytes: Some(bytes),
        port: named(port),
        held_up_by: writes.then(|| in_front(fifos, path, port_of(card_addr))).flatten(),
    }
}

fn blocked(
    channel: ChannelId,
    error: &LastError,
    fifos: &[FifoState],
    identity: &Identity,
) -> BlockedDescriptor {
    let LastError { descriptor, card_addr, .. } = *error;
    let into = port_of(card_addr).filter(|_| matches!(channel, ChannelId::H2c(_)));
    let writes = matches!(channel, ChannelId::H2c(n) if identity.h2c_streams >> n & 1 == 0);
    let starving = |port: u32| fifos.iter().any(|fifo| fifo.port == port && fifo.starving);
    BlockedDescriptor {
        channel,
        descriptor,
        total: None,
        host_addr: None,
        card_addr,
        bytes: None,
        port: into.filter(|port| !starving(*port)),
        held_up_by: writes.then(|| in_front(fifos, identity.write_path(), into)).flatten(),
    }
}
