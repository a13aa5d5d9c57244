// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: what the chain of features says is what the card is, and sysfs says the same, live: which
 * parts there are, where their registers begin, which lines and streams they have, whether they
 * have something under way. A front end that somebody has asked to rest moves nothing, and no call
 * says that it did.
 * Catches: channels and interrupts looked for at fixed addresses, which are somebody else's on
 * another card; counts of an earlier run that pass for those of a run that never began.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_chain.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define BOUND_MS 15000u
#define LINE 128
/* Identifiers of the pages of the DMA registers, without version, number, and whether a stream. */
#define ID_CHANNELS 0x1fc00000u
#define ID_INTERRUPTS 0x1fc20000u
#define ID_MASK 0xffff0000u

static struct fby_chain chain;

/* The line of header @index in sysfs. */
static void sysfs_line(unsigned int index, char line[LINE])
{
	FILE *file = fopen(fby_pci_path("card/features"), "re");

	if (!file)
		fby_bail("%s: %s", fby_pci_path("card/features"), strerror(errno));
	for (unsigned int i = 0; i <= index; i++)
		if (!fgets(line, LINE, file))
			line[0] = '\0';
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
}

static void expected(const struct fby_header *header, char busy, char line[LINE])
{
	static const char *const classes[] = {
		[FBY_CLASS(PLATFORM)] = "platform",
		[FBY_CLASS(FRONT_END)] = "front_end",
		[FBY_CLASS(DATAPATH)] = "datapath",
	};
	char page[40] = "-", lines[24] = "-";

	if (header->bytes)
		snprintf(page, sizeof(page), "%u:0x%x+0x%x", header->bar, header->offset,
			 header->bytes);
	if (header->num_lines)
		snprintf(lines, sizeof(lines), "%u+%u", header->first_line, header->num_lines);
	snprintf(line, LINE, "%s %u %u.%u %s %s %c", classes[header->class], header->kind,
		 header->major, header->minor, page, lines, busy);
}

static void in_sysfs(void)
{
	char got[LINE], want[LINE];

	for (unsigned int i = 0; i < chain.count; i++) {
		if (!fby_ok(chain.headers[i].class <= FBY_CLASS(DATAPATH),
			    "the header at 0x%x has a known class", chain.headers[i].at))
			continue;
		sysfs_line(i, got);
		expected(&chain.headers[i], '0', want);
		fby_ok(!strcmp(got, want), "sysfs says of it: '%s', the header says '%s'", got,
		       want);
	}
	sysfs_line(chain.count, got);
	fby_ok(!got[0], "and nothing behind the last one ('%s')", got);
}

static uint32_t status(uint32_t reg)
{
	return fby_reg(FOREBAY_USER_STATUS_BASE + reg);
}

static uint32_t header_word(const struct fby_header *header, uint32_t word)
{
	return fby_reg(header->at + word);
}

static void parts(void)
{
	const struct fby_layout *layout = fby_layout();
	const struct fby_header *identity = &chain.headers[0];
	unsigned int datapaths = 0;

	fby_ok(identity->class == FBY_CLASS(PLATFORM) &&
		       identity->kind == FOREBAY_USER_PLATFORM_IDENTITY,
	       "the chain begins with the identity");
	fby_is(identity->bar, layout->user_bar, "which is in the BAR of the card's own registers");
	fby_is(identity->offset, layout->user_offset, "where they begin");
	fby_is(fby_chain_count(&chain, FBY_CLASS(PLATFORM), FOREBAY_USER_PLATFORM_INTERRUPTS), 1,
	       "it has interrupts");
	fby_is(fby_chain_count(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_XDMA), 1,
	       "one XDMA block");
	fby_is(fby_chain_count(&chain, FBY_CLASS(PLATFORM), FOREBAY_USER_PLATFORM_STREAM_PORTS),
	       status(FOREBAY_USER_STATUS_NUM_STREAM_PORTS) != 0,
	       "stream ports if it has some");
	for (unsigned int i = 0; i < chain.count; i++)
		datapaths += chain.headers[i].class == FBY_CLASS(DATAPATH);
	fby_is(datapaths, 1, "and one datapath");
	fby_is(fby_chain_datapath(&chain)->kind,
	       status(FOREBAY_USER_STATUS_CARD_KIND) & FOREBAY_USER_STATUS_CARD_KIND_KIND,
	       "of the kind that the card says it is");
}

