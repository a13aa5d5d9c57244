// SPDX-License-Identifier: GPL-2.0-only
/* The chain of features: see fby_chain.h. */

#include "fby_chain.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_test.h"

/* The page of the card's own registers in which a card has its headers. */
static volatile uint32_t *map_page(void)
{
	const struct fby_layout *layout = fby_layout();
	volatile uint32_t *page;
	int fd;

	if (fby_bound())
		fd = fby_must_open("user", O_RDWR);
	else
		fd = open(fby_resource(layout->user_bar), O_RDWR | O_CLOEXEC);
	page = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd,
		    fby_bound() ? 0 : layout->user_offset);
	if (page == MAP_FAILED)
		fby_bail("map of the card's registers: %s", strerror(errno));
	close(fd);
	return page;
}

static uint32_t part(uint32_t word, uint32_t mask)
{
	return (word & mask) >> __builtin_ctz(mask);
}

static struct fby_header header_at(const volatile uint32_t *page, uint32_t at)
{
	const volatile uint32_t *words = page + at / 4;
	uint32_t id = words[FOREBAY_USER_FEATURE_ID / 4];
	uint32_t version = words[FOREBAY_USER_FEATURE_VERSION / 4];
	uint32_t lines = words[FOREBAY_USER_FEATURE_LINES / 4];

	if (part(id, FOREBAY_USER_FEATURE_ID_MARK) != 'F')
		fby_bail("no feature header at 0x%x: 0x%08x", at, id);
	return (struct fby_header){
		.at = at,
		.class = part(id, FOREBAY_USER_FEATURE_ID_CLASS),
		.kind = part(id, FOREBAY_USER_FEATURE_ID_KIND),
		.major = part(version, FOREBAY_USER_FEATURE_VERSION_MAJOR),
		.minor = part(version, FOREBAY_USER_FEATURE_VERSION_MINOR),
		.bar = words[FOREBAY_USER_FEATURE_PAGE_BAR / 4],
		.offset = words[FOREBAY_USER_FEATURE_PAGE_OFFSET / 4],
		.bytes = words[FOREBAY_USER_FEATURE_PAGE_BYTES / 4],
		.next = words[FOREBAY_USER_FEATURE_NEXT / 4],
		.first_line = part(lines, FOREBAY_USER_FEATURE_LINES_FIRST),
		.num_lines = part(lines, FOREBAY_USER_FEATURE_LINES_COUNT),
		.streams = words[FOREBAY_USER_FEATURE_STREAMS / 4],
		.events = words[FOREBAY_USER_FEATURE_EVENTS / 4],
	};
}

void fby_chain_read(struct fby_chain *chain)
{
	volatile uint32_t *page = map_page();
	uint32_t at = FOREBAY_USER_FEATURE_BASE;

	chain->count = 0;
	while (at) {
		if (chain->count == FBY_HEADERS || at % 64 || at > FBY_PAGE - 64)
			fby_bail("the chain of features goes to 0x%x", at);
		chain->headers[chain->count] = header_at(page, at);
		at = chain->headers[chain->count++].next;
	}
	munmap((void *)(uintptr_t)page, FBY_PAGE);
}

const struct fby_header *fby_chain_find(const struct fby_chain *chain, uint32_t class,
					uint32_t kind)
{
	for (unsigned int i = 0; i < chain->count; i++)
		if (chain->headers[i].class == class && chain->headers[i].kind == kind)
			return &chain->headers[i];
	return NULL;
}

const struct fby_header *fby_chain_need(const struct fby_chain *chain, uint32_t class,
					uint32_t kind)
{
	const struct fby_header *found = fby_chain_find(chain, class, kind);

	if (!found)
		fby_bail("the card has no feature of class %u and kind %u", class, kind);
	return found;
}

const struct fby_header *fby_chain_datapath(const struct fby_chain *chain)
{
	for (unsigned int i = 0; i < chain->count; i++)
		if (chain->headers[i].class == FBY_CLASS(DATAPATH))
			return &chain->headers[i];
	fby_bail("the card has no datapath");
}

unsigned int fby_chain_count(const struct fby_chain *chain, uint32_t class, uint32_t kind)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < chain->count; i++)
		count += chain->headers[i].class == class && chain->headers[i].kind == kind;
	return count;
}
