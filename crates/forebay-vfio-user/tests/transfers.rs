// SPDX-License-Identifier: Apache-2.0
//! DMA, messages, resets and clients that vanish, on the native card and on the RTL.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;

use common::dma::{
    BUSY, CHANNEL_BYTES, DESCRIPTOR_ERRORS, DONE, OTHER_VECTOR, READ_ERRORS, Run, WRITE_ERRORS,
    back, pattern, round_trip, there,
};
use common::stuck::{STUCK, stuck};
use common::*;
use forebay_bus::Card;
use forebay_regs::xdma::chan;
use forebay_trace::{Stats, TraceReader, replay};
use forebay_vfio_user::Ending;

fn both() -> [fn() -> Box<dyn Card>; 2] {
    [fast, rtl]
}

#[test]
fn data_goes_both_ways_and_messages_come() {
    for card in both() {
        let (mut session, ram) = Session::ready(card());
        round_trip(&mut session.client, &ram, 10_000);
        let summary = session.finish();
        assert_eq!((summary.messages, summary.messages_lost, summary.dma_refused), (2, 0, 0));
        assert!(summary.dma_reads > 2 && summary.dma_writes > 0);
    }
}

#[test]
fn dma_outside_guest_memory_is_refused_and_counted() {
    for card in both() {
        let (mut session, ram) = Session::ready(card());
        let client = &mut session.client;
        client.map(0xf000_0000, 0x1000, 0, None).unwrap();
        // In a hole, in a range without a file, and across the end of RAM.
        for host in [0x10, 0xf000_0000, RAM + RAM_BYTES - 4] {
            let run = Run { host, ..there(64) };
            run.start_with_vector(client, &ram, OTHER_VECTOR);
            assert_ne!(run.status(client) & READ_ERRORS, 0, "read error at {host:#x}");
        }
        round_trip(client, &ram, 500);
        assert!(session.finish().dma_refused >= 3);
    }
}

/// Memory that ends with the last address there is: data, descriptors and results up to its last byte, and an end behind it.
#[test]
fn memory_at_the_top_of_all_addresses_is_used_to_its_last_byte() {
    const BYTES: u64 = 0x2000;
    const TOP: u64 = u64::MAX - (BYTES - 1);
    for card in both() {
        let (mut session, ram) = Session::ready(card());
        let client = &mut session.client;
        let top = memory(BYTES);
        client.map(TOP, BYTES, 0, Some(top.as_fd())).unwrap();
        let data = pattern(u32::try_from(BYTES).unwrap());
        top.write_all_at(&data, 0).unwrap();
        let done = client.listen(0);
        let whole = |run: Run| Run { host: TOP, bytes: u32::try_from(BYTES).unwrap(), ..run };
        let run = whole(there(0));
        run.start(client, &ram);
        assert_eq!((events(&done), run.status(client)), (1, DONE));
        top.write_all_at(&vec![0; data.len()], 0).unwrap();
        let run = whole(back(0));
        run.start(client, &ram);
        assert_eq!((events(&done), run.status(client)), (1, DONE));
        let mut seen = vec![0; data.len()];
        top.read_exact_at(&mut seen, 0).unwrap();
        assert!(seen == data);
        // The last descriptor that there can be.
        let run = there(64);
        top.write_all_at(&run.descriptor(), BYTES - 32).unwrap();
        run.program(client, u64::MAX - 31, 0);
        assert_eq!((events(&done), run.status(client)), (1, DONE));
        // What would go on behind it finds nothing, and the card works on.
        for (run, errors) in [(there(0), READ_ERRORS), (back(0), WRITE_ERRORS)] {
            for (host, bytes) in [(u64::MAX, 2), (TOP, 0x2001), (u64::MAX - 99, 0x3000)] {
                // Pages of the card and of the host together: a piece ends with the last address.
                let run = Run { host, card: 0, bytes, ..run };
                run.start(client, &ram);
                assert_eq!(events(&done), 1);
                let status = run.status(client);
                assert_ne!(status & errors, 0, "{bytes:#x} at {host:#x}: {status:#x}");
            }
        }
        // A chain that goes on behind it: the next of a block.
        let block = [&0xad4b_0100_u32.to_le_bytes()[..], &run.descriptor()[4..]].concat();
        top.write_all_at(&block, BYTES - 32).unwrap();
        run.program_block(client, u64::MAX - 31, 0, 1);
        assert_eq!(events(&done), 1);
        assert_ne!(run.status(client) & DESCRIPTOR_ERRORS, 0);
        round_trip(client, &ram, 500);
        session.finish();
    }
}

