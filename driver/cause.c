// SPDX-License-Identifier: GPL-2.0-only
#include "cause.h"

/** forebay_cause_text() - a cause in words, for the log. */
const char *forebay_cause_text(enum forebay_cause cause)
{
	switch (cause) {
	case FOREBAY_CAUSE_NONE:
		return "no error";
	case FOREBAY_CAUSE_DESC_FETCH:
		return "descriptor fetch error";
	case FOREBAY_CAUSE_BAD_MAGIC:
		return "bad descriptor magic";
	case FOREBAY_CAUSE_LENGTH:
		return "length or alignment refused";
	case FOREBAY_CAUSE_READ:
		return "read error";
	case FOREBAY_CAUSE_WRITE:
		return "write error";
	case FOREBAY_CAUSE_TIMEOUT:
		return "timed out";
	case FOREBAY_CAUSE_ABORTED:
		return "aborted";
	case FOREBAY_CAUSE_GONE:
		return "card gone";
	case FOREBAY_CAUSE_STOPPED:
		return "stopped without a cause";
	case FOREBAY_CAUSE_RESET:
		return "ended by a reset";
	case FOREBAY_CAUSE_DEADLOCK:
		return "deadlock";
	}
	return "unknown cause";
}

/** forebay_cause_wanted() - nothing has failed: somebody wanted it so. */
bool forebay_cause_wanted(enum forebay_cause cause)
{
	return cause == FOREBAY_CAUSE_ABORTED || cause == FOREBAY_CAUSE_RESET;
}
