// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a probe that fails leaves nothing behind, however late it fails and whoever has opened
 * a node meanwhile, and takes nothing from others: not a BAR that somebody else has, and not a
 * register read from a card that has the same PCI id and is not ours.
 * Catches: probe that leaks or frees what is in use (PR #398), that releases another driver's
 * claim, that reads foreign registers (#250).
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_hook.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define STEP "/sys/kernel/debug/fby_pci_error/step"
#define DRIVER "/sys/bus/pci/drivers/forebay/"
#define BOUND_MS 15000u
#define ADD "cdev_device_add"

static int step(const char *name)
{
	char text[16] = "";

	if (fby_write_file(STEP, name) || !fby_read_file(STEP, text, sizeof(text)))
		fby_bail("%s: %s", STEP, strerror(errno));
	return atoi(text);
}

static bool refused(void)
{
	return fby_write_file(DRIVER "bind", fby_bdf()) && !fby_bound();
}

static bool has_claim(void)
{
	FILE *file = fopen("/proc/iomem", "re");
	bool found = false;
	char line[128];

	while (file && fgets(line, sizeof(line), file))
		found |= strstr(line, "fby_pci_error") != NULL;
	if (file)
		fclose(file);
	return found;
}

static void claimed(void)
{
	fby_is(step("claim"), 0, "somebody else has the registers' BAR");
	fby_ok(refused(), "the card is not taken (%s)", fby_errno_name(errno));
	fby_ok(has_claim(), "and who had the BAR has it still");
	step("disclaim");
}

/*
 * A child that opens the registers as soon as the node is there, while the rest of the probe is
 * held. When the probe has failed, its map must be gone and its file dead.
 */
static pid_t opener(int tell, int go)
{
	pid_t child = fby_fork();
	volatile uint32_t *map;
	char byte = 0;
	uint32_t word;
	int fd;

	if (child)
		return child;
	do {
		fd = fby_open("user", O_RDWR);
	} while (fd < 0);
	map = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED || pread(fd, &word, 4, 0) != 4 || map[0] != word)
		_exit(1);
	if (write(tell, &byte, 1) != 1 || read(go, &byte, 1) != 1)
		_exit(2);
	if (pread(fd, &word, 4, 0) != -1 || errno != ENODEV)
		_exit(3);
	_exit(map[0] == word ? 4 : 5);
}

static void *bind_thread(void *arg)
{
	*(bool *)arg = refused();
	return NULL;
}

static void fails_late(unsigned int nodes)
{
	int tell[2], go[2], status;
	bool good = false;
	pthread_t binder;
	pid_t child;
	char byte = 0;

	if (pipe(tell) || pipe(go))
		fby_bail("pipe: %s", strerror(errno));
	/* The first node is added, and no further one before it is open. */
	fby_hook_hold("forebay_node_add", 1);
	fby_hook_fail(ADD, nodes);
	pthread_create(&binder, NULL, bind_thread, &good);
	fby_hook_waits("forebay_node_add");
	child = opener(tell[1], go[0]);
	if (read(tell[0], &byte, 1) != 1)
		fby_bail("nobody opened a node");
	fby_hook_go("forebay_node_add");
	pthread_join(binder, NULL);
	fby_ok(good, "a probe that fails at its node %u does not take the card", nodes + 1);
	fby_ok(access(fby_node("user"), F_OK) != 0, "and leaves no node");
	if (write(go[1], &byte, 1) != 1)
		fby_bail("pipe: %s", strerror(errno));
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS,
	       "who had opened one gets ENODEV, and SIGBUS from its map (0x%x)", status);
	for (unsigned int i = 0; i < 2; i++) {
		close(tell[i]);
		close(go[i]);
	}
}

/* Same vendor and device, another subsystem. */
static void foreign(void)
{
	char ids[32];

	fby_write_file(fby_pci_path("enable"), "1");
	fby_fault_need();
	step("foreign");
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = 0 });
	fby_ok(refused(), "somebody else's card is not taken (%s)", fby_errno_name(errno));
	fby_is(fby_fault_seen(), 0, "and none of its registers is read");
	fby_is(fby_write_file(fby_pci_path("driver_override"), "forebay"), 0,
	       "unless somebody says that it is to be");
	fby_is(fby_bind(), 0, "(driver_override)");
	fby_is(fby_unbind(), 0, "it is given back");
	fby_write_file(fby_pci_path("driver_override"), "\n");
	fby_ok(refused(), "and is not taken again");
	snprintf(ids, sizeof(ids), "%s %s", fby_layout()->vendor, fby_layout()->device);
	fby_is(fby_write_file(DRIVER "new_id", ids), 0, "or that all such are (new_id)");
	fby_ok(fby_bound(), "then it is taken");
	fby_is(fby_write_file(DRIVER "remove_id", ids), 0, "as long as that is said");
	fby_is(fby_unbind(), 0, "it is given back");
	step("own");
	fby_write_file(fby_pci_path("enable"), "0");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a probe that fails leaves nothing behind", 120);
	fby_debugfs();
	fby_load("fby_pci_error", "");
	fby_hook_load();
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	claimed();
	fails_late(1);
	fails_late(4);
	foreign();
	fby_is(fby_bind(), 0, "in the end the card is taken");
	fby_hook_unload();
	fby_is(fby_rmmod("fby_pci_error"), 0, "the helper can be unloaded");
	fby_still_works("all of it");
	return fby_done();
}
