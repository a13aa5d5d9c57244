// SPDX-License-Identifier: Apache-2.0
//! What a client may send, and what it is answered.

mod common;

use std::os::fd::AsFd;

use common::stuck::{STUCK, stuck};
use common::*;
use forebay_vfio_user::{Ending, ServeError};

#[test]
fn version_and_capabilities_are_agreed_on_first() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    assert_eq!(client.ask(GET_INFO, &words(&[16, 0, 0, 0])), Err(EINVAL), "before the version");
    assert_eq!(client.ask(VERSION, &[1, 0, 0, 0]), Err(ENOTSUP));
    assert_eq!(client.ask(VERSION, &[0, 0, 0]), Err(EINVAL));
    assert_eq!(client.ask(VERSION, b"\0\0\0\0{nonsense\0"), Err(EINVAL));
    let caps = client.agree();
    assert!(
        caps.contains(r#""max_msg_fds":16"#) && caps.contains(r#""write_multiple":true"#),
        "{caps}"
    );
    assert!(client.ask(GET_INFO, &words(&[16, 0, 0, 0])).is_ok());
    assert_eq!(session.finish().requests_refused, 4);
}

#[test]
fn the_device_describes_itself() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    assert_eq!(client.ask(GET_INFO, &words(&[16, 0, 0, 0])), Ok(words(&[16, 3, 9, 5])));
    let mut sizes = Vec::new();
    for region in 0..9 {
        let info = client.ask(GET_REGION_INFO, &words(&[32, 0, region, 0, 0, 0, 0, 0])).unwrap();
        let size = u64::from_le_bytes(info[16..24].try_into().unwrap());
        let flags = if size == 0 { 0 } else { 3 };
        assert_eq!(info[..16], words(&[32, flags, region, 0]));
        sizes.push(size);
    }
    assert_eq!(sizes, [64 << 20, 0, 64 << 10, 0, 1 << 30, 0, 0, 4096, 0]);
    assert_eq!(client.ask(GET_REGION_INFO, &words(&[32, 0, 9, 0, 0, 0, 0, 0])), Err(EINVAL));
    let counts = [0, 0, 24, 1, 0];
    for (kind, count) in (0..5).zip(counts) {
        let info = client.ask(GET_IRQ_INFO, &words(&[16, 0, kind, 0])).unwrap();
        let eventfd = u32::from(count > 0);
        assert_eq!(info[4..], words(&[eventfd, kind, count]));
    }
    assert_eq!(client.ask(GET_IRQ_INFO, &words(&[16, 0, 5, 0])), Err(EINVAL));
    session.finish();
}

#[test]
fn a_card_of_another_layout_is_another_device() {
    let mut session = Session::new(shell());
    let client = &mut session.client;
    client.agree();
    let size = |client: &mut Client, region| {
        let info = client.ask(GET_REGION_INFO, &words(&[32, 0, region, 0, 0, 0, 0, 0])).unwrap();
        u64::from_le_bytes(info[16..24].try_into().unwrap())
    };
    let sizes: Vec<_> = (0..9).map(|region| size(client, region)).collect();
    assert_eq!(sizes, [64 << 20, 0, 0, 0, 1 << 30, 0, 0, 4096, 0], "nothing of ours in BAR2");
    let msix = client.ask(GET_IRQ_INFO, &words(&[16, 0, 2, 0])).unwrap();
    assert_eq!(msix[4..], words(&[1, 2, 16]));
    assert_eq!(client.read32(CONFIG, 0), 0xf0fb_1d0f);
    // The block of DMA registers, then the card's own.
    assert_eq!(client.read32(BAR_USER, 0), 0x1fc0_0006);
    assert_eq!(client.read32(BAR_USER, 0x1_0000), 0x5941_4246);
    assert_eq!(client.ask(REGION_READ, &access(BAR_DMA, 0, 4)), Err(EINVAL));
    let write = [access(BAR_DMA, 0, 4), vec![0; 4]].concat();
    assert_eq!(client.ask(REGION_WRITE, &write), Err(EINVAL));
    session.finish();
}

#[test]
fn what_is_not_known_or_too_long_is_drained_and_refused() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    assert_eq!(client.ask(16, &[0xa5; 4000]), Err(ENOTSUP));
    assert_eq!(client.ask(14, &[]), Err(ENOTSUP));
    assert_eq!(client.ask(REGION_WRITE, &vec![0; 2 << 20]), Err(EMSGSIZE));
    assert_eq!(client.ask(REGION_WRITE, &access(BAR_USER, 0, 4)), Err(EINVAL), "data missing");
    assert_eq!(client.ask(DMA_MAP, &[0; 31]), Err(EINVAL));
    // In step still, and silent where no answer is wanted.
    client.send(99, NO_REPLY, &[1, 2, 3], &[]);
    assert_eq!(client.read32(BAR_USER, 0), 0x5941_4246);
    session.finish();
}

