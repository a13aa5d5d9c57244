// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: whatever the card does, capture ends with an error that says so, once, what was full is had first, and the engine is
 * brought back without anybody asking: records that make no sense, an error in the very write that a stop has to make, an engine
 * that somebody else has stopped, registers that read all ones. Memory that an engine may still use is not given back before the
 * card is reset. A card whose capabilities make no sense has no capture and works otherwise.
 * Catches: a cut that passes for a regular end; an engine that nobody looks after; memory given back under an engine.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_chain.h"
#include "fby_fault.h"
#include "fby_flow.h"
#include "fby_hook.h"
#include "fby_kernel.h"
#include "fby_test.h"
#include "fby_trouble.h"

#define BUFFERS 8u
#define BYTES 8192u
/* So long that a slow stream does not fill one. */
#define LONG_BYTES (1u << 20)
#define BOUND_MS 60000u
#define KIB_PER_MIB 1024
/* What a file has when it counts where memory is. */
#define MUCH 24u
#define MUCH_BYTES (4u << 20)
#define RESET "pci_try_reset_function"
#define PACKET 1024u
/* Files that have buffers by the module's parameters, in all more than that one. */
#define OPENS 8u

#define S2MM(name) (FOREBAY_USER_S2MM_BASE + FOREBAY_USER_S2MM_##name)

/* The engine gets the buffer again that it was given last, which the driver does not know of. */
static void arm_twice(const struct fby_cap *cap)
{
	fby_store(S2MM(NEXT_LENGTH), cap->setup.bytes);
}

/* A stream so slow that a long buffer takes seconds; some of it has come. */
static void trickle(void)
{
	uint64_t end = fby_ms() + FBY_FLOW_MS;

	fby_source_start(FBY_FASTEST / 1024, 0, 0);
	while (fby_account().kept < 256 && fby_ms() < end)
		;
}

/* A run has ended with an error: that is told, and counted, once. */
static void has_failed(const struct fby_cap *cap, const char *how)
{
	struct forebay_cap_stats stats = fby_cap_stats(cap);
	struct forebay_cap_buffer none;

	fby_fails(fby_cap_next(cap, FBY_FLOW_MS, &none), EIO, "%s: nothing more comes: EIO", how);
	fby_is(stats.errors, 1, "%s: which is counted", how);
	fby_is(stats.flags, 0, "%s: it does not run", how);
	fby_is(fby_cap_stop(cap), 0, "%s: a stop has nothing to do", how);
}

/* It starts again, in time, with all that there is. */
static void comes_back(struct fby_cap *cap, const char *how)
{
	struct forebay_cap_stats stats;

	fby_cap_release_all(cap);
	fby_ok(fby_cap_back(cap), "%s: it starts again", how);
	stats = fby_cap_stats(cap);
	/* What the card had kept of the stream is in some already. */
	fby_is(stats.armed + stats.full, cap->setup.buffers, "%s: with all buffers", how);
	fby_cap_flows(cap, how);
	fby_cap_close(cap);
}

/* Takes and gives back what is full, until there is no more. Returns how many there were. */
static unsigned int drain(const struct fby_cap *cap)
{
	struct forebay_cap_buffer said;
	unsigned int had = 0;

	while (!fby_cap_next(cap, FBY_FLOW_MS, &said)) {
		fby_cap_release(cap, said.index);
		had++;
	}
	return had;
}

static void nonsense(uint32_t flags, const char *how)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, flags, FOREBAY_CAP_GAP);
	unsigned int had;

	fby_kernel_forget();
	arm_twice(&cap);
	fby_source_start(FBY_FASTEST, 0, 0);
	had = drain(&cap);
	fby_ok(had >= BUFFERS, "%s: what was full is had (%u)", how, had);
	fby_ok(fby_said_within("a record is of no buffer that was armed"), "%s: the log says why", how);
	has_failed(&cap, how);
	fby_ok(fby_said_within("capture: back in service"), "%s: it comes back without being asked", how);
	fby_source_stop();
	comes_back(&cap, how);
}

