// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a chain of features that makes no sense fails the probe, with one line that says where,
 * what and what to do; a card with something in it that the driver does not know works; so does one
 * with a plug that never comes to rest, but for what that plug is needed for.
 * Catches: a walk that never ends, or leaves the card's registers; a driver that gives up a card for
 * what it need not know, or lets loose what it has not brought to rest.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_chain.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define BIND "/sys/bus/pci/drivers/forebay/bind"
#define RESET_METHOD fby_pci_path("reset_method")
/* Bytes of a BAR of the card are fewer. */
#define FAR 0xfffff000u

static struct fby_chain chain;
static const struct fby_header *first, *last, *irqs, *xdma, *datapath;

/* Faults are armed beside the driver, and disarmed also when it has the card. */
static void reach_faults(void)
{
	if (!fby_bound())
		fby_write_file(fby_pci_path("enable"), "1");
	fby_fault_need();
}

/* From here on a word of a header reads something else; the driver does not have the card. */
static void falsify(const struct fby_header *header, uint32_t word, uint32_t value)
{
	reach_faults();
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(FALSE_WORD),
		.place = header->at + word,
		.param = value,
		.count = FBY_ALL,
	});
	fby_kernel_forget();
}

static void restore(void)
{
	reach_faults();
	fby_fault_disarm();
	if (!fby_bound())
		fby_write_file(fby_pci_path("enable"), "0");
}

static bool said(const char *one, const char *other)
{
	const char *const words[] = { one, other, NULL };

	return fby_kernel_said(words);
}

/* Whether the driver takes the card, and with what error if not. */
static int taken(void)
{
	return fby_write_file(BIND, fby_bdf()) ? errno : 0;
}

static void works(const char *after)
{
	static uint64_t seed = 1;

	fby_is(fby_bind(), 0, "%s: the driver takes the card", after);
	fby_ok(fby_round_trip(0, FBY_PAGE, seed++), "and it moves data");
	fby_is(fby_unbind(), 0, "and is given back");
}

/* ---- what makes no sense ---- */

/** struct wrong - A word that makes the chain senseless, and what the driver says of it. */
struct wrong {
	const char *what;
	const struct fby_header *header;
	uint32_t word, value;
	const char *said;
};

/* The place is that of the header which says it, or of the one that is not there. */
static void refused(const struct wrong *wrong, uint32_t place)
{
	char where[64], value[32];
	int error;

	falsify(wrong->header, wrong->word, wrong->value);
	error = taken();
	fby_is(error, EINVAL, "%s: the card is not taken (%s)", wrong->what,
	       fby_errno_name(error));
	snprintf(where, sizeof(where), "feature header at BAR%u+0x%x: ", fby_layout()->user_bar,
		 fby_layout()->user_offset + place);
	snprintf(value, sizeof(value), "(0x%08x)", wrong->value);
	fby_ok(said(where, wrong->said), "the log says where, and '%s'", wrong->said);
	fby_ok(said(wrong->said, "; reset the card, or load an image"), "and what to do");
	if (wrong->word != FOREBAY_USER_FEATURE_ID || wrong->value == 0)
		fby_ok(said(wrong->said, value), "and the value %s", value);
	fby_ok(access(fby_node("user"), F_OK) != 0, "it has no nodes");
	if (!error)
		fby_unbind();
	restore();
	works(wrong->what);
}

#define WORD(name) FOREBAY_USER_FEATURE_##name

static void bad_links(void)
{
	const struct wrong links[] = {
		{ "a loop", last, WORD(NEXT), first->at, "goes back" },
		{ "a header that is its own next one", first, WORD(NEXT), first->at, "goes back" },
		{ "a header outside of the BAR", first, WORD(NEXT), 0xffffffc0, "outside the BAR" },
		{ "one at the end of the BAR", last, WORD(NEXT),
		  fby_layout()->user_bytes, "outside the BAR" },
		{ "one at no multiple of 64", first, WORD(NEXT), first->next + 4,
		  "multiple of 64" },
	};

	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		refused(&links[i], links[i].header->at);
}

