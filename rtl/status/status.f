// SPDX-License-Identifier: Apache-2.0
-f rtl/common/common.f
-f rtl/reg/reg.f
rtl/status/fby_feature_pkg.sv
rtl/status/fby_features.sv
rtl/status/fby_status_counters.sv
rtl/status/fby_status_last.sv
rtl/status/fby_event_page.sv
rtl/status/fby_status.sv