/* The record that makes no sense is that of the buffer which the stop cuts. */
static void nonsense_at_stop(void)
{
	const char *how = "a record without sense in a stop";
	struct fby_cap cap = fby_cap_stream(4, LONG_BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_buffer said[4];

	arm_twice(&cap);
	fby_source_start(FBY_FASTEST, PACKET, 4 * PACKET);
	for (unsigned int i = 0; i < 4; i++) {
		if (fby_cap_next(&cap, FBY_FLOW_MS, &said[i]))
			fby_bail("buffer %u did not come: %s", i, strerror(errno));
	}
	if (!fby_source_await(FBY_FLOW_MS))
		fby_bail("the source does not end");
	fby_is(fby_cap_release(&cap, said[0].index), 0, "%s: one is given back", how);
	trickle();
	fby_kernel_forget();
	fby_is(fby_cap_stop(&cap), 0, "%s: the engine stops", how);
	has_failed(&cap, how);
	fby_ok(fby_said_within("capture: back in service"), "%s: it comes back without being asked", how);
	fby_source_stop();
	comes_back(&cap, how);
}

/* What a stop has cut cannot be told of: that is an error, and no regular end. */
static void error_in_stop(uint32_t flags, const char *how)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, LONG_BYTES, flags, FOREBAY_CAP_GAP);

	trickle();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(COMPLETER_ABORT), .count = 1,
					  .select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_WRITE_BACK });
	fby_is(fby_cap_stop(&cap), 0, "%s: the engine stops", how);
	fby_is(fby_fault_disarm(), 1, "%s: its record is refused", how);
	has_failed(&cap, how);
	fby_ok(fby_cap_stats(&cap).status & FOREBAY_USER_S2MM_DMASR_SLV_ERR, "%s: the status says it", how);
	fby_source_stop();
	comes_back(&cap, how);
}

static void stopped_by_others(void)
{
	const char *how = "an engine that somebody stops";
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);

	fby_source_start(FBY_FASTEST / 64, 0, 0);
	fby_kernel_forget();
	fby_store(S2MM(DMACR), 0);
	drain(&cap);
	has_failed(&cap, how);
	fby_ok(fby_said_within("somebody has stopped the engine"), "%s: the log says so", how);
	fby_source_stop();
	comes_back(&cap, how);
}

/* By the header, which is any program's. */
static void asked_to_rest(void)
{
	const char *how = "a front end that is asked to rest";
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	const struct fby_header *header;
	struct fby_chain chain;
	uint32_t control;

	fby_chain_read(&chain);
	header = fby_chain_need(&chain, FBY_CLASS(FRONT_END), FOREBAY_USER_FRONT_END_S2MM);
	control = header->at + FOREBAY_USER_FEATURE_CONTROL;
	fby_source_start(FBY_FASTEST / 64, 0, 0);
	fby_set_reg(control, FOREBAY_USER_FEATURE_CONTROL_QUIESCE);
	drain(&cap);
	has_failed(&cap, how);
	fby_fails(fby_cap_start(&cap), EIO, "%s: does not start: EIO", how);
	fby_set_reg(control, 0);
	fby_source_stop();
	comes_back(&cap, how);
}

/* It is found by whoever looks first; the reset that the driver makes then ends the fault, and the wait. */
static void all_ones(bool stopping, const char *how)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_buffer said;
	int ret;

	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	if (stopping) {
		ret = fby_cap_stop(&cap);
		fby_ok(!ret || errno == ENODEV, "%s: it is over (%s)", how, fby_errno_name(ret ? errno : 0));
	}
	ret = fby_cap_next(&cap, FBY_FLOW_MS, &said);
	fby_ok(ret && (errno == ENODEV || errno == ECANCELED || (stopping && errno == EIO)),
	       "%s: nothing will come (%s)", how, fby_errno_name(errno));
	fby_is(fby_cap_stats(&cap).flags, 0, "%s: it does not run", how);
	comes_back(&cap, how);
}

