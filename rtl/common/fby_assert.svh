// SPDX-License-Identifier: Apache-2.0
//
// The only assertion macros of the RTL. They are live in Verilator and in proofs and gone in
// synthesis. Clocked ones need `clk_i` and `rst_i` in scope and hold their tongue during reset.
// Simulation has no `assert` statement: Verilator asks before each of them whether assertions are on, which cost more than
// the assertions themselves.
//
//   `FBY_ASSERT(name, expr)`       expr holds at every clock edge outside reset
//   `FBY_ASSERT_INIT(name, expr)`  expr, a constant, holds at elaboration (parameter checks)
//   `FBY_COVER(name, expr)`        expr happens; proofs must reach it, simulations ignore it
//   `FBY_ASSUME(name, expr)`       an input promise: assumed in proofs, asserted in simulation
`ifndef FBY_ASSERT_SVH
`define FBY_ASSERT_SVH

// FORMAL first: Yosys' SystemVerilog reader defines SYNTHESIS in proofs as well.
`ifdef FORMAL
`define FBY_ASSERT(name, expr) \
    always_ff @(posedge clk_i) if (!rst_i) begin \
        a_``name : assert (expr); \
    end
`define FBY_COVER(name, expr) \
    always_ff @(posedge clk_i) if (!rst_i) begin \
        c_``name : cover (expr); \
    end
`define FBY_ASSUME(name, expr) \
    always_ff @(posedge clk_i) if (!rst_i) begin \
        m_``name : assume (expr); \
    end
`elsif SYNTHESIS
`define FBY_ASSERT(name, expr)
`define FBY_COVER(name, expr)
`define FBY_ASSUME(name, expr)
`else
`define FBY_ASSERT(name, expr) \
    always_ff @(posedge clk_i) if (!rst_i) begin : a_``name \
        if (!(expr)) $error(`"assertion name failed in %m: expr`"); \
    end
`define FBY_COVER(name, expr)
`define FBY_ASSUME(name, expr) `FBY_ASSERT(name, expr)
`endif

// An illegal parameter is an error of elaboration in every tool, so nothing is switched off here.
`define FBY_ASSERT_INIT(name, expr) \
    if (!(expr)) begin : gen_bad_``name \
        $error(`"illegal parameter, name: expr`"); \
    end

`endif
