// SPDX-License-Identifier: Apache-2.0
//! The register map: identifiers, twins, what clears what, counters.

use crate::bench::{
    ALIGNMENTS, BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, CONTROL_W1C, CONTROL_W1S, D_COMPLETED,
    D_LAST, Host, ID, IDLE_STOPPED, IEM, IEM_W1C, IEM_W1S, LOG_ALL, MAGIC_STOPPED, POLL_HI,
    POLL_LO, Piece, RUN, SG_ADJACENT, SG_CREDITS, SG_HI, SG_ID, SG_LO, STATUS, STATUS_RC, STOPPED,
    c2h, h2c,
};

const DATA: usize = 0x1_0000;
/// Bits that control keeps.
const CONTROL_BITS: u32 = LOG_ALL | 7 << 25;

fn identifiers_name_every_target(host: &mut Host) {
    for channel in 0..4 {
        let stream = if channel >= 2 { 0x8000 } else { 0 };
        for (base, target) in [(h2c(channel), 0), (c2h(channel), 1)] {
            let low = stream | channel << 8 | 6;
            assert_eq!(host.read(base + ID), 0x1FC0_0000 | target << 16 | low);
            assert_eq!(host.read(base + SG_ID), 0x1FC0_0000 | (target + 4) << 16 | low);
        }
    }
    for target in [2, 3, 6] {
        assert_eq!(host.read(target << 12), 0x1FC0_0006 | target << 16);
    }
}

/// The small MSM card has 2 + 2 channels.
fn absent_channels_read_0_and_take_nothing(host: &mut Host) {
    for channel in 2..4 {
        for base in [h2c(channel), c2h(channel)] {
            for page in [0, 0x4000] {
                for offset in (0..0x100).step_by(4) {
                    host.write(page + base + offset, !0);
                    assert_eq!(host.read(page + base + offset), 0, "{:#x}", page + base + offset);
                }
            }
        }
    }
    host.settle();
    // Enables and halts have bits for the channels that are there, the two groups back to back.
    host.write(0x2010, !0);
    assert_eq!(host.read(0x2010), 0xF);
    host.write(0x6014, !0);
    assert_eq!(host.read(0x6010), 0x0003_0003);
    host.write(0x6024, !0);
    assert_eq!(host.read(0x6020), 0x0003_0003);
    host.assert_no_messages();
}

fn twins_set_and_clear(host: &mut Host) {
    for base in [h2c(0), h2c(3), c2h(1), c2h(2)] {
        host.write(base + CONTROL, !RUN);
        assert_eq!(host.read(base + CONTROL), CONTROL_BITS);
        host.write(base + CONTROL_W1C, 0x0600_000E);
        assert_eq!(host.read(base + CONTROL), CONTROL_BITS & !0x0600_000E);
        host.write(base + CONTROL_W1S, 0x0200_0002);
        assert_eq!(host.read(base + CONTROL), CONTROL_BITS & !0x0400_000C);
        host.write(base + IEM, !0);
        assert_eq!(host.read(base + IEM), LOG_ALL);
        host.write(base + IEM_W1C, 0x0F0F_0F0F);
        assert_eq!(host.read(base + IEM), LOG_ALL & !0x0F0F_0F0F);
        host.write(base + IEM_W1S, 0x0000_0006);
        assert_eq!(host.read(base + IEM), LOG_ALL & !0x0F0F_0F0F | 6);
        for twin in [CONTROL_W1S, CONTROL_W1C, IEM_W1S, IEM_W1C, 0x9C] {
            assert_eq!(host.read(base + twin), 0, "write-only");
        }
        // A register that mainline's header has by mistake: nothing is there.
        let before = host.read(base + IEM);
        host.write(base + 0x9C, !0);
        assert_eq!(host.read(base + IEM), before);
        host.write(base + CONTROL, 0);
    }
    for (plain, wide) in [(0x2004, 0xFFFF), (0x2010, 0xFF)] {
        host.write(plain + 4, !0);
        assert_eq!(host.read(plain), wide);
        host.write(plain + 8, 0x5);
        assert_eq!(host.read(plain), wide & !5);
        host.write(plain, 0x8);
        assert_eq!(host.read(plain), 8);
        assert_eq!((host.read(plain + 4), host.read(plain + 8)), (0, 0));
    }
    for plain in [0x6010, 0x6020] {
        host.write(plain + 4, 0x000F_000F);
        host.write(plain + 8, 0x0001_0002);
        assert_eq!(host.read(plain), 0x000E_000D);
        host.write(plain, 0);
    }
}

