// SPDX-License-Identifier: Apache-2.0
//! The card builds there are; it never knows how a card is made of one. Their one description is the card table,
//! `regs/cards.rdl`; the RTL is built from it as well.

mod table;

use forebay_bus::CardError;
use forebay_regs::Layout;

use table::BUILDS;

/// A line of the table.
struct Row {
    name: &'static str,
    kind: u32,
    layout: &'static Layout,
    front_ends: u32,
    num_h2c: u32,
    num_c2h: u32,
    own_h2c: u32,
    own_c2h: u32,
    h2c_stream: u32,
    c2h_stream: u32,
    shared_path: bool,
    fifo_entries: u32,
    option: u32,
    memory_ports: u32,
    memory_port_bytes: u32,
    mem_bytes: u32,
}

/// Parameters of one build, as `fby_card` takes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// Its name.
    pub name: String,
    /// Number of what is inside, as in `CARD_KIND`.
    pub kind: u32,
    /// How it lies on its bus.
    pub layout: &'static Layout,
    /// Bit n: it has the front end of number n of the card table.
    pub front_ends: u32,
    /// Host-to-card channels.
    pub num_h2c: u32,
    /// Card-to-host channels.
    pub num_c2h: u32,
    /// Streams to the card that belong to a front end, and to no channel: none or one.
    pub own_h2c: u32,
    /// Streams to the host that do.
    pub own_c2h: u32,
    /// Bit n: H2C channel n is a stream.
    pub h2c_stream: u32,
    /// Bit n: C2H channel n is a stream.
    pub c2h_stream: u32,
    /// What its H2C channels write to the card goes over one path, in order.
    pub shared_path: bool,
    /// Entries of each stream port's FIFO.
    pub fifo_entries: u32,
    /// A number that means what the datapath says.
    pub option: u32,
    /// Ports of its datapath's fast memory; 0 without it.
    pub memory_ports: u32,
    /// Bytes behind each of them.
    pub memory_port_bytes: u32,
    /// Size of the card memory.
    pub mem_bytes: u32,
}

impl Build {
    /// Looks a build up by name.
    ///
    /// # Errors
    /// [`CardError::UnknownCard`] with the names that there are.
    pub fn find(name: &str) -> Result<Self, CardError> {
        let row = BUILDS.iter().find(|row| row.name == name);
        row.map(Self::from)
            .ok_or_else(|| CardError::UnknownCard { name: name.into(), known: names().join(", ") })
    }

    /// Movers from host to card: those of channels, then a front end's own.
    #[must_use]
    pub const fn h2c_movers(&self) -> u32 {
        self.num_h2c + self.own_h2c
    }

    /// Movers from card to host.
    #[must_use]
    pub const fn c2h_movers(&self) -> u32 {
        self.num_c2h + self.own_c2h
    }

    /// Bit n: mover n from host to card has a stream.
    #[must_use]
    pub const fn h2c_streams(&self) -> u32 {
        self.h2c_stream | ((1 << self.own_h2c) - 1) << self.num_h2c
    }

    /// Bit n: mover n from card to host has a stream.
    #[must_use]
    pub const fn c2h_streams(&self) -> u32 {
        self.c2h_stream | ((1 << self.own_c2h) - 1) << self.num_c2h
    }
}

impl From<&Row> for Build {
    fn from(row: &Row) -> Self {
        Self {
            name: row.name.into(),
            kind: row.kind,
            layout: row.layout,
            front_ends: row.front_ends,
            num_h2c: row.num_h2c,
            num_c2h: row.num_c2h,
            own_h2c: row.own_h2c,
            own_c2h: row.own_c2h,
            h2c_stream: row.h2c_stream,
            c2h_stream: row.c2h_stream,
            shared_path: row.shared_path,
            fifo_entries: row.fifo_entries,
            option: row.option,
            memory_ports: row.memory_ports,
            memory_port_bytes: row.memory_port_bytes,
            mem_bytes: row.mem_bytes,
        }
    }
}

/// Names of all builds.
#[must_use]
pub fn names() -> Vec<&'static str> {
    BUILDS.iter().map(|row| row.name).collect()
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
    fn a_build_is_as_its_line_says() {
        let build = Build::find("loopback").unwrap();
        assert_eq!((build.kind, build.h2c_stream, build.mem_bytes), (1, 0b1100, 64 << 20));
        assert_eq!(build.layout.name, "xdma");
    }

    #[test]
    fn a_build_with_a_shared_path_is_another_but_for_that() {
        let [shared, own] = ["sink-shared", "sink"].map(|name| Build::find(name).unwrap());
        assert!(shared.shared_path && !own.shared_path);
        assert_eq!(Build { name: own.name.clone(), shared_path: false, ..shared }, own);
    }

    #[test]
    fn an_unknown_build_names_the_known_ones() {
        let error = Build::find("nonsense").unwrap_err().to_string();
        assert!(error.contains("nonsense") && error.contains("loopback"), "{error}");
    }
}
