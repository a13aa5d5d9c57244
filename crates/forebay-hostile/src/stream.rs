// SPDX-License-Identifier: Apache-2.0
//! What was sent into a stream, and whether what came out of it can be that.

/// Bytes and the ends of packets among them, as positions; the last one may be behind the last byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bytes {
    pub(crate) data: Vec<u8>,
    pub(crate) ends: Vec<usize>,
}

impl Bytes {
    pub(crate) fn push(&mut self, data: &[u8], end: bool) {
        self.data.extend(data);
        if end {
            self.ends.push(self.data.len());
        }
    }

    pub(crate) fn append(&mut self, more: &Self) {
        let start = self.data.len();
        self.data.extend(&more.data);
        self.ends.extend(more.ends.iter().map(|end| start + end));
    }
}

/// How much of a run has been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// The channel was at rest, and these bytes were told.
    Exactly(usize),
    /// Another run took the channel over, or it goes on: any number.
    Nothing,
    /// A failure ended it in the descriptor between these.
    Between(usize, usize),
}

/// Whether a run was ended before its own last descriptor, so that an open packet was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// It was.
    Yes,
    /// If this says that RUN was cleared or that it failed, it may have been, even if all of its bytes were sent.
    Maybe(bool),
}

/// One run to the card.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    /// All that it would have sent.
    whole: Bytes,
    told: Told,
    cut: Cut,
}

impl Sent {
    /// A run at rest that has told how many bytes it has sent.
    pub(crate) fn told(whole: Bytes, bytes: usize, cut: Cut) -> Self {
        Self { whole, told: Told::Exactly(bytes), cut }
    }

    /// A run that goes on, or whose counts were another one's.
    pub(crate) fn under_way(whole: Bytes, cut: Cut) -> Self {
        Self { whole, told: Told::Nothing, cut }
    }

    /// The run is at rest, and has told.
    pub(crate) fn settle(&mut self, bytes: usize, cut: Cut) {
        (self.told, self.cut) = (Told::Exactly(bytes), cut);
    }

    /// A run that failed in its descriptor of the bytes `from` to `to`, and is at rest.
    pub(crate) fn failed(whole: Bytes, from: usize, to: usize) -> Self {
        Self { whole, told: Told::Between(from, to), cut: Cut::Yes }
    }

    /// The least and the most bytes that it has sent.
    pub(crate) fn bytes(&self) -> (usize, usize) {
        match self.told {
            Told::Exactly(bytes) => (bytes, bytes),
            Told::Nothing => (0, self.whole.data.len()),
            Told::Between(from, to) => (from, to),
        }
    }

    pub(crate) const fn cut(&self) -> Cut {
        self.cut
    }

    /// Where the packet ends that is open behind so many bytes.
    pub(crate) fn end_behind(&self, bytes: usize) -> Option<usize> {
        self.whole.ends.iter().copied().find(|end| *end > bytes)
    }

    /// An open packet cannot be left open if so many bytes were sent.
    pub(crate) fn must_close(&self, bytes: usize) -> bool {
        self.cut == Cut::Yes || bytes < self.whole.data.len()
    }
}

/// A place in what was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Start {
    pub(crate) run: usize,
    /// Bytes of the run in front of it.
    pub(crate) skip: usize,
    /// A packet has been begun and not ended.
    pub(crate) open: bool,
}

/// Whether `got` is what `sent` promises from one of those places on, in order: no byte lost, twice or stale. With
/// `drained` no byte is left to come.
pub(crate) fn check(
    sent: &[Sent],
    got: &Bytes,
    starts: &[Start],
    drained: bool,
) -> Result<(), String> {
    let goal = if drained { Goal::Drained } else { Goal::Some };
    let mut walk = Walk { sent, got, goal, furthest: Place::default(), reached: Vec::new() };
    if starts.iter().any(|start| walk.follow(Place::at(*start))) {
        return Ok(());
    }
    let Place { at, ends, start } = walk.furthest;
    let run = sent.get(start.run);
    Err(format!(
        "stream: {} bytes and {} ends received, from one of {} places; they fit what was sent up to byte {at}, end {ends}, \
         of run {} of {} ({:?} bytes told, cut {:?})",
        got.data.len(),
        got.ends.len(),
        starts.len(),
        start.run,
        sent.len(),
        run.map(|sent| sent.told),
        run.map(|sent| sent.cut)
    ))
}

/// All places that `got` may have come to, of whose last byte nobody has told whether it ended a packet.
pub(crate) fn reached(sent: &[Sent], got: &Bytes, starts: &[Start]) -> Vec<Start> {
    let furthest = Place::default();
    let mut walk = Walk { sent, got, goal: Goal::All, furthest, reached: Vec::new() };
    for start in starts {
        walk.follow(Place::at(*start));
    }
    walk.reached
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// A place at which all that was received is used up.
    Some,
    /// All of those.
    All,
    /// That nothing of what was sent is left either.
    Drained,
}

/// How far what was received has been followed.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    start: Start,
    at: usize,
    ends: usize,
}

impl Place {
    const fn at(start: Start) -> Self {
        Self { start, at: 0, ends: 0 }
    }
}

struct Walk<'a> {
    sent: &'a [Sent],
    got: &'a Bytes,
    goal: Goal,
    furthest: Place,
    reached: Vec<Start>,
}

