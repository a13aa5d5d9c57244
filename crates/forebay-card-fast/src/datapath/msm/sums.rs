// SPDX-License-Identifier: Apache-2.0
//! What adds points, at work beside the model of cycles.

use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

use forebay_msm::WindowSums;

/// Window sums: here, or away with a thread of their own that adds to them.
///
/// Nobody sees which: whatever asks for them waits until they are here again.
#[derive(Debug, Default)]
pub(super) struct Sums {
    here: Option<Box<WindowSums>>,
    worker: Option<JoinHandle<Box<WindowSums>>>,
}

impl Sums {
    /// The sums, once all that they were given away for is done.
    pub(super) fn settled(&mut self) -> &mut WindowSums {
        let worker = self.worker.take();
        let ended =
            |worker: JoinHandle<_>| worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.here.get_or_insert_with(|| worker.map_or_else(Box::default, ended))
    }

    /// Gives them away for `job`, which goes on while the caller does.
    pub(super) fn give(&mut self, job: impl FnOnce(&mut WindowSums) + Send + 'static) {
        self.settled();
        if let Some(mut sums) = self.here.take() {
            self.worker = Some(thread::spawn(move || {
                job(&mut sums);
                sums
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// How many windows there are, none of which has a sum.
    fn empty_windows(sums: &mut WindowSums) -> usize {
        sums.take().iter().map(|sum| assert!(sum.is_none())).count()
    }

    #[test]
    fn jobs_go_on_beside_the_caller_and_one_after_the_other() {
        let mut sums = Sums::default();
        let (go, goes) = mpsc::channel();
        let (say, said) = mpsc::channel();
        let second = say.clone();
        sums.give(move |sums| {
            // Nobody says so if the caller waits.
            let word: &str =
                goes.recv_timeout(Duration::from_secs(60)).expect("the caller goes on");
            sums.begin(&[1]);
            say.send(word).expect("the test listens");
        });
        go.send("first").expect("the job waits");
        sums.give(move |sums| {
            assert_eq!(empty_windows(sums), 1, "what the first has begun");
            second.send("second").expect("the test listens");
        });
        assert_eq!(empty_windows(sums.settled()), 1);
        assert_eq!(said.iter().collect::<Vec<_>>(), ["first", "second"]);
    }

    #[test]
    fn a_panic_of_a_job_is_the_callers() {
        let mut sums = Sums::default();
        sums.give(|_| panic!("a job's"));
        let met = catch_unwind(AssertUnwindSafe(|| empty_windows(sums.settled())));
        assert_eq!(met.unwrap_err().downcast_ref(), Some(&"a job's"));
        assert_eq!(empty_windows(sums.settled()), 0, "new ones without windows");
    }
}
