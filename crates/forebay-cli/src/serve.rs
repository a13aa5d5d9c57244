// SPDX-License-Identifier: Apache-2.0
//! `forebay serve`.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::os::fd::{AsFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;

use forebay_bus::LinkParams;
use forebay_faults::FaultCard;
use forebay_sim::CardName;
use forebay_trace::{Header, Recorder, RecordingCard, TraceWriter};
use forebay_vfio_user::{Ending, Listener, ServeError, Server, Summary};

use crate::args::ServeArgs;
use crate::error::CliError;
use crate::{card_name, output, stop};

/// Variant of a card that is named by its body alone.
const DEFAULT_VARIANT: &str = "loopback";

pub(crate) fn run(args: &ServeArgs) -> Result<(), CliError> {
    let ready = args.ready_fd.map(|fd| Ok::<_, CliError>((fd, inherited(fd)?))).transpose()?;
    let stop = stop::socket_on_signals()?;
    let spec = card_name::spec(&args.card, DEFAULT_VARIANT);
    if args.record.is_some() && CardName::parse(&spec).is_ok_and(CardName::is_paced) {
        return Err(CliError::Unrepeatable { card: spec });
    }
    let mut card =
        forebay_sim::open(&spec, LinkParams::default(), None).map_err(ServeError::Card)?;
    let recorder = match &args.record {
        Some(path) => start_recording(path, &spec)?,
        None => Recorder::default(),
    };
    // Recorded is what the card itself meets, faults included: so it replays without the faults' page.
    if args.record.is_some() {
        card = Box::new(RecordingCard::new(card, recorder.clone()));
    }
    if args.faults {
        card = Box::new(FaultCard::new(card));
    }
    let mut server = Server::new(card, recorder.clone())?;
    let listener = Listener::bind(&args.socket)?;
    output::text(&format!("{spec}: listening on {}", args.socket.display()))?;
    if let Some((fd, mut file)) = ready {
        file.write_all(b"\n").map_err(|source| CliError::ReadyFd { fd, source })?;
    }
    let ended = serve(&mut server, &listener, &stop, args.keep);
    // Whatever went wrong, the trace is ended and the counts are told.
    let path = args.record.clone().unwrap_or_default();
    let recorded = recorder.finish().map_err(|source| CliError::Trace { path, source });
    let summed = write_summary(&server.summary(), args.summary.as_deref());
    first_of([ended, recorded, summed])
}

/// The first error is the command's; those behind it are told and end nothing.
fn first_of(outcomes: [Result<(), CliError>; 3]) -> Result<(), CliError> {
    let mut errors = outcomes.into_iter().filter_map(Result::err);
    let first = errors.next();
    errors.for_each(|error| output::error(&error, false));
    first.map_or(Ok(()), Err)
}

fn start_recording(path: &Path, spec: &str) -> Result<Recorder, CliError> {
    let failed = |source| CliError::Trace { path: path.to_owned(), source };
    let file = File::create(path).map_err(|error| failed(error.into()))?;
    let header = Header {
        card: spec.into(),
        program: env!("CARGO_PKG_VERSION").into(),
        link: (&LinkParams::default()).into(),
    };
    let sink: Box<dyn Write + Send> = Box::new(BufWriter::new(file));
    TraceWriter::new(sink, &header).map(Recorder::new).map_err(failed)
}

/// Takes over a descriptor that the caller of the program has named. Comes before anything else is opened, so that the
/// number cannot be one of ours.
fn inherited(fd: i32) -> Result<File, CliError> {
    let failed = |kind: ErrorKind| CliError::ReadyFd { fd, source: kind.into() };
    if fd <= 2 {
        return Err(failed(ErrorKind::InvalidInput));
    }
    if !Path::new("/dev/fd").join(fd.to_string()).exists() {
        return Err(failed(ErrorKind::NotFound));
    }
    // SAFETY: it is open, and it is not one that this program opened: it is the caller's, handed over by its number.
    Ok(File::from(unsafe { OwnedFd::from_raw_fd(fd) }))
}

/// Serves one client, or all that come.
fn serve(
    server: &mut Server,
    listener: &Listener,
    stop: &UnixStream,
    keep: bool,
) -> Result<(), CliError> {
    while let Some(client) = listener.accept(stop.as_fd())? {
        match server.serve(client, stop.as_fd()) {
            Ok(Ending::Stopped) => break,
            Ok(Ending::ClientGone) if keep => {}
            Err(
                error @ (ServeError::Client(_)
                | ServeError::Desync { .. }
                | ServeError::Descriptors { .. }),
            ) if keep => output::error(&error.into(), false),
            other => {
                other?;
                break;
            }
        }
    }
    Ok(())
}

/// Writes the counts to a file, or to standard error.
fn write_summary(summary: &Summary, file: Option<&Path>) -> Result<(), CliError> {
    let place = file.unwrap_or(Path::new("standard error"));
    let failed = |source| CliError::Summary { place: place.to_owned(), source };
    let line = serde_json::to_string(summary).map_err(|error| failed(error.into()))?;
    match file {
        Some(path) => std::fs::write(path, line + "\n"),
        None => writeln!(std::io::stderr().lock(), "{line}"),
    }
    .map_err(failed)
}
