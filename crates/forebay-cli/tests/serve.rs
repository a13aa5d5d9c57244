// SPDX-License-Identifier: Apache-2.0
//! `forebay serve` and `forebay replay-trace` as they are run.

#![cfg(feature = "sim")]
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../../forebay-vfio-user/tests/common/linger.rs"]
mod linger;

use std::io::{BufRead, BufReader, IoSlice, Read, Write};
use std::mem::MaybeUninit;
use std::net::TcpListener;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use linger::lingering;
use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{Pid, Signal, kill_process};

const FOREBAY: &str = env!("CARGO_BIN_EXE_forebay");
const MAGIC: [u8; 4] = *b"FBAY";

/// A server in a directory of its own.
struct Served {
    child: Child,
    dir: tempfile::TempDir,
}

impl Served {
    /// Starts it and waits until it says that it listens.
    fn start(options: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut child = Command::new(FOREBAY)
            .current_dir(&dir)
            .args(["serve", "--socket", "card"])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.ends_with(": listening on card\n"), "{line:?}");
        Self { child, dir }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn connect(&self) -> UnixStream {
        let client = UnixStream::connect(self.path().join("card")).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        client
    }

    /// Waits for its end; gives what it left behind.
    fn end(self) -> (tempfile::TempDir, Output) {
        (self.dir, self.child.wait_with_output().unwrap())
    }
}

/// One request; gives what follows the header of the answer.
fn ask(client: &mut UnixStream, command: u16, payload: &[u8]) -> Vec<u8> {
    client.write_all(&message(command, payload)).unwrap();
    let (error, rest) = answer(client);
    assert_eq!(error, 0, "no error");
    rest
}

/// The error of an answer, and what follows its header.
fn answer(client: &mut UnixStream) -> (u8, Vec<u8>) {
    let mut header = [0; 16];
    client.read_exact(&mut header).unwrap();
    let mut rest = vec![0; usize::from(header[4]) + usize::from(header[5]) * 256 - 16];
    client.read_exact(&mut rest).unwrap();
    (header[12], rest)
}

/// A whole request.
fn message(command: u16, payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(16 + payload.len()).unwrap();
    let begin = [1_u16.to_le_bytes(), command.to_le_bytes()].concat();
    [&begin, &size.to_le_bytes()[..], &[0; 8], payload].concat()
}

/// Sends bytes with descriptors beside them.
fn send_with(
    client: &UnixStream,
    bytes: &[u8],
    fds: &[BorrowedFd<'_>],
) -> rustix::io::Result<usize> {
    let mut space = vec![MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(16))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    assert!(control.push(SendAncillaryMessage::ScmRights(fds)));
    sendmsg(client, &[IoSlice::new(bytes)], &mut control, SendFlags::NOSIGNAL)
}

/// Sends a request whose socket is the server's alone when it is whole.
fn hand_over(client: &mut UnixStream, request: &[u8], socket: OwnedFd) {
    send_with(client, &request[..8], &[socket.as_fd()]).unwrap();
    drop(socket);
    client.write_all(&request[8..]).unwrap();
}

/// Agrees on a version and reads the first register.
fn look(client: &mut UnixStream) {
    ask(client, 1, &[0, 0, 0, 0]);
    let place = [&[0; 12][..], &[4, 0, 0, 0]].concat();
    assert_eq!(ask(client, 9, &place)[16..], MAGIC);
}

fn replay(dir: &Path, options: &[&str]) -> Output {
    Command::new(FOREBAY).current_dir(dir).arg("replay-trace").args(options).output().unwrap()
}

fn summary(text: &[u8]) -> serde_json::Value {
    let line = text.split(|byte| *byte == b'\n').find(|line| line.starts_with(b"{")).unwrap();
    serde_json::from_slice(line).unwrap()
}

#[test]
fn it_ends_with_its_client_and_sums_up() {
    let served = Served::start(&["--card", "fast"]);
    look(&mut served.connect());
    let (dir, output) = served.end();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(summary(&output.stderr)["mmio_reads"], 1);
    assert!(!dir.path().join("card").exists(), "the socket is gone");
}

#[test]
fn with_keep_it_serves_until_it_is_told_to_end() {
    let served =
        Served::start(&["--card", "fast:loopback", "--keep", "--summary", "sum", "--record", "t"]);
    for _ in 0..3 {
        look(&mut served.connect());
    }
    let mut last = served.connect();
    look(&mut last);
    kill_process(Pid::from_child(&served.child), Signal::TERM).unwrap();
    let (dir, output) = served.end();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let counts = summary(&std::fs::read(dir.path().join("sum")).unwrap());
    assert_eq!(counts["mmio_reads"], 4);
    // It was ended in the middle of a connection, and yet the trace is whole.
    assert!(replay(dir.path(), &["t"]).status.success());
}

#[test]
fn a_summary_that_cannot_be_written_is_named_and_costs_no_trace() {
    let served = Served::start(&["--card", "fast", "--summary", "no/where", "--record", "t"]);
    look(&mut served.connect());
    let (dir, output) = served.end();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("no/where: the summary cannot be written"), "{text}");
    assert!(replay(dir.path(), &["t"]).status.success());
}

