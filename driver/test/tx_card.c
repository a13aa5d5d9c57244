// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: whatever the card does, transmission ends with an error that says so, once, what was sent is counted, and the engine is
 * brought back without anybody asking: records that make no sense, an engine that somebody else has stopped, registers that read
 * all ones, a card that is lost. A drain is never told that something was sent which was not. Memory that an engine may still read
 * is not given back before the card is reset.
 * Catches: buffers that are sent, and counted by nobody, as the card went before anyone looked; a drain that finds the next run and
 * takes it for its own; a lost card that is said to be reset; memory given back under an engine.
 *
 * On a card that sends back what it is sent.
 */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "fby_ask.h"
#include "fby_back.h"
#include "fby_chain.h"
#include "fby_fault.h"
#include "fby_flow.h"
#include "fby_hook.h"
#include "fby_kernel.h"
#include "fby_test.h"
#include "fby_trouble.h"

#define BUFFERS 8u
#define BYTES 8192u
/* More than the stream holds. */
#define LONG 262144u
#define BOUND_MS 60000u
#define WAIT_MS 20000u
/* What a file has when it counts where memory is. */
#define MUCH 24u
#define MUCH_BYTES (4u << 20)
#define MUCH_KIB ((long long)MUCH * MUCH_BYTES / 1024)
/* Files that have buffers by the module's parameters, in all more than that one. */
#define OPENS 32u
#define RESET "pci_try_reset_function"

#define MM2S(name) (FOREBAY_USER_MM2S_BASE + FOREBAY_USER_MM2S_##name)

/* It starts as soon as the driver has brought the engine or the card back by itself. */
static bool starts_again(const struct fby_tx *tx)
{
	uint64_t end = fby_ms() + BOUND_MS;
	int ret;

	do
		ret = fby_tx_start(tx);
	while (ret && (errno == EIO || errno == ENODEV) && fby_ms() < end);
	return !ret;
}

/* A run has ended with an error: that is told, and counted, once. */
static void has_failed(const struct fby_tx *tx, int error, unsigned int errors, const char *how)
{
	struct forebay_tx_stats stats;
	uint32_t index;

	fby_fails(fby_tx_take(tx, WAIT_MS, &index), error, "%s: take", how);
	fby_fails(fby_tx_drain(tx, WAIT_MS), error, "%s: drain", how);
	stats = fby_tx_stats(tx);
	fby_is(stats.errors, errors, "%s: errors are counted", how);
	fby_is(stats.flags, 0, "%s: it does not run", how);
	fby_is(stats.queued, 0, "%s: nothing is queued", how);
	fby_is(fby_tx_stop(tx), 0, "%s: a stop has nothing to do", how);
}

/* It starts again, in time, with all that there is, and sends. */
static void comes_back(struct fby_tx *tx, const char *how)
{
	struct forebay_tx_stats stats;

	for (uint32_t i = 0; i < tx->setup.buffers; i++)
		fby_tx_release(tx, i);
	fby_ok(starts_again(tx), "%s: it starts again", how);
	stats = fby_tx_stats(tx);
	fby_is(stats.free, tx->setup.buffers, "%s: with all buffers", how);
	fby_back_flows(tx, how);
	fby_tx_close(tx);
}

/* The engine gets the buffer again that it was given last, which the driver does not know of: its record is of none. */
static void nonsense(uint32_t flags, const char *how)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, flags);
	unsigned char packet[BYTES];

	fby_is(fby_tx_start(&back.tx), 0, "%s: it starts", how);
	fby_fill(packet, BYTES, 1);
	fby_tx_send(&back.tx, packet, BYTES);
	fby_ok(fby_back_one(&back.cap, 1, BYTES) && !fby_tx_drain(&back.tx, WAIT_MS), "%s: a packet comes", how);
	fby_kernel_forget();
	fby_store(MM2S(NEXT_LENGTH), BYTES / 2);
	/* Nobody looks for it before the driver waits for another one. */
	fby_ok(fby_back_one(&back.cap, 1, BYTES / 2), "%s: and one that nobody has queued", how);
	fby_tx_send(&back.tx, packet, BYTES);
	fby_ok(fby_said_within("a record is of no buffer that was armed"), "%s: the log says why", how);
	has_failed(&back.tx, EIO, 1, how);
	fby_is((long long)fby_tx_stats(&back.tx).buffers, 1, "%s: one was sent", how);
	fby_ok(fby_said_within("transmit: back in service"), "%s: it comes back without being asked", how);
	fby_cap_close(&back.cap);
	comes_back(&back.tx, how);
}

