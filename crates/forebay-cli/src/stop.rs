// SPDX-License-Identifier: Apache-2.0
//! What tells of the end that a signal asks for.

use std::io;
#[cfg(feature = "sim")]
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nix::sys::signal::{SigSet, SigmaskHow, Signal};
use signal_hook::flag;
#[cfg(feature = "sim")]
use signal_hook::low_level::pipe;

/// Exit code of what Ctrl-C has stopped.
pub(crate) const STOPPED: u8 = 130;

/// What asks a process to end.
const ENDS: [Signal; 2] = [Signal::SIGINT, Signal::SIGTERM];

/// Sets `stop` when the process is asked to end; the second time it ends at once. To be called before there are other threads.
pub(crate) fn set_on_signals(stop: &Arc<AtomicBool>) -> io::Result<()> {
    for_each_end(|signal| {
        let again = Arc::new(AtomicBool::new(false));
        flag::register(signal, stop.clone())?;
        flag::register_conditional_shutdown(signal, STOPPED.into(), again.clone())?;
        flag::register(signal, again)?;
        Ok(())
    })
}

/// A socket that becomes readable when the process is asked to end. To be called before there are other threads.
#[cfg(feature = "sim")]
pub(crate) fn socket_on_signals() -> io::Result<UnixStream> {
    let (stop, wake) = UnixStream::pair()?;
    for_each_end(|signal| pipe::register(signal, wake.try_clone()?).map(drop))?;
    Ok(stop)
}

/// Has handlers set for each signal that asks for the end. One that comes meanwhile waits until all of it is there: there is a moment
/// in which a handler is set and does nothing yet.
fn for_each_end(set: impl FnMut(i32) -> io::Result<()>) -> io::Result<()> {
    let before = SigSet::from_iter(ENDS).thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let all = ENDS.map(|signal| signal as i32).into_iter().try_for_each(set);
    before.thread_set_mask()?;
    all
}