#[test]
fn why_it_ended_is_told_first_and_what_else_went_wrong_too() {
    let served = Served::start(&["--card", "fast", "--summary", "no/where"]);
    // A header that is shorter than itself.
    served.connect().write_all(&[1, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let (_dir, output) = served.end();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("message of 3 bytes") && text.contains("no/where"), "{text}");
}

#[test]
fn what_was_recorded_replays_and_what_differs_is_named() {
    let served = Served::start(&["--card", "rtl", "--record", "trace", "--faults"]);
    look(&mut served.connect());
    let (dir, output) = served.end();
    assert!(output.status.success(), "{output:?}");
    let cycles = summary(&output.stderr)["cycles"].clone();

    let equal = replay(dir.path(), &["trace", "--json"]);
    let result: serde_json::Value = serde_json::from_slice(&equal.stdout).unwrap();
    assert_eq!((&result["card"], &result["cycles"]), (&"rtl:loopback".into(), &cycles));
    let stats = replay(dir.path(), &["trace", "--stats", "--json"]);
    let stats: serde_json::Value = serde_json::from_slice(&stats.stdout).unwrap();
    assert_eq!(stats["bars"]["bar0"]["reads"]["count"], 1);
    assert!(stats["server_accesses"].as_u64().unwrap() > 0);
    let list = replay(dir.path(), &["trace", "--list"]);
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(list.lines().any(|line| line.ends_with("read of BAR0 0x0 = 0x59414246")), "{list}");

    let differs = replay(dir.path(), &["trace", "--card", "rtl:msm-toy"]);
    let text = String::from_utf8(differs.stderr).unwrap();
    assert_eq!(differs.status.code(), Some(5), "{text}");
    assert!(
        text.contains("transaction 2, card cycle 272: read of BAR0 0xc = 0xcc0044; now 0x200022"),
        "{text}"
    );

    let trace = dir.path().join("trace");
    let bytes = std::fs::read(&trace).unwrap();
    std::fs::write(&trace, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(replay(dir.path(), &["trace"]).status.code(), Some(3));
    assert_eq!(replay(dir.path(), &["card"]).status.code(), Some(3), "no such file");
}

#[test]
fn readiness_is_one_byte_on_the_descriptor_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let script = r#"exec "$0" serve --card fast --socket card --ready-fd 3 3>&1 >said 2>&1"#;
    let mut child = Command::new("sh")
        .current_dir(&dir)
        .args(["-c", script, FOREBAY])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ready = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut ready).unwrap();
    assert_eq!(ready, b"\n", "one byte, then closed");
    drop(UnixStream::connect(dir.path().join("card")).unwrap());
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_cannot_be_served_is_refused() {
    let served = Served::start(&["--card", "fast"]);
    let fails = |options: &[&str]| {
        let output = Command::new(FOREBAY)
            .current_dir(served.path())
            .arg("serve")
            .args(options)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = fails(&["--card", "fast", "--socket", "card"]);
    assert!(code == Some(4) && text.contains("card: address in use"), "{code:?} {text}");
    let (code, text) = fails(&["--card", "fast:none", "--socket", "other"]);
    assert!(code == Some(4) && text.contains("loopback"), "{code:?} {text}");
    let (code, _) = fails(&["--card", "fast", "--socket", "other", "--ready-fd", "77"]);
    assert_eq!(code, Some(2));
    let (code, error) = fails(&["--card", "paced", "--socket", "other", "--record", "t"]);
    assert!(code == Some(2) && error.contains("`paced:loopback`"), "{code:?} {error}");
    let (code, _) = fails(&["--card", "fast", "--socket", "other", "--record", "no/where"]);
    assert_eq!(code, Some(3));
    look(&mut served.connect());
    assert!(served.end().1.status.success());
}

#[test]
fn with_keep_a_client_that_is_let_go_ends_nothing() {
    let served = Served::start(&["--card", "fast", "--keep"]);
    let other_end = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = served.connect();
    let (stuck, _peer) = lingering(&other_end);
    hand_over(&mut client, &message(99, &[]), stuck);
    answer(&mut client);
    // Descriptors that wait behind it to be closed, more than are put up with.
    let (reader, _writer) = std::io::pipe().unwrap();
    let sent = (0..1000)
        .take_while(|_| {
            let piles = [reader.as_fd(); 16];
            send_with(&client, &message(99, &[]), &piles).is_ok()
        })
        .count();
    assert!(sent < 1000, "{sent} messages of 16 descriptors were taken");
    look(&mut served.connect());
    kill_process(Pid::from_child(&served.child), Signal::TERM).unwrap();
    let (_dir, output) = served.end();
    assert!(output.status.success(), "{output:?}");
}

/// Maps a page of a memory file; the error.
fn map_page(client: &mut UnixStream, memory: BorrowedFd<'_>, addr: u64) -> u8 {
    let fields = [3 << 32 | 32, 0, addr, 4096_u64].map(u64::to_le_bytes).concat();
    let request = message(2, &fields);
    assert_eq!(send_with(client, &request, &[memory]).unwrap(), request.len());
    answer(client).0
}

#[test]
fn a_client_that_maps_all_there_is_cannot_make_closing_wait() {
    let served = Served::start(&["--card", "fast"]);
    let other_end = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = served.connect();
    look(&mut client);
    let memory = memfd_create("ram", MemfdFlags::CLOEXEC).unwrap();
    ftruncate(&memory, 4096).unwrap();
    let maps = (1..70_000).take_while(|n| map_page(&mut client, memory.as_fd(), n << 12) == 0);
    assert!(maps.count() < 69_000);
    let (stuck, _peer) = lingering(&other_end);
    client.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    hand_over(&mut client, &message(99, &[]), stuck);
    assert_ne!(answer(&mut client).0, 0);
    look(&mut client);
}