#[test]
fn a_header_shorter_than_itself_ends_the_connection() {
    let mut session = Session::new(fast());
    session.client.send_raw(&words(&[1 << 16, 15, 0, 0]), &[]);
    assert!(matches!(session.wait(), Err(ServeError::Desync { size: 15 })));
}

#[test]
fn an_answer_to_nothing_is_ignored() {
    let mut session = Session::new(fast());
    session.client.send(REGION_READ, 1, &[0; 16], &[]);
    session.client.agree();
    session.finish();
}

#[test]
fn posted_writes_are_done_in_order_and_never_answered() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    for value in 0..100_u32 {
        client.post32(BAR_APERTURE, 0x100, value);
    }
    // A posted write that is refused is not answered either.
    client.post(BAR_APERTURE, 1 << 30, &[0; 4]);
    assert_eq!(client.read32(BAR_APERTURE, 0x100), 99);
    let summary = session.finish();
    assert_eq!((summary.mmio_writes, summary.mmio_reads, summary.requests_refused), (100, 1, 1));
}

/// What is announced as the most that one message moves is taken by every region that is so large, and a byte more by none.
#[test]
fn what_is_announced_is_taken_and_not_a_byte_more() {
    const MOST: u32 = 4096;
    let mut session = Session::new(fast());
    let client = &mut session.client;
    let caps: serde_json::Value = serde_json::from_str(&client.agree()).unwrap();
    assert_eq!(caps["capabilities"]["max_data_xfer_size"], MOST, "{caps}");
    let data: Vec<u8> = (0..MOST + 1).map(|n| u8::try_from(n % 251).unwrap()).collect();
    let (most, more) = (&data[..MOST as usize], &data[..]);
    for (region, offset) in
        [(BAR_APERTURE, 0x1_2345), (BAR_USER, 0), (BAR_DMA, 0x8000), (CONFIG, 0)]
    {
        assert_eq!(client.write(region, offset, more), Err(EMSGSIZE), "{region}");
        assert_eq!(client.read(region, offset, MOST + 1), Err(EMSGSIZE), "{region}");
        let before = client.read(region, offset, MOST).unwrap();
        assert_eq!(before.len(), MOST as usize, "{region}");
        // As long as a region's first bytes are it is as writable as they are.
        client.write(region, offset, if region == CONFIG { &before } else { most }).unwrap();
    }
    assert!(client.read(BAR_APERTURE, 0x1_2345, MOST).unwrap() == most);
    // Whatever the message holds, the count it gives is what counts.
    for count in [MOST + 1, 1 << 20, u32::MAX] {
        assert_eq!(client.read(BAR_APERTURE, 0, count), Err(EMSGSIZE), "{count}");
        let request = [access(BAR_APERTURE, 0, count), vec![0; 64]].concat();
        assert_eq!(client.ask(REGION_WRITE, &request), Err(EMSGSIZE), "{count}");
    }
    // Each register of a long read is the register.
    let words = client.read(BAR_USER, 0x400, 1024).unwrap();
    for (at, word) in (0x400..).step_by(4).zip(words.chunks(4)) {
        assert_eq!(client.read(BAR_USER, at, 4).unwrap(), word, "{at:#x}");
    }
    let summary = session.finish();
    assert_eq!((summary.requests_refused, summary.mmio_misshapen), (14, 0));
}

#[test]
fn a_batch_writes_one_after_another() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    let mut batch = 3_u64.to_le_bytes().to_vec();
    for (offset, count, data) in [(0x40, 4, 1_u64), (0x44, 8, 2 << 32 | 3), (0x40, 2, 7)] {
        batch.extend(access(BAR_APERTURE, offset, count));
        batch.extend_from_slice(&data.to_le_bytes());
    }
    assert_eq!(client.ask(REGION_WRITE_MULTI, &batch), Ok(3_u64.to_le_bytes().to_vec()));
    assert_eq!(client.read(BAR_APERTURE, 0x40, 12).unwrap(), words(&[7, 3, 2]));
    batch[0] = 4;
    assert_eq!(client.ask(REGION_WRITE_MULTI, &batch), Err(EINVAL), "more promised than sent");
    session.finish();
}

