// SPDX-License-Identifier: Apache-2.0
//! Wrong use ends in an error that says what, where and what next, and the device works afterwards.

use std::sync::Arc;

use forebay::{
    Bar, Buffer, ChannelId, EngineCause, Feed, ForebayError, Piece, Scheme, StreamWriter,
    TransmitOptions,
};
use forebay_msm_client::{Msm, MsmClientError};
use forebay_regs::xdma::chan;

use crate::shared::{NOWHERE, STREAM_PORTS, count_of, memory_works, works};
use crate::{Fixture, Way};

/// Bytes that never cross a page: of several descriptors any may be the last that the card has refused.
#[repr(align(64))]
struct Line([u8; 64]);

// ---- refused by the library ----

pub(crate) fn the_wrong_kind_of_call_says_which_one_is_right(fixture: &Fixture) {
    let device = fixture.open();
    let error = device.h2c(2).unwrap().write_all_at(&[0], 0).unwrap_err();
    assert!(matches!(error, ForebayError::WrongKind { stream: true, .. }), "{error}");
    assert!(error.to_string().contains("send"), "{error}");
    let error = device.c2h(0).unwrap().receive(&mut [0]).unwrap_err();
    assert!(matches!(error, ForebayError::WrongKind { stream: false, .. }), "{error}");
    assert!(error.to_string().contains("read_exact_at"), "{error}");
    works(&device);
}

pub(crate) fn channels_that_are_not_there(fixture: &Fixture) {
    let device = fixture.open();
    for (error, asked) in [
        (device.h2c(4).map(drop), ChannelId::H2c(4)),
        (device.c2h(u32::MAX).map(drop), ChannelId::C2h(u32::MAX)),
    ] {
        let error = error.unwrap_err();
        assert!(
            matches!(error, ForebayError::NoSuchChannel { present: 4, channel } if channel == asked),
            "{error:?}"
        );
    }
    works(&device);
}

pub(crate) fn a_card_that_does_not_multiply_says_so(fixture: &Fixture) {
    let error = Msm::new(&fixture.open()).unwrap_err();
    assert!(matches!(error, MsmClientError::NoMsm { .. }), "{error:?}");
}

pub(crate) fn a_card_without_user_level_dma_says_so(fixture: &Fixture) {
    let device = fixture.open();
    let error = device.user_queue(Scheme::Portal).unwrap_err();
    assert!(matches!(error, ForebayError::NoFeature { .. }), "{error:?}");
    assert!(error.to_string().contains("user-level DMA"), "{error}");
    works(&device);
}

pub(crate) fn a_card_that_does_not_send_says_so(fixture: &Fixture) {
    let device = fixture.open();
    let error = device.transmit(&TransmitOptions::default()).unwrap_err();
    assert!(matches!(error, ForebayError::NoFeature { .. }), "{error:?}");
    assert!(error.to_string().contains("transmit engine"), "{error}");
    works(&device);
}

pub(crate) fn ranges_buffers_and_stream_ports_that_are_not_there(fixture: &Fixture) {
    let device = fixture.open();
    let buffer = Arc::new(Buffer::new(64).unwrap());
    let outside = std::ops::Range { start: 60, end: 65 };
    let wrong = device.h2c(2).unwrap().submit_packets(Arc::clone(&buffer), &[outside]);
    let error = wrong.map(drop).unwrap_err();
    assert!(matches!(error, ForebayError::Range { start: 60, end: 65, len: 64 }), "{error:?}");
    let piece = Piece { buffer: 1, range: 0..1, card_addr: 0 };
    let wrong = device.h2c(0).unwrap().submit(&[Arc::clone(&buffer)], &[piece]);
    let error = wrong.map(drop).unwrap_err();
    assert!(
        matches!(error, ForebayError::NoSuchBuffer { piece: 0, buffer: 1, given: 1 }),
        "{error:?}"
    );
    let feed = Feed { port: 2, buffer, element_bytes: 32 };
    let writer = StreamWriter::new(&device, 0).unwrap();
    let error = writer.submit(&[feed], 1).map(drop).unwrap_err();
    assert!(matches!(error, ForebayError::NoSuchStreamPort { port: 2, present: 2 }), "{error:?}");
    works(&device);
}

pub(crate) fn elements_without_bytes_and_more_than_the_buffer_holds(fixture: &Fixture) {
    let device = fixture.open();
    let buffer = Arc::new(Buffer::new(6400).unwrap());
    let writer = StreamWriter::new(&device, 0).unwrap();
    let feed = |element_bytes| Feed { port: 1, buffer: Arc::clone(&buffer), element_bytes };
    let error = writer.submit(&[feed(0)], 4).map(drop).unwrap_err();
    assert!(matches!(error, ForebayError::EmptyElement { port: 1 }), "{error:?}");
    for (bytes, elements) in [(64, 101), (64, usize::MAX), (1, usize::MAX), (usize::MAX, 2)] {
        let error = writer.submit(&[feed(bytes)], elements).map(drop).unwrap_err();
        assert!(matches!(error, ForebayError::Range { start: 0, len: 6400, .. }), "{error:?}");
    }
    let description = device.describe(false).unwrap();
    assert_eq!(description.streams[1].occupancy, 0, "nothing of them was written");
    works(&device);
}

