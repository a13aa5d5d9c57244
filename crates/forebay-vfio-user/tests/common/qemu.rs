// SPDX-License-Identifier: Apache-2.0
//! A stock QEMU without a guest: the test is its processor, over the `qtest` protocol.

use std::io::{BufRead, BufReader, Write};
use std::os::fd::AsFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::{Value, json};

use super::PATIENCE;

/// Where the card is: device 4 on bus 0.
const FUNCTION: u32 = 4 << 11;
/// Guest RAM in MiB.
const RAM_MIB: u32 = 64;

/// Where the test, as firmware would, puts the BARs.
pub(crate) const USER: u64 = 0xe000_0000;
pub(crate) const DMA: u64 = 0xe400_0000;
pub(crate) const APERTURE: u64 = 0x10_0000_0000;

/// A running QEMU; it ends when this is dropped.
pub(crate) struct Qemu {
    child: Child,
    cpu: BufReader<UnixStream>,
    monitor: BufReader<UnixStream>,
}

/// The program: the one that `make setup` brought, else the system's.
fn program() -> PathBuf {
    let name = "qemu-system-x86_64";
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/tools/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::iter::once(tools)
        .chain(std::env::split_paths(&path))
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
        .unwrap_or_else(|| {
            panic!("{name} is neither in build/tools/bin nor in PATH: run `make setup`")
        })
}

impl Qemu {
    /// Starts QEMU with the card that is served at `socket`; other sockets go into `dir`.
    pub(crate) fn start(dir: &Path, socket: &Path) -> Self {
        let [cpu, monitor] = ["qtest", "qmp"].map(|name| dir.join(name));
        let listeners = [&cpu, &monitor].map(|path| UnixListener::bind(path).unwrap());
        let device = json!({
            "driver": "vfio-user-pci",
            "socket": { "type": "unix", "path": socket },
            "x-msg-timeout": 600_000,
            "rombar": 0,
            "addr": "4.0",
        });
        let ram = format!("memory-backend-memfd,id=ram,size={RAM_MIB}M,share=on");
        let unix = |path: &Path| format!("unix:{}", path.display());
        let child = Command::new(program())
            .args(["-machine", "q35,memory-backend=ram", "-object", &ram, "-accel", "qtest"])
            .args(["-display", "none", "-nodefaults", "-device", &device.to_string()])
            .args(["-qtest", &unix(&cpu), "-qtest-log", "/dev/null", "-qmp", &unix(&monitor)])
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let [cpu, monitor] = listeners.map(|listener| accept(&listener));
        let mut qemu = Self { child, cpu, monitor };
        let greeting = qemu.monitor_line();
        assert!(greeting["QMP"].is_object(), "{greeting}");
        qemu.monitor("qmp_capabilities");
        qemu
    }

    fn monitor_line(&mut self) -> Value {
        let mut line = String::new();
        self.monitor.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("QEMU ended: {line:?}"))
    }

    /// Waits for such a line. Events may come in between, and none may come at all: then the reading ends.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        let patience = Instant::now() + PATIENCE;
        while !wanted(&self.monitor_line()) {
            assert!(Instant::now() < patience, "QEMU says other things");
        }
    }

    /// Runs a monitor command.
    pub(crate) fn monitor(&mut self, command: &str) {
        let text = json!({ "execute": command }).to_string();
        self.monitor.get_mut().write_all(text.as_bytes()).unwrap();
        self.until(|line| line.get("return").is_some());
    }

    /// Resets the machine and waits until that is done.
    pub(crate) fn reset(&mut self) {
        let text = json!({ "execute": "system_reset" }).to_string();
        self.monitor.get_mut().write_all(text.as_bytes()).unwrap();
        self.until(|line| line["event"] == "RESET");
    }

    /// One command of the processor; what comes back behind `OK`.
    fn cpu(&mut self, command: &str) -> String {
        writeln!(self.cpu.get_mut(), "{command}").unwrap();
        let mut line = String::new();
        self.cpu.read_line(&mut line).unwrap();
        let answer = line.strip_prefix("OK").unwrap_or_else(|| panic!("{command}: {line:?}"));
        answer.trim().to_owned()
    }

    fn number(&mut self, command: &str) -> u64 {
        let answer = self.cpu(command);
        u64::from_str_radix(answer.trim_start_matches("0x"), 16).unwrap()
    }

    pub(crate) fn read8(&mut self, addr: u64) -> u64 {
        self.number(&format!("readb {addr:#x}"))
    }

    pub(crate) fn read32(&mut self, addr: u64) -> u64 {
        self.number(&format!("readl {addr:#x}"))
    }

    pub(crate) fn read64(&mut self, addr: u64) -> u64 {
        self.number(&format!("readq {addr:#x}"))
    }

    pub(crate) fn write32(&mut self, addr: u64, value: u32) {
        self.cpu(&format!("writel {addr:#x} {value:#x}"));
    }

    pub(crate) fn write64(&mut self, addr: u64, value: u64) {
        self.cpu(&format!("writeq {addr:#x} {value:#x}"));
    }

    /// Reads memory.
    pub(crate) fn read(&mut self, addr: u64, bytes: usize) -> Vec<u8> {
        let answer = self.cpu(&format!("read {addr:#x} {bytes:#x}"));
        let digits = answer.trim_start_matches("0x").as_bytes();
        let byte =
            |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        digits.chunks(2).map(byte).collect()
    }

    /// Writes memory.
    pub(crate) fn write(&mut self, addr: u64, data: &[u8]) {
        let digits: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
        self.cpu(&format!("write {addr:#x} {:#x} 0x{digits}", data.len()));
    }

    fn select(&mut self, register: u32) {
        self.cpu(&format!("outl 0xcf8 {:#x}", 0x8000_0000 | FUNCTION | register));
    }

    /// Reads configuration space.
    pub(crate) fn config(&mut self, register: u32) -> u32 {
        self.select(register);
        u32::try_from(self.number("inl 0xcfc")).unwrap()
    }

    /// Writes configuration space.
    pub(crate) fn set_config(&mut self, register: u32, value: u32) {
        self.select(register);
        self.cpu(&format!("outl 0xcfc {value:#x}"));
    }

    /// Gives the BARs their addresses, and turns memory and bus master on.
    pub(crate) fn set_bars(&mut self) {
        for (register, addr) in [(0x10, USER), (0x18, DMA), (0x20, APERTURE)] {
            self.set_config(register, u32::try_from(addr & 0xffff_ffff).unwrap());
        }
        self.set_config(0x24, u32::try_from(APERTURE >> 32).unwrap());
        self.set_config(4, 6);
    }

    /// Ends QEMU without a word to anybody.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
    }
}

impl Drop for Qemu {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for QEMU to connect.
fn accept(listener: &UnixListener) -> BufReader<UnixStream> {
    let mut fds = [PollFd::from_borrowed_fd(listener.as_fd(), PollFlags::IN)];
    let patience = Timespec { tv_sec: PATIENCE.as_secs().try_into().unwrap(), tv_nsec: 0 };
    assert_eq!(poll(&mut fds, Some(&patience)).unwrap(), 1, "QEMU does not connect");
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    BufReader::new(stream)
}
