// SPDX-License-Identifier: Apache-2.0
//! What the card refuses, and no mistake of a program alone gets to. In process the body plays the kernel, and a program behind the library's back: nothing
//! moves that should not, and counters tell.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;

use forebay::{Bar, Device, Move, Reason, Scheme, UserQueueError, UserQueueStats};
use forebay_regs::udma_window::{CONTEXT_PAGE, PORTAL_PAGE, SHADOW_PAGE};
use forebay_regs::user::udma::{self, caps, context_control, context_status, slot_rights};
use forebay_regs::{card, cards};

use crate::Fixture;
use crate::user_queue::{Bench, PAGE, apply};
use crate::user_queue_bad::error_of;

/// The kernel's page of a card in this process.
pub(crate) struct Kernel<'a> {
    device: &'a Device,
    page: u32,
}

impl<'a> Kernel<'a> {
    pub(crate) fn of(device: &'a Device) -> Self {
        let plugs = &device.identity().features;
        let plug = plugs.iter().find(|it| it.name == Some(cards::UDMA.name)).unwrap();
        Self { device, page: device.identity().user_offset(plug).unwrap() }
    }

    pub(crate) fn write(&self, register: u32, value: u32) {
        self.device.write32(Bar::User, self.page + register, value).unwrap();
    }

    /// Puts a slot into the table.
    pub(crate) fn slot(&self, slot: u64, bus: u64, rights: u32, owner: u32) {
        self.write(udma::SLOT, low(slot));
        self.write(udma::SLOT_ADDR_LO, low(bus));
        self.write(udma::SLOT_ADDR_HI, low(bus >> 32));
        self.write(udma::SLOT_RIGHTS, rights | slot_rights::OWNER.put(owner));
        self.write(udma::SLOT_BYTES, SHADOW_PAGE.stride());
    }

    /// Lets a context start something, or not.
    pub(crate) fn turn(&self, index: u32, on: bool) {
        self.write(udma::CONTEXT, index);
        self.write(udma::CONTEXT_CONTROL, context_control::ON.put(on.into()));
    }
}

fn low(value: u64) -> u32 {
    u32::try_from(value & 0xFFFF_FFFF).unwrap()
}

/// An access behind the library's back: a store with a value, or a load.
fn touch(device: &Device, offset: u32, store: Option<u32>) -> u32 {
    let at = card::PROGRAM_WINDOW_BASE + offset;
    match store {
        Some(value) => device.write32(Bar::User, at, value).map(|()| 0).unwrap(),
        None => device.read32(Bar::User, at).unwrap(),
    }
}

/// A line behind the library's back, word by word.
pub(crate) fn touch_line(device: &Device, page: u32, words: [u64; 8]) {
    for (at, word) in (page..).step_by(8).zip(words) {
        touch(device, at, Some(low(word)));
        touch(device, at + 4, Some(low(word >> 32)));
    }
}

/// The shadow of a byte of the first region of a queue, which has the slots behind the `slot` first ones.
fn shadow(device: &Device, index: u32, address: u64) -> u32 {
    let caps = device.read32(Bar::User, Kernel::of(device).page + udma::CAPS).unwrap();
    SHADOW_PAGE.at(index * caps::SLOTS.get(caps)) + low(address)
}

/// The slots of a bench that was opened first: records under the portal, then source and target.
fn first_slots(scheme: Scheme) -> [u64; 2] {
    let records = u64::from(scheme == Scheme::Portal);
    [records, records + 3]
}

/// The start of a transfer, or its end, is that error.
fn comes_to_nothing(bench: &mut Bench, wanted: (u64, u64, u32)) -> UserQueueError {
    let Bench { from, to, queue } = bench;
    let (at, to_at, bytes) = wanted;
    match queue.submit(Move { from: from.at(at), to: to.at(to_at), bytes }) {
        Err(error) => error_of::<()>(Err(error)),
        Ok(cookie) => {
            let ended = queue.next().unwrap().unwrap();
            assert_eq!(ended.cookie, cookie);
            error_of(ended.outcome)
        }
    }
}

/// How a case counts: reason, and whether the card had taken it.
fn counted(stats: &UserQueueStats, reason: Reason) {
    let mut wanted = UserQueueStats { bad: stats.bad, ..UserQueueStats::default() };
    match Reason::REFUSALS.iter().position(|one| *one == reason) {
        Some(at) => wanted.refused[at] = 1,
        None => (wanted.starts, wanted.failed) = (1, 1),
    }
    assert_eq!(*stats, wanted);
    assert_eq!(stats.bad.unwrap().1, reason);
}

