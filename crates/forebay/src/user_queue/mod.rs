// SPDX-License-Identifier: Apache-2.0
//! Transfers that a program starts without a system call (`docs/user-level-dma.md`).

pub(crate) mod backend;
mod batch;
mod completion;
mod ends;
mod error;
mod options;
mod reason;
mod records;
mod region;
mod scheme;
pub(crate) mod sequence;
mod starts;
mod stats;

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ThreadId};

pub use completion::{Completion, Cookie};
pub use error::UserQueueError;
pub use options::UserQueueOptions;
pub use reason::Reason;
pub use region::{Place, Region, Rights};
pub use scheme::Scheme;
pub(crate) use sequence::SLOT_BYTES;
pub use stats::UserQueueStats;

use self::backend::Backend;
use self::completion::Waiting;
use self::records::Records;
use crate::{Device, ForebayError};

/// A transfer that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// The first byte to read.
    pub from: Place<'a>,
    /// Where it goes. Under [`Scheme::Shrimp1`] at the same offset of its page of 4096 bytes.
    pub to: Place<'a>,
    /// How many.
    pub bytes: u32,
}

/// A program's own way to start transfers between memory that it has registered.
///
/// ```no_run
/// use forebay::{Device, Move, Rights, Scheme};
///
/// # fn main() -> Result<(), forebay::ForebayError> {
/// let device = Device::open("/dev/forebay0")?;
/// let mut queue = device.user_queue(Scheme::Portal)?;
/// let source = queue.register(4096, Rights::READ)?;
/// let target = queue.register(4096, Rights::WRITE)?;
/// source.write(0, b"from here")?;
/// let cookie = queue.submit(Move { from: source.at(0), to: target.at(64), bytes: 9 })?;
/// while let Some(ended) = queue.next()? {
///     assert_eq!((ended.cookie, ended.outcome?), (cookie, 9));
/// }
/// # Ok(())
/// # }
/// ```
///
/// Two threads whose accesses mix start what neither wants, so a start needs the queue for itself:
///
/// ```compile_fail,E0596
/// # use forebay::{Move, UserQueue};
/// fn two(queue: &UserQueue, first: Move<'_>, second: Move<'_>) {
///     std::thread::scope(|scope| {
///         scope.spawn(|| queue.submit(first));
///         scope.spawn(|| queue.submit(second));
///     });
/// }
/// ```
///
/// Threads have a queue each, or one in a lock that is held for the whole start:
///
/// ```
/// # use std::sync::{Mutex, PoisonError};
/// # use forebay::{Move, UserQueue};
/// fn two(queue: &Mutex<UserQueue>, first: Move<'_>, second: Move<'_>) {
///     std::thread::scope(|scope| {
///         for one in [first, second] {
///             scope.spawn(move || queue.lock().unwrap_or_else(PoisonError::into_inner).submit(one));
///         }
///     });
/// }
/// ```
///
/// Transfers of a queue begin and end in the order of their starts. Behind a driver a queue belongs to the process that opened it: a child made
/// by `fork` has none of its pages.
pub struct UserQueue {
    // Before the backend: their memory goes first.
    records: Option<Records>,
    /// Where lists are, when there has been one.
    list: Option<Region>,
    backend: Box<dyn Backend>,
    id: u64,
    options: UserQueueOptions,
    /// The oldest first.
    waiting: VecDeque<Waiting>,
    /// Over, and not told yet.
    ended: VecDeque<Completion>,
    next_cookie: u32,
    /// Lines of the portal so far, by which records are told apart.
    lines: usize,
    /// Why the rest of the list was never begun, when one of it was not.
    never_begun: Option<(Reason, u64)>,
    /// Counters when they were last looked at.
    seen: UserQueueStats,
    /// Partners of slots, under SHRIMP-1.
    partners: HashMap<u64, u64>,
    /// The last one that started something.
    thread: ThreadId,
}

impl Device {
    /// Opens a queue by that scheme, through the kernel if no context is free.
    ///
    /// # Errors
    /// See [`Device::user_queue_with`].
    pub fn user_queue(&self, scheme: Scheme) -> Result<UserQueue, ForebayError> {
        self.user_queue_with(scheme, &UserQueueOptions::default())
    }

