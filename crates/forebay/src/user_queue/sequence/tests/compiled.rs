// SPDX-License-Identifier: Apache-2.0
//! What the compiler makes of each sequence, instruction by instruction, beside the listing of its scheme; without optimisation and with all
//! of it. For x86-64, which is what the library is for.

mod decode;
mod driver;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use forebay_udma_model::program::Program;
use forebay_udma_model::{Op, Space};

use self::decode::{Done, Paths, paths};
use super::listing;
use crate::Scheme;

/// Without optimisation, what tests are built with, what programs are, and for size.
const LEVELS: [&str; 4] = ["0", "2", "3", "s"];

/// Each sequence: its module, its function, the arguments that are words of the window, and who uses it.
const SEQUENCES: [(&str, &str, &[Scheme]); 7] = [
    ("pair", "start", &[Scheme::Shadow, Scheme::ShadowCheck, Scheme::Flash, Scheme::Shrimp2]),
    ("shrimp1", "start", &[Scheme::Shrimp1]),
    ("repeat3", "start", &[Scheme::Repeat3]),
    ("repeat4", "start", &[Scheme::Repeat4]),
    ("repeat5", "start", &[Scheme::Repeat5]),
    ("key", "start", &[Scheme::Key]),
    ("portal", "pieces", &[Scheme::Portal]),
];

/// A word of ordinary memory, whose accesses are the compiler's: what a sequence must not be made of.
const NAIVE: &str = "
#[derive(Clone, Copy)]
pub struct Naive(*mut u8);
impl Word for Naive {
    fn store(self, value: u32) { unsafe { *self.0.cast() = value } }
    fn store_wide<const AT: u32>(self, value: u64) { unsafe { *self.0.add(AT as usize).cast() = value } }
    fn store_line(self, line: &[u64; 8]) { unsafe { *self.0.cast() = *line } }
    fn load(self) -> u32 { unsafe { *self.0.cast() } }
    fn fence(self) {}
    fn store_fence(self) {}
}";

/// The sequences' own files as a library of their own, made for such words.
fn compile(folder: &Path, level: &str, word: &str) -> Vec<u8> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/user_queue/sequence");
    let module = |name| format!("#[path = {:?}] mod {name};\n", own.join(format!("{name}.rs")));
    let mut source = String::from("#![crate_type = \"lib\"]\nuse word::*;\n");
    for name in
        ["word", "mapped", "pair", "shrimp1", "repeat3", "repeat4", "repeat5", "key", "portal"]
    {
        source += &module(name);
    }
    source += NAIVE;
    source += &format!("\ntype W = {word};\n");
    for (name, kind, of) in [
        ("PAIR", "fn(W, W, u32) -> Answer", "pair::start"),
        ("SHRIMP1", "fn(W, u32) -> Answer", "shrimp1::start"),
        ("REPEAT3", "fn(W, W, u32) -> Answer", "repeat3::start"),
        ("REPEAT4", "fn(W, W, u32) -> Answer", "repeat4::start"),
        ("REPEAT5", "fn(W, W, u32) -> Answer", "repeat5::start"),
        ("KEY", "fn(W, W, W, u32, u64) -> Answer", "key::start"),
        ("PIECES", "fn(W, u64, u64, u64, u64, u64)", "portal::pieces"),
        ("LINE", "fn(W, u64, u64, u64, u64, u64)", "portal::line"),
    ] {
        source += &format!("pub static {name}: {kind} = {of}::<W>;\n");
    }
    let (file, object) = (folder.join("sequences.rs"), folder.join("sequences.o"));
    std::fs::write(&file, source).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let made = Command::new(rustc)
        .args([
            "--edition",
            "2024",
            "--emit",
            "obj",
            "--cap-lints",
            "allow",
            "-C",
            "debug-assertions=off",
        ])
        .args(["-C", &format!("opt-level={level}"), "-C", "codegen-units=1", "-o"])
        .args([&object, &file])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    std::fs::read(object).unwrap()
}

/// Whether a step names source, destination or a page: which argument its word is. A scheme with one word has it for both.
fn argument(scheme: Scheme, program: &Program, at: usize) -> usize {
    let access = program.steps()[at].access;
    match (access.space, scheme) {
        (Space::Portal, _) => 0,
        (Space::Context, _) => 2,
        (Space::Shadow, _) => {
            // The model's call has its source in the lower slot.
            let lowest = program
                .steps()
                .iter()
                .map(|step| step.access)
                .filter(|it| it.space == Space::Shadow);
            let source = lowest.map(|it| it.addr).min().unwrap();
            usize::from(access.addr != source)
        }
    }
}

/// All runs of a listing: to its end, and to each load that may have it end before.
fn listed(scheme: Scheme) -> Paths {
    let program = listing(scheme).unwrap();
    let mut run = Vec::new();
    let mut runs = BTreeSet::new();
    for (at, step) in program.steps().iter().enumerate() {
        if step.barrier {
            run.push(Done::Fence);
        }
        let word = argument(scheme, &program, at);
        let offset = if step.access.space == Space::Portal { step.access.addr } else { 0 };
        run.push(match step.access.op {
            Op::Load => Done::Load { word, bytes: 4 },
            _ => Done::Store { word, offset, bytes: if step.access.wide { 8 } else { 4 } },
        });
        if step.access.op == Op::Load {
            runs.insert(run.clone());
        }
    }
    runs.insert(run);
    runs
}

/// The same without fences.
fn accesses(runs: &Paths) -> Paths {
    let no_fence = |run: &Vec<Done>| run.iter().copied().filter(|it| *it != Done::Fence).collect();
    runs.iter().map(no_fence).collect()
}

#[test]
fn instructions_are_the_listing_at_every_level_of_optimisation() {
    let folder = tempfile::tempdir().unwrap();
    for level in LEVELS {
        let object = compile(folder.path(), level, "mapped::MappedWord<'static>");
        for (module, function, schemes) in SEQUENCES {
            let seen = paths(&object, module, function);
            for scheme in schemes {
                assert_eq!(seen, listed(*scheme), "{scheme} at level {level}");
            }
        }
        let whole = paths(&object, "portal", "line");
        let line = Done::Store { word: 0, offset: 0, bytes: 64 };
        assert_eq!(whole, BTreeSet::from([vec![Done::StoreFence, line]]), "level {level}");
    }
}

/// The report's own fifth access was left out by an assembler.
#[test]
fn accesses_that_are_the_compilers_are_not_the_listing() {
    let folder = tempfile::tempdir().unwrap();
    let object = compile(folder.path(), "3", "Naive");
    for (module, function, scheme) in [
        ("repeat4", "start", Scheme::Repeat4),
        ("repeat5", "start", Scheme::Repeat5),
        ("portal", "pieces", Scheme::Portal),
    ] {
        let (seen, wanted) =
            (accesses(&paths(&object, module, function)), accesses(&listed(scheme)));
        assert_ne!(seen, wanted, "{scheme}");
        let most = |runs: &Paths| runs.iter().map(Vec::len).max().unwrap();
        assert!(most(&seen) < most(&wanted), "{scheme}: some are left out or merged: {seen:?}");
    }
}
