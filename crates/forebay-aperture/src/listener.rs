// SPDX-License-Identifier: Apache-2.0
//! Who hears of each access of a program to a modelled aperture.

use std::panic::Location;

/// Hears of each instruction before it is done: what the program does, not what leaves the processor.
pub trait Listener: Send {
    /// A store by one instruction. The call that made it is at `place`.
    fn store(&mut self, place: &'static Location<'static>, offset: u64, data: &[u8]);

    /// A load by one instruction.
    fn load(&mut self, place: &'static Location<'static>, offset: u64, bytes: usize);

    /// A fence that orders stores (SFENCE).
    fn fence(&mut self, place: &'static Location<'static>);

    /// A fence that orders stores and loads (MFENCE).
    fn full_fence(&mut self, place: &'static Location<'static>);
}
