// SPDX-License-Identifier: Apache-2.0
//! Lists beside a card that says what it is told to: what is in them, and what is made of records that come and of those that do not.

use forebay_regs::batch_desc;
use forebay_regs::batch_record::result;

use super::*;

const MOST: u32 = 8;

/// Starts so many together.
fn batch(queue: &mut UserQueue, region: &Region, count: u64) -> Vec<Cookie> {
    let wanted: Vec<_> = (0..count)
        .map(|nth| Move { from: region.at(nth * 64), to: region.at(4096 + nth * 32), bytes: 8 })
        .collect();
    queue.submit_batch(&wanted).unwrap()
}

/// A descriptor of the last list: source, destination, record, bytes and cookie.
fn descriptor(own: &Scripted, nth: u32) -> [u64; 4] {
    let script = own.script();
    let list = usize::try_from(script.last.unwrap().src - FIRST).unwrap();
    let at = list + (nth * batch_desc::SIZE_BYTES) as usize;
    let words = script.memory[at..at + 32].as_chunks::<8>().0;
    [0, 1, 2, 3].map(|word| u64::from_le_bytes(words[word]))
}

/// The record of a transfer of the last list comes.
fn tell(own: &Scripted, nth: u32, reason: u32) {
    let [_, _, record, counts] = descriptor(own, nth);
    let cookie = u32::try_from(counts >> 32).unwrap();
    own.script().tell(record & !(1 << 63), cookie, reason);
}

/// That of the list comes.
fn tell_list(own: &Scripted, good: u32, first: u32, reason: u32) {
    let line = own.script().last.unwrap();
    let says = result::GOOD.put(good) | result::FIRST.put(first) | result::REASON.put(reason);
    own.script().tell(line.record, line.cookie, says);
}

#[test]
fn a_list_says_what_its_transfers_are_and_a_line_where_it_is() {
    let (own, mut queue, region) = Scripted::queue_with(Scheme::Portal, 1, MOST);
    let cookies = batch(&mut queue, &region, 3);
    let line = own.script().last.unwrap();
    assert_eq!((line.list, line.dst, line.size, line.cookie), (true, 0, 3, cookies[0].number()));
    assert!(line.src.is_multiple_of(32) && line.record.is_multiple_of(8));
    let mut records = vec![line.record];
    for (nth, cookie) in (0_u32..).zip(&cookies) {
        let [from, to, record, counts] = descriptor(&own, nth);
        let base = region.at(0).slot_address();
        assert_eq!((from, to), (base + u64::from(nth) * 64, base + 4096 + u64::from(nth) * 32));
        assert_eq!((record >> 63, counts), (1, u64::from(cookie.number()) << 32 | 8));
        records.push(record & !(1 << 63));
    }
    records.sort_unstable();
    assert!(records.windows(2).all(|two| two[1] - two[0] >= 8), "a place for each: {records:?}");
}

#[test]
fn the_last_one_of_a_list_ends_with_it() {
    let (own, mut queue, region) = Scripted::queue_with(Scheme::Portal, 1, MOST);
    let cookies = batch(&mut queue, &region, 2);
    assert!(queue.try_next().unwrap().is_none());
    // The record of the second is there first to be seen; the first is told first.
    tell(&own, 1, 0);
    assert!(queue.try_next().unwrap().is_none());
    tell(&own, 0, 0);
    let ended = queue.try_next().unwrap().unwrap();
    assert_eq!((ended.cookie, ended.outcome.unwrap()), (cookies[0], 8));
    assert!(queue.try_next().unwrap().is_none(), "its list has a place until its record comes");
    tell_list(&own, 2, 0, 0);
    let ended = queue.try_next().unwrap().unwrap();
    assert_eq!((ended.cookie, ended.outcome.unwrap()), (cookies[1], 8));
    assert_eq!(queue.outstanding(), 0);
}

#[test]
fn nothing_is_started_beside_a_list() {
    let (own, mut queue, region) = Scripted::queue_with(Scheme::Portal, 1, MOST);
    own.script().stats.under_way = 3;
    own.script().sleeps = 2;
    let cookies = batch(&mut queue, &region, 2);
    let error = error_of(start(&mut queue, &region));
    let of_first = matches!(error, UserQueueError::NotOver { cookie, .. } if cookie == cookies[0]);
    assert!(of_first, "{error:?}");
    assert!(own.script().last.unwrap().list, "no line behind it");
}

#[test]
fn what_a_list_never_began_has_its_reason() {
    // The first three have come to the door, the second was refused, and then the list could not be read.
    let (own, mut queue, region) = Scripted::queue_with(Scheme::Portal, 1, MOST);
    let cookies = batch(&mut queue, &region, 5);
    for (nth, reason) in [(0, 0), (1, 10), (2, 0)] {
        tell(&own, nth, reason);
    }
    tell_list(&own, 2, 1, 10);
    own.script().stats.bad = Some((4711, Reason::HostDecode));
    let told: Vec<_> = (cookies.iter())
        .map(|cookie| {
            let ended = queue.next().unwrap().unwrap();
            assert_eq!(ended.cookie, *cookie);
            ended.outcome.map_err(|error| error_of::<()>(Err(error)))
        })
        .collect();
    assert!(matches!(told[0], Ok(8)) && matches!(told[2], Ok(8)), "{told:?}");
    let refused = |it: &UserQueueError| {
        matches!(it, UserQueueError::Refused { reason: Reason::Unreadable, .. })
    };
    assert!(told[1].as_ref().is_err_and(refused), "{told:?}");
    let failed = |it: &UserQueueError| {
        matches!(it, UserQueueError::Failed { reason: Reason::HostDecode, address: 4711, .. })
    };
    assert!(told[3..].iter().all(|one| one.as_ref().is_err_and(failed)), "{told:?}");
    // What the one list was told is not said of the next one.
    let cookies = batch(&mut queue, &region, 2);
    tell_list(&own, 0, 0, 6);
    for cookie in cookies {
        let ended = queue.next().unwrap().unwrap();
        assert_eq!(ended.cookie, cookie);
        let error = error_of(ended.outcome);
        assert!(
            matches!(error, UserQueueError::Failed { reason: Reason::Aborted, address: 0, .. }),
            "{error:?}"
        );
    }
}

#[test]
fn a_list_of_which_no_record_comes_was_refused_as_a_whole() {
    let (own, mut queue, region) = Scripted::queue_with(Scheme::Portal, 1, MOST);
    let cookies = batch(&mut queue, &region, 4);
    own.script().stats.bad = Some((77, Reason::Off));
    for cookie in cookies {
        let ended = queue.next().unwrap().unwrap();
        assert_eq!(ended.cookie, cookie);
        let error = error_of(ended.outcome);
        assert!(
            matches!(error, UserQueueError::Refused { reason: Reason::Off, address: 77, .. }),
            "{error:?}"
        );
    }
    assert_eq!(own.script().slept, 1, "it was waited for once");
}

#[test]
fn a_card_without_lists_has_a_line_for_each() {
    for most in [0, 1] {
        let (own, mut queue, region) = Scripted::queue_with(Scheme::Portal, 1, most);
        assert_eq!(queue.batch(), 1);
        assert_eq!(batch(&mut queue, &region, 2).len(), 2);
        assert!(!own.script().last.unwrap().list);
    }
    let (own, mut queue, region) = Scripted::queue_with(Scheme::Shadow, 1, MOST);
    own.script().answers = vec![TAKEN; 2];
    assert_eq!((queue.batch(), batch(&mut queue, &region, 2).len()), (1, 2));
}