/* The bits of a field of the word CHANNELS, which were there before the chain. */
static uint32_t channels(uint32_t mask)
{
	return (status(FOREBAY_USER_STATUS_CHANNELS) & mask) >> __builtin_ctz(mask);
}

static void streams_and_lines(void)
{
	uint32_t word = fby_chain_datapath(&chain)->streams, taken = 0;
	/* Those of the capture and the transmit engine are the last ones, behind those of channels. */
	uint32_t captured = fby_chain_find(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_S2MM) ?
				    1u << channels(FOREBAY_USER_STATUS_CHANNELS_NUM_C2H) :
				    0;
	uint32_t sent = fby_chain_find(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_MM2S) ?
				1u << channels(FOREBAY_USER_STATUS_CHANNELS_NUM_H2C) :
				0;

	fby_is(word & FOREBAY_USER_FEATURE_STREAMS_H2C,
	       channels(FOREBAY_USER_STATUS_CHANNELS_H2C_STREAM) | sent,
	       "the datapath takes all streams to the card");
	fby_is((word & FOREBAY_USER_FEATURE_STREAMS_C2H) >>
		       __builtin_ctz(FOREBAY_USER_FEATURE_STREAMS_C2H),
	       channels(FOREBAY_USER_STATUS_CHANNELS_C2H_STREAM) | captured, "and feeds all from it");
	for (unsigned int i = 0; i < chain.count; i++) {
		const struct fby_header *header = &chain.headers[i];
		uint32_t lines = ((1u << header->num_lines) - 1) << header->first_line;

		fby_ok(header->first_line + header->num_lines <= FOREBAY_USER_LINES,
		       "the lines of the header at 0x%x are lines of the card", header->at);
		fby_is(lines & taken, 0, "and nobody else's");
		taken |= lines;
	}
}

/* Progress that a transfer makes. */
static void progress(void)
{
	const struct fby_header *front_end =
		fby_chain_need(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_XDMA);
	const struct fby_header *datapath = fby_chain_datapath(&chain);
	uint32_t before = header_word(front_end, FOREBAY_USER_FEATURE_PROGRESS), list[4];

	if (fby_channels(FBY_H2C, false, list) && fby_channels(FBY_C2H, false, list)) {
		fby_ok(fby_round_trip(0, FBY_PAGE, 1), "data are moved");
		fby_ok(header_word(front_end, FOREBAY_USER_FEATURE_PROGRESS) != before,
		       "and the front end gets on");
	}
	if (!fby_loop_pairs())
		return;
	before = header_word(datapath, FOREBAY_USER_FEATURE_PROGRESS);
	fby_ok(fby_loop_packet(fby_loop_channel(0), 1000, 2), "a packet goes around");
	fby_ok(header_word(datapath, FOREBAY_USER_FEATURE_PROGRESS) != before,
	       "and the datapath gets on");
}

static void says_busy(bool busy)
{
	char line[LINE] = "";
	uint64_t end = fby_ms() + BOUND_MS;
	size_t len;

	for (unsigned int i = 0; i < chain.count; i++) {
		if (chain.headers[i].class != FBY_CLASS(FRONT_END) ||
		    chain.headers[i].kind != FOREBAY_USER_FRONT_END_XDMA)
			continue;
		do {
			sysfs_line(i, line);
			len = strlen(line);
		} while ((!len || line[len - 1] != (busy ? '1' : '0')) && fby_ms() < end);
	}
	len = strlen(line);
	fby_ok(len && line[len - 1] == (busy ? '1' : '0'), "the front end is %s: '%s'",
	       busy ? "busy" : "at rest", line);
}

static void nothing(int sig)
{
	(void)sig;
}

