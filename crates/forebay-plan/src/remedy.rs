// SPDX-License-Identifier: Apache-2.0
//! The largest chunk that would have been safe.

use crate::check::{self, Found};
use crate::plan::{Order, Path, Plan, Stream};
use crate::verdict::Remedy;

/// Pieces looked through for it at most.
const BUDGET: u64 = 1 << 24;

/// Elements of each stream, the order tried with so many of them in chunks of so many, and what is told of a safe one.
type Way = (u64, fn(u64, u64) -> Order, fn(u64) -> Remedy);

/// What would have helped. A chunk that does not fill whole entries may be unsafe where a larger one is not, so they are
/// tried from the largest on.
pub(crate) fn find(plan: &Plan) -> Option<Remedy> {
    let (elements, order, as_remedy): Way = match plan.order {
        Order::List(_) => return None,
        Order::OneByOne { elements } => (elements, alternate, |chunk| Remedy::Alternate { chunk }),
        Order::Alternate { elements, .. } => (elements, alternate, |chunk| Remedy::Chunk { chunk }),
        Order::Threads { elements, barrier: false, .. } if plan.path == Path::Shared => {
            (elements, with_barrier, |chunk| Remedy::Barrier { chunk })
        }
        Order::Threads { elements, barrier: true, .. } => {
            (elements, with_barrier, |chunk| Remedy::Chunk { chunk })
        }
        Order::Threads { elements, .. } => {
            (elements, without_barrier, |chunk| Remedy::Chunk { chunk })
        }
    };
    // These are alone in the first round, if not in every order.
    let alone = match (&plan.order, plan.path) {
        (Order::Threads { .. }, Path::Reserved) => 0,
        (Order::Threads { .. }, Path::Shared) => plan.streams.len(),
        _ => plan.streams.len() - 1,
    };
    let most = plan.streams[..alone].iter().map(fits).min().unwrap_or(elements).min(elements);
    let mut budget = BUDGET;
    let mut tried = Plan { order: order(elements, 1), ..plan.clone() };
    for chunk in (1..=most).rev() {
        tried.order = order(elements, chunk);
        if check::find(&tried, &mut budget)? == Found::Free {
            return Some(as_remedy(chunk));
        }
    }
    None
}

/// Elements of a chunk that finds room when nothing is taken.
fn fits(of: &Stream) -> u64 {
    let bytes = u128::from(of.reach()) * u128::from(of.entry_bytes);
    u64::try_from(bytes / u128::from(of.element_bytes)).unwrap_or(u64::MAX)
}

const fn alternate(elements: u64, chunk: u64) -> Order {
    Order::Alternate { elements, chunk }
}

const fn with_barrier(elements: u64, chunk: u64) -> Order {
    Order::Threads { elements, chunk, barrier: true }
}

const fn without_barrier(elements: u64, chunk: u64) -> Order {
    Order::Threads { elements, chunk, barrier: false }
}