pub(crate) fn a_card_address_that_goes_past_the_last(fixture: &Fixture) {
    let device = fixture.open();
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    let mut bytes = vec![0; 3 << 20];
    let at = u64::MAX - (2 << 20);
    let piece = Piece { buffer: 0, range: 0..3 << 20, card_addr: at };
    for wrong in [
        h2c.write_all_at(&bytes, at),
        c2h.submit(Buffer::new(3 << 20).unwrap(), 0..3 << 20, at).map(drop),
        h2c.submit(&[Arc::new(Buffer::new(3 << 20).unwrap())], &[piece]).map(drop),
        c2h.read_exact_at(&mut bytes, at),
    ] {
        let error = wrong.unwrap_err();
        assert!(
            matches!(error, ForebayError::CardRange { card_addr, .. } if card_addr == at),
            "{error:?}"
        );
        assert!(error.to_string().contains("past the last address"), "{error}");
    }
    // Just not past it: the card says that nothing is there, or the kernel that a file does not go so far.
    for at in [u64::MAX - 64, u64::MAX - 63] {
        let error = fixture.fails(&device, || h2c.write_all_at(&bytes[..64], at));
        match fixture.way() {
            Way::InProcess => assert!(matches!(error, ForebayError::Engine { .. }), "{error:?}"),
            Way::Nodes => assert!(matches!(error, ForebayError::NodeIo { .. }), "{error:?}"),
        }
    }
    works(&device);
}

// ---- refused by the card ----

pub(crate) fn a_card_address_that_does_not_exist(fixture: &Fixture) {
    let device = fixture.open();
    let refused = count_of(&device, "card_errors");
    let h2c = device.h2c(0).unwrap();
    let error = fixture.fails(&device, || h2c.write_all_at(&Line([1; 64]).0, NOWHERE));
    let ForebayError::Engine { channel, cause, descriptor, card_addr, bad_card_addr, .. } = error
    else {
        unreachable!("{error:?}");
    };
    assert_eq!((channel, cause, descriptor), (ChannelId::H2c(0), EngineCause::Write, 0));
    assert_eq!((card_addr, bad_card_addr), (NOWHERE, NOWHERE));
    memory_works(&device);
    let c2h = device.c2h(0).unwrap();
    let error = fixture.fails(&device, || c2h.read_exact_at(&mut Line([0; 64]).0, NOWHERE + 0x40));
    let text = error.to_string();
    assert!(text.starts_with("c2h_0: source read refused at descriptor 0"), "{text}");
    assert!(text.contains("card address 0x90000040; "), "{text}");
    assert_eq!(device.describe(false).unwrap().last_bad.card, NOWHERE + 0x40);
    assert_eq!(count_of(&device, "card_errors") - refused, 2);
    works(&device);
}

/// Whose host address it was, the library knows only where it chose it.
pub(crate) fn the_host_address_of_a_refused_descriptor_is_told(fixture: &Fixture) {
    let device = fixture.open();
    let error = device.h2c(0).unwrap().write_all_at(&Line([1; 64]).0, NOWHERE).unwrap_err();
    assert!(matches!(error, ForebayError::Engine { host_addr: Some(_), .. }), "{error:?}");
    assert!(error.to_string().contains("(host 0x"), "{error}");
}

/// A transfer that begins in card memory and ends behind it.
pub(crate) fn a_transfer_across_the_end_of_card_memory(fixture: &Fixture) {
    let device = fixture.open();
    let end = u64::from(device.identity().mem_bytes);
    let mut across = vec![0; 8192];
    let c2h = device.c2h(0).unwrap();
    let error = fixture.fails(&device, || c2h.read_exact_at(&mut across, end - 4096));
    assert!(matches!(error, ForebayError::Engine { cause: EngineCause::Read, .. }), "{error:?}");
    works(&device);
}

pub(crate) fn a_stream_port_cannot_be_read(fixture: &Fixture) {
    let device = fixture.open();
    let c2h = device.c2h(0).unwrap();
    let error = fixture.fails(&device, || c2h.read_exact_at(&mut [0; 64], STREAM_PORTS[1] + 0x80));
    let ForebayError::Engine { cause, status, .. } = error else { unreachable!("{error:?}") };
    assert_eq!(cause, EngineCause::Read);
    // Bit 1 of the group: somebody has the address and refuses.
    assert_eq!(chan::status::READ_ERROR.get(status), 2, "{status:#x}");
    works(&device);
}

// ---- registers ----

pub(crate) fn registers_without_their_alignment(fixture: &Fixture) {
    let device = fixture.open();
    for offset in [2_u64, 0x401] {
        for error in
            [device.read32(Bar::User, offset).map(drop), device.write32(Bar::User, offset, 0)]
        {
            let text = error.unwrap_err().to_string();
            assert!(text.contains(&format!("user registers at {offset:#x}")), "{text}");
        }
    }
    works(&device);
}

pub(crate) fn registers_behind_the_end_of_the_node(fixture: &Fixture) {
    let device = fixture.open();
    let error = device.read32(Bar::User, 0x0400_0000_u32).unwrap_err();
    assert!(matches!(error, ForebayError::NodeIo { at: 0x0400_0000, .. }), "{error:?}");
    works(&device);
}

pub(crate) fn bars_that_no_node_leads_to(fixture: &Fixture) {
    let device = fixture.open();
    for bar in [Bar::Dma, Bar::Aperture] {
        let error = device.read32(bar, 0_u32).unwrap_err();
        assert!(matches!(error, ForebayError::NoSuchBar { .. }), "{error:?}");
        let error = device.write32(bar, 0_u32, 0).unwrap_err();
        assert!(matches!(error, ForebayError::NoSuchBar { .. }), "{error:?}");
    }
    works(&device);
}
