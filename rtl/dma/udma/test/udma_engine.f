// SPDX-License-Identifier: Apache-2.0
// The engine that the bench of the user-level front end drives.
-f rtl/dma/dma.f
