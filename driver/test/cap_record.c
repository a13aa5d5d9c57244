// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: `forebay capture` on the driver's node records every sample that is made, or tells which are missing, and its recording is
 * valid wherever it ends: by its length, Ctrl-C, a full disk, a reset of the card, a driver that lets go of it. What cannot be
 * captured is refused with the reason, and leaves no file.
 * Catches: a recorder whose files are nothing after a kill or a full disk; one that fills gaps with what it likes; "input/output error"
 * without a next step.
 *
 * The program says of each recording whether it is right (--check); samples of one without gaps are held against their definition here,
 * too.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_program.h"
#include "fby_test.h"

#define FOREBAY "/bin/forebay"
#define MOST_ARGS 24u
#define PATH_BYTES 64u
/* All of these fit the buffers below, so that none is lost however slow the machine is. */
#define SAMPLES 150000u
#define SAMPLES_TEXT "150000"
/* What a recording has before something happens to it. */
#define SOME (100u * 1024)
#define BOUND_MS 60000u
/* Exit codes of the program. */
#define BAD_OPTIONS 2
#define FAILED 1
#define BY_THE_CARD 4
#define INTERRUPTED 130

#define LARGE "--buffers", "16", "--buffer-bytes", "65536"
#define SMALL "--buffers", "4", "--buffer-bytes", "4096"
#define ENDLESS "--rate", "1M", "--seconds", "100000", LARGE

/* struct checked - What the program says of a recording. */
struct checked {
	bool good;
	uint64_t samples, gaps, lost;
};

static const char *const *command(const char *argv[MOST_ARGS], const char *name, const char *const options[])
{
	const char *const first[] = { FOREBAY, "capture", "--card", "/dev/forebay0", "--json", "--out", name };
	unsigned int n = sizeof(first) / sizeof(*first);

	memcpy(argv, first, sizeof(first));
	for (; *options && n < MOST_ARGS - 1; options++)
		argv[n++] = *options;
	argv[n] = NULL;
	return argv;
}

static struct fby_said capture(const char *name, const char *const options[])
{
	const char *argv[MOST_ARGS];

	return fby_run(FBY_ROOT, command(argv, name, options));
}

/* A number of what the program has said; ~0: it says none. */
static uint64_t number(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	at = at ? strchr(at, ':') : NULL;
	return at ? strtoull(at + 1, NULL, 10) : ~0ull;
}

static struct checked check(const char *name)
{
	const char *const argv[] = { FOREBAY, "capture", "--check", name, "--json", NULL };
	struct fby_said said = fby_run(FBY_ROOT, argv);

	if (said.status)
		fby_note("%s", said.text);
	return (struct checked){
		.good = !said.status,
		.samples = number(said.text, "\"samples\""),
		.gaps = number(said.text, "\"gaps\""),
		.lost = number(said.text, "\"lost\""),
	};
}

static const char *file(char path[PATH_BYTES], const char *name, const char *end)
{
	snprintf(path, PATH_BYTES, "%s.%s", name, end);
	return path;
}

static uint64_t bytes_of(const char *name)
{
	char path[PATH_BYTES];
	struct stat stat_;

	return stat(file(path, name, "sigmf-data"), &stat_) ? 0 : (uint64_t)stat_.st_size;
}

/* By its definition. */
static bool is_ramp(const char *name, uint64_t samples)
{
	const size_t bytes = samples * FBY_SAMPLE;
	uint32_t *got = fby_xmalloc(bytes + 1);
	char path[PATH_BYTES];
	int fd = open(file(path, name, "sigmf-data"), O_RDONLY);
	bool good = fd >= 0 && read(fd, got, bytes + 1) == (ssize_t)bytes;

	for (uint64_t i = 0; good && i < samples; i++)
		good = got[i] == (i & FBY_RAMP_NUMBER);
	close(fd);
	free(got);
	return good;
}

/* There is a recording and nothing else; and then not even that. */
static void remove_recording(const char *folder, const char *name)
{
	char path[PATH_BYTES];
	unsigned int left = 0;
	struct dirent *entry;
	DIR *dir;

	fby_is(unlink(file(path, name, "sigmf-data")), 0, "there are samples");
	fby_is(unlink(file(path, name, "sigmf-meta")), 0, "and metadata");
	dir = opendir(folder);
	if (!dir)
		fby_bail("%s: %s", folder, strerror(errno));
	while ((entry = readdir(dir)))
		left += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
	closedir(dir);
	fby_is(left, 0, "and nothing else");
}

static void whole(const char *after)
{
	const char *const options[] = { "--rate", "1M", "--samples", SAMPLES_TEXT, "--burst", LARGE, NULL };
	struct fby_said said = capture("whole", options);
	struct checked checked;

	if (!fby_is(said.status, 0, "%s: a burst is recorded", after))
		fby_note("%s", said.text);
	fby_is((long long)number(said.text, "\"recorded\""), SAMPLES, "all of it");
	fby_is((long long)number(said.text, "\"produced\""), SAMPLES, "that was made");
	checked = check("whole");
	fby_ok(checked.good && checked.samples == SAMPLES && !checked.gaps && !checked.lost,
	       "the program finds it right");
	fby_ok(is_ramp("whole", SAMPLES), "and so it is");
	remove_recording(".", "whole");
}