static void busy(void)
{
	struct sigaction action = { .sa_handler = nothing };
	unsigned char *room = fby_map(FBY_PAGE);
	struct fby_call *call;
	ssize_t n;
	int from, error;

	if (!fby_loop_pairs())
		return;
	sigaction(SIGUSR1, &action, NULL);
	from = fby_open_chan(FBY_C2H, fby_loop_channel(0));
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_read(from, room, FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	says_busy(true);
	fby_call_stop(call, SIGUSR1, BOUND_MS, &n, &error);
	close(from);
	says_busy(false);
}

/*
 * Somebody has asked the front end to rest, and nothing starts: a call counts nothing, whatever the
 * run before it has counted.
 */
static void held(void)
{
	const struct fby_header *front_end =
		fby_chain_need(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_XDMA);
	uint32_t control = front_end->at + FOREBAY_USER_FEATURE_CONTROL, list[FBY_MAX_CHANNELS];
	unsigned char *buf = fby_map(FBY_PAGE);
	int to, from;

	if (!fby_channels(FBY_H2C, false, list) || !fby_channels(FBY_C2H, false, list))
		return;
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 300);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 300);
	fby_ok(pwrite(to, buf, FBY_PAGE, 0) == FBY_PAGE && pread(from, buf, FBY_PAGE, 0) == FBY_PAGE,
	       "a page goes both ways");
	fby_set_reg(control, FOREBAY_USER_FEATURE_CONTROL_QUIESCE);
	fby_fails(pwrite(to, buf, FBY_PAGE, 0), ETIMEDOUT,
		  "the front end is asked to rest: a write has moved nothing");
	fby_fails(pread(from, buf, FBY_PAGE, 0), ETIMEDOUT, "and so has a read");
	fby_set_reg(control, 0);
	close(from);
	close(to);
	fby_still_works("that");
}

static void at_rest(const char *when)
{
	for (unsigned int i = 0; i < chain.count; i++) {
		fby_is(header_word(&chain.headers[i], FOREBAY_USER_FEATURE_CONTROL), 0,
		       "%s: the header at 0x%x asks nobody to rest", when, chain.headers[i].at);
		fby_is(header_word(&chain.headers[i], FOREBAY_USER_FEATURE_STATUS), 0,
		       "and is not busy");
	}
}

/* The first word of a page, without a driver. */
static uint32_t first_word(const struct fby_header *header)
{
	int fd = open(fby_resource(header->bar), O_RDWR | O_CLOEXEC);
	volatile uint32_t *page =
		mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, (off_t)header->offset);
	uint32_t word;

	if (page == MAP_FAILED)
		fby_bail("%s at 0x%x: %s", fby_resource(header->bar), header->offset,
			 strerror(errno));
	close(fd);
	word = *page;
	munmap((void *)(uintptr_t)page, FBY_PAGE);
	return word;
}

/* Bringing a datapath to rest drops what is in it. */
static void leave_packet(void)
{
	unsigned char packet[1000] = { 0 };
	int to = fby_open_chan(FBY_H2C, fby_loop_channel(0));

	fby_is(write(to, packet, sizeof(packet)), sizeof(packet), "a packet stays in the datapath");
	close(to);
}

static void without_driver(void)
{
	static struct fby_chain again;

	if (fby_loop_pairs())
		leave_packet();
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	fby_is(fby_write_file(fby_pci_path("enable"), "1"), 0, "(registers are on)");
	fby_chain_read(&again);
	fby_ok(!memcmp(&again, &chain, sizeof(chain)), "the chain is the same without it");
	fby_is(first_word(fby_chain_need(&chain, FBY_CLASS(FRONT_END),
					 FOREBAY_USER_FRONT_END_XDMA)) & ID_MASK,
	       ID_CHANNELS, "channels are where their header says");
	fby_is(first_word(fby_chain_need(&chain, FBY_CLASS(PLATFORM),
					 FOREBAY_USER_PLATFORM_INTERRUPTS)) & ID_MASK,
	       ID_INTERRUPTS, "and interrupts");
	fby_write_file(fby_pci_path("enable"), "0");
	fby_is(fby_bind(), 0, "the driver takes the card again");
	if (fby_loop_pairs())
		fby_ok(fby_loop_packet(fby_loop_channel(0), 500, 3),
		       "and the next packet is the first to come out");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("the chain of features says what the card is", 120);
	fby_chain_read(&chain);
	in_sysfs();
	parts();
	streams_and_lines();
	progress();
	busy();
	held();
	at_rest("after transfers");
	without_driver();
	at_rest("taken anew");
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
	at_rest("after a reset");
	fby_still_works("all that");
	return fby_done();
}
