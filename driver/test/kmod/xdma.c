// SPDX-License-Identifier: GPL-2.0-only
/* Mainline's driver for the XDMA engine, unchanged: a witness for the card that others wrote. */
#include <drivers/dma/xilinx/xdma.c>
