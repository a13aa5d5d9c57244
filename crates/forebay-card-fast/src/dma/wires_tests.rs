// SPDX-License-Identifier: Apache-2.0
//! The wires against the link that the RTL card is behind: the same reads and packets take the same cycles.

use forebay_bus::host::Purpose;
use forebay_bus::{HostMemory, LinkParams};
use forebay_link::{Address, BEAT_BYTES, Link, Who};

use super::wires::Wires;
use super::{Asker, beats, facts};

const ASKER: Asker = Asker { channel: 0, run: 0, descriptors: false };
const WHO: Who = Who { purpose: Purpose::Data, source: 0 };
/// Everything is over by then.
const END: u64 = 2000;

/// When each beat of reads comes that are asked for in these cycles, each of so many bytes that many behind a page.
fn by_link(reads: &[(u64, u64, u16)]) -> Vec<u64> {
    let host = HostMemory::new();
    let memory = host.share(1 << 16).unwrap();
    let mut link = Link::new(LinkParams::default(), host);
    let mut came = Vec::new();
    for cycle in 0..END {
        link.begin(cycle);
        if link.read_beat().is_some() {
            came.push(cycle);
            link.pop_beat();
        }
        for (_, offset, bytes) in reads.iter().filter(|(at, ..)| *at == cycle) {
            let addr = memory.addr() + offset;
            let len = u8::try_from(beats(addr, u64::from(*bytes)) - 1).unwrap();
            link.push_read(Address::checked((0, WHO), addr, len, *bytes).unwrap());
        }
    }
    came
}

fn by_wires(reads: &[(u64, u64, u16)]) -> Vec<u64> {
    let mut wires = Wires::new(LinkParams::default());
    let mut arrived = Vec::new();
    for cycle in 0..END {
        wires.arrive(cycle, &mut arrived);
        // A read is on the bus a little after its turn.
        for (_, offset, bytes) in reads.iter().filter(|(at, ..)| *at == cycle + facts::ISSUE) {
            assert!(wires.may_ask(cycle), "the card's own limit is not what this is about");
            wires.read(cycle, ASKER, 0x10_0000 + offset, u64::from(*bytes));
        }
    }
    arrived.iter().flat_map(|arrival| arrival.first..=arrival.last).collect()
}

#[test]
fn beats_come_when_the_link_brings_them() {
    for reads in [
        vec![(10, 0, 64)],
        vec![(10, 0, 1024)],
        vec![(10, 37, 500), (11, 1024, 1024), (400, 2048, 1)],
        (0..30).map(|n| (10 + n, 1024 * n, 1024)).collect(),
        (0..30).map(|n| (10 + 3 * n, 1024 * n + 960, 64)).collect(),
    ] {
        assert_eq!(by_wires(&reads), by_link(&reads), "{reads:?}");
    }
}

#[test]
fn a_packet_is_through_when_the_link_answers_it() {
    let host = HostMemory::new();
    let memory = host.share(1 << 16).unwrap();
    for packets in [1, 3, 20] {
        let mut link = Link::new(LinkParams::default(), host.clone());
        let mut wires = Wires::new(LinkParams::default());
        let (mut answered, mut through) = (Vec::new(), Vec::new());
        let mut left = 4 * packets;
        for cycle in 0..END {
            link.begin(cycle);
            if link.write_response().is_some() {
                answered.push(cycle);
                link.pop_response();
            }
            // Bursts of a packet each, a beat a cycle as long as there is room.
            if left > 0 && link.takes_data() {
                assert_eq!(wires.room(cycle), cycle);
                left -= 1;
                let ends = left % 4 == 0;
                link.push_data((&[0; BEAT_BYTES], u64::MAX, ends)).unwrap();
                if ends {
                    through.push(wires.post(cycle, 256));
                }
            } else if left > 0 && cycle > 0 {
                assert!(wires.room(cycle) > cycle, "cycle {cycle}");
            }
            if cycle < packets {
                let addr = memory.addr() + 256 * cycle;
                link.push_write(Address::checked((0, WHO), addr, 3, 256).unwrap());
            }
        }
        assert_eq!(through, answered);
    }
}
