// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: in whatever phase a transmission is, it can be stopped, closed, killed, reset, lose its card for a while or for good,
 * sleep, be unbound: whoever waits in a call is told, calls say what the interface says, every buffer is somebody's, what a stop
 * leaves on its way is as many bytes as are told, the next transmission is whole, and all memory is given back.
 * Catches: a phase that one of the ends was not thought of in; a waiter that nobody wakes; bytes that are sent and not counted.
 *
 * On a card that sends back what it is sent; with `air`, on a radio.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_air.h"
#include "fby_ask.h"
#include "fby_back.h"
#include "fby_child.h"
#include "fby_ends.h"
#include "fby_fault.h"
#include "fby_flow.h"
#include "fby_test.h"
#include "fby_trouble.h"

/* As much that one set of them that is lost would be missed. */
#define BUFFERS 24u
#define BYTES (1u << 20)
#define SET_KIB ((long long)BUFFERS * BYTES / 1024)
#define WAIT_MS 20000u
#define BOUND_MS 60000u
/* Of what flows. */
#define PACKET 4096u
#define FLOWING 50u
/* Beats that are in the card without doubt when its stream stands still. */
#define STANDING 32u
#define TAKEN 2u
/* A moment in 64 cycles. */
#define SLOW (1u << 26)
#define SAMPLES 400u
/* Looks that find nothing, so that nothing is on its way. */
#define SILENT 4u

/** struct life - A transmission in some phase. */
struct life {
	struct fby_tx tx;
	/** Another call than a stop has ended it: that is what calls say behind a stop. */
	int failed;
	/** Buffers that a stop cuts, and whether what is queued stays. */
	unsigned int cut, stays;
	/** What takes the stream meanwhile; -1: nobody does. Whether it does, or did: nobody knows what is cut then. */
	struct fby_cap cap;
	pthread_t sender, taker;
	bool flows, flowed;
	volatile bool enough;
	volatile uint64_t sent, came;
	/** Who waits in a call, if anybody does. */
	bool waits;
	struct forebay_tx_take take;
	uint32_t forever;
	struct fby_ask taking, draining;
	struct fby_call *writing;
	/** A reset has wiped what was on its way. */
	bool wiped;
};

static void open_life(struct life *life, uint32_t flags)
{
	life->tx = fby_tx_open(BUFFERS, BYTES, flags);
	life->cap.fd = -1;
	fby_tx_map(&life->tx);
}

static void run(struct life *life, uint32_t flags)
{
	open_life(life, flags);
	if (fby_tx_start(&life->tx))
		fby_bail("it does not start: %s", strerror(errno));
}

static void idle(void *life)
{
	open_life(life, 0);
}

static void queued(void *arg)
{
	struct life *life = arg;

	open_life(life, 0);
	for (unsigned int i = 0; i < BUFFERS / 2; i++)
		fby_tx_send(&life->tx, "waits", 5);
	life->stays = BUFFERS / 2;
}

static void at_rest(void *life)
{
	run(life, 0);
}

/* So many beats are in the card. */
static void has_begun(uint64_t beats)
{
	uint64_t end = fby_ms() + WAIT_MS;

	while (fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) < beats) {
		if (fby_ms() > end)
			fby_bail("nothing is sent");
	}
}

/* The program has some buffers, the card and the queue all others; nobody takes the stream. */
static void stand(struct life *life, uint32_t flags)
{
	uint64_t beats;
	uint32_t index;

	run(life, flags);
	beats = fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) + STANDING;
	for (unsigned int i = 0; i < BUFFERS; i++) {
		if (fby_tx_take(&life->tx, 0, &index) || (i >= TAKEN && fby_tx_queue(&life->tx, index, BYTES)))
			fby_bail("buffer %u: %s", i, strerror(errno));
	}
	has_begun(beats);
	life->cut = 1;
}

static void standing(void *life)
{
	stand(life, 0);
}

static void standing_polled(void *life)
{
	stand(life, FOREBAY_TX_POLL);
}

/* In a write, a TAKE and a DRAIN. */
static void waiting(void *arg)
{
	struct life *life = arg;

	stand(life, 0);
	life->waits = true;
	life->take.timeout_ms = FOREBAY_TX_FOREVER;
	life->forever = FOREBAY_TX_FOREVER;
	life->taking = (struct fby_ask){ .fd = life->tx.fd, .request = FOREBAY_IOC_TX_TAKE, .arg = &life->take };
	life->draining = (struct fby_ask){ .fd = life->tx.fd, .request = FOREBAY_IOC_TX_DRAIN, .arg = &life->forever };
	life->writing = fby_call_write(life->tx.fd, "x", 1, -1);
	if (!fby_call_waits(life->writing) || !fby_ask_waits(&life->taking) || !fby_ask_waits(&life->draining))
		fby_bail("a call does not wait");
	life->stays = 1;
}

