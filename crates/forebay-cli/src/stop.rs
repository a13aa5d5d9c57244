// SPDX-License-Identifier: Apache-2.0
//! A flag for the end that a signal asks for.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Exit code of what Ctrl-C has stopped.
pub(crate) const STOPPED: u8 = 130;

/// Sets `stop` when the process is asked to end; the second time it ends at once.
///
/// Whoever hears of a signal first sets the flag: one that comes while this registers is not lost.
pub(crate) fn set_on_signals(stop: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        let again = Arc::new(AtomicBool::new(false));
        flag::register(signal, stop.clone())?;
        flag::register_conditional_shutdown(signal, STOPPED.into(), again.clone())?;
        flag::register(signal, again)?;
    }
    Ok(())
}
