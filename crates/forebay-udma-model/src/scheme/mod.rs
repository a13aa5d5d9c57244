// SPDX-License-Identifier: Apache-2.0
//! The schemes, one module each, as decision 0020 gives them.
//!
//! Each knows accesses and its own latches; no slots, no rights, no movers.

mod flash;
mod key;
mod pair;
mod portal;
mod reading;
mod repeat3;
mod repeat4;
mod repeat5;
mod setup;
mod shadow;
mod shadow_check;
mod shrimp1;
mod shrimp2;

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::{Access, Say, Start};

pub use flash::Flash;
pub use key::{Key, Role, key_word};
pub use portal::{Descriptor, LINE_BYTES, PIECE_BYTES, Portal, RECORD_WANTED};
pub use reading::{KeyByOrder, Order, Reading, Repeated};
pub use repeat3::Repeat3;
pub use repeat4::Repeat4;
pub use repeat5::Repeat5;
pub use setup::{KeyOf, Setup};
pub use shadow::Shadow;
pub use shadow_check::ShadowCheck;
pub use shrimp1::Shrimp1;
pub use shrimp2::Shrimp2;

/// Contexts of the front end.
pub const CONTEXTS: usize = 8;
/// Bytes of a page.
pub const PAGE_BYTES: u64 = 4096;

/// What the door and the engine tell a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum News {
    /// The door has taken the start of this context; so many bytes are to move.
    Taken {
        /// Whose.
        context: u8,
        /// Bytes.
        bytes: u64,
    },
    /// The door has refused the start of this context.
    Refused {
        /// Whose.
        context: u8,
    },
    /// A transfer of this context has ended.
    Ended {
        /// Whose.
        context: u8,
        /// It has not moved all.
        failed: bool,
    },
}

/// A way of passing the arguments of a transfer.
pub trait Scheme: Clone + Eq + Hash {
    /// Takes an access in the cycle in which it comes.
    fn access(&mut self, access: &Access) -> Say;

    /// Forgets what it has latched for this context; a scheme that knows no context forgets all.
    fn clear(&mut self, context: u8);

    /// Hears what became of a start. Most have no use for it.
    fn news(&mut self, _news: News) {}
}

/// What came of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The answer of a load or an exchange.
    pub answer: Option<u64>,
    /// The access was counted as one without use.
    pub stray: bool,
    /// What was asked of the door, and whether it took it.
    pub start: Option<(Start, bool)>,
}

impl Outcome {
    /// What has started.
    #[must_use]
    pub fn started(&self) -> Option<Start> {
        self.start.and_then(|(start, taken)| taken.then_some(start))
    }
}

/// One access, decided before the next one is looked at; `accept` is the verdict of the door if something starts.
pub fn step(scheme: &mut impl Scheme, access: &Access, accept: bool) -> Outcome {
    let say = scheme.access(access);
    let data = if say.start.is_some() && !accept { say.refused_data } else { say.data };
    if let Some(start) = say.start {
        scheme.news(if accept {
            News::Taken { context: start.context, bytes: start.size.value }
        } else {
            News::Refused { context: start.context }
        });
    }
    let answer = access.is_answered().then_some(data);
    Outcome { answer, stray: say.stray, start: say.start.map(|start| (start, accept)) }
}

macro_rules! engines {
    ($($(#[$doc:meta])* $scheme:ident $name:literal,)*) => {
        /// Any of the schemes.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Engine {
            $($(#[$doc])* $scheme($scheme),)*
        }

        /// The names of the schemes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Name {
            $($(#[$doc])* $scheme,)*
        }

        impl Name {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$scheme),*];

            /// As decision 0020 writes it.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$scheme => $name,)* }
            }

            /// Nothing latched, no partner, no key.
            #[must_use]
            pub fn engine(self) -> Engine {
                match self { $(Self::$scheme => Engine::$scheme($scheme::default()),)* }
            }
        }

        impl Engine {
            /// Which one it is.
            #[must_use]
            pub const fn name(&self) -> Name {
                match self { $(Self::$scheme(_) => Name::$scheme,)* }
            }
        }

        impl Scheme for Engine {
            fn access(&mut self, access: &Access) -> Say {
                match self { $(Self::$scheme(scheme) => scheme.access(access),)* }
            }

            fn clear(&mut self, context: u8) {
                match self { $(Self::$scheme(scheme) => scheme.clear(context),)* }
            }

            fn news(&mut self, news: News) {
                match self { $(Self::$scheme(scheme) => scheme.news(news),)* }
            }
        }
    };
}

engines! {
    /// One access that is answered, to a fixed partner (section 2.4).
    Shrimp1 "shrimp1",
    /// A store and a load (section 2.5); PAL code is the same module (section 2.7).
    Shrimp2 "shrimp2",
    /// The same, and the kernel tells who runs (section 2.6).
    Flash "flash",
    /// Context in the address, one latch that is checked (section 3.2).
    ShadowCheck "shadow_check",
    /// Context in the address, a latch for each (section 3.2).
    Shadow "shadow",
    /// Three accesses (section 3.3, after Dubnicki).
    Repeat3 "repeat3",
    /// Four accesses (section 3.3).
    Repeat4 "repeat4",
    /// Five accesses (sections 3.3 and 4.1).
    Repeat5 "repeat5",
    /// Keys and contexts (section 3.1).
    Key "key",
    /// A descriptor in one line of 64 bytes.
    Portal "portal",
}
