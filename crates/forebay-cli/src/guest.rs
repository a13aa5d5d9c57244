// SPDX-License-Identifier: Apache-2.0
//! `forebay guest`.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use forebay_guest::qemu::Console;
use forebay_guest::suite::Scope;
use forebay_guest::{
    Boot, Card, GuestError, Images, Initramfs, Kernel, Logs, Mark, Selection, Signals, Step,
    SuiteResult, Watcher, run_suite, summary, tree,
};

use crate::args::{GuestArgs, HostFile};
use crate::error::CliError;
use crate::{card_name, output};

/// Variant of a card that is named by its body alone.
const DEFAULT_VARIANT: &str = "loopback";

/// Kernel of a single command.
const DEFAULT_KERNEL: &str = "6.12";

pub(crate) fn run(args: &GuestArgs) -> Result<(), CliError> {
    if args.shell && !std::io::stdin().is_terminal() {
        return Err(CliError::NoTerminal);
    }
    let images = Images::find()?;
    let signals = Signals::catch()?;
    match args.suite {
        Some(scope) => suite(args, scope, &images, &signals),
        None => command(args, &images, &signals),
    }
}

/// The card of a single command, or none.
fn card(args: &GuestArgs) -> Result<Option<Card>, CliError> {
    let name = args.card.as_deref().unwrap_or("rtl");
    if name == "none" {
        return Ok(None);
    }
    Ok(Some(Card {
        program: std::env::current_exe()?,
        spec: card_name::spec(name, DEFAULT_VARIANT),
        faults: args.faults,
        record: args.record.as_deref().map(std::path::absolute).transpose()?,
    }))
}

fn suite(
    args: &GuestArgs,
    scope: Scope,
    images: &Images,
    signals: &Signals,
) -> Result<(), CliError> {
    let selection =
        Selection { scope, card: args.card.clone(), dma: args.dma, programs: args.command.clone() };
    let template =
        Card { program: std::env::current_exe()?, spec: String::new(), faults: true, record: None };
    let kernels: Vec<&str> = if args.kernel.is_empty() {
        forebay_guest::KERNELS.into()
    } else {
        args.kernel.iter().map(String::as_str).collect()
    };
    let jobs = match args.jobs {
        Some(jobs) => jobs,
        None => std::thread::available_parallelism()?,
    };
    // An old summary must not be taken for this suite's, and a place that takes none shows before an hour has gone.
    keep(&[], args.summary.as_deref())?;
    let mut results = Vec::new();
    let mut on_each = || {
        for series in &kernels {
            let kernel = images.kernel(series)?;
            output::text(&format!("kernel {}", kernel.release))?;
            // A reader that has gone away shows at the next line that must be written.
            let mut say = |line: &str| drop(output::text(line));
            let (result, cut) =
                run_suite(images, &kernel, &selection, &template, jobs, signals, &mut say)?;
            results.push(result);
            if let Some(error) = cut {
                return Err(error.into());
            }
        }
        Ok(())
    };
    let ended: Result<(), CliError> = on_each();
    // What ran is kept whatever came then.
    keep(&results, args.summary.as_deref())?;
    ended?;
    sum_up(&results)
}

/// Writes the results where they are wanted; an empty file of none.
fn keep(results: &[SuiteResult], file: Option<&Path>) -> Result<(), CliError> {
    let Some(path) = file else { return Ok(()) };
    let text = match results {
        [] => String::new(),
        _ => serde_json::to_string_pretty(results).map_err(std::io::Error::from)? + "\n",
    };
    let failed = |source| CliError::Summary { place: path.into(), source };
    std::fs::write(path, text).map_err(failed)
}

fn sum_up(results: &[SuiteResult]) -> Result<(), CliError> {
    let sum = |count: fn(&SuiteResult) -> usize| results.iter().map(count).sum::<usize>();
    let (passed, failed) = (sum(|result| result.passed), sum(|result| result.failed));
    output::text(&summary(results))?;
    if failed > 0 || passed == 0 {
        return Err(CliError::Suite { passed, failed });
    }
    Ok(())
}

