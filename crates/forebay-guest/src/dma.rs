// SPDX-License-Identifier: Apache-2.0
//! How the addresses that the driver gives the card lead to the guest's memory.

use serde::Serialize;

/// What lies between the card and memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dma {
    /// Nothing: the addresses are physical.
    #[default]
    Direct,
    /// An IOMMU with small pages, which forgets a mapping before the driver's call to take it back returns.
    Iommu,
    /// The kernel's own buffers: it copies each piece there, or from there.
    Bounce,
}

impl Dma {
    /// All of them, in the order a suite runs them.
    pub const ALL: [Self; 3] = [Self::Direct, Self::Iommu, Self::Bounce];

    /// Its name on the command line and in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Iommu => "iommu",
            Self::Bounce => "bounce",
        }
    }

    /// The one of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dma| dma.name() == name)
    }

    /// What the kernel is told. The variable reaches every program of the guest, so that a test can make sure that it
    /// is so.
    #[must_use]
    pub(crate) fn kernel_arguments(self) -> &'static str {
        match self {
            Self::Direct => "FBY_DMA=direct",
            Self::Iommu => "FBY_DMA=iommu intel_iommu=on iommu.strict=1",
            Self::Bounce => "FBY_DMA=bounce swiotlb=force",
        }
    }

    /// A device that the machine needs for it. In caching mode the kernel announces new mappings too, without which
    /// QEMU could not tell the card's server of them.
    #[must_use]
    pub(crate) fn device(self) -> Option<&'static str> {
        (self == Self::Iommu).then_some("intel-iommu,caching-mode=on")
    }

    /// What is added to the name of a run that is not the usual one.
    #[must_use]
    pub(crate) fn suffix(self) -> String {
        match self {
            Self::Direct => String::new(),
            other => format!("-{}", other.name()),
        }
    }
}
