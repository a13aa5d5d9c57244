// SPDX-License-Identifier: Apache-2.0
//! User-level DMA: programs say in a window of the card what is to be moved, by one of several schemes; a door checks it against a
//! table that only the kernel writes, and an engine moves it. See `docs/decisions/0020-user-level-dma.md`.

mod access;
mod contexts;
mod door;
mod engine;
mod job;
mod lists;
mod registers;
mod scheme;
mod slots;
mod tally;
mod told;
mod window;

use forebay_builds::Build;
use forebay_bus::Bar;
use forebay_regs::card::UPPER_WINDOW_BITS;
use forebay_regs::cards::UDMA;
use forebay_regs::user;
use forebay_regs::user::udma::scheme::number;

use super::transfer::Paths;
use super::{FrontEnd, Shape, Step};
use crate::dma::facts;
use crate::fabric::Fabric;
use access::{Op, Progress, Start};
use contexts::{Contexts, DEPTH};
use door::{Door, Passed};
use engine::Engine;
use job::{Job, Work};
use lists::Lists;
use registers::Page;
use scheme::{Outside, Scheme};
use slots::Slots;
use tally::Tally;
use window::{Place, Window};

/// Window, scheme, door and engine, and the kernel's page.
pub(super) struct Udma {
    paths: Paths,
    /// The upper half of the aperture is a window, too.
    upper: bool,
    page: Page,
    window: Window,
    scheme: Box<dyn Scheme>,
    slots: Slots,
    contexts: Contexts,
    engine: Engine,
    lists: Lists,
    /// It was told to come to rest: nothing starts.
    held: bool,
    /// From which cycle on the host is told that its line is high, and whether it is.
    tells_from: Option<u64>,
    tells: bool,
}

impl Udma {
    pub(super) fn new(build: &Build) -> Self {
        Self {
            paths: Paths::of(build),
            upper: build.layout.aperture_bar_bytes == 2 << UPPER_WINDOW_BITS,
            page: Page::default(),
            window: Window::default(),
            scheme: scheme::of(number::NONE),
            slots: Slots::new(),
            contexts: Contexts::default(),
            engine: Engine::default(),
            lists: Lists::default(),
            held: false,
            tells_from: None,
            tells: false,
        }
    }

    /// Takes what a program does to a word of a window; what a load is answered, or none in a hole.
    fn access(&mut self, place: Option<Place>, op: Op) -> Option<u32> {
        let seen = self.window.take(place, op, self.page.scheme == number::KEY);
        self.count_strays(seen.strays);
        place?;
        let Some(access) = seen.access else { return Some(access::FAIL) };
        let outside = Outside {
            who: self.page.who,
            keys: self.contexts.all.map(|context| context.key),
            progress: std::array::from_fn(|context| self.progress(context)),
            slots: &self.slots,
        };
        let say = self.scheme.access(&access, &outside);
        if say.stray {
            self.contexts.all[access.context].strays.up();
        }
        let taken = say.start.is_none_or(|start| {
            let taken = self.knock(&start, None);
            self.scheme.verdict(start.context, taken);
            taken
        });
        Some(if taken { say.answer } else { say.refused })
    }

    fn count_strays(&mut self, contexts: [Option<usize>; 2]) {
        for context in contexts.into_iter().flatten() {
            self.contexts.all[context].strays.up();
        }
    }

    /// What is at a place of the window, and of the upper one.
    fn place(&self, offset: u32) -> Option<Place> {
        Place::find(offset, self.page.direct)
    }

    fn upper_place(&self, offset: u64) -> Option<Place> {
        self.page.direct.then(|| Place::upper(offset))
    }

    fn progress(&self, index: usize) -> Progress {
        let context = &self.contexts.all[index];
        // Its page says of a program that has had no transfer what it says of one that failed.
        let failed = context.last != Some(true);
        Progress { busy: context.count > 0, left: context.bytes, failed }
    }

    /// Brings a start to the door, one of a list if it has a number in it; whether that takes it.
    fn knock(&mut self, start: &Start, item: Option<u32>) -> bool {
        let context = &mut self.contexts.all[start.context];
        let full = context.count == DEPTH;
        let door = Door {
            slots: &self.slots,
            // A list is of slots, whatever accesses mean by now.
            direct: self.page.direct && item.is_none(),
            paths: self.paths,
            on: context.may_start() && !self.held,
            full,
            has_list: context.list.is_some(),
        };
        let judged = door.judge(start);
        let work = match judged.passed {
            Ok(passed) => {
                context.take(start.size);
                match passed {
                    Passed::Transfer(transfer) => Some(Work::Move(transfer, start.src)),
                    Passed::List(bus) => {
                        context.list = Some(Tally::default());
                        self.lists.begin(start, bus, judged.record);
                        None
                    }
                }
            }
            Err(refused) => {
                context.refuse(refused);
                if let Some(item) = item {
                    context.note(item, refused.reason);
                }
                context.count += u32::from(judged.record.is_some());
                judged.record.map(|_| Work::Refused(refused.reason))
            }
        };
        if let Some(work) = work {
            self.engine.push(Job { context: start.context, work, record: judged.record, item });
        }
        judged.passed.is_ok()
    }

