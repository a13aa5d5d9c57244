// SPDX-License-Identifier: Apache-2.0
//! The same of the sequences in C with which the driver's tests start transfers. Their pages are mapped uncached, so they are the listing
//! without its fences.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use forebay_regs::user::udma::scheme::number;
use forebay_udma_model::Space;
use forebay_udma_model::program::Program;

use super::super::{CALL, listing};
use super::decode::{Done, Paths, c_paths};
use super::{LEVELS, accesses, listed};
use crate::Scheme;

/// Each function, and who uses it.
const STARTS: [(&str, &[Scheme]); 7] = [
    ("fby_start_pair", &[Scheme::Shadow, Scheme::ShadowCheck, Scheme::Flash, Scheme::Shrimp2]),
    ("fby_start_shrimp1", &[Scheme::Shrimp1]),
    ("fby_start_repeat3", &[Scheme::Repeat3]),
    ("fby_start_repeat4", &[Scheme::Repeat4]),
    ("fby_start_repeat5", &[Scheme::Repeat5]),
    ("fby_start_key", &[Scheme::Key]),
    ("fby_start_portal", &[Scheme::Portal]),
];

fn of_driver(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../driver").join(path)
}

/// Runs the compiler on sources of the driver's tests.
fn compile(args: &[&str], sources: &[PathBuf], to: &Path) {
    let made = Command::new("gcc")
        .args(["-std=gnu11", "-D_GNU_SOURCE"])
        .args(args)
        .arg("-I")
        .arg(of_driver("test"))
        .arg("-o")
        .arg(to)
        .args(sources)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// A source's object, made at that level.
fn object(folder: &Path, source: PathBuf, level: &str) -> Vec<u8> {
    let to = folder.join("c.o");
    compile(&[&format!("-O{level}"), "-c"], &[source], &to);
    std::fs::read(to).unwrap()
}

/// What is done to a word, of which argument it is.
fn of_word(runs: &Paths, wanted: &[usize]) -> Paths {
    let of = |done: &Done| match done {
        Done::Load { word, .. } | Done::Store { word, .. } => wanted.contains(word),
        _ => false,
    };
    runs.iter().map(|run| run.iter().copied().filter(of).collect()).collect()
}

#[test]
fn instructions_in_c_are_the_listing_at_every_level_of_optimisation() {
    let folder = tempfile::tempdir().unwrap();
    for level in LEVELS {
        let object = object(folder.path(), of_driver("test/fby_start.c"), level);
        for (function, schemes) in STARTS {
            let seen = c_paths(&object, function);
            for scheme in schemes {
                assert_eq!(seen, accesses(&listed(*scheme)), "{scheme} at level {level}");
            }
        }
        let (word, offset) = (0, 0);
        let store = |bytes| vec![Done::Store { word, offset, bytes }];
        let one = [store(4), store(8), vec![Done::Load { word, bytes: 4 }], vec![]];
        assert_eq!(c_paths(&object, "fby_start_step"), BTreeSet::from(one), "at level {level}");
    }
}

#[test]
fn accesses_in_c_that_are_the_compilers_are_not_the_listing() {
    let folder = tempfile::tempdir().unwrap();
    let source = std::fs::read_to_string(of_driver("test/fby_start.c")).unwrap();
    let naive = folder.path().join("naive.c");
    let header = std::fs::read_to_string(of_driver("test/fby_start.h")).unwrap();
    std::fs::write(folder.path().join("fby_start.h"), header.replace("volatile ", "")).unwrap();
    std::fs::write(&naive, source.replace("volatile ", "")).unwrap();
    let object = object(folder.path(), naive, "3");
    for (function, scheme) in [
        ("fby_start_repeat4", Scheme::Repeat4),
        ("fby_start_repeat5", Scheme::Repeat5),
        ("fby_start_portal", Scheme::Portal),
    ] {
        assert_ne!(c_paths(&object, function), accesses(&listed(scheme)), "{scheme}");
    }
}

/// Those that stand for PAL code have other memory of their own besides: the kernel's and the counter's.
#[test]
fn restartable_sequences_make_their_accesses_and_no_other_ones() {
    let folder = tempfile::tempdir().unwrap();
    for level in ["2", "3"] {
        let object = object(folder.path(), of_driver("test/fby_rseq.c"), level);
        let pair = of_word(&c_paths(&object, "fby_rseq_pair"), &[0, 2]);
        let (store, load) =
            (Done::Store { word: 0, offset: 0, bytes: 4 }, Done::Load { word: 2, bytes: 4 });
        assert_eq!(pair, BTreeSet::from([vec![store, load]]), "at level {level}");
        let word = 3;
        let store = |bytes| vec![Done::Store { word, offset: 0, bytes }];
        // Nothing where the owner is another one.
        let one = [store(4), store(8), vec![Done::Load { word, bytes: 4 }], vec![]];
        let seen = of_word(&c_paths(&object, "fby_rseq_access"), &[word]);
        assert_eq!(seen, BTreeSet::from(one), "at level {level}");
    }
}

/// Which word an access of the listing goes to, and how: as the program below prints it.
fn printed(program: &Program, scheme: Scheme) -> Vec<String> {
    let said = program.steps().iter().map(|step| {
        let access = step.access;
        let kind = match (access.op == forebay_udma_model::Op::Load, access.wide) {
            (true, _) => "load4",
            (_, false) => "store4",
            (_, true) => "store8",
        };
        match access.space {
            Space::Shadow if access.addr == CALL.src => format!("{kind} source"),
            Space::Shadow => format!("{kind} destination"),
            Space::Context => format!("{kind} page"),
            Space::Portal => format!("{kind} portal {}", access.addr),
        }
    });
    assert_ne!(program.steps().len(), 0, "{scheme}");
    said.collect()
}

/// Prints the steps of each scheme, one a line; what they need of a card stands in here.
const MAIN: &str = r#"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "fby_sequence.h"
static uint32_t shadow[4096], page[1];
static uint64_t portal[8];
volatile uint32_t *fby_shadow_of(struct fby_place place) { return place.region->shadow + place.at / 4; }
uint64_t fby_slot_of(struct fby_place place) { return place.at; }
void fby_bail(const char *format, ...) { (void)format; abort(); }
int main(int argc, char **argv)
{
	static const char *const kinds[] = { "store4", "store8", "load4" };
	struct fby_region region = { .shadow = shadow };
	struct fby_place src = { &region, 64 }, dst = { &region, 8192 };
	struct fby_udma udma = { .page = page, .portal = portal };

	if (argc != 2)
		return 1;
	udma.context.scheme = (uint32_t)atoi(argv[1]);
	struct fby_sequence made = fby_sequence_of(&udma, src, dst, 0, 100);

	for (unsigned int i = 0; i < made.count; i++) {
		volatile void *at = made.steps[i].at;

		printf("%s ", kinds[made.steps[i].kind]);
		if (at == shadow + 16)
			puts("source");
		else if (at == shadow + 2048)
			puts("destination");
		else if (at == page)
			puts("page");
		else
			printf("portal %d\n", (int)((volatile char *)at - (char *)portal));
	}
	return 0;
}
"#;

#[test]
fn steps_that_are_data_are_the_listing() {
    let folder = tempfile::tempdir().unwrap();
    let (main, program) = (folder.path().join("main.c"), folder.path().join("steps"));
    std::fs::write(&main, MAIN).unwrap();
    let sources = [main, of_driver("test/fby_sequence.c"), of_driver("test/fby_start.c")];
    compile(&["-O2"], &sources, &program);
    for (scheme, of) in [
        (number::SHRIMP1, Scheme::Shrimp1),
        (number::SHRIMP2, Scheme::Shrimp2),
        (number::FLASH, Scheme::Flash),
        (number::SHADOW_CHECK, Scheme::ShadowCheck),
        (number::SHADOW, Scheme::Shadow),
        (number::REPEAT3, Scheme::Repeat3),
        (number::REPEAT4, Scheme::Repeat4),
        (number::REPEAT5, Scheme::Repeat5),
        (number::KEY, Scheme::Key),
        (number::PORTAL, Scheme::Portal),
    ] {
        let said = Command::new(&program).arg(scheme.to_string()).output().unwrap();
        assert!(said.status.success(), "{of}");
        let seen: Vec<_> = std::str::from_utf8(&said.stdout).unwrap().lines().collect();
        assert_eq!(seen, printed(&listing(of).unwrap(), of), "{of}");
    }
}
