// SPDX-License-Identifier: Apache-2.0
-f rtl/common/fby_common.f
rtl/status/fby_status_counters.sv
rtl/status/fby_status_last.sv
rtl/status/fby_status.sv