#[test]
fn without_the_bus_master_bit_nothing_leaves_the_card() {
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    client.write(CONFIG, 4, &[2, 0]).unwrap();
    let event = client.listen(0);
    let run = there(64);
    run.start(client, &ram);
    assert_ne!(run.status(client) & DESCRIPTOR_ERRORS, 0);
    assert_eq!(events_now(&event), 0);
    client.write(CONFIG, 4, &[6, 0]).unwrap();
    round_trip(client, &ram, 64);
    let summary = session.finish();
    assert_eq!((summary.messages, summary.messages_lost), (2, 1));
    assert!(summary.dma_refused > 0);
}

#[test]
fn a_card_that_sleeps_reaches_no_memory_and_answers_no_register() {
    const POWER: u64 = 0x44;
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    let run = there(64);
    client.write(CONFIG, POWER, &[3]).unwrap();
    assert_eq!(client.read32(BAR_USER, 0), u32::MAX, "nobody answers in D3hot");
    run.start_with_vector(client, &ram, OTHER_VECTOR);
    client.write(CONFIG, POWER, &[0]).unwrap();
    assert_eq!(client.read32(BAR_USER, 0), 0x5941_4246, "back in D0");
    assert_eq!(run.status(client), 0, "the start did not reach the card");
    run.start_endless(client, &ram);
    client.write(CONFIG, POWER, &[3]).unwrap();
    // More than are answered between two looks at the card.
    for _ in 0..100 {
        client.read(CONFIG, 0, 4).unwrap();
    }
    client.write(CONFIG, POWER, &[0]).unwrap();
    assert_ne!(run.status(client) & GONE, 0, "the run met no memory meanwhile");
    assert!(session.finish().dma_refused > 0);
}

#[test]
fn a_message_without_a_listener_waits_for_one() {
    for card in both() {
        let (mut session, ram) = Session::ready(card());
        let client = &mut session.client;
        let run = there(64);
        run.start(client, &ram);
        assert_eq!(run.status(client), DONE);
        assert_eq!(client.read32(BAR_DMA, 0x8fe0), 1, "pending");
        let event = client.listen(0);
        assert_eq!(events(&event), 1);
        assert_eq!(client.read32(BAR_DMA, 0x8fe0), 0);
        assert_eq!(session.finish().messages_lost, 0);
    }
}

#[test]
fn a_read_behind_a_stop_finds_the_run_at_rest() {
    for card in both() {
        let (mut session, ram) = Session::ready(card());
        let client = &mut session.client;
        round_trip(client, &ram, CHANNEL_BYTES);
        let run = back(CHANNEL_BYTES);
        run.start_endless(client, &ram);
        client.post32(BAR_DMA, run.channel.0 + chan::CONTROL_W1C, 1);
        let status = client.read32(BAR_DMA, run.channel.0 + chan::STATUS);
        assert_eq!(status & BUSY, 0, "{status:#x}");
        // From the answer on the memory is software's.
        let before = fill(&ram, 0);
        assert_eq!(run.status(client), status);
        assert!(before == content(&ram));
        round_trip(client, &ram, 300);
        session.finish();
    }
}

/// What a transfer can end with whose memory is gone: its descriptor is fetched again and again, too.
const GONE: u32 = READ_ERRORS | WRITE_ERRORS | DESCRIPTOR_ERRORS;

fn content(ram: &File) -> Vec<u8> {
    let mut bytes = vec![0; usize::try_from(RAM_BYTES).unwrap()];
    ram.read_exact_at(&mut bytes, 0).unwrap();
    bytes
}

