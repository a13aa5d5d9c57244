// SPDX-License-Identifier: Apache-2.0
//! What can go wrong with transfers that a program starts itself.

use super::scheme::ATTRIBUTE;
use super::{Cookie, Reason, Scheme};

/// Errors of a [`UserQueue`](super::UserQueue). Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UserQueueError {
    /// No scheme has that name.
    #[error("scheme `{asked}` is not known; one of {}", names())]
    NoSuchScheme {
        /// What was asked for.
        asked: String,
    },
    /// Another scheme is in force on the card.
    #[error(
        "scheme {asked}: the card's is {in_force}; close the queues that use it, or behind a driver write `{asked}` to the card's attribute `{ATTRIBUTE}`"
    )]
    OtherScheme {
        /// What was asked for.
        asked: Scheme,
        /// What there is; `none` is a possibility.
        in_force: &'static str,
    },
    /// All contexts are taken.
    #[error(
        "scheme {asked}: all {contexts} contexts of the card are in use; close a queue, or go through the kernel (`UserQueueOptions::fallback`)"
    )]
    NoContext {
        /// What was asked for.
        asked: Scheme,
        /// Contexts of the card.
        contexts: u32,
    },
    /// More memory than the card has slots for.
    #[error(
        "{bytes} bytes of registered memory: they take {wanted} slots, and {free} of the card's are free; register less, or give a region back"
    )]
    NoSlots {
        /// What was to be registered.
        bytes: usize,
        /// Slots of 4096 bytes that it takes.
        wanted: usize,
        /// Slots that nobody has, one behind the other.
        free: usize,
    },
    /// More memory than the program may pin, or than the driver's slots.
    #[error("{bytes} bytes of registered memory: {source}; {next}")]
    NotRegistered {
        /// What was to be registered.
        bytes: usize,
        /// The system's reason.
        source: std::io::Error,
        /// What to do.
        next: &'static str,
    },
    /// A region of no bytes, or without a right.
    #[error(
        "a region of {bytes} bytes with the rights {rights:?} is none; ask for one byte and one right at least"
    )]
    NoRegion {
        /// Its bytes.
        bytes: usize,
        /// Its rights.
        rights: super::Rights,
    },
    /// No bytes to move.
    #[error("a transfer of 0 bytes to byte {to} of its region: ask for one byte at least")]
    Empty {
        /// Where to.
        to: u64,
    },
    /// Bytes that are not all in the region.
    #[error(
        "{what}: {bytes} bytes from byte {offset} on go past the end of a region of {len}; stay within it"
    )]
    Outside {
        /// Source, destination or access.
        what: &'static str,
        /// The first byte.
        offset: u64,
        /// How many.
        bytes: u64,
        /// Bytes of the region.
        len: u64,
    },
    /// A region that may not be used so.
    #[error(
        "{what} at byte {offset} of its region: the region is not registered for it; register it with {need}"
    )]
    NoRight {
        /// Source or destination.
        what: &'static str,
        /// The first byte.
        offset: u64,
        /// The right that is missing.
        need: &'static str,
    },
    /// A region of another queue.
    #[error(
        "{what} at byte {offset} of its region: another queue has registered it; register memory with the queue that moves it"
    )]
    ForeignRegion {
        /// Source or destination.
        what: &'static str,
        /// The first byte.
        offset: u64,
    },
    /// An address that no access of the scheme can name.
    #[error(
        "{what} at byte {offset} of its region: under {scheme} it lies on a multiple of {multiple}; move it there, or use `portal`"
    )]
    Unaligned {
        /// Source or destination.
        what: &'static str,
        /// The first byte.
        offset: u64,
        /// The scheme.
        scheme: Scheme,
        /// What it has to be a multiple of.
        multiple: u64,
    },
    /// SHRIMP-1 copies to the same place of the partner's page.
    #[error(
        "byte {from} to byte {to} under shrimp1: both are at the same offset of their pages of 4096 bytes; move one of them, or use another scheme"
    )]
    NotPartner {
        /// Source.
        from: u64,
        /// Destination.
        to: u64,
    },
    /// The card took nothing.
    #[error(
        "{scheme}: the card refused the start for {reason} (slot address {address:#x}); {}", reason.next_step()
    )]
    Refused {
        /// The scheme.
        scheme: Scheme,
        /// Why.
        reason: Reason,
        /// The slot address that it names.
        address: u64,
    },
    /// Not all of a transfer arrived.
    #[error("transfer {cookie}: ended by {reason} (slot address {address:#x}); {}", reason.next_step())]
    Failed {
        /// Which one.
        cookie: Cookie,
        /// Why.
        reason: Reason,
        /// The slot address at which it ended; in a context that others share it may be one of theirs.
        address: u64,
    },
    /// Every attempt was told no, and the card refused none of them: somebody came between.
    #[error(
        "{scheme}: {tries} attempts were told no, the last one {answer} at access {access}, and none was refused: others use the same context; have them wait, or use `portal`"
    )]
    Disturbed {
        /// The scheme.
        scheme: Scheme,
        /// Attempts made.
        tries: u32,
        /// What the last one was answered.
        answer: u32,
        /// Which access of its sequence that was, from 1.
        access: u32,
    },
    /// The end of a transfer did not come.
    #[error(
        "transfer {cookie}: not over in the time allowed, with {under_way} of its context under way; wait again, or close the queue, which ends it"
    )]
    NotOver {
        /// Which one.
        cookie: Cookie,
        /// Transfers of the context that are not over.
        under_way: u32,
    },
    /// Memory of a simulated host.
    #[error(transparent)]
    Memory(#[from] forebay_bus::DmaFault),
    /// The card was reset.
    #[error(
        "the card was reset: contexts and registered memory are gone with it; open the queue again"
    )]
    Reset,
    /// One of several.
    #[error("start {taken} of a batch, behind {taken} that were made: {source}")]
    Batch {
        /// Starts before it, whose ends come.
        taken: usize,
        /// What was wrong with it.
        source: Box<crate::ForebayError>,
    },
}

fn names() -> String {
    Scheme::ALL.map(Scheme::name).join(", ")
}
