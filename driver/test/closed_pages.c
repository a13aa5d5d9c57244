// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the registers of a front end, and of whatever else may reach the machine's memory, are
 * closed to programs: by read, by write and by map. All other registers are open.
 * Catches: a node for registers that gives its opener all memory, by the address registers of a
 * DMA engine beside it.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_chain.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_test.h"

#define BOUND_MS 15000u

static struct fby_chain chain;

/* Where the page of a header is in the node; -1 if it is not. */
static off_t place_of(const struct fby_header *header)
{
	const struct fby_layout *layout = fby_layout();

	if (!header->bytes || header->bar != layout->user_bar ||
	    header->offset < layout->user_offset)
		return -1;
	return (off_t)(header->offset - layout->user_offset);
}

static volatile uint32_t *map_at(int fd, off_t at, size_t bytes)
{
	void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at);

	if (map == MAP_FAILED)
		fby_bail("map of %zu bytes at 0x%llx: %s", bytes, (long long)at, strerror(errno));
	return map;
}

/* Whether a touch of a register in a map is a SIGBUS; else the child has ended with 0. */
static bool is_bus_error(volatile uint32_t *word, bool write)
{
	pid_t child = fby_fork();
	int status;

	if (!child) {
		if (write)
			*word = 0;
		else
			(void)*word;
		_exit(0);
	}
	status = fby_reaped(child, BOUND_MS);
	return status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS;
}

/* Whether a register is of something closed by the chain: two such pages may be beside each other. */
static bool is_closed(off_t at)
{
	for (unsigned int i = 0; i < chain.count; i++) {
		const struct fby_header *header = &chain.headers[i];
		off_t first = place_of(header);

		if (header->class == FBY_CLASS(FRONT_END) && first >= 0 && at >= first &&
		    at < first + (off_t)header->bytes)
			return true;
	}
	return false;
}

/* Registers beside a closed page are open, unless they are of another one. */
static void calls_beside(int fd, off_t at, uint32_t bytes)
{
	uint32_t words[2] = { 0, 0 };

	if (is_closed(at - 4)) {
		fby_fails(pread(fd, words, 8, at - 4), EACCES, "a read that begins before it, in another one: EACCES");
	} else {
		fby_is(pread(fd, words, 8, at - 4), 4, "a read that begins before it ends there");
		fby_is(pwrite(fd, words, 8, at - 4), 4, "so does a write");
	}
	if (is_closed(at + bytes))
		fby_fails(pread(fd, words, 4, at + bytes), EACCES, "behind it another one begins: EACCES");
	else
		fby_is(pread(fd, words, 4, at + bytes), 4, "behind it a register is read");
}

static void calls(int fd, off_t at, uint32_t bytes)
{
	uint32_t words[2] = { 0, 0 };

	fby_fails(pread(fd, words, 4, at), EACCES, "a read of its first register: EACCES");
	fby_fails(pwrite(fd, words, 4, at), EACCES, "a write of it: EACCES");
	fby_fails(pread(fd, words, 4, at + bytes - 4), EACCES, "a read of its last one: EACCES");
	fby_fails(pwrite(fd, words, 4, at + bytes - 4), EACCES, "a write of that: EACCES");
	fby_fails(pread(fd, words, 8, at + bytes - 4), EACCES, "one that goes on behind it: EACCES");
	calls_beside(fd, at, bytes);
}

static void maps(int fd, off_t at, uint32_t bytes)
{
	size_t before = (size_t)at / 4, behind = ((size_t)at + bytes) / 4;
	volatile uint32_t *all = map_at(fd, 0, (size_t)at + bytes + FBY_PAGE);
	volatile uint32_t *own = map_at(fd, at, FBY_PAGE);

	fby_ok(is_bus_error(own, false), "a read in a map of it: SIGBUS");
	fby_ok(is_bus_error(own, true), "a write in it: SIGBUS");
	fby_ok(is_bus_error(all + before, true), "a write of its first register in a map of all");
	fby_ok(is_bus_error(all + behind - 1, true), "and of its last one");
	fby_is(is_bus_error(all + before - 1, false), is_closed(at - 4),
	       "the register before it can be read there, if it is not of another one");
	fby_is(is_bus_error(all + behind, false), is_closed(at + bytes), "and the one behind it");
	fby_is(all[(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_MAGIC) / 4],
	       FOREBAY_USER_STATUS_MAGIC_RESET, "and the card's magic number");
	munmap((void *)(uintptr_t)own, FBY_PAGE);
	munmap((void *)(uintptr_t)all, (size_t)at + bytes + FBY_PAGE);
}

