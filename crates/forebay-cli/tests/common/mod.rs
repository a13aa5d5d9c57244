// SPDX-License-Identifier: Apache-2.0
//! Running the command, and files for it.

#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use forebay_msm::formats::{PointFormat, write_points, write_scalars};
use forebay_msm::vectors::{random_points, random_scalars};
use forebay_msm::{Fq, G1Affine, Scalar, check};
use serde_json::Value;

/// What a run of the command left behind.
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Outcome {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }

    /// The command failed with `code`, and its message names each of `parts`.
    pub(crate) fn failed(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        for part in parts {
            assert!(self.err.contains(part), "`{part}` is not in: {}", self.err);
        }
        assert!(self.err.starts_with("forebay: "), "{}", self.err);
    }
}

pub(crate) fn forebay<A: AsRef<OsStr>>(arguments: &[A]) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_forebay")).args(arguments).output().unwrap();
    Outcome {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder with a points file and a scalars file.
pub(crate) struct Files {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) points: Vec<G1Affine>,
    pub(crate) scalars: Vec<Scalar>,
}

impl Files {
    pub(crate) fn new(points: Vec<G1Affine>, scalars: Vec<Scalar>) -> Self {
        let files = Self { folder: tempfile::tempdir().unwrap(), points, scalars };
        files.write();
        files
    }

    pub(crate) fn random(count: usize) -> Self {
        Self::new(random_points(5, count), random_scalars(6, count))
    }

    pub(crate) fn write(&self) {
        write_points(&self.points_path(), PointFormat::ArkUncompressed, &self.points).unwrap();
        write_scalars(&self.scalars_path(), &self.scalars, false).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn points_path(&self) -> PathBuf {
        self.path("points.usrs")
    }

    pub(crate) fn scalars_path(&self) -> PathBuf {
        self.path("scalars")
    }

    /// `forebay msm` on these files and the fast card, with more arguments.
    pub(crate) fn msm(&self, more: &[&str]) -> Outcome {
        let (points, scalars) = (self.points_path(), self.scalars_path());
        let mut arguments = vec!["msm", "--points", text(&points), "--scalars", text(&scalars)];
        if !more.contains(&"--card") {
            arguments.extend(["--card", "fast"]);
        }
        arguments.extend(more);
        forebay(&arguments)
    }

    /// Changes the bytes of a file.
    pub(crate) fn edit(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = std::fs::read(path).unwrap();
        change(&mut bytes);
        std::fs::write(path, bytes).unwrap();
    }
}

/// A name in a folder that is no UTF-8, with arguments in front of it.
pub(crate) fn with_odd_name(arguments: &[&str], folder: &Path) -> (Outcome, PathBuf) {
    let place = folder.join(OsStr::from_bytes(b"pl\xffts"));
    let mut all: Vec<_> = arguments.iter().map(OsStr::new).collect();
    all.push(place.as_os_str());
    (forebay(&all), place)
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The number `value` as a scalar.
pub(crate) fn scalar(value: u64) -> Scalar {
    let mut scalar = [0; 32];
    scalar[..8].copy_from_slice(&value.to_le_bytes());
    scalar
}

/// r, from r - 1, which ends in zero bits.
pub(crate) fn order() -> Scalar {
    let r_minus_one = "12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000000";
    let mut order = [0; 32];
    for (byte, place) in order.iter_mut().rev().zip(0..) {
        *byte = u8::from_str_radix(&r_minus_one[2 * place..2 * place + 2], 16).unwrap();
    }
    order[0] += 1;
    order
}

/// A point of the curve that is not in the subgroup.
pub(crate) fn stray_point() -> G1Affine {
    let found = (1..).find_map(|x: u64| {
        let point = G1Affine::get_point_from_x_unchecked(Fq::from(x), false)?;
        (!check::in_subgroup(&point)).then_some(point)
    });
    found.unwrap()
}

impl Outcome {
    /// The arguments were refused, with each of `parts` in the explanation.
    pub(crate) fn failed_arguments(&self, parts: &[&str]) {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        for part in parts {
            assert!(self.err.contains(part), "`{part}` is not in: {}", self.err);
        }
    }
}
