// SPDX-License-Identifier: Apache-2.0
//! Whatever is sent, the server neither panics nor grows nor stays behind.
#![allow(clippy::expect_used, reason = "tests")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::net::Shutdown;
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use common::*;
use proptest::prelude::*;
use rustix::event::{EventfdFlags, eventfd};

/// What a server may take beyond one that is sent nothing: one message of the longest kind and its answer. A header can
/// announce a thousand times as much.
const ROOM: usize = 4 << 20;

/// What may be left of all cases of a test together: names and tables that are made once.
const LEFT: usize = 64 << 10;

/// Bytes that are allocated, and the most there were.
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// One case at a time: the counts are the process's.
static ALONE: Mutex<()> = Mutex::new(());

fn count(layout: Layout) {
    let live = LIVE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
    PEAK.fetch_max(live, Ordering::Relaxed);
}

/// The system's allocator, counted.
struct Counted;

// SAFETY: every call goes to the system's allocator unchanged; what is beside it only counts.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout);
        // SAFETY: the caller's promise for this function is the one that the system's wants.
        unsafe { System.alloc(layout) }
    }

    // Without it a card's memory would be written from end to end each time one is made.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout);
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: it came from `alloc` above with this layout.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// Bytes at the most while a case runs, over those before it.
fn growth(case: impl FnOnce()) -> usize {
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    case();
    PEAK.load(Ordering::Relaxed) - before
}

/// Files that are open, but for the one that signalling needs and the process keeps.
fn open_files() -> usize {
    let is_kept = |file: &Path| file.to_string_lossy().starts_with("/memfd:nothing");
    let files = std::fs::read_dir("/proc/self/fd").expect("open files cannot be counted");
    let names = files.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
    names.filter(|name| !is_kept(name)).count()
}

/// Whether no more files are open, or soon are not: the server does not wait until a client's socket is closed.
fn only_open(files: usize) -> bool {
    let patience = Instant::now() + PATIENCE;
    while open_files() != files {
        if Instant::now() > patience {
            return false;
        }
        std::thread::yield_now();
    }
    true
}

/// Runs cases by `test` and holds each to what a server needs that is sent nothing, and all to what was there before.
fn bounded<S: Strategy>(strategy: &S, test: impl Fn(S::Value)) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let idle = || {
        let mut session = Session::new(fast());
        session.client.agree();
        session.finish();
    };
    let files = open_files();
    idle();
    let most = growth(idle) + ROOM;
    let live = LIVE.load(Ordering::Relaxed);
    let config =
        ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let ended = runner.run(strategy, |case| {
        let grown = growth(|| test(case));
        prop_assert!(grown <= most, "{grown} bytes at once, {most} are enough");
        prop_assert!(only_open(files), "a file stays open");
        Ok(())
    });
    drop(runner);
    assert!(ended.is_ok(), "{ended:?}");
    let left = LIVE.load(Ordering::Relaxed).saturating_sub(live);
    assert!(left <= LEFT, "{left} bytes stay behind");
}

#[test]
fn random_bytes() {
    let strategy = (prop::collection::vec(any::<u8>(), 0..600), any::<bool>());
    bounded(&strategy, |(bytes, agree)| {
        let mut session = Session::new(fast());
        if agree {
            session.client.agree();
        }
        // The server may have had enough before all of it is sent.
        let _ = session.client.stream.write_all(&bytes);
        let _ = session.client.stream.shutdown(Shutdown::Both);
        let (_, _ending) = session.close();
    });
}

#[test]
fn headers_that_announce_more_than_comes() {
    let strategy = (0..18_u16, any::<u32>(), any::<u32>(), any::<bool>());
    bounded(&strategy, |(command, size, flags, agree)| {
        let mut session = Session::new(fast());
        if agree {
            session.client.agree();
        }
        let head = [u32::from(command) << 16 | 7, size, flags & 0x3f, 0];
        let _ = session.client.stream.write_all(&words(&head));
        let _ = session.client.stream.shutdown(Shutdown::Both);
        let (_, _ending) = session.close();
    });
}

#[test]
fn random_messages() {
    let payload = prop::collection::vec(any::<u32>(), 0..12);
    let strategy = prop::collection::vec((0..18_u16, payload, any::<bool>(), 0..4_usize), 0..20);
    bounded(&strategy, |messages| {
        let mut session = Session::new(fast());
        session.client.agree();
        let (memory, event) = (memory(0x1000), eventfd(0, EventfdFlags::NONBLOCK).unwrap());
        let descriptors = [memory.as_fd(), event.as_fd(), memory.as_fd()];
        for (command, payload, small, fds) in messages {
            // Small numbers get further into the server than random ones.
            let payload: Vec<u32> =
                payload.iter().map(|word| if small { word % 40 } else { *word }).collect();
            let _ = session.client.ask_with(command, &words(&payload), &descriptors[..fds]);
        }
        session.finish();
    });
}
