// SPDX-License-Identifier: Apache-2.0
//! Of accounts as a card has them: what is told, and how often.

use super::BurstEventKind;
use super::lane::Lane;
use crate::capture::Rate;
use crate::transmit::AirAccount;

/// A sample every 2.5 cycles, so that moments are at 0, 3, 5, 8, 10.
fn rate() -> Rate {
    Rate::in_cycles(1_717_986_919, 250_000_000).unwrap()
}

fn account(sent: u64, missed: u64, late: u64, late_packets: u32) -> AirAccount {
    AirAccount { sent, missed, late, late_packets, ..AirAccount::default() }
}

fn look(lane: &mut Lane, account: AirAccount) -> Vec<(BurstEventKind, Option<u64>)> {
    let mut found = Vec::new();
    lane.look(&account, &mut found);
    found
}

#[test]
fn packets_of_a_burst_with_a_time_have_the_times_of_their_first_samples() {
    let mut lane = Lane::default();
    assert_eq!(lane.packet(rate(), 3, Some(1000), false), (0, Some(1000)));
    assert_eq!(lane.packet(rate(), 1, None, false), (1, Some(1008)), "sample 3");
    assert_eq!(lane.packet(rate(), 5, None, false), (2, Some(1010)), "sample 4");
    // Between samples 19 (1048) and 20 (1050): it is sent as sample 20, and the next one is 22.
    assert_eq!(lane.packet(rate(), 2, Some(1049), false), (3, Some(1049)));
    assert_eq!(lane.packet(rate(), 2, None, true), (4, Some(1055)));
    assert_eq!(lane.packet(rate(), 1, None, true), (5, None), "another burst, at once");
    assert_eq!(lane.packet(rate(), 7, Some(9000), false), (6, Some(9000)));
    assert_eq!(lane.packet(rate(), 7, None, false), (7, Some(9018)));
    assert_eq!((lane.end(rate()), lane.end(rate())), (Some(8), None), "it has none");
    assert_eq!(lane.packet(rate(), 1, None, false), (9, None), "another burst, at once");
}

#[test]
fn packets_of_a_burst_without_a_time_have_those_that_are_said() {
    let mut lane = Lane::default();
    let said = [None, Some(77), None];
    let told = said.map(|time| lane.packet(rate(), 10, time, false));
    assert_eq!(told, [(0, None), (1, Some(77)), (2, None)]);
    let mut many = Lane::default();
    let last = (0..=0x1_0000).map(|_| many.packet(rate(), 1, None, false).0).last();
    assert_eq!(last, Some(0), "numbers have 16 bits");
}

#[test]
fn a_hole_is_told_once_however_often_it_is_looked_at() {
    let mut lane = Lane::default();
    for _ in 0..3 {
        lane.packet(rate(), 100, None, false);
    }
    assert_eq!(look(&mut lane, account(60, 0, 0, 0)), []);
    let underrun = [(BurstEventKind::Underrun, None)];
    assert_eq!(look(&mut lane, account(100, 5, 0, 0)), underrun);
    for missed in [5, 6, 6, 40] {
        assert_eq!(look(&mut lane, account(100, missed, 0, 0)), [], "the same hole, {missed}");
    }
    assert_eq!(look(&mut lane, account(130, 50, 0, 0)), [], "its end");
    assert_eq!(look(&mut lane, account(200, 51, 0, 0)), underrun, "the next one");
    assert_eq!(look(&mut lane, account(250, 51, 0, 0)), []);
    assert_eq!(look(&mut lane, account(300, 60, 0, 0)), underrun);
    // In a hole, and then in the next one.
    lane.packet(rate(), 100, None, false);
    assert_eq!(look(&mut lane, account(400, 61, 0, 0)), [], "it may be the rest of the one before");
    assert_eq!(look(&mut lane, account(400, 62, 0, 0)), underrun);
    assert_eq!(look(&mut lane, account(400, 63, 0, 0)), []);
    // The one that is told of began and ended between two looks, and so did the next one.
    let mut quick = Lane::default();
    for _ in 0..3 {
        quick.packet(rate(), 100, None, false);
    }
    assert_eq!(look(&mut quick, account(150, 9, 0, 0)), underrun);
    assert_eq!(look(&mut quick, account(250, 10, 0, 0)), underrun);
}

#[test]
fn a_burst_that_is_late_is_told_once_and_each_is_told_when_it_is_over() {
    let mut lane = Lane::default();
    for first in [1000, 2000] {
        for last in [false, false, true] {
            lane.packet(rate(), 10, Some(first).filter(|_| !last), last);
        }
    }
    let late = |time| (BurstEventKind::Late, Some(time));
    let sent = |time| (BurstEventKind::Sent, Some(time));
    assert_eq!(look(&mut lane, account(0, 0, 10, 1)), [late(1000)]);
    assert_eq!(look(&mut lane, account(0, 0, 20, 2)), [], "the same burst");
    assert_eq!(look(&mut lane, account(9, 0, 20, 2)), []);
    assert_eq!(look(&mut lane, account(10, 0, 20, 2)), [sent(1000)]);
    assert_eq!(look(&mut lane, account(10, 0, 50, 5)), [late(2000), sent(2000)]);
    assert_eq!(look(&mut lane, account(10, 0, 50, 5)), []);
}

