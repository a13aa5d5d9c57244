// SPDX-License-Identifier: GPL-2.0-only
#include "fby_sequence.h"

#include "fby_test.h"

#define NOT_STARTED 0xffffffffu

static void store(struct fby_sequence *to, enum fby_access kind, volatile void *at, uint64_t word)
{
	to->steps[to->count++] = (struct fby_step){ .kind = kind, .at = at, .word = word };
}

static void load(struct fby_sequence *to, volatile void *at, uint32_t want)
{
	to->steps[to->count++] = (struct fby_step){ .kind = FBY_LOAD4, .at = at, .want = want };
}

static void by_key(struct fby_sequence *to, const struct fby_udma *udma, volatile void *a,
		   volatile void *b, uint32_t bytes)
{
	uint64_t word = fby_start_key_word(udma->context.key, udma->context.context);

	store(to, FBY_STORE8, b, word);
	store(to, FBY_STORE8, a, word | FBY_KEY_ROLE_SOURCE);
	store(to, FBY_STORE4, udma->page, bytes);
	load(to, udma->page, 0);
	to->steps[to->count - 1].tells_bytes = true;
}

static void by_line(struct fby_sequence *to, const struct fby_udma *udma, struct fby_place src,
		    struct fby_place dst, uint64_t record, uint32_t bytes)
{
	const uint64_t words[8] = { fby_slot_of(src),
				    fby_slot_of(dst),
				    record,
				    bytes,
				    0,
				    0,
				    0,
				    record ? FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL_RECORD : 0 };

	for (unsigned int i = 0; i < 8; i++)
		store(to, FBY_STORE8, &udma->portal[i], words[i]);
}

/* The repeated schemes: so many accesses, which begin with the load at A where they are three. */
static void by_repeating(struct fby_sequence *to, unsigned int accesses, volatile void *a,
			 volatile void *b, uint32_t bytes)
{
	uint32_t told = FBY_OK1;

	for (unsigned int i = accesses == 3; to->count < accesses && i < 4; i++) {
		if (i % 2)
			load(to, a, told++);
		else
			store(to, FBY_STORE4, b, bytes);
	}
	if (accesses == 5)
		load(to, b, told);
}

struct fby_sequence fby_sequence_of(const struct fby_udma *udma, struct fby_place src,
				    struct fby_place dst, uint64_t record, uint32_t bytes)
{
	struct fby_sequence made = { 0 };
	bool by_portal = udma->context.scheme == FOREBAY_UDMA_PORTAL;
	volatile void *a = by_portal ? NULL : fby_shadow_of(src);
	volatile void *b = by_portal ? NULL : fby_shadow_of(dst);

	switch (udma->context.scheme) {
	case FOREBAY_UDMA_SHRIMP1:
		store(&made, FBY_STORE4, a, bytes);
		load(&made, a, FBY_OK1);
		break;
	case FOREBAY_UDMA_SHRIMP2:
	case FOREBAY_UDMA_FLASH:
	case FOREBAY_UDMA_SHADOW_CHECK:
	case FOREBAY_UDMA_SHADOW:
		store(&made, FBY_STORE4, b, bytes);
		load(&made, a, FBY_OK1);
		break;
	case FOREBAY_UDMA_REPEAT3:
		by_repeating(&made, 3, a, b, bytes);
		break;
	case FOREBAY_UDMA_REPEAT4:
		by_repeating(&made, 4, a, b, bytes);
		break;
	case FOREBAY_UDMA_REPEAT5:
		by_repeating(&made, 5, a, b, bytes);
		break;
	case FOREBAY_UDMA_KEY:
		by_key(&made, udma, a, b, bytes);
		break;
	case FOREBAY_UDMA_PORTAL:
		by_line(&made, udma, src, dst, record, bytes);
		break;
	default:
		fby_bail("scheme %u starts nothing", udma->context.scheme);
	}
	made.starter = udma->context.scheme == FOREBAY_UDMA_SHRIMP1 ? 0 : made.count - 1;
	return made;
}

bool fby_step_fails(const struct fby_step *step, uint32_t answer)
{
	return step->kind == FBY_LOAD4 && answer == (step->tells_bytes ? NOT_STARTED : FBY_FAIL);
}

bool fby_step_goes_on(const struct fby_step *step, uint32_t answer)
{
	if (step->kind != FBY_LOAD4)
		return true;
	return step->tells_bytes ? answer != NOT_STARTED : answer == step->want;
}

uint32_t fby_step_play(const struct fby_step *step)
{
	return fby_start_step(step->at, step->kind, step->word);
}
