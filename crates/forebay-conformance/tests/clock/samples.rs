// SPDX-License-Identifier: Apache-2.0
//! The sampled configurations: what is moved, by how many channels, in which pieces.

use forebay_msm::passes::{Geometry, PassPlan, Preparation};
use forebay_msm::vectors::{random_points, random_scalars};
use forebay_msm::{BUCKET_BYTES, curve};
use forebay_regs::card::STREAM_PORT;
use forebay_regs::user::{self, msm, sink};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::channel::{Job, Place, Way};
use crate::plan;
use crate::rig::Program;

/// A configuration, and what it is called.
pub(crate) type Sample = (String, Program);

/// What a direction is called, and that of a channel.
type Direction = (&'static str, fn(u32) -> Way);

/// Bytes of a beat.
const BEAT: usize = 64;
/// Channel that carries sums of windows.
const SUMS: u32 = 1;

/// Bytes that no two places have in common.
fn noise(seed: u64, count: usize) -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| random.random()).collect()
}

fn program(build: &'static str, jobs: Vec<Job>) -> Program {
    let jobs = jobs
        .into_iter()
        .map(|job| {
            let bytes = job.sizes.iter().map(|size| size + job.gap).sum();
            let to_card = matches!(job.way, Way::ToCard(_));
            let bytes = if to_card { noise(1, bytes) } else { Vec::new() };
            (job, bytes)
        })
        .collect();
    Program { build, before: Vec::new(), jobs, after: Vec::new(), is_exact: true }
}

/// One transfer at a time between host and card memory.
pub(crate) fn single() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (name, way) in [("to card", Way::ToCard(0)), ("to host", Way::ToHost(0))] {
        for bytes in [64, 1000, 4096, 65_536, 1 << 20] {
            let job = Job::new(way, Place::Memory(0), vec![bytes]);
            samples.push((format!("{name}, {bytes} bytes"), program("loopback", vec![job])));
        }
        let job = Job { offset: 37, ..Job::new(way, Place::Memory(0), vec![30_000]) };
        samples.push((format!("{name}, 30000 bytes, not aligned"), program("loopback", vec![job])));
    }
    samples
}

/// Many descriptors.
pub(crate) fn lists() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (name, way) in [("to card", Way::ToCard(0)), ("to host", Way::ToHost(0))] {
        for (bytes, count) in [(64, 500), (256, 300), (1024, 200), (4096, 100)] {
            for (kind, gap) in [("neighbours", 0), ("scattered", 4096)] {
                let job = Job { gap, ..Job::new(way, Place::Memory(0), vec![bytes; count]) };
                let name = format!("{name}, {count} x {bytes} bytes, {kind}");
                samples.push((name, program("loopback", vec![job])));
            }
        }
        let job = Job::new(way, Place::Memory(0), vec![2048; 100]);
        let name = format!("{name}, 100 x 2048 bytes, no blocks");
        samples.push((name, program("loopback", vec![Job { blocks: false, ..job }])));
    }
    samples
}

/// Lists of descriptors of all sizes, wherever they lie.
pub(crate) fn mixed() -> Vec<Sample> {
    (0..16_u64)
        .map(|seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let way = if seed % 2 == 0 { Way::ToCard(0) } else { Way::ToHost(0) };
            let most = [64, 300, 1500, 6000][(seed / 2 % 4) as usize];
            let count = random.random_range(20..300);
            let sizes: Vec<_> = (0..count).map(|_| random.random_range(1..=most)).collect();
            let card = random.random_range(0..4096);
            let job = Job {
                gap: if random.random() { 0 } else { random.random_range(1..5000) },
                offset: random.random_range(0..4096),
                blocks: random.random_bool(0.8),
                ..Job::new(way, Place::Memory(card), sizes)
            };
            let count = job.sizes.len();
            let name = format!("{count} of up to {most} bytes, seed {seed}, {:?}", job.way);
            (name, program("loopback", vec![job]))
        })
        .collect()
}

/// Several channels at once.
pub(crate) fn together() -> Vec<Sample> {
    let mut samples = Vec::new();
    for channels in [2, 4] {
        for bytes in [4096, 65_536] {
            let place = |n| Place::Memory(u64::from(n) << 19);
            let sizes = vec![bytes; (1 << 18) / bytes];
            let ways: [Direction; 2] = [("to card", Way::ToCard), ("to host", Way::ToHost)];
            for (name, way) in ways {
                let jobs =
                    (0..channels).map(|n| Job::new(way(n), place(n), sizes.clone())).collect();
                let name = format!("{channels} channels {name}, 256 KiB of {bytes} bytes");
                samples.push((name, program("loopback-mm", jobs)));
            }
            let both = (0..channels / 2).flat_map(|n| {
                let there = Job::new(Way::ToCard(n), place(n), sizes.clone());
                [there, Job::new(Way::ToHost(n), place(n + 2), sizes.clone())]
            });
            let name = format!("{channels} channels both ways, 256 KiB of {bytes} bytes");
            samples.push((name, program("loopback-mm", both.collect())));
        }
    }
    samples
}