#[test]
fn accesses_are_cut_to_what_the_card_takes() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    let both = client.read(BAR_USER, 8, 8).unwrap();
    let [kind, channels] = [8, 12].map(|offset| client.read32(BAR_USER, offset));
    assert_eq!(both, words(&[kind, channels]));
    // A part of a register, and one that reaches into the next, read as on any other card.
    let magic = [client.read(BAR_USER, 0, 8).unwrap(), both].concat();
    for (offset, count) in [(0, 1), (1, 1), (3, 1), (2, 2), (2, 4), (0, 3), (1, 8), (3, 10)] {
        let part = &magic[usize::try_from(offset).unwrap()..][..count as usize];
        assert_eq!(client.read(BAR_USER, offset, count).unwrap(), part, "{count} at {offset}");
    }
    // Written are whole ones only.
    for (offset, count) in [(0x104, 1), (0x106, 2), (0x106, 4), (0x104, 3)] {
        client.write(BAR_DMA, offset, &vec![0xff; count]).unwrap();
    }
    client.write(BAR_APERTURE, 0x3d, &[1, 2, 3, 4, 5, 6, 7]).unwrap();
    assert_eq!(client.read(BAR_APERTURE, 0x3d, 7).unwrap(), [1, 2, 3, 4, 5, 6, 7]);
    for (region, offset, count) in [
        (BAR_USER, (64 << 20) - 2, 4),
        (BAR_USER, u64::MAX - 1, 4),
        (BAR_DMA, 64 << 10, 4),
        (BAR_APERTURE, (1 << 30) - 64, 65),
        (BAR_APERTURE, 0, 0),
        (1, 0, 4),
        (9, 0, 4),
        (CONFIG, 4094, 4),
    ] {
        assert_eq!(client.read(region, offset, count), Err(EINVAL), "{region} {offset:#x} {count}");
    }
    assert_eq!(session.finish().mmio_misshapen, 4);
}

/// Of an access that fails a client gets all ones, whatever its width, also where a part of it did not fail.
#[test]
fn a_read_that_fails_is_all_ones_of_its_width() {
    for card in [fast(), rtl()] {
        let mut session = Session::new(stuck(card));
        let client = &mut session.client;
        client.agree();
        let mut failed = 0;
        for bytes in [1, 2, 4, 8, 3, 16, 64, 256] {
            // Before it, at it, across it on either side.
            for offset in STUCK - 8..STUCK + 8 {
                let touched = offset < STUCK + 4 && offset + u64::from(bytes) > STUCK;
                for region in [BAR_USER, BAR_APERTURE] {
                    // Reads of the aperture begin where they begin: the place is one byte there.
                    let fails = if region == BAR_USER { touched } else { offset == STUCK };
                    let data = client.read(region, offset, bytes).unwrap();
                    // Where it does not fail it reads 0: no register is there, and empty memory.
                    let expected = vec![if fails { 0xff } else { 0 }; bytes as usize];
                    assert_eq!(data, expected, "{bytes} at {offset:#x} of {region}");
                    failed += u64::from(fails);
                }
            }
        }
        let summary = session.finish();
        assert_eq!(summary.mmio_timeouts, failed, "each failed once, and is over then");
    }
}

#[test]
fn vectors_are_set_checked_and_cleared() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    let event = client.listen(3);
    client.set_irqs(0x21, 3, 1, &[]).unwrap();
    assert_eq!(events(&event), 1, "triggered by hand");
    client.ask(SET_IRQS, &[words(&[22, 0x22, 2, 2, 2]), vec![1, 1]].concat()).unwrap();
    assert_eq!(events(&event), 1, "by hand, one of two");
    client.set_irqs(0x24, 3, 1, &[]).unwrap();
    client.set_irqs(0x21, 3, 1, &[]).unwrap();
    assert_eq!(events_now(&event), 0, "taken away by a message without a descriptor");
    client.set_irqs(0x21, 0, 0, &[]).unwrap();
    let fd = event.as_fd();
    assert_eq!(client.set_irqs(0x24, 0, 2, &[fd]), Err(EINVAL), "one for two");
    assert_eq!(client.set_irqs(0x24, 23, 2, &[fd, fd]), Err(EINVAL), "beyond the last");
    assert_eq!(client.set_irqs(0x24, u32::MAX, 2, &[fd, fd]), Err(EINVAL));
    assert_eq!(client.set_irqs(0x24, 0, 17, &[fd; 17]), Err(EINVAL), "too many at once");
    client.set_irqs(0x24, 0, 16, &[fd; 16]).unwrap();
    assert_eq!(client.read32(BAR_USER, 0), 0x5941_4246);
    session.finish();
}