static void stopped_by_others(void)
{
	const char *how = "an engine that somebody stops";
	struct fby_tx tx = fby_tx_open(BUFFERS, LONG, 0);

	fby_tx_map(&tx);
	fby_is(fby_tx_start(&tx), 0, "%s: it starts", how);
	for (unsigned int i = 0; i < BUFFERS; i++)
		fby_tx_send(&tx, tx.map, LONG);
	fby_kernel_forget();
	fby_store(MM2S(DMACR), 0);
	fby_ok(fby_said_within("somebody has stopped the engine"), "%s: the log says so", how);
	has_failed(&tx, EIO, 1, how);
	fby_is((long long)fby_tx_stats(&tx).cut, 1, "%s: the buffer that was under way is cut", how);
	comes_back(&tx, how);
}

/* By the header, which is any program's. */
static void asked_to_rest(void)
{
	const char *how = "a front end that is asked to rest";
	struct fby_tx tx = fby_tx_open(BUFFERS, LONG, 0);
	const struct fby_header *header;
	struct fby_chain chain;
	uint32_t control;

	fby_chain_read(&chain);
	header = fby_chain_need(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_MM2S);
	control = header->at + FOREBAY_USER_FEATURE_CONTROL;
	fby_tx_map(&tx);
	fby_is(fby_tx_start(&tx), 0, "%s: it starts", how);
	fby_kernel_forget();
	fby_set_reg(control, FOREBAY_USER_FEATURE_CONTROL_QUIESCE);
	fby_ok(fby_said_within("somebody has stopped the engine"), "%s: the log says so", how);
	has_failed(&tx, EIO, 1, how);
	fby_fails(fby_tx_start(&tx), EIO, "%s: does not start: EIO", how);
	fby_set_reg(control, 0);
	comes_back(&tx, how);
}

/*
 * The record of a buffer that is sent is refused: the run ends, and nobody tells of the buffers behind it. Who waits for all to be
 * sent looks only when the next run has begun, as this thread has its processor until then.
 */
static void next_run(void)
{
	const char *how = "a drain that looks when the next run has begun";
	struct fby_tx tx = fby_tx_open(BUFFERS, LONG, 0);
	uint32_t forever = FOREBAY_TX_FOREVER;
	struct fby_ask drain = { .fd = tx.fd, .request = FOREBAY_IOC_TX_DRAIN, .arg = &forever };
	const struct sched_param first = { .sched_priority = 1 }, last = { 0 };
	uint64_t end = fby_ms() + BOUND_MS;
	struct fby_cap cap;
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	fby_tx_map(&tx);
	fby_is(fby_tx_start(&tx), 0, "%s: it starts", how);
	for (unsigned int i = 0; i < BUFFERS; i++)
		fby_tx_send(&tx, tx.map, LONG);
	fby_is(fby_tx_stats(&tx).armed, BUFFERS, "%s: all buffers are the card's", how);
	/* Threads that are made from here on inherit it. */
	if (sched_setaffinity(0, sizeof(one), &one))
		fby_bail("sched_setaffinity: %s", strerror(errno));
	fby_ok(fby_ask_waits(&drain), "%s: it waits", how);
	if (sched_setscheduler(0, SCHED_FIFO, &first))
		fby_bail("sched_setscheduler: %s", strerror(errno));
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(COMPLETER_ABORT), .count = 1,
					  .select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_WRITE_BACK });
	cap = fby_cap_stream(BUFFERS, LONG, FOREBAY_CAP_POLL, FOREBAY_CAP_GAP);
	while (!fby_tx_stats(&tx).errors && fby_ms() < end)
		;
	fby_is(fby_tx_start(&tx), 0, "%s: the engine met an error, and starts again", how);
	sched_setscheduler(0, SCHED_OTHER, &last);
	fby_ask_fails(&drain, ENODATA, how);
	CPU_ZERO(&one);
	for (unsigned int cpu = 0; cpu < (unsigned int)sysconf(_SC_NPROCESSORS_ONLN); cpu++)
		CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
	fby_fault_disarm();
	fby_cap_close(&cap);
	fby_tx_stop(&tx);
	comes_back(&tx, how);
}

/* Found by whoever looks first; the reset that the driver makes then ends the fault, and the wait. */
static void all_ones(bool stopping, const char *how)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, LONG, 0);
	int ret, error;

	fby_tx_map(&tx);
	fby_is(fby_tx_start(&tx), 0, "%s: it starts", how);
	for (unsigned int i = 0; i < BUFFERS; i++)
		fby_tx_send(&tx, tx.map, LONG);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	if (stopping) {
		ret = fby_tx_stop(&tx);
		error = errno;
		fby_ok(!ret || error == ENODEV, "%s: it is over (%s)", how, fby_errno_name(ret ? error : 0));
	}
	ret = fby_tx_drain(&tx, FOREBAY_TX_FOREVER);
	error = errno;
	fby_ok(ret && (error == ENODEV || error == ECANCELED || (stopping && error == EIO)), "%s: a drain ends (%s)", how,
	       fby_errno_name(ret ? error : 0));
	fby_is(fby_tx_stats(&tx).flags, 0, "%s: it does not run", how);
	fby_is((long long)fby_tx_stats(&tx).cut, 1, "%s: the buffer that was at its turn is cut", how);
	comes_back(&tx, how);
}

