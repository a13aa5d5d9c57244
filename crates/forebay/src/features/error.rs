// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a chain of features.

use super::Class;

/// The card's list of features is broken. Each names the header, the value seen and the next step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureError {
    /// The card has no list.
    #[error(
        "the card has no list of features: its first header, at {at:#x}, reads {value:#010x}; load a release of the card that has \
         one"
    )]
    NoList {
        /// Where the first header should be.
        at: u32,
        /// Its first word.
        value: u32,
    },
    /// NEXT leads to what is no header.
    #[error(
        "list of features: the header at {at:#x}, which the one at {from:#x} leads to, reads {value:#010x} and no mark; the card's \
         build is broken"
    )]
    NoMark {
        /// The header that leads there.
        from: u32,
        /// Where it leads.
        at: u32,
        /// Its first word.
        value: u32,
    },
    /// NEXT leads out of the BAR.
    #[error(
        "list of features: the header at {from:#x} leads to {next:#x}, outside the {bar_bytes:#x} bytes from the card's own registers to the end of their BAR; the card's build is \
         broken"
    )]
    Outside {
        /// The header that leads there.
        from: u32,
        /// Where it leads.
        next: u32,
        /// Bytes of the BAR from the card's own registers on.
        bar_bytes: u32,
    },
    /// NEXT leads to no multiple of 64.
    #[error(
        "list of features: the header at {from:#x} leads to {next:#x}, which is no multiple of 64; the card's build is broken"
    )]
    Unaligned {
        /// The header that leads there.
        from: u32,
        /// Where it leads.
        next: u32,
    },
    /// NEXT leads back.
    #[error(
        "list of features: the header at {from:#x} leads back to {next:#x}; the card's build is broken"
    )]
    Loop {
        /// The header that leads there.
        from: u32,
        /// The header that was there before.
        next: u32,
    },
    /// It does not end.
    #[error(
        "list of features: no end after {most} headers, the last at {at:#x}; the card's build is broken"
    )]
    TooLong {
        /// Headers that were read.
        most: usize,
        /// The last of them.
        at: u32,
    },
    /// The registers of a feature are not within a BAR.
    #[error(
        "list of features: the {class} of kind {kind} at {at:#x} has its registers at {offset:#x}, {bytes:#x} bytes of BAR{bar}, \
         {why}; the card's build is broken"
    )]
    Page {
        /// Its header.
        at: u32,
        /// Its class.
        class: Class,
        /// Its kind.
        kind: u32,
        /// Number of the BAR.
        bar: u32,
        /// Where the registers begin.
        offset: u32,
        /// Their bytes.
        bytes: u32,
        /// What is wrong with that.
        why: &'static str,
    },
    /// Two of what a card has one of.
    #[error(
        "list of features: {class} of kind {kind} at {first:#x}, and of kind {again} at {second:#x}, where a card has one; the card's \
         build is broken"
    )]
    Two {
        /// Their class.
        class: Class,
        /// The first one's kind.
        kind: u32,
        /// Its header.
        first: u32,
        /// The second one's kind.
        again: u32,
        /// Its header.
        second: u32,
    },
    /// The list does not begin with the card's identity in a version that is known.
    #[error(
        "list of features: it begins with {class} of kind {kind}, version {major}.{minor}, and not with the identity, version 1; use \
         the host library of the card's release"
    )]
    NoIdentity {
        /// Class of the first header.
        class: Class,
        /// Its kind.
        kind: u32,
        /// Its version.
        major: u32,
        /// Its version.
        minor: u32,
    },
}