/* Sends as fast as it goes, until a call says that it is over. */
static void *send_all(void *arg)
{
	struct life *life = arg;
	uint32_t index;

	while (!life->enough) {
		if (fby_tx_take(&life->tx, 100, &index)) {
			if (errno != ETIMEDOUT && errno != EINTR)
				break;
			continue;
		}
		if (fby_tx_queue(&life->tx, index, PACKET))
			break;
		life->sent++;
	}
	return NULL;
}

static void *take_all(void *arg)
{
	struct life *life = arg;
	struct forebay_cap_buffer said;

	for (;;) {
		if (fby_cap_next(&life->cap, 100, &said)) {
			if (errno == ETIMEDOUT && life->enough)
				break;
			if (errno != ETIMEDOUT && errno != EINTR)
				break;
			continue;
		}
		life->came += said.bytes;
		fby_cap_release(&life->cap, said.index);
	}
	return NULL;
}

static void flowing(void *arg)
{
	struct life *life = arg;
	uint64_t end = fby_ms() + WAIT_MS;

	run(life, 0);
	life->cap = fby_cap_stream(BUFFERS, PACKET, 0, FOREBAY_CAP_GAP);
	life->flows = life->flowed = true;
	if (pthread_create(&life->sender, NULL, send_all, life) || pthread_create(&life->taker, NULL, take_all, life))
		fby_bail("no thread");
	while (life->came < FLOWING * PACKET) {
		if (fby_ms() > end)
			fby_bail("nothing flows");
	}
}

static void failed(void *arg)
{
	uint64_t end = fby_ms() + WAIT_MS;
	struct life *life = arg;

	open_life(life, 0);
	for (unsigned int i = 0; i < BUFFERS; i++)
		fby_tx_send(&life->tx, life->tx.map, PACKET);
	/* Anew for each: an unbind has taken the page. */
	fby_fault_need();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(COMPLETER_ABORT), .skip = 2, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA });
	if (fby_tx_start(&life->tx))
		fby_bail("it does not start: %s", strerror(errno));
	while (!fby_tx_stats(&life->tx).errors) {
		if (fby_ms() > end)
			fby_bail("the engine meets no error");
	}
	fby_fault_disarm();
	life->failed = EIO;
	life->cut = 1;
}

static const struct fby_phase phases[] = {
	{ "before its start", idle },
	{ "queued before its start", queued },
	{ "with nothing to send", at_rest },
	{ "in a buffer", standing },
	{ "in a buffer, polled", standing_polled },
	{ "with calls that wait", waiting },
	{ "under way", flowing },
	{ "failed", failed },
};

/* ---- on the air ---- */

/* A packet of one channel. */
static void air(struct life *life, struct fby_packet packet)
{
	static const uint32_t samples[SAMPLES] = { 1, 2, 3 };
	unsigned char room[FBY_AIR_BEAT + SAMPLES * FBY_SAMPLE + FBY_AIR_BEAT];
	uint32_t bytes;

	packet.samples = samples;
	packet.count = SAMPLES;
	bytes = fby_packet_write(room, &packet);
	if (write(life->tx.fd, room, bytes) != (ssize_t)bytes)
		fby_bail("a packet: %s", strerror(errno));
}

/* Until a count of channel 0 is more than nothing. */
static void until(struct life *life, uint64_t (*count)(struct fby_aired aired), const char *what)
{
	uint64_t end = fby_ms() + WAIT_MS;

	if (fby_tx_drain(&life->tx, WAIT_MS))
		fby_bail("%s: a packet is not taken: %s", what, strerror(errno));
	while (!count(fby_aired(0))) {
		if (fby_ms() > end)
			fby_bail("nothing is %s", what);
	}
}

static uint64_t missed(struct fby_aired aired)
{
	return aired.missed;
}

static uint64_t late_packets(struct fby_aired aired)
{
	return aired.late_packets;
}

static void run_air(struct life *life)
{
	run(life, 0);
	fby_air_clear();
	fby_air_rate(SLOW);
}

/* A burst whose next packet does not come. */
static void underrun(void *life)
{
	run_air(life);
	air(life, (struct fby_packet){ .channel = 0 });
	until(life, missed, "missed");
}

