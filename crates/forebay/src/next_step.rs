// SPDX-License-Identifier: Apache-2.0
//! What there is to do about an engine that has stopped with an error: what fits its cause, and whose side it is on.

use crate::{ChannelId, EngineCause};

/// Who makes the descriptors of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// This library, and it maps the buffers.
    Library,
    /// A kernel driver.
    Driver,
}

/// What the bits of an error group stand for, in the order in which they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// Nobody has the address.
    Unsupported,
    /// Whoever has it refuses.
    Abort,
    /// The data are marked as damaged.
    Poisoned,
    /// Parity, or an answer to nothing.
    Bus,
}

impl Refusal {
    /// Without a bit the refusal is the usual one: some drivers do not tell the status.
    const fn of(bits: u32) -> Self {
        match bits {
            bits if bits & 0b0_1000 != 0 => Self::Poisoned,
            bits if bits & 0b1_0100 != 0 => Self::Bus,
            bits if bits & 0b0_0010 != 0 => Self::Abort,
            _ => Self::Unsupported,
        }
    }
}

/// The next step after that cause; `bits` are those of the cause's error group, 0 where it has none.
pub(crate) const fn next_step(
    channel: ChannelId,
    cause: EngineCause,
    bits: u32,
    maker: Maker,
) -> &'static str {
    let (to_card, refusal) = (matches!(channel, ChannelId::H2c(_)), Refusal::of(bits));
    match (cause, maker) {
        (EngineCause::BadMagic, Maker::Library) => {
            "something overwrote the library's descriptors in host memory: find out who else writes there, then submit it again; \
             the channel works again"
        }
        (EngineCause::BadMagic, Maker::Driver) => {
            "something overwrote the driver's descriptors in host memory: the kernel log names the one, then submit it again; \
             the channel works again"
        }
        (EngineCause::InvalidLength, Maker::Library) => {
            "a descriptor has a length that the card does not take: if no piece is empty, something overwrote it in host memory; \
             the channel works again"
        }
        (EngineCause::InvalidLength, Maker::Driver) => {
            "the card does not take that length: give one that is not 0 and that the channel's alignment divides; \
             the channel works again"
        }
        (EngineCause::DescriptorFetch, _) => fetch(refusal),
        (EngineCause::Read, _) if to_card => host(refusal, false, maker),
        (EngineCause::Read, _) => card(refusal, false),
        (EngineCause::Write, _) if to_card => card(refusal, true),
        (EngineCause::Write, _) => host(refusal, true, maker),
        (EngineCause::Stopped, _) => {
            "the engine says no cause: see with `forebay describe` whether its front end is told to rest, end other programs \
             that use its registers, then submit it again; the channel works again"
        }
    }
}

/// The host refused a descriptor.
const fn fetch(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Unsupported => {
            "the card does not reach the descriptors in host memory any more: see with `lspci -vv` whether it is still bus master, and the \
             kernel log for IOMMU faults; the channel works again"
        }
        other => damage(other),
    }
}

/// The host refused data: those of a buffer.
const fn host(refusal: Refusal, write: bool, maker: Maker) -> &'static str {
    match (refusal, write, maker) {
        (Refusal::Unsupported, false, Maker::Library) => {
            "the source is not mapped for reading at that host address: keep the buffer until the transfer has ended; \
             the channel works again"
        }
        (Refusal::Unsupported, true, Maker::Library) => {
            "the destination is not mapped for writing at that host address: keep the buffer until the transfer has ended; \
             the channel works again"
        }
        (Refusal::Unsupported, false, Maker::Driver) => {
            "the source is not mapped for reading at that host address: see the kernel log for IOMMU faults, and whether the card is \
             still bus master; the channel works again"
        }
        (Refusal::Unsupported, true, Maker::Driver) => {
            "the destination is not mapped for writing at that host address: see the kernel log for IOMMU faults, and whether the card \
             is still bus master; the channel works again"
        }
        (other, ..) => damage(other),
    }
}

