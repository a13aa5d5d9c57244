// SPDX-License-Identifier: Apache-2.0
//! Writes `include/forebay_capture.h` anew.

fn main() -> Result<(), cbindgen::Error> {
    let root = env!("CARGO_MANIFEST_DIR");
    cbindgen::generate(root)?.write_to_file(format!("{root}/include/forebay_capture.h"));
    Ok(())
}
