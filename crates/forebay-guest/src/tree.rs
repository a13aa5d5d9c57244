// SPDX-License-Identifier: Apache-2.0
//! What is in the guest's file system.

use crate::{GuestError, Images, Initramfs, Kernel, Step};

/// First program of the guest.
const INIT: &str = include_str!("../../../guest/init");

/// What every guest has: busybox and the folders that are mounted on.
///
/// # Errors
/// [`GuestError::Missing`] when a part was not built.
pub fn base(images: &Images, kernel: &Kernel) -> Result<Initramfs, GuestError> {
    let mut tree = Initramfs::default();
    for folder in ["data", "dev", "proc", "root", "sys", "tmp"] {
        tree.directory(folder);
    }
    tree.text("init", INIT, 0o755);
    tree.file("bin/busybox", &images.busybox()?)?;
    // Not for a kernel without modules of its own.
    for modules in [&kernel.modules, &kernel.test_modules] {
        if modules.is_dir() {
            tree.folder("modules", modules, |name| name.ends_with(".ko"))?;
        }
    }
    Ok(tree)
}

/// Adds our driver.
///
/// # Errors
/// [`GuestError::Missing`] when it was not built for this kernel.
pub fn driver(tree: &mut Initramfs, kernel: &Kernel) -> Result<(), GuestError> {
    tree.file("driver/forebay.ko", &kernel.driver()?)
}

/// Adds the test programs.
///
/// # Errors
/// [`GuestError::Missing`] when they were not built.
pub fn tests(tree: &mut Initramfs, images: &Images) -> Result<(), GuestError> {
    tree.folder("tests", &images.tests()?, |name| !name.ends_with(".ko"))
}

/// Adds the command-line program.
///
/// # Errors
/// [`GuestError::Missing`] when it was not built.
pub fn program(tree: &mut Initramfs, images: &Images) -> Result<(), GuestError> {
    tree.file("bin/forebay", &images.program()?)
}

/// Adds what the guest is to do.
pub(crate) fn steps(tree: &mut Initramfs, token: &str, steps: &[Step]) {
    tree.text("forebay/token", &format!("token='{token}'\n"), 0o644);
    let calls: String = steps.iter().map(|step| step.call.as_str()).collect();
    tree.text("forebay/steps", &calls, 0o644);
}
