// SPDX-License-Identifier: Apache-2.0
//! QEMU's command line, and whether a QEMU has what it needs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Dma, GuestError};

/// Kernel command line.
///
/// Nothing is hidden, so that the log has every message; a panic ends the machine. The host may have little time
/// for its processors: so the timer and the clock are not judged by how they keep up, and a stall or a processor that is
/// stuck counts as one only after two minutes (of which `watchdog_thresh` is half).
const KERNEL_ARGUMENTS: &str = "console=ttyS0 loglevel=7 printk.devkmsg=on panic=-1 mitigations=off \
    no_timer_check tsc=reliable rcupdate.rcu_cpu_stall_timeout=120 watchdog_thresh=60";

/// Everything TCG has but what it plays slowly: five-level page tables, which make each walk longer, and what has a kernel copy and
/// clear memory by one string instruction, which TCG plays byte by byte (seven times as long as a loop of words).
const PROCESSOR: &str = "max,la57=off,erms=off,fsrm=off";

/// Milliseconds that QEMU waits for the card's answer. Time out is final in QEMU, and a simulated card
/// may be slow, so this only bounds a card that hangs; the server has its own, shorter budget.
const MESSAGE_TIMEOUT_MS: u32 = 600_000;

/// Where the kernel's console goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Console {
    /// To the log only.
    Log,
    /// To the terminal as well, with its keys going to the guest.
    Terminal,
}

/// One virtual machine.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The kernel's image.
    pub kernel: PathBuf,
    /// The archive with its file system.
    pub initramfs: PathBuf,
    /// Memory in MiB.
    pub memory_mib: u32,
    /// Number of processors.
    pub processors: u32,
    /// Console.
    pub console: Console,
    /// The console's log.
    pub console_log: PathBuf,
    /// Pipe that the second serial line goes to: what steps print.
    pub output: PathBuf,
    /// Pipe that the third serial line goes to: the errors of a command.
    pub errors: PathBuf,
    /// Socket of the card, if the machine has one.
    pub card: Option<PathBuf>,
    /// What lies between the card and memory.
    pub dma: Dma,
    /// Whether a nanosecond of its clocks is an instruction, of one processor at a time.
    pub counts_instructions: bool,
}

impl Machine {
    /// QEMU's arguments.
    #[must_use]
    pub fn arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        let mut add = |name: &str, value: OsString| arguments.extend([name.into(), value]);
        add("-machine", "q35,memory-backend=ram".into());
        // Shared, so that the card reaches the guest's memory without a copy.
        let ram = format!("memory-backend-memfd,id=ram,size={}M,share=on", self.memory_mib);
        add("-object", ram.into());
        let threads = if self.counts_instructions { "single" } else { "multi" };
        add("-accel", format!("tcg,thread={threads}").into());
        if self.counts_instructions {
            add("-icount", "shift=0,sleep=off".into());
        }
        add("-cpu", PROCESSOR.into());
        add("-smp", self.processors.to_string().into());
        add("-kernel", self.kernel.clone().into());
        add("-initrd", self.initramfs.clone().into());
        add("-append", format!("{KERNEL_ARGUMENTS} {}", self.dma.kernel_arguments()).into());
        add("-display", "none".into());
        let console = match self.console {
            Console::Log => chardev("file,id=console,path=", &self.console_log),
            Console::Terminal => {
                chardev("stdio,id=console,mux=on,signal=off,logfile=", &self.console_log)
            }
        };
        add("-chardev", console);
        add("-chardev", chardev("file,id=output,path=", &self.output));
        add("-chardev", chardev("file,id=errors,path=", &self.errors));
        for line in ["console", "output", "errors"] {
            add("-serial", format!("chardev:{line}").into());
        }
        // Before every device that it translates for.
        if let Some(iommu) = self.dma.device() {
            add("-device", iommu.into());
        }
        if let Some(socket) = &self.card {
            // Behind a port of its own, as in a computer: errors are reported through it.
            add("-device", "pcie-root-port,id=rootport0,chassis=1".into());
            add("-device", card(socket));
        }
        arguments.extend(["-nodefaults", "-no-user-config", "-no-reboot"].map(OsString::from));
        arguments
    }
}

