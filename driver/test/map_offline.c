// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: while the card is being reset, asleep, or recovers from an error of its link, no access
 * through a map gets to it. Whoever touches a map then waits until the card is back, can be killed
 * meanwhile, and gets SIGBUS when it is lost.
 * Catches: registers that read anything in a reset, maps that go on under the feet of the PCI error
 * recovery (litex_m2sdr #156 #157).
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define STEP "/sys/kernel/debug/fby_pci_error/step"
#define BOUND_MS 15000u
/* A function-level reset takes this long by itself: the kernel waits so long for the card. */
#define RESET_MS 100u

static void step(const char *name)
{
	if (fby_write_file(STEP, name))
		fby_bail("%s: %s: %s", STEP, name, strerror(errno));
}

static volatile uint32_t *map_of(const char *node)
{
	int fd = fby_must_open(node, O_RDWR);
	volatile uint32_t *map = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	close(fd);
	if (map == MAP_FAILED)
		fby_bail("map of %s: %s", node, strerror(errno));
	return map;
}

/* What the readers tell of themselves. */
struct shared {
	volatile bool end;
	volatile uint64_t longest_ms;
	volatile uint64_t reads;
};

/* Reads all the time. Ends with 0 if every value was right. */
static int read_on(const char *node, struct shared *say)
{
	volatile uint32_t *map = map_of(node);
	uint32_t first = map[0];
	uint64_t last = fby_ms();

	while (!say->end) {
		uint32_t value = map[0];
		uint64_t now = fby_ms();

		if (value != first)
			return 1;
		if (now - last > say->longest_ms)
			say->longest_ms = now - last;
		say->reads++;
		last = now;
	}
	return 0;
}

static void reset_under(const char *node)
{
	struct shared *say = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child = fby_fork();
	uint64_t until;
	int status;

	if (!child)
		_exit(read_on(node, say));
	for (until = fby_ms() + 5000; !say->reads && fby_ms() < until;)
		;
	say->longest_ms = 0;
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "a reset while %s is being read",
	       node);
	say->end = true;
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFEXITED(status), "the reader lives (0x%x)", status);
	/* The card's memory is not what it was; a register is. */
	if (!strcmp(node, "user"))
		fby_is(WEXITSTATUS(status), 0, "and has read nothing but what is there");
	fby_ok(say->longest_ms >= RESET_MS, "it was kept out for %llu ms (%llu reads)",
	       (unsigned long long)say->longest_ms, (unsigned long long)say->reads);
}

/* A child that maps, says so, waits for a byte, touches. Ends with 0 if the value is the same. */
struct toucher {
	pid_t pid;
	int go;
};

static struct toucher toucher(void)
{
	int go[2], ready[2];
	char byte = 0;
	struct toucher it;

	if (pipe(go) || pipe(ready))
		fby_bail("pipe: %s", strerror(errno));
	it.pid = fby_fork();
	if (!it.pid) {
		volatile uint32_t *map = map_of("user");
		uint32_t first = map[0];

		if (write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) != 1)
			_exit(9);
		_exit(map[0] == first ? 0 : 1);
	}
	if (read(ready[0], &byte, 1) != 1)
		fby_bail("the child did not map");
	close(ready[0]);
	close(ready[1]);
	close(go[0]);
	it.go = go[1];
	return it;
}

static void touch(struct toucher *it)
{
	char byte = 0;

	if (write(it->go, &byte, 1) != 1)
		fby_bail("pipe: %s", strerror(errno));
	close(it->go);
}

static bool still_there(pid_t child)
{
	int status;

	return fby_sleeping(child) && waitpid(child, &status, WNOHANG) == 0;
}

static void frozen(void)
{
	struct toucher waits = toucher(), dies = toucher();
	int status;

	step("frozen");
	touch(&waits);
	touch(&dies);
	fby_ok(still_there(waits.pid) && still_there(dies.pid),
	       "two that touch a map of a frozen card wait");
	kill(dies.pid, SIGKILL);
	status = fby_reaped(dies.pid, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
	       "one of them can be killed (0x%x)", status);
	step("slot_reset");
	fby_ok(still_there(waits.pid), "the other one waits on while its slot is reset");
	step("resume");
	status = fby_reaped(waits.pid, BOUND_MS);
	fby_ok(status == 0, "and reads the right value when the card is back (0x%x)", status);
	fby_still_works("an error of the link");
}

static void lost(void)
{
	struct toucher it = toucher();
	int status;

	step("frozen");
	touch(&it);
	fby_ok(still_there(it.pid), "one that touches a map of a frozen card waits");
	step("failed");
	status = fby_reaped(it.pid, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS,
	       "and gets SIGBUS when the card is lost (0x%x)", status);
	fby_is(fby_unbind(), 0, "the card can be unbound");
	step("back");
	fby_is(fby_bind(), 0, "and bound");
	fby_still_works("a card that was lost");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("no access through a map gets to a card that is away", 120);
	fby_debugfs();
	fby_load("fby_pci_error", "");
	reset_under("user");
	reset_under("aperture");
	frozen();
	lost();
	fby_is(fby_rmmod("fby_pci_error"), 0, "the helper can be unloaded");
	return fby_done();
}
