// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: `forebay wc-perf` measures the card's real mappings: through the driver's node, and
 * through the kernel's own files of a BAR that no driver has. Each of its stores is a beat that
 * the card counts, in its bank, and the bytes are where it says. What it must not map it refuses
 * with the reason, and nothing is stored.
 * Catches: a tool that measures something else than it says, as one whose stores the compiler has
 * merged or whose mapping is not the one asked for; "operation not permitted" without a next step.
 *
 * The machine that this runs in hands an access to the card in at most eight bytes, and combines
 * nothing: a loop over words is a beat for each word whatever the caching, and a wider store one
 * for each eight bytes. A processor would send a beat for each line of the write-combining ones.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_memtype.h"
#include "fby_program.h"
#include "fby_test.h"

#define FOREBAY "/bin/forebay"
#define BANKS 4u
/* More than any run here stores. */
#define LOOK (2 * FBY_PAGE)
#define WORD 4u
#define WIDE 8u
#define LEAST 64u
#define MOST_ARGS 20u
/* A file of the system has refused. */
#define BY_THE_SYSTEM 4

struct beats {
	uint64_t read[BANKS], written[BANKS];
};

struct run {
	const char *what;
	/* Its options; the last one NULL. */
	const char *options[4];
	/* Bytes of each of its stores as the card sees them. */
	unsigned int store;
	/* Bytes of its last row, of which each is twice the one before, and passes of each. */
	unsigned int most, passes;
	/* Of a BAR without a driver too, which takes an unbind and a bind. */
	bool bar_too;
};

static const struct run runs[] = {
	{ "words, uncached", { NULL }, WORD, 64, 1, true },
	{ "words, write-combining", { "-w", NULL }, WORD, 64, 1, true },
	{ "the C library's copy, uncached", { "-c", NULL }, WIDE, 64, 1, false },
	{ "the C library's copy, write-combining", { "-w", "-c", NULL }, WIDE, 64, 1, false },
	{ "whole lines", { "-w", "-l", NULL }, WIDE, 64, 1, false },
	{ "words in three rows of two passes", { "-w", NULL }, WORD, 256, 2, false },
	{ "lines in three rows of three passes", { "-w", "-l", NULL }, WIDE, 256, 3, true },
};

#define RUNS (sizeof(runs) / sizeof(runs[0]))

static struct beats beats_now(void)
{
	const unsigned int apart = FOREBAY_USER_COUNTER_BANK1_BEATS_READ_INDEX -
				   FOREBAY_USER_COUNTER_BANK0_BEATS_READ_INDEX;
	struct beats now;

	for (unsigned int bank = 0; bank < BANKS; bank++) {
		unsigned int at = bank * apart;

		now.read[bank] = fby_counter(FOREBAY_USER_COUNTER_BANK0_BEATS_READ_INDEX + at);
		now.written[bank] =
			fby_counter(FOREBAY_USER_COUNTER_BANK0_BEATS_WRITTEN_INDEX + at);
	}
	return now;
}

/* All that the program does is at the beginning of card memory, so it is in the first bank. */
static void beats_are(const struct beats *before, uint64_t read, uint64_t written)
{
	struct beats now = beats_now();

	for (unsigned int bank = 0; bank < BANKS; bank++) {
		fby_is((long long)(now.written[bank] - before->written[bank]),
		       bank ? 0 : (long long)written, "beats written to bank %u", bank);
		fby_is((long long)(now.read[bank] - before->read[bank]), bank ? 0 : (long long)read,
		       "beats read from bank %u", bank);
	}
}

static void fill_memory(unsigned char *old)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));

	fby_fill(old, LOOK, 4711);
	if (pwrite(to, old, LOOK, 0) != LOOK)
		fby_bail("h2c: %s", strerror(errno));
	close(to);
}

