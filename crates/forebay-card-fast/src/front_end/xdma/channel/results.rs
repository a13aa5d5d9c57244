// SPDX-License-Identifier: Apache-2.0
//! Results of packets to the host (`fby_xdma_result`): what each is, and when it is written.

use forebay_bus::host::Purpose;
use forebay_regs::c2h_result;
use forebay_regs::xdma::chan;

use super::ending::error_bits;
use super::under_way::Run;
use super::{Channel, Dir, low};
use crate::dma::{WORDS, facts};
use crate::fabric::Fabric;
use crate::movers::{Current, host_write};

/// Where the result of a descriptor goes.
const fn place(done: &Current) -> u64 {
    done.src & !7
}

/// What a descriptor has brought, and whether a packet ended with it.
fn result(done: &Current, eop: bool) -> [u8; 8] {
    let eop = if eop { c2h_result::status::EOP.mask() } else { 0 };
    let mut result = [0; 8];
    result[..4].copy_from_slice(&(c2h_result::status::RESET | eop).to_le_bytes());
    result[4..].copy_from_slice(&low(done.moved).to_le_bytes());
    result
}

impl Channel {
    /// Whether the results of a stream are written.
    pub(super) const fn has_results(&self) -> bool {
        let disabled = self.set(chan::control::STREAM_WRITEBACK_DISABLE);
        self.stream && matches!(self.dir, Dir::C2h) && !disabled
    }

    /// Writes the result of a descriptor at once, if there is one to write; `Err` has the error bits.
    pub(super) fn write_result(
        &self,
        fabric: &mut Fabric,
        done: Current,
        eop: bool,
    ) -> Result<(), u32> {
        if !self.has_results() {
            return Ok(());
        }
        host_write(fabric, Purpose::WriteBack, place(&done), &result(&done, eop))
            .map_err(|refusal| error_bits(chan::status::WRITE_ERROR, refusal))
    }

    /// Takes results to write in their turn, and writes what is in hand if nothing joins it; whether there was anything to do.
    pub(super) fn write_results(fabric: &mut Fabric, run: &mut Run) -> bool {
        let (now, channel) = (fabric.now, run.asker.channel);
        if let Some(one) = run.next_result()
            && one.result.is_some_and(|from| from + facts::RESULT <= now)
            && fabric.wires.words.take(now, channel, place(&one.current))
        {
            (one.result, one.in_hand) = (None, true);
            return true;
        }
        let words = &mut fabric.wires.words;
        if words.offer(channel).is_some_and(|from| from <= now)
            && fabric.wires.turns.choose(now, WORDS)
        {
            words.choose();
            return true;
        }
        if !words.is_of(channel) || !fabric.wires.may_write(now, WORDS) {
            return false;
        }
        let mut bytes = Vec::new();
        let mut at = None;
        for one in run.finishing.iter().filter(|one| one.in_hand) {
            at = at.or(Some(place(&one.current)));
            bytes.extend(result(&one.current, one.ended));
        }
        let Some(at) = at else { return false };
        fabric.wires.turns.begin();
        fabric.wires.write_free = Some(now + 1);
        let sent = fabric.wires.post(now, bytes.len() as u64);
        fabric.wires.words.gone(now, channel);
        let told = host_write(fabric, Purpose::WriteBack, at, &bytes)
            .map_err(|refusal| error_bits(chan::status::WRITE_ERROR, refusal));
        // They are acknowledged one after the other.
        let answers = sent + facts::WORD_ANSWER..;
        for (one, answer) in run.finishing.iter_mut().filter(|one| one.in_hand).zip(answers) {
            (one.in_hand, one.at, one.told) = (false, Some(answer), Some(told));
        }
        true
    }
}