static void bad_marks(void)
{
	const struct wrong marks[] = {
		{ "a header without its mark", last, WORD(ID), 0, "no letter F" },
		{ "no chain at all", first, WORD(ID), 0, "no letter F" },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		refused(&marks[i], marks[i].header->at);
}

static void bad_pages(void)
{
	const struct wrong pages[] = {
		{ "a page outside of its BAR", xdma, WORD(PAGE_OFFSET), FAR, "outside its BAR" },
		{ "one that goes on behind it", datapath, WORD(PAGE_BYTES), FAR, "behind its BAR" },
		{ "one in the middle of a page", irqs, WORD(PAGE_OFFSET), irqs->offset + 0x800,
		  "multiple of 4096" },
		{ "one of half a register", datapath, WORD(PAGE_BYTES), 0x1002, "whole register" },
		{ "one in a BAR that there is not", datapath, WORD(PAGE_BAR), 7, "in no BAR" },
		{ "one that is too small", xdma, WORD(PAGE_BYTES), 0x1000, "too small" },
	};

	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		refused(&pages[i], pages[i].header->at);
}

static uint32_t id_of(uint32_t class, uint32_t kind)
{
	return FOREBAY_USER_FEATURE_ID_RESET |
	       class << __builtin_ctz(FOREBAY_USER_FEATURE_ID_CLASS) | kind;
}

/* The datapath's header is told to be another one's; it comes behind both. */
static void two_of_a_kind(void)
{
	const struct wrong twins[] = {
		{ "a second block of interrupts", datapath, WORD(ID),
		  id_of(FBY_CLASS(PLATFORM), FOREBAY_USER_PLATFORM_INTERRUPTS), "another one" },
		{ "a second XDMA block", datapath, WORD(ID),
		  id_of(FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_XDMA), "another one" },
	};

	for (size_t i = 0; i < sizeof(twins) / sizeof(twins[0]); i++)
		refused(&twins[i], datapath->at);
}

/* ---- what is not known ---- */

static void unknown(const char *what, const struct fby_header *header, uint32_t word,
		    uint32_t value, bool told)
{
	char where[32];

	falsify(header, word, value);
	works(what);
	snprintf(where, sizeof(where), "(BAR%u+0x%x)", fby_layout()->user_bar,
		 fby_layout()->user_offset + header->at);
	fby_is(said(where, "not known, left alone"), told, "%s: the log %s", what,
	       told ? "says that it is left alone" : "does not care");
	restore();
}

/* A card without channels: what is left are registers, events and the aperture. */
static void unknown_front_end(void)
{
	uint32_t word = 0x5a17c0de, back = 0;
	volatile uint32_t *map;
	int fd;

	falsify(xdma, WORD(VERSION), 0x00020000);
	fby_is(fby_bind(), 0, "a front end of the future: the driver takes the card");
	fby_ok(said("feature 1:1 version 2.0", "not known, left alone"), "leaves it alone");
	fby_ok(access(fby_node(fby_chan_name(FBY_H2C, 0)), F_OK) != 0, "has no channels for it");
	fby_is(fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_MAGIC),
	       FOREBAY_USER_STATUS_MAGIC_RESET, "registers can be read");
	fd = fby_must_open("aperture", O_RDWR);
	map = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		fby_bail("map of the aperture: %s", strerror(errno));
	map[16] = word;
	fby_peek(64, &back, sizeof(back));
	fby_is(back, word, "and the aperture moves data");
	munmap((void *)(uintptr_t)map, FBY_PAGE);
	close(fd);
	fd = fby_must_open("events", O_RDONLY);
	close(fd);
	fby_is(fby_unbind(), 0, "it is given back");
	restore();
	works("a front end of the future");
}

/* Also no reason to give up a card: nobody hears them. */
static void unknown_lines(void)
{
	falsify(datapath, WORD(LINES),
		14 << __builtin_ctz(FOREBAY_USER_FEATURE_LINES_FIRST) |
			4 << __builtin_ctz(FOREBAY_USER_FEATURE_LINES_COUNT));
	works("a datapath with lines that there are not");
	fby_ok(said("raises user lines up to 17", "of which there are"), "the log says so");
	restore();
}

static void not_known(void)
{
	unknown("a kind of platform feature that is not known", last,
		WORD(ID), id_of(FBY_CLASS(PLATFORM), 0x7777), true);
	unknown("a class that is not known", datapath, WORD(ID), id_of(9, 1), true);
	unknown("a front end that is not known", datapath, WORD(ID),
		id_of(FBY_CLASS(FRONT_END), 0x7777), true);
	unknown("a datapath that is not known", datapath, WORD(ID),
		id_of(FBY_CLASS(DATAPATH), 0x7777), false);
	unknown("a datapath of the future", datapath, WORD(VERSION), 0x00070003, false);
	unknown_lines();
	unknown_front_end();
}

