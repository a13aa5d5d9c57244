/* SPDX-License-Identifier: GPL-2.0-only */
/* Odd things that programs do with a file: calls without memory, and a file that is handed on. */
#ifndef FBY_ODD_H
#define FBY_ODD_H

/**
 * fby_odd_pointers() - Checks that calls with no structure, one in the kernel, and one that goes beyond a page are EFAULT.
 * @calls: which, the last one 0
 */
void fby_odd_pointers(int fd, const unsigned long *calls);

/** fby_odd_send() - Hands a descriptor on through a socket; bails out when that fails. */
void fby_odd_send(int to, int fd);

/** fby_odd_receive() - Takes one. Returns it, or -1. */
int fby_odd_receive(int from);

#endif
