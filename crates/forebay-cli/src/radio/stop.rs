// SPDX-License-Identifier: Apache-2.0
//! Ending a command that goes on for long.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};

use crate::error::CliError;

/// Exit code of what Ctrl-C has stopped.
pub(crate) const STOPPED: u8 = 130;

/// A flag that is set when the process is asked to end; the second time it ends at once. A file that gets too long is an error of its writing, not the end.
pub(crate) fn stop_on_signals() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let register = || {
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register_conditional_shutdown(
                signal,
                i32::from(STOPPED),
                stop.clone(),
            )?;
            signal_hook::flag::register(signal, stop.clone())?;
        }
        signal_hook::flag::register(SIGXFSZ, Arc::default())
    };
    register().map_err(|source| CliError::System { what: "handling signals", source })?;
    Ok(stop)
}
