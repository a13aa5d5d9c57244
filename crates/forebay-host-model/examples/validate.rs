// SPDX-License-Identifier: Apache-2.0
//! Prints what the model says about published figures, as JSON: `cargo run --release -p forebay-host-model --example validate`.

use forebay_host_model::validate::validate;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", serde_json::to_string_pretty(&validate()?)?);
    Ok(())
}