/// Fills memory from `from` on with what no transfer brings, and gives what is in all of it then: whatever the card
/// writes there from now on shows.
fn fill(ram: &File, from: u64) -> Vec<u8> {
    let bytes = vec![0xee; usize::try_from(RAM_BYTES - from).unwrap()];
    ram.write_all_at(&bytes, from).unwrap();
    content(ram)
}

#[test]
fn memory_unmapped_under_a_transfer_is_not_touched_any_more() {
    for card in both() {
        let (mut session, ram) = Session::ready(card());
        let client = &mut session.client;
        round_trip(client, &ram, CHANNEL_BYTES);
        let run = back(CHANNEL_BYTES);
        run.start_endless(client, &ram);
        run.interrupted_by(client, (DMA_UNMAP, &unmap(0, RAM, RAM_BYTES))).unwrap();
        // From the answer on no byte changes, though the card goes on.
        let before = fill(&ram, 0);
        let status = run.status(client);
        assert_ne!(status & GONE, 0, "{status:#x}");
        assert!(before == content(&ram));
        client.map(RAM, RAM_BYTES, 0, Some(ram.as_fd())).unwrap();
        round_trip(client, &ram, 300);
        session.finish();
    }
}

#[test]
fn one_unmap_takes_many_pages_from_under_a_transfer_and_leaves_the_others() {
    const HALF: u64 = RAM_BYTES / 2;
    for card in both() {
        let mut session = Session::new(card());
        let client = &mut session.client;
        client.agree();
        client.write(CONFIG, 4, &[6, 0]).unwrap();
        let ram = memory(RAM_BYTES);
        let map = |client: &mut Client, from: u64, to: u64| {
            for at in (from..to).step_by(0x1000) {
                client.map(RAM + at, 0x1000, at, Some(ram.as_fd())).unwrap();
            }
        };
        map(client, 0, RAM_BYTES);
        round_trip(client, &ram, CHANNEL_BYTES);
        let run = back(CHANNEL_BYTES);
        run.start_endless(client, &ram);
        // The half of RAM that the data go to, not the one with the descriptor.
        let gone = run.interrupted_by(client, (DMA_UNMAP, &unmap(0, RAM + HALF, HALF))).unwrap();
        assert_eq!(gone[16..], HALF.to_le_bytes());
        let before = fill(&ram, HALF);
        let status = run.status(client);
        assert_ne!(status & WRITE_ERRORS, 0, "{status:#x}");
        assert!(before == content(&ram));
        map(client, HALF, RAM_BYTES);
        round_trip(client, &ram, 3 * 4096);
        session.finish();
    }
}

#[test]
fn memory_that_its_owner_shortens_under_a_transfer_is_refused_and_the_card_goes_on() {
    for (card, run) in both()
        .into_iter()
        .flat_map(|card| [back(CHANNEL_BYTES), there(CHANNEL_BYTES)].map(|run| (card, run)))
    {
        let mut session = Session::new(card());
        let client = &mut session.client;
        client.agree();
        client.write(CONFIG, 4, &[6, 0]).unwrap();
        let ram = loose_memory(RAM_BYTES);
        client.map(RAM, RAM_BYTES, 0, Some(ram.as_fd())).unwrap();
        round_trip(client, &ram, CHANNEL_BYTES);
        run.start_endless(client, &ram);
        // Nothing but this ends such a run; its descriptor stays.
        ram.set_len(0x1000).unwrap();
        let status = run.status(client);
        assert_ne!(status & (READ_ERRORS | WRITE_ERRORS), 0, "{status:#x}");
        assert_eq!(ram.metadata().unwrap().len(), 0x1000);
        // The owner makes it long again, and all is as before.
        ram.set_len(RAM_BYTES).unwrap();
        round_trip(client, &ram, 300);
        assert!(session.finish().dma_refused > 0);
    }
}