pub(crate) fn what_the_card_refuses_or_cannot_finish_is_told(fixture: &Fixture) {
    for scheme in
        [Scheme::Portal, Scheme::Key, Scheme::Shadow, Scheme::ShadowCheck, Scheme::Repeat5]
    {
        for reason in [
            Reason::Off,
            Reason::Slot,
            Reason::Unreadable,
            Reason::Unwritable,
            Reason::Extent,
            Reason::HostDecode,
        ] {
            let device = fixture.open();
            let mut bench = Bench::open(&device, scheme);
            let contents = bench.fill(1);
            let kernel = Kernel::of(&device);
            let ([from, to], own) = (first_slots(scheme), bench.queue.context());
            let [read, write] = [slot_rights::READ.mask(), slot_rights::WRITE.mask()];
            // A whole region of the bench, and memory that nobody has, both on the bus.
            let nowhere = 1 << 45;
            let partner = slot_rights::PARTNER.put(low(to));
            match reason {
                Reason::Off => kernel.turn(own, false),
                Reason::Slot => kernel.slot(from, nowhere, read | partner, own + 1),
                Reason::Unreadable => kernel.slot(from, nowhere, write | partner, own),
                Reason::Unwritable => kernel.slot(to, nowhere, read, own),
                Reason::Extent => kernel.slot(to, nowhere, write, own),
                _ => kernel.slot(from, nowhere, read | partner, own),
            }
            // Of the slot in its new state four bytes more than there are.
            let wanted = if reason == Reason::Extent { (64, 64, 4040) } else { (64, 64, 8) };
            let error = comes_to_nothing(&mut bench, wanted);
            let bad = match (&error, reason) {
                (UserQueueError::Refused { reason: seen, address, .. }, it) if it.is_refusal() => {
                    assert_eq!(*seen, it, "{scheme}");
                    *address
                }
                (UserQueueError::Failed { reason: seen, address, .. }, it) => {
                    assert_eq!(*seen, it, "{scheme}");
                    *address
                }
                (other, it) => unreachable!("{scheme}, {it}: {other:?}"),
            };
            let destination = matches!(reason, Reason::Unwritable | Reason::Extent);
            let named = if destination { to } else { from } * PAGE as u64 + 64;
            assert_eq!(bad, named, "{scheme}, {reason}");
            counted(&bench.queue.stats().unwrap(), reason);
            bench.holds(&contents, &format!("{scheme}, {reason}"));
        }
    }
}

pub(crate) fn another_contexts_key_and_pages_start_nothing(fixture: &Fixture) {
    let device = fixture.open();
    let (mut victim, mut hostile) =
        (Bench::open(&device, Scheme::Key), Bench::open(&device, Scheme::Key));
    let [contents, others] = [victim.fill(1), hostile.fill(2)];
    let (own, other) = (victim.queue.context(), hostile.queue.context());
    assert_ne!(own, other);
    // Guesses at the victim's key, from the pages of either, then its context page.
    for index in [own, other] {
        for (slot, role) in [(0, 1 << 3), (3, 0)] {
            for key in [0, 1, u64::MAX >> 4] {
                let word = key << 4 | role | u64::from(own);
                let at = shadow(&device, index, slot * PAGE as u64);
                touch(&device, at, Some(low(word)));
                touch(&device, at + 4, Some(low(word >> 32)));
            }
        }
    }
    touch(&device, CONTEXT_PAGE.at(own), Some(64));
    assert_eq!(touch(&device, CONTEXT_PAGE.at(own), None), u32::MAX, "a size alone starts nothing");
    victim.holds(&contents, "the victim's");
    hostile.holds(&others, "the other's");
    // Each stray is counted for the page that it came through.
    let strays = |strays| UserQueueStats { strays, ..UserQueueStats::default() };
    assert_eq!(victim.queue.stats().unwrap(), strays(6));
    assert_eq!(hostile.queue.stats().unwrap(), strays(6));
    victim.works(3, (64, 128, 64));
    hostile.works(4, (64, 128, 64));
}

