// SPDX-License-Identifier: Apache-2.0
//! Copies between all spaces, how each ends, and how it is called off.

use forebay_bus::{HostMemory, LinkParams};

use super::*;
use crate::byte_stream::BEAT_BYTES;

struct Bench {
    copy: Copy,
    fabric: Fabric,
}

const BUFFER: usize = 20_000;

impl Bench {
    fn new() -> Self {
        let build = Build::find("sink").unwrap();
        let fabric = Fabric::new(&build, 1, HostMemory::new(), LinkParams::default());
        Self { copy: Copy::new(&build), fabric }
    }

    fn write(&mut self, register: u32, value: u32) -> bool {
        self.copy.write(Bar::User, COPY.page + register, value)
    }

    fn read(&mut self, register: u32) -> u32 {
        self.copy.read(Bar::User, COPY.page + register).unwrap()
    }

    fn pair(&mut self, register: u32, value: u64) {
        assert!(self.write(register, low(value)) && self.write(register + 4, high(value)));
    }

    fn go(&mut self, src: u64, dst: u64, bytes: usize, spaces: u32) {
        self.pair(copy::SRC_LO, src);
        self.pair(copy::DST_LO, dst);
        assert!(self.write(copy::LENGTH, u32::try_from(bytes).unwrap()));
        assert!(self.write(copy::SPACES, spaces) && self.write(copy::CONTROL, control::GO.mask()));
    }

    /// Goes on to where something is due again; false if it waits for others, or has nothing to do.
    fn step(&mut self) -> bool {
        let step = self.copy.step(&mut self.fabric);
        if let Some(next) = step.next {
            self.fabric.now = next;
        }
        step.moved || step.next.is_some()
    }

    /// Lets it work; cause and bytes of its end.
    fn end(&mut self) -> (u32, u32) {
        while self.step() {}
        let status = self.read(copy::STATUS);
        assert!(status::DONE.is_set(status) && !status::BUSY.is_set(status), "{status:#x}");
        assert_eq!(self.copy.user_lines(), 1);
        (status::CAUSE.get(status), self.read(copy::MOVED))
    }
}

const TO_CARD: u32 = copy::spaces::DST_CARD.mask();
const FROM_CARD: u32 = copy::spaces::SRC_CARD.mask();

#[test]
fn bytes_go_from_host_to_card_to_host_and_within_the_host() {
    let mut bench = Bench::new();
    let host = bench.fabric.host.clone();
    let sent: Vec<u8> = (0..=250).cycle().take(BUFFER).collect();
    let mut back = vec![0; BUFFER];
    let mut other = vec![0; BUFFER];
    let len = BUFFER - 3;
    let whole = (cause::DONE_WHOLE, u32::try_from(len).unwrap());
    host.scope(&sent, |from| {
        bench.go(from + 1, 0x1235, len, TO_CARD);
        assert_eq!(bench.end(), whole);
    });
    host.scope_mut(&mut back, |to| {
        bench.go(0x1235, to + 2, len, FROM_CARD);
        assert_eq!(bench.end(), whole);
    });
    assert!(back[2..][..len] == sent[1..][..len]);
    host.scope(&back, |from| {
        host.scope_mut(&mut other, |to| {
            bench.go(from + 2, to, len, 0);
            assert_eq!(bench.end(), whole);
        });
    });
    assert!(other[..len] == sent[1..][..len] && other[len..] == [0; 3]);
}

#[test]
fn an_address_that_nobody_has_is_told_and_the_next_copy_works() {
    let mut bench = Bench::new();
    let host = bench.fabric.host.clone();
    let nowhere = 1 << 45;
    bench.go(nowhere, 0, 64, TO_CARD);
    assert_eq!(bench.end(), (cause::HOST_DECODE, 0));
    assert_eq!((bench.read(copy::BAD_LO), bench.read(copy::BAD_HI)), (0, 1 << 13));
    // A stream port cannot be read.
    host.scope_mut(&mut [0; 64], |buffer| {
        bench.go(0x1000_0000, buffer, 64, FROM_CARD);
        assert_eq!(bench.end(), (cause::CARD_SLAVE, 0));
    });
    host.scope(&[5; 8192], |buffer| {
        bench.go(buffer, 0x9000_0000, 64, TO_CARD);
        assert_eq!(bench.end(), (cause::CARD_DECODE, 0));
        assert_eq!(bench.read(copy::BAD_LO), 0x9000_0000);
        bench.go(buffer, 0, 0, TO_CARD);
        assert_eq!(bench.end(), (cause::ZERO_LENGTH, 0));
        bench.go(buffer, 0, 8192, TO_CARD);
        assert_eq!(bench.end(), (cause::DONE_WHOLE, 8192));
        assert_eq!((bench.read(copy::BAD_LO), bench.read(copy::BAD_HI)), (0, 0));
    });
}

#[test]
fn one_copy_at_a_time_and_it_can_be_called_off() {
    let mut bench = Bench::new();
    let host = bench.fabric.host.clone();
    let memory = vec![5; 8192];
    host.scope(&memory, |buffer| {
        bench.go(buffer, 0, 8192, TO_CARD);
        assert!(!bench.write(copy::CONTROL, control::GO.mask()), "one is under way");
        assert_eq!(bench.read(copy::STATUS) & status::BUSY.mask(), 1);
        // It begins, and then it moves.
        assert!(bench.step() && bench.step());
        assert!(bench.write(copy::CONTROL, control::ABORT.mask()));
        let (cause, moved) = bench.end();
        assert_eq!(cause, cause::ABORTED);
        assert!(moved > 0 && moved < 8192, "{moved}");
        assert!(bench.write(copy::STATUS, status::DONE.mask()));
        assert_eq!(
            (bench.copy.user_lines(), bench.read(copy::STATUS)),
            (0, status::CAUSE.put(cause))
        );
        assert!(bench.write(copy::CONTROL, control::ABORT.mask()), "of nothing");
        // A stream port that nobody reads fills, and the copy waits there.
        let depth = bench.fabric.stream_ports[0].depth() * BEAT_BYTES;
        let sent = vec![1; depth + 64];
        host.scope(&sent, |from| {
            bench.go(from, 0x1000_0000, depth + 64, TO_CARD);
            while bench.step() {}
            assert!(bench.copy.busy());
            bench.copy.quiesce(true);
            assert_eq!(bench.end(), (cause::ABORTED, u32::try_from(depth).unwrap()));
        });
        assert!(!bench.write(copy::CONTROL, control::GO.mask()), "it is held");
        bench.copy.quiesce(false);
        bench.go(buffer, 0, 100, TO_CARD);
        assert_eq!(bench.end(), (cause::DONE_WHOLE, 100));
    });
}

#[test]
fn what_is_no_register_is_refused() {
    let mut bench = Bench::new();
    for fixed in [copy::BAD_LO, copy::BAD_HI, copy::MOVED, 0x2C, 0xFFC] {
        assert!(!bench.write(fixed, 1), "{fixed:#x}");
    }
    assert_eq!(bench.copy.read(Bar::User, COPY.page + 0x2C), None);
    assert_eq!(bench.copy.read(Bar::Dma, COPY.page), None, "another BAR");
    assert_eq!(bench.copy.read(Bar::User, COPY.page + COPY.page_bytes), None);
}