/* What was sent before the card went is counted, though nobody has looked until it was gone. */
static void sent_before(void)
{
	const char *how = "packets that were sent before the card went";
	struct fby_back back = {
		.tx = fby_tx_open(BUFFERS, BYTES, 0),
		.cap = fby_cap_stream(BUFFERS, BYTES, FOREBAY_CAP_POLL, FOREBAY_CAP_GAP),
	};
	unsigned char packet[BYTES];
	struct forebay_tx_stats stats;
	bool good = true;

	fby_tx_map(&back.tx);
	for (unsigned int i = 0; i < BUFFERS; i++) {
		fby_fill(packet, BYTES, i);
		fby_tx_send(&back.tx, packet, BYTES);
	}
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(LOST_MESSAGE), .count = FBY_ALL });
	fby_hook_load();
	fby_hook_hold("forebay_pairs_tick", 0);
	fby_is(fby_tx_start(&back.tx), 0, "%s: it starts", how);
	for (unsigned int i = 0; i < BUFFERS; i++)
		good &= fby_back_one(&back.cap, i, BYTES);
	fby_ok(good, "%s: all have come", how);
	fby_hook_waits("forebay_pairs_tick");
	fby_is((long long)fby_tx_stats(&back.tx).buffers, 0, "%s: and nobody has looked", how);
	fby_fault_disarm();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	fby_hook_go("forebay_pairs_tick");
	fby_ok(fby_tx_drain(&back.tx, FOREBAY_TX_FOREVER) && (errno == ENODEV || errno == ECANCELED), "%s: a drain ends (%s)",
	       how, fby_errno_name(errno));
	stats = fby_tx_stats(&back.tx);
	fby_is((long long)stats.buffers, BUFFERS, "%s: all are counted", how);
	fby_is((long long)stats.bytes, BUFFERS * BYTES, "%s: with their bytes", how);
	fby_is((long long)stats.cut, 0, "%s: none was cut", how);
	fby_hook_unload();
	fby_cap_close(&back.cap);
	comes_back(&back.tx, how);
}

/* The buffers of a file that was closed while its engine hangs: kept until the reset, and no longer. */
static void kept(void)
{
	long long before = fby_kib("MemFree"), meanwhile;
	struct fby_tx tx = fby_tx_open(MUCH, MUCH_BYTES, 0);

	fby_hook_load();
	fby_hook_hold(RESET, 0);
	fby_ok(before - fby_kib("MemFree") > MUCH_KIB / 2, "a file has %lld KiB", MUCH_KIB);
	fby_tx_map(&tx);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(NEVER_ANSWERED), .skip = 4, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA });
	fby_is(fby_tx_start(&tx), 0, "it starts");
	fby_tx_send(&tx, tx.map, MUCH_BYTES);
	if (!fby_fault_await_hit(BOUND_MS))
		fby_bail("no access was hit");
	fby_tx_close(&tx);
	fby_hook_waits(RESET);
	meanwhile = fby_kib("MemFree");
	fby_ok(before - meanwhile > MUCH_KIB / 2, "closed, while the engine may read them, they are kept (%lld KiB free, of %lld)",
	       meanwhile, before);
	for (unsigned int i = 0; i < OPENS; i++)
		close(fby_must_open("tx0", O_RDWR));
	fby_ok(fby_kib("MemFree") > meanwhile - MUCH_KIB / 2, "but not those of files that come and go meanwhile (%lld KiB)",
	       fby_kib("MemFree"));
	fby_hook_go(RESET);
	fby_ok(fby_free_again(before - MUCH_KIB / 2), "the reset gives them back (%lld KiB)", fby_kib("MemFree"));
	fby_hook_unload();
	fby_back_works("buffers that were kept");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("whatever the card does, transmission ends with an error and comes back", 300);
	fby_fault_need();
	fby_trouble_load();
	nonsense(0, "a record without sense");
	nonsense(FOREBAY_TX_POLL, "a record without sense, by polling");
	stopped_by_others();
	asked_to_rest();
	next_run();
	all_ones(false, "registers of all ones");
	all_ones(true, "registers of all ones in a stop");
	sent_before();
	kept();
	fby_trouble_unload();
	return fby_done();
}
