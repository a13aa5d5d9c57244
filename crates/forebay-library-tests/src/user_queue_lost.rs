// SPDX-License-Identifier: Apache-2.0
//! A queue whose card goes away under it: by a reset, or as the driver lets go of it. In every phase the program is told by an error, and goes on.

use forebay::{ForebayError, Move, Rights, Scheme, UserQueueError};

use crate::Fixture;
use crate::user_queue::Bench;

const WHOLE: (u64, u64, u32) = (0, 0, 4096);

/// When the card goes.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Nothing was ever started.
    New,
    /// What was started has ended, and the program knows.
    Rest,
    /// What was started may have ended.
    Flight,
}

impl Phase {
    const ALL: [Self; 3] = [Self::New, Self::Rest, Self::Flight];

    fn reach(self, bench: &mut Bench) {
        match self {
            Self::New => {}
            Self::Rest => bench.works(1, WHOLE),
            Self::Flight => {
                for _ in 0..bench.queue.depth() {
                    bench.start(WHOLE);
                }
            }
        }
    }
}

/// Each call ends, with what it had before or with the error; none is a signal. What has ended is told once, in its order.
fn says_it_everywhere(bench: &mut Bench, what: &str, is_it: impl Fn(&ForebayError) -> bool) {
    let Bench { from, to, queue } = bench;
    let had = queue.outstanding();
    let mut told = Vec::new();
    let error = loop {
        match queue.next() {
            Ok(Some(ended)) => told.push(ended.cookie.number()),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    assert!(error.iter().all(&is_it), "{what}: {error:?}");
    assert!(told.is_sorted_by(|one, next| one < next), "{what}: {told:?}");
    assert_eq!(told.len() + queue.outstanding(), had, "{what}: {told:?}");
    // A store that nobody answers says nothing; then it is the end that does.
    let started = queue.submit(Move { from: from.at(64), to: to.at(64), bytes: 64 });
    match started.and_then(|_| queue.next()) {
        Err(error) => assert!(is_it(&error), "{what}: {error:?}"),
        Ok(ended) => unreachable!("{what}: {ended:?}"),
    }
    let error = queue.register(4096, Rights::READ).map(drop).unwrap_err();
    assert!(is_it(&error), "{what}: {error:?}");
}

pub(crate) fn a_card_that_is_reset_under_a_queue_is_an_error_and_no_signal(fixture: &Fixture) {
    let device = fixture.open();
    for scheme in Scheme::ALL {
        fixture.choose(scheme);
        for phase in Phase::ALL {
            let what = format!("{scheme}, {phase:?}");
            let mut bench = Bench::open(&device, scheme);
            phase.reach(&mut bench);
            fixture.reset();
            let is_reset = |error: &ForebayError| {
                matches!(error, ForebayError::UserQueue(UserQueueError::Reset))
            };
            fixture.in_time(|| says_it_everywhere(&mut bench, &what, is_reset));
            fixture.in_time(|| drop(bench));
            Bench::open(&device, scheme).works(2, WHOLE);
        }
    }
}

pub(crate) fn a_driver_that_lets_go_of_a_card_under_a_queue_is_an_error_and_no_signal(
    fixture: &Fixture,
) {
    for scheme in [Scheme::Portal, Scheme::Shadow, Scheme::Key, Scheme::Repeat5] {
        for phase in Phase::ALL {
            let what = format!("{scheme}, {phase:?}");
            fixture.choose(scheme);
            let device = fixture.open();
            let mut bench = Bench::open(&device, scheme);
            phase.reach(&mut bench);
            let bind = fixture.unbind();
            let is_gone = |error: &ForebayError| matches!(error, ForebayError::CardGone { .. });
            fixture.in_time(|| says_it_everywhere(&mut bench, &what, is_gone));
            fixture.in_time(|| drop((bench, device)));
            bind();
        }
    }
    fixture.choose(Scheme::Portal);
    Bench::open(&fixture.open(), Scheme::Portal).works(3, WHOLE);
}