#[test]
fn what_is_late_inside_a_hole_does_not_end_it() {
    let mut lane = Lane::default();
    lane.packet(rate(), 10, Some(1000), false);
    lane.packet(rate(), 10, None, false);
    lane.packet(rate(), 10, None, true);
    assert_eq!(look(&mut lane, account(10, 3, 0, 0)), [(BurstEventKind::Underrun, None)]);
    assert_eq!(look(&mut lane, account(10, 9, 10, 1)), [(BurstEventKind::Late, Some(1000))]);
    assert_eq!(look(&mut lane, account(10, 10, 10, 1)), []);
    assert_eq!(look(&mut lane, account(20, 10, 10, 1)), [(BurstEventKind::Sent, Some(1000))]);
}

#[test]
fn late_bursts_are_told_one_by_one_however_many_end_between_two_looks() {
    let late = |time| (BurstEventKind::Late, Some(time));
    let sent = |time| (BurstEventKind::Sent, Some(time));
    let mut lane = Lane::default();
    for first in [1000, 2000, 3000] {
        lane.packet(rate(), 10, Some(first), false);
        lane.packet(rate(), 10, None, true);
    }
    let all = [late(1000), late(2000), sent(1000), sent(2000)];
    assert_eq!(look(&mut lane, account(0, 0, 40, 4)), all);
    assert_eq!(look(&mut lane, account(0, 0, 50, 5)), [late(3000)]);
    assert_eq!(look(&mut lane, account(0, 0, 60, 6)), [sent(3000)]);
    // Its first packet ends with one of another burst, and is in time.
    for first in [4000, 5000] {
        lane.packet(rate(), 10, Some(first), false);
        lane.packet(rate(), 10, None, true);
    }
    assert_eq!(look(&mut lane, account(10, 0, 80, 8)), [late(4000), sent(4000)]);
    assert_eq!(look(&mut lane, account(10, 0, 90, 9)), [late(5000), sent(5000)]);
    // Which one it was is told by how many samples it had.
    lane.packet(rate(), 3, Some(5500), true);
    lane.packet(rate(), 7, Some(5600), true);
    let second = [late(5600), sent(5500), sent(5600)];
    assert_eq!(look(&mut lane, account(13, 0, 97, 10)), second);
    // What has no time is never late.
    lane.packet(rate(), 10, None, true);
    lane.packet(rate(), 10, Some(6000), true);
    let of_both = [late(6000), (BurstEventKind::Sent, None), sent(6000)];
    assert_eq!(look(&mut lane, account(23, 0, 107, 11)), of_both);
}

#[test]
fn a_burst_that_begins_less_than_a_sample_behind_another_one_goes_on_in_its_moments() {
    // Moments at 1000, 1003, 1005; the next one would be at 1008, so that the card does not begin one before it.
    for (asked, begins) in [(1005, 1005), (1006, 1008), (1007, 1008), (1008, 1008), (1009, 1009)] {
        let mut lane = Lane::default();
        lane.packet(rate(), 3, Some(1000), true);
        assert_eq!(lane.packet(rate(), 2, Some(asked), false), (1, Some(begins)));
        assert_eq!(lane.packet(rate(), 1, None, true), (2, Some(begins + 5)));
        let sent = [(BurstEventKind::Sent, Some(1000)), (BurstEventKind::Sent, Some(asked))];
        assert_eq!(look(&mut lane, account(6, 0, 0, 0)), sent, "what was asked for is told");
    }
    // Behind one that has its end in a packet of its own.
    let mut lane = Lane::default();
    lane.packet(rate(), 3, Some(1000), false);
    lane.end(rate());
    assert_eq!(lane.packet(rate(), 2, Some(1009), true), (2, Some(1010)));
    // Nobody knows when the moments of one without a time are.
    lane.packet(rate(), 1, None, true);
    assert_eq!(lane.packet(rate(), 2, Some(1014), true), (4, Some(1014)));
}

#[test]
fn nothing_is_told_of_an_air_that_somebody_has_cleared() {
    let mut lane = Lane::default();
    lane.packet(rate(), 100, None, false);
    lane.packet(rate(), 100, None, true);
    assert_eq!(look(&mut lane, account(100, 7, 0, 0)), [(BurstEventKind::Underrun, None)]);
    for other in [account(0, 0, 0, 0), account(0, 9, 0, 0), account(300, 0, 0, 0)] {
        assert_eq!(look(&mut lane, other), [], "{other:?}");
    }
}