/* ---- what never comes to rest ---- */

static void stuck_was_told(const struct fby_header *header)
{
	char where[32];

	snprintf(where, sizeof(where), "(BAR%u+0x%x)", fby_layout()->user_bar,
		 fby_layout()->user_offset + header->at);
	fby_ok(said(where, "does not come to rest"), "the log says which plug does not rest");
}

/* A datapath on a card that nobody can reset: its streams are refused until it is at rest. */
static void stuck_datapath(void)
{
	unsigned char *buf = fby_map(FBY_PAGE);
	int to;

	falsify(datapath, WORD(STATUS), FOREBAY_USER_FEATURE_STATUS_BUSY);
	fby_is(fby_write_file(RESET_METHOD, "\n"), 0, "nobody can reset the card");
	fby_is(fby_bind(), 0, "a datapath that is always busy: the driver takes the card");
	stuck_was_told(datapath);
	fby_ok(fby_round_trip(0, FBY_PAGE, 7), "memory-mapped channels work");
	to = fby_open_chan(FBY_H2C, fby_loop_channel(0));
	fby_fails(pwrite(to, buf, 64, 0), EIO, "a stream to it: EIO");
	fby_ok(fby_round_trip(0, FBY_PAGE, 8), "memory-mapped channels still work");
	restore();
	fby_is(pwrite(to, buf, 64, 0), 64, "it is at rest: the next write works");
	close(to);
	fby_is(fby_write_file(RESET_METHOD, "default"), 0, "the card can be reset again");
	fby_drain(fby_loop_channel(0));
	fby_still_works("a datapath that was stuck");
	fby_is(fby_unbind(), 0, "it is given back");
}

/* The same where the card can be reset, which ends the fault. */
static void reset_datapath(void)
{
	unsigned char *buf = fby_map(FBY_PAGE);
	int to;

	falsify(datapath, WORD(STATUS), FOREBAY_USER_FEATURE_STATUS_BUSY);
	fby_is(fby_bind(), 0, "another one: the driver takes the card");
	to = fby_open_chan(FBY_H2C, fby_loop_channel(0));
	fby_fails(pwrite(to, buf, 64, 0), EIO, "a stream to it: EIO");
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "somebody resets the card");
	fby_is(fby_resets(to), 1, "who has it open is told");
	close(to);
	fby_still_works("that");
	fby_is(fby_unbind(), 0, "it is given back");
}

/* What may reach memory is not let loose: a reset, or no card. */
static void stuck_front_end(void)
{
	int error;

	falsify(xdma, WORD(STATUS), FOREBAY_USER_FEATURE_STATUS_BUSY);
	works("a front end that is busy until a reset");
	stuck_was_told(xdma);
	falsify(xdma, WORD(STATUS), FOREBAY_USER_FEATURE_STATUS_BUSY);
	fby_is(fby_write_file(RESET_METHOD, "\n"), 0, "nobody can reset the card");
	error = taken();
	fby_is(error, ETIMEDOUT, "a front end that is always busy: it is not taken (%s)",
	       fby_errno_name(error));
	stuck_was_told(xdma);
	if (!error)
		fby_unbind();
	fby_is(fby_write_file(RESET_METHOD, "default"), 0, "the card can be reset again");
	restore();
	works("a front end that was busy");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a bad chain of features fails the probe, what is not known does not", 400);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	fby_chain_read(&chain);
	first = &chain.headers[0];
	last = &chain.headers[chain.count - 1];
	irqs = fby_chain_need(&chain, FBY_CLASS(PLATFORM), FOREBAY_USER_PLATFORM_INTERRUPTS);
	xdma = fby_chain_need(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_XDMA);
	datapath = fby_chain_datapath(&chain);
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	bad_links();
	bad_marks();
	bad_pages();
	two_of_a_kind();
	not_known();
	stuck_datapath();
	reset_datapath();
	stuck_front_end();
	fby_is(fby_bind(), 0, "in the end the card is taken");
	fby_still_works("all of it");
	return fby_done();
}