/// A character device; a comma in a path is doubled, as QEMU's option format wants.
fn chardev(options: &str, path: &Path) -> OsString {
    let mut text = OsString::from(options);
    text.push(path.to_string_lossy().replace(',', ",,"));
    text
}

/// The card. JSON, because its socket is a structure.
fn card(socket: &Path) -> OsString {
    let device = serde_json::json!({
        "driver": "vfio-user-pci",
        "bus": "rootport0",
        "socket": { "type": "unix", "path": socket.to_string_lossy() },
        "x-msg-timeout": MESSAGE_TIMEOUT_MS,
        "rombar": 0,
    });
    device.to_string().into()
}

/// Makes sure that a QEMU has the device for the card and memory that can be shared with it.
///
/// # Errors
/// [`GuestError::Qemu`] when it lacks one of them.
pub fn probe(qemu: &Path) -> Result<(), GuestError> {
    ask(qemu, &["-object", "memory-backend-memfd,help"], "memory-backend-memfd")?;
    ask(qemu, &["-device", "vfio-user-pci,help"], "vfio-user-pci")
}

fn ask(qemu: &Path, arguments: &[&str], needs: &'static str) -> Result<(), GuestError> {
    let output = Command::new(qemu).args(arguments).output().map_err(GuestError::at(qemu))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("no message").to_owned();
    Err(GuestError::Qemu { qemu: qemu.to_owned(), needs, said })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Machine {
        Machine {
            kernel: "k".into(),
            initramfs: "i".into(),
            memory_mib: 512,
            processors: 2,
            console: Console::Log,
            console_log: "/a,b/console.log".into(),
            output: "o".into(),
            errors: "e".into(),
            card: None,
            dma: Dma::Direct,
            counts_instructions: false,
        }
    }

    fn joined(machine: &Machine) -> String {
        let arguments = machine.arguments();
        arguments.iter().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn without_a_card_there_is_no_device() {
        let text = joined(&machine());
        assert!(!text.contains("-device"), "{text}");
        assert!(text.contains("-chardev file,id=console,path=/a,,b/console.log"), "{text}");
    }

    #[test]
    fn the_card_gets_shared_memory_and_a_long_time() {
        let text = joined(&Machine { card: Some("/s".into()), ..machine() });
        assert!(text.contains("size=512M,share=on"), "{text}");
        assert!(
            text.contains(r#""path":"/s""#) && text.contains(r#""x-msg-timeout":600000"#),
            "{text}"
        );
    }

    #[test]
    fn an_iommu_stands_before_the_card_and_the_kernel_uses_it_strictly() {
        let text = joined(&Machine { card: Some("/s".into()), dma: Dma::Iommu, ..machine() });
        let (iommu, card) = (text.find("intel-iommu,caching-mode=on"), text.find("vfio-user-pci"));
        assert!(iommu.is_some() && iommu < card, "{text}");
        assert!(text.contains("intel_iommu=on iommu.strict=1"), "{text}");
        let text = joined(&Machine { dma: Dma::Bounce, ..machine() });
        assert!(text.contains("swiotlb=force") && !text.contains("intel-iommu"), "{text}");
    }

    #[test]
    fn instructions_are_counted_of_one_processor_at_a_time() {
        let text = joined(&machine());
        assert!(text.contains("tcg,thread=multi") && !text.contains("icount"), "{text}");
        let text = joined(&Machine { counts_instructions: true, ..machine() });
        assert!(text.contains("tcg,thread=single -icount shift=0,sleep=off"), "{text}");
    }

    #[test]
    fn a_shell_has_the_terminal_and_the_log() {
        let text = joined(&Machine { console: Console::Terminal, ..machine() });
        assert!(text.contains("stdio,id=console,mux=on,signal=off,logfile=/a,,b"), "{text}");
    }

    #[test]
    fn a_qemu_without_the_device_is_refused_with_the_way_out() {
        // A program that answers no to everything.
        let error = probe(Path::new("/bin/false")).expect_err("no QEMU");
        let text = error.to_string();
        assert!(text.contains("memory-backend-memfd") && text.contains("make setup"), "{text}");
    }
}
