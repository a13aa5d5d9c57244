# SPDX-License-Identifier: Apache-2.0
# The engine that the bench of the capture engine drives.
-f rtl/dma/dma.f
