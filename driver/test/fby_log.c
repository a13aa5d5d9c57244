// SPDX-License-Identifier: GPL-2.0-only
/* What a stream has carried: see fby_log.h. */

#include "fby_log.h"

#include <string.h>

#include "fby_test.h"

void fby_log_clear(struct fby_log *log)
{
	log->bytes = 0;
	log->ends = 0;
}

void fby_log_add(struct fby_log *log, const void *data, size_t bytes, bool end)
{
	if (!log->data)
		log->data = fby_map(FBY_LOG_BYTES);
	if (log->bytes + bytes > FBY_LOG_BYTES || log->ends + end > FBY_LOG_PACKETS)
		fby_bail("more on a stream than a log holds");
	memcpy(log->data + log->bytes, data, bytes);
	log->bytes += bytes;
	if (end)
		log->end[log->ends++] = log->bytes;
}

const char *fby_log_differ(const struct fby_log *sent, const struct fby_log *received)
{
	if (sent->bytes != received->bytes)
		return "another number of bytes came out than was counted";
	if (sent->bytes && fby_diff(sent->data, received->data, sent->bytes) >= 0)
		return "other bytes came out";
	if (sent->ends != received->ends ||
	    memcmp(sent->end, received->end, sent->ends * sizeof(sent->end[0])))
		return "packets end elsewhere";
	return NULL;
}
