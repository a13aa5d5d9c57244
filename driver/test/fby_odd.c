// SPDX-License-Identifier: GPL-2.0-only
/* See fby_odd.h. */

#include "fby_odd.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_test.h"

/* Where the kernel has its own memory. */
#define IN_KERNEL 0xffff888000000000ul

void fby_odd_pointers(int fd, const unsigned long *calls)
{
	unsigned char *edge = fby_before_hole(FBY_PAGE);

	for (unsigned int i = 0; calls[i]; i++) {
		fby_fails(ioctl(fd, calls[i], NULL), EFAULT, "call %u with no structure: EFAULT", i);
		fby_fails(ioctl(fd, calls[i], IN_KERNEL), EFAULT, "in the kernel: EFAULT");
		fby_fails(ioctl(fd, calls[i], edge + FBY_PAGE - 3), EFAULT, "that goes beyond a page: EFAULT");
	}
}

void fby_odd_send(int to, int fd)
{
	char room[CMSG_SPACE(sizeof(fd))] = "", byte = 0;
	struct iovec piece = { &byte, 1 };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof(room) };
	struct cmsghdr *control = CMSG_FIRSTHDR(&message);

	control->cmsg_level = SOL_SOCKET;
	control->cmsg_type = SCM_RIGHTS;
	control->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(control), &fd, sizeof(fd));
	if (sendmsg(to, &message, 0) != 1)
		fby_bail("a descriptor cannot be sent: %s", strerror(errno));
}

int fby_odd_receive(int from)
{
	char room[CMSG_SPACE(sizeof(int))], byte;
	struct iovec piece = { &byte, 1 };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof(room) };
	int fd = -1;

	if (recvmsg(from, &message, 0) == 1 && CMSG_FIRSTHDR(&message))
		memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
	return fd;
}
