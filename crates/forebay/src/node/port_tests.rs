// SPDX-License-Identifier: Apache-2.0
//! Calls that end early, against a driver that answers as it is told.

use std::collections::VecDeque;
use std::sync::Mutex;

use forebay_regs::user::status;

use super::abi::{Blocked, Fifo, LastStall};
use super::*;
use crate::Datapath;
use crate::features::{Class, Feature, Lines, Page, Standing, Streams};
use crate::stall::{Lacking, Outlook};

/// How a call ends, and what else has happened by then.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    count: usize,
    cause: Option<u32>,
    /// The driver takes no call: that is no failure of a transfer.
    refused: bool,
    packet_ends: bool,
    card_is_reset: bool,
}

impl Answer {
    const fn whole(count: usize) -> Self {
        Self { count, cause: None, refused: false, packet_ends: false, card_is_reset: false }
    }

    const fn cut(count: usize, cause: u32) -> Self {
        Self { cause: Some(cause), ..Self::whole(count) }
    }

    const fn packet(count: usize) -> Self {
        Self { packet_ends: true, ..Self::whole(count) }
    }

    const fn refused() -> Self {
        Self { refused: true, ..Self::whole(0) }
    }
}

/// Length and place of each piece of a list.
type Pieces = Vec<(usize, u64)>;

#[derive(Default)]
struct State {
    answers: VecDeque<Answer>,
    error: LastError,
    resets: u32,
    packets: u64,
    stall: LastStall,
    lists: Vec<Pieces>,
}

/// Answers call after call. Other drivers tell nothing.
struct Script {
    state: Arc<Mutex<State>>,
    tells: bool,
}

impl Script {
    fn answer(&self, asked: usize) -> io::Result<usize> {
        let mut state = self.state.lock().unwrap();
        let answer = state.answers.pop_front().unwrap();
        assert!(answer.count <= asked, "{asked} bytes asked for");
        state.packets += u64::from(answer.packet_ends);
        state.resets += u32::from(answer.card_is_reset);
        if let Some(cause) = answer.cause {
            let seq = state.error.seq + 1;
            let done = answer.count as u64;
            state.error = LastError { cause, seq, done, ..LastError::default() };
        }
        if answer.refused {
            return Err(Errno::IO.into());
        }
        match (answer.cause, answer.count) {
            (Some(cause::DEADLOCK), 0) => Err(Errno::DEADLK.into()),
            (Some(cause::TIMEOUT), 0) => Err(Errno::TIMEDOUT.into()),
            (Some(_), 0) => Err(io::ErrorKind::Interrupted.into()),
            (_, count) => Ok(count),
        }
    }

    fn told<R>(&self, what: impl FnOnce(&State) -> R) -> Option<R> {
        self.tells.then(|| what(&self.state.lock().unwrap()))
    }
}

impl Calls for Script {
    fn write_at(&self, bytes: &[u8], _: u64) -> io::Result<usize> {
        self.answer(bytes.len())
    }

    fn read_at(&self, bytes: &mut [u8], _: u64) -> io::Result<usize> {
        self.answer(bytes.len())
    }

    fn write_list(&self, pieces: &[(&[u8], u64)]) -> Option<io::Result<usize>> {
        let takes_lists = self.tells;
        takes_lists.then(|| {
            self.state
                .lock()
                .unwrap()
                .lists
                .push(pieces.iter().map(|(of, at)| (of.len(), *at)).collect());
            self.answer(pieces.iter().map(|(of, _)| of.len()).sum())
        })
    }

    fn last_error(&self) -> Option<LastError> {
        self.told(|state| state.error)
    }

    fn last_stall(&self) -> Option<LastStall> {
        self.told(|state| state.stall)
    }

    fn resets(&self) -> Option<u32> {
        self.told(|state| state.resets)
    }

    fn packets(&self) -> Option<u64> {
        self.told(|state| state.packets)
    }
}

fn shared(state: State) -> Arc<Mutex<State>> {
    Arc::new(Mutex::new(state))
}

fn port(channel: ChannelId, stream: bool, tells: bool, answers: &[Answer]) -> Port {
    let answers = answers.iter().copied().collect();
    scripted(channel, stream, tells, &shared(State { answers, ..State::default() }))
}

