// SPDX-License-Identifier: Apache-2.0
//! A program's part of a card behind the kernel module.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use forebay_aperture::Instructions;
use rustix::io::Errno;
use rustix::mm::ProtFlags;

use super::memory::NodeMemory;
use super::pages::Pages;
use super::{Node, abi, failure};
use crate::ForebayError;
use crate::user_queue::backend::{Backend, Copied, End, Grant, Memory, Wait};
use crate::user_queue::sequence::{self, Answer, Line, MappedWord, Places, Word, key_word};
use crate::user_queue::{
    Place, Reason, Rights, SLOT_BYTES, Scheme, UserQueueError, UserQueueStats,
};

/// The longest sleep between two looks at a card that says nothing.
const LONGEST_SLEEP: Duration = Duration::from_millis(100);

/// The pages of a context that its scheme uses.
#[derive(Debug, Default)]
pub(super) struct Window {
    context: Option<Pages>,
    portal: Option<Pages>,
}

impl Window {
    pub(super) fn map(node: &Node, scheme: Scheme) -> Result<Self, ForebayError> {
        let map = |at| {
            let bytes = usize::try_from(SLOT_BYTES).unwrap_or(usize::MAX);
            let pages = Pages::of_file(
                (&node.file, &node.home),
                at,
                bytes,
                ProtFlags::READ | ProtFlags::WRITE,
            );
            pages.map_err(|errno| failure::call(&node.path, "mapping a page of the window", errno))
        };
        let of = |wanted, at| (scheme == wanted).then(|| map(at)).transpose();
        Ok(Self {
            context: of(Scheme::Key, abi::MAP_CONTEXT)?,
            portal: of(Scheme::Portal, abi::MAP_PORTAL)?,
        })
    }
}

pub(super) struct NodeBackend {
    node: Arc<Node>,
    grant: Grant,
    key: u64,
    window: Window,
}

impl NodeBackend {
    pub(super) const fn new(node: Arc<Node>, grant: Grant, key: u64, window: Window) -> Self {
        Self { node, grant, key, window }
    }

    fn failed(&self, what: &'static str) -> impl FnOnce(Errno) -> ForebayError + '_ {
        move |errno| failure::call(&self.node.path, what, errno)
    }
}

/// The word at the beginning of a page that the scheme has.
fn page(pages: Option<&Pages>) -> Result<MappedWord<'_>, ForebayError> {
    let missing = ForebayError::NoFeature { what: "page of the window under this scheme" };
    Ok(pages.ok_or(missing)?.word(0))
}

/// Memory of this kind, which that of a queue's own regions is.
fn own(memory: &dyn Memory) -> Result<&NodeMemory, ForebayError> {
    let known = (memory as &dyn Any).downcast_ref::<NodeMemory>();
    known.ok_or(UserQueueError::ForeignRegion { what: "memory", offset: 0 }.into())
}

impl Backend for NodeBackend {
    fn grant(&self) -> Grant {
        self.grant
    }

    fn register(&self, bytes: usize, rights: Rights) -> Result<Box<dyn Memory>, ForebayError> {
        Ok(Box::new(NodeMemory::register(&self.node, self.grant.scheme, (bytes, rights))?))
    }

    fn attempt(&self, from: End<'_>, to: End<'_>, size: u32) -> Result<Answer, ForebayError> {
        self.node.check_home()?;
        let src = own(from.0)?.shadow(from.1)?;
        let dst = own(to.0)?.shadow(to.1)?;
        // Only `key` has one.
        let page = self.window.context.as_ref().map_or(src, |pages| pages.word(0));
        let key = key_word(self.key, self.grant.context);
        Ok(sequence::attempt(self.grant.scheme, Places { src, dst, page }, size, key))
    }

    fn line(&self, line: &Line) -> Result<(), ForebayError> {
        self.node.check_home()?;
        let whole = line.whole && Instructions::Movdir64b.is_present();
        sequence::line(page(self.window.portal.as_ref())?, &Line { whole, ..*line });
        Ok(())
    }

    fn left(&self) -> Result<u32, ForebayError> {
        self.node.check_home()?;
        Ok(page(self.window.context.as_ref())?.load())
    }

    fn enter(&self) -> Result<(), ForebayError> {
        abi::get(&self.node.file).map(drop).map_err(self.failed("making a thread known"))
    }

    fn pair(&self, _: &dyn Memory, slot: u64, partner: u64) -> Result<(), ForebayError> {
        let number = |slot| u32::try_from(slot).unwrap_or(u32::MAX);
        let paired = abi::partner(&self.node.file, number(slot), number(partner));
        paired.map_err(self.failed("choosing the partner of a slot"))
    }

    fn copy(&self, from: Place<'_>, to: Place<'_>, bytes: u32) -> Result<Copied, ForebayError> {
        let src = own(&*from.region.memory)?.address(from.offset);
        let dst = own(&*to.region.memory)?.address(to.offset);
        let (told, start) = abi::start(&self.node.file, src, dst, bytes.into());
        let reason = Reason::numbered(start.reason);
        match told {
            // What the card says is the better reason.
            Err(errno) if reason.is_none() => Err(self.failed("a transfer by the kernel")(errno)),
            _ if reason.is_none() && start.done < bytes.into() => {
                Ok(Copied { done: start.done, reason: Some(Reason::Aborted) })
            }
            _ => Ok(Copied { done: start.done, reason }),
        }
    }

    fn stats(&self) -> Result<UserQueueStats, ForebayError> {
        let seen = abi::stats(&self.node.file).map_err(self.failed("reading counters"))?;
        Ok(UserQueueStats {
            starts: seen.starts,
            done: seen.done,
            failed: seen.failed,
            strays: seen.strays,
            refused: seen.refused,
            bad: Reason::numbered(seen.bad_reason).map(|reason| (seen.bad_address, reason)),
            under_way: seen.under_way,
            skipped: seen.skipped,
        })
    }

    fn wait(&self, limit: Duration) -> Result<Box<dyn Wait>, ForebayError> {
        Ok(Box::new(NodeWait { node: Arc::clone(&self.node), begin: Instant::now(), limit }))
    }

    fn has_own_time(&self) -> bool {
        true
    }
}

/// Sleeps in the kernel until the card's interrupt.
struct NodeWait {
    node: Arc<Node>,
    begin: Instant,
    limit: Duration,
}

impl Wait for NodeWait {
    fn sleep(&mut self) -> Result<bool, ForebayError> {
        let left = self.limit.saturating_sub(self.begin.elapsed());
        if left.is_zero() {
            return Ok(false);
        }
        let millis = u32::try_from(left.min(LONGEST_SLEEP).as_millis()).unwrap_or(u32::MAX).max(1);
        match abi::wait(&self.node.file, millis) {
            Ok(()) | Err(Errno::TIMEDOUT | Errno::INTR) => Ok(true),
            Err(errno) => Err(failure::call(&self.node.path, "waiting for an end", errno)),
        }
    }
}
