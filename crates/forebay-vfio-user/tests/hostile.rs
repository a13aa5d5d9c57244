// SPDX-License-Identifier: Apache-2.0
//! Clients that try to hold the server up: each time it goes on answering, the card works, and it stops when asked to.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs::File;
use std::io::Write;
use std::net::TcpListener;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

use common::dma::{DONE, round_trip, there};
use common::linger::lingering;
use common::*;
use forebay_bus::{Bar, Card, CardError, LinkParams};
use forebay_faults::{Hook, HookedCard};
use forebay_regs::{card, user};
use forebay_vfio_user::{Ending, ServeError};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl, fstatfs};
use rustix::io::{Errno, read, write};
use rustix::pipe::pipe;

/// What a counter holds that takes no more.
const FULL: u64 = u64::MAX - 1;
/// How often the server writes to a counter that its client plays with.
const ASKED: u64 = 20_000;

/// The server answers, the card works, and both stop as asked.
fn alive(mut session: Session, ram: &File) {
    assert_eq!(session.client.read32(BAR_USER, 0), 0x5941_4246);
    round_trip(&mut session.client, ram, 3000);
    assert_eq!(session.stop(), Ending::Stopped);
}

/// Takes the flag away that a writer set on the file that both share.
fn make_blocking(fd: &OwnedFd) {
    let flags = fcntl_getfl(fd).unwrap();
    fcntl_setfl(fd, flags - OFlags::NONBLOCK).unwrap();
}

#[test]
fn a_full_counter_that_blocks_its_writer_holds_nobody_up() {
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    let event = client.listen(0);
    make_blocking(&event);
    write(&event, &FULL.to_ne_bytes()).unwrap();
    let run = there(64);
    run.start(client, &ram);
    assert_eq!(run.status(client), DONE);
    client.set_irqs(0x21, 0, 1, &[]).unwrap();
    // As pending as it gets, and one that was emptied takes messages again.
    let mut count = [0; 8];
    read(&event, &mut count).unwrap();
    assert!(u64::from_ne_bytes(count) >= FULL);
    client.set_irqs(0x21, 0, 1, &[]).unwrap();
    assert_eq!(events(&event), 1);
    alive(session, &ram);
}

#[test]
fn a_counter_that_is_filled_and_emptied_all_the_time_holds_nobody_up() {
    let (mut session, ram) = Session::ready(fast());
    let event = session.client.listen(0);
    let theirs = event.try_clone().unwrap();
    let asked = Arc::new(AtomicU64::new(0));
    let hostile = std::thread::spawn({
        let asked = Arc::clone(&asked);
        move || {
            while asked.load(Ordering::Relaxed) < ASKED {
                // Filled without waiting, then blocking for whoever writes, and emptied when the server has gone on.
                fcntl_setfl(&theirs, OFlags::NONBLOCK).unwrap();
                let _ = write(&theirs, &FULL.to_ne_bytes());
                make_blocking(&theirs);
                let seen = asked.load(Ordering::Relaxed);
                while seen < ASKED && asked.load(Ordering::Relaxed) == seen {
                    std::thread::yield_now();
                }
                read(&theirs, &mut [0; 8]).unwrap();
            }
        }
    });
    for count in 1..=ASKED {
        session.client.set_irqs(0x21, 0, 1, &[]).unwrap();
        asked.store(count, Ordering::Relaxed);
    }
    hostile.join().unwrap();
    fcntl_setfl(&event, OFlags::NONBLOCK).unwrap();
    events_now(&event);
    alive(session, &ram);
}

