// SPDX-License-Identifier: Apache-2.0
//! The DMA block as drivers written for the XDMA core use it, on both bodies of the card.
//!
//! Offsets, bits and sequences are typed by hand from the product guide's register map and from what the drivers do,
//! and not taken from `regs/`: a slip in the description would otherwise be in the card and in its test alike.
//!
//! * `stock`: the character-device driver's probe, its transfers by interrupt and by polling, its time-out path.
//! * `mainline`: the kernel's own `drivers/dma/xilinx/xdma.c`: blocks of 32 descriptors, cyclic chains, termination.
//! * `registers`, `interrupts`, `running`, `streams`, `stream_ports`: one promise each; `stops`: what a cleared RUN means, `failures`:
//!   what a failure means.
//! * `packed`: stores into a stream port beside a run into it that is stopped or fails.
//! * `beside`, `together`, `into_sink`: several that move at once, one of them or all cut at any moment.
//! * `doorbell`: descriptors that come with the store that starts the run; `doorbell_ends`: packets, stops and messages of such runs;
//!   `doorbell_faults`: what a bus may do to them.
//! * `neighbours`: descriptors that are asked for by one read, of which the host refuses some.
//! * `bus`: stores arrive though nobody waits for them; `faults`: what a bus may do to a card, injected by [`forebay_faults::FaultCard`].

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

/// Makes three tests of each function: on the native card, on the RTL, and on the RTL with reads out of order.
macro_rules! on_both {
    ($variant:literal: $($name:ident),+ $(,)?) => {
        mod fast {
            $(#[test] fn $name() { super::$name(&mut crate::bench::Host::fast($variant)); })+
        }
        mod rtl {
            $(#[test] fn $name() { super::$name(&mut crate::bench::Host::rtl($variant)); })+
        }
        mod rtl_shuffled {
            $(#[test] fn $name() { super::$name(&mut crate::bench::Host::rtl_shuffled($variant)); })+
        }
    };
}

/// The same on several card builds, each with a name for its group of tests.
macro_rules! on_cards {
    ($($group:ident = $variant:literal),+ : $($names:tt)+) => {
        on_cards!(@each [$($group = $variant),+] [$($names)+]);
    };
    (@each [$group:ident = $variant:literal $(, $($others:tt)+)?] $names:tt) => {
        on_cards!(@one $group $variant $names);
        $(on_cards!(@each [$($others)+] $names);)?
    };
    (@one $group:ident $variant:literal [$($names:tt)+]) => {
        mod $group {
            use super::*;
            on_both!($variant: $($names)+);
        }
    };
}

mod bench;
mod beside;
mod bus;
mod doorbell;
mod doorbell_ends;
mod doorbell_faults;
mod failures;
mod faults;
mod interrupts;
mod into_sink;
mod kinds;
mod mainline;
mod neighbours;
mod packed;
mod registers;
mod resets;
mod rests;
mod running;
mod stock;
mod stops;
mod stream_ports;
mod streams;
mod together;