    /// Opens a queue with options.
    ///
    /// # Errors
    /// [`ForebayError::NoFeature`] on a card without; [`UserQueueError::OtherScheme`]; [`UserQueueError::NoContext`] where it may not fall back.
    pub fn user_queue_with(
        &self,
        scheme: Scheme,
        options: &UserQueueOptions,
    ) -> Result<UserQueue, ForebayError> {
        let open = |scheme| self.transport().user_queue(scheme);
        let backend = match open(scheme) {
            Err(ForebayError::UserQueue(UserQueueError::NoContext { .. })) if options.fallback => {
                open(Scheme::Kernel)?
            }
            other => other?,
        };
        UserQueue::new(backend, options.clone())
    }
}

impl UserQueue {
    fn new(backend: Box<dyn Backend>, options: UserQueueOptions) -> Result<Self, ForebayError> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        let grant = backend.grant();
        let records = match grant.scheme {
            Scheme::Portal => Some(Records::register(&*backend, id)?),
            _ => None,
        };
        let seen = if grant.scheme == Scheme::Kernel {
            UserQueueStats::default()
        } else {
            backend.stats()?
        };
        Ok(Self {
            records,
            list: None,
            backend,
            id,
            options,
            waiting: VecDeque::new(),
            ended: VecDeque::new(),
            next_cookie: 0,
            lines: 0,
            never_begun: None,
            seen,
            partners: HashMap::new(),
            thread: thread::current().id(),
        })
    }

    /// How it starts transfers: as was asked for, or by the kernel since no context was free.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.backend.grant().scheme
    }

    /// Number of its context.
    #[must_use]
    pub fn context(&self) -> u32 {
        self.backend.grant().context
    }

    /// Starts that it may have under way: one where no record tells the end. A list is one start.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self.scheme() {
            Scheme::Portal => self.backend.grant().depth as usize,
            _ => 1,
        }
    }

    /// Registers so many bytes of fresh memory, which are 0.
    ///
    /// # Errors
    /// [`UserQueueError::NoRegion`]; [`UserQueueError::NoSlots`] and [`UserQueueError::NotRegistered`] for too many.
    pub fn register(&self, bytes: usize, rights: Rights) -> Result<Region, ForebayError> {
        if bytes == 0 || !(rights.has(Rights::READ) || rights.has(Rights::WRITE)) {
            return Err(UserQueueError::NoRegion { bytes, rights }.into());
        }
        Ok(Region::new(self.backend.register(bytes, rights)?, self.id, bytes, rights))
    }

    /// Starts a transfer. When as many are under way as may be, or a list is, it waits for the end of the oldest first, which [`UserQueue::next`] tells later.
    ///
    /// Where a load tells that the card refuses it, that is the error; the portal tells nothing, and the completion has it.
    ///
    /// # Errors
    /// What is wrong with the request, with nothing started; [`UserQueueError::Refused`], [`UserQueueError::Disturbed`]; what waiting can end in.
    pub fn submit(&mut self, wanted: Move<'_>) -> Result<Cookie, ForebayError> {
        let scheme = self.scheme();
        wanted.check(self.id, scheme.alignment(), scheme)?;
        self.make_room()?;
        let cookie = Cookie(self.next_cookie);
        let mut record = None;
        match scheme {
            Scheme::Portal => record = self.store_line(&wanted, cookie)?,
            Scheme::Kernel => return self.copy(&wanted, cookie),
            _ => self.attempts(&wanted)?,
        }
        let (bytes, over_at, item) = (wanted.bytes, None, None);
        self.waiting.push_back(Waiting { cookie, bytes, record, over_at, item });
        self.next_cookie = cookie.0.wrapping_add(1);
        Ok(cookie)
    }

    /// Waits for a place, which there is none of beside a list: its transfers take what is free. This thread is known then.
    fn make_room(&mut self) -> Result<(), ForebayError> {
        while self.has_list() || self.waiting.len() >= self.depth() {
            self.end_oldest()?;
        }
        if self.thread != thread::current().id() {
            self.backend.enter()?;
            self.thread = thread::current().id();
        }
        Ok(())
    }

    /// Transfers whose end was not told yet.
    #[must_use]
    pub fn outstanding(&self) -> usize {
        self.waiting.len() + self.ended.len()
    }

    /// What the card has counted of its context since it was opened.
    ///
    /// # Errors
    /// What reading it can end in; without a context there is nothing to count, and all is 0.
    pub fn stats(&self) -> Result<UserQueueStats, ForebayError> {
        match self.scheme() {
            Scheme::Kernel => Ok(UserQueueStats::default()),
            _ => self.backend.stats(),
        }
    }
}

impl fmt::Debug for UserQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserQueue")
            .field("grant", &self.backend.grant())
            .field("waiting", &self.waiting)
            .field("ended", &self.ended.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
