// SPDX-License-Identifier: Apache-2.0
//! Where the parts of the guest are: all under the build folder, made by the Makefile's verbs.

use std::path::{Path, PathBuf};

use crate::GuestError;

/// The kernels that `make guest` runs the suite on, oldest first.
pub const KERNELS: &[&str] = &["6.1", "6.12"];

/// The kernel of `make guest-debug`.
pub const DEBUG_KERNEL: &str = "debug";

/// A kernel with the modules built for it.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its series as the command line names it.
    pub series: String,
    /// Its full release.
    pub release: String,
    /// The image that QEMU starts.
    pub image: PathBuf,
    /// Our driver, built for it.
    pub driver: PathBuf,
    /// Folder of the kernel's own modules that tests load.
    pub modules: PathBuf,
    /// Folder of the test-only modules, built for it.
    pub test_modules: PathBuf,
}

/// The build folder's part for the guest.
#[derive(Clone, Debug)]
pub struct Images {
    guest: PathBuf,
    tools: PathBuf,
}

impl Images {
    /// Finds the folder: `FOREBAY_BUILD_DIR`, or `build` upwards from the running program, or the one of
    /// the workspace this crate was compiled in.
    ///
    /// # Errors
    /// [`GuestError::Missing`] when there is none.
    pub fn find() -> Result<Self, GuestError> {
        let places = match std::env::var_os("FOREBAY_BUILD_DIR") {
            Some(dir) => vec![PathBuf::from(dir)],
            None => default_places(),
        };
        let found = places.iter().find(|dir| dir.join("guest").is_dir());
        let build = found.ok_or_else(|| GuestError::Missing {
            what: "the guest",
            path: places.last().map_or_else(PathBuf::new, |dir| dir.join("guest")),
            verb: "make guest-images",
        })?;
        // Messages name files below it: without detours.
        let build = build.canonicalize().map_err(GuestError::at(build))?;
        Ok(Self::within(&build))
    }

    /// The guest in a build folder.
    #[must_use]
    pub fn within(build: &Path) -> Self {
        Self { guest: build.join("guest"), tools: build.join("tools/bin") }
    }

    /// The QEMU that `make setup` brought.
    ///
    /// # Errors
    /// [`GuestError::Missing`].
    pub fn qemu(&self) -> Result<PathBuf, GuestError> {
        present(self.tools.join("qemu-system-x86_64"), "QEMU", "make setup")
    }

    /// A kernel by its series.
    ///
    /// # Errors
    /// [`GuestError::Missing`] when it was not fetched or built.
    pub fn kernel(&self, series: &str) -> Result<Kernel, GuestError> {
        let verb = if series == DEBUG_KERNEL { "make guest-debug" } else { "make guest-images" };
        let dir = self.guest.join("kernels").join(series);
        let release_file = present(dir.join("release"), "the kernel", verb)?;
        let release =
            std::fs::read_to_string(&release_file).map_err(GuestError::at(&release_file))?;
        let release = release.trim().to_owned();
        Ok(Kernel {
            series: series.to_owned(),
            image: present(dir.join("vmlinuz"), "the kernel", verb)?,
            driver: self.guest.join("driver").join(series).join("forebay.ko"),
            modules: dir.join("modules"),
            test_modules: self.guest.join("tests-ko").join(&release),
            release,
        })
    }

    /// The static busybox.
    ///
    /// # Errors
    /// [`GuestError::Missing`].
    pub fn busybox(&self) -> Result<PathBuf, GuestError> {
        present(self.guest.join("bin/busybox"), "the static busybox", "make guest-images")
    }

    /// The static command-line program.
    ///
    /// # Errors
    /// [`GuestError::Missing`].
    pub fn program(&self) -> Result<PathBuf, GuestError> {
        present(self.guest.join("bin/forebay"), "the static program", "make guest-images")
    }

    /// Folder of the test programs.
    ///
    /// # Errors
    /// [`GuestError::Missing`].
    pub fn tests(&self) -> Result<PathBuf, GuestError> {
        present(self.guest.join("tests"), "the folder of test programs", "make guest-images")
    }

    /// The list of the suite's programs.
    ///
    /// # Errors
    /// [`GuestError::Missing`].
    pub fn suite(&self) -> Result<PathBuf, GuestError> {
        present(self.guest.join("SUITE"), "the suite", "make guest-images")
    }

    /// Folder that logs go to.
    #[must_use]
    pub fn logs(&self) -> PathBuf {
        self.guest.join("logs")
    }
}

impl Kernel {
    /// The driver, checked to be there.
    ///
    /// # Errors
    /// [`GuestError::Missing`].
    pub fn driver(&self) -> Result<PathBuf, GuestError> {
        present(self.driver.clone(), "the driver", "make guest-images")
    }
}

fn present(path: PathBuf, what: &'static str, verb: &'static str) -> Result<PathBuf, GuestError> {
    if path.exists() { Ok(path) } else { Err(GuestError::Missing { what, path, verb }) }
}

fn default_places() -> Vec<PathBuf> {
    let program = std::env::current_exe().unwrap_or_default();
    let above = program.ancestors().map(|dir| dir.join("build"));
    // Where this crate was compiled: two folders above its own.
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    above.chain(workspace.map(|dir| dir.join("build"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_the_verb_that_makes_it() {
        let images = Images::within(Path::new("/nowhere"));
        let text = images.qemu().expect_err("not there").to_string();
        assert!(text.contains("/nowhere/tools/bin/qemu") && text.contains("make setup"), "{text}");
        let text = images.kernel("debug").expect_err("not there").to_string();
        assert!(text.contains("make guest-debug"), "{text}");
    }
}
