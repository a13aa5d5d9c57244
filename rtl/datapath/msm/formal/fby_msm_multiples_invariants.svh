// SPDX-License-Identifier: Apache-2.0
// Included by fby_msm_multiples in proofs only: which multiple lies in which place, at every clock edge since a start.

localparam int unsigned FTimes = Classes + CHAINS;
localparam int unsigned FTimesBits = $clog2(FTimes + 1);

logic [OrderBits-1:0] f_rho_q;
logic f_started_q = 1'b0;
// A multiple has been taken; every place of the ring has been written.
logic f_taken_q, f_turned_q;
// Sums of takes that have come back, modulo the classes.
logic [ClassBits-1:0] f_back_q;
logic [ClassBits-1:0] f_under_way;
// Class of the last take, less one.
logic [ClassBits-1:0] f_last;
assign f_last = class_q - 1'b1;

// Every multiple that may be inside, one rho after the other.
logic [FTimes:0][OrderBits-1:0] f_multiples;
logic [OrderBits:0] f_sum;

always_comb begin
  f_multiples = '0;
  f_sum       = '0;
  for (int unsigned i = 1; i <= FTimes; i++) begin
    f_sum = {1'b0, f_multiples[i-1]} + {1'b0, f_rho_q >= Order ? f_rho_q - Order : f_rho_q};
    f_multiples[i] = OrderBits'(f_sum >= {1'b0, Order} ? f_sum - {1'b0, Order} : f_sum);
  end
end

function automatic logic [OrderBits-1:0] f_times(input logic [FTimesBits-1:0] count);
  return f_multiples[count];
endfunction

always_ff @(posedge clk_i) begin
  if (back && !filling_q) begin
    f_back_q <= f_back_q + 1'b1;
    if (place_q == ChainBits'(CHAINS - 1)) f_turned_q <= 1'b1;
  end
  if (take_i) f_taken_q <= 1'b1;
  if (start_i) begin
    f_rho_q     <= rho_i;
    f_started_q <= 1'b1;
    f_taken_q   <= 1'b0;
    f_turned_q  <= 1'b0;
    f_back_q    <= '0;
  end
  if (rst_i) f_started_q <= 1'b0;
end

always_comb begin
  f_under_way = ClassBits'(issue_q);
  for (int unsigned i = 0; i < Latency; i++) f_under_way = f_under_way + ClassBits'(line_q[i]);
end

// After a start the first multiples are being made, one at a time, or they are there.
`FBY_ASSERT(filling_or_open, filling_q + open_q == 2'(f_started_q))
`FBY_ASSERT(still_before_a_start, f_started_q || !(busy_o || again_q))
`FBY_ASSERT(one_at_a_time, !filling_q || f_under_way + ClassBits'(again_q) == ClassBits'(1))
`FBY_ASSERT(filled_before_it_goes_on, !again_q || filling_q)
`FBY_ASSERT(nothing_taken_while_filling, !filling_q || (class_q == '0 && !f_taken_q && !f_turned_q && f_back_q == '0))

// The operands.
`FBY_ASSERT(step_of_the_filling, !filling_q || step_q == (place_q == '0 ? f_rho_q : f_times(FTimesBits'(place_q))))
`FBY_ASSERT(step_of_the_chains, !open_q || step_q == f_times(FTimesBits'(CHAINS)))
`FBY_ASSERT(first_addend, !(filling_q && place_q == '0) || (multiple_q == '0 && !again_q))
`FBY_ASSERT(other_addends, !(filling_q && place_q != '0 && !again_q) || multiple_q == f_times(FTimesBits'(1)))
`FBY_ASSERT(multiple_of_the_last_take,
            !f_taken_q || !open_q || multiple_q == f_times(FTimesBits'(f_last) + 1'b1))

// What comes back, and when.
`FBY_ASSERT(sum_of_the_filling, !(filling_q && back) || sum == f_times(FTimesBits'(place_q) + 1'b1))
`FBY_ASSERT(sum_of_the_chains, !(open_q && back) || sum == f_times(FTimesBits'(f_back_q) + FTimesBits'(CHAINS + 1)))
`FBY_ASSERT(all_takes_come_back, !open_q || class_q == f_back_q + f_under_way)
`FBY_ASSERT(place_of_the_next, !open_q || place_q == f_back_q[ChainBits-1:0])
`FBY_ASSERT(first_turn, f_turned_q || !open_q || f_back_q < ClassBits'(CHAINS))
`FBY_ASSERT(taken_before_it_comes_back, f_taken_q || !open_q || (f_under_way == '0 && f_back_q == '0 && !f_turned_q))

for (genvar i = 0; i < CHAINS; i++) begin : gen_places
  // The class whose sum has last come back into this place.
  logic [ChainBits-1:0] f_age;
  logic [ClassBits-1:0] f_class;
  assign f_age   = place_q - 1'b1 - ChainBits'(i);
  assign f_class = f_back_q - 1'b1 - ClassBits'(f_age);
  `FBY_ASSERT(first_multiples, !(f_started_q && (open_q || i < 32'(place_q)))
                               || multiple_mem_q[i] == f_times(FTimesBits'(i + 1)))
  `FBY_ASSERT(ring, !(open_q && (f_turned_q || i < 32'(place_q)))
                    || multiple_mem_q[CHAINS+i] == f_times(FTimesBits'(f_class) + FTimesBits'(CHAINS + 1)))
end
