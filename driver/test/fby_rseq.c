// SPDX-License-Identifier: GPL-2.0-only
#include "fby_rseq.h"

#include <sys/rseq.h>

#include "fby_test.h"

/*
 * Critical sections of x86-64, as Documentation in linux/rseq.h wants them: from label 1 to label 2,
 * the last instruction being what they are for; a kernel that has interrupted one goes on at label 4,
 * before which it looks for the signature. Label 5 arms the section, again after each abort.
 */
#define SECTION                                                \
	".pushsection __rseq_cs, \"aw\"\n\t.balign 32\n"       \
	"3:\t.long 0, 0\n\t.quad 1f, 2f - 1f, 4f\n\t.popsection\n" \
	"5:\tleaq 3b(%%rip), %%rax\n\tmovq %%rax, %[armed]\n"
/* ud1 with the signature as its operand. */
#define SIGNATURE "\t.byte 0x0f, 0xb9, 0x3d\n\t.long 0x53053053\n"

_Static_assert(RSEQ_SIG == 0x53053053, "the signature of x86");

/* The field by which a thread tells the kernel which section it is in. */
static uint64_t *armed(void)
{
	struct rseq *area = (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);

	return (uint64_t *)&area->rseq_cs;
}

void fby_rseq_must(void)
{
	const struct rseq *area = (const struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);

	if (!__rseq_size || (int)area->cpu_id < 0)
		fby_bail("this thread has no restartable sequences: kernel without CONFIG_RSEQ?");
}

#define ACCESS(instruction, got, given)                                                          \
	__asm__ volatile(SECTION                                                                 \
			 "1:\tcmpl %[me], %[owner]\n\tjne 6f\n\t" instruction "\n"               \
			 "2:\tmovl $1, %[mine]\n\tjmp 7f\n" SIGNATURE                            \
			 "4:\tjmp 5b\n"                                                          \
			 "6:\txorl %[mine], %[mine]\n"                                           \
			 "7:\n"                                                                  \
			 : [armed] "=m"(*armed()), [mine] "=&r"(mine) got                        \
			 : [owner] "m"(*owner), [me] "r"(me), [at] "r"(at)given                  \
			 : "rax", "cc", "memory")
#define COMMA ,

bool fby_rseq_access(const volatile uint32_t *owner, uint32_t me, enum fby_access kind,
		     volatile void *at, uint64_t *word)
{
	uint32_t mine = 0, loaded = 0;

	switch (kind) {
	case FBY_STORE4:
		ACCESS("movl %k[word], (%[at])", , COMMA[word] "r"(*word));
		break;
	case FBY_STORE8:
		ACCESS("movq %[word], (%[at])", , COMMA[word] "r"(*word));
		break;
	case FBY_LOAD4:
		ACCESS("movl (%[at]), %[loaded]", COMMA[loaded] "+&r"(loaded), );
		if (mine)
			*word = loaded;
		break;
	}
	return mine;
}

uint32_t fby_rseq_pair(volatile uint32_t *dst, uint32_t bytes, const volatile uint32_t *src,
		       uint64_t *aborts)
{
	uint32_t answer;

	/* The jump is for simulated processors that take interrupts between blocks of code alone. */
	__asm__ volatile(SECTION
			 "1:\tmovl %[bytes], (%[dst])\n\tjmp 8f\n"
			 "8:\tmovl (%[src]), %[answer]\n"
			 "2:\tjmp 7f\n" SIGNATURE
			 "4:\tincq %[aborts]\n\tjmp 5b\n"
			 "7:\n"
			 : [armed] "=m"(*armed()), [answer] "=&r"(answer), [aborts] "+m"(*aborts)
			 : [dst] "r"(dst), [bytes] "r"(bytes), [src] "r"(src)
			 : "rax", "cc", "memory");
	return answer;
}
