// SPDX-License-Identifier: Apache-2.0
//! Reads of host memory by the card: bursts become read requests, requests become completions, completions
//! become data beats.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use forebay_bus::host::Refusal;
use forebay_bus::lateness;
use forebay_bus::{HostMemory, LinkParams};

use crate::axi::{Address, BEAT_BYTES, RESP_DECERR, RESP_OKAY, response};
use crate::wire::{NEVER, Rate, Ticks, Wire};

/// A beat for the card's R channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadBeat {
    /// Identifier of the burst.
    pub id: u8,
    /// All lanes; those that the burst has no part of are zero.
    pub data: [u8; BEAT_BYTES],
    /// How the read went.
    pub resp: u8,
    /// The burst ends with it.
    pub last: bool,
}

/// A completion that is on its way or has arrived: `end` is how many bytes of the burst are complete with it.
#[derive(Debug)]
struct Completion {
    at: Ticks,
    end: u32,
    resp: u8,
}

#[derive(Debug)]
struct Burst {
    /// Number of the burst among all so far.
    serial: u64,
    address: Address,
    beats_sent: u32,
    data: Vec<u8>,
    completions: VecDeque<Completion>,
    /// One of them comes late, or never.
    late: bool,
}

/// What the host does with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Sends the data.
    Data,
    /// Says no.
    Refused { resp: u8 },
    /// Nothing.
    Nothing { resp: u8 },
    /// It never gets it: what is left of the burst is answered on this side.
    Unsent,
}

/// A request on its way to the host.
#[derive(Debug)]
struct Request {
    /// When it is there, and its completions are put on the wire.
    there: Ticks,
    /// By how much they are held up behind it.
    late: Ticks,
    burst: u64,
    addr: u64,
    bytes: u32,
    /// How many bytes of the burst are complete with it.
    end: u32,
    answer: Answer,
}

/// Read bursts in the order the card asked for them. Data come back in the order of their arrival, and those of one
/// identifier in the order in which they were asked for.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    bursts: VecDeque<Burst>,
    /// Bursts so far.
    pushed: u64,
    /// Index of the first burst that has bytes left to request.
    issuing: usize,
    /// Requests on their way to the host, in order.
    asked: VecDeque<Request>,
    /// When the last completion of each request that has been answered arrives.
    outstanding: BinaryHeap<Reverse<Ticks>>,
    /// Open bursts that are late. Without one, data arrive in the order of the bursts.
    late: usize,
    /// Requests so far.
    requests: u64,
}

impl Reads {
    /// Whether no burst is open.
    pub(crate) fn is_idle(&self) -> bool {
        self.bursts.is_empty()
    }

    /// Whether another burst may be asked for; bounds the queue, far above what a legal card has open.
    pub(crate) fn has_room(&self) -> bool {
        self.bursts.len() < 256
    }

    /// Takes a burst from the card's AR channel.
    pub(crate) fn push(&mut self, address: Address) {
        self.bursts.push_back(Burst {
            serial: self.pushed,
            address,
            beats_sent: 0,
            data: Vec::with_capacity(address.bytes as usize),
            completions: VecDeque::new(),
            late: false,
        });
        self.pushed += 1;
    }

