// SPDX-License-Identifier: Apache-2.0
//! The model is that of the RTL's runs, in any steps; and what runs that no RTL can do take.

mod recorded;
