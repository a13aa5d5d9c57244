// SPDX-License-Identifier: Apache-2.0
//! Devices behind a driver's nodes, with regular files in the place of the nodes: a file takes reads and writes at
//! offsets as a memory-mapped channel does, and registers that nothing changes. What a driver and a card add is tested
//! in a virtual machine (`guest/`).

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::fs;
use std::os::unix::fs::{FileExt, symlink};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use forebay::{
    Bar, Buffer, Caching, ChannelId, Completion, Device, FeatureError, ForebayError, OpenOptions,
    Piece,
};
use forebay_regs::card;
use forebay_regs::user::feature::{self, id::class};
use forebay_regs::user::{self, status, stream};
use tempfile::TempDir;

const MEMORY_BYTES: usize = 1 << 16;

/// Bytes that differ from place to place.
fn pattern(len: usize, seed: u64) -> Vec<u8> {
    use rand::{RngExt, SeedableRng};
    let mut bytes = vec![0; len];
    rand_chacha::ChaCha8Rng::seed_from_u64(seed).fill(&mut bytes[..]);
    bytes
}

/// Nodes of a loopback card with 2+2 channels, the second of each a stream.
struct Nodes {
    folder: TempDir,
    name: &'static str,
}

impl Nodes {
    fn new(name: &'static str) -> Self {
        let nodes = Self { folder: tempfile::tempdir().unwrap(), name };
        let mut registers = vec![0; 0x4000];
        let mut put = |offset: u32, value: u32| {
            let at = (user::STATUS.base() + offset) as usize;
            registers[at..at + 4].copy_from_slice(&value.to_le_bytes());
        };
        put(status::MAGIC, status::magic::RESET);
        put(status::VERSION, status::version::RESET);
        put(status::CARD_KIND, status::card_kind::kind::LOOPBACK);
        put(status::CHANNELS, 2 | 2 << 4 | 0b10 << 16 | 0b10 << 20);
        put(status::CLOCK_KHZ, 250_000);
        put(status::NUM_STREAM_PORTS, 2);
        put(status::CYCLES_LO, 1234);
        put(status::CYCLES_HI, 5);
        // Class, kind, BAR and place of the registers of each feature, in the order of the list.
        let features = [
            (class::PLATFORM, user::PLATFORM_IDENTITY, card::USER_BAR, user::STATUS.base()),
            (class::PLATFORM, user::PLATFORM_STREAM_PORTS, card::USER_BAR, user::STREAM.base()),
            (class::FRONT_END, user::FRONT_END_XDMA, card::DMA_BAR, 0),
            (class::DATAPATH, status::card_kind::kind::LOOPBACK, card::USER_BAR, 0x1000),
        ];
        for (index, (class, kind, bar, page)) in (0..).zip(features) {
            let at = user::FEATURE.at(index);
            let last = index as usize + 1 == features.len();
            let id =
                feature::id::RESET | feature::id::CLASS.put(class) | feature::id::KIND.put(kind);
            put(at + feature::ID, id);
            put(at + feature::VERSION, feature::version::MAJOR.put(1));
            put(at + feature::PAGE_BAR, bar);
            put(at + feature::PAGE_OFFSET, page);
            put(at + feature::PAGE_BYTES, 0x1000);
            put(at + feature::NEXT, if last { 0 } else { user::FEATURE.at(index + 1) });
        }
        fs::write(nodes.path("user"), registers).unwrap();
        fs::write(nodes.folder.path().join("memory"), vec![0; MEMORY_BYTES]).unwrap();
        // What is written on one channel is read on the other, as with a card's memory.
        for node in ["h2c_0", "c2h_0"] {
            symlink(nodes.folder.path().join("memory"), nodes.path(node)).unwrap();
        }
        fs::write(nodes.path("h2c_1"), []).unwrap();
        fs::write(nodes.path("c2h_1"), pattern(100, 1)).unwrap();
        nodes
    }

    fn path(&self, node: &str) -> PathBuf {
        self.folder.path().join(format!("{}_{node}", self.name))
    }

    fn spec(&self) -> String {
        self.folder.path().join(self.name).to_str().unwrap().into()
    }

    fn open(&self) -> Device {
        Device::open(&self.spec()).unwrap()
    }
}