/// Runs one command, or a shell.
fn command(args: &GuestArgs, images: &Images, signals: &Signals) -> Result<(), CliError> {
    let series = match args.kernel.as_slice() {
        [] => DEFAULT_KERNEL,
        [series] => series,
        [_, more @ ..] => return Err(CliError::OneKernel { more: more.join(", ") }),
    };
    let kernel = images.kernel(series)?;
    let logs = Logs::take(&images.logs(), &format!("{series}-command"))?;
    let card = card(args)?;
    let driver = (!args.no_driver && card.is_some()).then_some(args.module.as_slice());
    let tree = contents(args, images, &kernel, driver.is_some())?;
    let mut step =
        if args.shell { Step::shell(driver) } else { Step::command(driver, &args.command) };
    if let (Some(seconds), false) = (args.timeout, args.shell) {
        step.limit = Some(Duration::from_secs(seconds));
    }
    let mut boot = Boot::new(images, &kernel, &logs, tree, vec![step]);
    boot.card = card;
    boot.dma = args.dma.unwrap_or_default();
    boot.memory_mib = args.memory;
    if args.shell {
        boot.console = Console::Terminal;
    }
    let mut follower = Follower::default();
    let report = boot.run(signals, &mut follower)?;
    if let Some(error) = follower.failed {
        return Err(error.into());
    }
    let console = logs.console();
    if let Some(first) = report.complaints.first() {
        let (count, first) = (report.complaints.len(), first.text.clone());
        return Err(GuestError::Complaints { count, first, console }.into());
    }
    match follower.status.as_deref() {
        Some("0") => Ok(()),
        status => {
            let status = status.unwrap_or("none").to_owned();
            // What is no number is a driver that could not be loaded or unloaded.
            let code = status.parse().unwrap_or(4);
            Err(CliError::Command { status, code, console })
        }
    }
}

fn contents(
    args: &GuestArgs,
    images: &Images,
    kernel: &Kernel,
    driver: bool,
) -> Result<Initramfs, GuestError> {
    let mut tree = tree::base(images, kernel)?;
    tree::program(&mut tree, images)?;
    tree::tests(&mut tree, images)?;
    if driver {
        tree::driver(&mut tree, kernel)?;
    }
    for HostFile { host, guest } in &args.file {
        tree.file(guest, host)?;
    }
    Ok(tree)
}

/// Passes on what the command prints.
#[derive(Default)]
struct Follower {
    status: Option<String>,
    failed: Option<std::io::Error>,
}

impl Follower {
    fn pass_on(&mut self, bytes: &[u8], mut to: impl Write) {
        match to.write_all(bytes).and_then(|()| to.flush()) {
            // A reader that has gone away has seen what it wanted.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => self.failed = Some(error),
            _ => {}
        }
    }
}

impl Watcher for Follower {
    fn output(&mut self, bytes: &[u8]) {
        self.pass_on(bytes, std::io::stdout().lock());
    }

    fn errors(&mut self, bytes: &[u8]) {
        self.pass_on(bytes, std::io::stderr().lock());
    }

    fn mark(&mut self, mark: &Mark, _at: Duration) {
        // The first step is the command; what the guest checks after it has its say in the console.
        if let (Mark::End { status, .. }, None) = (mark, &self.status) {
            self.status = Some(status.clone());
        }
    }
}

impl HostFile {
    /// `HOST` or `HOST:GUEST`; without the second the file goes to the folder commands start in.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (host, guest) = match text.rsplit_once(':') {
            Some((host, guest)) => (PathBuf::from(host), guest.to_owned()),
            None => {
                let name = Path::new(text).file_name().ok_or("a file is wanted")?;
                (PathBuf::from(text), format!("/data/{}", name.to_string_lossy()))
            }
        };
        if guest.starts_with('/') {
            Ok(Self { host, guest })
        } else {
            Err(format!("`{guest}`: the path in the guest begins with /"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_where_they_are_told_or_where_commands_start() {
        let file = HostFile::parse("a/points.bin").expect("a file");
        assert_eq!((file.host, file.guest), ("a/points.bin".into(), "/data/points.bin".to_owned()));
        let file = HostFile::parse("a:/b/c").expect("a file");
        assert_eq!((file.host, file.guest), ("a".into(), "/b/c".to_owned()));
        HostFile::parse("a:b").expect_err("not from the root");
    }
}