fn scripted(channel: ChannelId, stream: bool, tells: bool, state: &Arc<Mutex<State>>) -> Port {
    let identity = Identity {
        datapath: Datapath { kind: 1, name: None },
        modelled: false,
        version: (0, 0, 0),
        h2c: 1,
        c2h: 1,
        h2c_streams: 0,
        c2h_streams: 0,
        shared_path: false,
        clock_khz: 250_000,
        mem_bytes: status::magic::RESET,
        stream_ports: 0,
        features: Vec::new(),
    };
    Port {
        channel,
        stream,
        calls: Box::new(Script { state: Arc::clone(state), tells }),
        path: "scripted".into(),
        max_bytes: 1000,
        known: Known::default(),
        user: Arc::new(User::new(tempfile::tempfile().unwrap(), "scripted".into())),
        declared: Arc::default(),
        identity,
    }
}

/// What a read of a stream with room for that many bytes brings.
fn receive(room: usize, answers: &[Answer]) -> Result<Pulled, ForebayError> {
    port(ChannelId::C2h(0), true, true, answers).read(&mut vec![0; room], 0)
}

fn push(bytes: usize, stream: bool, answers: &[Answer]) -> Result<(), ForebayError> {
    port(ChannelId::H2c(0), stream, true, answers).write(&vec![0; bytes], 0)
}

#[track_caller]
fn assert_cancelled<R>(result: Result<R, ForebayError>, wanted: u64) {
    let error = result.map(drop).unwrap_err();
    let bytes = match error {
        ForebayError::Cancelled { bytes, .. } => Some(bytes),
        _ => None,
    };
    assert_eq!(bytes, Some(wanted), "{error:?}");
}

#[test]
fn a_failure_explains_the_call_that_failed_and_no_later_one() {
    let failed = Answer::cut(100, cause::READ);
    let explained = |result: Result<(), ForebayError>| {
        let error = result.unwrap_err();
        matches!(error, ForebayError::Engine { cause: EngineCause::Read, .. })
    };
    let (whole, rest) = (Answer::whole(100), Answer::whole(400));
    // A later call that moves as much has not failed; one that does fails anew, and for the same cause.
    let memory = port(ChannelId::H2c(0), false, true, &[failed, whole, rest, failed]);
    assert!(explained(memory.write(&[0; 500], 0)));
    memory.write(&[0; 500], 0).unwrap();
    assert!(explained(memory.write(&[0; 500], 0)), "the same again, of the next call");
    let refused = port(ChannelId::H2c(0), false, true, &[failed, Answer::refused()]);
    assert!(explained(refused.write(&[0; 500], 0)));
    assert!(!explained(refused.write(&[0; 500], 0)), "no transfer has failed");
    let stream = port(ChannelId::C2h(0), true, true, &[failed, whole]);
    assert!(explained(stream.read(&mut [0; 500], 0).map(drop)));
    assert_eq!(stream.read(&mut [0; 500], 0).unwrap(), Pulled { bytes: 100, eop: true });
}

#[test]
fn a_failure_says_what_to_do_about_its_cause() {
    for (number, told) in [
        (cause::BAD_MAGIC, "overwrote the driver's descriptors"),
        (cause::LENGTH, "does not take that length"),
        (cause::DESC_FETCH, "does not reach the descriptors"),
        (cause::READ, "not mapped for reading"),
        (cause::WRITE, "nothing is at that card address"),
        (9, "says no cause"),
    ] {
        let error = push(500, false, &[Answer::cut(100, number)]).unwrap_err();
        let ForebayError::Engine { next, .. } = &error else { panic!("{number}: {error:?}") };
        assert!(next.contains(told), "{number}: {error}");
    }
}

#[test]
fn a_signal_is_no_end() {
    let signals = [Answer::cut(0, cause::ABORTED), Answer::cut(300, cause::ABORTED)];
    push(500, false, &[signals[0], signals[1], Answer::whole(200)]).unwrap();
    let moved = receive(500, &[signals[0], signals[1], Answer::packet(150)]).unwrap();
    assert_eq!(moved, Pulled { bytes: 450, eop: true });
}

#[test]
fn what_a_reset_has_cut_does_not_go_on() {
    let reset = Answer { card_is_reset: true, ..Answer::cut(300, cause::RESET) };
    assert_cancelled(push(500, false, &[reset, Answer::whole(200)]), 300);
    assert_cancelled(push(500, true, &[reset]), 300);
    assert_cancelled(receive(500, &[reset, Answer::packet(150)]), 300);
}