#[test]
fn a_vector_takes_an_eventfd_and_nothing_else() {
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    let present = client.listen(0);
    let (reader, writer) = pipe().unwrap();
    let (socket, _other) = UnixStream::pair().unwrap();
    let (null, memory) = (File::options().write(true).open("/dev/null").unwrap(), memory(0x1000));
    let good = eventfd(0, EventfdFlags::NONBLOCK).unwrap();
    let bad = [reader.as_fd(), writer.as_fd(), socket.as_fd(), null.as_fd(), memory.as_fd()];
    for fd in bad {
        assert_eq!(client.set_irqs(0x24, 0, 1, &[fd]), Err(EINVAL));
        assert_eq!(client.set_irqs(0x24, 0, 2, &[good.as_fd(), fd]), Err(EINVAL), "one of two");
    }
    // Nothing of what was refused was done.
    client.set_irqs(0x21, 0, 2, &[]).unwrap();
    assert_eq!((events_now(&present), events_now(&good)), (1, 0));
    alive(session, &ram);
}

/// A batch of `count` writes of 8 bytes, each of its number plus `salt`, one behind the other in the aperture.
fn batch(count: u64, salt: u64) -> Vec<u8> {
    let mut payload = count.to_le_bytes().to_vec();
    for n in 0..count {
        payload.extend(access(BAR_APERTURE, 8 * n, 8));
        payload.extend_from_slice(&(n + salt).to_le_bytes());
    }
    payload
}

/// What is in the aperture where [`batch`] writes.
fn written(client: &mut Client, count: u64) -> Vec<u64> {
    let read = |n| client.read(BAR_APERTURE, 8 * n, 8).unwrap();
    (0..count).map(read).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

#[test]
fn a_batch_of_more_writes_than_allowed_is_refused_as_a_whole() {
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    let most = batch(256, 1);
    assert_eq!(client.ask(REGION_WRITE_MULTI, &most), Ok(256_u64.to_le_bytes().to_vec()));
    let content: Vec<u64> = (1..=256).collect();
    assert_eq!(written(client, 256), content);
    // One more, and as many as the longest message holds; also of one that promises more than it brings.
    for count in [257, ((1 << 20) - 8) / 24] {
        assert_eq!(client.ask(REGION_WRITE_MULTI, &batch(count, 1000)), Err(EMSGSIZE), "{count}");
    }
    let promise = [&u64::MAX.to_le_bytes(), &batch(1, 1000)[8..]].concat();
    assert_eq!(client.ask(REGION_WRITE_MULTI, &promise), Err(EMSGSIZE));
    assert_eq!(written(client, 256), content);
    alive(session, &ram);
}

/// Asks the card's server to stop when the card is written to, and counts how often that was.
struct Stopper {
    stop: UnixStream,
    writes: Arc<AtomicU64>,
}

impl Hook for Stopper {
    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        if bar == Bar::Aperture {
            self.writes.fetch_add(1, Ordering::Relaxed);
            self.stop.write_all(b"x").unwrap();
        }
        card.mmio_write(bar, offset, data)
    }
}

#[test]
fn a_stop_waits_for_no_message_and_for_no_batch() {
    let posted = |client: &mut Client| {
        // All at once, so that all are there when the first is answered.
        let fields = [access(BAR_APERTURE, 0, 4), vec![0; 4]].concat();
        let one = [words(&[10 << 16, 36, NO_REPLY, 0]), fields].concat();
        client.send_raw(&one.repeat(30), &[]);
    };
    let batched = |client: &mut Client| {
        client.send(REGION_WRITE_MULTI, 0, &batch(256, 0), &[]);
    };
    let sends: [fn(&mut Client); 2] = [posted, batched];
    for send in sends {
        let (stop, wake) = UnixStream::pair().unwrap();
        let writes = Arc::new(AtomicU64::new(0));
        let card = HookedCard::new(fast(), Stopper { stop, writes: Arc::clone(&writes) });
        let mut session = Session::stopped_by(Box::new(card), wake, |_| ());
        session.client.agree();
        send(&mut session.client);
        assert_eq!(session.wait().unwrap(), Ending::Stopped);
        assert_eq!(writes.load(Ordering::Relaxed), 1, "writes until the stop was seen");
    }
}

