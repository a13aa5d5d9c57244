// SPDX-License-Identifier: Apache-2.0
//! Both streams as one list against the published steps, modelled, as JSON: `cargo run --release -p forebay-host-model --example better_way`.

use forebay_host_model::better::better_way;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", serde_json::to_string_pretty(&better_way()?)?);
    Ok(())
}