#[test]
fn identity_time_and_registers_come_from_the_user_node() {
    let nodes = Nodes::new("xdma0");
    let device = nodes.open();
    assert_eq!(device.identity().datapath.name, Some("loopback"));
    let features: Vec<_> = device.identity().features.iter().map(ToString::to_string).collect();
    assert_eq!(features, ["identity", "stream_ports", "xdma", "loopback"]);
    assert_eq!((device.identity().h2c, device.identity().c2h_streams), (2, 0b10));
    assert_eq!(device.now().unwrap(), 5 << 32 | 1234);
    assert_eq!(device.describe(false).unwrap().cycles, 5 << 32 | 1234);
    device.write32(Bar::User, 0x3000_u32, 0xABCD).unwrap();
    assert_eq!(device.read32(Bar::User, 0x3000_u32).unwrap(), 0xABCD);
    let error = device.read32(Bar::Dma, 0_u32).unwrap_err();
    assert!(matches!(error, ForebayError::NoSuchBar { bar: Bar::Dma, .. }), "{error:?}");
    let error = device.read32(Bar::User, 2_u32).unwrap_err();
    assert!(error.to_string().contains("user registers at 0x2"), "{error}");
}

/// What the module does with the node is tried in a virtual machine; an ordinary file knows nothing of caching.
#[test]
fn an_aperture_is_mapped_through_the_module_s_node_or_not_at_all() {
    for caching in [Caching::Uncached, Caching::WriteCombining] {
        let nodes = Nodes::new("xdma0");
        let error = nodes.open().bar(Bar::Aperture).map(caching).unwrap_err();
        let named = matches!(&error, ForebayError::NoApertureNode { path } if *path == nodes.folder.path().join("xdma0"));
        assert!(named && error.to_string().contains("sysfs"), "{error}");
        let nodes = Nodes::new("forebay0");
        let device = nodes.open();
        let error = device.bar(Bar::Aperture).map(caching).unwrap_err();
        let named = matches!(&error, ForebayError::NodeOpen { path, .. } if *path == nodes.path("aperture"));
        assert!(named, "{error}");
        fs::write(nodes.path("aperture"), [7; 4096]).unwrap();
        let error = device.bar(Bar::Aperture).map(caching).unwrap_err();
        let named = matches!(&error, ForebayError::NodeIo { path, what: "choice of the caching", .. } if *path == nodes.path("aperture"));
        assert!(named && error.to_string().contains("forebay module"), "{error}");
        assert_eq!(fs::read(nodes.path("aperture")).unwrap(), [7; 4096]);
    }
}

#[test]
fn the_offset_in_the_node_is_the_card_address() {
    let nodes = Nodes::new("xdma0");
    let device = nodes.open();
    let sent = pattern(5000, 2);
    device.h2c(0).unwrap().write_all_at(&sent, 0x1235).unwrap();
    let memory = fs::read(nodes.folder.path().join("memory")).unwrap();
    assert!(memory[0x1235..0x1235 + 5000] == sent[..]);
    let mut back = vec![0; 5000];
    device.c2h(0).unwrap().read_exact_at(&mut back, 0x1235).unwrap();
    assert!(back == sent);
    device.h2c(0).unwrap().write_all_at(&[], 0).unwrap();
}

#[test]
fn queued_pieces_go_where_they_should_and_buffers_come_back() {
    let nodes = Nodes::new("xdma0");
    let device = nodes.open();
    let mut buffer = Buffer::new(4096).unwrap();
    buffer.copy_from_slice(&pattern(4096, 3));
    let buffer = Arc::new(buffer);
    let piece = |n: usize| Piece {
        buffer: 0,
        range: 64 * n..64 * n + 64,
        card_addr: (4096 - 64 - 64 * n) as u64,
    };
    let h2c = device.h2c(0).unwrap();
    let transfers: Vec<_> = (0..8)
        .map(|n| {
            let pieces: Vec<_> = (8 * n..8 * n + 8).map(piece).collect();
            h2c.submit(&[Arc::clone(&buffer)], &pieces).unwrap()
        })
        .collect();
    for transfer in transfers {
        let moved = transfer.wait().unwrap();
        assert_eq!((moved.bytes, moved.finished_at), (512, 5 << 32 | 1234));
    }
    let room = Buffer::new(8192).unwrap();
    let read = device.c2h(0).unwrap().submit(room, 4096..8192, 0).unwrap();
    let (back, moved) = read.wait().unwrap();
    assert_eq!(moved.bytes, 4096);
    for n in 0..64 {
        let at = 4096 + 4096 - 64 - 64 * n;
        assert!(back[at..at + 64] == buffer[64 * n..64 * n + 64], "piece {n}");
    }
    assert!(back[..4096].iter().all(|byte| *byte == 0));
}

