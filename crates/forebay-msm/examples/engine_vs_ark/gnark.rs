// SPDX-License-Identifier: Apache-2.0
//! gnark-crypto in a process of its own, which multiplies whenever it is told to.

use std::{
    error::Error,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use forebay_msm::{
    G1Affine, Scalar,
    formats::{PointFormat, write_points, write_scalars},
};

use crate::timing::Seconds;

/// The program, and the files that it reads.
pub(crate) struct Gnark {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _files: tempfile::TempDir,
}

impl Gnark {
    /// Starts the program on points and scalars.
    pub(crate) fn start(
        program: &str,
        points: &[G1Affine],
        scalars: &[Scalar],
    ) -> Result<Self, Box<dyn Error>> {
        let files = tempfile::tempdir()?;
        let paths = ["points", "scalars"].map(|name| files.path().join(name));
        write_points(&paths[0], PointFormat::GnarkRaw, points)?;
        write_scalars(&paths[1], scalars, false)?;
        let mut child = Command::new(program)
            .args(&paths)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}; build it with go in bench/gnark"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no pipes").into());
        };
        Ok(Self { child, input, output: BufReader::new(output), _files: files })
    }

    /// Lets it multiply once: what it took, and x and y of the result.
    pub(crate) fn turn(&mut self) -> Result<(Seconds, (String, String)), Box<dyn Error>> {
        writeln!(self.input)?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let [wall, processor, x, y] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("gnark-crypto's program said {line:?}").into());
        };
        let hex = |text: &str| format!("0x{text:0>96}");
        let seconds = Seconds { wall: wall.parse()?, processor: processor.parse()? };
        Ok((seconds, (hex(x), hex(y))))
    }
}

impl Drop for Gnark {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
