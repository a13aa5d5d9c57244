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
}

/// Whether `got` is what `sent` promises, in order: no byte lost, twice or stale. With `drained` no byte is left to come;
/// with `lost` it begins anywhere, since a failure has lost what was in front of it.
pub(crate) fn check(sent: &[Sent], got: &Bytes, lost: bool, drained: bool) -> Result<(), String> {
    let mut furthest = Place::default();
    let fits = if lost {
        anywhere(sent, got, drained, &mut furthest)
    } else {
        follow(sent, got, drained, Place::default(), &mut furthest)
    };
    if fits {
        return Ok(());
    }
    let Place { at, ends, run, .. } = furthest;
    Err(format!(
        "stream: {} bytes and {} ends received; they fit what was sent up to byte {at}, end {ends}, of run {run} of {} ({:?} \
         bytes told, cut {:?})",
        got.data.len(),
        got.ends.len(),
        sent.len(),
        sent.get(run).map(|sent| sent.told),
        sent.get(run).map(|sent| sent.cut)
    ))
}

/// How far `got` has been followed through the runs.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    run: usize,
    /// Bytes of the run that are not to come any more.
    skip: usize,
    at: usize,
    ends: usize,
    /// A packet has been begun and not ended.
    open: bool,
}

fn anywhere(sent: &[Sent], got: &Bytes, drained: bool, furthest: &mut Place) -> bool {
    // Of the packet that was lost there may be the end.
    let ends = usize::from(got.ends.first() == Some(&0));
    let Some(first) = got.data.first() else { return true };
    sent.iter().enumerate().any(|(run, sender)| {
        let bytes = sender.whole.data.iter().enumerate();
        bytes.filter(|(_, byte)| *byte == first).any(|(skip, _)| {
            follow(sent, got, drained, Place { run, skip, ends, ..Place::default() }, furthest)
        })
    })
}

fn follow(sent: &[Sent], got: &Bytes, drained: bool, place: Place, furthest: &mut Place) -> bool {
    if place.at >= furthest.at {
        *furthest = place;
    }
    let Some(run) = sent.get(place.run) else {
        return place.at == got.data.len() && place.ends == got.ends.len();
    };
    let rest = &got.data[place.at..];
    let ahead = &run.whole.data[place.skip..];
    let same = rest.iter().zip(ahead).take_while(|(a, b)| a == b).count();
    let (least, most) = match run.told {
        Told::Exactly(bytes) => (bytes, bytes),
        Told::Nothing => (0, run.whole.data.len()),
        Told::Between(from, to) => (from, to),
    };
    let (least, most) = (least.saturating_sub(place.skip), most.saturating_sub(place.skip));
    // What is still in the stream has not come out yet.
    let all_here = same == rest.len() && same <= most && !drained;
    if all_here && ends_agree(run, got, place, same) == Some(got.ends.len()) {
        return true;
    }
    (least..=most.min(same)).rev().any(|bytes| {
        let Some(ends) = ends_agree(run, got, place, bytes) else { return false };
        let last_end = ends_within(run, place.skip, bytes).last();
        let open =
            if last_end.is_none() { place.open || bytes > 0 } else { last_end != Some(bytes) };
        let next = Place { run: place.run + 1, skip: 0, at: place.at + bytes, ends, open };
        let mut go_on = |next: Place| follow(sent, got, drained, next, furthest);
        let may_close = open && run.cut != Cut::Maybe(false);
        let closed = may_close
            && got.ends.get(ends) == Some(&next.at)
            && go_on(Place { ends: ends + 1, open: false, ..next });
        let must_close = open
            && match run.cut {
                Cut::Yes => true,
                Cut::Maybe(_) => bytes < ahead.len(),
            };
        closed || (!must_close && go_on(next))
    })
}

/// The ends of packets within `bytes` of a run behind the first `skip`, from there.
fn ends_within(run: &Sent, skip: usize, bytes: usize) -> impl Iterator<Item = usize> {
    let ends = run.whole.ends.iter().map(move |end| end.wrapping_sub(skip));
    ends.filter(move |end| (1..=bytes).contains(end))
}

/// The ends within the next `bytes` of a run are where they belong: how many ends that makes.
fn ends_agree(run: &Sent, got: &Bytes, place: Place, bytes: usize) -> Option<usize> {
    let mut ends = place.ends;
    for end in ends_within(run, place.skip, bytes) {
        if got.ends.get(ends) != Some(&(place.at + end)) {
            return None;
        }
        ends += 1;
    }
    let next = got.ends.get(ends).copied().unwrap_or(usize::MAX);
    (next >= place.at + bytes).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        check(&runs, &bytes(&[1, 2, 5, 6], &[2, 4]), false, true).unwrap();
        check(&runs, &bytes(&[1, 2, 5, 6], &[4]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 3, 5, 6], &[3, 5]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 5, 6], &[1, 3]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 2], &[2]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 2], &[2]), false, false).unwrap();
        check(&runs, &bytes(&[2], &[]), false, false).unwrap_err();
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
            check(&runs, &bytes(data, ends), false, true).unwrap();
        }
        check(&runs, &bytes(&[1, 5], &[2]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 3, 5], &[2, 3]), false, true).unwrap_err();
    }

    #[test]
    fn a_failure_cuts_its_own_descriptor_and_closes_the_packet() {
        let failed = Sent::failed(bytes(&[1, 2, 3, 4, 5, 6], &[6]), 2, 4);
        let runs = [failed, sent(&[7], &[1], Told::Exactly(1), false)];
        for (data, ends) in [(&[1, 2, 7][..], &[2, 3][..]), (&[1, 2, 3, 7], &[3, 4])] {
            check(&runs, &bytes(data, ends), false, true).unwrap();
        }
        check(&runs, &bytes(&[1, 7], &[1, 2]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 7], &[3]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 3, 4, 5, 7], &[5, 6]), false, true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 5, 6, 7], &[2, 4, 5]), false, true).unwrap_err();
    }

    #[test]
    fn what_comes_behind_a_loss_begins_anywhere_and_goes_on_as_it_was_sent() {
        let runs = [
            sent(&[1, 2, 3, 4], &[2, 4], Told::Exactly(4), false),
            sent(&[5, 6], &[2], Told::Exactly(2), false),
        ];
        check(&runs, &bytes(&[3, 4, 5, 6], &[2, 4]), true, true).unwrap();
        check(&runs, &bytes(&[2, 3, 4], &[1, 3]), true, false).unwrap();
        check(&runs, &bytes(&[5, 6], &[0, 2]), true, true).unwrap();
        check(&runs, &bytes(&[2, 3, 4], &[1, 3]), true, true).unwrap_err();
        check(&runs, &bytes(&[2, 4, 5, 6], &[1, 2, 4]), true, true).unwrap_err();
        check(&runs, &bytes(&[3, 4, 5, 6], &[4]), true, true).unwrap_err();
    }
}
