// SPDX-License-Identifier: Apache-2.0
//! A flag for the end that a signal asks for.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nix::sys::signal::{SigSet, SigmaskHow, Signal};
use signal_hook::flag;

/// Exit code of what Ctrl-C has stopped.
pub(crate) const STOPPED: u8 = 130;

/// Sets `stop` when the process is asked to end; the second time it ends at once. To be called before there are other threads.
///
/// A signal that comes meanwhile waits until all of it is there: there is a moment in which its handler is set and does nothing yet.
pub(crate) fn set_on_signals(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let ends = [Signal::SIGINT, Signal::SIGTERM];
    let before = SigSet::from_iter(ends).thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let all = ends.into_iter().try_for_each(|signal| {
        let (signal, again) = (signal as i32, Arc::new(AtomicBool::new(false)));
        flag::register(signal, stop.clone())?;
        flag::register_conditional_shutdown(signal, STOPPED.into(), again.clone())?;
        flag::register(signal, again)?;
        Ok(())
    });
    before.thread_set_mask()?;
    all
}
