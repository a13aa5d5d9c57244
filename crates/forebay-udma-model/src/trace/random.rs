// SPDX-License-Identifier: Apache-2.0
//! Accesses by chance, from fixed seeds: processes that follow their programs, disturb each other, and now and then say anything.

use rand::RngExt;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::{Recorder, Trace};
use crate::explore::{A, B, C, Case, D, KEYS, knows_contexts};
use crate::program::{After, Call, Check, Program, program};
use crate::scheme::{LINE_BYTES, Name, PIECE_BYTES, Role, key_word};
use crate::{Access, Space};

/// Traces of each scheme, and accesses of each trace.
const TRACES: u64 = 50;
const ACCESSES: usize = 40;
/// Processes; the third shares the second's context.
const PROCESSES: u8 = 3;

/// A process somewhere in its program.
struct Running {
    program: Program,
    at: usize,
}

struct Source {
    scheme: Name,
    exchange: bool,
    rng: ChaCha8Rng,
    running: Vec<Running>,
    now: usize,
}

impl Source {
    /// Pages that have a partner, if they are to have one, and addresses that differ from them in one bit.
    fn address(&mut self) -> u64 {
        let pages = if self.scheme == Name::Shrimp1 { &[A, C][..] } else { &[A, B, C, D] };
        let page = pages.choose(&mut self.rng).copied().unwrap_or(A);
        // Bits that the prototype did not compare are among these (section 4.1: 22 to 11).
        let bits = if self.scheme == Name::Shrimp1 { 2..12 } else { 2..40 };
        if self.rng.random_ratio(1, 8) { page ^ 1 << self.rng.random_range(bits) } else { page }
    }

    fn context(&mut self) -> u8 {
        if knows_contexts(self.scheme) { self.rng.random_range(0..2) } else { 0 }
    }

    fn program(&mut self, process: u8) -> Program {
        let (src, dst) = (self.address(), self.address());
        let size = self.rng.random_range(0..4) * 64;
        let context = if knows_contexts(self.scheme) { process.min(1) } else { 0 };
        let (key, exchange) = (KEYS[usize::from(context)], self.exchange);
        let call = Call { context, key, actor: process, exchange, ..Call::new(src, dst, size) };
        program(self.scheme, &call, Check::Each)
    }

    /// What a process says next, by its program.
    fn next(&mut self) -> Access {
        if self.rng.random_ratio(1, 4) {
            self.now = self.rng.random_range(0..self.running.len());
        }
        let running = &self.running[self.now];
        running.program.steps()[running.at].access
    }

    fn told(&mut self, process: u8, answer: Option<u64>) {
        let running = &mut self.running[self.now];
        match running.program.after(running.at, answer) {
            After::Next(next) => running.at = next,
            After::Again => running.at = 0,
            After::Done => {
                let program = self.program(process);
                self.running[self.now] = Running { program, at: 0 };
            }
        }
    }

    /// Anything that an access can be.
    fn anything(&mut self) -> Access {
        let (address, context) = (self.address(), self.context());
        let data = self.rng.random_range(0..256);
        let access = match (self.rng.random_range(0..16), self.scheme) {
            (0, _) => Access::exchange(address, data),
            (1, _) => Access::store(address, data).wide(),
            (2, _) => Access::load(0).space(Space::Portal),
            (3, _) => Access::load(0).space(Space::Context),
            (4, _) => Access::store(0, data).space(Space::Context),
            (5, Name::Shrimp2) => Access::hook(),
            (5, Name::Flash) => Access::who(data % 2),
            (5..=9, Name::Portal) => self.piece(data),
            (5..=9, Name::Key) => {
                let role = if data % 2 == 0 { Role::Source } else { Role::Destination };
                let key = KEYS[usize::from(data < 128)];
                Access::store(address, key_word(context, role, key)).wide()
            }
            (10..=12, _) => Access::load(address),
            _ => Access::store(address, data),
        };
        let process = self.rng.random_range(0..PROCESSES);
        access.context(context).by(process)
    }

    /// Somewhere in the first two lines of the page, of 4 or 8 bytes.
    fn piece(&mut self, data: u64) -> Access {
        let number = self.rng.random_range(0..2 * LINE_BYTES / PIECE_BYTES);
        let piece = Access::store(number * PIECE_BYTES, data).space(Space::Portal);
        match data % 3 {
            0 => piece.wide(),
            1 => piece,
            _ => Access { addr: piece.addr + PIECE_BYTES / 2, ..piece },
        }
    }
}

fn trace(scheme: Name, number: u64) -> Trace {
    let exchange = scheme == Name::Shrimp1 && number % 2 == 1;
    let rng = ChaCha8Rng::seed_from_u64((scheme as u64) << 32 | number);
    let mut source = Source { scheme, exchange, rng, running: Vec::new(), now: 0 };
    for process in 0..PROCESSES {
        let program = source.program(process);
        source.running.push(Running { program, at: 0 });
    }
    let case = Case { exchange, ..Case::bare(scheme) };
    let name = format!("{} random {number}", scheme.text());
    let mut recorder = Recorder::new(&name, scheme, case.setup());
    let mut busy = Vec::new();
    for _ in 0..ACCESSES {
        if !busy.is_empty() && source.rng.random_ratio(1, 4) {
            let context = busy.swap_remove(source.rng.random_range(0..busy.len()));
            recorder.done(context, source.rng.random_ratio(1, 3));
        }
        let follows = source.rng.random_ratio(3, 4);
        let access = if follows { source.next() } else { source.anything() };
        // No door takes a size of 0.
        let asked = recorder.asks(&access);
        let accept =
            source.rng.random_ratio(7, 8) && asked.is_none_or(|start| start.size.value > 0);
        let outcome = recorder.access(&access, accept);
        if let Some(start) = outcome.started().filter(|_| scheme == Name::Key) {
            busy.push(start.context);
        }
        if follows {
            let process = (0..PROCESSES).find(|process| access.by.has(*process)).unwrap_or(0);
            source.told(process, outcome.answer);
        }
    }
    recorder.finish()
}

/// So many of each scheme.
pub(super) fn all() -> Vec<Trace> {
    let numbers = |scheme| (0..TRACES).map(move |number| trace(scheme, number));
    Name::ALL.into_iter().flat_map(numbers).collect()
}
