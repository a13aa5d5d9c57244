// SPDX-License-Identifier: Apache-2.0
//! Ending a command that goes on for long.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGXFSZ;

use crate::error::CliError;
use crate::stop::set_on_signals;

/// A flag that is set when the process is asked to end; the second time it ends at once. A file that gets too long is an error of its writing, not the end.
pub(crate) fn stop_on_signals() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::default();
    set_on_signals(&stop)
        .and_then(|()| signal_hook::flag::register(SIGXFSZ, Arc::default()))
        .map_err(|source| CliError::System { what: "handling signals", source })?;
    Ok(stop)
}