impl Walk<'_> {
    /// Follows what was received from that place on; whether that has come to the goal.
    fn follow(&mut self, place: Place) -> bool {
        if place.at >= self.furthest.at {
            self.furthest = place;
        }
        let (got, Start { run: number, skip, open }) = (self.got, place.start);
        let Some(run) = self.sent.get(number) else {
            let over = place.at == got.data.len() && place.ends == got.ends.len();
            return over && self.reach(place.start);
        };
        let (least, most) = run.bytes();
        // What it was thought to have sent before it told.
        let Some(most) = most.checked_sub(skip) else { return false };
        let least = least.saturating_sub(skip);
        let rest = &got.data[place.at..];
        let ahead = &run.whole.data[skip..];
        let same = rest.iter().zip(ahead).take_while(|(a, b)| a == b).count();
        let open_behind = |bytes| match ends_within(run, skip, bytes).last() {
            None => open || bytes > 0,
            Some(end) => end != bytes,
        };
        // What is still in the stream has not come out yet.
        let all_here = same == rest.len() && same <= most && self.goal != Goal::Drained;
        if all_here
            && self.ends_agree(run, place, same) == Some(got.ends.len())
            && self.reach(Start { run: number, skip: skip + same, open: open_behind(same) })
        {
            return true;
        }
        (least..=most.min(same)).rev().any(|bytes| {
            let Some(ends) = self.ends_agree(run, place, bytes) else { return false };
            let at = place.at + bytes;
            let open = open_behind(bytes);
            let next =
                |open, ends| Place { start: Start { run: number + 1, skip: 0, open }, at, ends };
            let closed = open
                && run.cut != Cut::Maybe(false)
                && got.ends.get(ends) == Some(&at)
                && self.follow(next(false, ends + 1));
            closed || (!(open && run.must_close(skip + bytes)) && self.follow(next(open, ends)))
        })
    }

    /// The ends within the next `bytes` of a run are where they belong: how many ends that makes. Where a loss follows, nobody
    /// has told of an end behind the last byte.
    fn ends_agree(&self, run: &Sent, place: Place, bytes: usize) -> Option<usize> {
        let got = self.got;
        let mut ends = place.ends;
        for end in ends_within(run, place.start.skip, bytes).map(|end| place.at + end) {
            match got.ends.get(ends) {
                Some(told) if *told == end => ends += 1,
                None if self.goal == Goal::All && end == got.data.len() => {}
                _ => return None,
            }
        }
        let next = got.ends.get(ends).copied().unwrap_or(usize::MAX);
        (next >= place.at + bytes).then_some(ends)
    }

    /// All that was received is used up there.
    fn reach(&mut self, start: Start) -> bool {
        self.reached.push(start);
        self.goal != Goal::All
    }
}

/// The ends of packets within `bytes` of a run behind the first `skip`, from there.
fn ends_within(run: &Sent, skip: usize, bytes: usize) -> impl Iterator<Item = usize> {
    let ends = run.whole.ends.iter().map(move |end| end.wrapping_sub(skip));
    ends.filter(move |end| (1..=bytes).contains(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: [Start; 1] = [Start { run: 0, skip: 0, open: false }];

    fn bytes(data: &[u8], ends: &[usize]) -> Bytes {
        Bytes { data: data.to_vec(), ends: ends.to_vec() }
    }

    fn sent(data: &[u8], ends: &[usize], told: Told, cut: bool) -> Sent {
        let cut = if cut { Cut::Yes } else { Cut::Maybe(false) };
        Sent { whole: bytes(data, ends), told, cut }
    }

    #[test]
    fn a_cut_packet_ends_where_its_sender_was_told() {
        let runs = [
            sent(&[1, 2, 3, 4], &[4], Told::Exactly(2), true),
            sent(&[5, 6], &[2], Told::Exactly(2), false),
        ];
        check(&runs, &bytes(&[1, 2, 5, 6], &[2, 4]), &BEGIN, true).unwrap();
        check(&runs, &bytes(&[1, 2, 5, 6], &[4]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 3, 5, 6], &[3, 5]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 5, 6], &[1, 3]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 2], &[2]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 2], &[2]), &BEGIN, false).unwrap();
        check(&runs, &bytes(&[2], &[]), &BEGIN, false).unwrap_err();
    }

    #[test]
    fn of_a_run_that_another_took_over_any_part_may_have_been_sent() {
        let runs = [
            sent(&[1, 2, 3, 4], &[2, 4], Told::Nothing, true),
            sent(&[5], &[1], Told::Exactly(1), false),
        ];
        for (data, ends) in [
            (&[5][..], &[1][..]),
            (&[1, 5], &[1, 2]),
            (&[1, 2, 5], &[2, 3]),
            (&[1, 2, 3, 5], &[2, 3, 4]),
            (&[1, 2, 3, 4, 5], &[2, 4, 5]),
        ] {
            check(&runs, &bytes(data, ends), &BEGIN, true).unwrap();
        }
        check(&runs, &bytes(&[1, 5], &[2]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 3, 5], &[2, 3]), &BEGIN, true).unwrap_err();
    }

    #[test]
    fn a_failure_cuts_its_own_descriptor_and_closes_the_packet() {
        let failed = Sent::failed(bytes(&[1, 2, 3, 4, 5, 6], &[6]), 2, 4);
        let runs = [failed, sent(&[7], &[1], Told::Exactly(1), false)];
        for (data, ends) in [(&[1, 2, 7][..], &[2, 3][..]), (&[1, 2, 3, 7], &[3, 4])] {
            check(&runs, &bytes(data, ends), &BEGIN, true).unwrap();
        }
        check(&runs, &bytes(&[1, 7], &[1, 2]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 7], &[3]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 3, 4, 5, 7], &[5, 6]), &BEGIN, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 5, 6, 7], &[2, 4, 5]), &BEGIN, true).unwrap_err();
    }
}
