// SPDX-License-Identifier: Apache-2.0
//! Batches of transfers that a program starts itself: under the portal one line starts a list of them. Each has its end, in the order of the starts, whatever becomes
//! of the others and of the list.

use forebay::{
    Cookie, ForebayError, Move, Reason, Rights, Scheme, UserQueueError, UserQueueOptions,
    UserQueueStats,
};

use crate::user_queue::{Bench, PAGE, all_well, apply};
use crate::user_queue_bad::error_of;
use crate::{Fixture, Way};

/// Bytes of each transfer, and from one to the next: none goes across the end of a page.
const BYTES: u32 = 24;
const APART: u64 = 32;
/// Descriptors of a list at most.
pub(crate) const MOST: usize = 128;

/// From, to, how many.
pub(crate) type Wanted = (u64, u64, u32);

/// So many transfers of all alignments, none of which touches the bytes of another.
pub(crate) fn moves(count: usize) -> Vec<Wanted> {
    let count = count as u64;
    (0..count).map(|nth| (nth * APART + nth % 7, (count - 1 - nth) * APART, BYTES)).collect()
}

impl Bench {
    pub(crate) fn start_all(&mut self, moves: &[Wanted]) -> Result<Vec<Cookie>, ForebayError> {
        let Self { from, to, queue } = self;
        let wanted: Vec<_> = (moves.iter())
            .map(|(at, to_at, bytes)| Move { from: from.at(*at), to: to.at(*to_at), bytes: *bytes })
            .collect();
        queue.submit_batch(&wanted)
    }

    /// Starts them together; each ends well and in its turn, and moves what it names and nothing else.
    pub(crate) fn all_work(&mut self, seed: u64, moves: &[Wanted]) {
        let mut contents = self.fill(seed);
        let cookies = self.start_all(moves).unwrap();
        assert_eq!((cookies.len(), self.queue.outstanding()), (moves.len(), moves.len()));
        for (nth, (cookie, one)) in cookies.into_iter().zip(moves).enumerate() {
            assert_eq!(self.queue.outstanding(), moves.len() - nth);
            self.ends_well(cookie, one.2);
            apply(&mut contents, *one);
        }
        assert!(self.queue.next().unwrap().is_none());
        self.holds(&contents, &format!("{} together", moves.len()));
    }
}

/// Lists that it takes to start so many.
fn lists(count: usize) -> usize {
    // One that is left over is a line.
    count / MOST + usize::from(count % MOST > 1)
}

pub(crate) fn one_line_starts_a_list_of_any_length(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    for pieces in [false, true] {
        let options = UserQueueOptions { pieces, ..UserQueueOptions::default() };
        let mut bench = Bench::open_with(&device, Scheme::Portal, &options);
        assert_eq!(bench.queue.batch(), MOST);
        let mut starts = 0;
        for (seed, count) in
            (1..).zip(fixture.rounds(&[2, 7, 8, 9, 127, 128][..], &[2, 9, 128][..]))
        {
            bench.all_work(seed, &moves(*count));
            starts += count + lists(*count);
            let counted = all_well(u32::try_from(starts).unwrap());
            assert_eq!(bench.queue.stats().unwrap(), counted, "{count}: each, and the list");
        }
        // A list in which each is a page long, so that they wait for places.
        let pages = PAGE as u64;
        bench.all_work(50, &[0, 2, 1].map(|nth| (nth * pages, (2 - nth) * pages, 4096)));
    }
}

pub(crate) fn more_than_a_list_takes_are_several_lists(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let mut starts = 0;
    for (seed, count) in (1..).zip([MOST + 1, 2 * MOST + 44]) {
        bench.all_work(seed, &moves(count));
        starts += count + lists(count);
        assert_eq!(bench.queue.stats().unwrap(), all_well(u32::try_from(starts).unwrap()));
    }
    // None is a batch, too.
    assert!(bench.start_all(&[]).unwrap().is_empty());
    assert!(bench.queue.next().unwrap().is_none());
    assert_eq!(bench.queue.stats().unwrap(), all_well(u32::try_from(starts).unwrap()));
}

