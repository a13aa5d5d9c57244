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
}

/// How much of a run has been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The channel was at rest, and these bytes were told.
    Exactly(usize),
    /// Another run took the channel over, or a failure ended this one: at least these.
    AtLeast(usize),
}

/// Whether a run was ended before its own last descriptor, so that an open packet was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// It was.
    Yes,
    /// If this says that RUN was cleared, it may have been, even if all of its bytes were sent.
    Maybe(bool),
}

/// One run to the card.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    /// All that it would have sent.
    pub(crate) whole: Bytes,
    pub(crate) told: Told,
    pub(crate) cut: Cut,
}

/// Whether `got` is what `sent` promises, in order: nothing lost, nothing twice, nothing stale. With `drained` nothing
/// is left to come.
pub(crate) fn check(sent: &[Sent], got: &Bytes, drained: bool) -> Result<(), String> {
    let mut furthest = Place::default();
    if follow(sent, got, drained, Place::default(), &mut furthest) {
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

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    run: usize,
    at: usize,
    ends: usize,
    /// A packet has been begun and not ended.
    open: bool,
}

fn follow(sent: &[Sent], got: &Bytes, drained: bool, place: Place, furthest: &mut Place) -> bool {
    if place.at >= furthest.at {
        *furthest = place;
    }
    let Some(run) = sent.get(place.run) else {
        return place.at == got.data.len() && place.ends == got.ends.len();
    };
    let rest = &got.data[place.at..];
    let same = rest.iter().zip(&run.whole.data).take_while(|(a, b)| a == b).count();
    let (least, most) = match run.told {
        Told::Exactly(bytes) => (bytes, bytes),
        Told::AtLeast(bytes) => (bytes, run.whole.data.len()),
    };
    // What is still in the stream has not come out yet.
    let all_here = same == rest.len() && same <= most && !drained;
    if all_here && ends_agree(run, got, place, same) == Some(got.ends.len()) {
        return true;
    }
    (least..=most.min(same)).rev().any(|bytes| {
        let Some(ends) = ends_agree(run, got, place, bytes) else { return false };
        let last_end = run.whole.ends.iter().copied().rfind(|end| *end <= bytes);
        let open =
            if last_end.is_none() { place.open || bytes > 0 } else { last_end != Some(bytes) };
        let next = Place { run: place.run + 1, at: place.at + bytes, ends, open };
        let may_close = open && run.cut != Cut::Maybe(false);
        let closed = may_close
            && got.ends.get(ends) == Some(&next.at)
            && follow(sent, got, drained, Place { ends: ends + 1, open: false, ..next }, furthest);
        let must_close = open && (run.cut == Cut::Yes || bytes < run.whole.data.len());
        closed || (!must_close && follow(sent, got, drained, next, furthest))
    })
}

/// The ends within the first `bytes` of a run are where they belong: how many ends that makes.
fn ends_agree(run: &Sent, got: &Bytes, place: Place, bytes: usize) -> Option<usize> {
    let mut ends = place.ends;
    for end in run.whole.ends.iter().filter(|end| **end <= bytes) {
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
        check(&runs, &bytes(&[1, 2, 5, 6], &[2, 4]), true).unwrap();
        check(&runs, &bytes(&[1, 2, 5, 6], &[4]), true).unwrap_err();
        check(&runs, &bytes(&[1, 2, 3, 5, 6], &[3, 5]), true).unwrap_err();
        check(&runs, &bytes(&[1, 5, 6], &[1, 3]), true).unwrap_err();
        check(&runs, &bytes(&[1, 2], &[2]), true).unwrap_err();
        check(&runs, &bytes(&[1, 2], &[2]), false).unwrap();
        check(&runs, &bytes(&[2], &[]), false).unwrap_err();
    }

    #[test]
    fn of_a_run_that_another_took_over_any_part_may_have_been_sent() {
        let runs = [
            sent(&[1, 2, 3, 4], &[2, 4], Told::AtLeast(0), true),
            sent(&[5], &[1], Told::Exactly(1), false),
        ];
        for (data, ends) in [
            (&[5][..], &[1][..]),
            (&[1, 5], &[1, 2]),
            (&[1, 2, 5], &[2, 3]),
            (&[1, 2, 3, 5], &[2, 3, 4]),
            (&[1, 2, 3, 4, 5], &[2, 4, 5]),
        ] {
            check(&runs, &bytes(data, ends), true).unwrap();
        }
        check(&runs, &bytes(&[1, 5], &[2]), true).unwrap_err();
        check(&runs, &bytes(&[1, 3, 5], &[2, 3]), true).unwrap_err();
    }
}