    /// Has the host told of a line that has risen; when, if that is still to come.
    fn tell(&mut self, fabric: &mut Fabric) -> Option<u64> {
        if !self.contexts.line() {
            (self.tells, self.tells_from) = (false, None);
            return None;
        }
        let sends = || fabric.wires.message(fabric.now + facts::LINE + facts::MESSAGE);
        let at = *self.tells_from.get_or_insert_with(sends);
        self.tells |= at <= fabric.now;
        Some(at).filter(|_| !self.tells)
    }

    /// Gets on with lists.
    fn step_lists(&mut self, fabric: &mut Fabric) -> bool {
        let mut moved = self.lists.read(fabric);
        if let Some((start, item)) = self.lists.bring(&self.contexts, fabric.now) {
            self.knock(&start, Some(item));
            moved = true;
        }
        if let Some(job) = self.lists.end(&mut self.contexts) {
            self.engine.push(job);
            moved = true;
        }
        moved
    }
}

impl FrontEnd for Udma {
    fn read(&mut self, bar: Bar, offset: u32) -> Option<u32> {
        register(bar, offset).and_then(|at| self.read_page(at))
    }

    fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool {
        register(bar, offset).is_some_and(|at| self.write_page(at, value))
    }

    fn window_read(&mut self, offset: u32) -> Option<u32> {
        self.access(self.place(offset), Op::Load)
    }

    fn window_write(&mut self, offset: u32, value: u32) -> bool {
        self.access(self.place(offset), Op::Store(value)).is_some()
    }

    /// Its words come one by one.
    fn window_store(&mut self, offset: u32, data: &[u8]) -> bool {
        let (words, rest) = data.as_chunks();
        let mut all = rest.is_empty();
        for (at, word) in (offset..).step_by(4).zip(words) {
            all &= self.window_write(at, u32::from_le_bytes(*word));
        }
        all
    }

    fn window_cycles(&self, offset: u32, shape: Shape) -> Option<u64> {
        let words = (offset..offset + shape.bytes).step_by(4).map(|at| self.place(at));
        Some(window::cycles(words, shape, self.page.scheme == number::KEY))
    }

    fn has_upper(&self) -> bool {
        self.upper
    }

    fn upper_read(&mut self, offset: u64) -> Option<u32> {
        self.access(self.upper_place(offset), Op::Load)
    }

    /// Its words come one by one, as far as there is something of them.
    fn upper_store(&mut self, offset: u64, data: &[u8]) -> bool {
        let lane = (offset % 4) as usize;
        let mut line = vec![None; lane];
        line.extend(data.iter().copied().map(Some));
        line.resize(line.len().next_multiple_of(4), None);
        let mut all = true;
        for (at, word) in (offset - lane as u64..).step_by(4).zip(line.chunks_exact(4)) {
            let place = self.upper_place(at);
            all &= place.is_some();
            if let &[Some(a), Some(b), Some(c), Some(d)] = word {
                self.access(place, Op::Store(u32::from_le_bytes([a, b, c, d])));
            } else if let Some(place) = place {
                let seen = self.window.take_part(place);
                self.count_strays(seen.strays);
            }
        }
        all
    }

    fn upper_cycles(&self, offset: u64, shape: Shape) -> Option<u64> {
        let words = (offset..offset + u64::from(shape.bytes)).step_by(4);
        let pairs = self.page.scheme == number::KEY;
        Some(window::cycles(words.map(|at| self.upper_place(at)), shape, pairs))
    }

    fn step(&mut self, fabric: &mut Fabric) -> Step {
        let moved = self.step_lists(fabric);
        let step = self.engine.step(fabric, &mut self.contexts);
        let due = self.lists.due(&self.contexts, fabric.now);
        let next = [step.next, due, self.tell(fabric)].into_iter().flatten().min();
        Step { moved: step.moved || moved, next }
    }

    fn user_lines(&self) -> u32 {
        (self.tells && self.contexts.line()).into()
    }

    fn busy(&self) -> bool {
        self.engine.busy() || self.contexts.all.iter().any(|context| context.list.is_some())
    }

    fn quiesce(&mut self, held: bool) {
        self.held = held;
        self.engine.quiesce(held);
        if held {
            self.lists.call_all_off();
        }
    }
}

/// Where `offset` of the card's own registers is in the page, if it is.
fn register(bar: Bar, offset: u32) -> Option<u32> {
    let at = offset.checked_sub(UDMA.page).filter(|at| *at < UDMA.page_bytes)?;
    (bar == Bar::User).then_some(at)
}

const _: () = assert!(user::UDMA.base() == UDMA.page);

#[cfg(test)]
#[path = "tests/mod.rs"]
mod tests;
