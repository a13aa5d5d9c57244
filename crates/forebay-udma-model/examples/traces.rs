// SPDX-License-Identifier: Apache-2.0
//! Writes `vectors/udma-traces.json`.

use std::error::Error;
use std::path::Path;

use forebay_udma_model::trace;

fn main() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/udma-traces.json");
    std::fs::write(path, trace::write(&trace::all())?)?;
    Ok(())
}