    /// Puts read requests on the wire while there are any and credits for them.
    ///
    /// A request takes its place behind the writes that were accepted before it (PCIe ordering); one without a
    /// credit takes none, so that writes never wait for it. Its credit comes back when its last completion has.
    pub(crate) fn issue(
        &mut self,
        now: Ticks,
        params: &LinkParams,
        rate: Rate,
        up: &mut Wire,
        host: &HostMemory,
    ) {
        while self.outstanding.peek().is_some_and(|Reverse(done)| *done <= now) {
            self.outstanding.pop();
        }
        while self.asked.len() + self.outstanding.len() < params.read_credits as usize {
            let Some(burst) = self.bursts.get_mut(self.issuing) else { return };
            let asked = burst.data.len();
            let addr = burst.address.addr + asked as u64;
            let bytes = piece(addr, burst.address.bytes - u32_len(asked), params.max_read_request);
            let there = up.send(now, params.request_overhead) + rate.way();
            let shuffled = match params.shuffle_seed {
                0 => 0,
                seed => lateness(seed, self.requests),
            };
            self.requests += 1;
            let (answer, late) = burst.ask(addr, bytes, host);
            let late = shuffled + late;
            if !burst.late && (late > 0 || matches!(answer, Answer::Nothing { .. })) {
                burst.late = true;
                self.late += 1;
            }
            let (end, whole) = (u32_len(burst.data.len()), burst.address.bytes);
            let (late, burst) = (rate.cycles(late), burst.serial);
            self.asked.push_back(Request { there, late, burst, addr, bytes, end, answer });
            if end == whole {
                self.issuing += 1;
            }
        }
    }

    /// Puts the completions of requests on the wire that have reached the host, in their order.
    pub(crate) fn answer(&mut self, now: Ticks, params: &LinkParams, rate: Rate, down: &mut Wire) {
        while self.asked.front().is_some_and(|request| request.there <= now) {
            let Some(request) = self.asked.pop_front() else { return };
            let index = self.bursts.partition_point(|burst| burst.serial < request.burst);
            let Some(burst) = self.bursts.get_mut(index) else { continue };
            if let Some(done) = burst.complete(&request, params, rate, down) {
                self.outstanding.push(Reverse(done));
            }
        }
    }

    /// The beat that the R channel offers at `now`.
    pub(crate) fn head(&mut self, now: Ticks) -> Option<ReadBeat> {
        let index = self.ready(now)?;
        self.bursts.get(index).and_then(Burst::beat)
    }

    /// The card took the beat of [`Reads::head`].
    pub(crate) fn pop(&mut self, now: Ticks) {
        let Some(index) = self.ready(now) else { return };
        let Some(burst) = self.bursts.get_mut(index) else { return };
        burst.beats_sent += 1;
        if burst.beats_sent == burst.address.beats() {
            self.late -= usize::from(burst.late);
            self.bursts.remove(index);
            self.issuing -= 1;
        }
    }

    /// Lets what was never to be answered be answered at `at`, or when its request is at the host if that is later.
    pub(crate) fn answer_all(&mut self, at: Ticks) {
        let completions = self.bursts.iter_mut().flat_map(|burst| &mut burst.completions);
        for completion in completions.filter(|completion| completion.at == NEVER) {
            completion.at = at;
        }
        let credits = self.outstanding.drain().map(|Reverse(done)| done);
        self.outstanding =
            credits.map(|done| Reverse(if done == NEVER { at } else { done })).collect();
        for request in &mut self.asked {
            if let Answer::Nothing { resp } = request.answer {
                request.answer = Answer::Refused { resp };
            }
        }
    }

    /// Answers with an error what no request has been sent for, behind all that one has been sent for.
    pub(crate) fn drop_unsent(&mut self, now: Ticks) {
        let there = self.asked.back().map_or(now, |last| last.there.max(now));
        for burst in self.bursts.range_mut(self.issuing..) {
            let Address { addr, bytes: end, .. } = burst.address;
            burst.data.resize(end as usize, 0);
            let (late, burst, bytes, answer) = (0, burst.serial, 0, Answer::Unsent);
            self.asked.push_back(Request { there, late, burst, addr, bytes, end, answer });
        }
        self.issuing = self.bursts.len();
    }