#[test]
fn a_short_read_of_a_stream_is_the_end_of_a_packet() {
    let nodes = Nodes::new("xdma0");
    let device = nodes.open();
    let c2h = device.c2h(1).unwrap();
    // Opened to be truncated, which is how the vendor's driver is told to end a read with its packet.
    assert_eq!(fs::metadata(nodes.path("c2h_1")).unwrap().len(), 0);
    fs::write(nodes.path("c2h_1"), pattern(100, 1)).unwrap();
    let mut room = vec![0; 300];
    let moved = c2h.receive(&mut room).unwrap();
    assert_eq!((moved.bytes, moved.eop), (100, true));
    assert!(room[..100] == pattern(100, 1)[..]);
    device.h2c(1).unwrap().send(&pattern(70, 4)).unwrap();
    assert!(fs::read(nodes.path("h2c_1")).unwrap() == pattern(70, 4));
}

#[test]
fn a_read_of_a_stream_without_bytes_is_the_end_of_a_packet() {
    let nodes = Nodes::new("xdma0");
    let device = nodes.open();
    // Opening has truncated it.
    let moved = device.c2h(1).unwrap().receive(&mut [0; 64]).unwrap();
    assert_eq!((moved.bytes, moved.eop), (0, true));
}

#[test]
fn a_card_behind_nodes_tells_whether_its_cycles_are_modelled() {
    let nodes = Nodes::new("xdma0");
    assert!(!nodes.open().identity().modelled);
    let kind = status::card_kind::kind::MSM | status::card_kind::MODELLED.mask();
    let registers = fs::OpenOptions::new().write(true).open(nodes.path("user")).unwrap();
    let at = u64::from(user::STATUS.base() + status::CARD_KIND);
    registers.write_all_at(&kind.to_le_bytes(), at).unwrap();
    let device = nodes.open();
    assert_eq!((device.identity().datapath.name, device.identity().modelled), (Some("msm"), true));
}

#[test]
fn a_list_of_features_that_is_broken_is_refused() {
    let nodes = Nodes::new("xdma0");
    let registers = fs::OpenOptions::new().write(true).open(nodes.path("user")).unwrap();
    let put = |header: u32, word: u32, value: u32| {
        let at = u64::from(user::FEATURE.at(header) + word);
        registers.write_all_at(&value.to_le_bytes(), at).unwrap();
    };
    put(3, feature::NEXT, user::FEATURE.at(1));
    let error = Device::open(&nodes.spec()).unwrap_err();
    assert!(matches!(error, ForebayError::Features(FeatureError::Loop { .. })), "{error:?}");
    put(0, feature::ID, 0);
    let error = Device::open(&nodes.spec()).unwrap_err();
    assert!(matches!(error, ForebayError::Features(FeatureError::NoList { .. })), "{error:?}");
}

#[test]
fn a_card_of_which_only_the_platform_is_known_is_described_and_moves_data() {
    let nodes = Nodes::new("xdma0");
    let registers = fs::OpenOptions::new().write(true).open(nodes.path("user")).unwrap();
    let put = |header: u32, word: u32, value: u32| {
        let at = u64::from(user::FEATURE.at(header) + word);
        registers.write_all_at(&value.to_le_bytes(), at).unwrap();
    };
    put(1, feature::VERSION, feature::version::MAJOR.put(2));
    put(2, feature::ID, feature::id::RESET | feature::id::CLASS.put(9) | 5);
    put(3, feature::ID, feature::id::RESET | feature::id::CLASS.put(class::DATAPATH) | 0x7F);
    put(3, feature::PROGRESS, 77);
    let device = nodes.open();
    let description = device.describe(false).unwrap();
    assert!(description.streams.is_empty(), "ports of another version are left alone");
    let plugs: Vec<_> = description.plugs.iter().map(|plug| (&*plug.name, plug.progress)).collect();
    assert_eq!(plugs, [("datapath 127", 77)]);
    device.h2c(0).unwrap().write_all_at(&[7; 100], 0).unwrap();
    device.c2h(0).unwrap().read_exact_at(&mut [0; 100], 0).unwrap();
    device.recover().unwrap();
    let mut word = [0; 4];
    let control = user::FEATURE.at(3) + feature::CONTROL;
    fs::File::open(nodes.path("user")).unwrap().read_exact_at(&mut word, control.into()).unwrap();
    assert_eq!(word, [0; 4], "held and let go");
}

