// SPDX-License-Identifier: Apache-2.0
//! Clients that leave descriptors behind whose closing waits. In a program of its own: a process has one table of descriptors.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use common::dma::round_trip;
use common::linger::lingering;
use common::*;
use forebay_trace::Recorder;
use forebay_vfio_user::{Ending, Listener, ServeError, Server};
use rustix::pipe::pipe;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// As many as a process usually has.
const LIMIT: u64 = 1024;
/// No client is held off for less.
const HELD_OFF: Duration = Duration::from_secs(2);

/// How serving each client ended.
type Endings = Receiver<Result<Ending, ServeError>>;

/// Plays clients that pile up what cannot be closed, until one is not served any more. Gives the other ends of it.
fn pile_up(socket: &Path, endings: &Endings) -> Vec<TcpStream> {
    let other_end = TcpListener::bind("127.0.0.1:0").unwrap();
    let (reader, _writer) = pipe().unwrap();
    let mut peers = Vec::new();
    for _ in 0..LIMIT {
        let mut client = Client::new(UnixStream::connect(socket).unwrap());
        client.stream.set_read_timeout(Some(HELD_OFF)).unwrap();
        let (stuck, peer) = lingering(&other_end);
        peers.push(peer);
        client.hand_over(99, NO_REPLY, stuck);
        let message = client.message(99, 0, &[]);
        // One is answered before the next is sent: so hardly any are on their way, of which nobody has many.
        for _ in 0..LIMIT {
            let sent = client.try_send(&message, &[reader.as_fd(); 16]);
            if sent.is_err() || client.stream.read_exact(&mut [0; 16]).is_err() {
                break;
            }
        }
        drop(client);
        match endings.recv_timeout(HELD_OFF) {
            Ok(ending) => {
                assert!(matches!(ending, Err(ServeError::Descriptors { .. })), "{ending:?}");
            }
            Err(why) => {
                assert_eq!(why, RecvTimeoutError::Timeout, "the server has ended");
                return peers;
            }
        }
    }
    panic!("more was left behind than there is room for");
}

#[test]
fn what_clients_leave_behind_never_takes_the_room_of_the_next() {
    let most = Rlimit { current: Some(LIMIT), ..getrlimit(Resource::Nofile) };
    setrlimit(Resource::Nofile, most).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("card");
    let listener = Listener::bind(&path).unwrap();
    let (stop, wake) = UnixStream::pair().unwrap();
    let (served, endings) = channel();
    let server = std::thread::spawn(move || {
        let mut server = Server::new(fast(), Recorder::default())?;
        while let Some(client) = listener.accept(wake.as_fd())? {
            served.send(server.serve(client, wake.as_fd())).unwrap();
        }
        Ok::<_, ServeError>(())
    });
    let peers = pile_up(&path, &endings);
    // Closing ends when the other end has gone, and all that wait are served.
    drop(peers);
    let mut client = Client::new(UnixStream::connect(&path).unwrap());
    let ram = client.set_up();
    round_trip(&mut client, &ram, 3000);
    drop(client);
    let _of_the_one_held_off = endings.recv_timeout(PATIENCE).unwrap();
    assert_eq!(endings.recv_timeout(PATIENCE).unwrap().unwrap(), Ending::ClientGone);
    // A stop is obeyed also while nobody is served.
    let _peers = pile_up(&path, &endings);
    drop(stop);
    assert_eq!(endings.recv_timeout(PATIENCE).unwrap_err(), RecvTimeoutError::Disconnected);
    server.join().unwrap().unwrap();
}
