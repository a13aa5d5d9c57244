// SPDX-License-Identifier: Apache-2.0
/// Offsets of tb_msm_plan, and places in its words.
package tb_msm_plan_pkg;
  localparam logic [15:0] CONTROL_OFFSET = 16'h0000;
  localparam logic [15:0] STATUS_OFFSET = 16'h0004;
  localparam logic [15:0] POINTS_OFFSET = 16'h0008;
  localparam logic [15:0] SLOT_OFFSET = 16'h000c;
  localparam logic [15:0] MODE_OFFSET = 16'h0010;
  localparam logic [15:0] PASSES_OFFSET = 16'h0014;
  localparam logic [15:0] COVER_OFFSET = 16'h0018;
  localparam logic [15:0] GEOMETRY_OFFSET = 16'h001c;
  localparam logic [15:0] BUCKETS_OFFSET = 16'h0020;
  localparam logic [15:0] RECORDS_OFFSET = 16'h0024;
  localparam logic [15:0] RHO_OFFSET = 16'h0040;
  localparam logic [15:0] RECODE_OFFSET = 16'h0060;
  localparam logic [15:0] WINDOW_OFFSET = 16'h0100;
  localparam logic [15:0] PASS_OFFSET = 16'h0200;
  localparam int unsigned CONTROL_START_LSB = 0;
  localparam int unsigned CONTROL_ABORT_LSB = 1;
  localparam int unsigned STATUS_BUSY_LSB = 0;
  localparam int unsigned STATUS_START_READY_LSB = 1;
  localparam int unsigned STATUS_REDUCING_LSB = 2;
  localparam int unsigned STATUS_SCALAR_CUT_LSB = 3;
  localparam int unsigned STATUS_MEMORY_ERROR_LSB = 4;
  localparam int unsigned STATUS_PASS_LSB = 8;
  localparam int unsigned STATUS_RUNS_DONE_LSB = 16;
  localparam int unsigned STATUS_PASS_WIDTH = 7;
  localparam int unsigned STATUS_RUNS_DONE_WIDTH = 16;
endpackage
