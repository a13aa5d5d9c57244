// SPDX-License-Identifier: Apache-2.0
//! Every body by name. Those of every card first; behind them the few that one way to a card leaves out, with the reason.

use crate::{Fixture, Way};

/// One promise, tried.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    name: &'static str,
    run: fn(&Fixture),
    /// The only way to a card that has the promise to give, and why the other one does not.
    only: Option<(Way, &'static str)>,
}

impl Body {
    /// The promise.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.replace('_', " ")
    }

    /// Why it is left out on cards that `way` leads to; none if it is not.
    #[must_use]
    pub fn left_out(&self, way: Way) -> Option<&'static str> {
        self.only.filter(|(only, _)| *only != way).map(|(_, why)| why)
    }

    /// Tries it; panics where it is not kept.
    pub fn run(&self, fixture: &Fixture) {
        (self.run)(fixture);
    }
}

/// The bodies for cards with that datapath, or with that front end.
#[must_use]
pub fn bodies(plug: &str) -> &'static [Body] {
    match plug {
        "loopback" => LOOPBACK,
        "mm2s" => PAIRS,
        "msm" => MSM,
        "sink" => SINK,
        "source" => SOURCE,
        "udma" => UDMA,
        _ => &[],
    }
}

/// A list of bodies; `cargo test` has each of them on the simulated cards named, but for those of nodes.
macro_rules! bodies {
    (
        $list:ident, $tests:ident
        cards { $($card:ident: $name_of_card:literal, $quick:literal;)+ }
        everywhere { $($module:ident: $($name:ident)+;)+ }
        in_process { $($own_module:ident: $own:ident, $own_why:literal;)* }
        nodes { $($nodes_module:ident: $nodes:ident, $nodes_why:literal;)* }
    ) => {
        const $list: &[Body] = &[
            $($(Body { name: stringify!($name), run: crate::$module::$name, only: None },)+)+
            $(Body {
                name: stringify!($own),
                run: crate::$own_module::$own,
                only: Some((Way::InProcess, $own_why)),
            },)*
            $(Body {
                name: stringify!($nodes),
                run: crate::$nodes_module::$nodes,
                only: Some((Way::Nodes, $nodes_why)),
            },)*
        ];

        #[cfg(test)]
        mod $tests {
            on_cards!(
                {$($card: $name_of_card, $quick;)+}
                {$($($module $name)+)+ $($own_module $own)*}
            );
        }
    };
}

/// Each card with all bodies; a macro repeats one list within another only when it is handed on whole.
#[cfg(test)]
macro_rules! on_cards {
    ({$($card:ident: $name:literal, $quick:literal;)+} $bodies:tt) => {
        $(on_card!($card, $name, $quick, $bodies);)+
    };
}

#[cfg(test)]
macro_rules! on_card {
    ($card:ident, $name:literal, $quick:literal, {$($module:ident $body:ident)+}) => {
        mod $card {
            $(#[test]
            fn $body() {
                crate::$module::$body(&crate::Fixture::new($name, $quick));
            })+
        }
    };
}