/// The host's answer says that something is wrong with machine or bus.
const fn damage(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Unsupported | Refusal::Abort => {
            "whoever has that host address refused it: see the kernel log for PCIe and IOMMU errors; the channel works again"
        }
        Refusal::Poisoned => {
            "the data came marked as damaged: see the kernel log for memory and PCIe errors (EDAC, AER), then submit it again; \
             the channel works again"
        }
        Refusal::Bus => {
            "the answer came damaged: check slot and link with `lspci -vv`, then submit it again; the channel works again"
        }
    }
}

/// The card's own address space refused data.
const fn card(refusal: Refusal, write: bool) -> &'static str {
    match (refusal, write) {
        (Refusal::Unsupported, _) => {
            "nothing is at that card address: give one in card memory, whose size `forebay describe` shows, or in a stream port; \
             the channel works again"
        }
        (_, false) => {
            "what is at that card address cannot be read: a stream port only takes data, read from card memory; \
             the channel works again"
        }
        (_, true) => {
            "what is at that card address did not take the data: write to card memory or to a stream port; the channel works again"
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const H2C: ChannelId = ChannelId::H2c(0);
    const C2H: ChannelId = ChannelId::C2h(0);

    /// Each cause by itself, the bits of its group, and what its next step says, with either maker.
    const STEPS: [(ChannelId, EngineCause, u32, &str); 19] = [
        (H2C, EngineCause::BadMagic, 0, "overwrote the"),
        (H2C, EngineCause::InvalidLength, 0, "does not take"),
        (H2C, EngineCause::Stopped, 0, "says no cause"),
        (C2H, EngineCause::DescriptorFetch, 1, "reach the descriptors"),
        (C2H, EngineCause::DescriptorFetch, 2, "PCIe and IOMMU errors"),
        (C2H, EngineCause::DescriptorFetch, 4, "slot and link"),
        (C2H, EngineCause::DescriptorFetch, 8, "EDAC"),
        (H2C, EngineCause::Read, 1, "mapped for reading"),
        (H2C, EngineCause::Read, 0, "mapped for reading"),
        (H2C, EngineCause::Read, 2, "PCIe and IOMMU errors"),
        (H2C, EngineCause::Read, 8, "EDAC"),
        (H2C, EngineCause::Read, 9, "EDAC"),
        (H2C, EngineCause::Read, 16, "slot and link"),
        (C2H, EngineCause::Read, 1, "nothing is at that card address"),
        (C2H, EngineCause::Read, 2, "cannot be read"),
        (C2H, EngineCause::Write, 1, "mapped for writing"),
        (C2H, EngineCause::Write, 2, "PCIe and IOMMU errors"),
        (H2C, EngineCause::Write, 1, "nothing is at that card address"),
        (H2C, EngineCause::Write, 2, "did not take the data"),
    ];

    #[test]
    fn each_cause_has_its_own() {
        for maker in [Maker::Library, Maker::Driver] {
            let mut steps = BTreeSet::new();
            for (channel, cause, bits, told) in STEPS {
                let step = next_step(channel, cause, bits, maker);
                assert!(step.contains(told), "{channel} {cause:?} {bits:#x}: {step}");
                assert!(step.ends_with("; the channel works again"), "{step}");
                steps.insert(step);
            }
            // Abort, damage and broken link are the same for whatever came from the host.
            assert_eq!(steps.len(), 12, "{steps:#?}");
        }
    }

    #[test]
    fn whose_descriptors_they_are_is_told() {
        for cause in [EngineCause::BadMagic, EngineCause::InvalidLength, EngineCause::Read] {
            let [library, driver] =
                [Maker::Library, Maker::Driver].map(|maker| next_step(H2C, cause, 0, maker));
            assert_ne!(library, driver, "{cause:?}");
            assert!(
                !library.contains("kernel log"),
                "there is none of a simulated card: {library}"
            );
        }
    }
}
