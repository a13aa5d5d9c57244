// SPDX-License-Identifier: Apache-2.0
/// Numbers of prepared scalars: the order of the group, how many classes there are, and the latencies of the modules that
/// turn a scalar into a word.
package fby_msm_word_pkg;

  /// Bits of a scalar in the stream, and of its word: 32 bytes.
  localparam int unsigned WORD_BITS = 256;
  /// Order r of the group of BLS12-377, which scalars are counted by.
  localparam int unsigned ORDER_BITS = 253;
  localparam logic [ORDER_BITS-1:0] ORDER =
      253'h12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001;

  /// Scalar i is of class 1 + i mod CLASSES: with `uniform` that many times rho are added to it.
  localparam int unsigned CLASSES = 1024;
  /// Chains that the multiples of rho are made in, each CHAINS classes a step. A step is back before its chain's next turn.
  localparam int unsigned CHAINS = 8;

  /// Cycles of fby_add_pipe.
  function automatic int unsigned add_cycles(input int unsigned bits, input int unsigned chunk_bits);
    return (bits + chunk_bits - 1) / chunk_bits;
  endfunction

  /// Cycles of fby_msm_modadd: the sum, the sum less the modulus, the choice.
  function automatic int unsigned modadd_cycles(input int unsigned bits, input int unsigned chunk_bits);
    return 2 * add_cycles(bits + 1, chunk_bits) + 1;
  endfunction

  /// Cycles of fby_msm_fold: both differences side by side, the choice.
  function automatic int unsigned fold_cycles(input int unsigned order_bits, input int unsigned chunk_bits);
    return add_cycles(order_bits + 1, chunk_bits) + 1;
  endfunction

  /// Cycles of fby_msm_word: the multiple of rho, the smaller of two, the constant of the windows, the check of the reach.
  function automatic int unsigned word_cycles(input int unsigned word_bits, input int unsigned order_bits,
                                              input int unsigned chunk_bits);
    return modadd_cycles(word_bits, chunk_bits) + fold_cycles(order_bits, chunk_bits)
         + add_cycles(word_bits + 1, chunk_bits) + 2;
  endfunction

endpackage