#[test]
fn a_reset_between_two_calls_takes_away_what_the_first_has_moved() {
    // The calls themselves have all gone well.
    let first = Answer { card_is_reset: true, ..Answer::whole(1000) };
    assert_cancelled(push(1500, false, &[first, Answer::whole(500)]), 0);
    assert_cancelled(receive(1500, &[first, Answer::packet(200)]), 0);
    let signal = Answer { card_is_reset: true, ..Answer::cut(300, cause::ABORTED) };
    assert_cancelled(push(500, false, &[signal, Answer::whole(200)]), 0);
    // Behind the last call it is of no concern to this transfer.
    push(1000, false, &[first]).unwrap();
}

#[test]
fn a_packet_ends_where_the_driver_says_so() {
    for (room, answers, bytes, eop) in [
        (500, &[Answer::packet(500)][..], 500, true),
        (500, &[Answer::whole(500)], 500, false),
        (500, &[Answer::packet(70)], 70, true),
        // As long as one call moves, and the packet is at its end: the next call is for the next packet.
        (1500, &[Answer::packet(1000)], 1000, true),
        (1500, &[Answer::whole(1000), Answer::packet(0)], 1000, true),
        (2000, &[Answer::whole(1000), Answer::packet(1000)], 2000, true),
    ] {
        assert_eq!(receive(room, answers).unwrap(), Pulled { bytes, eop }, "{room} {answers:?}");
    }
    // One after the other on the same file.
    let port = port(
        ChannelId::C2h(0),
        true,
        true,
        &[Answer::packet(30), Answer::whole(100), Answer::packet(100), Answer::whole(100)],
    );
    let ends: Vec<_> = (0..4).map(|_| port.read(&mut [0; 100], 0).unwrap().eop).collect();
    assert_eq!(ends, [true, false, true, false]);
}

#[test]
fn where_a_driver_tells_nothing_a_short_read_is_the_end_of_a_packet() {
    for (answer, eop) in [(Answer::whole(100), false), (Answer::whole(70), true)] {
        let port = port(ChannelId::C2h(0), true, false, &[answer]);
        let moved = port.read(&mut [0; 100], 0).unwrap();
        assert_eq!(moved, Pulled { bytes: answer.count as u64, eop });
    }
}

/// A descriptor waits for room in port 0, and the datapath for what is behind it.
fn locked_in(seq: u64, lacking: u32) -> LastStall {
    let mut stall = LastStall {
        seq,
        waited_ms: 7,
        lacking,
        num_fifos: 2,
        num_datapaths: 1,
        num_blocked: 1,
        ..LastStall::default()
    };
    stall.datapaths[0] = 0x0002_0001;
    stall.fifos[0] = Fifo { held: 1024, depth: 1024, flags: 1, reserved: 0 };
    stall.fifos[1] = Fifo { held: 0, depth: 512, flags: 2, reserved: 0 };
    let (descriptor, total, card_addr, bytes) = (2, 5, 0x1000_2000, 4096);
    stall.blocked[0] = Blocked { descriptor, total, card_addr, bytes, ..Blocked::default() };
    stall
}

fn sink() -> Feature {
    Feature {
        class: Class::Datapath,
        kind: 3,
        name: Some("sink"),
        version: (1, 0),
        standing: Standing::Known,
        page: Page { bar: 0, offset: 0, bytes: 0 },
        lines: Lines { first: 0, count: 0 },
        streams: Streams { h2c: 0, c2h: 0, ports: 3 },
        events: 0,
        header: 0,
    }
}

/// What a write of 100 bytes to a card with a datapath says that the driver gave up.
fn given_up(answer: Answer, stall: LastStall) -> ForebayError {
    let state = State { answers: [answer].into(), stall, ..State::default() };
    let mut port = scripted(ChannelId::H2c(0), false, true, &shared(state));
    port.identity.features = vec![sink()];
    port.write(&[0; 100], 0x1000_0000).unwrap_err()
}

#[test]
fn what_is_certain_never_to_end_is_a_deadlock_with_all_that_the_driver_saw() {
    for (answer, bytes) in
        [(Answer::cut(0, cause::DEADLOCK), 0), (Answer::cut(64, cause::DEADLOCK), 64)]
    {
        let error = given_up(answer, locked_in(1, 1));
        assert_eq!(
            error.to_string(),
            format!(
                "h2c_0: deadlock: descriptor 2 of 5 of h2c_0 (4096 bytes, card 0x10002000) waits for room in stream port 0 (1024 of \
                 1024 entries); sink waits for data of stream port 1 (0 of 512 entries); what there is for stream port 1 is queued \
                 behind that, so that no time helps; feed every stream the datapath reads, in chunks no larger than its FIFO, and \
                 take all of its output; the channel was aborted, with 0 of 5 descriptors done, {bytes} bytes, and works again"
            )
        );
        let stall = error.stall().unwrap();
        assert_eq!(stall.waited, 7 * 250_000);
        assert_eq!(stall.outlook, Outlook::Deadlock(Lacking::Port(1)));
        assert_eq!((stall.full().unwrap().port, stall.starving().unwrap().port), (0, 1));
    }
}

