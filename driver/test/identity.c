// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the card has exactly the nodes that the interface names, in a class that udev can
 * match, and tells its identity in sysfs.
 * Catches: nodes for channels that are not there, or none for some that are (dma.md 1.1: channels
 * are counted by their identifiers).
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_chain.h"
#include "fby_test.h"

static unsigned int nodes_in(const char *dir)
{
	struct dirent *entry;
	unsigned int n = 0;
	DIR *d = opendir(dir);

	if (!d)
		return 0;
	while ((entry = readdir(d)))
		n += !strncmp(entry->d_name, "forebay0_", 9);
	closedir(d);
	return n;
}

static void node(const char *what)
{
	char path[256], text[256] = "", want[300];
	struct stat st;

	fby_ok(!stat(fby_node(what), &st) && S_ISCHR(st.st_mode), "%s is a character device",
	       fby_node(what));
	fby_ok(!(st.st_mode & 0007), "that not everybody may use (%o)", st.st_mode & 0777);
	snprintf(path, sizeof(path), "/sys/class/forebay/forebay0_%s/uevent", what);
	snprintf(want, sizeof(want), "MAJOR=");
	fby_ok(fby_read_file(path, text, sizeof(text)) && strstr(text, want),
	       "it is in class forebay");
	snprintf(path, sizeof(path), "/sys/class/forebay/forebay0_%s/device/vendor", what);
	fby_ok(fby_read_file(path, text, sizeof(text)) && !strcmp(text, fby_layout()->vendor),
	       "and belongs to the card");
}

/* What the card says of itself, without touching its registers. */
static void card_group(void)
{
	char text[64], want[64];
	uint32_t kind = fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CARD_KIND) &
			FOREBAY_USER_STATUS_CARD_KIND_KIND;

	snprintf(want, sizeof(want), "%u", kind);
	fby_ok(fby_read_file(fby_pci_path("card/kind"), text, sizeof(text)) && !strcmp(text, want),
	       "sysfs tells the kind of card");
	snprintf(want, sizeof(want), "%llu", (unsigned long long)fby_mem_bytes());
	fby_ok(fby_read_file(fby_pci_path("card/mem_bytes"), text, sizeof(text)) &&
		       !strcmp(text, want),
	       "its memory");
	snprintf(want, sizeof(want), "%u",
		 fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CLOCK_KHZ));
	fby_ok(fby_read_file(fby_pci_path("card/clock_khz"), text, sizeof(text)) &&
		       !strcmp(text, want),
	       "its clock");
	fby_ok(fby_read_file(fby_pci_path("card/number"), text, sizeof(text)) && !strcmp(text, "0"),
	       "the number in its nodes' names");
	snprintf(want, sizeof(want), "%u", FOREBAY_ABI);
	fby_ok(fby_read_file(fby_pci_path("card/abi"), text, sizeof(text)) && !strcmp(text, want),
	       "and the interface's version");
}

/* As the card's own chain has it. */
static bool has_front_end(uint32_t kind)
{
	struct fby_chain chain;

	fby_chain_read(&chain);
	return fby_chain_find(&chain, FBY_CLASS(FRONT_END), kind);
}

int main(int argc, char **argv)
{
	unsigned int list[FBY_MAX_CHANNELS], total = 3;

	(void)argc;
	(void)argv;
	fby_begin("nodes and identity", 30);
	node("user");
	node("aperture");
	node("events");
	if (has_front_end(FOREBAY_USER_FRONT_END_UDMA)) {
		node("udma");
		total++;
	}
	if (has_front_end(FOREBAY_USER_FRONT_END_S2MM)) {
		node("cap0");
		total++;
	}
	if (has_front_end(FOREBAY_USER_FRONT_END_MM2S)) {
		node("tx0");
		total++;
	}
	for (int dir = FBY_H2C; dir <= FBY_C2H; dir++) {
		for (int stream = 0; stream < 2; stream++) {
			unsigned int n = fby_channels((enum fby_dir)dir, stream, list);

			for (unsigned int i = 0; i < n; i++) {
				int fd = fby_open_chan((enum fby_dir)dir, list[i]);
				struct forebay_info info;

				node(fby_chan_name((enum fby_dir)dir, list[i]));
				fby_is(ioctl(fd, FOREBAY_IOC_INFO, &info), 0,
				       "it describes itself");
				fby_is(info.channel, list[i], "with its number");
				fby_is(info.flags,
				       (stream ? FOREBAY_INFO_STREAM : 0) |
					       (dir == FBY_C2H ? FOREBAY_INFO_C2H : 0),
				       "and its kind");
				close(fd);
			}
			total += n;
		}
	}
	card_group();
	fby_is(nodes_in("/dev"), total, "there are no other nodes");
	fby_is(nodes_in("/sys/class/forebay"), total, "nor in the class");
	return fby_done();
}
