// SPDX-License-Identifier: Apache-2.0
//! What a card says of itself: its features, its time, its counters, and the registers that are not there.

use forebay::{Bar, Class, Feature};
use forebay_regs::cards;
use forebay_regs::user::{self, stream};

use crate::Fixture;
use crate::shared::{count_of, memory_works};

pub(crate) fn a_card_says_what_is_in_it(fixture: &Fixture) {
    let device = fixture.open();
    let identity = device.identity();
    assert!(identity.features.iter().all(Feature::is_known));
    let names: Vec<_> = identity.features.iter().map(ToString::to_string).collect();
    assert_eq!(names[..4], ["identity", "stream_ports", "interrupts", "xdma"]);
    let datapaths: Vec<_> =
        identity.features.iter().filter(|feature| feature.class == Class::Datapath).collect();
    let [datapath] = datapaths[..] else { unreachable!("{names:?}") };
    assert_eq!((datapath.kind, datapath.name), (identity.datapath.kind, identity.datapath.name));
    let line = cards::FEATURES.iter().find(|line| Some(line.name) == datapath.name).unwrap();
    assert_eq!(datapath.events, line.events);
    assert_eq!((datapath.lines.count, datapath.streams.ports), (line.lines, line.ports));
    assert_eq!(datapath.streams.h2c, identity.h2c_streams);
    assert_eq!(datapath.streams.c2h, identity.c2h_streams);
    let description = device.describe(false).unwrap();
    assert_eq!(description.identity, *identity);
    assert_eq!(description.streams.len(), identity.stream_ports as usize);
    let plugs: Vec<_> = description.plugs.iter().map(|plug| &*plug.name).collect();
    let of_list = identity
        .features
        .iter()
        .filter(|feature| matches!(feature.class, Class::FrontEnd | Class::Datapath));
    assert_eq!(plugs, of_list.map(ToString::to_string).collect::<Vec<_>>());
}

pub(crate) fn time_goes_on_and_counters_count(fixture: &Fixture) {
    let device = fixture.open();
    let (began, before) = (device.now().unwrap(), count_of(&device, "h2c_beats"));
    memory_works(&device);
    assert!(device.now().unwrap() > began);
    assert!(count_of(&device, "h2c_beats") >= before + 5000 / 64);
}

pub(crate) fn registers_that_are_not_there_read_0_and_ones_that_report_keep_what_they_are(
    fixture: &Fixture,
) {
    let device = fixture.open();
    let refused = count_of(&device, "mmio_errors");
    // Told as a place in the BAR; the card's own registers may begin behind its beginning.
    let begin = u64::from(device.identity().features[0].page.offset);
    let last_bad = || device.describe(false).unwrap().last_bad.mmio - begin;
    assert_eq!(device.read32(Bar::User, 0x2FF0_u32).unwrap(), 0, "a hole");
    assert_eq!(last_bad(), 0x2FF0);
    for offset in [user::STATUS.base(), user::STREAM.at(1) + stream::DEPTH] {
        let value = device.read32(Bar::User, offset).unwrap();
        assert_ne!(value, 0, "{offset:#x}");
        device.write32(Bar::User, offset, !value).unwrap();
        assert_eq!(device.read32(Bar::User, offset).unwrap(), value, "{offset:#x}");
        assert_eq!(last_bad(), u64::from(offset));
    }
    assert_eq!(count_of(&device, "mmio_errors") - refused, 3);
}