static void closed(const struct fby_header *header, const char *what)
{
	int fd = fby_must_open("user", O_RDWR);
	off_t at = place_of(header);
	uint32_t progress = fby_reg(header->at + FOREBAY_USER_FEATURE_PROGRESS);

	fby_note("%s, whose page is at 0x%llx", what, (long long)at);
	calls(fd, at, header->bytes);
	maps(fd, at, header->bytes);
	fby_is(fby_reg(header->at + FOREBAY_USER_FEATURE_PROGRESS), progress,
	       "nothing of that has got to it");
	close(fd);
}

static void reset_under_map(const struct fby_header *header)
{
	int fd = fby_must_open("user", O_RDWR);
	volatile uint32_t *own = map_at(fd, place_of(header), FBY_PAGE);

	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
	fby_ok(is_bus_error(own, true), "the old map is still closed");
	munmap((void *)(uintptr_t)own, FBY_PAGE);
	close(fd);
}

/* The card's own: whatever the table gives it. */
static void front_ends(void)
{
	unsigned int here = 0;

	for (unsigned int i = 0; i < chain.count; i++) {
		const struct fby_header *header = &chain.headers[i];

		if (header->class != FBY_CLASS(FRONT_END) || place_of(header) < 0)
			continue;
		closed(header, "a front end of the card");
		reset_under_map(header);
		here++;
	}
	fby_note("%u front ends have registers beside the card's own", here);
}

static uint32_t id_of(uint32_t class, uint32_t kind)
{
	return FOREBAY_USER_FEATURE_ID_RESET |
	       class << __builtin_ctz(FOREBAY_USER_FEATURE_ID_CLASS) | kind;
}

static void disarm(void)
{
	if (!fby_bound())
		fby_write_file(fby_pci_path("enable"), "1");
	fby_fault_need();
	fby_fault_disarm();
	if (!fby_bound())
		fby_write_file(fby_pci_path("enable"), "0");
}

/* The datapath's header is told to be another one's: so the rule is the class, not where or which. */
static void told_to_be(const struct fby_header *datapath, const char *what, uint32_t class)
{
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	fby_write_file(fby_pci_path("enable"), "1");
	fby_fault_need();
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(FALSE_WORD),
		.place = datapath->at + FOREBAY_USER_FEATURE_ID,
		.param = id_of(class, 0x7777),
		.count = FBY_ALL,
	});
	fby_is(fby_bind(), 0, "and takes it again");
	closed(datapath, what);
	fby_is(fby_unbind(), 0, "it is given back");
	disarm();
	fby_is(fby_bind(), 0, "and taken");
}

/* Registers of a datapath are for programs. */
static void open_pages(const struct fby_header *datapath)
{
	int fd = fby_must_open("user", O_RDWR);
	off_t at = place_of(datapath);
	volatile uint32_t *own = map_at(fd, at, FBY_PAGE);
	uint32_t word = 0;

	fby_is(pread(fd, &word, 4, at), 4, "a register of the datapath is read");
	fby_is(pwrite(fd, &word, 4, at), 4, "and written");
	fby_ok(!is_bus_error(own, false), "and read in a map");
	fby_ok(!is_bus_error(own, true), "and written in it");
	munmap((void *)(uintptr_t)own, FBY_PAGE);
	close(fd);
}

int main(int argc, char **argv)
{
	const struct fby_header *datapath;

	(void)argc;
	(void)argv;
	fby_begin("registers of what reaches memory are closed to programs", 120);
	fby_chain_read(&chain);
	datapath = fby_chain_datapath(&chain);
	open_pages(datapath);
	front_ends();
	told_to_be(datapath, "a front end that nobody knows", FBY_CLASS(FRONT_END));
	told_to_be(datapath, "something of a class that nobody knows", 9);
	open_pages(datapath);
	fby_still_works("all of it");
	return fby_done();
}
