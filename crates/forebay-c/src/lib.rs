// SPDX-License-Identifier: Apache-2.0
//! C interface of the host library: capture into a ring of buffers and the signal source, transmission from such a ring and the air; it never knows what a card is made of.
//!
//! What each does the library says; here is what C adds.
//!
//! Every function that can fail returns a `forebay_status`: `FOREBAY_STATUS_OK` is 0, and `forebay_last_error` has the words of the last failure of this thread.
//! Pointers that are given back stay valid until the function that ends them. A pointer that must not be NULL and is gives `FOREBAY_STATUS_ARGUMENT`.
//! Different handles may be used by different threads at the same time; one handle too, but for the call that ends it.
//! Nothing unwinds out of here.

mod air;
mod bursts;
mod capture;
mod device;
mod guard;
mod packet;
mod packets;
mod source;
mod status;
mod transmit;

pub use air::{
    AirAccount, AirState, forebay_air_account_of, forebay_air_clear, forebay_air_configure,
    forebay_air_events, forebay_air_status, forebay_air_wait,
};
pub use bursts::{
    BurstEvent, Event, forebay_bursts_close, forebay_bursts_end, forebay_bursts_next,
    forebay_bursts_open, forebay_bursts_packet,
};
pub use capture::{
    BufferInfo, CaptureOptions, CaptureStats, forebay_buffer_release, forebay_capture_acquire,
    forebay_capture_close, forebay_capture_open, forebay_capture_start, forebay_capture_stats,
    forebay_capture_stop,
};
pub use device::{forebay_close, forebay_open};
pub use packet::{
    PACKET_HEADER, PACKET_SAMPLES, PacketHeader, forebay_packet_room, forebay_packet_write,
};
pub use packets::{
    PacketInfo, Packets, forebay_packets_close, forebay_packets_next, forebay_packets_open,
    forebay_packets_push, forebay_packets_restart,
};
pub use source::{
    Account, Burst, Signal, SourceStatus, WaveKind, forebay_clock_hz, forebay_rate,
    forebay_sample_at, forebay_sample_cycles, forebay_source_account, forebay_source_set_time,
    forebay_source_start, forebay_source_status, forebay_source_stop, forebay_source_time,
};
pub use status::{Status, forebay_last_error};
pub use transmit::{
    Room, TransmitOptions, TransmitStats, forebay_transmit_acquire,
    forebay_transmit_buffer_release, forebay_transmit_close, forebay_transmit_drain,
    forebay_transmit_open, forebay_transmit_send, forebay_transmit_start, forebay_transmit_stats,
    forebay_transmit_stop,
};