#[test]
fn a_reset_in_the_middle_leaves_a_card_that_works() {
    let function_reset = [access(CONFIG, 0x68, 2), vec![0, 0x80]].concat();
    let resets: [(u16, &[u8]); 2] = [(REGION_WRITE, &function_reset), (RESET, &[])];
    for (card, reset) in both().into_iter().flat_map(|card| resets.map(|reset| (card, reset))) {
        let (mut session, ram) = Session::ready(card());
        let client = &mut session.client;
        round_trip(client, &ram, CHANNEL_BYTES);
        let run = back(CHANNEL_BYTES);
        run.start_endless(client, &ram);
        run.interrupted_by(client, reset).unwrap();
        let before = fill(&ram, 0);
        let command = client.read(CONFIG, 4, 2).unwrap();
        assert_eq!(command, [0, 0], "bus master off");
        assert_eq!(client.read32(BAR_DMA, run.channel.0 + 0x40), 0, "not busy");
        client.write(CONFIG, 4, &[6, 0]).unwrap();
        assert_eq!(client.read32(BAR_DMA, run.channel.0 + 0x40), 0, "not busy");
        assert!(before == content(&ram), "it wrote on");
        round_trip(client, &ram, 2000);
        assert_eq!(session.finish().resets, 2, "asked for, and at the end");
    }
}

#[test]
fn a_listener_survives_a_reset() {
    let (mut session, ram) = Session::ready(fast());
    let client = &mut session.client;
    let event = client.listen(0);
    client.ask(RESET, &[]).unwrap();
    client.write(CONFIG, 4, &[6, 0]).unwrap();
    there(64).start(client, &ram);
    assert_eq!(events(&event), 1);
    session.finish();
}

#[test]
fn a_client_that_vanishes_leaves_a_fresh_card_to_the_next() {
    for card in both() {
        let (mut session, ram) = Session::ready(card());
        let client = &mut session.client;
        round_trip(client, &ram, CHANNEL_BYTES);
        back(CHANNEL_BYTES).start_endless(client, &ram);
        let (server, ending) = session.close();
        assert_eq!(ending.unwrap(), Ending::ClientGone);
        let before = fill(&ram, 0);
        let mut session = Session::with(server);
        assert_eq!(session.client.ask(RESET, &[]), Err(EINVAL), "no version agreed on yet");
        let new_ram = session.client.set_up();
        assert_eq!(session.client.read32(BAR_DMA, 0x1040), 0, "not busy");
        round_trip(&mut session.client, &new_ram, 700);
        assert!(before == content(&ram), "the memory of the one that is gone was written");
        session.finish();
    }
}

#[test]
fn a_register_that_does_not_answer_reads_all_ones_and_the_card_goes_on() {
    let (mut session, ram) = Session::ready(stuck(fast()));
    let client = &mut session.client;
    assert_eq!(client.read(BAR_APERTURE, STUCK, 8).unwrap(), [0xff; 8]);
    client.write(BAR_APERTURE, STUCK, &[0; 8]).unwrap();
    round_trip(client, &ram, 64);
    assert_eq!(session.finish().mmio_timeouts, 2);
}

#[test]
fn a_served_session_replays_without_the_client() {
    for card in both() {
        let (recorded, recorder, shelf) = trace::recorded(card());
        let mut session = Session::recorded(recorded, recorder.clone());
        let ram = session.client.set_up();
        round_trip(&mut session.client, &ram, 5000);
        Run { host: 0x10, ..there(64) }.start(&mut session.client, &ram);
        session.client.ask(RESET, &[]).unwrap();
        let summary = session.finish();
        recorder.finish().unwrap();
        let trace = shelf.content();
        let stats = Stats::of(&mut TraceReader::new(&trace[..]).unwrap()).unwrap();
        assert_eq!(stats.messages, summary.messages);
        assert_eq!(stats.bars["bar2"].reads.count, summary.mmio_reads);
        assert_eq!(stats.bars["bar2"].writes.count, summary.mmio_writes);
        assert_eq!((stats.maps, stats.clients), (1, 1));
        let replayed = replay(&mut TraceReader::new(&trace[..]).unwrap(), &mut *card()).unwrap();
        assert_eq!(replayed.cycles, summary.cycles);
    }
}