static long long free_mib(void)
{
	return fby_kib("MemFree") / KIB_PER_MIB;
}

/* The buffers of a file that was closed while its engine hangs: kept until the reset, and no longer. */
static void kept(void)
{
	const long long much = (long long)MUCH * MUCH_BYTES / KIB_PER_MIB / KIB_PER_MIB;
	long long before = free_mib(), meanwhile;
	struct fby_cap cap = fby_cap_stream(MUCH, MUCH_BYTES, 0, FOREBAY_CAP_GAP);

	fby_hook_load();
	fby_hook_hold(RESET, 0);
	fby_ok(before - free_mib() > much / 2, "a file has %lld MiB", much);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(NEVER_ANSWERED), .skip = 100, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA });
	fby_source_start(FBY_FASTEST, 0, 0);
	if (!fby_fault_await_hit(BOUND_MS))
		fby_bail("no access was hit");
	fby_cap_close(&cap);
	fby_hook_waits(RESET);
	meanwhile = free_mib();
	fby_ok(before - meanwhile > much / 2, "closed, while the engine may use them, they are kept (%lld MiB free, of %lld)",
	       meanwhile, before);
	for (unsigned int i = 0; i < OPENS; i++)
		close(fby_must_open("cap0", O_RDWR));
	fby_ok(free_mib() > meanwhile - much / 2, "but not those of files that come and go meanwhile (%lld MiB)", free_mib());
	fby_hook_go(RESET);
	fby_ok(fby_free_again((before - much / 2) * KIB_PER_MIB), "the reset gives them back (%lld MiB)", free_mib());
	fby_hook_unload();
	fby_source_stop();
	fby_cap_works("buffers that were kept");
}

/* Without a driver the faults' page is reached by the kernel's own file. */
static void false_word(uint32_t place, uint32_t value)
{
	fby_write_file(fby_pci_path("enable"), "1");
	fby_fault_need();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(FALSE_WORD), .place = place, .param = value, .count = FBY_ALL });
	fby_write_file(fby_pci_path("enable"), "0");
}

static void senseless(uint32_t caps, const char *what)
{
	fby_is(fby_unbind(), 0, "the card is unbound");
	fby_kernel_forget();
	false_word(S2MM(CAPS), caps);
	fby_is(fby_bind(), 0, "%s: the card is taken", what);
	fby_ok(fby_said_within("capabilities make no sense"), "%s: the log says what is not", what);
	fby_fails(fby_open("cap0", O_RDWR), ENOENT, "%s: there is no capture", what);
	/* Its page went with the kernel's file, which nobody reaches beside a driver. */
	fby_fault_need();
	fby_fault_disarm();
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("whatever the card does, capture ends with an error and comes back", 300);
	fby_fault_need();
	fby_trouble_load();
	nonsense(0, "a record without sense");
	nonsense(FOREBAY_CAP_POLL, "a record without sense, by polling");
	nonsense_at_stop();
	error_in_stop(0, "an error in a stop");
	error_in_stop(FOREBAY_CAP_POLL, "an error in a stop, by polling");
	stopped_by_others();
	asked_to_rest();
	all_ones(false, "registers of all ones");
	all_ones(true, "registers of all ones in a stop");
	kept();
	/* Last, as they take the driver off the card. */
	senseless(0, "no capability");
	senseless(FOREBAY_USER_S2MM_CAPS_RESET & ~FOREBAY_USER_S2MM_CAPS_PAIRS, "no pair");
	senseless(FOREBAY_USER_S2MM_CAPS_RESET | FOREBAY_USER_S2MM_CAPS_LENGTH_BITS, "lengths without end");
	fby_is(fby_unbind(), 0, "the card is unbound");
	fby_is(fby_bind(), 0, "and bound as it is");
	fby_cap_works("capabilities without sense");
	fby_trouble_unload();
	return fby_done();
}
