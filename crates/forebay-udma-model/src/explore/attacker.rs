// SPDX-License-Identifier: Apache-2.0
//! Every access that an attacker's rights allow.
//!
//! Schemes only compare addresses, so of his own ones two are enough to be equal or not; of a victim's page he names the address that the
//! victim names, for any other is one of his own to every scheme.

use super::rights::{A, B, C, OTHER, Rights, VICTIM};
use crate::scheme::{Descriptor, Name, PIECE_BYTES, Role, key_word};
use crate::{Access, Space};

/// Bytes that the attacker asks for.
pub const FOREIGN_BYTES: u32 = 32;
/// Keys by context: the victim's, and the attacker's. He has not guessed the victim's.
pub const KEYS: [u64; 2] = [0x0FED_CBA9_8765_4321, 0x0123_4567_89AB_CDEF];

/// All that he can say to this scheme.
#[must_use]
pub fn accesses(scheme: Name, rights: Rights, exchange: bool) -> Vec<Access> {
    accesses_at(&[A, B, C, C + 8], scheme, rights, exchange)
}

/// The same at these addresses.
#[must_use]
pub fn accesses_at(addresses: &[u64], scheme: Name, rights: Rights, exchange: bool) -> Vec<Access> {
    let readable = |address: &&u64| rights.of(OTHER, **address).0;
    let writable = |address: &&u64| rights.of(OTHER, **address).1;
    let size = u64::from(FOREIGN_BYTES);
    let loads = || addresses.iter().filter(readable).map(|address| Access::load(*address));
    let stores = || addresses.iter().filter(writable);
    let all: Vec<_> = match scheme {
        Name::Portal => pieces(addresses),
        Name::Key => stores().flat_map(|address| keyed(*address)).chain(context_page()).collect(),
        Name::Shrimp1 if exchange => {
            let exchanges = stores().filter(readable);
            exchanges.map(|address| Access::exchange(*address, size)).collect()
        }
        _ => loads().chain(stores().map(|address| Access::store(*address, size))).collect(),
    };
    let context = if knows_contexts(scheme) { OTHER } else { 0 };
    all.into_iter().map(|access| access.context(context).by(OTHER)).collect()
}

/// Whether pages are mapped under the context of a process; if not, all are under context 0.
#[must_use]
pub const fn knows_contexts(scheme: Name) -> bool {
    matches!(scheme, Name::Shrimp1 | Name::ShadowCheck | Name::Shadow | Name::Key | Name::Portal)
}

/// With his own key into his own context, and with it into the victim's.
fn keyed(address: u64) -> impl Iterator<Item = Access> {
    let roles = [Role::Destination, Role::Source];
    let words = roles.into_iter().flat_map(|role| {
        [VICTIM, OTHER].map(|context| key_word(context, role, KEYS[usize::from(OTHER)]))
    });
    words.map(move |word| Access::store(address, word).wide())
}

fn context_page() -> [Access; 2] {
    let size = Access::store(0, FOREIGN_BYTES.into());
    [size, Access::load(0)].map(|access| access.space(Space::Context))
}

/// Every piece of a descriptor that names any of these: a portal needs no right to name an address.
fn pieces(addresses: &[u64]) -> Vec<Access> {
    let mut pieces = Vec::new();
    for &address in addresses {
        let (record_addr, cookie, record) = (0, 0, false);
        let size = FOREIGN_BYTES;
        let descriptor =
            Descriptor { src: address, dst: address, record_addr, size, cookie, record };
        for (number, word) in (0..).zip(descriptor.words()) {
            let piece = Access::store(number * PIECE_BYTES, word).space(Space::Portal).wide();
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
    }
    pieces
}