    /// The burst whose next beat has been here for longest. What is chosen stays so until its beat is taken: what comes
    /// later has been here for less long.
    fn ready(&mut self, now: Ticks) -> Option<usize> {
        if self.late == 0 {
            let next = self.bursts.front_mut()?.next_at()?;
            return (next <= now).then_some(0);
        }
        let mut seen = [false; 1 << u8::BITS];
        let mut oldest: Option<(Ticks, usize)> = None;
        for (index, burst) in self.bursts.iter_mut().enumerate().take(self.issuing + 1) {
            let first_of_id = !std::mem::replace(&mut seen[usize::from(burst.address.id)], true);
            if let (true, Some(at)) = (first_of_id, burst.next_at())
                && at <= now
                && oldest.is_none_or(|(other, _)| at < other)
            {
                oldest = Some((at, index));
            }
        }
        oldest.map(|(_, index)| index)
    }
}

impl Burst {
    /// Reads one request's bytes, as they are when it leaves; what becomes of it, and by how many cycles it is held up.
    fn ask(&mut self, addr: u64, bytes: u32, host: &HostMemory) -> (Answer, u64) {
        let start = self.data.len();
        self.data.resize(start + bytes as usize, 0);
        match host.dma_read_for(self.address.who.purpose, addr, &mut self.data[start..]) {
            Ok(late) => (Answer::Data, late),
            Err(fault) => {
                let resp = response(fault.refusal);
                let silent = fault.refusal == Refusal::Unanswered;
                (if silent { Answer::Nothing { resp } } else { Answer::Refused { resp } }, 0)
            }
        }
    }

    /// Puts a request's completions on the wire; returns when the last one arrives, none for what took no credit.
    fn complete(
        &mut self,
        request: &Request,
        params: &LinkParams,
        rate: Rate,
        down: &mut Wire,
    ) -> Option<Ticks> {
        let &Request { there, late, addr, bytes, end, answer, .. } = request;
        // What is late is held up behind the wire, or it would hold up all that follows.
        let mut send =
            |payload| down.send(there, payload + params.completion_overhead) + rate.way() + late;
        let (at, resp) = match answer {
            Answer::Data => {
                let mut done = there;
                let mut sent = 0;
                while sent < bytes {
                    let part = piece(addr + u64::from(sent), bytes - sent, params.max_payload);
                    sent += part;
                    done = send(part);
                    let end = end - bytes + sent;
                    self.completions.push_back(Completion { at: done, end, resp: RESP_OKAY });
                }
                return Some(done);
            }
            // A refused request is answered by a completion without data.
            Answer::Refused { resp } => (send(0), resp),
            Answer::Nothing { resp } => (NEVER, resp),
            Answer::Unsent => (there, RESP_DECERR),
        };
        self.completions.push_back(Completion { at, end, resp });
        (answer != Answer::Unsent).then_some(at)
    }

    /// When the next beat arrives, if that is known.
    fn next_at(&mut self) -> Option<Ticks> {
        let end = self.address.beat_end(self.beats_sent);
        // Completions end at multiples of the beat size, so a beat lies in exactly one of them.
        while self.completions.front().is_some_and(|completion| completion.end < end) {
            self.completions.pop_front();
        }
        self.completions.front().map(|completion| completion.at)
    }

    /// The beat that [`Burst::next_at`] speaks of.
    fn beat(&self) -> Option<ReadBeat> {
        let completion = self.completions.front()?;
        let lanes = self.address.lanes(self.beats_sent);
        let end = self.address.beat_end(self.beats_sent);
        let mut data = [0; BEAT_BYTES];
        let start = end as usize - lanes.len();
        data[lanes].copy_from_slice(&self.data[start..end as usize]);
        let last = self.beats_sent + 1 == self.address.beats();
        Some(ReadBeat { id: self.address.id, data, resp: completion.resp, last })
    }
}

/// How many of `left` bytes from `addr` on go into one packet that may carry `most` and ends at a multiple of it.
#[must_use]
pub fn piece(addr: u64, left: u32, most: u32) -> u32 {
    let past = u32::try_from(addr % u64::from(most)).unwrap_or(0);
    left.min(most - past)
}

/// A length within one burst, at most 4096.
fn u32_len(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
