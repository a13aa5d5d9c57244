// SPDX-License-Identifier: Apache-2.0
// The radio in which the bench of the transmit part has it.
-f rtl/datapath/source/source.f