bodies! {
    LOOPBACK, loopback
    cards {
        fast: "fast:loopback", false;
        rtl: "rtl:loopback", true;
        shell: "fast:loopback-shell", true;
    }
    everywhere {
        transfers:
            memory_keeps_what_was_written_at_any_alignment
            an_unaligned_slice_of_host_memory_is_moved_exactly
            no_bytes_are_a_transfer_that_has_ended
            ranges_without_bytes_are_left_out
            queued_transfers_go_in_order_on_several_channels
            a_transfer_of_many_pieces_moves_each
            threads_share_a_device;
        aperture:
            what_is_stored_into_the_aperture_is_in_memory_and_nothing_else
            stores_into_memory_are_beats_of_its_bank
            a_copy_that_does_not_fit_the_aperture_writes_nothing
            each_set_of_instructions_that_there_is_stores_lines;
        card:
            a_card_says_what_is_in_it
            time_goes_on_and_counters_count
            registers_that_are_not_there_read_0_and_ones_that_report_keep_what_they_are;
        streams:
            packets_come_back_as_they_were_sent
            a_packet_that_just_fills_its_room_is_seen_to_end
            a_packet_larger_than_its_room_goes_on_in_the_next
            several_packets_are_one_transfer
            a_packet_over_many_descriptors_leaves_the_next_one_alone
            each_range_of_a_read_takes_one_packet_however_long_it_is;
        bad_input:
            the_wrong_kind_of_call_says_which_one_is_right
            channels_that_are_not_there
            a_card_that_does_not_multiply_says_so
            a_card_without_user_level_dma_says_so
            a_card_that_does_not_send_says_so
            ranges_buffers_and_stream_ports_that_are_not_there
            elements_without_bytes_and_more_than_the_buffer_holds
            a_card_address_that_goes_past_the_last
            a_card_address_that_does_not_exist
            a_transfer_across_the_end_of_card_memory
            a_stream_port_cannot_be_read
            registers_without_their_alignment;
        ends:
            a_send_that_nobody_takes_says_how_much_of_it_is_on_the_card
            of_several_packets_the_bytes_told_are_those_that_come_out
            a_transfer_behind_one_that_is_given_up_has_brought_nothing
            a_receiver_without_a_packet
            a_stream_port_that_nobody_reads
            transfers_that_are_dropped
            a_device_given_up_in_the_middle
            a_recovery_ends_what_is_under_way
            a_recovery_of_a_card_in_order_changes_nothing;
    }
    in_process {
        transfers: a_short_transfer_costs_the_bus_no_register_read,
            "behind nodes the library reads the time of the end; of the driver's part no_mmio_read is the test";
        transfers: a_look_at_a_transfer_lets_no_time_pass,
            "a card behind a driver has its own time";
        streams: a_packet_that_ends_with_the_last_descriptor_of_a_run_leaves_the_rest_of_its_room_alone,
            "the runs are the driver's, and each packet is one of its own";
        ends: what_waits_behind_a_dropped_transfer_is_told,
            "a driver runs to its end what it has, and then what is behind it";
        bad_input: the_host_address_of_a_refused_descriptor_is_told,
            "the driver chooses it";
    }
    nodes {
        transfers: memory_keeps_it_also_when_the_caller_spins_for_the_end,
            "in process nobody sleeps until an interrupt";
        streams: a_stream_takes_one_program_at_a_time,
            "in process each open makes a card of its own";
        aperture: a_page_is_not_mapped_with_two_cachings_at_once,
            "in process a mapping is a model of its own";
        bad_input: registers_behind_the_end_of_the_node,
            "in process the card answers behind its last register too";
        bad_input: bars_that_no_node_leads_to,
            "in process every BAR can be reached";
    }
}

bodies! {
    SINK, sink
    cards {
        fast: "fast:sink", false;
        rtl: "rtl:sink", true;
    }
    everywhere {
        card: a_card_says_what_is_in_it;
        sink:
            a_list_that_takes_streams_in_turns_goes_through
            a_list_that_takes_streams_one_by_one_is_a_deadlock
            what_somebody_may_still_send_is_no_deadlock;
    }
    in_process {}
    nodes {}
}