/// Through the streams of the loopback and back.
pub(crate) fn loopback() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (bytes, count) in
        [(64, 300), (256, 300), (1024, 200), (4096, 60), (16_384, 20), (262_144, 2)]
    {
        let there = Job::new(Way::ToCard(2), Place::Packets, vec![bytes; count]);
        let back = Job::new(Way::ToHost(2), Place::Packets, vec![bytes; count]);
        let name = format!("loopback, {count} packets of {bytes} bytes");
        samples.push((name, program("loopback", vec![back, there])));
    }
    let pairs = (0..4).flat_map(|n| {
        let sizes = vec![8192; 16];
        let there = Job::new(Way::ToCard(n), Place::Packets, sizes.clone());
        [Job::new(Way::ToHost(n), Place::Packets, sizes), there]
    });
    let name = "loopback, 4 channels, 16 packets of 8192 bytes each".into();
    samples.push((name, program("loopback-st", pairs.collect())));
    samples
}

/// Packets of all sizes through the streams, on up to four channels at once.
pub(crate) fn mixed_packets() -> Vec<Sample> {
    (0..12_u32)
        .map(|seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed.into());
            let channels = seed % 4 + 1;
            let most = [64, 300, 3000][(seed / 4) as usize];
            let pairs = (0..channels).flat_map(|n| {
                let count = random.random_range(20..120);
                let sizes: Vec<_> = (0..count).map(|_| random.random_range(1..=most)).collect();
                let mut job = |way| Job {
                    offset: random.random_range(0..4096),
                    ..Job::new(way, Place::Packets, sizes.clone())
                };
                [job(Way::ToHost(n)), job(Way::ToCard(n))]
            });
            let name = format!("packets of up to {most} bytes, {channels} channels, seed {seed}");
            (name, program("loopback-st", pairs.collect()))
        })
        .collect()
}

/// Into the stream ports of a sink, which takes of both at a rate.
pub(crate) fn into_sink() -> Vec<Sample> {
    let mut samples = Vec::new();
    let rates = [
        (sink::rate::RESET, 65_536),
        (sink::rate::RESET, 4096),
        (sink::rate::RESET, 256),
        (sink::rate::RESET / 3, 16_384),
        (sink::rate::RESET / 8, 4096),
    ];
    for (rate, bytes) in rates {
        let steps = 4096;
        let port = |n, entries: usize| {
            let sizes = vec![bytes; steps * entries * BEAT / bytes];
            Job::new(Way::ToCard(n), Place::Port(STREAM_PORT.at(n).into()), sizes)
        };
        let mut program = program("sink", vec![port(0, 1), port(1, 2)]);
        let register = |offset| user::SINK.base() + offset;
        program.before = vec![
            (register(sink::PAIRING.at(0)), 1),
            (register(sink::PAIRING.at(1)), 2),
            (register(sink::STEPS), u32::try_from(steps).unwrap()),
            (register(sink::RATE), rate),
            (register(sink::CONTROL), sink::control::START.mask()),
        ];
        samples.push((format!("into a sink, rate {rate}, {bytes} bytes each"), program));
    }
    samples
}

/// A multiplication in one pass of an adder, its sums read out as they come.
pub(crate) fn multiplication(build: &'static str, count: usize) -> Sample {
    let beats = |mut bytes: Vec<u8>| {
        bytes.resize(bytes.len().next_multiple_of(BEAT), 0);
        bytes
    };
    let points = beats(curve::to_card_points(&random_points(5, count)).unwrap());
    let scalars = beats(random_scalars(5, count).as_flattened().to_vec());
    let piece = 65_536;
    let feed = |n: u32, bytes: &Vec<u8>| {
        let sizes = bytes.chunks(piece).map(<[u8]>::len).collect();
        let place = Place::Port(STREAM_PORT.at(n).into());
        (Job::new(Way::ToCard(n), place, sizes), bytes.clone())
    };
    // No memory, so that the time does not hang on when it is refreshed.
    let card = Geometry { adders: 1, buckets: 64, records: 0, adder_latency: 130, hold_depth: 64 };
    let plan = PassPlan::choose(&card, count, Preparation::default()).unwrap();
    // The first pass of the plan, which on such a card is a run of its own.
    let sums = plan.passes()[0].windows * BUCKET_BYTES;
    let read_out = Job::new(Way::ToHost(SUMS), Place::Packets, vec![sums]);
    let jobs = vec![feed(0, &scalars), feed(1, &points), (read_out, Vec::new())];
    let register = |(offset, value)| (user::MSM.base() + offset, value);
    let start = [
        (msm::POINTS, u32::try_from(count).unwrap()),
        (msm::PASSES, 1),
        (msm::CONTROL, msm::control::START.mask()),
    ];
    let before = plan::registers(&plan).into_iter().chain(start).map(register).collect();
    // A sum is a point in one of many forms: which one hangs on the order of additions, and what it is on other tests.
    let program = Program { build, before, jobs, after: Vec::new(), is_exact: false };
    (format!("{build}, {count} points"), program)
}