/* More than anybody takes. */
static void gaps(void)
{
	const char *const options[] = { "--rate", "125M", "--samples", "300000", SMALL, NULL };
	struct fby_said said = capture("gaps", options);
	struct checked checked = check("gaps");

	if (!fby_is(said.status, 0, "a stream that is too fast is recorded"))
		fby_note("%s", said.text);
	fby_is((long long)number(said.text, "\"recorded\""), 300000, "as much as was asked for");
	fby_ok(checked.good && checked.gaps > 0 && checked.samples == 300000,
	       "with %llu gaps, which are where it says", (unsigned long long)checked.gaps);
	fby_is((long long)checked.lost, (long long)number(said.text, "\"lost\""), "and as long");
	remove_recording(".", "gaps");
}

static void refused(int status, const char *part, const char *const options[], const char *what)
{
	struct fby_said said = capture("refused", options);
	char path[PATH_BYTES];

	if (!fby_ok(said.status == status && strstr(said.text, part), "%s is refused: %s", what, part))
		fby_note("status %d: %s", said.status, said.text);
	fby_fails(access(file(path, "refused", "sigmf-meta"), F_OK), ENOENT, "and leaves no metadata");
	fby_fails(access(file(path, "refused", "sigmf-data"), F_OK), ENOENT, "and no samples");
}

static void refusals(void)
{
	const char *const fast[] = { "--rate", "126M", "--samples", "10", NULL };
	const char *const past[] = { "--rate", "1M", "--samples", "10", "--at", "0", SMALL, NULL };
	const char *const odd[] = { "--rate", "1M", "--samples", "10", "--buffer-bytes", "100", NULL };
	const char *const long_[] = { "--rate", "1M", "--samples", "10", "--buffer-bytes", "67108864", NULL };
	const char *const many[] = { "--rate", "1M", "--samples", "10", "--buffers", "5000", NULL };
	const char *const much[] = { "--rate", "1M", "--samples", "10", "--buffers", "4000", NULL };
	const char *const plain[] = { "--rate", "1M", "--samples", "10", SMALL, NULL };
	int other;

	refused(BAD_OPTIONS, "125000000", fast, "a rate that is too high");
	refused(BY_THE_CARD, "nothing was captured", past, "a start in the past");
	refused(BAD_OPTIONS, "multiple of 64", odd, "a length that is no multiple of a beat");
	refused(BAD_OPTIONS, "67108800", long_, "a length beyond the longest");
	refused(BAD_OPTIONS, "4096 at most", many, "more buffers than the driver takes");
	refused(BY_THE_CARD, "would fit", much, "more memory than there is");
	other = fby_must_open("cap0", O_RDONLY);
	refused(BY_THE_CARD, "in use", plain, "a card that somebody captures from");
	close(other);
}

/* A recording that has begun. */
static struct fby_running begun(const char *name, const char *const options[])
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	uint64_t end = fby_ms() + BOUND_MS;
	const char *argv[MOST_ARGS];
	struct fby_running running = fby_start(FBY_ROOT, command(argv, name, options));

	while (bytes_of(name) < SOME) {
		if (fby_ms() > end) {
			kill(running.child, SIGKILL);
			fby_bail("%s: no samples came: %s", name, fby_finish(running).text);
		}
		nanosleep(&ms, NULL);
	}
	return running;
}

/* Ended so, with a recording that is right up to there. */
static void ended(const char *folder, const char *name, struct fby_said said, int status, const char *part)
{
	struct checked checked = check(name);

	if (!fby_ok(said.status == status && strstr(said.text, part), "it ends with status %d and says: %s", status,
		    part))
		fby_note("status %d: %s", said.status, said.text);
	fby_ok(checked.good && checked.samples * FBY_SAMPLE >= SOME &&
		       checked.samples * FBY_SAMPLE == bytes_of(name),
	       "and %llu samples are right up to there", (unsigned long long)checked.samples);
	remove_recording(folder, name);
}

static void by_signals(void)
{
	const char *const options[] = { ENDLESS, NULL };
	const struct {
		int number;
		const char *name;
	} signals[] = { { SIGINT, "Ctrl-C" }, { SIGTERM, "a request to end" } };

	for (unsigned int i = 0; i < 2; i++) {
		struct fby_running running = begun("signal", options);

		fby_is(kill(running.child, signals[i].number), 0, "%s", signals[i].name);
		ended(".", "signal", fby_finish(running), INTERRUPTED, "\"recorded\"");
	}
}

static void by_reset(void)
{
	const char *const options[] = { ENDLESS, NULL };
	struct fby_running running = begun("reset", options);

	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset while it is recorded");
	ended(".", "reset", fby_finish(running), BY_THE_CARD, "was reset");
	whole("after a reset");
}

static void by_unbind(void)
{
	const char *const options[] = { ENDLESS, NULL };
	struct fby_running running = begun("unbind", options);

	fby_is(fby_unbind(), 0, "the driver lets go of the card while it is recorded");
	ended(".", "unbind", fby_finish(running), BY_THE_CARD, "does not answer any more");
	fby_is(fby_bind(), 0, "and takes it again");
	whole("after an unbind");
}

static void by_full_disk(void)
{
	const char *const options[] = { ENDLESS, NULL };
	struct fby_said said;

	if (mkdir("disk", 0700) || mount("none", "disk", "tmpfs", 0, "size=1m"))
		fby_bail("a small file system: %s", strerror(errno));
	said = capture("disk/full", options);
	ended("disk", "disk/full", said, FAILED, "what is recorded so far is valid");
	fby_is(umount("disk"), 0, "the disk is let go");
	fby_is(rmdir("disk"), 0, "and gone");
	whole("after a full disk");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a recording has every sample or says which are missing, wherever it ends", 300);
	whole("at first");
	gaps();
	refusals();
	by_signals();
	by_full_disk();
	by_reset();
	by_unbind();
	return fby_done();
}
