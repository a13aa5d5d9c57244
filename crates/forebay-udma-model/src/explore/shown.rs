// SPDX-License-Identifier: Apache-2.0
//! Runs as people write them: `V st B, M ld C`.

use super::rights::VICTIM;
use super::world::Event;
use crate::scheme::{LINE_BYTES, PAGE_BYTES};
use crate::{Access, Op, Space};

/// Events in order, with names for the pages.
#[must_use]
pub fn text(events: &[Event]) -> String {
    let one = |event: &Event| match event {
        Event::Access { access, .. } => {
            let actor = match access.op {
                Op::Hook | Op::Who => "K",
                _ if access.by.has(VICTIM) => "V",
                _ => "M",
            };
            format!("{actor} {}", what(access))
        }
        Event::Abandoned => "begins again".to_owned(),
        Event::Ended(context) => format!("end of {context}"),
        Event::Revoked => "K revokes V".to_owned(),
    };
    events.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// An access without who makes it: `ld C`.
#[must_use]
pub fn what(access: &Access) -> String {
    let op = match access.op {
        Op::Load => "ld",
        Op::Store => "st",
        Op::Exchange => "xc",
        Op::Hook => return "hook".to_owned(),
        Op::Who => return format!("who {}", access.data),
    };
    let place = match access.space {
        Space::Context => format!("context {}", access.context),
        Space::Portal => format!("portal {}+{}", access.context, access.addr % LINE_BYTES),
        Space::Shadow => place(access.addr),
    };
    format!("{op} {place}")
}

/// An address by the name of its page, as figures have it: `C+8`.
#[must_use]
pub fn place(addr: u64) -> String {
    let names = ["0", "A", "B", "C", "D"];
    let page = usize::try_from(addr / PAGE_BYTES).ok();
    let name = page.and_then(|page| names.get(page)).map_or("?", |name| name);
    match addr % PAGE_BYTES {
        0 => name.to_owned(),
        offset => format!("{name}+{offset}"),
    }
}
