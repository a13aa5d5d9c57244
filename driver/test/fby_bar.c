// SPDX-License-Identifier: GPL-2.0-only
/* The DMA registers without a driver: see fby_bar.h. */

#include "fby_bar.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

volatile uint32_t *fby_bar_map(void)
{
	const struct fby_layout *layout = fby_layout();
	volatile uint32_t *regs;
	int fd;

	if (fby_write_file(fby_pci_path("enable"), "1"))
		fby_bail("%s: %s", fby_pci_path("enable"), strerror(errno));
	fd = open(fby_resource(layout->dma_bar), O_RDWR | O_CLOEXEC);
	regs = mmap(NULL, FBY_DMA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		    layout->dma_offset);
	if (regs == MAP_FAILED)
		fby_bail("%s: %s", fby_resource(layout->dma_bar), strerror(errno));
	close(fd);
	return regs;
}

void fby_bar_unmap(volatile uint32_t *regs)
{
	munmap((void *)(uintptr_t)regs, FBY_DMA_BYTES);
	fby_write_file(fby_pci_path("enable"), "0");
}