/* As many bytes as the program has stored, of what it says that it stores, and behind them the old ones. */
static void bytes_are(unsigned char *old, unsigned int stored)
{
	unsigned char *in = fby_xmalloc(LOOK);
	int from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));

	for (unsigned int at = 0; at < stored; at++)
		old[at] = (unsigned char)(at ^ at >> 8 ^ at >> 16);
	if (pread(from, in, LOOK, 0) != LOOK)
		fby_bail("c2h: %s", strerror(errno));
	fby_is(fby_diff(old, in, LOOK), -1, "card memory has %u bytes of it and is as before behind",
	       stored);
	close(from);
	free(in);
}

static struct fby_said wc_perf(enum fby_who who, const char *kind, const char *card,
			       const char *const options[])
{
	const char *argv[MOST_ARGS] = { FOREBAY, "wc-perf", kind, card };
	unsigned int n = 4;

	for (; *options; options++)
		argv[n++] = *options;
	return fby_run(who, argv);
}

static struct fby_said measure(const struct run *run, const char *kind, const char *card)
{
	const char *options[MOST_ARGS] = { NULL };
	char integers[16], passes[16];
	unsigned int n = 0;

	snprintf(integers, sizeof(integers), "%u", run->most / WORD);
	snprintf(passes, sizeof(passes), "%u", run->passes);
	options[n++] = "-v";
	options[n++] = "-i";
	options[n++] = integers;
	options[n++] = "-p";
	options[n++] = passes;
	for (unsigned int i = 0; run->options[i]; i++)
		options[n++] = run->options[i];
	return wc_perf(FBY_ROOT, kind, card, options);
}

static void ended_well(const struct fby_said *said, const char *what)
{
	if (!fby_is(said->status, 0, "%s: it ends well", what))
		fby_note("%s", said->text);
}

/* Bytes of all rows together, of one pass each. */
static unsigned int of_all_rows(const struct run *run)
{
	return 2 * run->most - LEAST;
}

static void through_the_node(const struct run *run, unsigned char *old)
{
	struct fby_said said;
	struct beats before;

	fill_memory(old);
	before = beats_now();
	said = measure(run, "--card", "/dev/forebay0");
	ended_well(&said, run->what);
	for (unsigned int bytes = LEAST; bytes <= run->most; bytes *= 2) {
		char row[96];

		snprintf(row, sizeof(row), "for transfer of %u bytes, %u writes on the bus\n", bytes,
			 bytes / run->store);
		fby_ok(strstr(said.text, row) != NULL, "it says so of %u bytes", bytes);
	}
	/* Each row is read back once, by words of eight bytes. */
	beats_are(&before, of_all_rows(run) / WIDE,
		  (uint64_t)run->passes * of_all_rows(run) / run->store);
	bytes_are(old, run->most);
}

/* Its folder in sysfs. */
#define device() fby_pci_path("")

/* Of a BAR without a driver nothing is known but that it can be written: nothing is read back or counted. */
static void through_sysfs(const struct run *run, unsigned char *old)
{
	struct fby_said said;
	struct beats before;

	fill_memory(old);
	before = beats_now();
	if (fby_unbind())
		fby_bail("unbind: %s", strerror(errno));
	said = measure(run, "--pci", device());
	if (fby_bind())
		fby_bail("bind: %s", strerror(errno));
	ended_well(&said, run->what);
	fby_ok(!strstr(said.text, "on the bus"), "it does not say what nobody has counted");
	beats_are(&before, 0, (uint64_t)run->passes * of_all_rows(run) / run->store);
	bytes_are(old, run->most);
}

static void refused(enum fby_who who, const char *kind, const char *card,
		    const char *const options[], const char *part, const char *next)
{
	struct fby_said said = wc_perf(who, kind, card, options);

	if (!fby_is(said.status, BY_THE_SYSTEM, "it is refused") ||
	    !fby_ok(strstr(said.text, part) != NULL, "it says: %s", part) ||
	    !fby_ok(strstr(said.text, next) != NULL, "and what to do: %s", next))
		fby_note("%s", said.text);
}

static const char *const plain[] = { NULL };
static const char *const combining[] = { "-w", NULL };

