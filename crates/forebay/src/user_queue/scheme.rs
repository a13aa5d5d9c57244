// SPDX-License-Identifier: Apache-2.0
//! The ways in which a program starts transfers, by name.

use std::fmt;
use std::str::FromStr;

use forebay_regs::user::udma::scheme::number;

use super::UserQueueError;

/// The driver's attribute by which an administrator chooses one.
pub(super) const ATTRIBUTE: &str = "udma_scheme";

/// How a program says what it wants moved (`docs/user-level-dma.md` says which is sound).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// A line of 64 bytes has everything; the end is told by a record in memory.
    #[default]
    Portal,
    /// Arguments by stores that carry a key, one transfer at a time.
    Key,
    /// A store and a load of shadow addresses, a latch for each context.
    Shadow,
    /// The same with one latch that keeps the context.
    ShadowCheck,
    /// Repeated passing, five accesses.
    Repeat5,
    /// Four accesses; can be broken.
    Repeat4,
    /// Three accesses; can be broken.
    Repeat3,
    /// A store and a load, with the running process told by the kernel; for one processor.
    Flash,
    /// A store at the source; the destination is the partner of its page.
    Shrimp1,
    /// A store and a load, with a hook on every context switch; for one processor.
    Shrimp2,
    /// By a call of the kernel: no context is needed.
    Kernel,
}

impl Scheme {
    /// All of them, the one to use first.
    pub const ALL: [Self; 11] = [
        Self::Portal,
        Self::Key,
        Self::Shadow,
        Self::ShadowCheck,
        Self::Repeat5,
        Self::Repeat4,
        Self::Repeat3,
        Self::Flash,
        Self::Shrimp1,
        Self::Shrimp2,
        Self::Kernel,
    ];

    /// What the register SCHEME and the kernel's interface call it; none of the kernel's own way.
    #[must_use]
    pub const fn number(self) -> Option<u32> {
        Some(match self {
            Self::Portal => number::PORTAL,
            Self::Key => number::KEY,
            Self::Shadow => number::SHADOW,
            Self::ShadowCheck => number::SHADOW_CHECK,
            Self::Repeat5 => number::REPEAT5,
            Self::Repeat4 => number::REPEAT4,
            Self::Repeat3 => number::REPEAT3,
            Self::Flash => number::FLASH,
            Self::Shrimp1 => number::SHRIMP1,
            Self::Shrimp2 => number::SHRIMP2,
            Self::Kernel => return None,
        })
    }

    /// What it is called, also on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portal => "portal",
            Self::Key => "key",
            Self::Shadow => "shadow",
            Self::ShadowCheck => "shadow_check",
            Self::Repeat5 => "repeat5",
            Self::Repeat4 => "repeat4",
            Self::Repeat3 => "repeat3",
            Self::Flash => "flash",
            Self::Shrimp1 => "shrimp1",
            Self::Shrimp2 => "shrimp2",
            Self::Kernel => "kernel",
        }
    }

    /// It looks at no context: all programs that use it have number 0, and can disturb each other.
    #[must_use]
    pub const fn is_shared(self) -> bool {
        matches!(self, Self::Repeat5 | Self::Repeat4 | Self::Repeat3 | Self::Flash | Self::Shrimp2)
    }

    /// Somebody else's accesses, or a context switch, may have an attempt told no that was none's fault.
    pub(crate) const fn can_be_disturbed(self) -> bool {
        self.is_shared() || matches!(self, Self::ShadowCheck)
    }

    /// The kind of access does not tell source from destination, so that shadow pages are for both.
    pub(crate) const fn tells_no_role(self) -> bool {
        matches!(self, Self::Shrimp1 | Self::Repeat5 | Self::Key)
    }

    /// What the bytes at both ends lie on a multiple of: what an access that names them has.
    pub(crate) const fn alignment(self) -> u64 {
        match self {
            Self::Portal | Self::Kernel => 1,
            Self::Key => 8,
            _ => 4,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scheme {
    type Err = UserQueueError;

    fn from_str(text: &str) -> Result<Self, UserQueueError> {
        let found = Self::ALL.into_iter().find(|scheme| scheme.name() == text);
        found.ok_or_else(|| UserQueueError::NoSuchScheme { asked: text.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_those_of_the_register() {
        for (number, name) in number::ALL {
            let scheme = Scheme::ALL.into_iter().find(|scheme| scheme.number() == Some(*number));
            match *number {
                number::NONE => assert_eq!(scheme, None),
                _ => assert_eq!(scheme.unwrap().name(), *name),
            }
        }
        assert_eq!(number::ALL.len(), Scheme::ALL.len(), "none there, the kernel's here");
        for scheme in Scheme::ALL {
            assert_eq!(scheme.name().parse::<Scheme>().unwrap(), scheme);
        }
        let error = "repeat6".parse::<Scheme>().unwrap_err().to_string();
        assert!(error.contains("repeat6") && error.contains("portal, key"), "{error}");
    }
}