bodies! {
    SOURCE, source
    cards {
        fast: "fast:radio", false;
        rtl: "rtl:radio", true;
    }
    everywhere {
        capture:
            buffers_given_back_in_any_order_lose_nothing
            what_was_lost_and_what_arrived_is_what_was_made
            the_oldest_buffers_are_overwritten_and_counted
            a_stop_gives_what_was_taken_and_the_next_run_goes_on
            packets_end_their_buffers_or_go_on_in_the_next
            packets_of_channels_come_apart_by_their_headers
            bursts_begin_and_end_when_they_should
            waves_of_channels_are_what_they_are_called;
        capture_bad:
            buffers_that_cannot_be_had
            a_card_has_one_capture_until_its_last_buffer_is_gone
            a_start_without_a_buffer_to_fill_is_refused
            a_stop_ends_the_wait_of_another_thread
            a_wait_for_a_burst_that_goes_on_has_an_end
            what_the_source_cannot_do_is_refused
            a_burst_that_is_late_captures_nothing
            a_reset_under_a_capture_is_told_and_the_next_run_works;
        capture_course:
            any_course_of_starts_and_stops_keeps_the_account
            packets_of_channels_tell_what_was_lost_between_them
            a_reset_between_two_runs_takes_nothing_of_the_next
            threads_share_a_capture
            waits_end_where_nothing_comes;
        transmit:
            what_is_sent_is_received_sample_for_sample_at_its_time
            what_is_malformed_is_told_and_the_next_packet_is_sent
            buffers_go_in_the_order_in_which_they_were_sent;
        bursts:
            what_became_of_bursts_is_told_once
            a_burst_without_an_end_gets_one_however_late
            bursts_follow_each_other_within_a_sample;
        transmit_bad:
            buffers_to_send_from_that_cannot_be_had
            a_card_has_one_transmission_until_its_last_buffer_is_gone
            a_buffer_that_is_not_sent_is_free_and_nothing_of_it_goes
            what_waits_for_a_start_cannot_be_drained
            a_stop_frees_every_buffer_and_sends_whole_packets_only
            a_reset_under_a_transmission_is_told_and_the_next_run_works
            the_air_is_set_at_rest_and_has_four_channels
            a_cleared_air_forgets_all_that_was_sent;
    }
    in_process {
        capture_course: a_recovery_under_a_capture_is_told_and_the_next_run_works,
            "a driver leaves the capture of another program alone";
        transmit: late_packets_are_told_and_nothing_of_them_is_sent,
            "behind a driver it is a matter of the machine what comes in time behind a late one; tx_air is the test";
        transmit: what_a_burst_missed_is_what_was_silent_in_it,
            "behind a driver it is a matter of the machine when a burst runs dry; tx_air is the test";
        transmit_bad: a_reset_between_two_runs_takes_nothing_of_what_waits,
            "a driver forgets what waits for a start when the card is reset";
        transmit_bad: a_recovery_under_a_transmission_is_told_and_the_next_run_works,
            "a driver leaves the transmission of another program alone";
        transmit_bad: an_error_of_the_transmit_engine_is_told_and_the_next_run_works,
            "the kernel's registers are closed behind a driver";
    }
    nodes {}
}

bodies! {
    PAIRS, pairs
    cards {
        fast: "fast:loopback-dma", false;
        rtl: "rtl:loopback-dma", true;
    }
    everywhere {
        pairs:
            every_buffer_that_is_sent_comes_back_as_a_packet
            one_thread_sends_while_another_receives
            what_a_stop_cuts_comes_back_as_far_as_it_is_told
            a_card_that_only_sends_back_has_no_air;
    }
    in_process {}
    nodes {
        capture_lost: a_driver_that_lets_go_of_a_card_under_a_capture_is_an_error,
            "there is no driver";
    }
}

