// SPDX-License-Identifier: Apache-2.0
//! A transfer between two addresses, of whatever space each is, by the movers that a build has: what front ends without channels ask for.

use forebay_builds::Build;
use forebay_bus::host::Refusal;
use forebay_regs::user::counter;

use crate::fabric::Fabric;
use crate::movers::{self, Current, Half, Hitch};

/// Between which spaces a build moves; within host memory every one does, within card memory none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paths {
    pub(super) to_card: bool,
    pub(super) to_host: bool,
}

impl Paths {
    /// Those that the memory-mapped channels of a build have movers for.
    pub(super) fn of(build: &Build) -> Self {
        let memory =
            |count: u32, streams: u32| (0..count).any(|channel| streams >> channel & 1 == 0);
        Self {
            to_card: memory(build.num_h2c, build.h2c_stream),
            to_host: memory(build.num_c2h, build.c2h_stream),
        }
    }

    /// Whether there is a mover from one space to the other.
    pub(super) const fn has(self, src_card: bool, dst_card: bool) -> bool {
        match (src_card, dst_card) {
            (false, false) => true,
            (false, true) => self.to_card,
            (true, false) => self.to_host,
            (true, true) => false,
        }
    }
}

/// A transfer as it was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Transfer {
    pub(super) src: u64,
    pub(super) dst: u64,
    pub(super) bytes: u32,
    pub(super) src_card: bool,
    pub(super) dst_card: bool,
}

impl Transfer {
    /// Moves the piece behind `moved` bytes, and counts its beats; its bytes, and the cycles that it takes.
    pub(super) fn advance(&self, fabric: &mut Fabric, moved: u64) -> Result<(u64, u64), Hitch> {
        let at =
            Current { control: 0, len: self.bytes.into(), src: self.src, dst: self.dst, moved };
        let (bytes, _) = match (self.src_card, self.dst_card) {
            (false, true) => movers::host_to_card(fabric, at, false, u64::MAX),
            (true, false) => movers::card_to_host(fabric, at, false, u64::MAX),
            _ => movers::host_to_host(fabric, at),
        }?;
        let host = if self.src_card { self.dst } else { self.src };
        let beats = movers::beats(host, moved, moved + bytes);
        // Of a transfer within host memory only its reads and writes are counted.
        match (self.src_card, self.dst_card) {
            (true, _) => fabric.status.count(counter::index::C2H_BEATS, beats),
            (_, true) => fabric.status.count(counter::index::H2C_BEATS, beats),
            _ => {}
        }
        Ok((bytes, beats.max(1)))
    }

    /// Cycles from when it is begun to its first bytes, besides those of the card: a round trip for what is read from the host.
    pub(super) fn way(&self, fabric: &Fabric) -> u64 {
        if self.src_card { 0 } else { fabric.wires.params().round_trip_cycles.into() }
    }

    /// Why a mover could not go on behind `moved` bytes, and the bus address that was refused.
    pub(super) const fn failure(&self, half: Half, refusal: Refusal, moved: u64) -> (Failure, u64) {
        let (of_card, address) = match half {
            Half::Read => (self.src_card, self.src),
            Half::Write => (self.dst_card, self.dst),
        };
        (Failure::of(of_card, refusal), address.wrapping_add(moved))
    }
}

/// What a refusal by a bus means; each front end has its number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    HostDecode,
    HostSlave,
    HostPoison,
    CardDecode,
    CardSlave,
}

impl Failure {
    /// That of a refusal by the card, or by the host.
    pub(super) const fn of(card: bool, refusal: Refusal) -> Self {
        match (card, refusal) {
            (true, Refusal::Unsupported) => Self::CardDecode,
            (true, _) => Self::CardSlave,
            (false, Refusal::Unsupported) => Self::HostDecode,
            (false, Refusal::Poisoned) => Self::HostPoison,
            (false, _) => Self::HostSlave,
        }
    }
}
