// SPDX-License-Identifier: Apache-2.0
//! Sets `forebay_lanes` where the compiler has the AVX-512 intrinsics (stable since Rust 1.89) and the
//! target is x86-64. Whether the processor has them is asked when the program runs.

use std::{env, process::Command};

/// First minor version of Rust 1 with stable AVX-512 intrinsics.
const AVX512_MINOR: u32 = 89;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(forebay_lanes)");
    let x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    if x86_64 && compiler_minor().is_some_and(|minor| minor >= AVX512_MINOR) {
        println!("cargo:rustc-cfg=forebay_lanes");
    }
}

/// The `N` of `rustc 1.N.p`; `None` keeps the portable arithmetic.
fn compiler_minor() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().nth(1)?.strip_prefix("1.")?.split('.').next()?.parse().ok()
}