fn plain_registers_keep_what_is_written(host: &mut Host) {
    for base in [h2c(1), c2h(3)] {
        for register in [POLL_LO, POLL_HI, SG_LO, SG_HI] {
            host.write(base + register, 0x1234_5660);
            assert_eq!(host.read(base + register), 0x1234_5660);
        }
        host.write(base + SG_ADJACENT, !0);
        assert_eq!(host.read(base + SG_ADJACENT), 63);
        for read_only in [ID, COMPLETED_COUNT, ALIGNMENTS] {
            let before = host.read(base + read_only);
            host.write(base + read_only, !0);
            assert_eq!(host.read(base + read_only), before);
        }
        assert_eq!(host.read(base + ALIGNMENTS), 0x0001_0140);
    }
    let most = host.last_vector();
    for vectors in [0x2080, 0x2084, 0x2088, 0x208C, 0x20A0, 0x20A4] {
        host.write(vectors, !0);
        assert_eq!(host.read(vectors), 0x0101_0101 * most, "a vector in each byte");
    }
}

fn config_block_tells_what_the_engine_is(host: &mut Host) {
    assert_eq!(host.read(0x3014), 2, "MSI-X");
    assert_eq!(host.read(0x3018), 3, "512 bits");
    let (payload, request) = (host.read(0x3008), host.read(0x300C));
    assert_eq!((payload, request), (1, 2), "256 and 512 bytes");
    for (register, limit) in [(0x3040, payload), (0x3044, request)] {
        assert_eq!(host.read(register), limit << 4 | 5);
        host.write(register, 0);
        assert_eq!(host.read(register), 0, "a smaller limit is in force");
        host.write(register, 5);
        assert_eq!(host.read(register), limit << 4 | 5);
    }
    assert_eq!(host.read(0x301C), 1);
    host.write(0x3060, 0x1F);
    assert_eq!(host.read(0x3060), 0x1F);
    // MSI-X: table, pending bits, and what is between them and behind.
    assert_eq!((host.read(0x8000), host.read(0x800C), host.read(0x81FC)), (0, 1, 1));
    for hole in [0x0010, 0x2100, 0x3100, 0x7000, 0x8200, 0x8FE4, 0x9008, 0xB000, 0xFFFC] {
        host.write(hole, !0);
        assert_eq!(host.read(hole), 0, "{hole:#x}");
    }
}

/// A good run, a failed one, and what each way of clearing leaves.
fn status_is_cleared_by_its_twin_by_ones_and_by_a_start(host: &mut Host) {
    let good = Piece { flags: D_LAST, len: 64, src: host.bus(DATA), dst: 0 };
    let done = STOPPED | COMPLETED;
    assert_eq!(host.run(h2c(0), &[good], LOG_ALL), (done, 1));
    assert_eq!(host.read(STATUS_RC), done);
    assert_eq!((host.read(STATUS), host.read(STATUS_RC)), (0, 0));

    assert_eq!(host.run(h2c(0), &[good], LOG_ALL), (done, 1));
    host.write(STATUS, STOPPED);
    assert_eq!(host.read(STATUS), COMPLETED, "written ones clear");
    host.write(STATUS, 0);
    assert_eq!(host.read(STATUS), COMPLETED);

    host.descriptor(0, 0xAD4A_0003, good, 0);
    host.write(CONTROL_W1C, RUN);
    host.point(h2c(0), 0, 0);
    host.write(CONTROL, LOG_ALL | RUN);
    host.settle();
    assert_eq!(
        host.read(STATUS),
        MAGIC_STOPPED,
        "a start clears what was logged, an error is logged"
    );
    assert_eq!(host.read(COMPLETED_COUNT), 0, "and the count");
    host.write(CONTROL_W1C, RUN);
    host.settle();
    assert_eq!(host.read(STATUS), MAGIC_STOPPED, "clearing run at rest is no stop");
    let two = [Piece { flags: 0, ..good }, good];
    assert_eq!(host.run(h2c(0), &two, LOG_ALL), (done, 2), "errors are gone");

    // Log bits gate the log, one by one, and nothing else.
    assert_eq!(host.run(h2c(0), &[good], 0), (0, 1));
    assert_eq!(host.run(h2c(0), &[good], COMPLETED), (COMPLETED, 1));
    assert_eq!(host.run(h2c(0), &[good], STOPPED), (STOPPED, 1));
}