#[test]
fn maps_are_whole_pages_of_their_own() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    let ram = memory(0x2000);
    let fd = Some(ram.as_fd());
    client.map(0x10_0000, 0x2000, 0, fd).unwrap();
    assert_eq!(client.map(0x10_1000, 0x1000, 0, fd), Err(EEXIST));
    assert_eq!(client.map(0x20_0000, 0x2000, 0x1000, fd), Err(EINVAL), "longer than the file");
    assert_eq!(client.map(0x20_0001, 0x1000, 0, fd), Err(EINVAL));
    assert_eq!(client.map(u64::MAX - 0xfff, 0x2000, 0, None), Err(EINVAL), "behind all addresses");
    assert_eq!(client.unmap(0x10_0000, 0x1000), Err(EINVAL), "would cut a map");
    let mut range = words(&[32, 3]);
    for field in [0_u64, 0x20_0000, 0x1000] {
        range.extend_from_slice(&field.to_le_bytes());
    }
    assert_eq!(client.ask_with(DMA_MAP, &range, &[ram.as_fd(); 17]), Err(EINVAL), "too many files");
    let echo = client.unmap(0x10_0000, 0x2000).unwrap();
    assert_eq!(echo[8..], words(&[0x10_0000, 0, 0x2000, 0]));
    // Churn, as firmware does while it moves its shadows about.
    for _ in 0..200 {
        client.map(0x10_0000, 0x1000, 0x1000, fd).unwrap();
        client.map(0xf000_0000, 0x1000, 0, None).unwrap();
        client.unmap(0xf000_0000, 0x1000).unwrap();
        client.unmap(0x10_0000, 0x1000).unwrap();
    }
    let summary = session.finish();
    assert_eq!((summary.maps, summary.unmaps), (401, 401));
}

#[test]
fn an_unmap_takes_all_maps_inside_its_range() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    let ram = memory(0x20_0000);
    let fd = Some(ram.as_fd());
    // As an IOMMU with 4 KiB pages maps, and unmaps 2 MiB at a time whatever is mapped there.
    let map_some = |client: &mut Client| {
        for page in (0..512).filter(|page| page % 8 != 3) {
            client.map(0x20_0000 + page * 0x1000, 0x1000, page * 0x1000, fd).unwrap();
        }
    };
    map_some(client);
    client.map(0x60_0000, 0x1000, 0, fd).unwrap();
    let echo = client.unmap(0x20_0000, 0x20_0000).unwrap();
    assert_eq!(echo[16..], (448 * 0x1000_u64).to_le_bytes());
    let echo = client.unmap(0x20_0000, 0x20_0000).unwrap();
    assert_eq!(echo[16..], 0_u64.to_le_bytes(), "nothing is there any more, which is no mistake");
    map_some(client);
    let echo = client.unmap_all().unwrap();
    assert_eq!(echo[16..], (449 * 0x1000_u64).to_le_bytes());
    client.map(0, 0x20_0000, 0, fd).unwrap();
    // As the whole address space is unmapped in two halves where there is no flag for all.
    assert_eq!(client.unmap(0, 1 << 63).unwrap()[16..], 0x20_0000_u64.to_le_bytes());
    client.unmap(1 << 63, 1 << 63).unwrap();
    let summary = session.finish();
    assert_eq!((summary.maps, summary.unmaps, summary.requests_refused), (898, 898, 0));
}

/// All addresses are mapped, and the answer to their unmapping has no room for how many that are.
#[test]
fn all_addresses_that_there_are_can_be_mapped_and_unmapped() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    let half = 1 << 63;
    for _ in 0..2 {
        client.map(0, half, 0, None).unwrap();
        client.map(half, half, 0, None).unwrap();
        let echo = client.unmap_all().unwrap();
        assert_eq!(echo[16..], u64::MAX.to_le_bytes(), "as many as can be told");
        assert_eq!(client.unmap_all().unwrap()[16..], 0_u64.to_le_bytes());
    }
    let summary = session.finish();
    assert_eq!((summary.maps, summary.unmaps, summary.requests_refused), (4, 4, 0));
}

#[test]
fn a_client_that_reads_no_answers_is_not_served_without_end() {
    let mut session = Session::new(fast());
    let client = &mut session.client;
    client.agree();
    // Asks until nothing more is taken: then the server waits for somebody to read.
    let ask = access(CONFIG, 0, 4096);
    let mut asked = 0;
    while client.takes_more() {
        client.send(REGION_READ, 0, &ask, &[]);
        asked += 1;
    }
    assert!((1000..20_000).contains(&asked), "{asked} answers of 4 KiB are kept");
    for _ in 0..asked {
        assert_eq!(client.receive().1.unwrap().len(), 16 + 4096);
    }
    assert_eq!(client.read32(BAR_USER, 0), 0x5941_4246);
    session.finish();
}

#[test]
fn a_server_that_is_asked_to_stop_stops() {
    let mut session = Session::new(fast());
    session.client.agree();
    assert_eq!(session.stop(), Ending::Stopped);
}