pub(crate) fn a_context_that_was_released_starts_nothing(fixture: &Fixture) {
    let device = fixture.open();
    let gone = Bench::open(&device, Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let (index, contents) = (gone.queue.context(), bench.fill(1));
    let Bench { from, to, queue } = gone;
    drop(queue);
    // Its page still takes lines, from somebody who has kept a map of it: its slots, then those of the one that is left.
    for slots in [[1, 4], [8, 11]] {
        let words = [slots[0] * PAGE as u64, slots[1] * PAGE as u64, 0, 64, 0, 0, 0, 0];
        touch_line(&device, PORTAL_PAGE.at(index), words);
    }
    settle(&device, index);
    let mut seen = vec![1; 3 * PAGE];
    to.read(0, &mut seen).unwrap();
    assert!(seen.iter().all(|byte| *byte == 0));
    bench.holds(&contents, "the one that is left");
    assert_eq!(bench.queue.stats().unwrap(), UserQueueStats::default());
    // Its regions are no other queue's, who has the context next.
    let mut next = device.user_queue(Scheme::Portal).unwrap();
    assert_eq!(next.context(), index);
    let error = error_of(next.submit(Move { from: from.at(0), to: to.at(0), bytes: 8 }));
    assert!(matches!(error, UserQueueError::ForeignRegion { .. }), "{error:?}");
    drop((from, to));
    bench.works(2, (0, 0, 64));
}

pub(crate) fn a_scheme_that_is_not_in_force(fixture: &Fixture) {
    let device = fixture.open();
    let first = device.user_queue(Scheme::Portal).unwrap();
    let error = error_of(device.user_queue(Scheme::Key));
    let seen =
        matches!(error, UserQueueError::OtherScheme { asked: Scheme::Key, in_force: "portal" });
    assert!(seen, "{error:?}");
    drop(first);
    Bench::open(&device, Scheme::Key).works(1, (0, 0, 64));
}

/// Two threads, their accesses stepped: both store where to before either loads where from.
pub(crate) fn two_threads_in_one_sequence_move_what_neither_wants(fixture: &Fixture) {
    let device = fixture.open();
    let bench = Bench::open(&device, Scheme::Shadow);
    let mut contents = bench.fill(21);
    let own = bench.queue.context();
    let [from, to] = first_slots(Scheme::Shadow).map(|slot| slot * PAGE as u64);
    let wants = [(0, 0), (256, 1024)];
    let [store, load] = [
        |device: &Device, at: u32| touch(device, at, Some(64)),
        |device: &Device, at: u32| touch(device, at, None),
    ];
    let answers = thread::scope(|scope| {
        let ((stored, may_load), (loaded, may_end)) = (channel(), channel());
        store(&device, shadow(&device, own, to + wants[0].1));
        let second = scope.spawn({
            let device = &device;
            move || {
                store(device, shadow(device, own, to + wants[1].1));
                stored.send(()).unwrap();
                may_end.recv().unwrap();
                load(device, shadow(device, own, from + wants[1].0))
            }
        });
        may_load.recv().unwrap();
        let first = load(&device, shadow(&device, own, from + wants[0].0));
        loaded.send(()).unwrap();
        [first, second.join().unwrap()]
    });
    // The first is told yes of a transfer from its source to the second's destination; the second is told no.
    assert_eq!(answers, [1, 0]);
    settle(&device, own);
    apply(&mut contents, (wants[0].0, wants[1].1, 64));
    bench.holds(&contents, "a mix");
    // The same two, each with the sequence for itself.
    let sequence = Mutex::new(());
    let answers = thread::scope(|scope| {
        let threads = wants.map(|(source, target)| {
            let (device, sequence) = (&device, &sequence);
            scope.spawn(move || {
                let _alone = sequence.lock().unwrap();
                store(device, shadow(device, own, to + target));
                load(device, shadow(device, own, from + source))
            })
        });
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(answers, [1, 1]);
    settle(&device, own);
    wants.into_iter().for_each(|(source, target)| apply(&mut contents, (source, target, 64)));
    bench.holds(&contents, "in a lock");
}

/// Until nothing of a context is under way, of starts that were made behind its queue's back.
pub(crate) fn settle(device: &Device, index: u32) {
    let kernel = Kernel::of(device);
    kernel.write(udma::CONTEXT, index);
    let over = |status| !context_status::BUSY.is_set(status);
    device.wait_register("BUSY of a context", kernel.page + udma::CONTEXT_STATUS, &over).unwrap();
}