#[test]
fn a_stop_waits_for_no_message_that_does_not_end() {
    let mut session = Session::new(fast());
    session.client.agree();
    // It comes byte by byte, each with descriptors, so that it comes faster than the server takes it.
    session.client.send_raw(&words(&[99 << 16, u32::MAX, 0, 0]), &[]);
    let mut theirs = Client::new(session.client.stream.try_clone().unwrap());
    let event = eventfd(0, EventfdFlags::NONBLOCK).unwrap();
    let (begun, begins) = channel();
    let hostile = std::thread::spawn(move || {
        let mut parts = 0;
        loop {
            match theirs.try_send(&[0], &[event.as_fd(); 60]) {
                Ok(()) => parts += 1,
                // Of what is on its way not everybody may have as many.
                Err(error) if Errno::from_io_error(&error) == Some(Errno::TOOMANYREFS) => {}
                Err(_) => return,
            }
            if parts == 1000 {
                let _ = begun.send(());
            }
        }
    });
    begins.recv_timeout(PATIENCE).unwrap();
    assert_eq!(session.stop(), Ending::Stopped);
    hostile.join().unwrap();
}

#[test]
fn a_descriptor_whose_closing_waits_holds_nobody_up() {
    let other_end = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut peers = Vec::new();
    let mut range = words(&[32, 3]);
    for field in [0_u64, 0x4000_0000, 0x1000] {
        range.extend_from_slice(&field.to_le_bytes());
    }
    let sends: [(u16, usize, &[u8]); 6] = [
        // As memory, as an eventfd, beside what wants none, with a refusal, with nothing asked, and far too many.
        (DMA_MAP, 1, &range),
        (SET_IRQS, 1, &words(&[20, 0x24, 2, 0, 1])),
        (REGION_READ, 3, &access(BAR_USER, 0, 4)),
        (99, 1, &[]),
        (REGION_READ, 16, &access(BAR_USER, 0, 4)),
        (REGION_READ, 40, &access(BAR_USER, 0, 4)),
    ];
    let mut session = Session::after(fast(), |client| {
        client.send(VERSION, 0, &[0, 0, 1, 0], &[]);
        for (command, count, payload) in sends {
            let (sockets, ends): (Vec<_>, Vec<_>) =
                (0..count).map(|_| lingering(&other_end)).unzip();
            let fds: Vec<BorrowedFd<'_>> = sockets.iter().map(AsFd::as_fd).collect();
            client.send(command, 0, payload, &fds);
            peers.extend(ends);
        }
    });
    for _ in 0..=sends.len() {
        // Refused or not is the business of other tests: it is answered.
        let (_, _outcome) = session.client.receive();
    }
    let ram = session.client.set_up();
    assert_eq!(session.client.read32(BAR_USER, 0), 0x5941_4246);
    round_trip(&mut session.client, &ram, 3000);
    let (server, ending) = session.close();
    assert_eq!(ending.unwrap(), Ending::ClientGone);
    let mut session = Session::with(server);
    let ram = session.client.set_up();
    alive(session, &ram);
}

#[test]
fn a_descriptor_that_nobody_takes_out_of_the_socket_does_not_either() {
    let other_end = TcpListener::bind("127.0.0.1:0").unwrap();
    let (socket, _peer) = lingering(&other_end);
    // The server is to stop before it looks.
    let (mut stop, wake) = UnixStream::pair().unwrap();
    stop.write_all(b"x").unwrap();
    let session = Session::stopped_by(fast(), wake, move |client| {
        client.send_raw(&[1, 0, 1, 0], &[socket.as_fd()]);
    });
    assert_eq!(session.wait().unwrap(), Ending::Stopped);
}

#[test]
fn a_client_that_piles_up_what_cannot_be_closed_is_let_go_and_the_next_is_served() {
    let other_end = TcpListener::bind("127.0.0.1:0").unwrap();
    let (stuck, _peer) = lingering(&other_end);
    let mut session = Session::after(fast(), move |client| {
        client.send(99, 0, &[], &[stuck.as_fd()]);
    });
    session.client.receive().1.unwrap_err();
    let (reader, _writer) = pipe().unwrap();
    let piles = [reader.as_fd(); 16];
    let mut sent = 0;
    let message = session.client.message(99, NO_REPLY, &[]);
    while session.client.try_send(&message, &piles).is_ok() {
        sent += 1;
        assert!(sent < 1000, "{sent} messages of 16 descriptors were taken");
    }
    let (server, ending) = session.close();
    assert!(matches!(ending, Err(ServeError::Descriptors { .. })), "{ending:?}");
    let mut session = Session::with(server);
    let ram = session.client.set_up();
    alive(session, &ram);
}

