// SPDX-License-Identifier: Apache-2.0
//! Reads a point file, checks every point and says how long each step took.
//!
//! `cargo run --release -p forebay-msm --example read_points -- FILE`

use std::{env, error::Error, path::Path, time::Instant};

use forebay_msm::{
    check, curve,
    formats::{PointOptions, read_points},
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: read_points FILE")?;
    let start = Instant::now();
    let file = read_points(Path::new(&path), &PointOptions::default())?;
    println!("{}: {} points in {:.3?}", file.format, file.points.len(), start.elapsed());
    let start = Instant::now();
    check::check_on_curve(&file.points)?;
    println!("all on the curve: {:.3?}", start.elapsed());
    let start = Instant::now();
    check::check_subgroup(&file.points)?;
    println!("all in the subgroup: {:.3?}", start.elapsed());
    let start = Instant::now();
    let bytes = curve::to_card_points(&file.points)?;
    println!("{} bytes for the card: {:.3?}", bytes.len(), start.elapsed());
    Ok(())
}
