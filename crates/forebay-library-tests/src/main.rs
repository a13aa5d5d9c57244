// SPDX-License-Identifier: Apache-2.0
//! The bodies of this crate on a card behind a kernel driver, as TAP: `host_library [DEVICE] [quick]`. Which ones depends on the
//! datapath of the card, or on its front end where that is for programs or sends streams.

#![allow(clippy::print_stdout, reason = "a test program: TAP goes to standard output")]

mod tap;

use std::process::ExitCode;

use forebay::Class;
use forebay_library_tests::{Fixture, bodies};
use forebay_regs::user::{FRONT_END_MM2S, FRONT_END_UDMA};

use crate::tap::Tap;

fn main() -> ExitCode {
    let (mut device, mut quick) = ("/dev/forebay0".to_owned(), false);
    for word in std::env::args().skip(1) {
        if word == "quick" {
            quick = true;
        } else {
            device = word;
        }
    }
    let fixture = Fixture::new(&device, quick);
    let mut tap = Tap::default();
    let plug = tap.check("the card is found and says what it is", || {
        let identity = fixture.open().identity().clone();
        let datapath = identity.datapath.name;
        // A radio has an engine that sends as well.
        let wanted = if datapath == Some("loopback") {
            [FRONT_END_UDMA, FRONT_END_MM2S]
        } else {
            [FRONT_END_UDMA; 2]
        };
        let front_end = wanted.into_iter().find_map(|kind| identity.feature(Class::FrontEnd, kind));
        front_end.and_then(|plug| plug.name).or(datapath).unwrap_or_default()
    });
    for body in bodies(plug.unwrap_or_default()) {
        match body.left_out(fixture.way()) {
            Some(why) => println!("# left out: {}: {why}", body.name()),
            None => drop(tap.check(&body.name(), || body.run(&fixture))),
        }
    }
    tap.end()
}