/// The clearing read leaves busy; count and causes show while the run goes on.
fn busy_outlives_the_clearing_read(host: &mut Host) {
    host.write(0x6024, 1);
    let piece = |flags| Piece { flags, len: 64, src: host.bus(DATA), dst: 0 };
    let pieces = [piece(D_COMPLETED), piece(0), piece(D_LAST)];
    host.start(h2c(0), 0, &pieces, LOG_ALL | RUN);
    host.write(SG_CREDITS, 1);
    host.settle();
    assert_eq!(host.read(STATUS_RC), BUSY | COMPLETED);
    assert_eq!(host.read(STATUS), BUSY);
    assert_eq!(host.read(COMPLETED_COUNT), 1);
    host.write(SG_CREDITS, 2);
    host.settle();
    assert_eq!((host.read(STATUS), host.read(COMPLETED_COUNT)), (STOPPED | COMPLETED, 3));
    assert_eq!(host.read(STATUS) & (BUSY | IDLE_STOPPED), 0);
}

/// Written as the driver does it: 2 clears, 5 counts from the start of a run to its end.
fn performance_counters_cover_a_run(host: &mut Host) {
    for (base, beats) in [(h2c(0), 64 + 64 + 1), (c2h(0), 64 + 64 + 1)] {
        host.write(base + 0xC0, 2);
        host.write(base + 0xC0, 5);
        assert_eq!(host.read(base + 0xC0), 5);
        let (memory, card) = (host.bus(DATA), 0);
        let (src, dst) = if base == h2c(0) { (memory, card) } else { (card, memory) };
        let piece = |flags, len| Piece { flags, len, src, dst };
        let pieces = [piece(0, 4096), piece(0, 4096), piece(D_LAST, 10)];
        host.run(base, &pieces, LOG_ALL);
        assert_eq!((host.read(base + 0xCC), host.read(base + 0xD0)), (beats, 0), "data");
        let cycles = host.read(base + 0xC4);
        assert!((beats..20_000).contains(&cycles), "{cycles} cycles");
        assert_eq!(host.read(base + 0xC8), 0);
        host.advance(1000);
        assert_eq!(host.read(base + 0xC4), cycles, "still after the end");
        host.run(base, &[piece(D_LAST, 128)], LOG_ALL);
        assert_eq!(host.read(base + 0xCC), 2, "a run begins at 0");
        host.write(base + 0xC0, 2);
        assert_eq!((host.read(base + 0xC4), host.read(base + 0xCC)), (0, 0));
        host.run(base, &[piece(D_LAST, 128)], LOG_ALL);
        assert_eq!(host.read(base + 0xCC), 0, "not counting");
    }
}

on_cards!(
    loopback = "loopback", shell = "loopback-shell":
    identifiers_name_every_target,
    twins_set_and_clear,
    plain_registers_keep_what_is_written,
    config_block_tells_what_the_engine_is,
    status_is_cleared_by_its_twin_by_ones_and_by_a_start,
    busy_outlives_the_clearing_read,
    performance_counters_cover_a_run,
);
mod small {
    use super::*;
    on_both!("msm-toy": absent_channels_read_0_and_take_nothing);
}