/// Whatever a recovery comes to, nothing is left that throws away what comes.
#[test]
fn a_stream_port_that_cannot_be_emptied_is_not_left_flushing() {
    let nodes = Nodes::new("xdma0");
    let device = nodes.open();
    let port = user::STREAM.at(1);
    device.write32(Bar::User, port + stream::OCCUPANCY, 5).unwrap();
    let error = device.recover().unwrap_err();
    assert!(matches!(error, ForebayError::RegisterWait { value: 5, .. }), "{error:?}");
    let datapath = device.identity().features.last().unwrap();
    for control in [
        user::STREAM.at(0) + stream::CONTROL,
        port + stream::CONTROL,
        datapath.header + feature::CONTROL,
    ] {
        assert_eq!(device.read32(Bar::User, control).unwrap(), 0, "{control:#x}");
    }
}

#[test]
fn a_node_that_ends_early_is_an_error_with_its_place() {
    let nodes = Nodes::new("xdma0");
    let device = nodes.open();
    let start = MEMORY_BYTES as u64 - 10;
    let error = device.c2h(0).unwrap().read_exact_at(&mut [0; 64], start).unwrap_err();
    assert!(matches!(error, ForebayError::NodeIo { bytes: 64, done: 10, .. }), "{error:?}");
    for part in ["xdma0_c2h_0", "read of 64 bytes", "after 10"] {
        assert!(error.to_string().contains(part), "`{part}` is not in: {error}");
    }
    // The channel goes on.
    device.c2h(0).unwrap().read_exact_at(&mut [0; 64], 0).unwrap();
}

#[test]
fn a_full_disk_stands_for_a_driver_that_refuses() {
    let nodes = Nodes::new("xdma0");
    fs::remove_file(nodes.path("h2c_0")).unwrap();
    symlink("/dev/full", nodes.path("h2c_0")).unwrap();
    let error = nodes.open().h2c(0).unwrap().write_all_at(&[1; 16], 0x40).unwrap_err();
    let ForebayError::NodeIo { at, source, .. } = &error else { unreachable!("{error:?}") };
    assert_eq!((*at, source.kind()), (0x40, std::io::ErrorKind::StorageFull), "{error}");
}

#[test]
fn names_and_nodes_that_are_not_there() {
    let nodes = Nodes::new("xdma0");
    let error = Device::open("/dev/null").unwrap_err();
    assert!(error.to_string().contains("forebayN or xdmaN"), "{error}");
    let error = Device::open(&nodes.spec().replace("xdma0", "xdma1")).unwrap_err();
    assert!(matches!(error, ForebayError::NodeOpen { .. }), "{error:?}");
    assert!(error.to_string().contains("is the driver loaded"), "{error}");
    let device = nodes.open();
    let error = device.h2c(2).unwrap_err();
    let channel = ChannelId::H2c(2);
    assert!(
        matches!(error, ForebayError::NoSuchChannel { present: 2, channel: c } if c == channel)
    );
    fs::remove_file(nodes.path("c2h_0")).unwrap();
    let error = device.c2h(0).unwrap_err();
    assert!(error.to_string().contains("xdma0_c2h_0"), "{error}");
    let options = OpenOptions { wave: Some("x.fst".into()), ..OpenOptions::default() };
    let error = Device::open_with(&nodes.spec(), &options).unwrap_err();
    assert!(error.to_string().contains("waveform"), "{error}");
}

#[test]
fn a_card_that_fell_off_its_bus_reads_all_ones() {
    let nodes = Nodes::new("forebay0");
    let registers = fs::OpenOptions::new().write(true).open(nodes.path("user")).unwrap();
    let device = nodes.open();
    registers.write_all_at(&[0xFF; 0x4000], 0).unwrap();
    let error = device.now().unwrap_err();
    assert!(matches!(error, ForebayError::CardGone { .. }), "{error:?}");
    let error = Device::open(&nodes.spec()).unwrap_err();
    assert!(matches!(error, ForebayError::CardGone { .. }), "{error:?}");
}

#[test]
fn files_are_not_taken_for_channels_of_the_module() {
    let nodes = Nodes::new("forebay0");
    let device = nodes.open();
    let error = device.h2c(0).unwrap_err();
    assert!(error.to_string().contains("not a channel of the forebay module"), "{error}");
}

#[test]
fn how_to_wait_is_for_the_module_alone() {
    let completion = Some(Completion { spin: None, timeout: Duration::from_secs(5) });
    let options = OpenOptions { completion, ..OpenOptions::default() };
    let nodes = Nodes::new("xdma0");
    let error = Device::open_with(&nodes.spec(), &options).unwrap_err();
    assert!(error.to_string().contains("module parameters"), "{error}");
}
