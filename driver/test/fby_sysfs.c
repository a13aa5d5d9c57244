// SPDX-License-Identifier: GPL-2.0-only
/* The card's place in sysfs, and binding it to its driver: see fby_card.h. */

#include "fby_card.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_test.h"

#define PCI_DEVICES "/sys/bus/pci/devices"
#define PCI_DRIVER "/sys/bus/pci/drivers/forebay"

bool fby_read_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, buf, size - 1);
	close(fd);
	if (n < 0)
		return false;
	buf[n] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	return true;
}

int fby_write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;
	int error;

	if (fd < 0)
		return -1;
	n = write(fd, text, strlen(text));
	error = errno;
	close(fd);
	errno = error;
	return n == (ssize_t)strlen(text) ? 0 : -1;
}

/* A generated number as text, as sysfs has it. */
#define TEXT_OF(word) #word
#define TEXT(number) TEXT_OF(number)

#define FACT(layout, name) FOREBAY_LAYOUT_##layout##_##name
#define LAYOUT_OF(name)                                                                            \
	{                                                                                          \
		.vendor = TEXT(FACT(name, PCI_VENDOR)),                                            \
		.device = TEXT(FACT(name, PCI_DEVICE)),                                            \
		.user_bar = FACT(name, USER_BAR),                                                  \
		.user_offset = FACT(name, USER_OFFSET),                                            \
		.user_bytes = FACT(name, USER_BAR_BYTES) - FACT(name, USER_OFFSET),                \
		.dma_bar = FACT(name, DMA_BAR),                                                    \
		.dma_offset = FACT(name, DMA_OFFSET),                                              \
		.aperture_bar = FACT(name, APERTURE_BAR),                                          \
	},

static const struct fby_layout layouts[] = { FOREBAY_LAYOUTS(LAYOUT_OF) };

static const struct fby_layout *layout_of(const char *bdf)
{
	char path[512], vendor[16] = "", device[16] = "";

	snprintf(path, sizeof(path), PCI_DEVICES "/%s/vendor", bdf);
	fby_read_file(path, vendor, sizeof(vendor));
	snprintf(path, sizeof(path), PCI_DEVICES "/%s/device", bdf);
	fby_read_file(path, device, sizeof(device));
	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
		if (!strcmp(vendor, layouts[i].vendor) && !strcmp(device, layouts[i].device))
			return &layouts[i];
	return NULL;
}

const char *fby_bdf_in(char name[FBY_NAME])
{
	DIR *dir = opendir(PCI_DEVICES);
	struct dirent *entry;
	bool found = false;

	if (!dir)
		fby_bail("%s: %s", PCI_DEVICES, strerror(errno));
	while (!found && (entry = readdir(dir))) {
		found = entry->d_name[0] != '.' && layout_of(entry->d_name);
		if (found)
			snprintf(name, FBY_NAME, "%s", entry->d_name);
	}
	closedir(dir);
	if (!found)
		fby_bail("no PCI device with the ids of a layout in this machine");
	return name;
}

const struct fby_layout *fby_layout(void)
{
	return layout_of(fby_bdf());
}

const char *fby_resource_in(char name[FBY_NAME], unsigned int bar)
{
	snprintf(name, FBY_NAME, PCI_DEVICES "/%.31s/resource%u", fby_bdf(), bar);
	return name;
}

const char *fby_pci_path_in(char name[FBY_NAME], const char *file)
{
	/* Cut, so that the compiler sees that all of it fits: an address has twelve characters. */
	snprintf(name, FBY_NAME, PCI_DEVICES "/%.31s/%.127s", fby_bdf(), file);
	return name;
}

uint64_t fby_bar_address(unsigned int bar)
{
	FILE *file = fopen(fby_pci_path("resource"), "re");
	unsigned long long first = 0, last, flags;

	if (!file)
		fby_bail("%s: %s", fby_pci_path("resource"), strerror(errno));
	for (unsigned int i = 0; i <= bar; i++)
		if (fscanf(file, "%llx %llx %llx", &first, &last, &flags) != 3)
			fby_bail("%s: no line for BAR %u", fby_pci_path("resource"), bar);
	fclose(file);
	if (!first)
		fby_bail("BAR %u is not in use", bar);
	return first;
}

bool fby_bound(void)
{
	char link[256];
	ssize_t n = readlink(fby_pci_path("driver"), link, sizeof(link) - 1);

	if (n < 0)
		return false;
	link[n] = '\0';
	return strstr(link, "/forebay") != NULL;
}

int fby_unbind(void)
{
	return fby_write_file(PCI_DRIVER "/unbind", fby_bdf());
}

int fby_bind(void)
{
	uint64_t end = fby_ms() + 5000;

	if (fby_write_file(PCI_DRIVER "/bind", fby_bdf()))
		return -1;
	/* devtmpfs makes the nodes in a thread of its own. */
	while (access(fby_node("user"), F_OK)) {
		if (fby_ms() > end) {
			errno = ENODEV;
			return -1;
		}
	}
	return 0;
}

long long fby_chan_stat(enum fby_dir dir, unsigned int channel, const char *name)
{
	char path[256], text[64];

	snprintf(path, sizeof(path), "/sys/class/forebay/forebay0_%s/%s",
		 fby_chan_name(dir, channel), name);
	if (!fby_read_file(path, text, sizeof(text)))
		fby_bail("%s: %s", path, strerror(errno));
	return strtoll(text, NULL, 0);
}

enum fby_dma fby_dma(void)
{
	static const char *const ways[] = {
		[FBY_DMA_DIRECT] = "direct",
		[FBY_DMA_IOMMU] = "iommu",
		[FBY_DMA_BOUNCE] = "bounce",
	};
	const char *way = getenv("FBY_DMA");

	for (unsigned int i = 0; way && i < sizeof(ways) / sizeof(ways[0]); i++)
		if (!strcmp(way, ways[i]))
			return (enum fby_dma)i;
	fby_bail("FBY_DMA is %s: the launcher gives direct, iommu or bounce",
		 way ? way : "not there");
}

unsigned int fby_timeout_scale(void)
{
	char text[32];

	if (!fby_read_file("/sys/module/forebay/parameters/timeout_scale", text, sizeof(text)))
		return 1;
	return (unsigned int)strtoul(text, NULL, 0);
}