/* Behind a burst's first packet, one whose time is over. */
static void late(void *life)
{
	run_air(life);
	air(life, (struct fby_packet){ .channel = 0 });
	until(life, missed, "missed");
	air(life, (struct fby_packet){ .channel = 0, .number = 1, .timed = true, .stamp = 1 });
	until(life, late_packets, "late");
}

/* A packet waits in the card for a time that is far off, with more behind it than the card has room for. */
static void ahead(void *arg)
{
	static const uint32_t samples[SAMPLES];
	struct fby_packet packet = { .timed = true, .stamp = ~0ull >> 1, .samples = samples, .count = SAMPLES };
	struct life *life = arg;
	uint32_t index, bytes = 0;
	uint64_t beats;

	run_air(life);
	beats = fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) + STANDING;
	if (fby_tx_take(&life->tx, 0, &index))
		fby_bail("no buffer is free: %s", strerror(errno));
	for (; bytes + fby_packet_bytes(SAMPLES) <= BYTES; packet.number++, packet.timed = false)
		bytes += fby_packet_write(fby_tx_room(&life->tx, index) + bytes, &packet);
	if (fby_tx_queue(&life->tx, index, bytes))
		fby_bail("%u bytes are not queued: %s", bytes, strerror(errno));
	has_begun(beats);
	life->cut = 1;
}

static const struct fby_phase air_phases[] = {
	{ "in an underrun", underrun },
	{ "behind a late packet", late },
	{ "ahead of its time", ahead },
};

/* What was on its way in the stream comes behind what is forgotten, until nothing does. */
static void forget(void)
{
	uint64_t end = fby_ms() + WAIT_MS;
	unsigned int silent = 0;

	while (silent < SILENT) {
		fby_air_clear();
		silent = fby_aired(0).packets || fby_reg(FBY_SOURCE(TX_MALFORMED)) ? 0 : silent + 1;
		if (fby_ms() > end)
			fby_bail("there is no end of what was sent");
	}
}

/* A burst is on the air, to the sample, whatever was before. */
static void airs(struct life *life, const char *after)
{
	const struct fby_aired want = { .sent = SAMPLES, .packets = 1 };

	forget();
	fby_air_rate(SLOW);
	air(life, (struct fby_packet){ .channel = 0, .eob = true });
	fby_is(fby_tx_drain(&life->tx, WAIT_MS), 0, "after %s: a burst is taken", after);
	fby_ok(fby_air_await(WAIT_MS), "after %s: and over", after);
	fby_aired_is(0, want, after);
}

static void air_works(const char *after)
{
	struct life life = { .forever = 0 };

	run(&life, 0);
	airs(&life, after);
	fby_tx_close(&life.tx);
}

/* ---- ends ---- */

static int stop(void *arg)
{
	struct life *life = arg;

	return fby_tx_stop(&life->tx);
}

/* Who waits is told; by a stop there are buffers, and the drain has failed. A sleep is a signal for calls that do not go on behind it. */
static void told(struct life *life, int error, const char *end)
{
	ssize_t n;
	int got;

	fby_call_end(life->writing, BOUND_MS, &n, &got);
	fby_ok(error ? n == -1 && got == error : n == 1, "%s ends a write (%zd, %s)", end, n, fby_errno_name(n < 0 ? got : 0));
	fby_ok(fby_ask_ends(&life->taking, BOUND_MS), "%s ends a take", end);
	got = life->taking.ret ? life->taking.error : 0;
	fby_ok(got == error || (!strcmp(end, "a sleep") && got == EINTR), "%s ends a take: %s (%s)", end,
	       fby_errno_name(error), fby_errno_name(got));
	if (!got)
		fby_tx_release(&life->tx, life->take.index);
	fby_ok(fby_ask_ends(&life->draining, BOUND_MS), "%s ends a drain", end);
	got = life->draining.ret ? life->draining.error : 0;
	fby_ok(got == (error ? error : ENODATA) || (!strcmp(end, "a sleep") && got == EINTR), "%s ends a drain (%s)", end,
	       fby_errno_name(got));
	life->waits = false;
}

static void flow_ends(struct life *life)
{
	life->enough = true;
	pthread_join(life->sender, NULL);
	pthread_join(life->taker, NULL);
	life->flows = false;
}

/* Every call says so. */
static void says(const struct fby_tx *tx, int error, const char *end, const char *name)
{
	struct pollfd waits = { .fd = tx->fd, .events = POLLOUT };
	uint32_t index;

	fby_fails(fby_tx_take(tx, FOREBAY_TX_FOREVER, &index), error, "%s %s: take", end, name);
	fby_fails(write(tx->fd, "x", 1), error, "%s %s: write", end, name);
	fby_fails(fby_tx_drain(tx, FOREBAY_TX_FOREVER), error, "%s %s: drain", end, name);
	fby_ok(poll(&waits, 1, 0) == 1 && waits.revents == POLLERR, "%s %s: poll: POLLERR", end, name);
}

