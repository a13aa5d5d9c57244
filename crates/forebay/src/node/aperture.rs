// SPDX-License-Identifier: Apache-2.0
//! The aperture through the node of the kernel module.

use std::io;

use forebay_aperture::{Aperture, ApertureError, Caching};
use rustix::io::Errno;

use super::abi;
use super::failure::{self, Call};
use super::family::Nodes;
use crate::ForebayError;

/// Maps all of it.
pub(super) fn map(nodes: &Nodes, caching: Caching) -> Result<Aperture, ForebayError> {
    let (file, path) = nodes.open_aperture()?;
    let call = Call { what: "choice of the caching", at: 0, bytes: 0, done: 0 };
    let kind = match caching {
        Caching::Uncached => abi::CACHING_UNCACHED,
        Caching::WriteCombining => abi::CACHING_WRITE_COMBINING,
    };
    let bytes = abi::set_caching(&file, kind).map_err(|source| {
        let mut error = failure::call(&path, call, io::Error::from(source));
        if let (Errno::NOTTY, ForebayError::NodeIo { next, .. }) = (source, &mut error) {
            *next = "this is not the aperture of the forebay module";
        }
        error
    })?;
    Aperture::of_file(&file, &path, bytes, caching).map_err(|error| match error {
        ApertureError::Map { source, .. }
            if Errno::from_io_error(&source) == Some(Errno::NODEV) =>
        {
            ForebayError::CardGone { path }
        }
        other => other.into(),
    })
}