static void while_the_driver_has_it(void)
{
	static const char *const registers[] = { "-w", "--bar", "0", NULL };
	struct beats before = beats_now();

	fby_note("the driver has the BAR");
	refused(FBY_ROOT, "--pci", device(), plain, "resource4: ", "unbind it");
	refused(FBY_ROOT, "--pci", device(), combining, "resource4_wc: ", "unbind it");
	refused(FBY_ROOT, "--pci", device(), registers, "BAR 0 is not prefetchable",
		"map it uncached");
	fby_fails(access(fby_pci_path("resource0_wc"), F_OK), ENOENT,
		  "the kernel has no write-combining file of it either");
	refused(FBY_NOBODY, "--card", "/dev/forebay0", combining, "Permission denied", "udev rule");
	beats_are(&before, 0, 0);
}

static const char *const files[] = { "resource4", "resource4_wc" };
static const char *const types[] = { FBY_UNCACHED, FBY_WRITE_COMBINING };

static volatile uint32_t *map_page(const char *name, off_t at)
{
	int fd = open(fby_pci_path(name), O_RDWR | O_CLOEXEC);
	volatile uint32_t *map = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at);

	if (map == MAP_FAILED)
		fby_bail("%s: %s", name, strerror(errno));
	close(fd);
	return map;
}

static void types_are(uint64_t at, unsigned int mappings, const char *type, const char *name)
{
	fby_is(fby_memtypes(at, FBY_PAGE, type), mappings, "entries of a page of %s as %s", name,
	       type);
	fby_is(fby_memtypes_over(at, FBY_PAGE), mappings, "and of anything over it");
}

/* Each file alone has its caching. */
static void types_of_files(uint64_t address)
{
	for (unsigned int i = 0; i < 2; i++) {
		off_t at = (off_t)(i + 1) * 2 * FBY_PAGE;
		volatile uint32_t *map = map_page(files[i], at);

		types_are(address + (uint64_t)at, 1, types[i], files[i]);
		munmap((void *)(uintptr_t)map, FBY_PAGE);
	}
}

/*
 * The kernel gives a page that is mapped a second time the caching that it has, through whichever
 * file. The tool must not measure one for the other.
 */
static void types_of_others(uint64_t address)
{
	static const char *const *const options[] = { plain, combining };

	for (unsigned int i = 0; i < 2; i++) {
		volatile uint32_t *held = map_page(files[i], 0);
		volatile uint32_t *second = map_page(files[1 - i], 0);
		struct fby_said said;

		types_are(address, 2, types[i], "both files");
		munmap((void *)(uintptr_t)second, FBY_PAGE);
		refused(FBY_ROOT, "--pci", device(), options[1 - i], types[i], "end the program");
		said = wc_perf(FBY_ROOT, "--pci", device(), options[i]);
		ended_well(&said, "with the caching that the page has");
		munmap((void *)(uintptr_t)held, FBY_PAGE);
		said = wc_perf(FBY_ROOT, "--pci", device(), options[1 - i]);
		ended_well(&said, "with the other one when nobody has it");
	}
}

static void while_nobody_has_it(void)
{
	uint64_t address = fby_bar_address(fby_layout()->aperture_bar);

	fby_note("nobody has the BAR");
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	refused(FBY_NOBODY, "--pci", device(), plain, "resource4: ", "root");
	refused(FBY_NOBODY, "--pci", device(), combining, "resource4_wc: ", "root");
	types_of_files(address);
	types_of_others(address);
	fby_is(fby_bind(), 0, "and takes it again");
}

int main(int argc, char **argv)
{
	unsigned char *old = fby_map(LOOK);

	(void)argc;
	(void)argv;
	fby_begin("stores are measured on the card's real mappings", 120);
	for (unsigned int i = 0; i < RUNS; i++)
		through_the_node(&runs[i], old);
	while_the_driver_has_it();
	while_nobody_has_it();
	for (unsigned int i = 0; i < RUNS; i++)
		if (runs[i].bar_too)
			through_sysfs(&runs[i], old);
	fby_still_works("all of it");
	return fby_done();
}