/* Every buffer is somebody's, and none the card's. */
static void accounts(struct life *life, const char *end, const char *name, bool stopped)
{
	struct forebay_tx_stats stats = fby_tx_stats(&life->tx);
	unsigned int cut = life->flowed ? (unsigned int)stats.cut : life->cut;

	fby_is(stats.flags, 0, "%s %s: it does not run", end, name);
	fby_is(stats.free + stats.taken + stats.queued + stats.armed, BUFFERS, "%s %s: each buffer is somewhere", end, name);
	fby_is((long long)stats.cut, cut, "%s %s: buffers that were cut", end, name);
	if (!stopped)
		return;
	fby_is(stats.armed, 0, "%s %s: none is the card's", end, name);
	if (life->flowed)
		return;
	/* A write that waited may have its buffer before the stop is over, or behind it. */
	fby_ok(stats.queued == life->stays || (life->writing && !stats.queued), "%s %s: %u are queued", end, name, stats.queued);
}

static void over(void *arg, int error, const char *end, const char *name)
{
	struct life *life = arg;

	life->wiped = error;
	if (life->waits)
		told(life, error, end);
	if (life->flows && error)
		flow_ends(life);
	if (error || life->failed)
		says(&life->tx, error ? error : life->failed, end, name);
	if (error != ENODEV || strcmp(end, "an unbind"))
		accounts(life, end, name, !error);
}

/* All that the program may have. */
static void give_back(const struct fby_tx *tx)
{
	for (uint32_t i = 0; i < BUFFERS; i++)
		fby_tx_release(tx, i);
}

static void anew(void *arg, const char *name)
{
	struct life *life = arg;
	uint64_t came;

	if (life->flows)
		flow_ends(life);
	if (life->cap.fd >= 0)
		fby_cap_close(&life->cap);
	life->cap.fd = -1;
	give_back(&life->tx);
	fby_is(fby_tx_start(&life->tx), 0, "%s: it starts again", name);
	came = life->came + fby_back_flows(&life->tx, name);
	fby_is(fby_tx_drain(&life->tx, WAIT_MS), 0, "%s: all is sent", name);
	if (!life->wiped)
		fby_is((long long)fby_tx_stats(&life->tx).bytes, (long long)came, "%s: what was told to be sent has come, all of it", name);
}

static void air_anew(void *arg, const char *name)
{
	struct life *life = arg;

	give_back(&life->tx);
	fby_is(fby_tx_start(&life->tx), 0, "%s: it starts again", name);
	airs(life, name);
}

static void on_signal(int sig)
{
	(void)sig;
}

static void leave(void *arg)
{
	struct life *life = arg;
	ssize_t n;
	int error;

	if (life->waits) {
		/* A file is closed when its last call is over. */
		fby_call_stop(life->writing, SIGUSR1, BOUND_MS, &n, &error);
		fby_ok(n == -1 && error == EINTR, "a signal ends a write");
		pthread_kill(life->taking.thread, SIGUSR1);
		fby_ask_fails(&life->taking, EINTR, "a signal ends a take");
		pthread_kill(life->draining.thread, SIGUSR1);
		fby_ask_fails(&life->draining, EINTR, "and a drain");
	}
	if (life->flows)
		flow_ends(life);
	if (life->cap.fd >= 0)
		fby_cap_close(&life->cap);
	fby_tx_close(&life->tx);
}

static void quiet(void)
{
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_signal };
	bool on_air = fby_has_arg(argc, argv, "air");
	const struct fby_ends ends = {
		.node = "tx0",
		.phases = on_air ? air_phases : phases,
		.count = on_air ? sizeof(air_phases) / sizeof(air_phases[0]) : sizeof(phases) / sizeof(phases[0]),
		.life = sizeof(struct life),
		.kib = SET_KIB,
		.stop = stop,
		.over = over,
		.anew = on_air ? air_anew : anew,
		.leave = leave,
		.works = on_air ? air_works : fby_back_works,
		.quiet = quiet,
	};

	fby_begin("in whatever phase a transmission is, it can end in any way", 500);
	sigaction(SIGUSR1, &action, NULL);
	fby_fault_need();
	fby_trouble_load();
	fby_ends_all(&ends);
	fby_trouble_unload();
	return fby_done();
}