/// A second channel has what the datapath lacks, and port 0 is in front of the path that both share, or they share none.
#[test]
fn who_is_held_up_on_a_shared_path_is_told() {
    for shared_path in [true, false] {
        let mut stall = locked_in(1, 1);
        let (port, total, card_addr, bytes) = (abi::NO_PORT, 1, 0x2000_0000, 64);
        stall.num_blocked = 2;
        stall.blocked[1] =
            Blocked { channel: 1, port, total, card_addr, bytes, ..Blocked::default() };
        let state =
            State { answers: [Answer::cut(0, cause::DEADLOCK)].into(), stall, ..State::default() };
        let mut port = scripted(ChannelId::H2c(0), false, true, &shared(state));
        port.identity = Identity { features: vec![sink()], shared_path, ..port.identity };
        let error = port.write(&[0; 100], 0x1000_0000).unwrap_err();
        let [front, behind] = error.stall().unwrap().blocked[..] else { unreachable!("{error}") };
        assert_eq!((front.port, front.held_up_by), (Some(0), None));
        assert_eq!((behind.port, behind.held_up_by), (None, shared_path.then_some(0)));
        let held_up = "of h2c_1 (64 bytes, card 0x20000000) waits on the path that all channels share, where stream port 0 (1024 of";
        assert_eq!(error.to_string().contains(held_up), shared_path, "{error}");
    }
}

#[test]
fn a_time_out_tells_what_the_driver_saw_before_it_stopped_the_channel() {
    let error = given_up(Answer::cut(0, cause::TIMEOUT), locked_in(1, abi::NO_PORT)).to_string();
    let parts = ["waits for room in stream port 0 (1024 of 1024", "what is missing may still come"];
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
}

#[test]
fn what_the_driver_saw_of_another_call_is_not_told() {
    let error = given_up(Answer::cut(0, cause::TIMEOUT), locked_in(2, 1)).to_string();
    assert!(!error.contains("1024") && error.contains("0 of 100 bytes"), "{error}");
}

/// What a list of three pieces of 100 bytes comes to, and the lists that the driver was given.
fn list(answers: &[Answer], tells: bool) -> (Result<bool, ForebayError>, Vec<Pieces>) {
    let state = shared(State { answers: answers.iter().copied().collect(), ..State::default() });
    let port = scripted(ChannelId::H2c(0), false, tells, &state);
    let bytes = [0; 100];
    let listed = port.write_list(&[(&bytes, 0x1000), (&bytes, 0x2000), (&[], 0), (&bytes, 0x3000)]);
    drop(port);
    let lists = std::mem::take(&mut state.lock().unwrap().lists);
    (listed, lists)
}

#[test]
fn a_list_is_one_call_without_what_has_no_bytes() {
    let (listed, lists) = list(&[Answer::whole(300)], true);
    assert!(listed.unwrap());
    assert_eq!(lists, [[(100, 0x1000), (100, 0x2000), (100, 0x3000)]]);
}

#[test]
fn a_list_that_ends_early_goes_on_where_it_is() {
    for (answers, rest) in [
        ([Answer::whole(100), Answer::whole(200)], vec![(100, 0x2000), (100, 0x3000)]),
        ([Answer::cut(130, cause::ABORTED), Answer::whole(170)], vec![(70, 0x201e), (100, 0x3000)]),
    ] {
        let (listed, lists) = list(&answers, true);
        assert!(listed.unwrap());
        assert_eq!(lists[1..], [rest]);
    }
}

#[test]
fn a_list_that_fails_says_how_much_was_moved() {
    let (listed, _) = list(&[Answer::cut(130, cause::TIMEOUT)], true);
    let error = listed.unwrap_err().to_string();
    assert!(error.contains("130 of 300 bytes"), "{error}");
}

#[test]
fn a_driver_without_lists_and_a_stream_are_given_none() {
    let (listed, lists) = list(&[], false);
    assert!(!listed.unwrap() && lists.is_empty());
    let port = port(ChannelId::H2c(0), true, true, &[]);
    assert!(!port.write_list(&[(&[0; 10], 0), (&[0; 10], 0)]).unwrap());
}
