// SPDX-License-Identifier: Apache-2.0
//! Which driver a device path belongs to, and what its nodes are called.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::failure;
use crate::{ChannelId, ForebayError};

/// Whose nodes they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// This project's kernel module.
    Forebay,
    /// The card vendor's XDMA driver; only reads and writes of its nodes are used.
    Xdma,
}

/// All nodes of one card.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    pub family: Family,
    base: PathBuf,
}

impl Nodes {
    /// The nodes of `/dev/forebayN` or `/dev/xdmaN`; the folder may be another one.
    pub(super) fn find(base: &Path) -> Option<Self> {
        let name = base.file_name()?.to_str()?;
        let numbered = |prefix: &str| {
            name.strip_prefix(prefix).is_some_and(|number| {
                !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
            })
        };
        let family = if numbered("forebay") {
            Family::Forebay
        } else if numbered("xdma") {
            Family::Xdma
        } else {
            return None;
        };
        Some(Self { family, base: base.into() })
    }

    /// Path of one node.
    pub(super) fn path(&self, suffix: &str) -> PathBuf {
        let mut path = self.base.clone().into_os_string();
        path.push("_");
        path.push(suffix);
        path.into()
    }

    /// Whether each open file can say how its transfers are waited for.
    pub(super) fn takes_completion(&self) -> bool {
        self.family == Family::Forebay
    }

    /// Opens the registers.
    pub(super) fn open_user(&self) -> Result<(File, PathBuf), ForebayError> {
        open(self.path("user"), OpenOptions::new().read(true).write(true))
    }

    /// Opens a channel. On a stream to the host the vendor's driver ends a read with the packet only when the file was
    /// opened to be truncated.
    pub(super) fn open_channel(
        &self,
        channel: ChannelId,
        stream: bool,
    ) -> Result<(File, PathBuf), ForebayError> {
        let mut options = OpenOptions::new();
        match channel {
            ChannelId::H2c(_) => options.write(true),
            ChannelId::C2h(_) => options.read(true),
        };
        if stream && self.family == Family::Xdma && matches!(channel, ChannelId::C2h(_)) {
            options.custom_flags(OFlags::TRUNC.bits().cast_signed());
        }
        open(self.path(&channel.to_string()), &options)
    }

    /// Opens the aperture, which only the kernel module has for programs.
    pub(super) fn open_aperture(&self) -> Result<(File, PathBuf), ForebayError> {
        let path = self.path("aperture");
        match self.family {
            Family::Forebay => open(path, OpenOptions::new().read(true).write(true)),
            Family::Xdma => Err(ForebayError::NoApertureNode { path: self.base.clone() }),
        }
    }

    /// Opens user-level DMA, which only the kernel module has for programs.
    pub(super) fn open_udma(&self) -> Result<(File, PathBuf), ForebayError> {
        match self.family {
            Family::Forebay => open(self.path("udma"), OpenOptions::new().read(true).write(true)),
            Family::Xdma => Err(ForebayError::NoFeature { what: "node for user-level DMA" }),
        }
    }

    /// Opens capture, which only the kernel module has.
    pub(super) fn open_capture(&self) -> Result<(File, PathBuf), ForebayError> {
        match self.family {
            Family::Forebay => open(self.path("cap0"), OpenOptions::new().read(true)),
            Family::Xdma => Err(ForebayError::NoFeature { what: "capture node" }),
        }
    }

    /// Opens transmission, which only the kernel module has.
    pub(super) fn open_transmit(&self) -> Result<(File, PathBuf), ForebayError> {
        match self.family {
            Family::Forebay => open(self.path("tx0"), OpenOptions::new().read(true).write(true)),
            Family::Xdma => Err(ForebayError::NoFeature { what: "transmit node" }),
        }
    }

    /// Opens the user interrupts, where the driver has them as a file that can be polled. They only make waiting for a
    /// register quicker, so that a machine that does not offer them goes without.
    pub(super) fn open_events(&self) -> Option<(File, PathBuf)> {
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(flags);
        (self.family == Family::Forebay).then(|| open(self.path("events"), &options).ok()).flatten()
    }
}

fn open(path: PathBuf, options: &OpenOptions) -> Result<(File, PathBuf), ForebayError> {
    match options.open(&path) {
        Ok(file) => Ok((file, path)),
        Err(source) => Err(failure::open(path, source)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_whose_they_are() {
        let family = |path: &str| Nodes::find(Path::new(path)).map(|nodes| nodes.family);
        assert_eq!(family("/dev/forebay0"), Some(Family::Forebay));
        assert_eq!(family("/elsewhere/xdma12"), Some(Family::Xdma));
        for wrong in ["/dev/forebay", "/dev/forebay0_user", "/dev/xdma", "/dev/null", "/"] {
            assert_eq!(family(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn nodes_are_named_after_channel_and_direction() {
        let nodes = Nodes::find(Path::new("/dev/forebay3")).unwrap();
        let path = nodes.path(&ChannelId::C2h(1).to_string());
        assert_eq!(path, Path::new("/dev/forebay3_c2h_1"));
    }
}