bodies! {
    UDMA, udma
    cards {
        fast: "fast:loopback-udma", false;
        rtl: "rtl:loopback-udma", true;
    }
    everywhere {
        user_queue:
            by_every_scheme_just_the_bytes_that_are_named_move
            a_batch_of_starts_ends_in_its_order
            who_looks_only_sees_each_end_once
            counters_are_those_of_one_context
            who_finds_no_context_free_goes_through_the_kernel
            threads_share_a_queue_by_a_lock_or_have_one_each;
        user_queue_bad:
            what_no_scheme_can_do_is_refused_with_nothing_moved
            addresses_that_a_scheme_cannot_name
            memory_that_cannot_be_registered
            a_batch_says_how_many_were_started_before_the_wrong_one
            memory_that_is_given_back_while_its_transfer_runs;
        user_queue_batch:
            one_line_starts_a_list_of_any_length
            more_than_a_list_takes_are_several_lists
            lines_and_lists_end_in_the_order_of_their_starts
            memory_that_is_given_back_while_its_list_runs
            a_queue_that_is_closed_under_its_list_leaves_the_card_to_others
            a_batch_without_memory_for_its_list_starts_nothing;
    }
    in_process {
        user_queue_lists: a_list_that_the_card_refuses_or_cannot_read_begins_nothing,
            "the kernel's registers are closed behind a driver; udma_list is the test";
        user_queue_lists: a_bad_transfer_of_a_list_leaves_the_others_alone,
            "the kernel's registers are closed behind a driver; udma_list is the test";
        user_queue_lists: lists_that_no_library_makes_are_refused,
            "raw accesses by an offset are for a card in this process; udma_list is the test";
        user_queue_card: what_the_card_refuses_or_cannot_finish_is_told,
            "the kernel's registers are closed behind a driver; udma_bad is the test";
        user_queue_card: another_contexts_key_and_pages_start_nothing,
            "a program has no other's pages; udma_hostile is the test";
        user_queue_card: a_context_that_was_released_starts_nothing,
            "its maps are gone with it; udma_ends is the test";
        user_queue_card: two_threads_in_one_sequence_move_what_neither_wants,
            "raw accesses by an offset are for a card in this process";
        user_queue_card: a_scheme_that_is_not_in_force,
            "the administrator chooses it";
    }
    nodes {
        user_queue_lost: a_card_that_is_reset_under_a_queue_is_an_error_and_no_signal,
            "a program has a card in this process for itself";
        user_queue_lost: a_driver_that_lets_go_of_a_card_under_a_queue_is_an_error_and_no_signal,
            "there is no driver";
    }
}

bodies! {
    MSM, msm
    cards {
        fast: "fast:msm-toy", false;
        rtl: "rtl:msm-toy", true;
        fast_streaming: "fast:msm1-toy", false;
        rtl_streaming: "rtl:msm1-toy", true;
    }
    everywhere {
        card: a_card_says_what_is_in_it;
        msm:
            products_of_every_size_agree
            products_of_every_distribution_agree
            infinities_and_opposite_points
            every_product_of_a_batch_is_its_own
            a_batch_after_an_error_is_right;
        msm_engine:
            products_agree_in_every_mode
            a_rho_does_not_stay_on_the_card
            scalars_above_the_order_count_as_their_residues
            windows_of_any_width_give_the_same
            points_stay_on_the_card
            points_can_be_loaded_before
            points_are_brought_again_when_somebody_else_has_used_the_card
            tables_that_somebody_has_changed_are_written_again
            clones_take_turns
            clients_of_a_device_take_turns
            a_client_that_fails_leaves_the_others_alone
            more_points_than_the_card_holds_are_multiplied_in_parts
            the_engines_report_adds_up;
        msm_sieve:
            zeros_are_dropped_and_ones_summed_apart
            inputs_of_one_sort
            a_sieve_that_would_take_longer_is_left_out
            a_few_ones_stay_with_the_others
            each_multiplication_of_a_batch_is_sieved_on_its_own
            more_others_than_the_card_holds_are_multiplied_in_parts
            points_stay_on_the_card_while_others_are_sieved
            sieved_products_of_random_mixtures_agree;
        msm_engine_bad:
            points_outside_the_subgroup_and_off_the_curve_are_refused
            a_width_that_no_plan_of_the_card_has
            a_batch_with_more_scalars_than_bases
            a_point_off_the_curve_that_nobody_has_checked;
        msm_bad_input:
            more_scalars_than_bases
            only_scalars
            only_points
            more_than_a_run_asked_for
            leftovers_of_other_writers
            a_read_out_larger_than_its_room
            a_start_too_many
            a_register_that_only_reports_keeps_what_it_is
            counters_clear_when_read_so;
    }
    in_process {
        msm_bad_input: a_read_out_that_somebody_has_left,
            "behind nodes the error comes after half a minute in which the card stood still";
        msm_bad_input: a_run_that_somebody_has_started,
            "behind nodes the error comes after half a minute in which the card stood still";
    }
    nodes {}
}