pub(crate) fn lines_and_lists_end_in_the_order_of_their_starts(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let mut contents = bench.fill(3);
    let all = moves(61);
    let mut cookies = Vec::new();
    let mut rest = &all[..];
    // More lines than there are places, lists behind lines and behind lists, a line behind a list.
    for together in [1, 1, 20, 12, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 5] {
        let (some, behind) = rest.split_at(together);
        match some {
            [one] => cookies.push(bench.start(*one)),
            several => cookies.extend(bench.start_all(several).unwrap()),
        }
        rest = behind;
    }
    assert!(rest.is_empty());
    assert_eq!(bench.queue.outstanding(), all.len());
    for (cookie, one) in cookies.into_iter().zip(&all) {
        bench.ends_well(cookie, BYTES);
        apply(&mut contents, *one);
    }
    assert!(bench.queue.next().unwrap().is_none());
    bench.holds(&contents, "lines and lists");
    assert_eq!(bench.queue.stats().unwrap(), all_well(61 + 5));
}

/// How the transfers of a list ended: the first so many well, in order, and the others not.
pub(crate) fn ends(bench: &mut Bench, cookies: &[Cookie]) -> (usize, Vec<UserQueueError>) {
    let (mut good, mut errors) = (0, Vec::new());
    for cookie in cookies {
        let ended = bench.queue.next().unwrap().unwrap();
        assert_eq!(ended.cookie, *cookie);
        match ended.outcome {
            Ok(bytes) => {
                assert_eq!(bytes, BYTES);
                assert!(errors.is_empty(), "behind one that did not: {errors:?}");
                good += 1;
            }
            Err(error) => errors.push(error_of::<()>(Err(error))),
        }
    }
    assert!(bench.queue.next().unwrap().is_none(), "each has ended once");
    (good, errors)
}

pub(crate) fn memory_that_is_given_back_while_its_list_runs(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let mut contents = bench.fill(4);
    let all = moves(MOST);
    let cookies = bench.start_all(&all).unwrap();
    let fresh = bench.queue.register(3 * PAGE, Rights::READ).unwrap();
    std::mem::replace(&mut bench.from, fresh).unregister().unwrap();
    let (good, errors) = ends(&mut bench, &cookies);
    // Behind a driver the card's time is its own, and may be enough for all of them.
    assert!(fixture.way() == Way::Nodes || !errors.is_empty(), "all {good} have ended");
    for error in &errors {
        // Those that came to the door find nothing there; a driver has no patience with the rest.
        let told = match error {
            UserQueueError::Refused { reason, .. } => *reason == Reason::Slot,
            UserQueueError::Failed { reason, .. } => *reason == Reason::Aborted,
            _ => false,
        };
        assert!(told, "{error:?}");
    }
    all[..good].iter().for_each(|one| apply(&mut contents, *one));
    let mut seen = vec![0; 3 * PAGE];
    bench.to.read(0, &mut seen).unwrap();
    assert!(seen == contents[1], "what was begun has moved, and nothing else");
    let UserQueueStats { starts, done, failed, under_way, .. } = bench.queue.stats().unwrap();
    assert_eq!((under_way, done + failed), (0, starts));
    bench.all_work(5, &moves(9));
    bench.works(6, (3, 5, 1000));
}

pub(crate) fn a_queue_that_is_closed_under_its_list_leaves_the_card_to_others(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    for _ in 0..2 {
        let mut bench = Bench::open(&device, Scheme::Portal);
        bench.fill(7);
        assert_eq!(bench.start_all(&moves(MOST)).unwrap().len(), MOST);
        let Bench { from, to, queue } = bench;
        drop(queue);
        drop((from, to));
        let mut next = Bench::open(&device, Scheme::Portal);
        next.all_work(8, &moves(30));
        assert_eq!(next.queue.stats().unwrap(), all_well(31), "its counters begin anew");
    }
}

pub(crate) fn a_batch_without_memory_for_its_list_starts_nothing(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let contents = bench.fill(9);
    // All that is left of the table.
    let mut taken = Vec::new();
    for pages in [128, 64, 32, 16, 8, 4, 2, 1] {
        while let Ok(region) = bench.queue.register(pages * PAGE, Rights::READ) {
            taken.push(region);
        }
    }
    let error = error_of(bench.start_all(&moves(2)));
    let told = matches!(
        error,
        UserQueueError::NoSlots { bytes: PAGE, .. }
            | UserQueueError::NotRegistered { bytes: PAGE, .. }
    );
    assert!(told, "{error:?}");
    let text = error.to_string();
    assert!(text.contains("4096 bytes") && text.contains("give a region back"), "{text}");
    assert_eq!(bench.queue.outstanding(), 0);
    bench.holds(&contents, "nothing was started");
    assert_eq!(bench.queue.stats().unwrap(), UserQueueStats::default());
    // A line needs none; and with one page less the list has its own.
    bench.works(10, (3, 5, 1000));
    taken.pop().unwrap().unregister().unwrap();
    bench.all_work(11, &moves(20));
}