#[test]
fn a_client_whose_descriptors_are_closed_late_is_served_on() {
    let other_end = TcpListener::bind("127.0.0.1:0").unwrap();
    let (stuck, peer) = lingering(&other_end);
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    // Behind one whose closing waits, more than may wait. The answer to what comes after them waits as well.
    client.hand_over(99, 0, stuck);
    client.receive().1.unwrap_err();
    let (reader, _writer) = pipe().unwrap();
    for _ in 0..8 {
        client.send(99, NO_REPLY, &[], &[reader.as_fd(); 16]);
    }
    client.send(99, 0, &[], &[]);
    let mut answer = [PollFd::new(&client.stream, PollFlags::IN)];
    let a_while = Timespec { tv_sec: 0, tv_nsec: 300_000_000 };
    assert_eq!(poll(&mut answer, Some(&a_while)).unwrap(), 0, "{answer:?}");
    // Nobody is there to wait for any more.
    drop(peer);
    client.receive().1.unwrap_err();
    alive(session, &ram);
}

/// A file that does not live in memory.
fn file_on_disk() -> File {
    let places =
        [Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"), PathBuf::from("/bin/sh")];
    const TMPFS: i64 = 0x0102_1994;
    let on_disk = |file: &File| fstatfs(file).unwrap().f_type != TMPFS;
    places.iter().map(|path| File::open(path).unwrap()).find(on_disk).unwrap()
}

#[test]
fn guest_memory_is_taken_only_where_it_lives_in_memory() {
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    let (reader, _writer) = pipe().unwrap();
    let (zero, disk) = (File::open("/dev/zero").unwrap(), file_on_disk());
    let event = eventfd(0, EventfdFlags::NONBLOCK).unwrap();
    for fd in [disk.as_fd(), zero.as_fd(), reader.as_fd(), event.as_fd()] {
        assert_eq!(client.map(0x4000_0000, 0x1000, 0, Some(fd)), Err(ENODEV));
    }
    for file in [memory(0x1000), loose_memory(0x1000)] {
        client.map(0x4000_0000, 0x1000, 0, Some(file.as_fd())).unwrap();
        client.unmap(0x4000_0000, 0x1000).unwrap();
    }
    alive(session, &ram);
}

#[test]
fn points_that_are_none_do_not_end_the_server() {
    let card = forebay_sim::open("fast:msm-toy", LinkParams::default(), None).unwrap();
    let (mut session, ram) = Session::ready(card);
    let client = &mut session.client;
    let page = user::MSM.base();
    let window = user::msm::window::KIND.put(1) | user::msm::window::BITS.put(1);
    client.post32(BAR_USER, page + user::msm::WINDOW.at(0), window);
    client.post32(BAR_USER, page + user::msm::COVER, 255);
    client.post32(BAR_USER, page + user::msm::PASSES, 1);
    client.post32(BAR_USER, page + user::msm::POINTS, 1);
    client.post32(BAR_USER, page + user::msm::CONTROL, user::msm::control::START.mask());
    client.write(BAR_APERTURE, card::STREAM_PORT.at(0).into(), &[1; 64]).unwrap();
    for _ in 0..3 {
        // No field element: all of them are smaller.
        client.write(BAR_APERTURE, card::STREAM_PORT.at(1).into(), &[0xff; 64]).unwrap();
    }
    // As with the RTL, the run ends, whatever its sum is.
    let until = Instant::now() + PATIENCE;
    while !user::msm::status::REDUCING.is_set(client.read32(BAR_USER, page + user::msm::STATUS)) {
        assert!(Instant::now() < until, "the run does not end");
    }
    drop(ram);
    assert_eq!(session.stop(), Ending::Stopped);
}
