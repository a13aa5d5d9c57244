// SPDX-License-Identifier: Apache-2.0
//! The card builds there are. Their one description is `sim/variants.mk`, which also builds the RTL.

use forebay_bus::CardError;

const TABLE: &str = include_str!("../../../sim/variants.mk");

/// Parameters of one build, as `fby_card` takes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// Its name.
    pub name: String,
    /// Number of what is inside, as in `CARD_KIND`.
    pub kind: u32,
    /// Host-to-card channels.
    pub num_h2c: u32,
    /// Card-to-host channels.
    pub num_c2h: u32,
    /// Bit n: H2C channel n is a stream.
    pub h2c_stream: u32,
    /// Bit n: C2H channel n is a stream.
    pub c2h_stream: u32,
    /// Entries of each stream port's FIFO.
    pub fifo_entries: u32,
    /// Window table of the MSM core.
    pub window_table: u32,
    /// Size of the card memory.
    pub mem_bytes: u32,
}

/// `MemBytes` of a build that does not name it: the default of `fby_card`.
const MEM_BYTES: u32 = 1 << 20;

impl Build {
    /// Looks a build up by name.
    ///
    /// # Errors
    /// [`CardError::UnknownCard`] with the names that there are.
    pub fn find(name: &str) -> Result<Self, CardError> {
        let key = format!("PARAMS_{name}");
        let line = TABLE
            .lines()
            .filter_map(|line| line.split_once('='))
            .find(|(left, _)| left.trim() == key)
            .map(|(_, right)| right);
        let params = line.ok_or_else(|| CardError::UnknownCard {
            name: name.into(),
            known: names().join(", "),
        })?;
        let value = |key: &str| {
            params
                .split_whitespace()
                .find_map(|item| number(item.strip_prefix(key)?.strip_prefix('=')?))
        };
        Ok(Self {
            name: name.into(),
            kind: value("Kernel").unwrap_or(0),
            num_h2c: value("NumH2c").unwrap_or(1),
            num_c2h: value("NumC2h").unwrap_or(1),
            h2c_stream: value("H2cStream").unwrap_or(0),
            c2h_stream: value("C2hStream").unwrap_or(0),
            fifo_entries: value("FifoEntries").unwrap_or(0),
            window_table: value("WindowTable").unwrap_or(0),
            mem_bytes: value("MemBytes").unwrap_or(MEM_BYTES),
        })
    }
}

/// Names of all builds.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let line = TABLE.lines().find_map(|line| line.strip_prefix("VARIANTS ="));
    line.map(|names| names.split_whitespace().collect()).unwrap_or_default()
}

/// A decimal number or a Verilog binary literal such as `4'b1100`.
fn number(text: &str) -> Option<u32> {
    match text.split_once("'b") {
        Some((_, bits)) => u32::from_str_radix(bits, 2).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_build_has_parameters() {
        assert!(names().contains(&"msm"));
        for name in names() {
            let build = Build::find(name).unwrap();
            assert!(build.kind != 0 && build.fifo_entries > 0, "{build:?}");
        }
    }

    #[test]
    fn binary_literals_are_read() {
        assert_eq!(Build::find("loopback").unwrap().h2c_stream, 0b1100);
        assert_eq!(number("4'b0010"), Some(2));
    }

    #[test]
    fn an_unknown_build_names_the_known_ones() {
        let error = Build::find("nonsense").unwrap_err().to_string();
        assert!(error.contains("nonsense") && error.contains("loopback"), "{error}");
    }
}
